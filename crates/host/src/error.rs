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
    /// The database is there and nobody has made a host in it.
    #[error("{} holds no host: make one with `countersign host init`", path.display())]
    DatabaseEmpty {
        /// The database.
        path: PathBuf,
    },
    /// The database answers before it has written.
    #[error("{} answers before what it is given is on its disk (`fsync` or `synchronous_commit` is off): switch both on, or an acknowledged offer may be lost", path.display())]
    DatabaseForgets {
        /// The database.
        path: PathBuf,
    },
    /// The data folder lies on another machine's drive.
    #[error("{} is on a network drive ({kind}), where SQLite's locks do not hold: put the data folder on a disk of this machine, or use PostgreSQL", folder.display())]
    NetworkDrive {
        /// The data folder.
        folder: PathBuf,
        /// What kind of drive.
        kind: &'static str,
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
    #[error("{}", sqlite_words(.0))]
    Sqlite(#[from] rusqlite::Error),
    /// A row says what no row of ours can say.
    #[error("the database is damaged: {table} holds {what}")]
    Damaged {
        /// The table.
        table: &'static str,
        /// What stands there.
        what: String,
    },
    /// The database can be read and not written.
    #[error("{CANNOT_WRITE}")]
    ReadOnly,
    /// PostgreSQL says no, or is gone.
    #[error("the database fails: {0}")]
    Postgres(#[from] PostgresFault),
    /// The commit was asked for and the line broke before it was confirmed.
    #[error("the database went away during a commit; whether it stands is to be read from it")]
    Unclear,
    /// The server no longer answers.
    #[error("the database does not answer")]
    Silent,
    /// All connections to the database are busy.
    #[error("all connections to the database are busy")]
    Busy,
    /// There is no connection to the database.
    #[error("the database cannot be reached: {0}")]
    Unreached(String),
    /// The act ran and its commit failed, or it never ran; nothing of it stands.
    #[error("the commit failed; nothing was written")]
    NotCommitted,
    /// The store was shut down.
    #[error("the store was shut down")]
    Ended,
}

/// What to do about a disk that is for reading.
const CANNOT_WRITE: &str =
    "the disk or its files cannot be written: mount it for writing, and let this user own the folder";

/// What SQLite says, and what to do where a person can do something.
fn sqlite_words(fault: &rusqlite::Error) -> String {
    use rusqlite::ErrorCode;
    let remedy = match fault.sqlite_error_code() {
        Some(ErrorCode::DiskFull) => "the disk is full: make room; what was acknowledged stands",
        Some(ErrorCode::ReadOnly | ErrorCode::CannotOpen) => CANNOT_WRITE,
        Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => {
            "the database is damaged on its disk: stop the host, run `countersign host check`, restore the last backup elsewhere and keep this folder as evidence"
        }
        Some(ErrorCode::SystemIoFailure) => {
            "the disk fails, or has no room for the file: look at the system's log; what was acknowledged stands"
        }
        _ => return format!("the database fails: {fault}"),
    };
    format!("{remedy} ({fault})")
}

impl From<tokio_postgres::Error> for StoreFault {
    fn from(fault: tokio_postgres::Error) -> Self {
        Self::Postgres(PostgresFault::from(fault))
    }
}

/// What PostgreSQL said. Its details repeat values of rows, so they are left behind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PostgresFault {
    /// The server's code, where it is the server who speaks.
    pub code: Option<String>,
    /// Whether the line is gone.
    pub closed: bool,
    message: String,
}

impl From<tokio_postgres::Error> for PostgresFault {
    fn from(fault: tokio_postgres::Error) -> Self {
        let message = if let Some(said) = fault.as_db_error() {
            said.message().to_owned()
        } else {
            let cause = std::error::Error::source(&fault).map(|cause| format!(": {cause}"));
            let cause = cause.filter(|cause| !fault.to_string().ends_with(cause));
            format!("{fault}{}", cause.unwrap_or_default())
        };
        Self { code: fault.code().map(|code| code.code().to_owned()), closed: fault.is_closed(), message }
    }
}

impl core::fmt::Display for PostgresFault {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match &self.code {
            Some(code) => write!(f, "{} ({code})", self.message),
            None => f.write_str(&self.message),
        }
    }
}

impl std::error::Error for PostgresFault {}
