//! The walk along the events. Each is judged on what stands there itself, so that one
//! altered event does not colour its successors.

use std::collections::VecDeque;

use super::VerifiedEvent;
use super::acceptance::Acceptance;
use super::document::{Ends, Notes, flaw_fault};
use super::keyring::{Keyring, Standing};
use super::links::Links;
use super::payloads::{self, Recurrences};
use super::rules::Rules;
use super::seen::Seen;
use super::signatures::{Author, Claim};
use super::stream::Row;
use super::trust::{Resume, Trust};
use super::verdict::{Check, Fault, Faults};
use crate::digest::{EventHash, Fingerprint, PayloadHash};
use crate::event::{Event, Head, Kind, SessionId};
use crate::json::{Flaw, Value};
use crate::payload::Says;

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

/// What is kept of sound events.
pub(super) enum Kept {
    /// The events themselves; only those of which trees were built.
    Events(Vec<VerifiedEvent>),
    /// What a table of them shows.
    Rows(Vec<Row>),
    /// Nothing: the verdict alone is asked for.
    Nothing,
}

/// What came of the walk.
pub(super) struct Walked {
    pub(super) first: u64,
    pub(super) count: u64,
    pub(super) head_text: String,
    pub(super) faults: Vec<Fault>,
    pub(super) notes: Notes,
    pub(super) kept: Kept,
    pub(super) resume: Option<Resume>,
    pub(super) ends: Ends,
    /// Whether a member's key that no pin covers signed more than messages.
    pub(super) by_members: bool,
}

/// What the last event states as its hash, and so the document as its head.
enum HeadWord {
    Hash(EventHash),
    /// A text that is no hash.
    Text(String),
}

/// The walk.
pub(super) struct Chain<'a> {
    ring: &'a Keyring,
    trust: &'a Trust,
    flaws: VecDeque<(u64, Flaw)>,
    first: u64,
    place: u64,
    links: Links<'a>,
    last_at: Option<String>,
    head: HeadWord,
    rules: Rules,
    recurrences: Recurrences,
    acceptance: Acceptance,
    faults: Faults,
    notes: Notes,
    /// The last sound event, and what is kept of all of them.
    sound: Option<Head>,
    kept: Kept,
    ends: Ends,
    by_members: bool,
}

impl<'a> Chain<'a> {
    pub(super) fn start(
        session: Option<&'a SessionId>,
        ring: &'a Keyring,
        trust: &'a Trust,
        kept: Kept,
    ) -> Self {
        let head = trust.resume.as_ref().map_or(Head::EMPTY, |resume| resume.head.clone());
        Self {
            ring,
            trust,
            flaws: VecDeque::new(),
            first: head.seq.saturating_add(1),
            place: head.seq,
            links: Links::start(session, trust, &head),
            last_at: trust.resume.as_ref().map(|resume| resume.last_at.clone()),
            head: HeadWord::Hash(if head.seq > 0 { head.hash } else { EventHash::ZERO }),
            rules: Rules::start(trust.resume.as_ref()),
            recurrences: Recurrences::default(),
            acceptance: Acceptance::start(trust.resume.is_some()),
            faults: Faults::default(),
            notes: Vec::new(),
            sound: None,
            kept,
            ends: Ends::default(),
            by_members: false,
        }
    }

    /// How many events lie behind it, those before the document included.
    pub(super) const fn place(&self) -> u64 {
        self.place
    }

    /// Flaws of the text that touch events, by their places, in the order of the text;
    /// each is given before its event is taken.
    pub(super) fn flawed(&mut self, flaws: impl IntoIterator<Item = (u64, Flaw)>) {
        self.flaws.extend(flaws);
    }

    pub(super) fn take(&mut self, mut event: Seen<'_>) {
        self.place = self.place.saturating_add(1);
        let place = self.place;
        let known = self.faults.found();
        let flawed = self.report_flaws(place);
        if event.tree.is_some_and(|tree| !self.members(place, tree)) {
            self.links.no_event();
            self.head = HeadWord::Text(String::new());
            return;
        }
        let seq = self.links.seq(place, &event, &mut self.faults);
        self.known(place, Check::Actor, event.actor.is_some(), &event, "actor", "vendor_agent or buyer");
        self.known(place, Check::Kind, event.kind.is_some(), &event, "kind", "one of the seven kinds");
        if let Some(fault) = self.rules.order(place, event.actor, event.kind) {
            self.faults.push(fault);
        }
        let at = self.rules.time(place, event.at, event.moment, &mut self.notes);
        let at = at.map_err(|fault| self.faults.push(fault)).ok();

        if !flawed {
            self.payload(place, &mut event);
        }
        self.links.prev(place, &event, &mut self.faults);
        if self.links.hash(place, seq, &event, &mut self.faults)
            && let Some(moment) = event.moment
        {
            self.rules.stood_at(moment);
        }
        self.head = match event.hash {
            Some(hash) => HeadWord::Hash(hash),
            None => HeadWord::Text(event.text("event_hash")),
        };

        let (Some(actor), Some(kind)) = (event.actor, event.kind) else { return };
        // A payload that was altered under a standing hash has its own fault; the
        // signature is then judged over what the hash says was signed.
        let payload = event.payload_hash.unwrap_or(event.payload.hash);
        let claim = Claim { seq: place, actor, kind, payload, at, proof: &event.proof };
        let author = claim.judge(self.ring, self.trust, &mut self.notes);
        let author = author.map_err(|fault| self.faults.push(fault)).ok();
        if kind == Kind::SessionClose && self.faults.found() == known {
            self.rules.close();
        }
        self.remember_time(place, event.at);
        if let Some(Author { standing: Standing::Member(_), signer: Some(signer), .. }) = &author {
            let pinned = self.trust.pins.iter().any(|pin| pin.fingerprint == *signer);
            self.by_members |= kind != Kind::Message && !pinned;
        }
        let (Some(says), Some(author), Some(at)) = (event.payload.says, author, at) else { return };
        if event.prev.is_none() || event.hash.is_none() {
            return;
        }
        self.opened_by(place, &says);
        if self.faults.found() > known {
            return;
        }
        if let Some(signer) = author.signer {
            self.recurrences.note(seq, (signer, kind, event.payload.hash), &mut self.notes);
        }
        payloads::expiry_note(seq, &says, at, &mut self.notes);
        self.acceptance.take(seq, &event, at, &mut self.notes);
        self.keep(seq, event, author);
    }

