//! The bounds, and that nothing at all makes the reader panic.
#![allow(clippy::unwrap_used)]

use mail::mime::{self, Mail, Unreadable, Warning};
use proptest::prelude::*;

const HEAD: &str = "From: sales@contoso.example\r\nMIME-Version: 1.0\r\n";

fn read(mail: &str) -> Result<Mail, Unreadable> {
    mime::read(mail.as_bytes(), None)
}

fn mixed(part: &str, times: usize) -> String {
    let parts = format!("--b\r\n{part}\r\n").repeat(times);
    format!("{HEAD}Content-Type: multipart/mixed; boundary=b\r\n\r\n{parts}--b--\r\n")
}

/// Parts in parts, `depth` below the mail.
fn nested(depth: usize) -> String {
    let open = |level| format!("Content-Type: multipart/mixed; boundary=b{level}x\r\n\r\n--b{level}x\r\n");
    let levels: Vec<String> = (0..depth).map(open).collect();
    format!("{HEAD}{}\r\nend\r\n", levels.concat())
}

#[test]
fn the_size_is_bounded() {
    let mut mail = format!("{HEAD}\r\n").into_bytes();
    mail.resize(mime::LARGEST_MAIL, b'a');
    assert_eq!(mime::read(&mail, None).unwrap().text.len(), mime::LARGEST_MAIL - HEAD.len() - 2);
    mail.push(b'a');
    let bytes = mime::LARGEST_MAIL + 1;
    assert_eq!(mime::read(&mail, None).unwrap_err(), Unreadable::TooLarge { bytes });
}

#[test]
fn attachments_and_parts_are_counted() {
    let pdf = "Content-Type: application/pdf\r\n\r\nx";
    assert_eq!(read(&mixed(pdf, mime::MOST_ATTACHMENTS)).unwrap().attachments.len(), mime::MOST_ATTACHMENTS);
    let part = "201".to_owned();
    assert_eq!(
        read(&mixed(pdf, mime::MOST_ATTACHMENTS + 1)).unwrap_err(),
        Unreadable::TooManyAttachments { part }
    );
    let text = "\r\nx";
    assert!(read(&mixed(text, mime::MOST_PARTS - 1)).is_ok());
    let part = "1000".to_owned();
    assert_eq!(read(&mixed(text, mime::MOST_PARTS)).unwrap_err(), Unreadable::TooManyParts { part });
}

#[test]
fn depth_is_bounded() {
    assert_eq!(read(&nested(mime::DEEPEST_PART)).unwrap().text, "end");
    let trouble = read(&nested(mime::DEEPEST_PART + 1)).unwrap_err();
    let part = ["1"; mime::DEEPEST_PART + 1].join(".");
    assert_eq!(trouble, Unreadable::TooDeep { part });
    assert!(matches!(read(&nested(50_000)), Err(Unreadable::TooDeep { .. })));
}

#[test]
fn mails_in_mails_are_not_followed() {
    let mail = HEAD.to_owned() + &"Content-Type: message/rfc822\r\n\r\n".repeat(500_000);
    let mail = read(&mail).unwrap();
    assert_eq!(mail.attachments.len(), 1);
}

#[test]
fn header_text_is_bounded() {
    let long = "x".repeat(5000);
    let mail = read(&format!("{HEAD}Subject: {long}\r\n\r\ntext")).unwrap();
    assert_eq!(mail.subject.len(), mime::LONGEST_LINE);
    assert_eq!(mail.warnings, [Warning::Shortened { place: "header Subject".to_owned() }]);
    let many = (0..1000).map(|number| format!("<{number}@a>")).collect::<Vec<_>>().join("\r\n ");
    let mail = read(&format!("{HEAD}References: {many}\r\n\r\ntext")).unwrap();
    assert_eq!(mail.references.len(), mime::MOST_IN_FIELD);
    assert_eq!(mail.references.last().unwrap(), "999@a");
    assert_eq!(mail.warnings, [Warning::Shortened { place: "header References".to_owned() }]);
    let many = (0..1000).map(|number| format!("a{number}@b")).collect::<Vec<_>>().join(",\r\n ");
    let mail = read(&format!("{HEAD}To: {many}\r\n\r\ntext")).unwrap();
    assert_eq!(mail.to.len(), mime::MOST_IN_FIELD);
}

