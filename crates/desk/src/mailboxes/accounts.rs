//! Accounts: found by an address, tried, added, stopped, removed.

use mail::imap::{FolderUse, Mailbox, Tested};
use mail::net::{Login, Security, Server};
use store::tables::deals;
use store::tables::mail_accounts::{self, Account, Place};
use store::tables::mail_folders::{self, Folder};

use super::tokens::Way;
use super::upkeep::trust;
use super::{BoxNow, Phase};
use crate::changed::Topic;
use crate::people::count;
use crate::state::{Desk, locked};
use crate::trouble::{defect, gone, mail_server};
use crate::view::{
    MailAccountView, MailFolderView, MailForm, MailPhase, MailPlace, MailSecurity, MailTested, MailView,
    Missing, Problem, Unfit,
};
use crate::wire_form::invalid;

impl Desk {
    /// All accounts and where they stand.
    ///
    /// # Errors
    /// Where the database cannot be read.
    pub fn mail_view(&self) -> Result<MailView, Problem> {
        let known = self.read(|db| {
            let accounts = mail_accounts::all(db)?;
            let with = |account: Account| {
                let folders = mail_folders::of_account(db, &account.id)?;
                Ok((account, folders))
            };
            accounts.into_iter().map(with).collect::<Result<Vec<_>, Problem>>()
        })?;
        let now = locked(&self.0.mailboxes.now).clone();
        let view = |(account, folders): (Account, Vec<Folder>)| {
            let standing = now.get(&account.id).cloned().unwrap_or_default();
            account_view(account, &folders, standing)
        };
        Ok(MailView { accounts: known.into_iter().map(view).collect() })
    }

    /// Tries all that a mailbox needs, and says what of it fails. That mails cannot be sent
    /// is part of what it finds: they can be read all the same.
    ///
    /// # Errors
    /// [`crate::view::ProblemCode::MailServer`] with the step of reading that failed and why.
    pub async fn test_mail(&self, form: &MailForm) -> Result<MailTested, Problem> {
        let tested = self.tested(form).await?;
        Ok(MailTested {
            sending: self.sends(form).await.err(),
            idle: tested.features.idle,
            condstore: tested.features.condstore,
            mails: tested.opened.exists,
            folders: tested
                .folders
                .into_iter()
                .filter(|folder| folder.use_for != FolderUse::Aside)
                .map(|folder| MailFolderView {
                    read_by_itself: matches!(folder.use_for, FolderUse::Inbox | FolderUse::Sent),
                    name: folder.name,
                    shown: folder.shown,
                    keeps_all: false,
                })
                .collect(),
        })
    }

    async fn tested(&self, form: &MailForm) -> Result<Tested, Problem> {
        let server = server(&place(&form.imap, "imap")?)?;
        let trouble = |trouble| mail_server(&form.address, &server.host, trouble);
        let login = Login { user: form.login.trim().to_owned(), secret: self.secret_of_form(form)? };
        let trust = trust(&server).map_err(trouble)?;
        Mailbox::test(&server, &trust, &login, "INBOX").await.map_err(trouble)
    }

    /// Whether mails can be handed over, up to the login; nothing is sent.
    async fn sends(&self, form: &MailForm) -> Result<(), Problem> {
        let server = server(&place(&form.smtp, "smtp")?)?;
        let trouble = |trouble| mail_server(&form.address, &server.host, trouble);
        let login = Login { user: form.login.trim().to_owned(), secret: self.secret_of_form(form)? };
        let trust = trust(&server).map_err(trouble)?;
        mail::smtp::try_out(&server, &trust, Some(&login)).await.map_err(trouble)
    }

    /// Adds an account that works; its password goes into the keychain.
    ///
    /// # Errors
    /// As [`Desk::test_mail`]; and where the keychain does not take the password.
    pub async fn add_mail(&self, form: MailForm) -> Result<MailView, Problem> {
        let id = self.0.sources.id();
        self.add_mail_as(id, form).await
    }

    pub(super) async fn add_mail_as(&self, id: String, form: MailForm) -> Result<MailView, Problem> {
        let address = form.address.trim().to_owned();
        if !address.contains('@') || address.len() > 320 {
            return Err(invalid("address", Unfit::MailAddress));
        }
        let way = form.oauth.as_ref().map(Way::of_form);
        let account = Account {
            id: id.clone(),
            address,
            login: form.login.trim().to_owned(),
            imap: place(&form.imap, "imap")?,
            smtp: place(&form.smtp, "smtp")?,
            oauth: way
                .map(|way| serde_json::to_string(&way))
                .transpose()
                .map_err(|_| defect("mail oauth"))?,
            authserv: form.authserv.trim().to_owned(),
            paused: false,
            made_at: self.stamp(),
        };
        let tested = self.tested(&form).await?;
        self.keep_mail_secret(&id, &self.kept_of_form(&form)?).await?;
        if let Some(oauth) = &form.oauth {
            self.hold_access(&id, &self.signed_in(&form, oauth)?.tokens);
            locked(&self.0.mailboxes.signed_in).remove(&form.ticket);
        }
        self.write(|db| {
            mail_accounts::add(db, &account)?;
            let terms = serde_json::to_string(&deals::domains(db)?).unwrap_or_default();
            for folder in folders_of(&id, &tested, &form, &terms) {
                mail_folders::add(db, &folder)?;
            }
            Ok(())
        })?;
        self.0.mailboxes.changed.notify_waiters();
        self.tell(Topic::Mail, None);
        self.mail_view()
    }

