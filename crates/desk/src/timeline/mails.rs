//! Mails of a deal on the timeline. Everything in them is inert text.

use mail::mime::{self, Warning};
use store::Connection;
use store::tables::mails;

use crate::mailbox::authserv;
use crate::view::{AttachmentView, Entry, EntryBody, Problem, Standing};

pub(super) fn entries(db: &Connection, deal: &str) -> Result<Vec<Entry>, Problem> {
    Ok(mails::of_deal(db, deal)?.iter().map(entry).collect())
}

fn entry(row: &mails::MailRow) -> Entry {
    let id = format!("mail:{}", row.id);
    // What was kept was readable when it came; a mail that is not any more says so.
    let Ok(mail) = mime::read(&row.raw, authserv()) else {
        return Entry {
            id,
            at: row.at.clone(),
            author: String::new(),
            ours: false,
            standing: Standing::MailUnauthenticated,
            event: None,
            body: EntryBody::Mail {
                subject: String::new(),
                from: String::new(),
                to: Vec::new(),
                text: String::new(),
                quoted: None,
                attachments: Vec::new(),
                warnings: vec!["unreadable".to_owned()],
            },
        };
    };
    let address = mail.from.address.clone();
    let name =
        Some(mail.from.name.clone()).filter(|name| !name.is_empty()).unwrap_or_else(|| address.clone());
    Entry {
        id,
        at: row.at.clone(),
        author: name,
        ours: false,
        standing: if mail.dmarc_pass { Standing::MailDmarcPass } else { Standing::MailUnauthenticated },
        event: None,
        body: EntryBody::Mail {
            subject: mail.subject.clone(),
            from: address,
            to: mail.to.iter().map(|to| to.address.clone()).collect(),
            text: mail.text.clone(),
            quoted: Some(mail.quoted.clone()).filter(|quoted| !quoted.is_empty()),
            attachments: mail
                .attachments
                .iter()
                .map(|part| AttachmentView {
                    name: part.name.clone(),
                    media_type: part.media_type.clone(),
                    bytes: u32::try_from(part.bytes.len()).unwrap_or(u32::MAX),
                    sha256: part.sha256_hex(),
                })
                .collect(),
            warnings: codes(&mail.warnings),
        },
    }
}

/// Each kind of warning once, in the order of its first place.
fn codes(warnings: &[Warning]) -> Vec<String> {
    let mut codes: Vec<String> = Vec::new();
    for code in warnings.iter().map(code) {
        if !codes.iter().any(|known| known == code) {
            codes.push(code.to_owned());
        }
    }
    codes
}

/// A warning's name; the window's catalog has its words.
fn code(warning: &Warning) -> &'static str {
    match warning {
        Warning::ReplyToElsewhere { .. } => "reply_to_elsewhere",
        Warning::SeveralAuthors { .. } => "several_authors",
        Warning::Repeated { .. } => "repeated_field",
        Warning::HiddenSigns { .. } => "hidden_signs",
        Warning::CharsetGuessed { .. } => "charset_guessed",
        Warning::Undecodable { .. } => "undecodable",
        Warning::HtmlOnly => "html_only",
        Warning::NoText => "no_text",
        Warning::HiddenText { .. } => "hidden_text",
        Warning::Damaged { .. } => "damaged",
        Warning::Unclosed { .. } => "unclosed",
        Warning::UnreadableDate => "unreadable_date",
        Warning::Shortened { .. } => "shortened",
        Warning::StrayLine { .. } => "stray_line",
        Warning::OutlookEnvelope { .. } => "outlook_envelope",
    }
}
