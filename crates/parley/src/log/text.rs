//! Entries as canonical JSON.

use anp::digest::Fingerprint;
use anp::json::{self, Value};
use anp::keys::{PublicKey, Signature};
use anp::time::Moment;

use super::Entry;
use crate::envelope::{Envelope, Expiry};
use crate::mandate::{Act, Approval, Cleared, Matter};
use crate::session::{Decision, Event, Session, Settlement};
use crate::terms::{Round, Terms};

impl Entry {
    /// As canonical JSON.
    pub fn to_json(&self) -> String {
        let mut members = vec![("at", Value::from(self.at.to_text()))];
        match &self.event {
            Event::Heard(message) => {
                members.push(("event", Value::from("heard")));
                members.push(("message", Envelope::of(message.clone()).to_value()));
            }
            Event::Tick => members.push(("event", Value::from("tick"))),
            Event::Decided(decision) => decided(decision, &mut members),
            Event::Settled(settlement) => {
                members.push(("event", Value::from("settled")));
                members.push(("deal", Value::from(settlement.deal())));
                approval(&settlement.approval(), &mut members);
            }
        }
        let members = members.into_iter().map(|(name, value)| (name.to_owned(), value));
        json::canonical(&Value::Object(members.collect()))
    }
}

fn decided(decision: &Decision, members: &mut Vec<(&'static str, Value)>) {
    match decision {
        Decision::Offer(cleared) => act("offer", cleared, members),
        Decision::Accept(cleared) => act("accept", cleared, members),
        Decision::Reject { final_offer } => {
            members.push(("event", Value::from("reject")));
            members.extend(final_offer.as_ref().map(|terms| ("final_offer", terms.value())));
        }
        Decision::Withdraw => members.push(("event", Value::from("withdraw"))),
    }
}

fn act(name: &str, cleared: &Cleared, members: &mut Vec<(&'static str, Value)>) {
    let matter = cleared.matter();
    members.push(("event", Value::from(name)));
    members.push(("round", Value::from(matter.round.0)));
    members.push(("terms", matter.terms.value()));
    members.push(("expires_at", Value::from(matter.expires_at.text())));
    approval(&cleared.approval(), members);
}

fn approval(approval: &Approval, members: &mut Vec<(&'static str, Value)>) {
    members.push(("person", Value::from(approval.person.to_string())));
    members.push(("signature", Value::from(approval.signature.to_string())));
}

/// Reads an entry that stands behind this state. Signatures are checked again: whoever
/// can write to a database cannot make an approval.
pub(super) fn read(
    text: &str,
    session: &Session,
    keys: &dyn Fn(&Fingerprint) -> Option<PublicKey>,
) -> Option<Entry> {
    let value = json::parse_flawless(text.as_bytes()).ok()?;
    let at = Moment::parse(value.get("at")?.as_text()?).ok()?;
    let event = match value.get("event")?.as_text()? {
        "heard" => Event::Heard(Envelope::of_value(value.get("message")?).ok()?.into_substance()),
        "tick" => Event::Tick,
        "offer" => Event::Decided(Decision::Offer(cleared(Act::Offer, &value, session, keys)?)),
        "accept" => Event::Decided(Decision::Accept(cleared(Act::Accept, &value, session, keys)?)),
        "reject" => {
            let final_offer = value.get("final_offer").map(Terms::of).transpose().ok()?;
            Event::Decided(Decision::Reject { final_offer })
        }
        "withdraw" => Event::Decided(Decision::Withdraw),
        "settled" => {
            let approval = read_approval(&value)?;
            let key = keys(&approval.person)?;
            let deal = value.get("deal")?.as_bool()?;
            Event::Settled(Settlement::clear(session, deal, &approval, &key).ok()?)
        }
        _ => return None,
    };
    let entry = Entry { at, event };
    // What is not written again as it was read holds more than was read.
    (entry.to_json() == text).then_some(entry)
}

fn cleared(
    act: Act,
    value: &Value,
    session: &Session,
    keys: &dyn Fn(&Fingerprint) -> Option<PublicKey>,
) -> Option<Cleared> {
    let approval = read_approval(value)?;
    let key = keys(&approval.person)?;
    let matter = Matter {
        act,
        session: session.setup().session.clone(),
        round: Round(u32::try_from(value.get("round")?.as_count()?).ok()?),
        terms: Terms::of(value.get("terms")?).ok()?,
        expires_at: Expiry::parse(value.get("expires_at")?.as_text()?).ok()?,
    };
    session.setup().caps.mandate.clear_again(matter, &approval, &key).ok()
}

fn read_approval(value: &Value) -> Option<Approval> {
    Some(Approval {
        person: Fingerprint::parse(value.get("person")?.as_text()?).ok()?,
        signature: Signature::parse(value.get("signature")?.as_text()?).ok()?,
    })
}
