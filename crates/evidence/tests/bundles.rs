//! A bundle as it is written, read and checked, and what happens to one that somebody
//! has been at.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, missing_docs)]

mod thread;

use std::collections::BTreeMap;
use std::io::{Cursor, Read as _};

use anp::digest::{EventHash, sha256};
use anp::event::{Head, Kind};
use anp::json::{self, Value};
use anp::verify::{Outcome, Trust};
use deal::Answer;
use evidence::{Contents, HowTrusted, Version, VersionStanding, bundle};
use support::people;
use thread::{failed, message, offer, pins, sealed, whole};

type Alter = fn(&mut Contents);
type Files = BTreeMap<String, Vec<u8>>;

/// The files of a bundle, as another program unpacks them.
fn unpacked(bytes: &[u8]) -> Files {
    let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).unwrap();
    (0..archive.len())
        .map(|place| {
            let mut file = archive.by_index(place).unwrap();
            let mut data = Vec::new();
            file.read_to_end(&mut data).unwrap();
            (file.name().to_owned(), data)
        })
        .collect()
}

/// Files in the one layout of a bundle, packed by another program.
fn packed(files: &Files) -> Vec<u8> {
    use std::io::Write as _;
    let mut archive = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let options = zip::write::SimpleFileOptions::default()
        .compression_method(zip::CompressionMethod::Stored)
        .last_modified_time(zip::DateTime::default());
    for (name, data) in files {
        archive.start_file(name.as_str(), options).unwrap();
        archive.write_all(data).unwrap();
    }
    let bytes = archive.finish().unwrap().into_inner();
    layout(&bytes, files)
}

/// Another program marks its files as a Unix system's; a bundle is of no system.
fn layout(bytes: &[u8], files: &Files) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    let mut at = bytes.len() - 22;
    at = usize::try_from(u32::from_le_bytes(bytes[at + 16..at + 20].try_into().unwrap())).unwrap();
    for name in files.keys() {
        assert_eq!(&bytes[at..at + 4], b"PK\x01\x02");
        bytes[at + 4..at + 6].copy_from_slice(&[20, 0]);
        bytes[at + 38..at + 42].fill(0);
        at += 46 + name.len();
    }
    bytes
}

/// The list of files, written anew by somebody who has been at them.
fn relisted(files: &mut Files) {
    let listed = files
        .iter()
        .filter(|(name, _)| !["manifest.json", "signature.json"].contains(&name.as_str()))
        .map(|(name, data)| {
            let hash = EventHash(sha256(data)).to_string();
            #[allow(clippy::cast_precision_loss)]
            let bytes = Value::Number(data.len() as f64);
            (name.clone(), Value::object([("sha256", Value::from(hash)), ("bytes", bytes)]))
        })
        .collect();
    let list = Value::object([("format", Value::from(evidence::FORMAT)), ("files", Value::Object(listed))]);
    files.insert("manifest.json".to_owned(), (json::canonical(&list) + "\n").into_bytes());
}

fn replaced(files: &mut Files, name: &str, from: &str, to: &str) {
    let text = String::from_utf8(files[name].clone()).unwrap();
    assert!(text.contains(from), "{name} has {from}");
    files.insert(name.to_owned(), text.replacen(from, to, 1).into_bytes());
}

#[test]
fn a_bundle_holds_and_says_so() {
    let bytes = sealed(&whole().contents());
    let judged = bundle::check(&bytes, &pins());
    assert_eq!(judged.verdict.faults, [], "{:#?}", judged.verdict);
    assert_eq!(judged.verdict.outcome, Outcome::Green);
    assert!(judged.verdict.anchored);
    assert_eq!(judged.verdict.event_count, 8);
    assert_eq!(judged.log.unwrap().events().len(), 8);
    let notes: Vec<&str> = judged.verdict.notes.iter().map(|note| note.detail.as_str()).collect();
    let [opening, extent, names] = notes.as_slice() else { panic!("three notes: {notes:?}") };
    assert_eq!(*opening, "the opening is the host's claim: nobody signed it");
    assert!(extent.contains("no seen head or checkpoint") && names.contains("are the host's word"));
}

/// The bundle's own list of keys anchors nothing.
#[test]
fn without_knowledge_of_the_readers_own_it_is_consistent_only() {
    let bytes = sealed(&whole().contents());
    let judged = bundle::check(&bytes, &Trust::default());
    assert_eq!(judged.verdict.outcome, Outcome::Green);
    assert!(!judged.verdict.anchored);
    let head = whole().head();
    let seen = Trust { seen: vec![head], ..Trust::default() };
    assert!(bundle::check(&bytes, &seen).verdict.anchored);
    let other = Trust { seen: vec![Head { seq: 3, hash: EventHash([1; 32]) }], ..Trust::default() };
    assert_eq!(bundle::check(&bytes, &other).verdict.outcome, Outcome::Red);
}

