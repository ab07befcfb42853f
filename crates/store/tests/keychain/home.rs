//! A home that was never used, and steps run in it.

use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

/// What is necessary beside this program.
const PARTS: [&str; 4] = ["dbus-run-session", "dbus-daemon", "dbus-send", "gnome-keyring-daemon"];

/// Set for steps, which must not be run in a person's own session.
pub const MARK: &str = "COUNTERSIGN_KEYCHAIN_STEP";

/// The session bus of a step.
#[derive(Debug, Clone, Copy)]
pub enum Bus {
    /// There is none.
    None,
    /// A bus that starts no services.
    WithoutServices,
    /// A bus as a person's session has it.
    Whole,
}

/// A fresh home, removed with this value.
pub struct Home(TempDir);

impl Home {
    /// A fresh home; nothing where the machine lacks what is necessary, which only
    /// a person's machine may.
    pub fn fresh() -> Option<Self> {
        let lacking: Vec<_> = PARTS.into_iter().filter(|part| !is_there(part)).collect();
        if !lacking.is_empty() {
            assert!(std::env::var_os("CI").is_none(), "not installed: {lacking:?}");
            eprintln!("skipped: not installed: {lacking:?}");
            return None;
        }
        let folder = tempfile::tempdir().unwrap();
        for below in ["data", "config", "cache", "run"] {
            std::fs::create_dir(folder.path().join(below)).unwrap();
        }
        Some(Self(folder))
    }

    /// Does one of the steps in a process of its own, after a piece of shell on its
    /// bus, and holds it to having passed.
    pub fn step(&self, name: &str, bus: Bus, before: &str) {
        let program = std::env::current_exe().unwrap();
        let mut command = match bus {
            Bus::None => Command::new("sh"),
            Bus::WithoutServices => {
                let mut command = Command::new("dbus-run-session");
                command.arg("--config-file").arg(self.bare_bus()).args(["--", "sh"]);
                command
            }
            Bus::Whole => {
                let mut command = Command::new("dbus-run-session");
                command.args(["--", "sh"]);
                command
            }
        };
        command.arg("-c").arg(format!("{before}\nexec \"$0\" \"$@\"")).arg(program);
        command.args(["--exact", &format!("steps::{name}"), "--ignored", "--nocapture"]);
        command.env_clear().env("PATH", std::env::var_os("PATH").unwrap()).env(MARK, "1").env("LC_ALL", "C");
        command.env("HOME", self.0.path());
        for (variable, below) in [
            ("XDG_DATA_HOME", "data"),
            ("XDG_CONFIG_HOME", "config"),
            ("XDG_CACHE_HOME", "cache"),
            ("XDG_RUNTIME_DIR", "run"),
        ] {
            command.env(variable, self.0.path().join(below));
        }
        let output = command.output().unwrap();
        let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        // A step of that name that does not exist would pass by doing nothing.
        let passed = output.status.success() && out.contains("1 passed");
        assert!(passed, "step {name} on {bus:?} ended with {}\n{out}\n{err}", output.status);
    }

    fn bare_bus(&self) -> std::path::PathBuf {
        let path = self.0.path().join("bus.conf");
        let listen = format!("unix:dir={}", self.0.path().join("run").display());
        let rules = "<policy context=\"default\"><allow send_destination=\"*\" eavesdrop=\"true\"/>\
            <allow eavesdrop=\"true\"/><allow own=\"*\"/></policy>";
        let text = format!(
            "<busconfig><type>session</type><listen>{listen}</listen><auth>EXTERNAL</auth>{rules}</busconfig>"
        );
        std::fs::write(&path, text).unwrap();
        path
    }
}

fn is_there(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder: std::path::PathBuf| Path::new(&folder).join(program).is_file())
}
