//! The machine as set-up sees it: its commands and where it keeps its lists.
//! A value, so that tests can show it a machine that lacks things.

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::Command;

/// Where to look.
pub struct Machine {
    /// Folders with commands, as in `PATH`.
    pub path: OsString,
    /// The text of `/etc/os-release`.
    pub os_release: String,
    /// Where apt keeps its lists of packages.
    pub apt_lists: PathBuf,
}

impl Machine {
    /// The machine that this runs on.
    pub fn this() -> Self {
        Self {
            path: std::env::var_os("PATH").unwrap_or_default(),
            os_release: std::fs::read_to_string("/etc/os-release").unwrap_or_default(),
            apt_lists: PathBuf::from("/var/lib/apt/lists"),
        }
    }

    /// Whether apt and dpkg are its way to install: Debian, Ubuntu, or one that
    /// says that it is like them.
    pub fn is_debian(&self) -> bool {
        self.os_release
            .lines()
            .filter_map(|line| line.split_once('='))
            .filter(|(key, _)| matches!(*key, "ID" | "ID_LIKE"))
            .flat_map(|(_, value)| value.trim_matches(['"', '\'']).split_whitespace())
            .any(|name| matches!(name, "debian" | "ubuntu"))
    }

    /// Whether a command can be called by name.
    pub fn has(&self, command: &str) -> bool {
        std::env::split_paths(&self.path).any(|folder| folder.join(command).is_file())
    }

    /// A command of this machine.
    pub fn command(&self, name: &str) -> Command {
        let mut command = Command::new(name);
        command.env("PATH", &self.path);
        command
    }
}
