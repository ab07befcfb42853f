//! Mailboxes behind IMAP: read, never changed but for what a person asks for.
//!
//! The grammar of answers is `imap_proto`'s. How answers are taken off the wire is here:
//! what a server announces is held against what was asked for before room is made for
//! it, a connection that ends in the midst is an error and never the end of a list, and
//! what lies deeper than any mail does is refused before it is parsed.
//!
//! Folders are opened with `EXAMINE` and bodies fetched with `BODY.PEEK`.

mod append;
mod compose;
mod conn;
mod fetch;
mod folder;
mod frame;
mod keeper;
mod login;
mod part;
mod shape;
mod sync;
mod wait;

pub use append::Copied;
pub use folder::{Folder, FolderUse, Opened};
pub use frame::answers;
pub use keeper::{Go, Heading, Keeper, Kept, Left, Mark, Progress, SyncEnd, Want};
pub use login::{Features, Mailbox, Tested};
pub use part::{Fetched, PartSink};
pub use shape::Coding;
pub use sync::Pass;
pub use wait::News;

/// Mails whose headers are asked for at once.
pub const BATCH: usize = 500;
/// Bytes of a mail's header fields that are looked at before it is decided whether the
/// mail is kept.
pub const HEADING_BYTES: usize = 32 * 1024;
/// Bytes up to which a mail is fetched whole. Of a larger one the parts are looked at.
pub const WHOLE: usize = 512 * 1024;
/// Bytes of a part other than text from which on it stays on the server until it is
/// asked for.
pub const LARGE_PART: usize = 256 * 1024;
/// Bytes of a text from which on it stays there too.
pub const LARGE_TEXT: usize = 4 * 1024 * 1024;
/// Bytes asked for at once of something large.
pub const CHUNK: usize = 1024 * 1024;
