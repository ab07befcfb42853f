//! What rests at the desk: SQLite, one file per table; the keychain.

mod db;
pub mod keychain;
pub mod recipient;
pub mod sealed;
pub mod tables;

pub use db::{Readers, Refusal, RefusalKind, Rows, Store, StoreError};
pub use rusqlite::Connection;
