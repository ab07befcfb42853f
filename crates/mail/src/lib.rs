//! Mail: MIME reading, pure; with the feature `net` mailboxes behind IMAP and
//! sending by SMTP too, and tokens for both by OAuth 2.

pub mod mime;

#[cfg(feature = "net")]
pub mod find;
#[cfg(feature = "net")]
pub mod imap;
#[cfg(feature = "net")]
pub mod net;
#[cfg(feature = "net")]
pub mod oauth;
#[cfg(feature = "net")]
pub mod records;
#[cfg(feature = "net")]
pub mod smtp;
