//! The built binary's host and vendor as processes of their own.
#![allow(dead_code, clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, missing_docs)]

use std::io::{BufRead as _, BufReader, Lines};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, ExitStatus, Output, Stdio};

use serde_json::Value;
use tempfile::TempDir;

pub fn countersign() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_countersign"));
    command.env_remove("RUST_LOG");
    command
}

pub fn output(arguments: &[&str]) -> Output {
    countersign().args(arguments).output().unwrap()
}

/// The one JSON value that a command prints.
pub fn told(arguments: &[&str]) -> Value {
    let output = output(arguments);
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{arguments:?}: {errors}");
    serde_json::from_slice(&output.stdout).unwrap()
}

/// A process that tells JSON lines, ended when it is dropped.
pub struct Teller {
    child: Child,
    lines: Lines<BufReader<ChildStdout>>,
}

impl Teller {
    pub fn start(arguments: &[&str]) -> Self {
        let mut child = countersign().args(arguments).stdout(Stdio::piped()).spawn().unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        Self { child, lines }
    }

    /// The next line, none at the end.
    pub fn line(&mut self) -> Option<Value> {
        self.lines.next().map(|line| serde_json::from_str(&line.unwrap()).unwrap())
    }

    /// Reads on to the step of this name.
    #[track_caller]
    pub fn step(&mut self, name: &str) -> Value {
        loop {
            let Some(words) = self.line() else { panic!("ended before the step {name}") };
            assert_ne!(words["step"], "failed", "{words}");
            if words["step"] == name {
                return words;
            }
        }
    }

    pub fn signal(&self, name: &str) {
        let id = self.child.id().to_string();
        assert!(Command::new("kill").args([&format!("-{name}"), &id]).status().unwrap().success());
    }

    pub fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    pub fn wait(&mut self) -> ExitStatus {
        self.child.wait().unwrap()
    }
}

impl Drop for Teller {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A folder with an initialised host.
pub struct Office {
    pub folder: TempDir,
    pub data: String,
    pub platform: String,
}

impl Office {
    pub fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path().join("host").to_str().unwrap().to_owned();
        let founded = told(&["host", "init", "--data", &data, "--name", "Northwind"]);
        let platform = founded["platform_fingerprint"].as_str().unwrap().to_owned();
        Self { folder, data, platform }
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Serves; gives the process and the address.
    pub fn serve(&self, listen: &str) -> (Teller, String) {
        let mut host = Teller::start(&["host", "--data", &self.data, "--listen", listen]);
        let ready = host.line().unwrap();
        assert_eq!(ready["platform_fingerprint"], self.platform.as_str());
        assert_eq!(ready.as_object().unwrap().len(), 2, "{ready}");
        let url = ready["url"].as_str().unwrap().to_owned();
        (host, url)
    }

    pub fn act(&self, arguments: &[&str]) -> Value {
        let mut all = vec!["host"];
        all.extend(arguments);
        all.extend(["--data", &self.data]);
        told(&all)
    }
}

pub fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}
