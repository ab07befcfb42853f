//! A virtual display with a session bus and an unlocked keychain of its own.
//!
//! Whatever runs inside sees a fresh home: no setting, key or file of the person
//! at the machine is read, and none is touched.

use std::ffi::OsStr;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, PoisonError};

use crate::failure::{Failure, Outcome};

/// Starts the bus, and keeps its talk away from the terminal.
const OUTSIDE: &str = include_str!("outside.sh");

/// Runs on the bus: unlocks the keychain, makes sure of it, and becomes the command.
const INSIDE: &str = include_str!("inside.sh");

/// 24 bits of colour, no TCP; the window's default size exactly.
const SCREEN: &str = "-screen 0 1280x800x24 -nolisten tcp";

/// The folders that the base-directory rules name, below the fresh home.
const FOLDERS: [(&str, &str); 5] = [
    ("HOME", "home"),
    ("XDG_DATA_HOME", "home/.local/share"),
    ("XDG_CONFIG_HOME", "home/.config"),
    ("XDG_CACHE_HOME", "home/.cache"),
    ("XDG_RUNTIME_DIR", "run"),
];

static FOLDERS_IN_USE: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// The fresh home. It is removed with this value.
pub struct Session {
    folder: PathBuf,
}

impl Session {
    /// Makes the fresh home.
    ///
    /// # Errors
    /// When the folders cannot be made.
    pub fn begin() -> Outcome<Self> {
        let folder = fresh_folder(&std::env::temp_dir())?;
        FOLDERS_IN_USE.lock().unwrap_or_else(PoisonError::into_inner).push(folder.clone());
        let session = Self { folder };
        for (_, below) in FOLDERS {
            private(true)
                .create(session.folder.join(below))
                .map_err(Failure::when("making the session's home"))?;
        }
        Ok(session)
    }

    /// The command that runs `program` inside. The variables are set here, outside
    /// of the bus, because services that the bus starts inherit them from it.
    pub fn command(&self, program: impl AsRef<OsStr>) -> Command {
        let mut command = Command::new("xvfb-run");
        command.args(["-a", "-s", SCREEN, "sh", "-c", OUTSIDE, "session", INSIDE]);
        command.arg(program);
        // Cargo and rustup keep their things below the old home.
        if let Some(home) = std::env::var_os("HOME") {
            for (variable, below) in [("CARGO_HOME", ".cargo"), ("RUSTUP_HOME", ".rustup")] {
                let folder = Path::new(&home).join(below);
                if std::env::var_os(variable).is_none() && folder.is_dir() {
                    command.env(variable, folder);
                }
            }
        }
        for (variable, below) in FOLDERS {
            command.env(variable, self.folder.join(below));
        }
        for variable in ["DISPLAY", "WAYLAND_DISPLAY", "DBUS_SESSION_BUS_ADDRESS", "GNOME_KEYRING_CONTROL"] {
            command.env_remove(variable);
        }
        // The page writes numbers and dates by the locale: every run the same.
        command.env("LC_ALL", "C.UTF-8");
        // No screen reader comes to this display; without its bus GTK would complain.
        command.env("NO_AT_BRIDGE", "1");
        command.env("COUNTERSIGN_TEST_SESSION", "1");
        command
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        // What cannot be removed lies in the system's folder for such things.
        let _ = std::fs::remove_dir_all(&self.folder);
        FOLDERS_IN_USE.lock().unwrap_or_else(PoisonError::into_inner).retain(|folder| *folder != self.folder);
    }
}

/// Removes the homes of sessions that a signal cuts short.
pub fn sweep() {
    for folder in FOLDERS_IN_USE.lock().unwrap_or_else(PoisonError::into_inner).drain(..) {
        let _ = std::fs::remove_dir_all(folder);
    }
}

/// A folder that was not there before and is open to this user alone.
fn fresh_folder(below: &Path) -> Outcome<PathBuf> {
    let mut number = 0_u32;
    loop {
        // Short, since the path of a socket inside may have 107 bytes at most.
        let folder = below.join(format!("countersign-{}-{number}", std::process::id()));
        match private(false).create(&folder) {
            Ok(()) => return Ok(folder),
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => number += 1,
            Err(error) => return Err(Failure::when("making the session's home")(error)),
        }
    }
}

fn private(with_parents: bool) -> std::fs::DirBuilder {
    let mut builder = std::fs::DirBuilder::new();
    builder.mode(0o700).recursive(with_parents);
    builder
}

#[cfg(test)]
mod tests;
