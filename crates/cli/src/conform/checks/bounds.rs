//! Values within a member's bounds and beyond them.

use super::super::check::{Bound, Finding, Found, Place, Trial, shown};
use super::super::payloads::{self, Members};
use super::super::seat::Seat;
use super::super::wire::Answer;

/// Sends every value; each is to be taken or refused.
pub async fn hold(seat: &Seat, bound: Bound) -> Found {
    let mut trial = Trial::new(seat.wire());
    // A session for each check: no host's limit on appends is met.
    let session = match bound.place {
        Place::Envelope | Place::EnvelopeAgent => {
            // Where there is no sandbox at all, no envelope is to blame.
            seat.session().await?;
            None
        }
        Place::Offer | Place::Line | Place::Message => Some(seat.new_session().await?.id),
    };
    for value in (bound.taken)() {
        let answer = send(seat, session.as_deref(), bound, &value).await?;
        trial.taken(words(bound, &value), &answer)?;
    }
    for value in (bound.refused)() {
        let answer = send(seat, session.as_deref(), bound, &value).await?;
        trial.invalid(words(bound, &value), &answer)?;
    }
    trial.done()
}

fn words(bound: Bound, value: &str) -> String {
    let length = value.chars().count();
    let value: String = value.chars().take(24).collect();
    let rest = if length > 24 { format!("… ({length} characters)") } else { String::new() };
    shown(&format!("{} {value}{rest}", bound.key))
}

async fn send(seat: &Seat, session: Option<&str>, bound: Bound, value: &str) -> Result<Answer, Finding> {
    let with = |members: Members| members.with(bound.key, value);
    let Some(session) = session else {
        let envelope = match bound.place {
            Place::EnvelopeAgent => {
                payloads::envelope().with("agent", with(payloads::envelope_agent()).text())
            }
            _ => with(payloads::envelope()),
        };
        return seat.open(&payloads::opening(&envelope.text())).await;
    };
    match bound.place {
        Place::Message => seat.say(session, "message", &with(Members::default()).text()).await,
        Place::Line => {
            let lines = payloads::lines(&[with(payloads::line())]);
            seat.say(session, "offer", &payloads::offer().with("line_items", lines).text()).await
        }
        _ => seat.say(session, "offer", &with(payloads::offer()).text()).await,
    }
}

/// The text without each of its members in turn, and what lacks.
pub fn lacking(whole: &Members) -> Vec<(String, String)> {
    let without = |key: String| (format!("no {key}"), whole.clone().without(&key).text());
    whole.keys().into_iter().map(without).collect()
}
