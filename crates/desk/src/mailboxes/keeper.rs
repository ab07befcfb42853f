//! What a sync brings goes the way of every mail: judged by its header, kept byte for
//! byte, given to its deal.

use std::collections::BTreeSet;

use anp::digest::{PayloadHash, sha256};
use anp::time::Moment;
use mail::imap::{Coding, Go, Heading, Keeper, Kept, Mark, Progress, Want};
use mail::mime::{self, Mail};
use store::Connection;
use store::tables::mail_accounts::Account;
use store::tables::mail_folders::{self, Folder};
use store::tables::mail_out;
use store::tables::mail_places::{self, Left, Spot};
use store::tables::mails;

use crate::changed::Topic;
use crate::mail_sort::{Belongs, KnownSenders, belongs};
use crate::state::{Desk, locked};
use crate::view::Problem;

/// A mail taken in.
pub(crate) struct Taken {
    /// Its number.
    pub(crate) mail: i64,
    /// The deal that it belongs to, if it is new there.
    pub(crate) new_in: Option<String>,
}

/// Takes a mail in: once, byte for byte, given to its deal. What fits none waits to be
/// sorted. `size` is what its server says, by which it is known again.
pub(crate) fn take(
    db: &Connection,
    raw: &[u8],
    mail: &Mail,
    now: Moment,
    own: Option<&str>,
    size: u32,
) -> Result<Taken, Problem> {
    let written = mail.date.as_ref().and_then(|date| date.unix_ms);
    let at = written.map_or(now, |millis| Moment::from_millis(millis).min(now));
    let digest = PayloadHash(sha256(raw)).to_string();
    let deal = match belongs(&KnownSenders::of(db), mail, own)? {
        Belongs::To(deal) => Some(deal),
        Belongs::Unsure(_) | Belongs::Nowhere => None,
    };
    let (number, new) = mails::put(db, deal.as_deref(), &digest, &at.to_text(), raw)?;
    mail_places::know(db, number, mail.message_id.as_deref().unwrap_or_default(), size)?;
    Ok(Taken { mail: number, new_in: deal.filter(|_| new) })
}

/// Keeps what a folder of an account brings.
pub(super) struct Intake<'d> {
    pub(super) desk: &'d Desk,
    pub(super) account: &'d Account,
    pub(super) folder: &'d Folder,
}

impl Intake<'_> {
    fn want(
        &self,
        (db, senders): (&Connection, &KnownSenders<'_>),
        heading: &Heading,
    ) -> Result<Want, Problem> {
        if let Some(id) = &heading.mail.message_id
            && mail_places::known(db, id, heading.size)?.is_some()
        {
            return Ok(Want::Place);
        }
        if self.ours(db, heading.mail.message_id.as_deref())?.is_some() {
            return Ok(Want::Place);
        }
        let belongs = belongs(senders, &heading.mail, Some(&self.account.address))?;
        Ok(if belongs == Belongs::Nowhere && !self.folder.keeps_all { Want::Nothing } else { Want::Text })
    }

    fn keep_one(&self, db: &Connection, kept: &Kept, uid_validity: u32) -> Result<Option<String>, Problem> {
        let (mail, new_in) = if let Some(raw) = &kept.raw {
            let Ok(mail) = mime::read(raw, None) else {
                self.note_unreadable();
                return Ok(None);
            };
            let own = Some(self.account.address.as_str());
            let taken = take(db, raw, &mail, self.desk.0.sources.now(), own, kept.size)?;
            for left in &kept.left {
                mail_places::leave(db, taken.mail, &row_of(left))?;
            }
            (taken.mail, taken.new_in)
        } else {
            let id = kept.message_id.as_deref().unwrap_or_default();
            let known = match mail_places::known(db, id, kept.size)? {
                Some(mail) => Some(mail),
                None => self.ours(db, Some(id))?,
            };
            let Some(mail) = known else { return Ok(None) };
            (mail, None)
        };
        let spot = Spot {
            account: self.account.id.clone(),
            folder: self.folder.name.clone(),
            uid_validity,
            uid: kept.uid,
        };
        mail_places::lies(db, mail, &spot)?;
        Ok(new_in)
    }

    /// The mail of ours whose copy a provider filed, with lines of its own in it: by its
    /// identifier, and only where what was sent lies. Elsewhere anybody could name it.
    fn ours(&self, db: &Connection, id: Option<&str>) -> Result<Option<i64>, Problem> {
        let Some(id) = id.filter(|_| self.folder.use_for == "sent") else { return Ok(None) };
        if mail_out::by_message_id(db, id)?.is_none_or(|out| out.account != self.account.id) {
            return Ok(None);
        }
        Ok(mail_places::with_id(db, id)?.into_iter().next())
    }

    fn note_unreadable(&self) {
        tracing::warn!("a mail of a mailbox could not be read");
        if let Some(now) = locked(&self.desk.0.mailboxes.now).get_mut(&self.account.id) {
            now.unreadable += 1;
        }
    }

    fn reached(&self, db: &Connection, mark: Mark) -> Result<(), Problem> {
        let Mark { uid_validity, seen_to, modseq } = mark;
        let mark = mail_folders::Mark { uid_validity, seen_to, modseq };
        Ok(mail_folders::reached(db, &self.account.id, &self.folder.name, mark)?)
    }
}

impl Keeper for Intake<'_> {
    type Refusal = Problem;

    fn renumbered(&mut self, uid_validity: u32) -> Result<(), Problem> {
        let (account, folder) = (&self.account.id, &self.folder.name);
        self.desk.write(|db| Ok(mail_places::renumber(db, account, folder, uid_validity)?))
    }

    fn judge(&mut self, headings: &[Heading]) -> Result<Vec<Want>, Problem> {
        self.desk.read(|db| {
            let senders = KnownSenders::of(db);
            headings.iter().map(|heading| self.want((db, &senders), heading)).collect()
        })
    }

    fn keep(&mut self, mails: Vec<Kept>, mark: Mark, progress: Progress) -> Result<Go, Problem> {
        let deals = self.desk.write(|db| {
            let mut deals = BTreeSet::new();
            for kept in &mails {
                deals.extend(self.keep_one(db, kept, mark.uid_validity)?);
            }
            self.reached(db, mark)?;
            Ok(deals)
        })?;
        if let Some(now) = locked(&self.desk.0.mailboxes.now).get_mut(&self.account.id) {
            now.progress = progress;
        }
        for deal in deals {
            self.desk.tell(Topic::Deal, Some(&deal));
        }
        if !mails.is_empty() {
            self.desk.tell(Topic::Today, None);
        }
        self.desk.tell(Topic::Mail, None);
        Ok(Go::On)
    }

    fn kept(&mut self) -> Result<Vec<u32>, Problem> {
        self.desk.read(|db| Ok(mail_places::uids(db, &self.account.id, &self.folder.name)?))
    }

    fn answered(&mut self, uids: &[u32], mark: Mark) -> Result<(), Problem> {
        self.desk.write(|db| {
            for uid in uids {
                mail_places::answered(db, &self.account.id, &self.folder.name, *uid)?;
            }
            self.reached(db, mark)
        })
    }
}

fn row_of(left: &mail::imap::Left) -> Left {
    Left {
        part: left.part.clone(),
        name: left.name.clone(),
        media_type: left.media_type.clone(),
        bytes: left.bytes,
        coding: match left.coding {
            Coding::Plain => "plain",
            Coding::Base64 => "base64",
            Coding::Quoted => "quoted",
        }
        .to_owned(),
    }
}
