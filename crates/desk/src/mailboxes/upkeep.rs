//! Each account is kept up to date by a task of its own, for as long as the desk runs.

use std::collections::HashMap;
use std::time::Duration;

use mail::imap::{self, Mailbox, Opened, Progress, SyncEnd};
use mail::net::{Cause, Login, Server, Step, Trouble, Trust};
use store::tables::mail_accounts::{self, Account};
use store::tables::mail_folders::{self, Folder};
use store::tables::{deals, mail_out};
use tokio::task::{AbortHandle, JoinSet};

use super::accounts::server;
use super::keeper::Intake;
use super::{BoxNow, Phase};
use crate::changed::Topic;
use crate::state::{Desk, locked};
use crate::trouble::mail_server;
use crate::view::Problem;

/// How long the server's word is waited for before the other folders are looked at.
const TOLD: Duration = Duration::from_mins(5);
/// How often is asked where the server does not tell.
const ASKED: Duration = Duration::from_mins(1);
/// Pause after trouble: doubled each time, up to the longest.
const FIRST_PAUSE: Duration = Duration::from_secs(5);
const LONGEST_PAUSE: Duration = Duration::from_mins(10);

impl Desk {
    /// Keeps every account up to date until the program ends.
    pub(crate) async fn watch_mailboxes(&self) {
        let mut tasks = JoinSet::new();
        let mut running: HashMap<String, (Account, AbortHandle)> = HashMap::new();
        loop {
            let changed = self.0.mailboxes.changed.notified();
            tokio::pin!(changed);
            changed.as_mut().enable();
            let accounts = self.read(|db| Ok(mail_accounts::all(db)?)).unwrap_or_default();
            running.retain(|id, (known, task)| {
                let stays = accounts.iter().any(|account| account.id == *id && account == known);
                if !stays {
                    task.abort();
                    locked(&self.0.mailboxes.now).remove(id);
                }
                stays
            });
            for account in accounts.into_iter().filter(|account| !account.paused) {
                running.entry(account.id.clone()).or_insert_with(|| {
                    let (desk, kept) = (self.clone(), account.clone());
                    let task = tasks.spawn(async move { desk.keep_up(&kept).await });
                    (account, task)
                });
            }
            self.tell(Topic::Mail, None);
            changed.await;
        }
    }

    async fn keep_up(&self, account: &Account) {
        let mut pause = FIRST_PAUSE;
        loop {
            let hurry = self.0.mailboxes.hurry.notified();
            tokio::pin!(hurry);
            hurry.as_mut().enable();
            let (phase, problem) = match self.one_conversation(account, &mut pause).await {
                Ok(()) => continue,
                Err(problem) => (phase_of(&problem), problem),
            };
            tracing::warn!(code = ?problem.code, "a mailbox could not be read");
            self.stands(account, |now| {
                now.phase = phase;
                now.problem = Some(problem);
            });
            if phase == Phase::Stuck {
                // To try a refused password again may lock the account.
                hurry.await;
                continue;
            }
            tokio::select! {
                () = tokio::time::sleep(pause) => {}
                () = hurry => {}
            }
            pause = (pause * 2).min(LONGEST_PAUSE);
        }
    }

    /// Reaches the mailbox and keeps at it until something breaks off.
    async fn one_conversation(&self, account: &Account, pause: &mut Duration) -> Result<(), Problem> {
        self.stands(account, |now| now.phase = Phase::Reaching);
        let trouble = |trouble: Trouble| mail_server(&account.address, &account.imap.host, trouble);
        let server = server(&account.imap)?;
        let mut mailbox = self.let_in(account, &server).await?;
        loop {
            let hurry = self.0.mailboxes.hurry.notified();
            tokio::pin!(hurry);
            hurry.as_mut().enable();
            let folders = self.read(|db| Ok(mail_folders::of_account(db, &account.id)?))?;
            for folder in &folders {
                self.look(&mut mailbox, account, folder).await?;
            }
            self.file_copies(&mut mailbox, account, &folders).await?;
            let (told, at) = (mailbox.features.idle, self.stamp());
            self.stands(account, |now| {
                *now = BoxNow {
                    phase: Phase::Waiting,
                    last_look: Some(at),
                    told_by_server: told,
                    unreadable: now.unreadable,
                    ..BoxNow::default()
                };
            });
            *pause = FIRST_PAUSE;
            let Some(first) = folders.first() else { return hurry_only(hurry).await };
            let opened = mailbox.examine(&first.name).await.map_err(trouble)?;
            if self.came_meanwhile(account, first, &opened)? {
                // The server tells of what comes from now on; this it would not tell.
                continue;
            }
            let longest = if told { TOLD } else { ASKED };
            tokio::select! {
                news = mailbox.wait(longest) => { news.map_err(trouble)?; }
                // The conversation stands in the midst of a wait: a new one is begun.
                () = hurry => return Ok(()),
            }
        }
    }

