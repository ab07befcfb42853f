//! The suite on SQLite.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::print_stdout, missing_docs)]

mod ground;
mod suite;

/// What keeps the record.
const KEPT: ground::Kept = ground::Kept::Sqlite;
