//! The ledger of decisions: its chain and signatures, and what each decision bound
//! against what stands in the log.

use std::collections::{BTreeMap, BTreeSet};

use anp::digest::{EventHash, Fingerprint, PayloadHash};
use anp::event::{SessionId, Stated};
use anp::json::{self, Value};
use anp::ledger::{Link, signed_text};
use anp::payload::Payload;
use anp::time::Moment;
use deal::AnswerKind;

use super::Found;
use crate::contents::{Contents, Entry, Waiting};
use crate::fields::{Fields, Misread, count};
use crate::record::{Record, Row};
use crate::signers::Signers;
use crate::verdict::Check;

/// How far a desk's clock may be ahead of its host's, in milliseconds.
pub(super) const CLOCKS_DIFFER_MILLIS: i64 = 300_000;

/// The kind under which decisions stand.
pub(crate) const DECISION: &str = "decision";

/// What a decision says, as far as it binds a session.
pub(crate) struct Statement {
    pub(crate) answer: AnswerKind,
    pub(crate) answers: Option<(u64, String)>,
    /// Kind and payload hash of each event.
    pub(crate) events: Vec<(String, String)>,
    pub(crate) session: String,
    pub(crate) head: (u64, String),
    pub(crate) landed: u64,
    pub(crate) mandate_version: Option<u64>,
    pub(crate) person: String,
    pub(crate) person_id: String,
    pub(crate) fingerprint: String,
    pub(crate) rebinds: Option<String>,
    /// Hash of the proposal whose vote passed.
    pub(crate) vote: Option<String>,
    pub(crate) at: Moment,
}

impl Statement {
    /// The decision of an entry; none where it is none, or is not disclosed.
    pub(crate) fn of_entry(entry: &Entry) -> Option<Result<Self, String>> {
        entry.payload.as_deref().filter(|_| entry.kind == DECISION).map(Self::read)
    }

    pub(crate) fn read(text: &str) -> Result<Self, String> {
        let value = json::parse_flawless(text.as_bytes()).map_err(|refused| refused.to_string())?;
        Self::of(&Fields::of(&value)).map_err(|misread| misread.to_string())
    }

    fn of(fields: &Fields<'_>) -> Result<Self, Misread> {
        let point = |point: &Fields<'_>| Ok((point.count("seq")?, point.text("hash")?.to_owned()));
        let (head, person) = (fields.object("head")?, fields.object("person")?);
        #[allow(clippy::cast_possible_wrap, reason = "counts stay below 2^53")]
        let at = Moment::from_millis(fields.count("at_unix_ms")? as i64);
        if !matches!(fields.count("v")?, 1 | 2) {
            return Err(fields.wrong("v", "1 or 2"));
        }
        let events = fields.list("events", |event| {
            Ok((event.text("kind")?.to_owned(), event.text("payload_hash")?.to_owned()))
        })?;
        let answer = fields.text("answer")?;
        let answer =
            AnswerKind::from_name(answer).ok_or_else(|| fields.wrong("answer", "what a person decides"))?;
        if !events.iter().map(|(kind, _)| kind.as_str()).eq(answer.wire_kinds().iter().copied()) {
            return Err(fields.wrong("events", &format!("what it takes to {}", answer.name())));
        }
        Ok(Self {
            answer,
            answers: fields.object_or_null("answers")?.as_ref().map(point).transpose()?,
            events,
            session: head.text("session")?.to_owned(),
            head: point(&head)?,
            landed: fields.count("landed")?,
            mandate_version: fields.count_or_null("mandate_version")?,
            person: person.text("name")?.to_owned(),
            person_id: person.text("id")?.to_owned(),
            fingerprint: person.text("fingerprint")?.to_owned(),
            rebinds: fields.text_or_null("rebinds")?.map(str::to_owned),
            vote: fields.text_if_any("vote")?.map(str::to_owned),
            at,
        })
    }
}

impl Statement {
    /// What a vote on it is about, as the text whose hash ballots are bound to.
    pub(crate) fn subject(&self) -> String {
        let point = |(seq, hash): &(u64, String)| {
            Value::object([("hash", Value::from(hash.as_str())), ("seq", count(*seq))])
        };
        let event = |(kind, hash): &(String, String)| {
            Value::object([
                ("kind", Value::from(kind.as_str())),
                ("payload_hash", Value::from(hash.as_str())),
            ])
        };
        json::canonical(&Value::object([
            ("answer", Value::from(self.answer.name())),
            ("answers", self.answers.as_ref().map_or(Value::Null, point)),
            ("events", Value::Array(self.events.iter().map(event).collect())),
            ("session", Value::from(self.session.as_str())),
        ]))
    }
}

