//! Several equal hosts on one database.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::print_stdout, clippy::panic, missing_docs)]

mod care;
mod drill;
#[path = "../ground/mod.rs"]
mod ground;
mod shared;

/// What keeps the record.
const KEPT: ground::Kept = ground::Kept::Postgres;
