//! A PostgreSQL server of a test's own, from the system's packages: in a temporary
//! folder, on a socket there, gone with whoever started it.
#![allow(clippy::expect_used, reason = "a test ends where its ground is missing")]

use std::io::{BufRead as _, BufReader};
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

/// Starts the server, says where it is, and stops it when its standard input ends:
/// that comes however its user ends. The server refuses to run as root, so there it
/// runs as the user whom Debian's package makes for it.
const SCRIPT: &str = r#"
set -eu
bin=$1 settings=$2
as() { if [ "$(id -u)" = 0 ]; then setpriv --reuid=postgres --regid=postgres --clear-groups "$@"; else "$@"; fi; }
room=/tmp; [ -w /dev/shm ] && room=/dev/shm
dir=$(mktemp -d "$room/countersign-pg-XXXXXX")
trap 'as "$bin/pg_ctl" -D "$dir/data" -m immediate stop >/dev/null 2>&1 || true; rm -rf "$dir"' EXIT
chmod 0755 "$dir"
[ "$(id -u)" != 0 ] || chown postgres "$dir"
cd "$dir"
as "$bin/initdb" -D "$dir/data" -U countersign -A trust -E UTF8 --locale=C --no-sync >"$dir/log" 2>&1 || { cat "$dir/log" >&2; exit 1; }
as "$bin/pg_ctl" -D "$dir/data" -w -t 60 -l "$dir/server.log" -o "-k $dir -c listen_addresses='' $settings" start >/dev/null 2>&1 \
  || { cat "$dir/server.log" >&2; exit 1; }
echo "$dir"
cat >/dev/null || true
"#;

/// A server that runs.
#[derive(Debug)]
pub struct Server {
    bin: PathBuf,
    folder: PathBuf,
    settings: String,
    databases: AtomicU32,
    /// Its end of the line ends the server.
    watcher: Child,
}

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.watcher.stdin.take());
        let _ = self.watcher.wait();
    }
}

/// The newest server that is installed.
fn installed() -> PathBuf {
    let mut found: Vec<(u32, PathBuf)> = std::fs::read_dir("/usr/lib/postgresql")
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|entry| Some((entry.file_name().to_str()?.parse().ok()?, entry.path().join("bin"))))
        .filter(|(_, bin)| bin.join("initdb").exists())
        .collect();
    found.sort();
    found.pop().expect("PostgreSQL (Debian's package `postgresql`)").1
}

impl Server {
    /// Starts one. It writes to its disk before it answers, as a real one does.
    ///
    /// # Panics
    /// Where none is installed or it does not start.
    pub fn start() -> Self {
        Self::with("-c max_connections=300 -c shared_buffers=64MB")
    }

    /// As [`Server::start`], with these arguments to the server.
    ///
    /// # Panics
    /// Where none is installed or it does not start.
    pub fn with(settings: &str) -> Self {
        let bin = installed();
        let mut watcher = Command::new("sh")
            .args(["-c", SCRIPT, "sh"])
            .arg(&bin)
            .arg(settings)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            // A signal to the test's group must leave it alive to clear up.
            .process_group(0)
            .spawn()
            .expect("a shell");
        let mut line = String::new();
        let said = watcher.stdout.take().expect("its standard output");
        BufReader::new(said).read_line(&mut line).expect("a line");
        let folder = PathBuf::from(line.trim_end());
        assert!(folder.join("data").exists(), "the server did not start");
        Self { bin, folder, settings: settings.to_owned(), databases: AtomicU32::new(0), watcher }
    }

    /// Makes an empty database; gives its address.
    ///
    /// # Panics
    /// Where the server does not answer.
    pub fn database(&self) -> String {
        let name = format!("d{}", self.databases.fetch_add(1, Ordering::SeqCst));
        self.sql("postgres", &format!("CREATE DATABASE {name}"));
        self.address(&name)
    }

    /// The address of a database of this server.
    pub fn address(&self, name: &str) -> String {
        format!("host={} user=countersign dbname={name}", self.folder.display())
    }

    /// Says something to a database, by its name or address; gives what it answers,
    /// a row a line, columns separated by `|`.
    ///
    /// # Panics
    /// Where that is refused.
    pub fn sql(&self, database: &str, sql: &str) -> String {
        let database = if database.contains('=') { database.to_owned() } else { self.address(database) };
        let said = Command::new(self.bin.join("psql"))
            .args(["-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-d", &database, "-c", sql])
            .output()
            .expect("psql");
        assert!(said.status.success(), "{sql}: {}", String::from_utf8_lossy(&said.stderr));
        String::from_utf8_lossy(&said.stdout).trim_end().to_owned()
    }

    /// Kills the server as a power cut would, and starts it again on what is on its disk.
    ///
    /// # Panics
    /// Where it does not come back.
    pub fn restart(&self) {
        self.stop();
        let log = self.folder.join("server.log");
        let options = format!("-k {} -c listen_addresses='' {}", self.folder.display(), self.settings);
        let started = self
            .control()
            .args(["-w", "-t", "60", "-l"])
            .arg(&log)
            .args(["-o", &options, "start"])
            .stdout(Stdio::null())
            .status();
        assert!(started.expect("pg_ctl").success(), "the server did not come back");
    }

    /// Kills the server as a power cut would.
    ///
    /// # Panics
    /// Where it cannot be told.
    pub fn stop(&self) {
        let stopped = self.control().args(["-m", "immediate", "stop"]).stdout(Stdio::null()).status();
        assert!(stopped.expect("pg_ctl").success(), "the server does not stop");
    }

    fn control(&self) -> Command {
        let pg_ctl = self.bin.join("pg_ctl");
        let root = std::fs::metadata("/proc/self").is_ok_and(|me| {
            use std::os::unix::fs::MetadataExt as _;
            me.uid() == 0
        });
        let mut command = if root {
            let mut command = Command::new("setpriv");
            command.args(["--reuid=postgres", "--regid=postgres", "--clear-groups"]).arg(pg_ctl);
            command
        } else {
            Command::new(pg_ctl)
        };
        command.arg("-D").arg(self.folder.join("data")).current_dir(&self.folder).stdin(Stdio::null());
        command
    }

    /// Its folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }
}