    /// Stops an account, or lets it go on where it was.
    ///
    /// # Errors
    /// Where it is not here.
    pub fn pause_mail(&self, id: &str, paused: bool) -> Result<MailView, Problem> {
        self.write(|db| {
            mail_accounts::get(db, id)?.ok_or_else(|| gone(Missing::Mailbox))?;
            Ok(mail_accounts::pause(db, id, paused)?)
        })?;
        self.0.mailboxes.changed.notify_waiters();
        self.mail_view()
    }

    /// Tries an account again now.
    ///
    /// # Errors
    /// Where the database cannot be read.
    pub fn retry_mail(&self) -> Result<MailView, Problem> {
        self.0.mailboxes.hurry.notify_waiters();
        self.mail_view()
    }

    /// Trusts what the receiving server of this name says of authors; with an empty name
    /// no server.
    ///
    /// # Errors
    /// Where the account is not here.
    pub fn trust_mail(&self, id: &str, authserv: &str) -> Result<MailView, Problem> {
        self.write(|db| {
            mail_accounts::get(db, id)?.ok_or_else(|| gone(Missing::Mailbox))?;
            Ok(mail_accounts::trust(db, id, authserv.trim())?)
        })?;
        self.0.mailboxes.changed.notify_waiters();
        self.tell(Topic::Deal, None);
        self.mail_view()
    }

    /// Removes an account and its password. Mails of deals stay.
    ///
    /// # Errors
    /// Where the keychain does not let go of the password: then nothing is removed.
    pub async fn remove_mail(&self, id: &str) -> Result<MailView, Problem> {
        self.forget_mail_secret(id).await?;
        self.write(|db| Ok(mail_accounts::remove(db, id)?))?;
        self.0.mailboxes.changed.notify_waiters();
        self.mail_view()
    }
}

/// The folders that are read: where mail arrives, what was sent, and those that a person
/// named.
fn folders_of(account: &str, tested: &Tested, form: &MailForm, terms: &str) -> Vec<Folder> {
    let read = tested.folders.iter().filter_map(|folder| {
        let use_for = match folder.use_for {
            FolderUse::Inbox => "inbox",
            FolderUse::Sent => "sent",
            FolderUse::Aside => return None,
            FolderUse::Other => "other",
        };
        let named = form.folders.iter().find(|named| named.name == folder.name);
        (named.is_some() || use_for != "other").then(|| Folder {
            account: account.to_owned(),
            name: folder.name.clone(),
            shown: folder.shown.clone(),
            use_for: use_for.to_owned(),
            keeps_all: named.is_some_and(|named| named.keeps_all),
            mark: None,
            looked_for: terms.to_owned(),
        })
    });
    let mut read: Vec<Folder> = read.collect();
    // A server need not list it.
    if !read.iter().any(|folder| folder.use_for == "inbox") {
        read.push(Folder {
            account: account.to_owned(),
            name: "INBOX".to_owned(),
            shown: "INBOX".to_owned(),
            use_for: "inbox".to_owned(),
            keeps_all: false,
            mark: None,
            looked_for: terms.to_owned(),
        });
    }
    read
}

fn place(form: &MailPlace, field: &str) -> Result<Place, Problem> {
    let host = form.host.trim().to_owned();
    if host.is_empty() || host.len() > 253 || host.contains(char::is_whitespace) {
        return Err(invalid(&format!("{field}.host"), Unfit::ServerName));
    }
    let port = u16::try_from(form.port).ok().filter(|port| *port > 0);
    let port = port.ok_or_else(|| {
        invalid(&format!("{field}.port"), Unfit::Range).with("least", 1).with("most", 65535)
    })?;
    let security = match form.security {
        MailSecurity::Tls => "tls",
        MailSecurity::StartTls => "starttls",
        MailSecurity::ThisMachine => "this_machine",
    };
    Ok(Place { host, port, security: security.to_owned() })
}

pub(crate) fn server(place: &Place) -> Result<Server, Problem> {
    let security = match place.security.as_str() {
        "tls" => Security::Tls,
        "starttls" => Security::StartTls,
        "this_machine" => Security::ThisMachine,
        _ => return Err(invalid("security", Unfit::Unknown)),
    };
    Ok(Server { host: place.host.clone(), port: place.port, security })
}

fn account_view(account: Account, folders: &[Folder], now: BoxNow) -> MailAccountView {
    MailAccountView {
        phase: match now.phase {
            _ if account.paused => MailPhase::Stopped,
            Phase::Reaching => MailPhase::Reaching,
            Phase::Reading => MailPhase::Reading,
            Phase::Waiting => MailPhase::Waiting,
            Phase::Troubled => MailPhase::Troubled,
            Phase::Stuck => MailPhase::Stuck,
        },
        id: account.id,
        address: account.address,
        host: account.imap.host,
        authserv: account.authserv,
        signs_in: account.oauth.is_some(),
        problem: now.problem.filter(|_| !account.paused),
        folder: now.folder,
        looked_at: now.progress.looked_at,
        of: now.progress.of,
        last_look: now.last_look,
        told_by_server: now.told_by_server,
        unreadable: now.unreadable,
        folders: count(folders.len()),
    }
}
