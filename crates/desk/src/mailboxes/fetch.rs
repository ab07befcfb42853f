//! An attachment becomes a file in the workspace when a person asks for it: out of the mail
//! that is kept, or from its server, piece by piece, until it is there or they stop it.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::PathBuf;

use mail::imap::{self, Coding, Mailbox, PartSink, SyncEnd};
use mail::mime::{self, Attachment};
use store::tables::mail_accounts::{self, Account};
use store::tables::mail_fetched::{self, Fetched};
use store::tables::mail_places::{self, Left, Spot};
use store::tables::mails;

use super::accounts::server;
use crate::changed::Topic;
use crate::evidence::write_whole;
use crate::state::{Desk, locked};
use crate::trouble::{file, gone, mail_server};
use crate::view::{Missing, Problem};
use crate::work::stopped;

/// Most bytes of an attachment on the wire.
const MOST: u64 = 4 << 30;
/// How many bytes come between two words of progress.
const TOLD_EVERY: u64 = 1 << 20;

/// An attachment on its way.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Coming {
    /// Bytes so far.
    pub(crate) bytes: u64,
    /// Whether the person stopped it.
    stopped: bool,
}

/// What is asked for.
struct Asked {
    mail: i64,
    deal: Option<String>,
    attached: Attachment,
    left: Option<Left>,
    spots: Vec<Spot>,
    name: String,
}

impl Desk {
    /// Makes a file of an attachment; its path comes back. Nothing opens it.
    ///
    /// # Errors
    /// Where the mail or its place on a server is not here any more, the server or the disk
    /// refuses, or the person stopped it.
    pub async fn fetch_attachment(&self, mail: &str, part: &str) -> Result<String, Problem> {
        let asked = self.asked_attachment(mail, part)?;
        let path = self.attachment_folder().join(&asked.name);
        let fetched = match &asked.left {
            None => {
                write_whole(&path, &asked.attached.bytes).map_err(|error| file(&path, &error))?;
                let bytes = u64::try_from(asked.attached.bytes.len()).unwrap_or(u64::MAX);
                (bytes, asked.attached.sha256_hex())
            }
            Some(left) => {
                let place = (asked.mail, asked.attached.part.clone());
                if locked(&self.0.mailboxes.coming).contains_key(&place) {
                    return Err(gone(Missing::FetchedAlready));
                }
                locked(&self.0.mailboxes.coming).insert(place.clone(), Coming::default());
                let outcome = self.fetch_over(&asked, left, &path).await;
                locked(&self.0.mailboxes.coming).remove(&place);
                self.tell_attachment(&asked);
                outcome?
            }
        };
        let (bytes, sha256) = fetched;
        let part = asked.attached.part.clone();
        self.write(|db| {
            let fetched = Fetched { part, file: asked.name.clone(), bytes, sha256 };
            Ok(mail_fetched::put(db, asked.mail, &fetched)?)
        })?;
        self.tell_attachment(&asked);
        Ok(path.to_string_lossy().into_owned())
    }

    /// Stops an attachment that is on its way.
    pub fn stop_attachment(&self, mail: &str, part: &str) {
        let Ok(number) = mail.parse::<i64>() else { return };
        if let Some(coming) = locked(&self.0.mailboxes.coming).get_mut(&(number, part.to_owned())) {
            coming.stopped = true;
        }
    }

    /// Bytes so far of attachments on their way, by mail and part.
    pub(crate) fn coming(&self) -> BTreeMap<(i64, String), u64> {
        let coming = locked(&self.0.mailboxes.coming);
        coming.iter().map(|(place, coming)| (place.clone(), coming.bytes)).collect()
    }

    /// Where attachments become files.
    pub(crate) fn attachment_folder(&self) -> PathBuf {
        self.0.root.join("attachments")
    }

    fn tell_attachment(&self, asked: &Asked) {
        self.tell(Topic::Deal, asked.deal.as_deref());
    }

