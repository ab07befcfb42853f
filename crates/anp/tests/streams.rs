//! The verdict without trees, by several workers, and from a reader in pieces of any
//! size is the one of `judge`, to the letter.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::string_slice, clippy::panic, missing_docs)]

mod ledger;

use std::io::Cursor;

use anp::event::{Actor, Head};
use anp::verify::{Outcome, Outline, Resume, Stream, Trust, Verdict, judge, verdict, verdict_of};
use ledger::{Draft, counter, decline, message, offer, pins, rehash};
use serde_json::{Value, json};
use support::{people, vectors};

/// Judges in every way, and gives the verdict that all of them come to.
fn alike(bytes: &[u8], trust: &Trust) -> Verdict {
    let tree = judge(bytes, trust).verdict;
    let told = |verdict: &Verdict, way: &str| {
        assert_eq!(*verdict, tree, "{way}: {}", String::from_utf8_lossy(bytes));
    };
    for workers in [1, 2] {
        told(&verdict(bytes, trust, workers), &format!("{workers} workers"));
    }
    for (pieces, workers) in [(1, 1), (37, 2), (700, 1), (700, 3), (1500, 2), (5000, 1)] {
        let way = format!("{workers} workers in pieces of {pieces}");
        let stream = Stream::new(trust, workers).in_pieces(pieces);
        told(&stream.verdict(bytes), &way);
        let (verdict, outline) = stream.outline(Cursor::new(bytes), |_| ()).unwrap();
        told(&verdict, &format!("{way}, as a stream"));
        assert_eq!(outline.is_some(), tree.outcome == Outcome::Green);
    }
    tree
}

/// What verifiers may know of the drafts' session.
fn knowledge(draft: &Draft) -> Vec<Trust> {
    let resume = draft.events.get(1).map(|event| Resume {
        head: event.head(),
        last_at: event.at.clone(),
        closed: false,
    });
    vec![
        Trust::default(),
        pins(),
        Trust { seen: vec![draft.events[2].head(), draft.head()], ..pins() },
        Trust { seen: vec![Head { seq: 99, hash: draft.head().hash }], own_org: true, ..pins() },
        Trust { resume, ..pins() },
    ]
}

/// A log with something of everything.
fn varied() -> Draft {
    let mut draft = Draft::whole();
    draft.events.pop();
    let at = "2026-07-11T09:05:59Z";
    draft
        .knowing("pat", &people::pat(), &["agent"], ("2026-01-01T00:00:00Z", Some("2026-07-11T10:00:00Z")))
        .vendor(offer(0.1 + 0.2))
        .vendor(offer(1200.0))
        .by(&people::pat(), message("Zoë's \"café\" \\ 東京 \u{1f600}\n\u{1}"))
        .by(&people::pat(), counter(1.0))
        .with(Actor::Buyer, decline(), None)
        .with(Actor::VendorAgent, decline(), None)
        .by(&people::mallory(), decline())
        .with(Actor::VendorAgent, decline(), Some(&people::olivia()))
        .at(at, Actor::VendorAgent, message("a little late"), Some(&people::contoso_agent()))
        .at("2026-07-01T00:00:00Z", Actor::Buyer, message("far too late"), Some(&people::platform()))
        .at("yesterday", Actor::Buyer, message("no time"), Some(&people::platform()))
        .at("2026-07-21T00:00:00Z", Actor::VendorAgent, offer(7.0), Some(&people::contoso_agent()))
}

#[test]
fn on_every_log_of_the_vectors() {
    let mut seen = 0;
    for folder in ["anp/logs", "anp/published", "json", "jcs/input", "jcs/output"] {
        let Some(folder) = vectors::folder(folder) else { return };
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            // The largest of the JSON suite is of no other kind than the others.
            let bytes = vectors::bytes(&path);
            if bytes.len() < 100_000 {
                alike(&bytes, &Trust::default());
                alike(&bytes, &pins());
                seen += 1;
            }
        }
    }
    assert!(seen > 340, "{seen}");
}

#[test]
fn on_drafts_of_all_kinds() {
    for draft in [Draft::opening(), Draft::begun(), Draft::whole(), varied()] {
        for trust in [Trust::default(), pins()] {
            alike(draft.text().as_bytes(), &trust);
        }
    }
    for draft in [Draft::whole(), varied()] {
        for trust in knowledge(&draft) {
            alike(draft.text().as_bytes(), &trust);
            alike(draft.after(2).as_bytes(), &trust);
        }
    }
    assert_eq!(alike(Draft::whole().text().as_bytes(), &pins()).outcome, Outcome::Green);
}

