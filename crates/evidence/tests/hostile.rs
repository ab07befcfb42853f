//! Zips that were made to fool or to hurt a reader.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, missing_docs)]

mod thread;

use std::io::{Cursor, Write as _};

use anp::verify::{Outcome, Trust};
use evidence::{MAX_ENTRIES, NotABundle, TooMuch, bundle};
use proptest::prelude::*;
use thread::{sealed, whole};
use zip::CompressionMethod;
use zip::write::SimpleFileOptions;

fn zipped(method: CompressionMethod, files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut archive = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(method);
    for (name, data) in files {
        archive.start_file(*name, options).unwrap();
        archive.write_all(data).unwrap();
    }
    archive.finish().unwrap().into_inner()
}

fn stored(files: &[(&str, &[u8])]) -> Vec<u8> {
    zipped(CompressionMethod::Stored, files)
}

fn refused(bytes: &[u8]) -> NotABundle {
    let refused = bundle::read(bytes).unwrap_err();
    let verdict = bundle::check(bytes, &Trust::default()).verdict;
    assert_eq!(verdict.outcome, Outcome::Unreadable);
    assert_eq!(verdict.faults[0].check, "bundle");
    assert_eq!(verdict.faults[0].detail, refused.to_string());
    refused
}

/// What gives away a file that was a bundle once.
fn altered(bytes: &[u8]) -> NotABundle {
    match refused(bytes) {
        NotABundle::PackedAgain { why } => *why,
        other => panic!("it still lists a bundle's files: {other}"),
    }
}

/// Gateways that look into attachments pack them anew; whoever gets one is told what to do.
#[test]
fn a_bundle_that_was_packed_again_is_told_as_that() {
    let bundle = sealed(&whole().contents());
    let read = bundle::read(&bundle).unwrap();
    let files: Vec<(&str, &[u8])> = read.names().map(|name| (name, read.entry(name).unwrap())).collect();
    let inside: Vec<(String, &[u8])> =
        files.iter().map(|(name, data)| (format!("deal/{name}"), *data)).collect();
    let inside: Vec<(&str, &[u8])> = inside.iter().map(|(name, data)| (name.as_str(), *data)).collect();
    for again in [zipped(CompressionMethod::Deflated, &files), stored(&files), stored(&inside)] {
        let told = refused(&again);
        assert!(matches!(told, NotABundle::PackedAgain { .. }), "{told}");
        assert!(told.to_string().starts_with("this was a bundle and was packed again"), "{told}");
    }
}

#[test]
fn names_that_lead_elsewhere_are_refused() {
    let long = "a".repeat(101);
    for name in [
        "../log.anp.json",
        "/etc/passwd",
        "mails/../../x",
        "mails/./x",
        "c:\\x",
        "a\\b",
        "mails//x",
        "a/b/c",
        "LOG.anp.json",
        ".hidden",
        "log\n.json",
        "l\u{f6}g.json",
        "mails/",
        "",
        long.as_str(),
    ] {
        let refused = refused(&stored(&[("about.json", b"{}"), (name, b"x")]));
        assert!(matches!(refused, NotABundle::Name { place: 2, .. }), "{name:?}: {refused}");
    }
}

/// Two entries of one name: one program keeps the first, another the last.
#[test]
fn a_name_that_stands_twice_is_refused() {
    let mut bytes = stored(&[("log.anp.json", b"first"), ("log.anp.jsom", b"other")]);
    let from = b"log.anp.jsom";
    while let Some(at) = bytes.windows(from.len()).position(|window| window == from) {
        bytes[at..at + from.len()].copy_from_slice(b"log.anp.json");
    }
    let refused = refused(&bytes);
    assert_eq!(refused, NotABundle::Twice { place: 2, name: "log.anp.json".to_owned() });
}

/// What is compressed could unfold to anything; here it is never unfolded.
#[test]
fn bombs_are_refused_unopened() {
    let zeros = vec![0; 64 << 20];
    let bomb = zipped(CompressionMethod::Deflated, &[("log.anp.json", &zeros)]);
    assert!(bomb.len() < 100_000);
    let refused = refused(&bomb);
    assert_eq!(refused, NotABundle::NotStored { place: 1, name: "log.anp.json".to_owned() });
}