#[test]
fn the_same_content_gives_the_same_bytes_and_other_programs_read_them() {
    let contents = whole().contents();
    let bytes = sealed(&contents);
    assert_eq!(bytes, sealed(&whole().contents()));
    let files = unpacked(&bytes);
    let names: Vec<&str> = files.keys().map(String::as_str).collect();
    assert_eq!(
        names,
        [
            "README.txt",
            "about.json",
            "checkpoints/001.txt",
            "decisions.json",
            "keys.json",
            "log.anp.json",
            "mails/001.eml",
            "mails/002.eml",
            "manifest.json",
            "report.html",
            "signature.json",
            "verdict.json"
        ]
    );
    let log = contents.log.as_deref().unwrap();
    assert_eq!(files["log.anp.json"], log);
    assert_eq!(packed(&files), bytes, "the layout is a plain one");
    let read = bundle::read(&bytes).unwrap();
    assert_eq!(read.log(), Some(log));
    assert_eq!(bundle::log_of(&bytes).unwrap(), log);
    assert_eq!(bundle::log_of(log).unwrap(), log);
}

fn own_check(name: &str) -> &'static str {
    match name.split_once('/').map_or(name, |(folder, _)| folder) {
        "checkpoints" => "checkpoint",
        "decisions.json" => "decision",
        "keys.json" => "keys",
        "mails" => "mail",
        "report.html" => "report",
        "signature.json" => "seal",
        "verdict.json" => "verdict",
        _ => "bundle",
    }
}

#[test]
fn every_file_altered_is_found_by_its_own_check() {
    let files = unpacked(&sealed(&whole().contents()));
    for name in files.keys() {
        let mut doctored = files.clone();
        let data = doctored.get_mut(name).unwrap();
        let at = data.len() / 2;
        data[at] ^= 1;
        let failed = failed(&packed(&doctored));
        assert!(failed.iter().any(|check| check == own_check(name)), "{name}: {failed:?}");
    }
}

#[test]
fn every_file_removed_or_added_is_found() {
    let files = unpacked(&sealed(&whole().contents()));
    for name in files.keys() {
        let mut doctored = files.clone();
        doctored.remove(name);
        let failed = failed(&packed(&doctored));
        assert!(failed.iter().any(|check| check == own_check(name)), "{name}: {failed:?}");
    }
    for name in ["mails/003.eml", "checkpoints/002.txt", "notes.txt", "versions/001.anp.json", "report.htm"] {
        let mut doctored = files.clone();
        doctored.insert(name.to_owned(), b"more".to_vec());
        assert!(!failed(&packed(&doctored)).is_empty(), "{name}");
        relisted(&mut doctored);
        assert!(!failed(&packed(&doctored)).is_empty(), "{name}, listed");
    }
}