/// The same meaning in other spellings, and members where hosts may put them.
#[test]
fn on_other_spellings_and_orders() {
    let draft = varied();
    let value: Value = serde_json::from_str(&draft.text()).unwrap();
    let pretty = serde_json::to_string_pretty(&value).unwrap();
    let members = ["protocol", "session", "chain", "keys", "events"];
    let part = |name: &str| format!("\"{name}\":{}", value[name]);
    let mut texts = vec![pretty.clone(), value.to_string(), pretty.replace('\n', "\r\n\t")];
    for skipped in 0..members.len() {
        let mut order: Vec<String> = members.iter().map(|name| part(name)).collect();
        texts.push(format!("{{{}}}", order.join(" ,\n")));
        let moved = order.remove(skipped);
        texts.push(format!("{{{}}}", order.join(",")));
        texts.push(format!(" {{ {},{moved} }} ", order.join(",")));
        texts.push(format!("{{{moved},{}}}", order.join(",")));
        // Twice, of which the last stands.
        for other in [
            moved.clone(),
            format!("\"{}\":[1e999,{{\"a\":1,\"a\":2}},3]", members[skipped]),
            format!("\"{}\":{{}}", members[skipped]),
        ] {
            texts.push(format!("{{{},{moved},{other}}}", order.join(",")));
            texts.push(format!("{{{other},{},{moved}}}", order.join(",")));
            texts.push(format!("{{{moved},{},{other}}}", order.join(",")));
        }
    }
    texts.push(draft.text().replacen("\"events\"", "\"\\u0065vents\"", 1));
    for text in &texts {
        alike(text.as_bytes(), &pins());
    }
}

/// Events that look like the beginnings of others, are larger than a piece, or none at all.
#[test]
fn on_events_that_mislead() {
    let draft = Draft::whole();
    let text = draft.text();
    let (head, events) = text.split_once("\"events\":[").unwrap();
    let events = events.strip_suffix("]}").unwrap();
    let nested = format!("{{\"seq\":[{events},{{\"seq\":{{\"seq\":[[{events}]]}}}}]}}");
    let deep = format!("{}{}", "[".repeat(3000), "]".repeat(3000));
    let long = format!("{{\"seq\":\"{}\"}}", "{\\\"seq\\\":".repeat(1000));
    for list in [
        String::new(),
        "1".to_owned(),
        "1,2,null".to_owned(),
        "{}".to_owned(),
        "{},{}".to_owned(),
        nested.clone(),
        format!("{nested},{events}"),
        format!("{events},{nested},{events}"),
        format!("{events},{deep},{events}"),
        format!("{events},{long},{events}"),
        format!("{events},"),
        format!(",{events}"),
        format!("{events} {events}"),
        format!("{events}]"),
        format!("{events},{{\"seq\":1"),
        events.replace("{\"seq\":1,", "{\"actor\":\"buyer\",\"seq\":1,"),
        events.replace("{\"seq\":", "{\"at\":\"2026-07-11T09:00:00Z\",\"seq\":"),
        events.replace(",\"signer\"", ",\"\\u0073igner\""),
        events
            .replace("\"kind\":\"offer\",", "")
            .replace("\"signature\"", "\"kind\":\"offer\",\"signature\""),
    ] {
        let text = format!("{head}\"events\":[{list}]}}");
        alike(text.as_bytes(), &pins());
    }
    for cut in (0..text.len()).step_by(47) {
        alike(&text.as_bytes()[..cut], &pins());
        alike(format!("{}}}", &text[..cut]).as_bytes(), &pins());
    }
}

/// More flaws than are listed, in events and around them.
#[test]
fn on_more_flaws_than_are_listed() {
    let nothing = Trust::default();
    let flawed = |count: usize| format!("{{\"a\":[{}]}}", vec!["1e999"; count].join(","));
    let draft = Draft::whole();
    let text = draft.text();
    let (head, rest) = text.split_once("\"events\":[").unwrap();
    for (before, first, second, behind) in
        [(0, 6000, 6000, 10), (9999, 1, 1, 1), (5000, 10_000, 1, 1), (1, 2, 3, 4), (10_001, 1, 1, 1)]
    {
        for keys_first in [true, false] {
            let list = format!(
                "\"events\":[{},{},{}",
                flawed(first),
                flawed(second),
                rest.strip_suffix('}').unwrap()
            );
            let text = if keys_first {
                format!("{head}\"b\":{},{list},\"c\":{}}}", flawed(before), flawed(behind))
            } else {
                format!(
                    "{{\"b\":{},{list},\"c\":{},{}}}",
                    flawed(before),
                    flawed(behind),
                    head[1..].trim_end_matches(',')
                )
            };
            let tree = judge(text.as_bytes(), &pins()).verdict;
            for workers in [1, 2] {
                assert_eq!(verdict(text.as_bytes(), &pins(), workers), tree);
                let stream = Stream::new(&nothing, workers).in_pieces(20_000);
                assert_eq!(stream.verdict(text.as_bytes()), judge(text.as_bytes(), &nothing).verdict);
            }
        }
    }
}

