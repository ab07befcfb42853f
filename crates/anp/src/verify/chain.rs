//! The walk along the events. Each is judged on what stands there itself, so that one
//! altered event does not colour its successors.

use std::collections::VecDeque;

use super::VerifiedEvent;
use super::document::{Ends, Notes, flaw_fault};
use super::keyring::{Keyring, Standing};
use super::payloads::{self, Recurrences};
use super::rules::Rules;
use super::signatures::Claimed;
use super::trust::{Resume, Trust};
use super::verdict::{Check, Fault};
use crate::digest::{EventHash, PayloadHash};
use crate::event::{Actor, Event, Head, Kind, Preimage, SessionId};
use crate::json::{Flaw, Value};
use crate::payload::Payload;
use crate::time::Moment;

const MEMBERS: [&str; 10] = [
    "seq",
    "actor",
    "kind",
    "payload",
    "payload_hash",
    "prev_hash",
    "event_hash",
    "signature",
    "signer",
    "at",
];

/// What came of the walk.
pub(super) struct Walked {
    pub(super) first: u64,
    pub(super) count: u64,
    pub(super) head_text: Option<String>,
    pub(super) faults: Vec<Fault>,
    pub(super) notes: Notes,
    pub(super) events: Vec<VerifiedEvent>,
    pub(super) resume: Option<Resume>,
    pub(super) ends: Ends,
}

/// The walk.
pub(super) struct Chain<'a> {
    session: Option<&'a SessionId>,
    ring: &'a Keyring,
    trust: &'a Trust,
    flaws: VecDeque<(u64, Flaw)>,
    first: u64,
    place: u64,
    /// The hashes that the next event may name as the one before: as it was stated and,
    /// where that was false, as it should have been.
    before: [Option<EventHash>; 2],
    last_seq: Option<u64>,
    last_at: Option<String>,
    head_text: Option<String>,
    rules: Rules,
    recurrences: Recurrences,
    faults: Vec<Fault>,
    notes: Notes,
    events: Vec<VerifiedEvent>,
    ends: Ends,
}

impl<'a> Chain<'a> {
    pub(super) fn start(
        session: Option<&'a SessionId>,
        ring: &'a Keyring,
        trust: &'a Trust,
        flaws: Vec<(u64, Flaw)>,
    ) -> Self {
        let head = trust.resume.as_ref().map_or(Head::EMPTY, |resume| resume.head.clone());
        Self {
            session,
            ring,
            trust,
            flaws: flaws.into(),
            first: head.seq.saturating_add(1),
            place: head.seq,
            before: [Some(head.hash), None],
            last_seq: Some(head.seq),
            last_at: trust.resume.as_ref().map(|resume| resume.last_at.clone()),
            head_text: (head.seq > 0).then(|| head.hash.to_string()),
            rules: Rules::start(trust.resume.as_ref()),
            recurrences: Recurrences::default(),
            faults: Vec::new(),
            notes: Vec::new(),
            events: Vec::new(),
            ends: Ends::default(),
        }
    }

