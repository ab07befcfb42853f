//! Protocol events on the timeline.

use anp::event::{Actor, Event};
use anp::payload::{Offer, Payload};
use anp::time::Moment;
use anp::verify::{self, VerifiedEvent, VerifiedLog};
use deal::{Hold, HoldState as Held};

use super::SessionState;
use super::card::stored_faults;
use super::holds::{accepted, holds_of};
use crate::beside_view::Known;
use crate::offer_view::{OfferSeen, offer_view};
use crate::view::{Entry, EntryBody, EventRef, HoldState, HoldView, Standing};
use crate::wire_form::envelope_view;

/// A session's entries; in a dispute the faults come last, as what stands in the way.
pub(super) fn entries(state: &SessionState, now: Moment, known: &Known) -> Vec<Entry> {
    let mut entries = Vec::new();
    if let Ok(log) = &state.log {
        let holds = holds_of(log);
        for verified in log.events() {
            entries.push(entry((state, log), verified, &holds, (now, known)));
        }
    }
    if let Some(dispute) = &state.dispute {
        entries.push(Entry {
            id: format!("dispute:{}", state.session.id),
            at: dispute.found_at.clone(),
            author: state.session.agent_name.clone(),
            ours: false,
            standing: Standing::Unverified,
            event: None,
            body: EntryBody::Red { kind_text: String::new(), faults: stored_faults(&dispute.faults) },
        });
    }
    entries
}

fn entry(
    (state, log): (&SessionState, &VerifiedLog),
    verified: &VerifiedEvent,
    holds: &[Hold],
    seen: (Moment, &Known),
) -> Entry {
    let event = verified.event();
    let seq = u32::try_from(event.seq).unwrap_or(u32::MAX);
    let ours = event.actor == Actor::Buyer;
    Entry {
        id: format!("event:{}:{seq}", state.session.id),
        at: event.at.clone(),
        author: author(state, verified),
        ours,
        standing: standing(state, verified),
        event: Some(EventRef { session: state.session.id.clone(), seq, hash: event.hash.to_string() }),
        body: body((state, log), event, holds, seen),
    }
}

fn author(state: &SessionState, verified: &VerifiedEvent) -> String {
    let event = verified.event();
    match (event.actor, verified.standing()) {
        (Actor::VendorAgent, _) => state.session.agent_name.clone(),
        (Actor::Buyer, verify::Standing::Member(_)) => decided(state, event.seq)
            .and_then(|answer| crate::outbox::decided_by(&answer.parts))
            .or_else(|| colleague(state, verified))
            .unwrap_or_default(),
        // What the platform signs for the org stands under the name that it declares.
        (Actor::Buyer, _) => match event.stated.payload() {
            Payload::Envelope(envelope) => envelope.agent_name.clone(),
            _ => String::new(),
        },
    }
}

fn decided(state: &SessionState, seq: u64) -> Option<&store::tables::outbox::Answer> {
    state
        .answers
        .iter()
        .find(|answer| answer.places.is_some_and(|(first, last)| (first..=last).contains(&seq)))
}

fn standing(state: &SessionState, verified: &VerifiedEvent) -> Standing {
    match verified.standing() {
        verify::Standing::Vendor if state.pinned() => Standing::VerifiedKey,
        verify::Standing::Vendor => Standing::Unverified,
        verify::Standing::Platform if verified.event().actor == Actor::VendorAgent => Standing::HostClaim,
        verify::Standing::Platform => Standing::PlatformKey,
        verify::Standing::Member(_) if by_agent(state, verified) => Standing::AgentKey,
        verify::Standing::Member(_) => Standing::PersonKey,
        verify::Standing::Claim => Standing::HostClaim,
    }
}

fn by_agent(state: &SessionState, verified: &VerifiedEvent) -> bool {
    let Some((_, signer)) = &verified.event().authorship else { return false };
    let office = state.office.as_ref().and_then(|known| known.office.as_ref());
    state.agent.as_ref() == Some(&signer.to_string())
        || office.is_some_and(|office| office.agent(*signer).is_some())
}

/// Who answered at another desk, by the organisation's ledger: a colleague, or the agent of a colleague's desk.
fn colleague(state: &SessionState, verified: &VerifiedEvent) -> Option<String> {
    let (_, signer) = verified.event().authorship.as_ref()?;
    let office = state.office.as_ref()?.office.as_ref()?;
    let agent = || office.agent(*signer).map(|agent| agent.name.clone());
    office.by_key(*signer).map(|member| member.name.clone()).or_else(agent)
}

fn body(
    (state, log): (&SessionState, &VerifiedLog),
    event: &Event,
    holds: &[Hold],
    (now, known): (Moment, &Known),
) -> EntryBody {
    match event.stated.payload() {
        Payload::SessionOpen(open) => EntryBody::Opened { envelope: envelope_view(&open.envelope) },
        Payload::Envelope(envelope) => EntryBody::Envelope { envelope: envelope_view(envelope) },
        Payload::Offer(offer) | Payload::CounterOffer(offer) => {
            let at = Moment::parse(&event.at).unwrap_or(now);
            let last = before(log, event);
            EntryBody::Offer {
                offer: offer_view(&OfferSeen { offer, last, at, now, known }),
                hold: holds
                    .iter()
                    .find(|hold| u64::from(hold.seq) == event.seq)
                    .map(|hold| hold_view(state, hold)),
            }
        }
        Payload::Message(message) => {
            EntryBody::Message { subject: message.subject.clone(), body: message.body.clone() }
        }
        Payload::Decline(reason) => EntryBody::Decline { reason: reason.reason.clone() },
        Payload::SessionClose(reason) => EntryBody::Close {
            reason: reason.reason.clone(),
            accepted_seq: accepted(event.stated.payload()).filter(|_| event.actor == Actor::Buyer).and_then(
                |hash| {
                    let offer = log
                        .events()
                        .iter()
                        .map(VerifiedEvent::event)
                        .find(|other| *other.hash.bytes() == hash)?;
                    u32::try_from(offer.seq).ok()
                },
            ),
        },
    }
}

/// The same side's last offer before an event.
fn before<'a>(log: &'a VerifiedLog, event: &Event) -> Option<&'a Offer> {
    log.events()
        .iter()
        .rev()
        .map(VerifiedEvent::event)
        .filter(|other| other.seq < event.seq && other.actor == event.actor)
        .find_map(|other| other.stated.payload().offer())
}

/// A hold's state for the window.
pub(super) const fn hold_state(state: Held) -> HoldState {
    match state {
        Held::Held => HoldState::Held,
        Held::Countered => HoldState::Countered,
        Held::Accepted => HoldState::Accepted,
        Held::Declined => HoldState::Declined,
        Held::Superseded => HoldState::Superseded,
        Held::Ended => HoldState::Ended,
    }
}

fn hold_view(state: &SessionState, hold: &Hold) -> HoldView {
    let answer = hold.by_seq.and_then(|seq| decided(state, seq.into()));
    HoldView {
        id: format!("hold:{}:{}", state.session.id, hold.seq),
        state: hold_state(hold.state),
        decided_by: answer.and_then(|answer| crate::outbox::decided_by(&answer.parts)),
        decided_at: answer.map(|answer| answer.decided_at.clone()),
    }
}