/// Every event's every member altered, as in the tamper suite.
#[test]
fn on_altered_members() {
    let draft = Draft::whole();
    let good = draft.value();
    let trust = Trust { seen: vec![draft.events[4].head(), draft.head()], ..pins() };
    for place in 0..draft.events.len() {
        for member in [
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
        ] {
            for other in [
                good["events"][(place + 1) % draft.events.len()][member].clone(),
                Value::Null,
                json!(""),
                json!(1.5),
                json!("\u{e9}"),
            ] {
                let mut log = good.clone();
                log["events"][place][member] = other;
                let text = log.to_string();
                let tree = judge(text.as_bytes(), &trust).verdict;
                assert_eq!(verdict(text.as_bytes(), &trust, 1), tree, "{member} of {place}");
                let stream = Stream::new(&trust, 2).in_pieces(900);
                assert_eq!(stream.verdict(text.as_bytes()), tree, "{member} of {place}");
                rehash(&mut log);
                let text = log.to_string();
                let tree = judge(text.as_bytes(), &trust).verdict;
                assert_eq!(verdict(text.as_bytes(), &trust, 1), tree, "{member} of {place}, hashed anew");
            }
        }
    }
}

/// A long log, so that workers have something beside each other: in order, by pieces
/// and with events altered here and there.
#[test]
fn on_a_long_log() {
    let nothing = Trust::default();
    let mut draft = Draft::begun();
    for number in 0..600_u32 {
        let price = f64::from(number % 97) + 0.25;
        draft = match number % 4 {
            0 => draft.vendor(offer(price)),
            1 => draft.by(&people::platform(), counter(price)),
            2 => draft.vendor(message(&"words ".repeat(50))),
            _ => draft.by(&people::mallory(), message("not mine")),
        };
    }
    let text = draft.text();
    for altered in [text.clone(), text.replacen("0.25", "0.75", 700), text.replace("words", "w\\u006frds")] {
        let tree = judge(altered.as_bytes(), &pins()).verdict;
        for workers in [1, 2, 5] {
            assert_eq!(verdict(altered.as_bytes(), &pins(), workers), tree);
            let stream = Stream::new(&nothing, workers).in_pieces(10_000);
            let tree = judge(altered.as_bytes(), &nothing).verdict;
            let mut last = 0;
            let verdict = stream.verdict_of(Cursor::new(altered.as_bytes()), |progress| {
                assert!(progress.bytes > last, "progress runs forwards");
                last = progress.bytes;
            });
            assert_eq!(verdict.unwrap(), tree);
            assert!(last > altered.len() as u64 - 100);
        }
    }
}

#[test]
fn an_outline_is_what_the_log_proves() {
    let draft = Draft::whole();
    let text = draft.text();
    let log = judge(text.as_bytes(), &pins()).log.unwrap();
    let (_, outline) = Stream::new(&pins(), 2).outline(Cursor::new(text.as_bytes()), |_| ()).unwrap();
    let outline = outline.unwrap();
    assert_eq!(outline, Outline::from(&log));
    assert_eq!((outline.session(), outline.head()), (log.session(), log.head()));
    assert_eq!(outline.keys(), log.keys());
    let rows = outline.rows().iter();
    for (row, event) in rows.clone().zip(log.events()) {
        let (of, standing) = (event.event(), event.standing());
        assert_eq!((row.seq, &row.at, row.actor, row.kind), (of.seq, &of.at, of.actor, of.stated.kind()));
        assert_eq!(&row.standing, standing);
    }
    assert_eq!(rows.len(), log.events().len());
}

#[test]
fn a_reader_that_fails_is_no_verdict() {
    struct Failing;
    impl std::io::Read for Failing {
        fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
            Err(std::io::Error::other("gone"))
        }
    }
    impl std::io::Seek for Failing {
        fn seek(&mut self, _: std::io::SeekFrom) -> std::io::Result<u64> {
            Ok(0)
        }
    }
    assert_eq!(verdict_of(Failing, &pins(), 1, |_| ()).unwrap_err().to_string(), "gone");
}