#[test]
fn entries_beyond_the_bound_are_refused() {
    let names: Vec<String> = (0..10_000).map(|place| format!("mails/{place:05}.eml")).collect();
    let files: Vec<(&str, &[u8])> = names.iter().map(|name| (name.as_str(), b"".as_slice())).collect();
    assert_eq!(refused(&stored(&files)), NotABundle::TooMuch(TooMuch::Entries));
    let mut contents = whole().contents();
    contents.mails = vec![contents.mails[0].clone(); MAX_ENTRIES];
    assert_eq!(bundle::write(&contents, None), Err(TooMuch::Entries));
}

/// A size that the file does not have, an entry that lies over another.
#[test]
fn sizes_that_lie_are_altered() {
    let good = sealed(&whole().contents());
    let mut endless = good.clone();
    endless[18..26].fill(0xff);
    assert!(matches!(altered(&endless), NotABundle::CutOff { place: 1, .. }));
    let mut unlike = good.clone();
    unlike[18] ^= 1;
    assert!(matches!(altered(&unlike), NotABundle::NotStored { place: 1, .. }));
    let mut over = good;
    for (at, byte) in [(18, 1), (22, 1)] {
        over[at] ^= byte;
    }
    assert_eq!(altered(&over), NotABundle::Layout);
}

/// Bytes before, between, behind: programs differ on what they mean.
#[test]
fn nothing_stands_around_the_entries() {
    let good = sealed(&whole().contents());
    let before = [b"#!/bin/sh\n".as_slice(), &good].concat();
    assert_eq!(altered(&before), NotABundle::NotAZip);
    assert_eq!(altered(&[good.as_slice(), b"\n"].concat()), NotABundle::Layout);
    assert_eq!(altered(&[good.as_slice(), &good].concat()), NotABundle::Layout);
    let mut commented = good.clone();
    let at = commented.len() - 2;
    commented[at] = 4;
    commented.extend_from_slice(b"note");
    assert_eq!(altered(&commented), NotABundle::Layout);
    assert_eq!(refused(b""), NotABundle::NotAZip);
    assert_eq!(refused(b"PK\x03\x04"), NotABundle::CutOff { place: 1, name: "its header".to_owned() });
}

/// The directory names another file than the entry itself does.
#[test]
fn a_directory_that_says_otherwise_is_refused() {
    let good = sealed(&whole().contents());
    let name = b"keys.json";
    let last = good.windows(name.len()).rposition(|window| window == name).unwrap();
    let mut other = good;
    other[last] = b'j';
    assert_eq!(altered(&other), NotABundle::Layout);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn no_bytes_make_it_panic(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        let zip = [b"PK\x03\x04".as_slice(), &bytes].concat();
        prop_assert_eq!(bundle::check(&zip, &Trust::default()).verdict.outcome, Outcome::Unreadable);
        prop_assert!(bundle::read(&bytes).is_err());
    }

    #[test]
    fn no_flipped_bit_and_no_cut_is_overlooked(at in any::<prop::sample::Index>(), bit in 0..8_u8) {
        let mut bytes = sealed(&whole().contents());
        let at = at.index(bytes.len());
        prop_assert!(bundle::read(&bytes[..at]).is_err());
        bytes[at] ^= 1 << bit;
        prop_assert_eq!(bundle::check(&bytes, &Trust::default()).verdict.outcome, Outcome::Unreadable);
    }

    /// Whatever the texts, what is written reads back, holds, and is the same each time.
    #[test]
    fn every_text_goes_round(
        title in any::<String>(),
        by in any::<String>(),
        words in "\\PC{1,200}",
        mails in proptest::collection::vec(proptest::collection::vec(any::<u8>(), 0..80), 0..4),
    ) {
        let mut contents = thread::Thread::saying(&words).contents();
        contents.about.title = title;
        contents.about.vendor = by;
        contents.mails = mails
            .into_iter()
            .map(|raw| evidence::Mail { at: "2026-07-11T09:00:00Z".to_owned(), raw })
            .collect();
        let bytes = sealed(&contents);
        prop_assert_eq!(&bytes, &sealed(&contents));
        prop_assert_eq!(thread::failed(&bytes), Vec::<String>::new());
        let html = evidence::html(&contents);
        let alike = |sign: &str| html.matches(sign).count();
        prop_assert_eq!(alike("<bdi>"), alike("</bdi>"));
        prop_assert_eq!(alike("<script"), 0);
    }
}