/// Whoever writes the list of files anew cannot sign it, and meets the checks behind it.
#[test]
fn a_list_written_anew_hides_nothing() {
    let files = unpacked(&sealed(&whole().contents()));
    let price = "1,140.00";
    for (name, from, to, check) in [
        ("report.html", price, "1,041.00", "report"),
        ("mails/001.eml", "See our", "See her", "seal"),
        ("log.anp.json", r#""unit_price":1140"#, r#""unit_price":1141"#, "payload_hash"),
        ("verdict.json", r#""verdict":"green""#, r#""verdict":"red""#, "verdict"),
        ("keys.json", r#""how":"platform""#, r#""how":"nobody""#, "report"),
        ("about.json", "Northwind", "Southwind", "report"),
        ("README.txt", "Take the fingerprints", "Trust the fingerprints", "bundle"),
        ("checkpoints/001.txt", "\n8\n", "\n7\n", "checkpoint"),
        ("decisions.json", r#""counter":2"#, r#""counter":3"#, "decision"),
        ("decisions.json", r#"\"name\":\"Olivia\""#, r#"\"name\":\"Oliver\""#, "decision"),
    ] {
        let mut doctored = files.clone();
        replaced(&mut doctored, name, from, to);
        relisted(&mut doctored);
        let failed = failed(&packed(&doctored));
        assert!(failed.iter().any(|found| found == check), "{name}: {failed:?}");
        assert!(failed.iter().any(|found| found == "seal"), "{name}: {failed:?}");
    }
}

/// Without the exporter's signature a mail stands on nobody's word, and that is said.
#[test]
fn an_unsigned_list_is_a_note() {
    let mut contents = whole().contents();
    contents.about.signed_by = None;
    let verdict = bundle::check(&bundle::write(&contents, None).unwrap(), &pins()).verdict;
    assert_eq!(verdict.outcome, Outcome::Green);
    assert!(verdict.notes.iter().any(|note| note.detail.contains("nobody signed the list of files")));
}

#[test]
fn a_bundle_says_who_sealed_it() {
    use evidence::Vouched;
    let judged = bundle::check(&sealed(&whole().contents()), &pins());
    let sealed_by = judged.sealed.unwrap();
    assert_eq!((sealed_by.by.as_str(), sealed_by.key), ("Olivia", people::olivia().fingerprint()));
    assert_eq!(sealed_by.vouched, Vouched::Attested { pinned: true });
    let unpinned = bundle::check(&sealed(&whole().contents()), &Trust::default()).sealed.unwrap();
    assert_eq!(unpinned.vouched, Vouched::Attested { pinned: false });
}

#[test]
fn undisclosed_entries_stand_as_their_hashes() {
    let mut contents = whole().contents();
    for entry in &mut contents.ledger.entries {
        entry.payload = None;
    }
    let verdict = bundle::check(&sealed(&contents), &pins()).verdict;
    assert_eq!(verdict.outcome, Outcome::Green, "{verdict:#?}");
    let undecided = verdict.notes.iter().filter(|note| note.detail.contains("no decision that is disclosed"));
    assert_eq!(undecided.map(|note| note.seq).collect::<Vec<_>>(), [Some(5), Some(7), Some(8)]);
    // A hash alone still binds: the chain and the signature cover it.
    contents.ledger.entries[1].payload_hash = anp::digest::PayloadHash([7; 32]);
    assert_eq!(failed(&sealed(&contents)), ["decision"]);
}

#[test]
fn the_ledger_is_judged_entry_by_entry() {
    let alter: [(&str, Alter); 8] = [
        ("order", |contents| contents.ledger.entries.swap(0, 1)),
        ("the first", |contents| drop(contents.ledger.entries.remove(0))),
        ("a gap", |contents| drop(contents.ledger.entries.remove(1))),
        ("another ledger", |contents| contents.ledger.id.push('x')),
        ("time", |contents| contents.ledger.entries[1].at = "2026-07-11T09:00:00.001Z".to_owned()),
        ("signer", |contents| contents.ledger.entries[1].signer = people::mallory().fingerprint()),
        ("kind", |contents| "mandate".clone_into(&mut contents.ledger.entries[1].kind)),
        ("head seen", |contents| contents.ledger.entries[1].head_seen = EventHash([3; 32])),
    ];
    for (what, alter) in alter {
        let mut contents = whole().contents();
        alter(&mut contents);
        assert_eq!(failed(&sealed(&contents)), ["decision"], "{what}");
    }
}

#[test]
fn what_was_decided_and_never_sent_is_a_note() {
    let thread = whole().decides(Answer::Message, None, &[message("Thank you.")]);
    let verdict = bundle::check(&sealed(&thread.contents()), &pins()).verdict;
    assert_eq!(verdict.outcome, Outcome::Green, "{verdict:#?}");
    assert!(verdict.notes.iter().any(|note| note.detail.contains("was decided and is not in this log")));
}

#[test]
fn what_another_key_sent_of_a_decision_is_red() {
    use anp::event::Actor;
    let counter = offer(Kind::CounterOffer, "1056", "");
    let thread = thread::Thread::opened()
        .vendor(offer(Kind::Offer, "1200", ""))
        .decides(Answer::Counter(thread::terms(&counter)), Some(3), std::slice::from_ref(&counter))
        .say(Actor::Buyer, counter, Some(&people::platform()));
    assert_eq!(failed(&sealed(&thread.contents())), ["decision"]);
}

#[test]
fn a_checkpoint_proves_a_rewrite() {
    let kept = whole().contents().checkpoints;
    let short = thread::Thread::opened().vendor(offer(Kind::Offer, "1200", ""));
    let mut contents = short.contents();
    contents.checkpoints.clone_from(&kept);
    assert_eq!(failed(&sealed(&contents)), ["checkpoint"]);
}

#[test]
fn keys_that_the_log_does_not_bring_are_found() {
    let mut more = whole().contents();
    more.keys[2].key = people::mallory().public();
    let failed_with = failed(&sealed(&more));
    assert!(failed_with.contains(&"keys".to_owned()), "{failed_with:?}");
    let mut longer = whole().contents();
    longer.keys[2].trusted =
        HowTrusted::Attested { valid_from: "2020-01-01T00:00:00Z".to_owned(), valid_to: None };
    assert_eq!(failed(&sealed(&longer)), ["keys"]);
}

#[test]
fn a_dispute_keeps_its_versions_side_by_side() {
    let mut contents = whole().contents();
    let refused = String::from_utf8(contents.log.clone().unwrap()).unwrap().replacen("1140", "1141", 1);
    contents.versions.push(Version {
        at: thread::at(30).to_text(),
        standing: VersionStanding::Refused,
        document: refused.into_bytes(),
    });
    let bytes = sealed(&contents);
    assert_eq!(failed(&bytes), Vec::<String>::new());
    assert!(unpacked(&bytes).contains_key("versions/001.anp.json"));
    assert!(evidence::html(&contents).contains("This record is in dispute"));
}

#[test]
fn a_newer_format_is_not_judged() {
    let mut files = unpacked(&sealed(&whole().contents()));
    replaced(&mut files, "manifest.json", r#""format":3"#, r#""format":4"#);
    let verdict = bundle::check(&packed(&files), &pins()).verdict;
    assert_eq!(verdict.outcome, Outcome::Unreadable);
    assert!(verdict.faults[0].detail.contains("newer program"));
}
