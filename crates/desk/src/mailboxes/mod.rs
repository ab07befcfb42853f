//! Mailboxes behind IMAP: accounts, and what keeps them up to date.

mod accounts;
mod keeper;
mod on_record;
mod presets;
mod secrets;
mod send;
mod upkeep;

use std::collections::{BTreeMap, HashMap};

use mail::imap::Progress;
use tokio::sync::Notify;
use zeroize::Zeroizing;

use crate::view::Problem;

pub(crate) use keeper::take;

/// What is known of the mailboxes while the desk runs.
#[derive(Debug, Default)]
pub(crate) struct Mailboxes {
    /// Where each account stands.
    pub(crate) now: std::sync::Mutex<BTreeMap<String, BoxNow>>,
    /// Secrets that were asked of the keychain, so that its dialog comes once.
    pub(crate) secrets: std::sync::Mutex<HashMap<String, Zeroizing<String>>>,
    /// Mails that were reviewed and may be sent.
    pub(crate) reviews: std::sync::Mutex<HashMap<String, send::PendingMail>>,
    /// An account was added, removed, stopped or let go on.
    pub(crate) changed: Notify,
    /// Something is to be looked for now.
    pub(crate) hurry: Notify,
}

/// Where an account stands.
#[derive(Debug, Clone, Default)]
pub(crate) struct BoxNow {
    pub(crate) phase: Phase,
    pub(crate) problem: Option<Problem>,
    pub(crate) progress: Progress,
    pub(crate) folder: String,
    pub(crate) last_look: Option<String>,
    pub(crate) told_by_server: bool,
    pub(crate) unreadable: u32,
}

/// What an account is doing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Phase {
    /// It reaches its server.
    #[default]
    Reaching,
    /// It reads a folder.
    Reading,
    /// It waits for what comes.
    Waiting,
    /// It could not go on, and tries again by itself.
    Troubled,
    /// It could not go on, and waits for a person.
    Stuck,
}