/// Checks the ledger. Gives the places in the log behind which a disclosed decision stands.
pub(super) fn check(
    contents: &Contents,
    record: Option<&Record>,
    signers: &Signers<'_>,
    found: &mut Found,
) -> BTreeSet<u64> {
    let mut prev = EventHash::ZERO;
    let mut counters = BTreeMap::new();
    let mut heads = BTreeSet::from([EventHash::ZERO]);
    let mut statements = Vec::new();
    for (seq, entry) in (1..).zip(&contents.ledger.entries) {
        let linked = chained(contents, entry, (seq, prev));
        for wrong in linked.into_iter().chain(signed(contents, entry, &mut counters, &heads, signers)) {
            found.fault(Check::Decision, format!("entry {seq} of the ledger: {wrong}"));
        }
        prev = entry.event_hash;
        heads.insert(prev);
        match Statement::of_entry(entry) {
            Some(Ok(statement)) => statements.push((seq, entry, statement)),
            Some(Err(why)) => found.fault(Check::Decision, format!("entry {seq} of the ledger: {why}")),
            None => {}
        }
    }
    let waiting: Vec<Entry> = contents.ledger.waiting.iter().map(unplaced).collect();
    for entry in &waiting {
        for wrong in signed(contents, entry, &mut counters, &heads, signers) {
            found.fault(Check::Decision, format!("statement {} that waits: {wrong}", entry.counter));
        }
        match Statement::of_entry(entry) {
            Some(Ok(statement)) => statements.push((0, entry, statement)),
            Some(Err(why)) => {
                found.fault(Check::Decision, format!("statement {} that waits: {why}", entry.counter));
            }
            None => {}
        }
    }
    if !waiting.is_empty() {
        let what = match waiting.len() {
            1 => "1 statement is signed and has".to_owned(),
            count => format!("{count} statements are signed and have"),
        };
        let what = format!("{what} no place on the ledger yet: order and time are the author's word");
        found.note(None, what);
    }
    let mut taken = BTreeSet::new();
    for (seq, entry, statement) in &statements {
        Decided { seq: *seq, entry, statement }.person(signers, found);
    }
    let Some(record) = record else { return taken };
    let session = contents.about.session.as_ref().map(SessionId::as_str);
    let ours = statements.iter().filter(|(_, _, said)| Some(said.session.as_str()) == session);
    for (seq, entry, statement) in ours.clone() {
        let bound_again = ours
            .clone()
            .any(|(_, _, later)| later.rebinds.as_deref() == Some(entry.payload_hash.to_string().as_str()));
        let at = Decided { seq: *seq, entry, statement };
        at.points(record, found);
        if !bound_again {
            at.stands(record, &mut taken, found);
        }
    }
    undecided(contents, record, &taken, found);
    taken
}

/// A statement without a place, as far as it is an entry.
fn unplaced(waiting: &Waiting) -> Entry {
    Entry {
        seq: 0,
        kind: waiting.kind.clone(),
        payload: waiting.payload.clone(),
        payload_hash: waiting.payload_hash,
        counter: waiting.counter,
        head_seen: waiting.head_seen,
        signer: waiting.signer,
        signature: waiting.signature,
        prev_hash: EventHash::ZERO,
        event_hash: EventHash::ZERO,
        at: waiting.at.clone(),
    }
}

fn event_hash(ledger: &str, entry: &Entry) -> EventHash {
    let Entry { seq, signer, kind, payload_hash, prev_hash, at, .. } = entry;
    let (seq, signer, payload, prev) = (*seq, *signer, *payload_hash, *prev_hash);
    Link { ledger, seq, signer, kind, payload, prev, at }.hash()
}

fn chained(contents: &Contents, entry: &Entry, (seq, prev): (u64, EventHash)) -> Vec<String> {
    let ledger = &contents.ledger.id;
    let mut wrong = Vec::new();
    let mut check = |holds: bool, what: &str| {
        if !holds {
            wrong.push(what.to_owned());
        }
    };
    check(entry.seq == seq, "its number does not follow the one before");
    check(entry.prev_hash == prev, "it does not follow the entry before");
    check(entry.event_hash == event_hash(ledger, entry), "its hash does not cover what stands there");
    wrong
}

/// What of an entry its author signed, placed or not.
fn signed(
    contents: &Contents,
    entry: &Entry,
    counters: &mut BTreeMap<Fingerprint, u64>,
    heads: &BTreeSet<EventHash>,
    signers: &Signers<'_>,
) -> Vec<String> {
    let ledger = &contents.ledger.id;
    let mut wrong = Vec::new();
    let mut check = |holds: bool, what: &str| {
        if !holds {
            wrong.push(what.to_owned());
        }
    };
    let last = counters.insert(entry.signer, entry.counter).unwrap_or(0);
    check(entry.counter == last.saturating_add(1), "its signer's counter has a gap or a repetition");
    check(heads.contains(&entry.head_seen), "its signer saw a head that this ledger never had");
    if let Some(payload) = &entry.payload {
        let hash = PayloadHash::of_canonical(payload);
        check(hash == entry.payload_hash, "its payload is not the one that was hashed");
    }
    let at = Moment::parse(&entry.at);
    check(at.is_ok(), "its time is no time");
    if let Ok(at) = at
        && let Err(why) = signers.buyers(entry.signer, at)
    {
        check(false, &format!("it is signed by {}, {why}", entry.signer));
    }
    let key = contents.keys.iter().find(|key| key.key.fingerprint() == entry.signer);
    match key {
        None => check(false, "its signer's key is not in keys.json"),
        Some(key) => check(
            key.key
                .verify(
                    signed_text(ledger, &entry.kind, entry.payload_hash, entry.counter, entry.head_seen)
                        .as_bytes(),
                    &entry.signature,
                )
                .is_ok(),
            "its signature does not hold",
        ),
    }
    wrong
}

