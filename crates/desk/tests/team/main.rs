//! Several people, each at a desk of their own, against one host.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::print_stdout,
    missing_docs
)]

mod agents;
mod codes;
mod ground;
mod idle;
mod joining;
mod reach;
mod refused;
mod rotation;
mod steps;
mod stops;
mod vendors;
