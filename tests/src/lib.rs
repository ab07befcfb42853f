//! Named people with fixed keys, and the shared vectors, for tests.
#![allow(clippy::panic, clippy::print_stdout, reason = "a test's ground ends the test where it is missing")]

pub mod people;
pub mod vectors;
