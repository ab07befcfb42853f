//! The demo's mails are mails as they come: they are read without a warning and hang
//! together.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use mail::mime::{self, Mail};

fn read(name: &str) -> Mail {
    let path = format!("{}/demo/{name}.eml", env!("CARGO_MANIFEST_DIR"));
    let bytes = std::fs::read(path).unwrap();
    let bare = bytes.split(|byte| *byte == b'\n').filter(|line| !line.is_empty() && !line.ends_with(b"\r"));
    assert_eq!(bare.count(), 0, "{name}: lines of a mail end with CRLF");
    mime::read(&bytes, None).unwrap()
}

#[test]
fn they_are_one_thread_without_a_warning() {
    let mails = ["01-renewal", "02-reply", "03-pricelist"].map(read);
    let [renewal, reply, pricelist] = &mails;
    for mail in &mails {
        assert_eq!(mail.warnings, [], "{}", mail.subject);
        assert!(!mail.text.is_empty());
    }
    let ids: Vec<_> = mails.iter().map(|mail| mail.message_id.clone().unwrap()).collect();
    assert_eq!(renewal.references, [""; 0]);
    assert_eq!((&reply.references[..], &reply.in_reply_to[..]), (&ids[..1], &ids[..1]));
    assert_eq!((&pricelist.references[..], &pricelist.in_reply_to[..]), (&ids[..2], &ids[1..2]));
    assert!(mails.is_sorted_by_key(|mail| mail.date.as_ref().unwrap().unix_ms.unwrap()));
}

#[test]
fn each_shows_something_of_its_own() {
    let renewal = read("01-renewal");
    assert_eq!(renewal.from.domain(), "contoso.example");
    assert!(renewal.text.contains("only good through quarter end"), "{}", renewal.text);
    assert!(!renewal.text.is_ascii(), "quoted-printable has something to do");
    let reply = read("02-reply");
    assert_eq!(reply.from.domain(), "fabrikam.example");
    assert!(reply.quoted.lines().skip(1).all(|line| line.starts_with('>')), "{}", reply.quoted);
    let pricelist = read("03-pricelist");
    let list = pricelist.attachments.first().unwrap();
    assert_eq!((list.name.as_str(), list.media_type.as_str()), ("list-prices.csv", "text/csv"));
    assert!(list.bytes.starts_with(b"sku,"));
}