    fn keep(&mut self, seq: u64, event: Seen<'_>, author: Author) {
        let (Some(actor), Some(kind), Some(prev), Some(hash)) =
            (event.actor, event.kind, event.prev, event.hash)
        else {
            return;
        };
        self.sound = Some(Head { seq, hash });
        let Author { standing, signer, signature } = author;
        match (&mut self.kept, event.payload.stated) {
            (Kept::Events(events), Some(stated)) => events.push(VerifiedEvent {
                event: Event {
                    seq,
                    actor,
                    stated: *stated,
                    prev,
                    hash,
                    authorship: signature.zip(signer),
                    at: event.at.to_owned(),
                },
                standing,
            }),
            (Kept::Rows(rows), _) => {
                rows.push(Row { seq, at: event.at.to_owned(), actor, kind, standing });
            }
            _ => {}
        }
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

    /// Whether it is an object at all; a member too many is a fault of its own.
    fn members(&mut self, place: u64, event: &Value) -> bool {
        let Some(members) = event.as_object() else {
            self.faults.push(Fault::event(
                place,
                Check::Members,
                "an object",
                event.kind(),
                "What stands here is no event",
            ));
            return false;
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
        true
    }

    fn known(
        &mut self,
        place: u64,
        check: Check,
        known: bool,
        event: &Seen<'_>,
        member: &str,
        expected: &str,
    ) {
        if !known {
            self.faults.push(Fault::event(
                place,
                check,
                expected,
                event.text(member),
                "The event is of no known kind or party",
            ));
        }
    }

    /// The payload's hash, then its schema.
    fn payload(&mut self, place: u64, event: &mut Seen<'_>) {
        let computed: PayloadHash = event.payload.hash;
        if event.payload_hash != Some(computed) {
            self.faults.push(Fault::event(
                place,
                Check::PayloadHash,
                computed,
                event.text("payload_hash"),
                "The payload is not the one that was hashed: it was altered",
            ));
        }
        if let (Some(fault), Some(kind)) = (event.payload.fault.take(), event.kind) {
            self.faults.push(Fault::event(
                place,
                Check::PayloadSchema,
                format!("a payload of kind {kind}"),
                fault,
                "The payload breaks the protocol's schema",
            ));
        }
    }

    fn remember_time(&mut self, place: u64, at: &str) {
        if self.rules.closed() {
            self.ends.closed_at.get_or_insert_with(|| at.to_owned());
        }
        if place == 1 {
            self.ends.opened_at = Some(at.to_owned());
        }
        let last = self.last_at.get_or_insert_default();
        last.clear();
        last.push_str(at);
    }

    /// Event 1 names the vendor's key that the log brings.
    fn opened_by(&mut self, place: u64, says: &Says) {
        let vendor: Option<Fingerprint> = self.ring.vendor.map(|vendor| vendor.fingerprint);
        let (Some(opener), Some(vendor)) = (says.opener, vendor) else { return };
        if opener != vendor {
            self.faults.push(Fault::event(
                place,
                Check::Keys,
                vendor,
                opener,
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
        let before = self.trust.resume.as_ref().map_or(Head::EMPTY, |resume| resume.head.clone());
        let resume = self.last_at.map(|last_at| Resume {
            head: self.sound.unwrap_or(before),
            last_at,
            closed: self.rules.closed(),
        });
        self.ends.closed = self.rules.closed();
        Walked {
            first: self.first,
            count: self.place,
            head_text: match self.head {
                HeadWord::Hash(hash) => hash.to_string(),
                HeadWord::Text(text) => text,
            },
            faults: self.faults.listed(),
            notes: self.notes,
            kept: self.kept,
            resume,
            ends: self.ends,
            by_members: self.by_members,
        }
    }
}
