//! Folders: which there are, and one of them opened for reading.

use imap_proto::{MailboxDatum, NameAttribute, Response, ResponseCode};

use super::conn::{End, quoted};
use super::frame::Limits;
use super::login::Mailbox;
use crate::net::{Cause, Step, Trouble};

/// Folders of one mailbox that are listed.
const MOST_FOLDERS: usize = 5000;

/// What a folder is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FolderUse {
    /// Where mail arrives.
    Inbox,
    /// Copies of what was sent.
    Sent,
    /// Mail that is not wanted: junk, what was thrown away, what is not written yet.
    Aside,
    /// Everything else.
    Other,
}

/// A folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Folder {
    /// Its name as the server writes it: modified UTF-7.
    pub name: String,
    /// Its name for people.
    pub shown: String,
    /// What it is for.
    pub use_for: FolderUse,
}

/// A folder that was opened for reading.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Opened {
    /// With another validity the UIDs are others'.
    pub uid_validity: u32,
    /// The UID that the next mail gets, if the server says so.
    pub uid_next: Option<u32>,
    /// How many mails are in it.
    pub exists: u32,
    /// Grows with every change, where the server counts them.
    pub modseq: Option<u64>,
}

impl Mailbox {
    /// All folders that can be opened.
    ///
    /// # Errors
    /// [`Trouble`] while the list is read.
    pub async fn folders(&mut self) -> Result<Vec<Folder>, Trouble> {
        self.conn.step = Step::Folder;
        let mut folders = Vec::new();
        let hear = |response: &Response<'_>| {
            if let Response::MailboxData(MailboxDatum::List(listed)) = response
                && !listed.name_attributes.contains(&NameAttribute::NoSelect)
                && folders.len() < MOST_FOLDERS
            {
                let name = listed.name.to_string();
                let use_for = use_of(&name, &listed.name_attributes);
                folders.push(Folder { shown: shown(&name), name, use_for });
            }
        };
        let end = self.conn.run("LIST \"\" \"*\"", Limits::PLAIN, hear).await?;
        if end == End::Ok { Ok(folders) } else { Err(self.conn.trouble(Cause::Rejected)) }
    }

    /// Opens a folder for reading only: nothing in it changes, not even what is new.
    ///
    /// # Errors
    /// [`Cause::NoSuchFolder`] where the server refuses; other [`Trouble`] on the way.
    pub async fn examine(&mut self, folder: &str) -> Result<Opened, Trouble> {
        self.conn.step = Step::Folder;
        let name = quoted(folder).ok_or_else(|| self.conn.trouble(Cause::NoSuchFolder))?;
        let (mut validity, mut uid_next, mut exists, mut modseq) = (None, None, 0, None);
        let hear = |response: &Response<'_>| match response {
            Response::MailboxData(MailboxDatum::Exists(number)) => exists = *number,
            Response::Data { outcome, .. } => match outcome.code {
                Some(ResponseCode::UidValidity(number)) => validity = Some(number),
                Some(ResponseCode::UidNext(number)) => uid_next = Some(number),
                Some(ResponseCode::HighestModSeq(number)) => modseq = Some(number),
                _ => {}
            },
            _ => {}
        };
        // Asked for by name, the count of changes also comes from servers that keep it
        // for those who ask.
        let condstore = if self.features.condstore { " (CONDSTORE)" } else { "" };
        let end = self.conn.run(&format!("EXAMINE {name}{condstore}"), Limits::PLAIN, hear).await?;
        if end != End::Ok {
            return Err(self.conn.trouble(Cause::NoSuchFolder));
        }
        let uid_validity = validity.ok_or_else(|| self.conn.trouble(Cause::Confused))?;
        let modseq = modseq.filter(|_| self.features.condstore);
        Ok(Opened { uid_validity, uid_next, exists, modseq })
    }
}

/// What a folder is for, as the server says; by its usual names where it does not.
fn use_of(name: &str, attributes: &[NameAttribute<'_>]) -> FolderUse {
    if name.eq_ignore_ascii_case("INBOX") {
        return FolderUse::Inbox;
    }
    for attribute in attributes {
        match attribute {
            NameAttribute::Sent => return FolderUse::Sent,
            NameAttribute::Junk | NameAttribute::Trash | NameAttribute::Drafts => return FolderUse::Aside,
            NameAttribute::All | NameAttribute::Archive | NameAttribute::Flagged => return FolderUse::Other,
            _ => {}
        }
    }
    let last = name.rsplit(['/', '.']).next().unwrap_or(name).to_lowercase();
    match last.as_str() {
        "sent" | "sent items" | "sent mail" | "sent messages" | "gesendet" | "gesendete elemente"
        | "gesendete objekte" => FolderUse::Sent,
        "junk"
        | "spam"
        | "trash"
        | "drafts"
        | "deleted items"
        | "papierkorb"
        | "entw&apw-rfe"
        | "gel&apy-schte elemente"
        | "junk-e-mail" => FolderUse::Aside,
        _ => FolderUse::Other,
    }
}

/// A name out of modified UTF-7 (RFC 3501, 5.1.3); as it stands where it is not that.
fn shown(name: &str) -> String {
    decoded(name).unwrap_or_else(|| name.to_owned())
}

fn decoded(name: &str) -> Option<String> {
    use base64ct::{Base64Unpadded, Encoding as _};
    let mut shown = String::new();
    let mut rest = name;
    while let Some((plain, after)) = rest.split_once('&') {
        let (coded, after) = after.split_once('-')?;
        shown.push_str(plain);
        if coded.is_empty() {
            shown.push('&');
        } else {
            let bytes = Base64Unpadded::decode_vec(&coded.replace(',', "/")).ok()?;
            let (pairs, []) = bytes.as_chunks::<2>() else { return None };
            let units: Vec<u16> = pairs.iter().map(|pair| u16::from_be_bytes(*pair)).collect();
            shown.push_str(&String::from_utf16(&units).ok()?);
        }
        rest = after;
    }
    shown.push_str(rest);
    Some(shown)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_out_of_modified_utf7() {
        for (name, read) in [
            ("INBOX", "INBOX"),
            ("Entw&APw-rfe", "Entwürfe"),
            ("A &- B", "A & B"),
            ("&U,BTFw-", "台北"),
            ("&broken", "&broken"),
            ("&AP-", "&AP-"),
        ] {
            assert_eq!(shown(name), read);
        }
    }
}