    /// Logs in; a token that is refused is renewed once.
    pub(super) async fn let_in(&self, account: &Account, server: &Server) -> Result<Mailbox, Problem> {
        let trouble = |trouble: Trouble| mail_server(&account.address, &account.imap.host, trouble);
        let trust = trust(server).map_err(trouble)?;
        let mut login = Login { user: account.login.clone(), secret: self.mail_secret(account).await? };
        let reached = Mailbox::reach(server, &trust, &login).await;
        match reached {
            Err(why) if denied(why) && self.drop_access(account, &login.secret) => {
                login.secret = self.mail_secret(account).await?;
                Mailbox::reach(server, &trust, &login).await.map_err(trouble)
            }
            reached => reached.map_err(trouble),
        }
    }

    /// Whether mails came into a folder after it was looked at.
    fn came_meanwhile(&self, account: &Account, folder: &Folder, opened: &Opened) -> Result<bool, Problem> {
        let folders = self.read(|db| Ok(mail_folders::of_account(db, &account.id)?))?;
        let mark = folders.into_iter().find(|known| known.name == folder.name).and_then(|known| known.mark);
        Ok(mark.is_none_or(|mark| {
            mark.uid_validity != opened.uid_validity
                || opened.uid_next.is_some_and(|next| next > mark.seen_to.saturating_add(1))
        }))
    }

    /// Looks at one folder: what is new, and what is older and has become of interest.
    async fn look(&self, mailbox: &mut Mailbox, account: &Account, folder: &Folder) -> Result<(), Problem> {
        self.stands(account, |now| {
            now.phase = Phase::Reading;
            now.problem = None;
            now.folder.clone_from(&folder.shown);
            now.progress = Progress::default();
        });
        let ended = |end: SyncEnd<Problem>| match end {
            SyncEnd::Mailbox(trouble) => mail_server(&account.address, &account.imap.host, trouble),
            SyncEnd::Keeper(problem) => problem,
        };
        let terms = self.read(|db| Ok(deals::domains(db)?))?;
        let looked: Vec<String> = serde_json::from_str(&folder.looked_for).unwrap_or_default();
        let new: Vec<String> = terms.iter().filter(|term| !looked.contains(term)).cloned().collect();
        let mark = folder.mark.map(|mark| imap::Mark {
            uid_validity: mark.uid_validity,
            seen_to: mark.seen_to,
            modseq: mark.modseq,
        });
        let mut intake = Intake { desk: self, account, folder };
        if let Some(mark) = mark.filter(|_| !new.is_empty()) {
            mailbox.look_back(&folder.name, mark, &new, &mut intake).await.map_err(ended)?;
        }
        if !new.is_empty() {
            // What comes from here on is judged with them.
            let text = serde_json::to_string(&terms).unwrap_or_default();
            self.write(|db| Ok(mail_folders::looked_for(db, &account.id, &folder.name, &text)?))?;
        }
        mailbox.pass(&folder.name, mark, &mut intake).await.map_err(ended)?;
        Ok(())
    }

    /// Files copies of what was sent, where the provider does not do so itself.
    async fn file_copies(
        &self,
        mailbox: &mut Mailbox,
        account: &Account,
        folders: &[Folder],
    ) -> Result<(), Problem> {
        let Some(sent) = folders.iter().find(|folder| folder.use_for == "sent") else { return Ok(()) };
        for out in self.read(|db| Ok(mail_out::unfiled(db, &account.id)?))? {
            let trouble = |trouble: Trouble| mail_server(&account.address, &account.imap.host, trouble);
            let filed = if files_itself(&account.imap.host) {
                !mailbox.by_message_id(&sent.name, &out.message_id).await.map_err(trouble)?.is_empty()
            } else {
                mailbox.file(&sent.name, &out.message_id, &out.raw).await.map_err(trouble)?;
                true
            };
            if filed {
                self.write(|db| Ok(mail_out::filed(db, &out.decision)?))?;
            }
        }
        Ok(())
    }

    fn stands(&self, account: &Account, change: impl FnOnce(&mut BoxNow)) {
        change(locked(&self.0.mailboxes.now).entry(account.id.clone()).or_default());
        self.tell(Topic::Mail, None);
    }
}

async fn hurry_only(hurry: impl Future<Output = ()>) -> Result<(), Problem> {
    hurry.await;
    Ok(())
}

/// Whose word on certificates counts: the system's; nobody's where none are shown.
pub(super) fn trust(server: &Server) -> Result<Trust, Trouble> {
    if server.security == mail::net::Security::ThisMachine {
        Trust::only(&[])
    } else {
        Trust::of_the_system()
    }
}

/// Whether a provider files what is sent through it: a second copy would stand beside.
fn files_itself(host: &str) -> bool {
    ["imap.gmail.com", "outlook.office365.com"].iter().any(|known| host.eq_ignore_ascii_case(known))
}

/// Whether the server did not accept name and proof.
pub(super) fn denied(trouble: Trouble) -> bool {
    trouble.step == Step::Login && trouble.cause == Cause::Denied
}

/// Whether to try again by itself.
fn phase_of(problem: &Problem) -> Phase {
    let is = |name: &str, value: &str| problem.facts.get(name).is_some_and(|fact| fact == value);
    let denied = is("step", crate::trouble::step_name(Step::Login))
        && is("cause", crate::trouble::cause_name(Cause::Denied));
    if denied || !problem.facts.contains_key("step") { Phase::Stuck } else { Phase::Troubled }
}
