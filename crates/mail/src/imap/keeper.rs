//! What a sync asks of whoever keeps mails, and what it gives them.

use super::shape::Coding;
use crate::mime::Mail;
use crate::net::Trouble;

/// Up to where a folder was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mark {
    /// The validity under which the UIDs are counted.
    pub uid_validity: u32,
    /// All mails up to this UID were looked at.
    pub seen_to: u32,
    /// The count of changes when flags were last read, where the server counts.
    pub modseq: Option<u64>,
}

/// A mail's header, before anything else of it is fetched.
#[derive(Debug, Clone)]
pub struct Heading {
    /// Its UID in the folder.
    pub uid: u32,
    /// Its bytes, as the server says.
    pub size: u32,
    /// Its addresses, subject and identifiers; no text, no attachments.
    pub mail: Mail,
}

/// What is to be done with a mail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Want {
    /// Nothing: it concerns no deal.
    Nothing,
    /// It is kept already; only its place in the folder is new.
    Place,
    /// It is to be fetched.
    Text,
}

/// A part that stays on the server until it is asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Left {
    /// Which part, as in [`crate::mime::Attachment::part`].
    pub part: String,
    /// The name that it gives itself; not fit for a file.
    pub name: String,
    /// `application/pdf`.
    pub media_type: String,
    /// Its bytes on the wire, as the server says.
    pub bytes: u32,
    /// How they are coded there.
    pub coding: Coding,
}

/// A mail that is kept, or the new place of one that was kept before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kept {
    /// Its UID in the folder.
    pub uid: u32,
    /// Its bytes, as the server says.
    pub size: u32,
    /// `Message-ID` of its heading.
    pub message_id: Option<String>,
    /// The mail itself; none where only its place is new. With parts left on the server
    /// it is put together from the others, and not byte for byte what the server has.
    pub raw: Option<Vec<u8>>,
    /// What stays on the server.
    pub left: Vec<Left>,
}

/// How far a pass has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Progress {
    /// Mails looked at in this pass.
    pub looked_at: u32,
    /// Mails that this pass is to look at.
    pub of: u32,
}

/// Whether to go on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Go {
    /// Yes.
    On,
    /// No: the pass ends here and can be taken up from the last mark.
    Stop,
}

/// Whoever keeps mails. What is kept and the mark that covers it come in one call, so
/// that they can go into one transaction.
pub trait Keeper: Send {
    /// Why something could not be kept.
    type Refusal: Send;

    /// The folder's UIDs mean other mails than before, or nothing was known of them.
    ///
    /// # Errors
    /// The keeper's.
    fn renumbered(&mut self, uid_validity: u32) -> Result<(), Self::Refusal>;

    /// What to do with each of these, in their order.
    ///
    /// # Errors
    /// The keeper's.
    fn judge(&mut self, headings: &[Heading]) -> Result<Vec<Want>, Self::Refusal>;

    /// Keeps mails, and that all up to the mark was looked at.
    ///
    /// # Errors
    /// The keeper's.
    fn keep(&mut self, mails: Vec<Kept>, mark: Mark, progress: Progress) -> Result<Go, Self::Refusal>;

    /// The UIDs of kept mails, for which flags are asked where the server does not count
    /// changes.
    ///
    /// # Errors
    /// The keeper's.
    fn kept(&mut self) -> Result<Vec<u32>, Self::Refusal>;

    /// Mails that were answered, from whatever program.
    ///
    /// # Errors
    /// The keeper's.
    fn answered(&mut self, uids: &[u32], mark: Mark) -> Result<(), Self::Refusal>;
}

/// Why a pass ended early.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SyncEnd<R> {
    /// The mailbox, or the way to it.
    Mailbox(Trouble),
    /// The keeper.
    Keeper(R),
}

impl<R> From<Trouble> for SyncEnd<R> {
    fn from(trouble: Trouble) -> Self {
        Self::Mailbox(trouble)
    }
}
