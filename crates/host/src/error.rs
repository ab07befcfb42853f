//! What can go wrong with a host, in words that name the place and the remedy.

use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;

use anp::digest::Fingerprint;

/// What can go wrong with a host.
#[derive(Debug, thiserror::Error)]
pub enum HostError {
    /// The folder holds no host.
    #[error("{} holds no host: make one with `countersign host init --data {}`", folder.display(), folder.display())]
    NotInitialised {
        /// The data folder.
        folder: PathBuf,
    },
    /// The folder holds a host already.
    #[error("{} holds a host already; it is left as it is", folder.display())]
    AlreadyInitialised {
        /// The data folder.
        folder: PathBuf,
    },
    /// A file or folder cannot be read or written.
    #[error("{}: {source}", path.display())]
    File {
        /// Which.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The platform key's file may be read by others.
    #[error("{} may be read by others (mode {mode:o}): `chmod 600` it, and think about who had the key", path.display())]
    KeyOpenToOthers {
        /// The key's file.
        path: PathBuf,
        /// Its permissions.
        mode: u32,
    },
    /// The platform key's file holds no key.
    #[error("{} holds no key: put back the file from your backup", path.display())]
    KeyUnreadable {
        /// The key's file.
        path: PathBuf,
    },
    /// The platform key's file is missing.
    #[error("the platform key {known} is missing: put back {} from your backup; a new key would not be the one that your vendors know", path.display())]
    KeyMissing {
        /// Where it should be.
        path: PathBuf,
        /// The key that the database knows.
        known: Fingerprint,
    },
    /// The platform key's file holds another key than the database knows.
    #[error("{} holds the key {found}, and the database knows {known}: put back the file that belongs to this database", path.display())]
    KeyDiffers {
        /// The key's file.
        path: PathBuf,
        /// The key that the database knows.
        known: Fingerprint,
        /// The key in the file.
        found: Fingerprint,
    },
    /// The database was written by a newer version.
    #[error("{} was written by a newer version (its format is {found}, this one knows {known}): use that version; nothing was changed", path.display())]
    DatabaseNewer {
        /// The database.
        path: PathBuf,
        /// Its format.
        found: i64,
        /// The newest format that is known here.
        known: i64,
    },
    /// The file is another application's.
    #[error("{} is no host's database: choose another data folder; nothing was changed", path.display())]
    DatabaseForeign {
        /// The file.
        path: PathBuf,
    },
    /// The database cannot be used.
    #[error("{}: {source}", path.display())]
    Database {
        /// The database.
        path: PathBuf,
        /// Why.
        source: StoreFault,
    },
    /// The address cannot be listened on.
    #[error("cannot listen on {address}: {source}; choose another port, or 0 for a free one")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// Why.
        source: io::Error,
    },
    /// Serving ended by itself.
    #[error("serving ended: {0}")]
    Serve(io::Error),
    /// The system gives no randomness.
    #[error("the operating system gives no randomness: {0}")]
    Randomness(String),
    /// A name, key or role that cannot be taken.
    #[error("{what}: {why}")]
    Input {
        /// Which input.
        what: &'static str,
        /// Why not.
        why: String,
    },
    /// No registration has this id.
    #[error("no registration has the id {id}; `countersign host vendors` lists them")]
    NoSuchVendor {
        /// The id that was asked for.
        id: String,
    },
    /// A revoked registration stays revoked.
    #[error("the registration {id} is revoked for good: let the vendor register a new key")]
    VendorRevoked {
        /// The registration's id.
        id: String,
    },
}

/// What can go wrong in the store.
#[derive(Debug, thiserror::Error)]
pub enum StoreFault {
    /// SQLite says no.
    #[error("the database fails: {0}")]
    Sqlite(#[from] rusqlite::Error),
    /// A row says what no row of ours can say.
    #[error("the database is damaged: {table} holds {what}")]
    Damaged {
        /// The table.
        table: &'static str,
        /// What stands there.
        what: String,
    },
    /// The store was shut down.
    /// The act ran and its commit failed, or it never ran; nothing of it stands.
    #[error("the commit failed; nothing was written")]
    NotCommitted,
    /// The store was shut down.
    #[error("the store was shut down")]
    Ended,
}
