//! Why a vendor command ends without its result.

use std::path::PathBuf;

/// Why a vendor command ends without its result.
#[derive(Debug, thiserror::Error)]
pub enum Trouble {
    /// A file cannot be read, written or understood.
    #[error("{}: {why}", path.display())]
    File {
        /// Which.
        path: PathBuf,
        /// Why not.
        why: String,
    },
    /// The command was given something that cannot be.
    #[error("{0}")]
    Input(String),
    /// The host said no, in its own words.
    #[error("the host refuses ({status} {code}): {message}")]
    Refused {
        /// HTTP status.
        status: u16,
        /// The error's code.
        code: String,
        /// The error's message.
        message: String,
    },
    /// The request certainly did not take effect.
    #[error("the host cannot be reached: {0}")]
    NotSent(String),
    /// Nobody knows whether the request took effect.
    #[error("the host's answer is lost: {0}")]
    Unclear(String),
    /// The host's answer is not what the protocol says.
    #[error("the host answers nonsense: {0}")]
    Answer(String),
    /// A log that does not verify.
    #[error("the log is {verdict}: {why}")]
    Log {
        /// The verdict's name.
        verdict: &'static str,
        /// The first fault.
        why: String,
    },
}

impl Trouble {
    /// Trouble with a file.
    pub fn file(path: impl Into<PathBuf>, why: impl std::fmt::Display) -> Self {
        let why = format!("{why}");
        Self::File { path: path.into(), why }
    }
}
