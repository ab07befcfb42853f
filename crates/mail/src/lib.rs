//! Mail: MIME reading, pure; with the feature `net` mailboxes behind IMAP and
//! sending by SMTP too.

pub mod mime;

#[cfg(feature = "net")]
pub mod imap;
#[cfg(feature = "net")]
pub mod net;
#[cfg(feature = "net")]
pub mod smtp;
