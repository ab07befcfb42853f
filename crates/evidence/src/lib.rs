//! The evidence bundle: one file that holds a session's record, the keys and how each
//! came to be trusted, checkpoints, decisions, mails, and a report for people; and the
//! check of all of it again, without the desk that wrote it.
//!
//! The crate is pure. The same content gives the same bytes, and the bytes can be read
//! in one way only: whatever two programs could unpack differently is refused.
#![forbid(unsafe_code)]

mod acceptance;
mod brought;
pub mod bundle;
mod check;
mod contents;
mod fields;
mod files;
mod format;
mod keys;
mod ledgers;
mod mailed;
mod media;
mod pack;
mod people;
mod record;
mod report;
mod seal;
mod signers;
mod terms;
mod verdict;

pub use brought::{Brought, KnownBy};
pub use contents::{
    About, Contents, Entry, HowTrusted, Key, Ledger, Letter, LogSource, Mail, Media, MediaMessage,
    MediaRequest, MediaVerdict, Quote, Version, VersionStanding, Waiting,
};
pub use fields::Misread;
pub use pack::{MAX_BYTES, MAX_ENTRIES, NotABundle, TooMuch, looks_like_a_bundle};
pub use people::{members, tells_people};
pub use report::html;
pub use seal::{Seal, Sealed};
pub use signers::Vouched;
pub use terms::terms_of;
pub use verdict::{Check, Fault, Judged, Verdict};

/// The bundle's format. The report's words and layout are part of it: a bundle is held
/// against the report made again from its contents, so whoever changes what
/// [`html`] writes for the same contents raises this number and keeps the old
/// writer for the old number.
pub const FORMAT: u32 = 3;
