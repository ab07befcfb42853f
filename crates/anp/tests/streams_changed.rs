//! Logs of random make with something changed at random get one verdict, whatever reads them.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::string_slice, missing_docs)]

mod ledger;

use std::io::Cursor;

use anp::event::{Actor, Kind};
use anp::keys::SecretKey;
use anp::time::Moment;
use anp::verify::{Resume, Stream, Trust, judge, verdict};
use ledger::{Draft, counter, decline, message, offer, offer_value, payload, pins};
use proptest::prelude::*;
use serde_json::json;
use support::people;

/// What verifiers may know of the drafts' session.
fn knowledge(draft: &Draft, which: usize) -> Trust {
    match which {
        0 => Trust::default(),
        1 => Trust { seen: vec![draft.events[1].head(), draft.head()], ..pins() },
        2 => Trust { own_org: true, ..pins() },
        3 => {
            let event = &draft.events[1];
            let resume = Resume { head: event.head(), last_at: event.at.clone(), closed: false };
            Trust { resume: Some(resume), ..pins() }
        }
        _ => pins(),
    }
}

/// Pieces of text that readers stumble over.
const PIECES: [&str; 40] = [
    "",
    "\"",
    "\\",
    "\\/",
    "\\u0041",
    "\\ud800",
    "\n",
    " ",
    ",",
    ":",
    "{",
    "}",
    "[",
    "]",
    "0",
    "1",
    "1.0",
    "-0",
    "1e3",
    "1e999",
    "9007199254740993",
    "null",
    "true",
    "é",
    "\u{1f600}",
    "\u{0}",
    "\"notes\":\"\",",
    "{\"seq\":1}",
    "[]",
    "\"a\":1,",
    "offer",
    "buyer",
    "vendor_agent",
    "session_close",
    "A",
    "f",
    "_",
    "2026-07-11T09:00:00Z",
    "\"events\":[",
    "]}",
];

/// A log of random make: kinds, authors, times, prices.
fn drafted(events: Vec<(usize, usize, i64, u32)>) -> Draft {
    let mut draft =
        Draft::begun().knowing("olivia", &people::olivia(), &["deal_owner"], ("2026-01-01T00:00:00Z", None));
    let mut now = Moment::parse("2026-07-11T09:10:00Z").unwrap();
    for (kind, author, seconds, number) in events {
        now = now.plus_millis((seconds - 30) * 1000);
        let key: Option<SecretKey> = match author {
            0 | 1 => Some(people::contoso_agent()),
            2 => Some(people::platform()),
            3 => Some(people::olivia()),
            _ => None,
        };
        let actor = if author < 2 { Actor::VendorAgent } else { Actor::Buyer };
        let said = match kind {
            0..=2 => offer(f64::from(number) / 128.0),
            3 => counter(f64::from(number % 3)),
            4 => message("Ünïcode \"quoted\"\t"),
            5 => decline(),
            6 => payload(Kind::Offer, &{
                let mut value = offer_value(f64::from(number % 1000) / 10.0);
                value["expires_at"] = json!("2026-07-11T09:12:00Z");
                value
            }),
            _ => ledger::close(),
        };
        draft = draft.at(&now.to_text(), actor, said, key.as_ref());
    }
    draft
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]
    #[test]
    fn on_logs_with_something_changed(
        events in proptest::collection::vec((0_usize..8, 0_usize..5, 0_i64..400, any::<u32>()), 0..8),
        changes in proptest::collection::vec((any::<prop::sample::Index>(), 0_usize..6, 0_usize..40, any::<u8>()), 0..4),
        bytes in any::<bool>(),
        (pieces, workers, known) in (1_usize..4000, 1_usize..4, 0_usize..5),
    ) {
        let draft = drafted(events);
        let mut text = draft.text().into_bytes();
        for (at, removed, piece, byte) in changes {
            let at = at.index(text.len() + 1);
            let end = (at + removed).min(text.len());
            if bytes && byte > 100 {
                text.splice(at..end, [byte]);
            } else {
                text.splice(at..end, PIECES[piece].bytes());
            }
        }
        let trust = knowledge(&draft, known);
        let tree = judge(&text, &trust).verdict;
        prop_assert_eq!(&verdict(&text, &trust, 1), &tree, "{}", String::from_utf8_lossy(&text));
        let stream = Stream::new(&trust, workers).in_pieces(pieces);
        prop_assert_eq!(&stream.verdict(&text), &tree, "{}", String::from_utf8_lossy(&text));
        prop_assert_eq!(&stream.verdict_of(Cursor::new(&text), |_| ()).unwrap(), &tree);
    }
}
