//! Envelopes: every bound held when a session is opened, and later.

use std::sync::Arc;

use super::super::check::{Bound, Check, Found, Place, Run, Trial};
use super::super::payloads::{envelope, envelope_agent, list, long, opening};
use super::super::seat::Seat;
use super::bounds::lacking;
use super::{protocol, story};

const SECTION: &str = "Payloads: envelope";

const fn bound(
    place: Place,
    key: &'static str,
    taken: fn() -> Vec<String>,
    refused: fn() -> Vec<String>,
) -> Run {
    Run::Bound(Bound { place, key, taken, refused })
}

/// Lists of texts with at least `least` and at most 20 items of 1–120 characters.
fn lists(least: usize) -> Vec<String> {
    vec![list("\"a\"", least), list("\"a\"", 20), list(&long('a', 120), 1)]
}

fn no_lists() -> Vec<String> {
    vec![list("\"a\"", 21), list(&long('a', 121), 1), list("\"\"", 1), list("7", 1), "\"a\"".to_owned()]
}

fn texts(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|text| (*text).to_owned()).collect()
}

pub const CHECKS: &[Check] = &[
    protocol(
        "envelope.declared_ai",
        SECTION,
        "an agent declares that it is an AI, or is refused",
        story!(declared_ai),
    ),
    protocol(
        "envelope.party",
        SECTION,
        "a party of 1 to 160 characters",
        bound(
            Place::Envelope,
            "party",
            || vec![long('p', 1), long('p', 160)],
            || vec![long('p', 0), long('p', 161), "7".to_owned()],
        ),
    ),
    protocol(
        "envelope.agent_name",
        SECTION,
        "an agent's name of 1 to 160 characters",
        bound(
            Place::EnvelopeAgent,
            "name",
            || vec![long('n', 1), long('n', 160)],
            || vec![long('n', 0), long('n', 161)],
        ),
    ),
    protocol(
        "envelope.may_discuss",
        SECTION,
        "1 to 20 topics of 1 to 120 characters",
        bound(
            Place::Envelope,
            "may_discuss",
            || lists(1),
            || {
                let mut lists = no_lists();
                lists.push("[]".to_owned());
                lists
            },
        ),
    ),
    protocol(
        "envelope.may_disclose",
        SECTION,
        "at most 20 things that may be told",
        bound(Place::Envelope, "may_disclose", || lists(0), no_lists),
    ),
    protocol(
        "envelope.will_not_disclose",
        SECTION,
        "at most 20 things that are never told",
        bound(Place::Envelope, "will_not_disclose", || lists(0), no_lists),
    ),
    protocol(
        "envelope.offer_authority",
        SECTION,
        "one of the three authorities",
        bound(
            Place::Envelope,
            "offer_authority",
            || texts(&["\"none\"", "\"propose_only\"", "\"bind_with_human_approval\""]),
            || texts(&["\"bind\"", "\"NONE\"", "\"\"", "null", "true"]),
        ),
    ),
    protocol(
        "envelope.human_contact",
        SECTION,
        "a contact of at most 320 characters",
        bound(Place::Envelope, "human_contact", || vec![long('c', 320)], || vec![long('c', 321)]),
    ),
    protocol("envelope.unknown_key", SECTION, "unknown keys are refused", story!(unknown_key)),
    protocol("envelope.required", SECTION, "what is required must be there", story!(required)),
    protocol("envelope.later", SECTION, "a later envelope is held to the same", story!(later)),
];

async fn declared_ai(seat: Arc<Seat>) -> Found {
    let mut trial = Trial::new(seat.wire());
    seat.session().await?;
    for value in ["false", "null", "\"true\"", "1"] {
        let agent = envelope_agent().with("declared_ai", value).text();
        let answer = seat.open(&opening(&envelope().with("agent", agent).text())).await?;
        trial.invalid(format!("declared_ai {value}"), &answer)?;
    }
    let agent = envelope_agent().without("declared_ai").text();
    let answer = seat.open(&opening(&envelope().with("agent", agent).text())).await?;
    trial.invalid("no declared_ai", &answer)?;
    trial.taken("declared_ai true", &seat.open(&opening(&envelope().text())).await?)?;
    trial.done()
}

async fn unknown_key(seat: Arc<Seat>) -> Found {
    let mut trial = Trial::new(seat.wire());
    seat.session().await?;
    let answer = seat.open(&opening(&envelope().with("budget", "7").text())).await?;
    trial.invalid("budget", &answer)?;
    let agent = envelope_agent().with("model", "\"m\"").text();
    let answer = seat.open(&opening(&envelope().with("agent", agent).text())).await?;
    trial.invalid("agent.model", &answer)?;
    trial.done()
}

async fn required(seat: Arc<Seat>) -> Found {
    let mut trial = Trial::new(seat.wire());
    seat.session().await?;
    for (what, envelope) in lacking(&envelope()) {
        trial.invalid(what, &seat.open(&opening(&envelope)).await?)?;
    }
    trial.done()
}

async fn later(seat: Arc<Seat>) -> Found {
    let mut trial = Trial::new(seat.wire());
    let session = &seat.session().await?.id;
    let agent = envelope_agent().with("declared_ai", "false").text();
    let answer = seat.say(session, "envelope", &envelope().with("agent", agent).text()).await?;
    trial.invalid("an envelope in the session, declared_ai false", &answer)?;
    let answer = seat.say(session, "envelope", &envelope().text()).await?;
    trial.taken("an envelope in the session", &answer)?;
    trial.done()
}