/// A decision that is disclosed, and of this session.
struct Decided<'a> {
    seq: u64,
    entry: &'a Entry,
    statement: &'a Statement,
}

impl Decided<'_> {
    fn fault(&self, found: &mut Found, what: &str) {
        let place = match self.seq {
            0 => format!("statement {} that waits", self.entry.counter),
            seq => format!("entry {seq} of the ledger"),
        };
        found.fault(Check::Decision, format!("{place}: {what}"));
    }

    /// The decision names the key that signed it, the person whose key it is, and the
    /// entry's time.
    fn person(&self, signers: &Signers<'_>, found: &mut Found) {
        let Statement { person, person_id, .. } = self.statement;
        if let Ok(holder) = signers.buyers(self.entry.signer, self.statement.at)
            && !holder.is(person, Some(person_id))
        {
            let owner = holder.name.unwrap_or_default();
            self.fault(
                found,
                &format!("it names {person:.60}, and the key that signed it is that of {owner:.60}"),
            );
        }
        if self.statement.fingerprint != self.entry.signer.to_string() {
            self.fault(found, "the person it names is not the one who signed it");
        }
        // The entry's time is the host's, who took it at that moment or later; clocks may
        // differ by as much as a request's may.
        let taken = Moment::parse(&self.entry.at).ok();
        if taken.is_none_or(|taken| self.statement.at.since(taken) > CLOCKS_DIFFER_MILLIS) {
            self.fault(found, "the decision's own time lies after the entry's");
        }
    }

    /// The head that was seen and the event that is answered stand in the log.
    fn points(&self, record: &Record, found: &mut Found) {
        let stands = |(seq, hash): &(u64, String)| record.at(*seq).is_some_and(|row| row.event_hash == *hash);
        if !stands(&self.statement.head) {
            self.fault(found, "the log does not have the head that it was bound to");
        }
        if self.statement.answers.as_ref().is_some_and(|point| !stands(point)) {
            self.fault(found, "the log does not have the event that it answers");
        }
    }

    /// What was decided stands in the log, signed by the same key, behind the head.
    fn stands(&self, record: &Record, taken: &mut BTreeSet<u64>, found: &mut Found) {
        for (index, (kind, hash)) in (0_u64..).zip(&self.statement.events) {
            // Events that had landed before the decision was bound again stand before its head.
            let behind = if index < self.statement.landed { 0 } else { self.statement.head.0 };
            let same = |row: &&Row| {
                row.actor == "buyer" && row.kind == *kind && row.payload_hash == *hash && row.place > behind
            };
            let signer = self.entry.signer.to_string();
            let free = |row: &&Row| !taken.contains(&row.place);
            let by_signer = |row: &&Row| row.signer.as_deref() == Some(signer.as_str());
            let candidates = || record.rows.iter().filter(same).filter(free);
            if let Some(row) = candidates().find(by_signer) {
                taken.insert(row.place);
                self.accepts(row, found);
            } else if let Some(row) = candidates().next() {
                let what = format!("event {} carries what it decided, signed by another key", row.place);
                self.fault(found, &what);
            } else {
                found.note(
                    None,
                    format!(
                        "entry {} of the ledger: its {kind} was decided and is not in this log",
                        self.seq
                    ),
                );
            }
        }
    }
}

impl Decided<'_> {
    /// A close accepts just what was decided: the event that the decision answers, or none.
    fn accepts(&self, row: &Row, found: &mut Found) {
        let Some(Payload::SessionClose(reason)) = row.stated.as_ref().map(Stated::payload) else { return };
        let named = reason.reason.as_deref().and_then(deal::accepted_event);
        let named = named.map(|hash| EventHash(hash).to_string());
        let accept = self.statement.answer == AnswerKind::Accept;
        let decided = self.statement.answers.as_ref().filter(|_| accept).map(|(_, hash)| hash.clone());
        if named != decided {
            let what = format!(
                "event {} accepts {}, and the decision accepts {}",
                row.place,
                named.as_deref().unwrap_or("nothing"),
                decided.as_deref().unwrap_or("nothing")
            );
            self.fault(found, &what);
        }
    }
}

/// Answers of people behind which no disclosed decision stands.
fn undecided(contents: &Contents, record: &Record, taken: &BTreeSet<u64>, found: &mut Found) {
    let platform = contents.keys.iter().filter(|key| key.name == "buyer");
    let platform: Vec<String> = platform.map(|key| key.key.fingerprint().to_string()).collect();
    let by_person = |row: &&Row| {
        row.actor == "buyer" && row.signer.as_ref().is_some_and(|signer| !platform.contains(signer))
    };
    for row in record.rows.iter().filter(by_person).filter(|row| !taken.contains(&row.place)) {
        let what = "no decision that is disclosed here stands behind this answer of a person";
        found.note(Some(row.place), what);
    }
}
