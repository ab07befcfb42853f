//! What rests at the desk: SQLite, one file per table; the keychain.
