//! Mailboxes behind IMAP: accounts, and what keeps them up to date.

mod accounts;
mod clear;
mod fate;
mod fetch;
mod find;
mod keeper;
mod letter;
mod oauth_presets;
mod on_record;
mod presets;
mod secrets;
mod send;
mod sign_in;
mod tokens;
mod upkeep;
mod voted;

use std::collections::{BTreeMap, BTreeSet, HashMap};

use mail::imap::Progress;
use tokio::sync::{Notify, oneshot};
use zeroize::Zeroizing;

use crate::view::Problem;

pub(crate) use accounts::server;
pub(crate) use fate::handed;
pub(crate) use keeper::take;

/// What is known of the mailboxes while the desk runs.
#[derive(Debug, Default)]
pub(crate) struct Mailboxes {
    /// Where each account stands.
    pub(crate) now: std::sync::Mutex<BTreeMap<String, BoxNow>>,
    /// Secrets that were asked of the keychain, so that its dialog comes once.
    pub(crate) secrets: std::sync::Mutex<HashMap<String, Zeroizing<String>>>,
    /// Access tokens, which rest nowhere.
    pub(crate) access: std::sync::Mutex<HashMap<String, tokens::Access>>,
    /// Held while a token is renewed.
    pub(crate) renewing: tokio::sync::Mutex<()>,
    /// Sign-ins whose accounts are still to be added, by their tickets.
    pub(crate) signed_in: std::sync::Mutex<HashMap<String, sign_in::SignedIn>>,
    /// What ends the sign-in that is waited for.
    pub(crate) browsing: std::sync::Mutex<Option<oneshot::Sender<()>>>,
    /// Accounts whose secrets a test holds in the keychain's place.
    pub(crate) without_keychain: std::sync::Mutex<BTreeSet<String>>,
    /// Attachments on their way, by mail and part.
    pub(crate) coming: std::sync::Mutex<BTreeMap<(i64, String), fetch::Coming>>,
    /// Mails that stand on timelines, as they were read.
    pub(crate) read: std::sync::Mutex<crate::timeline::MailsRead>,
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
