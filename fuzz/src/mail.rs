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

/// Attributes of Outlook's envelope that hold lists, texts and files: the mail's properties, its text in the
/// oldest way, a file that begins, its name, bytes and properties, and the codepage.
const ATTRIBUTES: [u32; 7] =
    [0x0006_9003, 0x0002_800c, 0x0006_9002, 0x0001_8010, 0x0006_800f, 0x0006_9005, 0x0006_9007];

/// The same of a mail that is Outlook's envelope: each line of the bytes is an attribute, which its first byte
/// chooses, with the checksum that a fuzzer would never find. Lines end by a byte that nothing else needs.
pub fn in_an_envelope(bytes: &[u8]) {
    let mut mail =
        b"From: sam@contoso.example\r\nContent-Type: application/ms-tnef\r\n\r\n\x78\x9f\x3e\x22\x01\x02"
            .to_vec();
    for line in bytes.split(|byte| *byte == 0xfe) {
        let Some((choice, data)) = line.split_first() else { continue };
        let id = ATTRIBUTES[usize::from(*choice) % ATTRIBUTES.len()];
        let sum = data.iter().fold(0_u16, |sum, byte| sum.wrapping_add((*byte).into()));
        mail.push(1);
        mail.extend_from_slice(&id.to_le_bytes());
        mail.extend_from_slice(&u32::try_from(data.len()).unwrap_or_default().to_le_bytes());
        mail.extend_from_slice(data);
        mail.extend_from_slice(&sum.to_le_bytes());
    }
    within_bounds(&mail);
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