    fn asked_attachment(&self, mail: &str, part: &str) -> Result<Asked, Problem> {
        let number = mail.parse::<i64>().map_err(|_| gone(Missing::Mail))?;
        self.read(|db| {
            let row = mails::get(db, number)?.ok_or_else(|| gone(Missing::Mail))?;
            let read = mime::read(&row.raw, None).map_err(|_| gone(Missing::Mail))?;
            let attached = read.attachments.into_iter().find(|attached| attached.part == part);
            let attached = attached.ok_or_else(|| gone(Missing::Attachment))?;
            let left = mail_places::left(db, number)?.into_iter().find(|left| left.part == part);
            // The number and part before it keep two files of one name apart.
            let name = format!("{number}-{}-{}", part.replace('.', "-"), attached.name);
            let (spots, deal) = (mail_places::of_mail(db, number)?, mails::deal_of(db, number)?);
            Ok(Asked { mail: number, deal, attached, left, spots, name })
        })
    }

    async fn fetch_over(
        &self,
        asked: &Asked,
        left: &Left,
        path: &std::path::Path,
    ) -> Result<(u64, String), Problem> {
        let spot = asked.spots.first().ok_or_else(|| gone(Missing::MailPlace))?;
        let account = self.read(|db| Ok(mail_accounts::get(db, &spot.account)?))?;
        let account: Account = account.ok_or_else(|| gone(Missing::Mailbox))?;
        let trouble = |trouble| mail_server(&account.address, &account.imap.host, trouble);
        let mut mailbox: Mailbox = self.let_in(&account, &server(&account.imap)?).await?;
        let opened = mailbox.examine(&spot.folder).await.map_err(trouble)?;
        if opened.uid_validity != spot.uid_validity {
            return Err(gone(Missing::MailPlace));
        }
        let folder = self.attachment_folder();
        std::fs::create_dir_all(&folder).map_err(|error| file(&folder, &error))?;
        let unfinished = path.with_extension("unfinished");
        let opened = std::fs::File::create(&unfinished).map_err(|error| file(&unfinished, &error))?;
        let mut sink = Sink { desk: self, asked, file: opened, told: 0 };
        let part = mailbox.part(spot.uid, &wire(left), MOST, &mut sink).await;
        let done = match part {
            Ok(done) => {
                let kept = sink.file.sync_all().and_then(|()| std::fs::rename(&unfinished, path));
                kept.map_err(|error| file(path, &error)).map(|()| done)
            }
            Err(SyncEnd::Mailbox(why)) => Err(trouble(why)),
            Err(SyncEnd::Keeper(error)) if error.kind() == std::io::ErrorKind::Interrupted => Err(stopped()),
            Err(SyncEnd::Keeper(error)) => Err(file(&unfinished, &error)),
        };
        if done.is_err() {
            let _ = std::fs::remove_file(&unfinished);
        }
        let done = done?;
        mailbox.leave().await;
        Ok((done.bytes, Attachment { sha256: done.sha256, ..asked.attached.clone() }.sha256_hex()))
    }
}

/// Takes the pieces to the disk, tells of them, and notices that the person stopped it.
struct Sink<'a> {
    desk: &'a Desk,
    asked: &'a Asked,
    file: std::fs::File,
    told: u64,
}

impl PartSink for Sink<'_> {
    fn take(&mut self, bytes: &[u8]) -> std::io::Result<()> {
        self.file.write_all(bytes)?;
        let place = (self.asked.mail, self.asked.attached.part.clone());
        let coming = {
            let mut all = locked(&self.desk.0.mailboxes.coming);
            let coming = all.entry(place).or_default();
            coming.bytes += u64::try_from(bytes.len()).unwrap_or(0);
            *coming
        };
        if coming.stopped {
            return Err(std::io::ErrorKind::Interrupted.into());
        }
        if coming.bytes >= self.told + TOLD_EVERY {
            self.told = coming.bytes;
            self.desk.tell_attachment(self.asked);
        }
        Ok(())
    }
}

fn wire(left: &Left) -> imap::Left {
    imap::Left {
        part: left.part.clone(),
        name: left.name.clone(),
        media_type: left.media_type.clone(),
        bytes: left.bytes,
        coding: match left.coding.as_str() {
            "base64" => Coding::Base64,
            "quoted" => Coding::Quoted,
            _ => Coding::Plain,
        },
    }
}
