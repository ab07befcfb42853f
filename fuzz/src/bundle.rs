//! Evidence bundles.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use anp::digest::EventHash;
use anp::verify::{Outcome, Trust};
use evidence::{Judged, bundle};

use crate::log::{Said, only_what_was_said, said};
use crate::thread::{Thread, pins, whole};

const LOCAL: &[u8] = b"PK\x03\x04";
const HEADER: usize = 30;
/// Longer ones, in bytes, are left out: beyond what the container can say.
const LONGEST_NAME: usize = 1000;
const MANIFEST: &str = "manifest.json";

/// The threads whose bundles the corpus begins with.
#[must_use]
pub fn threads() -> [Thread; 2] {
    [whole(), Thread::saying("Hello.")]
}

static SAID: LazyLock<Said> =
    LazyLock::new(|| threads().iter().flat_map(|thread| thread.events.iter()).filter_map(said).collect());

/// A file is a bundle in one way or in none, and its verdict is at one with itself.
pub fn read_one_way(bytes: &[u8]) {
    let read = bundle::read(bytes);
    assert_eq!(bundle::log_of(bytes).is_err(), evidence::looks_like_a_bundle(bytes) && !has_log(&read));
    for trust in [Trust::default(), pins()] {
        let judged = sound(bytes, &trust);
        assert!(read.is_ok() || judged.verdict.outcome == Outcome::Unreadable);
    }
    if let Ok(read) = read {
        let entries: BTreeMap<String, Vec<u8>> =
            read.names().filter_map(|name| Some((name.to_owned(), read.entry(name)?.to_vec()))).collect();
        assert_eq!(packed(&entries), bytes, "two files unpack to the same entries");
    }
}

fn has_log(read: &Result<bundle::Bundle, evidence::NotABundle>) -> bool {
    read.as_ref().is_ok_and(|read| read.log().is_some())
}

/// The same of files that were altered and packed again, with the list of files made
/// anew, so that what is altered inside an entry gets as far as the entry's own check.
pub fn repacked(bytes: &[u8]) {
    let mut entries = torn(bytes);
    entries.remove(MANIFEST);
    let manifest = listed(&entries);
    entries.insert(MANIFEST.to_owned(), manifest);
    let again = packed(&entries);
    for trust in [Trust::default(), pins()] {
        sound(&again, &trust);
    }
}

fn sound(bytes: &[u8], trust: &Trust) -> Judged {
    let judged = bundle::check(bytes, trust);
    let verdict = &judged.verdict;
    assert_eq!(verdict.faults.is_empty(), verdict.outcome == Outcome::Green, "{verdict:#?}");
    let log_green = judged.log_verdict.as_ref().is_some_and(|verdict| verdict.outcome == Outcome::Green);
    assert_eq!(judged.log.is_some(), log_green, "{verdict:#?}");
    // Without a log only a bundle that says so is green: of a deal that never had a session.
    let without = judged.log_verdict.is_none();
    assert!(log_green || without || verdict.outcome != Outcome::Green, "{verdict:#?}");
    let text = anp::json::canonical(&verdict.to_value());
    assert!(anp::json::parse_flawless(text.as_bytes()).is_ok());
    if let Some(log) = judged.log.as_ref().filter(|_| !trust.pins.is_empty()) {
        only_what_was_said(log, &verdict.notes, trust, &SAID);
    }
    judged
}

/// The entries as far as their own headers tell, names and sizes taken as they stand.
fn torn(bytes: &[u8]) -> BTreeMap<String, Vec<u8>> {
    let mut entries = BTreeMap::new();
    let mut rest = bytes;
    while let Some((header, behind)) =
        rest.split_at_checked(HEADER).filter(|(header, _)| header.starts_with(LOCAL))
    {
        let short = |at: usize| usize::from(u16::from_le_bytes([header[at], header[at + 1]]));
        let long = short(18) + (short(20) << 16);
        let (name, behind) = behind.split_at(short(26).min(behind.len()));
        let (data, behind) = behind.split_at(long.min(behind.len()));
        if name.len() <= LONGEST_NAME {
            entries.insert(String::from_utf8_lossy(name).into_owned(), data.to_vec());
        }
        // An entry that has grown or shrunk: on to the next that begins.
        let next = behind.windows(LOCAL.len()).position(|window| window == LOCAL);
        rest = behind.split_at(next.unwrap_or(behind.len())).1;
    }
    entries
}

fn listed(entries: &BTreeMap<String, Vec<u8>>) -> Vec<u8> {
    let files: serde_json::Map<_, _> = entries
        .iter()
        .filter(|(name, _)| *name != "signature.json")
        .map(|(name, data)| {
            let hash = EventHash(anp::digest::sha256(data)).to_string();
            (name.clone(), serde_json::json!({ "bytes": data.len(), "sha256": hash }))
        })
        .collect();
    let manifest = serde_json::json!({ "format": evidence::FORMAT, "files": files });
    let mut text = serde_json_canonicalizer::to_vec(&manifest).expect("it is canonicable");
    text.push(b'\n');
    text
}

/// The layout of a bundle, written here a second time.
fn packed(entries: &BTreeMap<String, Vec<u8>>) -> Vec<u8> {
    let size = |length: usize| u32::try_from(length).expect("inputs are small").to_le_bytes();
    let count = |number: usize| u16::try_from(number).expect("inputs are small").to_le_bytes();
    let (mut out, mut directory) = (Vec::new(), Vec::new());
    for (name, data) in entries {
        let crc = crc32fast::hash(data).to_le_bytes();
        let fixed: &[u8] = &[10, 0, 0, 0, 0, 0, 0, 0, 0x21, 0];
        let lengths = [size(data.len()), size(data.len())].concat();
        let common = [fixed, &crc, &lengths, &count(name.len()), &[0, 0]].concat();
        let central: &[u8] = b"PK\x01\x02\x14\0";
        directory.extend([central, &common, &[0; 10], &size(out.len()), name.as_bytes()].concat());
        out.extend([LOCAL, &common, name.as_bytes(), data].concat());
    }
    let (begins, length) = (size(out.len()), size(directory.len()));
    let entries = count(entries.len());
    let end: &[u8] = b"PK\x05\x06\0\0\0\0";
    [&out, &directory, end, &entries, &entries, &length, &begins, &[0, 0]].concat()
}
