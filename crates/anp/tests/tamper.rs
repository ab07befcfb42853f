//! A good, signed log, with keys pinned and a head seen, altered at every byte and at
//! every event. It is never green without a new note, except where the bytes mean the
//! same or are the host's word that nothing binds; the places are listed here.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, missing_docs)]

mod ledger;

use std::collections::BTreeSet;
use std::ops::Range;

use anp::json;
use anp::verify::{Note, Outcome, Trust, judge};
use ledger::{Draft, pins, rehash};
use serde_json::Value;

/// Values that nothing binds: the host's word. A change here may go unnoticed.
const HOSTS_WORD: [&str; 3] = [
    // The same moment in another spelling; another moment is a note.
    "/session/opened_at",
    "/session/closed_at",
    // What an attestation does not cover. Only `agent` means anything, and takes away.
    "/keys/olivia/roles/0",
];

/// Keys whose member readers do without: renamed, they are a further key that is tolerated.
const KEYS_THAT_MAY_LACK: [&str; 8] = [
    "/session/sandbox",
    "/session/status",
    "/session/opened_at",
    "/session/closed_at",
    "/chain/verified",
    "/keys/olivia/roles",
    // An open-ended membership says so by null or by nothing.
    "/keys/olivia/valid_to",
    // The entry's own name is the host's.
    "/keys/olivia",
];

fn trust(draft: &Draft) -> Trust {
    Trust { seen: vec![draft.events[4].head(), draft.head()], ..pins() }
}

