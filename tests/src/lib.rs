//! Named people with fixed keys, the shared vectors, a signed client and a line that lies, for tests.
#![allow(clippy::panic, clippy::print_stdout, reason = "a test's ground ends the test where it is missing")]

#[cfg(feature = "agentpub")]
pub mod agentpub;
#[cfg(feature = "client")]
pub mod client;
pub mod dns;
#[cfg(feature = "ledgers")]
pub mod ledgers;
#[cfg(feature = "client")]
pub mod line;
#[cfg(feature = "mailserver")]
pub mod mailserver;
#[cfg(feature = "oauth")]
pub mod oauth;
pub mod people;
pub mod port;
#[cfg(feature = "postgres")]
pub mod postgres;
pub mod vectors;
