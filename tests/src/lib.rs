//! Named people with fixed keys, the shared vectors, and a signed client, for tests.
#![allow(clippy::panic, clippy::print_stdout, reason = "a test's ground ends the test where it is missing")]

#[cfg(feature = "client")]
pub mod client;
pub mod people;
pub mod vectors;
