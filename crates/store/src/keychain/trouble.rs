//! Why a key is not to be had.

use std::path::PathBuf;

/// Everything that can stand between a person and the key. Each is a situation of
/// its own, because each has another way out.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum KeyTrouble {
    /// There is no keychain: no session bus, or no secret service on it.
    #[error("there is no keychain on this machine: {detail}")]
    Absent {
        /// What the system says.
        detail: String,
    },
    /// There is a keychain, but it is locked, or it was never set up, and nobody
    /// answered its dialog.
    #[error("the keychain is locked: {detail}")]
    Locked {
        /// What the keychain says.
        detail: String,
    },
    /// The keychain works and holds no such key.
    #[error("the keychain holds no key for {place}")]
    Missing {
        /// `<workspace>/<person>`.
        place: String,
    },
    /// A key is there already; it was left as it is.
    #[error("the keychain already holds a key for {place}")]
    AlreadyThere {
        /// `<workspace>/<person>`.
        place: String,
    },
    /// More than one entry fits, and none is preferred to another.
    #[error("the keychain holds {entries} keys for {place}")]
    Several {
        /// `<workspace>/<person>`.
        place: String,
        /// How many entries fit.
        entries: usize,
    },
    /// What is stored is no seed.
    #[error("what is stored has {bytes} bytes and is no key; a key has 32")]
    NotASeed {
        /// Its length in bytes.
        bytes: usize,
    },
    /// The keychain answered, but neither with a key nor with one of the reasons above.
    #[error("the keychain failed: {detail}")]
    Failed {
        /// What the keychain says.
        detail: String,
    },
    /// A workspace or person cannot be named so: 1 to 200 bytes without control
    /// characters, and no `/` in the workspace.
    #[error("{part:?} cannot name a key's place")]
    Unnameable {
        /// The refused part.
        part: String,
    },
    /// The passphrase is too short to protect a key.
    #[error("the passphrase has {signs} characters; at least {least} are needed")]
    ShortPassphrase {
        /// How many characters it has.
        signs: usize,
        /// How many it needs.
        least: usize,
    },
    /// There is no key file.
    #[error("there is no key file {}", path.display())]
    NoFile {
        /// Where it was looked for.
        path: PathBuf,
    },
    /// A file is there already; it was left as it is.
    #[error("{} is already there", path.display())]
    FileThere {
        /// Its path.
        path: PathBuf,
    },
    /// Others on this machine may read or change the key file.
    #[error("the key file {} is open to others (mode {mode:03o}; 600 is needed)", path.display())]
    OpenToOthers {
        /// Its path.
        path: PathBuf,
        /// Its permission bits.
        mode: u32,
    },
    /// The file is no key file, or it was changed since it was written.
    #[error("the key file {} is damaged: {detail}", path.display())]
    FileDamaged {
        /// Its path.
        path: PathBuf,
        /// What is wrong with it.
        detail: &'static str,
    },
    /// The file opens with another passphrase. A change to the sealed key inside the
    /// file's first lines looks the same: it is sealed with the passphrase.
    #[error("the passphrase does not open the key file {}", path.display())]
    WrongPassphrase {
        /// Its path.
        path: PathBuf,
    },
    /// The system would not read or write the file.
    #[error("{act} the key file {} failed: {detail}", path.display())]
    FileRefused {
        /// Its path.
        path: PathBuf,
        /// What was tried.
        act: FileAct,
        /// What the system says.
        detail: String,
    },
}

/// What was being done with a key file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileAct {
    /// Opening and reading.
    Reading,
    /// Writing, making durable and giving the name.
    Writing,
}

impl core::fmt::Display for FileAct {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(match self {
            Self::Reading => "reading",
            Self::Writing => "writing",
        })
    }
}
