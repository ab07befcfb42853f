//! Mails, a keeper in memory, and the way to a server.

use std::collections::BTreeMap;

use mail::imap::{Go, Heading, Keeper, Kept, Mailbox, Mark, Pass, Progress, SyncEnd, Want};
use mail::net::{Login, Secret, Security, Server, Trust};
use support::mailserver::Dovecot;
use zeroize::Zeroizing;

pub const VENDOR: &str = "contoso.example";

pub fn mail(number: usize, from: &str, body: &str) -> Vec<u8> {
    format!(
        "Message-ID: <m{number}@{VENDOR}>\r\nFrom: {from}\r\nTo: buyer@fabrikam.example\r\n\
         Date: Mon, 02 Nov 2026 10:00:00 +0000\r\nSubject: Mail {number}\r\n\r\n{body}\r\n"
    )
    .into_bytes()
}

pub fn wanted(number: usize) -> Vec<u8> {
    mail(number, &format!("Sales <sales@{VENDOR}>"), &format!("text of {number}"))
}

pub fn other(number: usize) -> Vec<u8> {
    mail(number, "Somebody <somebody@elsewhere.example>", "nothing for a deal")
}

pub fn plain(port: u16) -> Server {
    Server { host: "127.0.0.1".to_owned(), port, security: Security::ThisMachine }
}

pub fn anna() -> Login {
    login("anna", Dovecot::PASSWORD)
}

pub fn login(user: &str, password: &str) -> Login {
    Login { user: user.to_owned(), secret: Secret::Password(Zeroizing::new(password.to_owned())) }
}

pub fn trust() -> Trust {
    Trust::only(&[]).unwrap()
}

pub async fn reach(port: u16) -> Mailbox {
    Mailbox::reach(&plain(port), &trust(), &anna()).await.unwrap()
}

/// Keeps in memory what the deals' vendor writes.
#[derive(Debug, Default)]
pub struct Memory {
    /// By Message-ID, with every place that was told.
    pub mails: BTreeMap<String, Vec<u8>>,
    pub places: BTreeMap<u32, String>,
    pub left: Vec<(u32, mail::imap::Left)>,
    pub answered: Vec<u32>,
    pub mark: Option<Mark>,
    pub judged: Vec<u32>,
    pub progress: Vec<Progress>,
    pub renumbered: usize,
    pub also: Vec<String>,
    /// After so many calls it asks to stop.
    pub stop_after: Option<usize>,
}

impl Keeper for Memory {
    type Refusal = ();

    fn renumbered(&mut self, _: u32) -> Result<(), ()> {
        self.renumbered += 1;
        self.places.clear();
        Ok(())
    }

    fn judge(&mut self, headings: &[Heading]) -> Result<Vec<Want>, ()> {
        self.judged.extend(headings.iter().map(|heading| heading.uid));
        let want = |heading: &Heading| {
            let domain = heading.mail.from.domain();
            let known = heading.mail.message_id.as_ref().is_some_and(|id| self.mails.contains_key(id));
            match domain == VENDOR || self.also.contains(&domain) {
                true if known => Want::Place,
                true => Want::Text,
                false => Want::Nothing,
            }
        };
        Ok(headings.iter().map(want).collect())
    }

    fn keep(&mut self, mails: Vec<Kept>, mark: Mark, progress: Progress) -> Result<Go, ()> {
        for kept in mails {
            let id = kept.message_id.unwrap_or_default();
            if let Some(raw) = kept.raw {
                assert!(self.mails.insert(id.clone(), raw).is_none(), "{id} was fetched twice");
            }
            self.left.extend(kept.left.into_iter().map(|left| (kept.uid, left)));
            self.places.insert(kept.uid, id);
        }
        self.mark = Some(mark);
        self.progress.push(progress);
        let stop = self.stop_after.is_some_and(|calls| self.progress.len() >= calls);
        Ok(if stop { Go::Stop } else { Go::On })
    }

    fn kept(&mut self) -> Result<Vec<u32>, ()> {
        Ok(self.places.keys().copied().collect())
    }

    fn answered(&mut self, uids: &[u32], mark: Mark) -> Result<(), ()> {
        self.answered.extend_from_slice(uids);
        self.mark = Some(mark);
        Ok(())
    }
}

pub async fn pass(port: u16, keeper: &mut Memory) -> Result<Pass, SyncEnd<()>> {
    pass_as(&anna(), port, keeper).await
}

pub async fn pass_as(login: &Login, port: u16, keeper: &mut Memory) -> Result<Pass, SyncEnd<()>> {
    let mut mailbox = Mailbox::reach(&plain(port), &trust(), login).await?;
    let pass = mailbox.pass("INBOX", keeper.mark, keeper).await?;
    mailbox.leave().await;
    Ok(pass)
}

/// What is kept, by number.
pub fn numbers(keeper: &Memory) -> Vec<usize> {
    let number = |id: &String| id.strip_prefix('m')?.split('@').next()?.parse().ok();
    let mut numbers: Vec<usize> = keeper.mails.keys().filter_map(number).collect();
    numbers.sort_unstable();
    numbers
}
