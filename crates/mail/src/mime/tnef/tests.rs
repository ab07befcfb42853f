#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use super::*;

fn put(into: &mut Vec<u8>, id: u32, data: &[u8]) {
    into.push(2);
    into.extend_from_slice(&id.to_le_bytes());
    into.extend_from_slice(&u32::try_from(data.len()).unwrap().to_le_bytes());
    into.extend_from_slice(data);
    let sum = data.iter().fold(0_u16, |sum, byte| sum.wrapping_add((*byte).into()));
    into.extend_from_slice(&sum.to_le_bytes());
}

/// A property with one value of a length of its own.
fn property(kind: u16, id: u16, value: &[u8]) -> Vec<u8> {
    let length = u32::try_from(value.len()).unwrap();
    let fill = vec![0; value.len().next_multiple_of(4) - value.len()];
    [
        &kind.to_le_bytes(),
        &id.to_le_bytes(),
        1_u32.to_le_bytes().as_slice(),
        &length.to_le_bytes(),
        value,
        &fill,
    ]
    .concat()
}

fn list(properties: &[Vec<u8>]) -> Vec<u8> {
    [u32::try_from(properties.len()).unwrap().to_le_bytes().to_vec(), properties.concat()].concat()
}

fn utf16le(text: &str) -> Vec<u8> {
    text.encode_utf16().chain([0]).flat_map(u16::to_le_bytes).collect()
}

fn begun() -> Vec<u8> {
    let mut made = SIGNATURE.to_vec();
    made.extend_from_slice(&[1, 2]);
    put(&mut made, 0x0008_9006, &[0, 0, 1, 0]);
    put(&mut made, CODEPAGE, &[0xe4, 4, 0, 0, 0, 0, 0, 0]);
    made
}

fn envelope() -> Vec<u8> {
    let mut made = begun();
    for (name, bytes) in [("offer.xlsx", b"one".as_slice()), ("terms.pdf", b"two")] {
        put(&mut made, RENDERING, &[0; 14]);
        put(&mut made, TITLE, &[name.as_bytes(), b"\0"].concat());
        put(&mut made, DATA, bytes);
    }
    made
}

fn in_latin(text: &[u8]) -> Said {
    Said::Bytes(text.to_vec(), Some(1252))
}

#[test]
fn the_files_are_read_with_their_names() {
    let made = envelope();
    let opened = open(&made);
    assert!(opened.whole && opened.body.is_none());
    let read: Vec<(&Said, &[u8])> = opened.files.iter().map(|file| (&file.name, file.bytes)).collect();
    assert_eq!(read, [(&in_latin(b"offer.xlsx"), b"one".as_slice()), (&in_latin(b"terms.pdf"), b"two")]);
}

#[test]
fn a_files_long_name_stands_for_the_short_one_and_bytes_may_stand_among_properties() {
    let mut made = begun();
    put(&mut made, RENDERING, &[0; 14]);
    put(&mut made, TITLE, b"ANGEBO~1.XLS\0");
    let long = property(0x1f, LONG_NAME, &utf16le("Angebot für Köln.xlsx"));
    // Behind a named property, whose name stands there too.
    let named = [
        property(0x1f, 0x8001, b"")[..4].to_vec(),
        vec![7; 16],
        1_u32.to_le_bytes().to_vec(),
        property(0, 0, &utf16le("x"))[8..].to_vec(),
        1_u32.to_le_bytes().to_vec(),
        property(0, 0, &utf16le("y"))[8..].to_vec(),
    ]
    .concat();
    let bytes = property(0x0d, FILE_BYTES, &[&[9; 16], b"inside".as_slice()].concat());
    put(&mut made, ATTACHMENT, &list(&[named, long, bytes]));
    let opened = open(&made);
    let file = opened.files.first().unwrap();
    assert_eq!(
        (&file.name, file.bytes),
        (&Said::Text("Angebot für Köln.xlsx".to_owned()), b"inside".as_slice())
    );
}

