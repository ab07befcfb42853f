//! Mails of a deal on the timeline. Everything in them is inert text.

use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use anp::digest::sha256;
use mail::mime::{self, Mail, Warning};
use store::Connection;
use store::tables::mail_out::Fate;
use store::tables::mail_places::{self, Origin};
use store::tables::{mail_fetched, mail_out, mails};

use crate::mail_sort::KnownSenders;
use crate::state::locked;
use crate::view::{AttachmentView, CheckView, Entry, EntryBody, MailOutFate, Problem, Standing};

/// What is known of attachments as files.
pub(super) struct Files<'d> {
    /// Where they lie.
    pub(super) folder: PathBuf,
    /// Bytes so far of those on their way, by mail and part.
    pub(super) coming: BTreeMap<(i64, String), u64>,
    /// Mails that were read before.
    pub(super) read: &'d Mutex<MailsRead>,
}

/// Mails that were read, by number and by whose word on authors counted. A mail's bytes never
/// change, and a long thread is asked for at every change of its deal.
pub(crate) type MailsRead = HashMap<(i64, String), Arc<ReadMail>>;

/// Mails that are remembered at most.
const REMEMBERED: usize = 20_000;

/// A mail without what weighs: its files' bytes.
#[derive(Debug)]
pub(crate) struct ReadMail {
    mail: Mail,
    /// Bytes of each attachment.
    sizes: Vec<u32>,
    /// SHA-256 of its own bytes.
    sha256: [u8; 32],
}

/// Reads a mail, once; none where it cannot be read any more.
fn read(
    db: &Connection,
    number: i64,
    authserv: &str,
    files: &Files<'_>,
) -> Result<Option<Arc<ReadMail>>, Problem> {
    let place = (number, authserv.to_owned());
    if let Some(known) = locked(files.read).get(&place) {
        return Ok(Some(Arc::clone(known)));
    }
    let Some(row) = mails::get(db, number)? else { return Ok(None) };
    let trusted = Some(authserv).filter(|name| !name.is_empty());
    let Ok(mut mail) = mime::read(&row.raw, trusted) else { return Ok(None) };
    let size = |part: &mime::Attachment| u32::try_from(part.bytes.len()).unwrap_or(u32::MAX);
    let sizes = mail.attachments.iter().map(size).collect();
    for part in &mut mail.attachments {
        part.bytes = Vec::new();
    }
    let read = Arc::new(ReadMail { mail, sizes, sha256: sha256(&row.raw) });
    let mut all = locked(files.read);
    if all.len() >= REMEMBERED {
        all.clear();
    }
    all.insert(place, Arc::clone(&read));
    Ok(Some(read))
}

pub(super) fn entries(db: &Connection, deal: &str, files: &Files<'_>) -> Result<Vec<Entry>, Problem> {
    let senders = KnownSenders::of(db);
    let read = |row| entry((db, &senders), row, files);
    let mut entries: Vec<Entry> = mails::listed(db, deal)?.iter().map(read).collect::<Result<_, _>>()?;
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

fn entry(
    (db, senders): (&Connection, &KnownSenders<'_>),
    (number, at): &(i64, String),
    files: &Files<'_>,
) -> Result<Entry, Problem> {
    let origin = mail_places::origin(db, *number)?;
    let authserv = origin.as_ref().map_or("", |origin| origin.authserv.as_str());
    // What was kept was readable when it came; a mail that is not any more says so.
    let Some(read) = read(db, *number, authserv, files)? else { return Ok(unreadable(*number, at)) };
    let mail = &read.mail;
    let address = mail.from.address.clone();
    let name =
        Some(mail.from.name.clone()).filter(|name| !name.is_empty()).unwrap_or_else(|| address.clone());
    let sent = match &mail.message_id {
        Some(id) => mail_out::by_message_id(db, id)?.is_some_and(|out| sha256(&out.raw) == read.sha256),
        None => false,
    };
    let ours = sent || origin.as_ref().is_some_and(|origin| is_ours(origin, &address));
    let mut warnings = codes(&mail.warnings);
    if !ours && senders.imitated(&mail.from)?.is_some() {
        warnings.insert(0, "lookalike_sender".to_owned());
    }
    if mail.checks.iter().any(|check| check.method == "dmarc" && check.result == "fail") {
        warnings.insert(0, "dmarc_fail".to_owned());
    }
    let some = |text: &String| Some(text.clone()).filter(|text| !text.is_empty());
    Ok(Entry {
        id: format!("mail:{number}"),
        at: at.clone(),
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
            checks: mail.checks.iter().map(check_view).collect(),
            attachments: attachments(db, *number, &read, files)?,
            warnings,
        },
    })
}

/// Whether the mailbox's own person wrote it: it lies among what was sent, under their
/// address. A mail that arrived claims an address and no more.
fn is_ours(origin: &Origin, address: &str) -> bool {
    origin.sent && origin.address.eq_ignore_ascii_case(address)
}

fn unreadable(number: i64, at: &str) -> Entry {
    Entry {
        id: format!("mail:{number}"),
        at: at.to_owned(),
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
            checks: Vec::new(),
            attachments: Vec::new(),
            warnings: vec!["unreadable".to_owned()],
        },
    }
}

/// What is there, and what stays on the server in the place of the empty part that was
/// kept for it.
fn attachments(
    db: &Connection,
    row: i64,
    read: &ReadMail,
    files: &Files<'_>,
) -> Result<Vec<AttachmentView>, Problem> {
    if read.mail.attachments.is_empty() {
        return Ok(Vec::new());
    }
    let (left, fetched) = (mail_places::left(db, row)?, mail_fetched::of_mail(db, row)?);
    let small = |bytes: u64| u32::try_from(bytes).unwrap_or(u32::MAX);
    let view = |(part, size): (&mime::Attachment, &u32)| {
        let there = left.iter().find(|left| left.part == part.part);
        let file = fetched.iter().find(|fetched| fetched.part == part.part);
        AttachmentView {
            part: part.part.clone(),
            name: part.name.clone(),
            media_type: part.media_type.clone(),
            bytes: match (file, there) {
                (Some(file), _) => small(file.bytes),
                (None, Some(left)) => left.bytes,
                (None, None) => *size,
            },
            sha256: match (file, there) {
                (Some(file), _) => file.sha256.clone(),
                (None, Some(_)) => String::new(),
                (None, None) => part.sha256_hex(),
            },
            on_server: there.is_some() && file.is_none(),
            coming: files.coming.get(&(row, part.part.clone())).map(|bytes| small(*bytes)),
            saved: file.map(|file| files.folder.join(&file.file).to_string_lossy().into_owned()),
            table: is_table(&part.name),
        }
    };
    Ok(read.mail.attachments.iter().zip(&read.sizes).map(view).collect())
}

/// Whether a file may be a table, by its name: what it is shows when it is read.
fn is_table(name: &str) -> bool {
    let end = name.rsplit_once('.').map_or("", |(_, end)| end).to_lowercase();
    ["csv", "tsv", "xlsx"].contains(&end.as_str())
}

fn check_view(check: &mime::Check) -> CheckView {
    CheckView { method: check.method.to_owned(), result: check.result.to_owned() }
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
        Warning::EnvelopeSaysMore { .. } => "envelope_says_more",
    }
}
