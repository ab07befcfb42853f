//! Processes that the walk started, found by their descent and never by name alone.

use std::path::Path;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};
use tokio::time::Instant;

use crate::fault::Fault;

/// How long a process may take to end.
const PATIENCE: Duration = Duration::from_secs(30);

/// Descendants of a process that run a given program.
pub fn descendants(of: Pid, program: &Path) -> Vec<Pid> {
    let mut found = Vec::new();
    let mut asked = vec![of];
    let all = parents();
    while let Some(parent) = asked.pop() {
        for (child, _) in all.iter().filter(|(_, its)| *its == parent) {
            asked.push(*child);
            if std::fs::read_link(format!("/proc/{child}/exe")).is_ok_and(|path| path == program) {
                found.push(*child);
            }
        }
    }
    found
}

/// Sends a signal to one process.
///
/// # Errors
/// Where the system refuses; a process that has ended is no error.
pub fn signal(process: Pid, signal: Signal) -> Result<(), Fault> {
    match kill_process(process, signal) {
        Ok(()) | Err(rustix::io::Errno::SRCH) => Ok(()),
        Err(error) => Err(Fault::new(format!("{signal:?} to {process}"), "no error", error)),
    }
}

/// Waits until a process has ended.
///
/// # Errors
/// Where it still runs after a while.
pub async fn ends(process: Pid) -> Result<(), Fault> {
    let until = Instant::now() + PATIENCE;
    while runs(process) {
        if Instant::now() > until {
            return Err(Fault::new(format!("process {process}"), "it ends", described(process)));
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    Ok(())
}

/// State, parent and program, for a fault's words.
fn described(process: Pid) -> String {
    let read = |name: &str| std::fs::read_to_string(format!("/proc/{process}/{name}")).unwrap_or_default();
    let status = read("status");
    let lines =
        status.lines().filter(|line| ["Name", "State", "PPid"].iter().any(|key| line.starts_with(key)));
    format!("{}; {}", lines.collect::<Vec<_>>().join(", "), read("cmdline").replace('\0', " "))
}

/// Whether a process still runs. A dead one that nobody has reaped does not.
fn runs(process: Pid) -> bool {
    stat(&format!("/proc/{process}/stat")).is_some_and(|(state, _)| !matches!(state, 'Z' | 'X'))
}

/// Every process with its parent.
fn parents() -> Vec<(Pid, Pid)> {
    let Ok(listed) = std::fs::read_dir("/proc") else { return Vec::new() };
    listed
        .flatten()
        .filter_map(|entry| {
            let id = Pid::from_raw(entry.file_name().to_str()?.parse().ok()?)?;
            let (_, parent) = stat(&format!("/proc/{id}/stat"))?;
            Some((id, parent?))
        })
        .collect()
}

/// State and parent out of `PID (NAME) STATE PPID …`; the name may hold parentheses.
fn stat(path: &str) -> Option<(char, Option<Pid>)> {
    let text = std::fs::read_to_string(path).ok()?;
    let (_, after) = text.rsplit_once(") ")?;
    let mut fields = after.split(' ');
    let state = fields.next()?.chars().next()?;
    Some((state, Pid::from_raw(fields.next()?.parse().ok()?)))
}