    pub(super) fn take(&mut self, event: &Value) {
        self.place = self.place.saturating_add(1);
        let place = self.place;
        let known = self.faults.len();
        let flawed = self.report_flaws(place);
        self.members(place, event);
        let text = |key: &str| event.get(key).and_then(Value::as_text).unwrap_or_default();

        let seq = self.seq(place, event);
        let actor = self.known(place, Check::Actor, text("actor"), Actor::parse, "vendor_agent or buyer");
        let kind = self.known(place, Check::Kind, text("kind"), Kind::parse, "one of the seven kinds");
        let order = self.rules.order(place, actor, kind);
        self.faults.extend(order);
        let at = self.rules.time(place, text("at"), &mut self.notes);
        let at = at.map_err(|fault| self.faults.push(fault)).ok();

        let payload = payloads::read(place, kind, event.get("payload").unwrap_or(&Value::Null));
        let payload_hash = self.payload_hash(place, text("payload_hash"), payload.hash, flawed);
        if !flawed {
            self.faults.extend(payload.fault);
        }
        let prev = self.prev(place, text("prev_hash"));
        let hash = self.event_hash(event, seq, payload_hash, prev);
        self.head_text = Some(text("event_hash").to_owned());

        let authorship = match (actor, kind) {
            (Some(actor), Some(kind)) => {
                let claimed = Claimed {
                    seq: place,
                    actor,
                    kind,
                    payload: payload.hash,
                    at,
                    signature: event.get("signature"),
                    signer: event.get("signer"),
                };
                // A payload that was altered under a standing hash has its own fault;
                // the signature is then judged over what the hash says was signed.
                let claimed = match payload_hash {
                    Some(stated) if stated != payload.hash => Claimed { payload: stated, ..claimed },
                    _ => claimed,
                };
                claimed.judge(self.ring, self.trust, &mut self.notes)
            }
            _ => return,
        };
        let authorship = authorship.map_err(|fault| self.faults.push(fault)).ok();
        if kind == Some(Kind::SessionClose) {
            self.ends.closed_at.get_or_insert_with(|| text("at").to_owned());
        }
        if place == 1 {
            self.ends.opened_at = Some(text("at").to_owned());
        }
        self.last_at = Some(text("at").to_owned());
        let (
            Some(actor),
            Some(stated),
            Some(hash),
            Some(prev),
            Some((standing, authorship)),
            Some(at_moment),
        ) = (actor, payload.stated, hash, prev, authorship, at)
        else {
            return;
        };
        self.opened_by(place, stated.payload());
        if self.faults.len() > known {
            return;
        }
        self.keep(
            Event { seq, actor, stated, prev, hash, authorship, at: text("at").to_owned() },
            standing,
            at_moment,
        );
    }

    fn keep(&mut self, event: Event, standing: Standing, at: Moment) {
        if let Some((_, signer)) = event.authorship {
            self.recurrences.note(event.seq, signer, &event.stated, &mut self.notes);
        }
        payloads::expiry_note(event.seq, &event.stated, at, &mut self.notes);
        self.events.push(VerifiedEvent { event, standing });
    }

    fn report_flaws(&mut self, place: u64) -> bool {
        // Flaws come in the order of the text, so those of this event stand in front.
        let mut flawed = false;
        while let Some((_, flaw)) = self.flaws.pop_front_if(|(at, _)| *at == place) {
            self.faults.push(flaw_fault(Some(place), &flaw));
            flawed = true;
        }
        flawed
    }

    fn members(&mut self, place: u64, event: &Value) {
        let Some(members) = event.as_object() else {
            self.faults.push(Fault::event(
                place,
                Check::Members,
                "an object",
                event.kind(),
                "What stands here is no event",
            ));
            return;
        };
        for (name, _) in members.iter().filter(|(name, _)| !MEMBERS.contains(&name.as_str())) {
            self.faults.push(Fault::event(
                place,
                Check::Members,
                "only the members of an event",
                name,
                "The event has a member that no event has",
            ));
        }
    }

    /// Numbers run on from the event before, so that one gap is one fault.
    fn seq(&mut self, place: u64, event: &Value) -> u64 {
        let stated = event.get("seq").and_then(Value::as_count);
        let expected = self.last_seq.map_or(place, |last| last.saturating_add(1));
        self.last_seq = Some(stated.unwrap_or(expected));
        if stated != Some(expected) {
            let found = event.get("seq").map_or_else(|| "none".to_owned(), crate::json::canonical);
            self.faults.push(Fault::event(
                place,
                Check::Seq,
                expected,
                found,
                "The events' numbers have a gap, a repetition or a jump",
            ));
        }
        stated.unwrap_or(place)
    }

    fn known<T>(
        &mut self,
        place: u64,
        check: Check,
        text: &str,
        parse: impl Fn(&str) -> Option<T>,
        expected: &str,
    ) -> Option<T> {
        let found = parse(text);
        if found.is_none() {
            self.faults.push(Fault::event(
                place,
                check,
                expected,
                text,
                "The event is of no known kind or party",
            ));
        }
        found
    }

