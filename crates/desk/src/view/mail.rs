//! Mailboxes in the settings, and mails that wait to be sorted.

use serde::{Deserialize, Serialize};
use specta::Type;

use super::{DealRow, Problem};

/// The mailboxes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct MailView {
    /// The oldest first.
    pub accounts: Vec<MailAccountView>,
}

/// One mailbox.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct MailAccountView {
    /// Id.
    pub id: String,
    /// Its address.
    pub address: String,
    /// The server that it is read from.
    pub host: String,
    /// The receiving server whose word on authors counts; empty where none.
    pub authserv: String,
    /// Whether a person signs in for it in the browser.
    pub signs_in: bool,
    /// What it is doing.
    pub phase: MailPhase,
    /// Why it does not go on.
    pub problem: Option<Problem>,
    /// The folder that is being read.
    pub folder: String,
    /// Mails looked at in this pass.
    pub looked_at: u32,
    /// Mails that this pass is to look at.
    pub of: u32,
    /// When everything was looked at last.
    pub last_look: Option<String>,
    /// Whether the server says by itself that something came.
    pub told_by_server: bool,
    /// Mails that could not be read since the start.
    pub unreadable: u32,
    /// How many folders are read.
    pub folders: u32,
}

/// What a mailbox is doing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum MailPhase {
    /// It reaches its server.
    Reaching,
    /// It reads.
    Reading,
    /// It is up to date and waits for what comes.
    Waiting,
    /// It tries again by itself.
    Troubled,
    /// It waits for a person.
    Stuck,
    /// A person stopped it.
    Stopped,
}

/// How a server is spoken to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum MailSecurity {
    /// TLS from the first byte.
    Tls,
    /// TLS after a word of the protocol.
    StartTls,
    /// None; only to this machine itself.
    ThisMachine,
}

/// A server's place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct MailPlace {
    /// Name or address.
    pub host: String,
    /// Port.
    pub port: u32,
    /// How it is spoken to.
    pub security: MailSecurity,
}

/// What fits an address.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct MailGuess {
    /// The provider's name; none where the servers' names are only the usual ones.
    pub provider: Option<String>,
    /// The name at the servers.
    pub login: String,
    /// Where mails are read.
    pub imap: MailPlace,
    /// Where mails are handed over.
    pub smtp: MailPlace,
    /// The name that its receiving server gives itself; empty where it gives none.
    pub authserv: String,
    /// Whether servers answered there that the address's own domain has, or that its records name.
    pub answered: bool,
    /// Which preset gives its tokens.
    pub oauth: Option<String>,
    /// Whether it wants a password of its own for programs.
    pub app_password: bool,
    /// Providers that are signed in at in the browser.
    pub presets: Vec<MailOAuthPreset>,
}

/// A provider's servers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct MailServers {
    /// Where mails are read.
    pub imap: MailPlace,
    /// Where mails are handed over.
    pub smtp: MailPlace,
    /// The name that its receiving server gives itself; empty where it gives none.
    pub authserv: String,
}

/// A provider that is signed in at in the browser.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct MailOAuthPreset {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Its mail servers.
    pub servers: Option<MailServers>,
    /// Its endpoints and scopes.
    pub oauth: MailOAuth,
}

/// How a provider is signed in at.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct MailOAuth {
    /// The preset's id; empty for another provider.
    pub preset: String,
    /// Where a person agrees.
    pub authorize_url: String,
    /// Where tokens are had.
    pub token_url: String,
    /// What is asked for, with spaces between.
    pub scopes: String,
    /// The application's id at the provider.
    pub client_id: String,
    /// What some providers give with it; empty where nothing.
    pub client_secret: String,
}

impl std::fmt::Debug for MailOAuth {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("MailOAuth").field("preset", &self.preset).finish_non_exhaustive()
    }
}

/// A sign-in that came about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct MailSignedIn {
    /// What stands for it in the form.
    pub ticket: String,
}

/// A mailbox as it is added.
#[derive(Clone, Serialize, Deserialize, Type)]
pub struct MailForm {
    /// Its address.
    pub address: String,
    /// The name at the servers.
    pub login: String,
    /// The password; empty where a person signs in.
    pub password: String,
    /// How the provider is signed in at; none where there is a password.
    pub oauth: Option<MailOAuth>,
    /// The sign-in that came about; empty before.
    pub ticket: String,
    /// Where mails are read.
    pub imap: MailPlace,
    /// Where mails are handed over.
    pub smtp: MailPlace,
    /// The receiving server whose word on authors counts; empty where none.
    pub authserv: String,
    /// Folders that are read beside the inbox and what was sent.
    pub folders: Vec<MailFolderView>,
}

impl std::fmt::Debug for MailForm {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("MailForm").field("imap", &self.imap).finish_non_exhaustive()
    }
}

/// A folder of a mailbox.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct MailFolderView {
    /// Its name as the server writes it.
    pub name: String,
    /// Its name for people.
    pub shown: String,
    /// Whether it is read without being named.
    pub read_by_itself: bool,
    /// Whether everything in it is for deals.
    pub keeps_all: bool,
}

/// What a test found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct MailTested {
    /// Whether the server says by itself that something came.
    pub idle: bool,
    /// Whether it counts changes.
    pub condstore: bool,
    /// Mails in the inbox.
    pub mails: u32,
    /// Its folders.
    pub folders: Vec<MailFolderView>,
    /// Why mails cannot be sent; none where they can.
    pub sending: Option<Problem>,
}

/// A mail that fits no deal.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct UnsortedMail {
    /// Number of the mail, as text.
    pub mail: String,
    /// Its author's name or address, inert.
    pub author: String,
    /// Its author's address, inert.
    pub from: String,
    /// Its subject, inert.
    pub subject: String,
    /// Its time.
    pub at: String,
    /// A known domain or address for which its author's could be taken.
    pub looks_like: Option<String>,
    /// A deal that it may belong to.
    pub suggestion: Option<DealRow>,
}

/// An answer by mail as it is written.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct MailAnswer {
    /// Number of the mail that is answered, as text.
    pub mail: String,
    /// Its deal.
    pub deal: String,
    /// The address that it leaves from.
    pub from: String,
    /// To whom: addresses of the deal's vendor.
    pub to: Vec<String>,
    /// Subject.
    pub subject: String,
    /// Text.
    pub body: String,
    /// What it does to a quote that is held; none where it is a message alone.
    pub quote: Option<QuoteAnswerForm>,
}

/// An answer to a quote that came by mail.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct QuoteAnswerForm {
    /// Its id.
    pub quote: String,
    /// What is answered.
    pub act: QuoteAct,
}

/// What is answered to a quote.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum QuoteAct {
    /// Other terms, in words.
    Counter,
    /// Yes.
    Accept,
    /// No.
    Decline,
}

/// What became of a mail that was sent.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum MailFate {
    /// The server took it.
    Sent,
    /// It was surely not sent.
    NotSent {
        /// Why.
        problem: Problem,
    },
    /// The answer was lost: it may have arrived. It is not sent again.
    Unknown,
}

/// What the browser shows a person who comes back from a provider, in the window's language.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct BrowserWords {
    /// `en`, `de`.
    pub language: String,
    /// The answer is here.
    pub done: String,
    /// Nobody is signed in.
    pub not_done: String,
    /// Something else was asked for.
    pub nothing: String,
}