#[test]
fn a_header_without_end_is_refused() {
    let endless = format!("{HEAD}{}", "X-Field: value\r\n".repeat(mime::LARGEST_HEADER / 16 + 1));
    let place = "the mail".to_owned();
    assert_eq!(read(&endless).unwrap_err(), Unreadable::LongHeader { place });
    let place = "part 1".to_owned();
    let part = format!("X: {}", "y".repeat(mime::LARGEST_HEADER));
    assert_eq!(read(&mixed(&part, 1)).unwrap_err(), Unreadable::LongHeader { place });
}

#[test]
fn dates_at_the_calendars_edge() {
    for (date, unix_ms) in [
        ("Thu, 01 Jan 1970 00:00:00 +0000", Some(0)),
        ("Thu, 1 Jan 1970 01:00 +0100", Some(0)),
        ("Wed, 31 Dec 1969 23:00:00 -0100", Some(0)),
        ("29 Feb 2028 12:00:00 GMT", Some(1_835_438_400_000)),
        ("29 Feb 2027 12:00:00 GMT", None),
        ("31 Apr 2026 12:00:00 GMT", None),
        ("Tue, 3 Mar 2026 25:00:00 +0000", None),
        ("tomorrow", None),
        ("", None),
    ] {
        let mail = read(&format!("{HEAD}Date: {date}\r\n\r\ntext")).unwrap();
        let found = mail.date.and_then(|date| date.unix_ms);
        assert_eq!(found, unix_ms, "{date}");
        assert_eq!(mail.warnings.contains(&Warning::UnreadableDate), unix_ms.is_none(), "{date}");
    }
}

/// The mails of the other tests.
fn corpus() -> Vec<Vec<u8>> {
    let folder = std::fs::read_dir(format!("{}/tests/mails", env!("CARGO_MANIFEST_DIR"))).unwrap();
    let mut paths: Vec<_> = folder.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths.into_iter().map(|path| std::fs::read(path).unwrap()).collect()
}

/// What holds for whatever was read.
fn hold_bounds(mail: &Mail) {
    assert!(mail.subject.chars().count() <= mime::LONGEST_LINE);
    assert!(mail.attachments.len() <= mime::MOST_ATTACHMENTS);
    assert!(!mail.from.address.is_empty());
    assert!(!mail.text.contains('\r') && !mail.text.contains('\0'));
    for attachment in &mail.attachments {
        assert!(!attachment.name.is_empty() && !attachment.name.contains(['/', '\\', '\0', '\n']));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn any_bytes_at_all(bytes in proptest::collection::vec(any::<u8>(), 0..2000)) {
        if let Ok(mail) = mime::read(&bytes, Some("mx")) {
            hold_bounds(&mail);
        }
    }

    #[test]
    fn any_value_in_any_field(
        name in "(From|Subject|Date|References|Content-Type|Content-Disposition|Authentication-Results|To)",
        value in "[ -~\\r\\n\\t\u{80}-\u{2fff}=?<>;\"]{0,200}",
        body in any::<Vec<u8>>(),
    ) {
        let mut mail = format!("{name}: {value}\r\n{HEAD}\r\n").into_bytes();
        mail.extend(body);
        if let Ok(mail) = mime::read(&mail, Some("mx")) {
            hold_bounds(&mail);
        }
    }

    #[test]
    fn mails_with_bytes_changed_cut_and_doubled(
        which in any::<prop::sample::Index>(),
        changes in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>(), 0..4_u8), 1..12),
    ) {
        let corpus = corpus();
        let mut bytes = which.get(&corpus).clone();
        for (at, byte, kind) in changes {
            let at = at.index(bytes.len() + 1);
            match kind {
                0 => bytes.truncate(at.max(1)),
                1 => bytes.insert(at, byte),
                2 => { let tail = bytes.split_off(at); bytes.extend(tail.clone()); bytes.extend(tail); }
                _ => if let Some(place) = bytes.get_mut(at) { *place = byte },
            }
            bytes.truncate(50_000);
        }
        if let Ok(mail) = mime::read(&bytes, Some("mx")) {
            hold_bounds(&mail);
        }
    }

    #[test]
    fn no_line_of_a_plain_text_is_lost(
        lines in proptest::collection::vec("(> |>> |On a |-----Original Message-----|From: |Sent: |To: )?[a-z:]{0,6}", 0..30),
    ) {
        let mail = read(&format!("{HEAD}\r\n{}", lines.join("\r\n"))).unwrap();
        let kept = format!("{}\n{}", mail.text, mail.quoted);
        let kept: Vec<_> = kept.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        let sent: Vec<_> = lines.iter().map(|line| line.trim()).filter(|line| !line.is_empty()).collect();
        prop_assert_eq!(kept, sent);
    }
}