#[test]
fn the_text_is_taken_from_where_it_stands_plainest_first() {
    let with = |properties: &[Vec<u8>]| {
        let mut made = begun();
        put(&mut made, MESSAGE, &list(properties));
        made
    };
    let number = [0x03, 0, 0xde, 0x3f, 0xe9, 0xfd, 0, 0].to_vec();
    let html = property(0x102, HTML_TEXT, "<p>Prix\u{a0}: 5\u{a0}€".as_bytes());
    let plain = property(0x1f, PLAIN_TEXT, &utf16le("Price: 5 €"));
    let body = |made: &[u8]| open(made).body;
    assert_eq!(
        body(&with(&[number.clone(), html.clone(), plain])),
        Some(Body::Plain(Said::Text("Price: 5 €".to_owned())))
    );
    let read = body(&with(&[html, number]));
    assert_eq!(
        read,
        Some(Body::Html(Said::Bytes("<p>Prix\u{a0}: 5\u{a0}€".as_bytes().to_vec(), Some(65001))))
    );
    let old = property(0x1e, PLAIN_TEXT, b"Price: 5 \x80\0");
    assert_eq!(body(&with(&[old])), Some(Body::Plain(in_latin(b"Price: 5 \x80"))));
    let packed = [&[0, 0, 0, 0, 12, 0, 0, 0], b"MELA".as_slice(), &[0; 4], br"{\rtf1 Net\'80}"].concat();
    let cut = property(0x102, RTF_TEXT, &packed);
    assert_eq!(body(&with(&[cut])), Some(Body::Plain(Said::Text("Net".to_owned()))));
    let mut oldest = begun();
    put(&mut oldest, BODY, b"Since 1996\0");
    assert_eq!(body(&oldest), Some(Body::Plain(in_latin(b"Since 1996"))));
}

#[test]
fn one_that_is_cut_or_altered_gives_what_it_holds_and_says_so() {
    let made = envelope();
    for length in 0..made.len() {
        let opened = open(made.get(..length).unwrap_or_default());
        assert!(opened.files.len() <= 2);
        assert!(!opened.whole || length >= 6, "{length}");
    }
    let mut altered = made.clone();
    if let Some(byte) = altered.iter_mut().rev().nth(3) {
        *byte ^= 1;
    }
    assert!(!open(&altered).whole);
    assert_eq!(open(b"PK\x03\x04"), Opened::default());
}

#[test]
fn lists_that_promise_more_than_they_hold_end_where_they_end() {
    for kind in [0x02_u16, 0x03, 0x05, 0x0d, 0x1e, 0x1f, 0x48, 0x102, 0x1003, 0x101f, 0x0fff] {
        let mut said = vec![0xff, 0xff, 0xff, 0xff];
        said.extend_from_slice(&kind.to_le_bytes());
        said.extend_from_slice(&[0, 0x10]);
        said.extend_from_slice(&[0xff; 9]);
        for length in 0..said.len() {
            assert!(properties::read(said.get(..length).unwrap_or_default()).len() <= 1);
        }
    }
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig::with_cases(2000))]

    #[test]
    fn any_bytes_as_properties_and_as_rich_text(
        bytes in proptest::collection::vec(proptest::prelude::any::<u8>(), 0..400),
        rtf in r"([{}\\]|\\(u|uc|bin|par|pict|ansicpg|\*)?-?[0-9]{0,6}|[a-z '\x80-\xff]){0,60}",
        kind in 0_usize..6,
    ) {
        let mut made = begun();
        put(&mut made, MESSAGE, &bytes);
        put(&mut made, RENDERING, &[]);
        put(&mut made, ATTACHMENT, &bytes);
        assert!(open(&made).whole);
        let kind = [0x1e_u16, 0x1f, 0x102, 0x0d, 0x03, 0x1002][kind];
        for id in [PLAIN_TEXT, HTML_TEXT, RTF_TEXT] {
            let mut made = begun();
            put(&mut made, MESSAGE, &list(&[property(kind, id, &bytes)]));
            assert!(open(&made).whole);
        }
        assert!(rtf::text_of(rtf.as_bytes(), Some(932)).len() <= rtf.len() * 3);
        let packed = [&[0, 0, 0, 0, 0xff, 0xff, 0, 0], b"LZFu".as_slice(), &[0; 4], &bytes].concat();
        assert!(rtf::unpacked(&packed).is_some_and(|made| made.len() <= 0xffff));
    }
}
