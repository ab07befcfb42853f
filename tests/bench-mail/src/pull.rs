//! One first read of a mailbox into the desk's tables.

use std::path::Path;

use mail::imap::{Go, Heading, Keeper, Kept, Mailbox, Mark, Progress, SyncEnd, Want};
use mail::net::{Login, Secret, Security, Server, Trust};
use store::tables::mail_accounts::{self, Account, Place};
use store::tables::mail_places::{self, Spot};
use store::tables::mails;
use store::{Store, StoreError};
use support::mailserver::Dovecot;
use zeroize::Zeroizing;

use crate::Failure;

struct Tables {
    store: Store,
    all: bool,
    number: u64,
}

/// Reads the inbox once.
///
/// # Errors
/// Where the mailbox or the tables fail.
pub fn pull(port: u16, folder: &Path, all: bool) -> Result<(), Failure> {
    let mut store = Store::open(&folder.join("desk.db"))?;
    store.write(|db| mail_accounts::add(db, &account(port)))?;
    let mut tables = Tables { store, all, number: 0 };
    let server = Server { host: "127.0.0.1".to_owned(), port, security: Security::ThisMachine };
    let password = Zeroizing::new(Dovecot::PASSWORD.to_owned());
    let login = Login { user: "anna".to_owned(), secret: Secret::Password(password) };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let mut mailbox = Mailbox::reach(&server, &Trust::only(&[])?, &login).await?;
        let pass = mailbox.pass("INBOX", None, &mut tables).await.map_err(|end| match end {
            SyncEnd::Mailbox(trouble) => trouble.to_string(),
            SyncEnd::Keeper(error) => error.to_string(),
        })?;
        mailbox.leave().await;
        println!("{}", pass.kept);
        Ok(())
    })
}

fn account(port: u16) -> Account {
    let place = |port| Place { host: "127.0.0.1".to_owned(), port, security: "this_machine".to_owned() };
    Account {
        id: "one".to_owned(),
        address: "anna@fabrikam.example".to_owned(),
        login: "anna".to_owned(),
        imap: place(port),
        smtp: place(1),
        oauth: None,
        authserv: String::new(),
        paused: false,
        made_at: "2026-11-02T10:00:00Z".to_owned(),
    }
}

impl Keeper for Tables {
    type Refusal = StoreError;

    fn renumbered(&mut self, _: u32) -> Result<(), StoreError> {
        Ok(())
    }

    fn judge(&mut self, headings: &[Heading]) -> Result<Vec<Want>, StoreError> {
        let want = if self.all { Want::Text } else { Want::Nothing };
        Ok(headings.iter().map(|_| want).collect())
    }

    fn keep(&mut self, kept: Vec<Kept>, mark: Mark, _: Progress) -> Result<Go, StoreError> {
        let mut number = self.number;
        self.store.write(|db| {
            for one in &kept {
                number += 1;
                let raw = one.raw.as_deref().unwrap_or_default();
                let (mail, _) = mails::put(db, None, &number.to_string(), "2026-11-02T10:00:00Z", raw)?;
                mail_places::know(db, mail, one.message_id.as_deref().unwrap_or_default(), one.size)?;
                let spot = Spot {
                    account: "one".to_owned(),
                    folder: "INBOX".to_owned(),
                    uid_validity: mark.uid_validity,
                    uid: one.uid,
                };
                mail_places::lies(db, mail, &spot)?;
            }
            Ok::<_, StoreError>(())
        })?;
        self.number = number;
        Ok(Go::On)
    }

    fn kept(&mut self) -> Result<Vec<u32>, StoreError> {
        Ok(Vec::new())
    }

    fn answered(&mut self, _: &[u32], _: Mark) -> Result<(), StoreError> {
        Ok(())
    }
}