/// The spans of the text that the two lists allow, found by their values and keys.
fn allowed_spans(text: &str) -> Vec<Range<usize>> {
    let span = |needle: &str, inner: &str| {
        assert_eq!(text.matches(needle).count(), 1, "{needle}");
        let at = text.find(needle).unwrap() + needle.find(inner).unwrap();
        at..at + inner.len()
    };
    let value: Value = serde_json::from_str(text).unwrap();
    let mut spans = Vec::new();
    for pointer in HOSTS_WORD {
        let found = value.pointer(pointer).unwrap().to_string();
        let (parent, key) = pointer.rsplit_once('/').unwrap();
        let needle = if key == "0" { format!(r#""roles":[{found}]"#) } else { format!(r#""{key}":{found}"#) };
        assert!(value.pointer(parent).is_some());
        spans.push(span(&needle, &found));
    }
    for pointer in KEYS_THAT_MAY_LACK {
        let key = pointer.rsplit_once('/').unwrap().1;
        let quoted = format!(r#""{key}":"#);
        spans.push(span(&quoted, key));
    }
    spans
}

/// What the bytes mean: equal trees are the same log.
fn meaning(bytes: &[u8]) -> Option<json::Value> {
    json::parse(bytes).ok().filter(|parsed| parsed.flaws.is_empty()).map(|parsed| parsed.value)
}

fn notes(notes: &[Note]) -> BTreeSet<(Option<u64>, String)> {
    notes.iter().map(|note| (note.seq, note.detail.clone())).collect()
}

#[test]
fn every_byte() {
    let draft = Draft::whole();
    let text = draft.text();
    let trust = trust(&draft);
    let good = judge(text.as_bytes(), &trust).verdict;
    assert_eq!((good.outcome, good.anchored), (Outcome::Green, true));
    let known = notes(&good.notes);
    let same = meaning(text.as_bytes());
    let spans = allowed_spans(&text);
    let unnoticed: BTreeSet<usize> = std::thread::scope(|scope| {
        let halves = [0, 1].map(|half| {
            let (text, trust, known, same, spans) = (&text, &trust, &known, &same, &spans);
            scope.spawn(move || flipped(text, half, trust, known, same.as_ref(), spans))
        });
        halves.into_iter().flat_map(|half| half.join().unwrap()).collect()
    });
    // The lists say no more than what is so: each place was needed.
    for span in &spans {
        let needed = span.clone().any(|at| unnoticed.contains(&at));
        assert!(needed, "{} is noticed everywhere", around(&text, span.start));
    }
}

/// Flips every second byte; gives those where some flip went unnoticed.
fn flipped(
    text: &str,
    half: usize,
    trust: &Trust,
    known: &BTreeSet<(Option<u64>, String)>,
    same: Option<&json::Value>,
    spans: &[Range<usize>],
) -> BTreeSet<usize> {
    let mut unnoticed = BTreeSet::new();
    let mut bytes = text.as_bytes().to_vec();
    for at in (half..bytes.len()).step_by(2) {
        let before = bytes[at];
        // The lowest bit, the case, no UTF-8, the end of a string, white space.
        let flips = [before ^ 1, before ^ 0x20, before ^ 0x80, b'"', b' '];
        for flip in flips.into_iter().filter(|flip| *flip != before) {
            bytes[at] = flip;
            let verdict = judge(&bytes, trust).verdict;
            if verdict.outcome == Outcome::Green
                && notes(&verdict.notes).is_subset(known)
                && meaning(&bytes).as_ref() != same
            {
                let allowed = spans.iter().any(|span| span.contains(&at));
                let (from, to) = (char::from(before), char::from(flip));
                assert!(allowed, "byte {at}, {from:?} to {to:?} in {}", around(text, at));
                unnoticed.insert(at);
            }
        }
        bytes[at] = before;
    }
    unnoticed
}

/// What no single byte can change, and nothing binds either: green, with a note.
#[test]
fn the_hosts_word() {
    let draft = Draft::whole();
    let known_by = trust(&draft);
    let known = notes(&judge(draft.text().as_bytes(), &known_by).verdict.notes);
    for (from, to) in [
        (r#""sandbox":false"#, r#""sandbox":true"#),
        (r#""verified":true"#, r#""verified":false"#),
        (r#""closed_at":"2026-07-11T09:07:00.000Z""#, r#""closed_at":null"#),
    ] {
        let text = draft.text();
        assert_eq!(text.matches(from).count(), 1, "{from}");
        let verdict = judge(text.replacen(from, to, 1).as_bytes(), &known_by).verdict;
        assert_eq!(verdict.outcome, Outcome::Green, "{to}");
        assert_eq!(notes(&verdict.notes).difference(&known).count(), 1, "{to}");
    }
    let mut open = draft;
    open.events.truncate(5);
    let text = open.text().replacen(r#""status":"open""#, r#""status":"awaiting its owner""#, 1);
    let verdict = judge(text.as_bytes(), &trust(&open)).verdict;
    assert_eq!((verdict.outcome, notes(&verdict.notes)), (Outcome::Green, known), "words for open");
}

fn around(text: &str, at: usize) -> String {
    text.chars().skip(at.saturating_sub(30)).take(60).collect()
}

/// Deleted, doubled, swapped, moved; as it stands and hashed anew by the host.
#[test]
fn every_event() {
    let draft = Draft::whole();
    let good = draft.value();
    let trust = trust(&draft);
    let count = draft.events.len();
    let mut tried = 0;
    let mut red = |what: &str, change: &dyn Fn(&mut Vec<Value>)| {
        for hashed_anew in [false, true] {
            let mut log = good.clone();
            change(log["events"].as_array_mut().unwrap());
            if log["events"] == good["events"] {
                continue;
            }
            if hashed_anew {
                rehash(&mut log);
            }
            let verdict = judge(log.to_string().as_bytes(), &trust).verdict;
            assert_eq!(verdict.outcome, Outcome::Red, "{what}, hashed anew: {hashed_anew}");
            tried += 1;
        }
    };
    for one in 0..count {
        red(&format!("{one} deleted"), &|events| drop(events.remove(one)));
        red(&format!("cut before {one}"), &|events| events.truncate(one));
        for two in 0..count {
            red(&format!("{one} and {two} swapped"), &|events| events.swap(one, two));
            red(&format!("{one} doubled at {two}"), &|events| events.insert(two, events[one].clone()));
            red(&format!("{one} moved to {two}"), &|events| {
                let event = events.remove(one);
                events.insert(two, event);
            });
            red(&format!("{one}'s payload in {two}"), &|events| {
                events[two]["payload"] = events[one]["payload"].clone();
            });
        }
    }
    assert!(tried > 400, "{tried}");
}

/// Every member of every event altered in kind, and hashed anew by a host without keys.
/// Who has seen the head sees it; without it, the signatures leave the host its own
/// `at`, the opening that it assembles, and nothing else.
#[test]
fn every_member_of_every_event() {
    let draft = Draft::whole();
    let good = draft.value();
    let seen = trust(&draft);
    let known = notes(&judge(draft.text().as_bytes(), &seen).verdict.notes);
    for place in 0..draft.events.len() {
        for member in ["actor", "kind", "payload", "signature", "signer", "at"] {
            for other in 0..draft.events.len() {
                let mut log = good.clone();
                log["events"][place][member] = good["events"][other][member].clone();
                if log["events"] == good["events"] {
                    continue;
                }
                rehash(&mut log);
                let text = log.to_string();
                let what = format!("{member} of {other} in {place}");
                let unnoticed = |trust: &Trust| {
                    let verdict = judge(text.as_bytes(), trust).verdict;
                    verdict.outcome == Outcome::Green && notes(&verdict.notes).is_subset(&known)
                };
                assert!(!unnoticed(&seen), "{what}");
                let hosts_own = member == "at" || (place == 0 && member == "payload");
                assert!(hosts_own || !unnoticed(&pins()), "{what}, unseen");
            }
        }
    }
}
