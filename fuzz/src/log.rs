//! Session logs and their verdicts.

use std::collections::HashSet;
use std::io::Cursor;
use std::sync::LazyLock;

use anp::diff::{Difference, diff};
use anp::digest::{Fingerprint, PayloadHash};
use anp::event::{Actor, Event, Kind};
use anp::verify::{Judgement, Note, Outcome, Outline, Stream, Trust, VerifiedLog, judge};

use crate::ledger::{self, Draft, pins};

/// What people have said and signed: actor, kind, payload and key.
pub(crate) type Said = HashSet<(Actor, Kind, PayloadHash, Fingerprint)>;

/// The sessions that the corpus begins with. Beside them it has one in which Mallory
/// speaks, and what she says never counts.
#[must_use]
pub fn drafts() -> [Draft; 4] {
    let short = Draft::begun().vendor(ledger::offer(1200.0));
    let late = short.clone().at(
        "2026-07-11T08:00:00Z",
        Actor::VendorAgent,
        ledger::message("Earlier than before."),
        Some(&support::people::contoso_agent()),
    );
    [Draft::whole(), Draft::opening(), short, late]
}

/// What the people of the corpus have.
static SAID: LazyLock<Said> =
    LazyLock::new(|| drafts().iter().flat_map(|draft| draft.events.iter()).filter_map(said).collect());

static WHOLE: LazyLock<String> = LazyLock::new(|| Draft::whole().text());

/// Every kind of knowledge with which a log may be judged.
static TRUSTS: LazyLock<[Trust; 4]> = LazyLock::new(|| {
    let whole = judge(WHOLE.as_bytes(), &pins()).log.expect("our own log is green");
    let begun = judge(Draft::begun().text().as_bytes(), &pins()).log.expect("our own log is green");
    [
        Trust::default(),
        Trust { own_org: true, ..pins() },
        Trust { seen: vec![whole.head().clone(), begun.head().clone()], ..pins() },
        Trust { resume: Some(begun.resume().clone()), ..pins() },
    ]
});

pub(crate) fn said(event: &Event) -> Option<(Actor, Kind, PayloadHash, Fingerprint)> {
    let (_, signer) = event.authorship?;
    Some((event.actor, event.stated.kind(), event.stated.hash(), signer))
}

/// Whatever the bytes are, the verdict is at one with itself, and no pinned green says
/// what nobody signed.
pub fn judged_soundly(bytes: &[u8]) {
    let [nothing, pinned, seen, resumed] = &*TRUSTS;
    let alone = sound(bytes, nothing);
    for trust in [pinned, seen, resumed] {
        let judgement = sound(bytes, trust);
        held(&judgement, trust);
        let green = judgement.verdict.outcome == Outcome::Green;
        assert!(judgement.verdict.anchored || judgement.verdict.outcome == Outcome::Unreadable);
        // Whoever knows more finds more: pins and seen heads excuse nothing.
        let excused = green && trust.resume.is_none() && alone.verdict.outcome != Outcome::Green;
        assert!(!excused, "green with pins alone: {:#?}", alone.verdict.faults);
    }
    compared(bytes, &alone);
}

/// The same after a host without keys has made all hashes anew.
pub fn no_key_no_green(bytes: &[u8]) {
    let Ok(mut log) = serde_json::from_slice::<serde_json::Value>(bytes) else { return };
    let objects = log["session"].is_object() && log["chain"].is_object();
    let events = log["events"].as_array();
    if !objects || !events.is_some_and(|events| events.iter().all(serde_json::Value::is_object)) {
        return;
    }
    ledger::rehash(&mut log);
    let text = log.to_string();
    let [_, pinned, seen, _] = &*TRUSTS;
    held(&sound(text.as_bytes(), pinned), pinned);
    let rewritten = sound(text.as_bytes(), seen);
    held(&rewritten, seen);
    if let Some(log) = rewritten.log {
        // Two seen heads bind every byte that is hashed.
        assert_eq!(log.head(), &Draft::whole().head());
    }
}

fn sound(bytes: &[u8], trust: &Trust) -> Judgement {
    let judgement = judge(bytes, trust);
    let verdict = &judgement.verdict;
    assert_eq!(anp::verify::verdict(bytes, trust, 1), *verdict);
    read_in_pieces(bytes, trust, &judgement);
    let green = verdict.outcome == Outcome::Green;
    assert_eq!((judgement.log.is_some(), verdict.faults.is_empty()), (green, green), "{verdict:#?}");
    assert!(verdict.verified_prefix <= verdict.event_count, "{verdict:#?}");
    let places = verdict.faults.iter().filter_map(|fault| fault.seq);
    for seq in places.chain(verdict.notes.iter().filter_map(|note| note.seq)) {
        assert!((1..=verdict.event_count).contains(&seq), "{verdict:#?}");
    }
    if let Some(log) = &judgement.log {
        assert_eq!(log.head().seq, verdict.event_count);
        assert_eq!(verdict.verified_prefix, verdict.event_count);
    }
    judgement
}

/// Pieces that end anywhere, within an event or a character, change nothing.
fn read_in_pieces(bytes: &[u8], trust: &Trust, judgement: &Judgement) {
    let length = 1 + usize::from(bytes.last().copied().unwrap_or_default()) * 7;
    let stream = Stream::new(trust, 1).in_pieces(length);
    let read = stream.outline(Cursor::new(bytes), |_| ()).expect("memory can be read");
    let (verdict, outline) = read;
    assert_eq!(verdict, judgement.verdict, "in pieces of {length}");
    let heads = (outline.as_ref().map(Outline::head), judgement.log.as_ref().map(VerifiedLog::head));
    assert_eq!(heads.0, heads.1);
}

/// Signed events are somebody's words. An unsigned one is a claim, and noted as one; in a
/// log of our own organisation nothing but the opening may be unsigned.
pub(crate) fn only_what_was_said(log: &VerifiedLog, notes: &[Note], trust: &Trust, known: &Said) {
    for event in log.events() {
        let event = event.event();
        let stands = match said(event) {
            Some(said) => known.contains(&said),
            None if event.stated.kind() == Kind::SessionOpen => event.seq == 1,
            None => !trust.own_org && notes.iter().any(|note| note.seq == Some(event.seq)),
        };
        assert!(stands, "nobody said this: {event:?}");
    }
}

fn held(judgement: &Judgement, trust: &Trust) {
    if let Some(log) = &judgement.log {
        only_what_was_said(log, &judgement.verdict.notes, trust, &SAID);
    }
}

/// Comparing knows no order, and finds nothing between a log and itself.
fn compared(bytes: &[u8], alone: &Judgement) {
    if let Ok(same) = diff(bytes, bytes) {
        assert!(matches!(same, Difference::None { .. }), "{same:?}");
        if alone.verdict.outcome == Outcome::Green {
            assert_eq!(same, Difference::None { events: alone.verdict.event_count });
        }
    }
    let (there, back) = (diff(bytes, WHOLE.as_bytes()), diff(WHOLE.as_bytes(), bytes));
    assert_eq!(there.is_ok(), back.is_ok());
    if let (Ok(there), Ok(back)) = (there, back) {
        assert_eq!(there, mirrored(back));
    }
}

fn mirrored(difference: Difference) -> Difference {
    match difference {
        Difference::Session { first, second } => Difference::Session { first: second, second: first },
        Difference::Longer { common, first, more } => Difference::Longer { common, first: !first, more },
        Difference::Event { seq, mut members } => {
            for member in &mut members {
                core::mem::swap(&mut member.first, &mut member.second);
            }
            Difference::Event { seq, members }
        }
        none @ Difference::None { .. } => none,
    }
}
