//! The bytes of a mail to what a person reads of it, and what is odd about it.
//!
//! Pure: no clock, no disk, no network. Nothing in a mail is trusted. What cannot be
//! read is an [`Unreadable`] that names the place; what could be read, but not
//! without doubt, is read and stands in [`Mail::warnings`]. The structure is walked
//! here, with bounds at every step; the grammar of single fields, the transfer
//! encodings and most charsets are `mail_parser`'s.

mod charset;
mod coding;
mod fault;
mod field;
mod fields;
mod html;
mod letter;
mod named;
mod origin;
mod parts;
mod quote;
mod signs;
mod style;
mod tnef;
mod two;

pub use fault::Unreadable;
pub use letter::{Address, Attachment, Check, Mail, MailDate, Warning};

use fields::Fields;

/// Bytes of a whole mail: 25 MiB, what mail servers commonly take at most.
pub const LARGEST_MAIL: usize = 25 * 1024 * 1024;
/// Bytes of one header section.
pub const LARGEST_HEADER: usize = 256 * 1024;
/// Bytes of one header field that are read; the rest is left out, with a warning.
pub const LARGEST_FIELD: usize = 32 * 1024;
/// Characters of a subject or of a name in an address.
pub const LONGEST_LINE: usize = 1000;
/// Addresses in one field, and message identifiers in one field.
pub const MOST_IN_FIELD: usize = 500;
/// Attachments of one mail.
pub const MOST_ATTACHMENTS: usize = 200;
/// Parts of one mail, those that only hold others included.
pub const MOST_PARTS: usize = 1000;
/// How deep parts may lie in parts.
pub const DEEPEST_PART: usize = 20;

/// Reads a mail from its bytes as they came.
///
/// `authserv_id` is the name that the receiving server gives itself in
/// `Authentication-Results`, for instance its host name; without it no statement of
/// that kind counts.
///
/// # Errors
/// [`Unreadable`] when one of the bounds above is passed, or when there is no header
/// or no author.
pub fn read(bytes: &[u8], authserv_id: Option<&str>) -> Result<Mail, Unreadable> {
    if bytes.len() > LARGEST_MAIL {
        return Err(Unreadable::TooLarge { bytes: bytes.len() });
    }
    let mut warnings = Vec::new();
    let (fields, body) = Fields::of_mail(bytes, &mut warnings)?;
    let from = origin::author(&fields, &mut warnings)?;
    let reply_to = fields.addresses("Reply-To", &mut warnings);
    origin::compare_reply(&from, &reply_to, &mut warnings);
    let subject = fields.subject(&mut warnings);
    let date = fields.date(&mut warnings);
    let dmarc_pass = authserv_id.is_some_and(|server| origin::dmarc_pass(&fields, server, &from));
    let checks = authserv_id.map_or_else(Vec::new, |server| origin::checks(&fields, server, &from));
    let letter = parts::walk(&fields, body, &mut warnings)?;
    signs::note("header Subject", &subject, &mut warnings);
    signs::note("header From", &from.shown(), &mut warnings);
    signs::note("the text", &letter.text, &mut warnings);
    let (text, quoted) = quote::split(&letter.text);
    Ok(Mail {
        message_id: fields.ids("Message-ID", &mut warnings).into_iter().next(),
        in_reply_to: fields.ids("In-Reply-To", &mut warnings),
        references: fields.ids("References", &mut warnings),
        date,
        from,
        reply_to,
        to: fields.addresses("To", &mut warnings),
        cc: fields.addresses("Cc", &mut warnings),
        subject,
        text,
        quoted,
        hidden: letter.hidden,
        attachments: letter.attachments,
        dmarc_pass,
        checks,
        warnings,
    })
}

/// A part's bytes out of their transfer encoding; what is broken as far as it can be read.
#[cfg(feature = "net")]
pub(crate) fn decode_part(body: &[u8], encoding: &str) -> Vec<u8> {
    coding::decode(body, Some(encoding), "", &mut Vec::new())
}