    fn payload_hash(
        &mut self,
        place: u64,
        text: &str,
        computed: PayloadHash,
        flawed: bool,
    ) -> Option<PayloadHash> {
        let stated = PayloadHash::parse(text).ok();
        if stated != Some(computed) && !flawed {
            self.faults.push(Fault::event(
                place,
                Check::PayloadHash,
                computed,
                text,
                "The payload is not the one that was hashed: it was altered",
            ));
        }
        stated
    }

    fn prev(&mut self, place: u64, text: &str) -> Option<EventHash> {
        let stated = EventHash::parse(text).ok();
        if stated.is_none() || !self.before.contains(&stated) {
            let expected = self.before.iter().flatten().next();
            self.faults.push(Fault::event(
                place,
                Check::PrevHash,
                expected.map_or_else(|| "a hash".to_owned(), ToString::to_string),
                text,
                "The event does not follow the one that stands before it",
            ));
        }
        stated
    }

    /// Recomputes the event's hash from what stands there; remembers what the next may
    /// name, and holds heads that were seen against it.
    fn event_hash(
        &mut self,
        event: &Value,
        seq: u64,
        payload: Option<PayloadHash>,
        prev: Option<EventHash>,
    ) -> Option<EventHash> {
        let place = self.place;
        let text = |key: &str| event.get(key).and_then(Value::as_text).unwrap_or_default();
        let stated = EventHash::parse(text("event_hash")).ok();
        let computed = match (self.session, payload, prev) {
            (Some(session), Some(payload), Some(prev)) => Some(
                Preimage {
                    session: session.as_str(),
                    seq,
                    actor: text("actor"),
                    kind: text("kind"),
                    payload,
                    prev,
                    at: text("at"),
                }
                .hash(),
            ),
            _ => None,
        };
        if stated.is_none() || (computed.is_some() && computed != stated) {
            self.faults.push(Fault::event(
                place,
                Check::EventHash,
                computed.map_or_else(|| "a hash".to_owned(), |hash| hash.to_string()),
                text("event_hash"),
                "The event's hash does not cover what stands there",
            ));
        }
        self.before = [stated, computed];
        for head in self.trust.seen.iter().filter(|head| head.seq == place && Some(head.hash) != stated) {
            self.faults.push(Fault::event(
                place,
                Check::SeenHead,
                head.hash,
                text("event_hash"),
                "The event is not the one that was seen here before",
            ));
        }
        stated
    }

    /// Event 1 names the vendor's key that the log brings.
    fn opened_by(&mut self, place: u64, payload: &Payload) {
        let (Payload::SessionOpen(open), Some(vendor)) = (payload, self.ring.vendor) else { return };
        if open.agent.fingerprint != vendor.fingerprint() {
            self.faults.push(Fault::event(
                place,
                Check::Keys,
                vendor.fingerprint(),
                open.agent.fingerprint,
                "The session was opened under another key than the vendor's in this log",
            ));
        }
    }

    pub(super) fn finish(mut self) -> Walked {
        if self.trust.resume.is_none() && self.place < 2 {
            self.faults.push(Fault::document(
                Check::Order,
                "an opening and the buyer's envelope",
                format!("{} events", self.place),
                "The log lacks the events with which every session begins",
            ));
        }
        let resume = self.last_at.map(|last_at| Resume {
            head: self.events.last().map_or_else(
                || self.trust.resume.as_ref().map_or(Head::EMPTY, |resume| resume.head.clone()),
                |event| event.event.head(),
            ),
            last_at,
            closed: self.rules.closed(),
        });
        self.ends.closed = self.rules.closed();
        Walked {
            first: self.first,
            count: self.place,
            head_text: self.head_text,
            faults: self.faults,
            notes: self.notes,
            events: self.events,
            resume,
            ends: self.ends,
        }
    }
}
