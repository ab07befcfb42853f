//! Mails of a deal on the timeline. Everything in them is inert text.

use mail::mime::{self, Mail, Warning};
use store::Connection;
use store::tables::mail_out::Fate;
use store::tables::mail_places::{self, Left, Origin};
use store::tables::{mail_out, mails};

use crate::mail_sort::looks_alike;
use crate::view::{AttachmentView, Entry, EntryBody, MailOutFate, Problem, Standing};

pub(super) fn entries(db: &Connection, deal: &str) -> Result<Vec<Entry>, Problem> {
    let mut entries: Vec<Entry> =
        mails::of_deal(db, deal)?.iter().map(|row| entry(db, row)).collect::<Result<_, _>>()?;
    entries.extend(mail_out::of_deal(db, deal)?.iter().filter_map(leaving));
    Ok(entries)
}

/// A mail of ours that does not stand on the timeline as sent.
fn leaving(out: &mail_out::Leaving) -> Option<Entry> {
    let fate = match out.fate {
        Fate::Sending => MailOutFate::Sending,
        Fate::Unknown => MailOutFate::Unknown,
        Fate::NotSent => MailOutFate::NotSent,
        Fate::FoundNotSent => MailOutFate::FoundNotSent,
        Fate::Sent | Fate::FoundSent => return None,
    };
    Some(Entry {
        id: format!("mail_out:{}", out.decision),
        at: out.decided_at.clone(),
        author: out.by_name.clone(),
        ours: true,
        standing: Standing::PersonKey,
        event: None,
        body: EntryBody::MailOut {
            decision: out.decision.clone(),
            subject: out.subject.clone(),
            to: serde_json::from_str(&out.recipients).unwrap_or_default(),
            fate,
        },
    })
}

fn entry(db: &Connection, row: &mails::MailRow) -> Result<Entry, Problem> {
    let origin = mail_places::origin(db, row.id)?;
    let authserv = origin.as_ref().map(|origin| origin.authserv.as_str()).filter(|name| !name.is_empty());
    // What was kept was readable when it came; a mail that is not any more says so.
    let Ok(mail) = mime::read(&row.raw, authserv) else { return Ok(unreadable(row)) };
    let address = mail.from.address.clone();
    let name =
        Some(mail.from.name.clone()).filter(|name| !name.is_empty()).unwrap_or_else(|| address.clone());
    let sent = match &mail.message_id {
        Some(id) => mail_out::by_message_id(db, id)?.is_some_and(|out| out.raw == row.raw),
        None => false,
    };
    let ours = sent || origin.as_ref().is_some_and(|origin| is_ours(origin, &address));
    let mut warnings = codes(&mail.warnings);
    if !ours && looks_alike(db, &mail.from)?.is_some() {
        warnings.insert(0, "lookalike_sender".to_owned());
    }
    let some = |text: &String| Some(text.clone()).filter(|text| !text.is_empty());
    Ok(Entry {
        id: format!("mail:{}", row.id),
        at: row.at.clone(),
        author: name,
        ours,
        standing: if mail.dmarc_pass { Standing::MailDmarcPass } else { Standing::MailUnauthenticated },
        event: None,
        body: EntryBody::Mail {
            subject: mail.subject.clone(),
            from: address,
            to: mail.to.iter().map(|to| to.address.clone()).collect(),
            text: mail.text.clone(),
            quoted: some(&mail.quoted),
            hidden: some(&mail.hidden),
            answered: origin.is_some_and(|origin| origin.answered),
            attachments: attachments(&mail, &mail_places::left(db, row.id)?),
            warnings,
        },
    })
}

/// Whether the mailbox's own person wrote it: it lies among what was sent, under their
/// address. A mail that arrived claims an address and no more.
fn is_ours(origin: &Origin, address: &str) -> bool {
    origin.sent && origin.address.eq_ignore_ascii_case(address)
}

fn unreadable(row: &mails::MailRow) -> Entry {
    Entry {
        id: format!("mail:{}", row.id),
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
            hidden: None,
            answered: false,
            attachments: Vec::new(),
            warnings: vec!["unreadable".to_owned()],
        },
    }
}

/// What is there, and what stays on the server in the place of the empty part that was
/// kept for it.
fn attachments(mail: &Mail, left: &[Left]) -> Vec<AttachmentView> {
    let view = |part: &mime::Attachment| {
        let there = left.iter().find(|left| left.part == part.part);
        AttachmentView {
            name: part.name.clone(),
            media_type: part.media_type.clone(),
            bytes: there
                .map_or_else(|| u32::try_from(part.bytes.len()).unwrap_or(u32::MAX), |left| left.bytes),
            sha256: if there.is_some() { String::new() } else { part.sha256_hex() },
            on_server: there.is_some(),
        }
    };
    mail.attachments.iter().map(view).collect()
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
        Warning::HtmlSaysMore { .. } => "html_says_more",
    }
}
