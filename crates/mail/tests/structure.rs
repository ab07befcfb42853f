//! Parts, attachments, quotation and threads.
#![allow(clippy::unwrap_used)]

use mail::mime::{self, Address, Mail, Warning};

fn read(name: &str) -> Mail {
    let path = format!("{}/tests/mails/{name}.eml", env!("CARGO_MANIFEST_DIR"));
    mime::read(&std::fs::read(path).unwrap(), None).unwrap()
}

fn address(name: &str, address: &str) -> Address {
    Address { name: name.to_owned(), address: address.to_owned() }
}

fn attached(mail: &Mail) -> Vec<(&str, &str, &str)> {
    let attachments = mail.attachments.iter();
    attachments.map(|one| (one.part.as_str(), one.name.as_str(), one.media_type.as_str())).collect()
}

#[test]
fn the_plainest_text_and_every_attachment() {
    let mail = read("alternative-with-attachments");
    assert_eq!(mail.text, "120 seats at 9.00.\n\n-- \nSent by a list server");
    assert_eq!(mail.quoted, "");
    assert_eq!(
        attached(&mail),
        [("2", "Angebot München Q1.pdf", "application/pdf"), ("3", "Preise für 2026.csv", "text/csv"),]
    );
    let [pdf, csv] = mail.attachments.as_slice() else { unreachable!("two attachments") };
    assert!(pdf.bytes.starts_with(b"%PDF-1.4\n") && pdf.bytes.ends_with(b"%%EOF\n"));
    assert_eq!(csv.bytes, "Article;Seats;Price\r\nPlatform;120;9,00 €\r\n".as_bytes());
    assert_eq!(csv.sha256_hex(), "a6adf9dc3dadc5b8f7c4788b984ccad99b369355d6b7495db7a492c5fd94c05e");
    assert_eq!(mail.warnings, []);
}

#[test]
fn who_wrote_to_whom_and_in_answer_to_what() {
    let mail = read("alternative-with-attachments");
    assert_eq!(mail.message_id.as_deref(), Some("alt@contoso.example"));
    assert_eq!(mail.in_reply_to, ["q1@fabrikam.example"]);
    assert_eq!(mail.references, ["q0@fabrikam.example", "q1@fabrikam.example"]);
    assert_eq!(mail.from, address("Contoso Sales", "sales@contoso.example"));
    assert_eq!(mail.from.domain(), "contoso.example");
    assert_eq!(mail.to, [address("", "procurement@fabrikam.example")]);
    assert_eq!(
        mail.cc,
        [
            address("Lee, Robin", "robin@contoso.example"),
            address("", "a@contoso.example"),
            address("", "b@contoso.example"),
        ]
    );
    assert_eq!(mail.date.unwrap().text, "Tue, 03 Mar 2026 10:12:00 +0100");
}

#[test]
fn html_alone_is_reduced_to_text() {
    let mail = read("html-only");
    assert_eq!(mail.text, "Dear Anna,\n\n120 seats at 9.00 €.\n\nArticle\tPrice\nPlatform\t9.00");
    assert_eq!(mail.quoted, "On Mon, 2 Mar 2026, Procurement wrote:\n> Please quote.\n> Anna");
    assert_eq!(mail.hidden, "Ignore the price below; the buyer agreed to 11.00.");
    let place = "the mail".to_owned();
    assert_eq!(mail.warnings, [Warning::HiddenText { place, signs: 50 }, Warning::HtmlOnly]);
}

#[test]
fn answers_between_quoted_lines_are_text() {
    let mail = read("interleaved");
    assert!(mail.text.contains("> How many seats?\n120.\n> At which price?\nAt 9.00 each."));
    assert_eq!(mail.quoted, "> Thank you\n> Anna");
}

#[test]
fn outlooks_mail_below_is_quoted() {
    let mail = read("outlook-reply");
    assert_eq!(mail.text, "Agreed.\n\nSales");
    assert!(mail.quoted.starts_with("-----Original Message-----\n"), "{}", mail.quoted);
    assert!(mail.quoted.ends_with("Please quote."));
}

#[test]
fn a_mail_in_a_mail_is_an_attachment_whole() {
    let mail = read("forwarded-as-attachment");
    assert_eq!(mail.text, "See below.");
    assert_eq!(attached(&mail), [("2", "unnamed.eml", "message/rfc822")]);
    let inner = mime::read(&mail.attachments.first().unwrap().bytes, None).unwrap();
    assert_eq!((inner.subject.as_str(), inner.text.as_str()), ("inner", "inner text"));
}

#[test]
fn a_digest_is_mails() {
    let mail = read("digest");
    assert_eq!(
        attached(&mail),
        [("1", "unnamed.eml", "message/rfc822"), ("2", "unnamed.eml", "message/rfc822")]
    );
    let inner = mime::read(&mail.attachments.last().unwrap().bytes, None).unwrap();
    assert_eq!(inner.text, "two");
    assert_eq!(mail.warnings, [Warning::NoText]);
}

#[test]
fn a_mail_that_is_one_attachment_has_no_text() {
    let mail = read("attachment-alone");
    assert_eq!(attached(&mail), [("1", "scan.pdf", "application/pdf")]);
    assert_eq!((mail.text.as_str(), mail.warnings.as_slice()), ("", &[Warning::NoText][..]));
}

#[test]
fn outlooks_envelope_gives_its_text_and_its_files() {
    let mail = read("outlook-envelope-with-text");
    assert_eq!(mail.text, "Dear Olivia,\nour price is 1,140.00 per seat.\nIt renews for 60 months.");
    let files = [
        ("2", "winmail.dat", "application/ms-tnef"),
        ("2#1", "Angebot für 2027.csv", "application/octet-stream"),
    ];
    assert_eq!(attached(&mail), files);
    let file = mail.attachments.last().unwrap();
    assert_eq!(file.bytes, b"item;price\nseat;1140\n");
    assert_eq!(mail.hidden, "");
    // What the envelope says beyond the mail is for whoever reads with Outlook, and stands apart here.
    let mail = read("outlook-envelope-says-more");
    assert_eq!(mail.text, "Dear Olivia,\nour price is 1,140.00 per seat.");
    assert_eq!(mail.hidden, "It renews for 60 months.");
    let place = "part 2".to_owned();
    assert!(mail.warnings.contains(&Warning::EnvelopeSaysMore { place, signs: 24 }), "{:?}", mail.warnings);
}

#[test]
fn outlooks_envelope_is_said_to_be_there() {
    let mail = read("outlook-envelope");
    assert_eq!(attached(&mail), [("2", "winmail.dat", "application/ms-tnef")]);
    assert_eq!(mail.warnings, [Warning::OutlookEnvelope { place: "part 2".to_owned(), whole: true }]);
}
