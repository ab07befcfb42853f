//! Mails.

use mail::mime::{LONGEST_LINE, MOST_ATTACHMENTS, MOST_IN_FIELD, Mail, read};

/// Longest name of an attachment, in characters.
const LONGEST_NAME: usize = 200;

/// What is read keeps the bounds that the reader states, and reads alike each time.
pub fn within_bounds(bytes: &[u8]) {
    let read = || read(bytes, Some("mx.northwind.example"));
    let Ok(mail) = read() else { return };
    assert_eq!(read().as_ref(), Ok(&mail));
    assert!(mail.subject.chars().count() <= LONGEST_LINE);
    assert!(mail.attachments.len() <= MOST_ATTACHMENTS);
    addresses(&mail);
    for text in [&mail.text, &mail.quoted] {
        assert!(!text.contains('\r'), "lines end by \\n: {text:?}");
    }
    for attachment in &mail.attachments {
        let name = &attachment.name;
        let fits = (1..=LONGEST_NAME).contains(&name.chars().count());
        let plain = !name.contains(['/', '\\']) && !name.contains(char::is_control);
        assert!(fits && plain && name != "." && name != "..", "{name:?}");
        assert_eq!(attachment.sha256, anp::digest::sha256(&attachment.bytes));
    }
}

fn addresses(mail: &Mail) {
    for list in [&mail.to, &mail.cc, &mail.reply_to] {
        assert!(list.len() <= MOST_IN_FIELD);
        for address in list.iter().chain([&mail.from]) {
            let _ = address.domain();
            assert!(address.name.chars().count() <= LONGEST_LINE);
            assert!(!address.name.contains(['\r', '\n']), "{:?}", address.name);
        }
    }
    assert!(mail.references.len() <= MOST_IN_FIELD && mail.in_reply_to.len() <= MOST_IN_FIELD);
}

/// What an IMAP server sends is divided alike however it comes, and no byte counts twice.
pub fn answers_divide_alike(bytes: &[u8]) {
    let whole = mail::imap::answers(bytes, bytes.len());
    let sum: usize = whole.iter().map(|(length, _)| length).sum();
    assert!(sum <= bytes.len());
    assert_eq!(mail::imap::answers(bytes, 1), whole);
    assert_eq!(mail::imap::answers(bytes, 7), whole);
}
