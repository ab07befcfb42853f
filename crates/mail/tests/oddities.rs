//! Mails that deceive, and mails that are broken.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use mail::mime::{self, Mail, Unreadable, Warning};

const SERVER: Option<&str> = Some("mx.fabrikam.example");

fn bytes(name: &str) -> Vec<u8> {
    std::fs::read(format!("{}/tests/mails/{name}.eml", env!("CARGO_MANIFEST_DIR"))).unwrap()
}

fn read(name: &str) -> Mail {
    mime::read(&bytes(name), SERVER).unwrap()
}

fn the_mail() -> String {
    "the mail".to_owned()
}

#[test]
fn a_deceiving_mail_is_warned_of_point_by_point() {
    let mail = read("deceiving");
    assert!(!mail.dmarc_pass);
    let hidden =
        |place: &str, bidi, zero_width| Warning::HiddenSigns { place: place.to_owned(), bidi, zero_width };
    assert_eq!(
        mail.warnings,
        [
            Warning::ReplyToElsewhere {
                from: "contoso.example".to_owned(),
                reply_to: "c0ntoso.example".to_owned(),
            },
            hidden("attachment quotefdp.exe", 1, 0),
            hidden("header Subject", 1, 0),
            hidden("the text", 0, 1),
        ]
    );
    assert_eq!(mail.text, "Pay 1\u{200B}00.");
}

/// Encoded words can hold line ends, with which a name would feign other fields.
#[test]
fn a_name_or_subject_stays_in_its_line() {
    let mail = b"From: =?utf-8?q?a=0AFrom:_cfo?= <a@contoso.example>\r\n\
        To: =?utf-8?q?b=0D=0Ac=09d=E2=80=A8e=00f?= <b@fabrikam.example>\r\n\
        Subject: =?utf-8?b?b25lCnR3bw==?=\r\n\tthree\r\n\r\ntext\r\n";
    let mail = mime::read(mail, SERVER).unwrap();
    assert_eq!(mail.from.name, "a From: cfo");
    assert_eq!(mail.to[0].name, "b  c d ef");
    assert!(mail.subject.starts_with("one two") && mail.subject.ends_with("three"), "{:?}", mail.subject);
    assert!(!mail.subject.contains(char::is_control));
}

#[test]
fn the_receiving_servers_word_is_taken_if_its_name_is_known() {
    assert!(read("vouched-for").dmarc_pass);
    assert_eq!(read("vouched-for").warnings, []);
    assert!(!mime::read(&bytes("vouched-for"), None).unwrap().dmarc_pass);
    assert!(!mime::read(&bytes("vouched-for"), Some("mx.contoso.example")).unwrap().dmarc_pass);
}

#[test]
fn two_authors_are_said_to_be_two() {
    let mail = read("two-authors");
    assert_eq!(mail.from.address, "cfo@fabrikam.example");
    assert_eq!(mail.warnings, [Warning::Repeated { field: "From" }]);
    let mail = read("several-in-from");
    assert_eq!(mail.from.address, "a@contoso.example");
    assert_eq!(mail.warnings, [Warning::SeveralAuthors { authors: 2 }, Warning::UnreadableDate]);
    assert_eq!(mail.date.unwrap().text, "someday");
}

#[test]
fn what_is_broken_is_read_as_far_as_it_can_be() {
    let damaged = |what| Warning::Damaged { place: the_mail(), what };
    for (name, text, warnings) in [
        ("cut-off", "120 seats at 9.00.", vec![Warning::Unclosed { place: the_mail() }]),
        ("broken-base64", "120 seats at 9.00.", vec![damaged("its base64 holds what is no base64")]),
        (
            "broken-quoted-printable",
            "9.00 € =XY done",
            vec![damaged("its quoted-printable has a `=` that is none")],
        ),
        ("no-boundary", "--b\n\n120 seats.\n--b--", vec![damaged("it should hold parts, and none is found")]),
        (
            "wrong-boundary",
            "--b\n\n120 seats.\n--b--",
            vec![damaged("it should hold parts, and none is found")],
        ),
        ("stray-lines", "120 seats.", vec![Warning::StrayLine { place: the_mail(), line: 7 }]),
        ("line-feeds-alone", "120 seats.", vec![]),
        ("only-header", "", vec![Warning::NoText]),
    ] {
        let mail = read(name);
        assert_eq!(mail.text, text, "{name}");
        assert_eq!(mail.warnings, warnings, "{name}");
    }
    let cut = read("cut-off").attachments;
    assert_eq!(cut.first().unwrap().bytes, b"%PDF-1.4\n1 0 obj<</Type/Catalo");
}

#[test]
fn what_is_no_mail_says_where() {
    let refused = |name: &str| mime::read(&bytes(name), None).unwrap_err();
    assert_eq!(refused("no-mail"), Unreadable::NoHeader { line: 3 });
    assert_eq!(refused("no-mail").to_string(), "line 3: here a mail's header should begin");
    assert_eq!(refused("no-author"), Unreadable::NoAuthor);
    assert_eq!(mime::read(b"", None).unwrap_err(), Unreadable::NoHeader { line: 1 });
    assert_eq!(mime::read(&[0xFF; 4096], None).unwrap_err(), Unreadable::NoHeader { line: 1 });
}
