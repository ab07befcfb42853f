//! A process watched from outside: how long it runs, and the most memory it ever had.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::Failure;

/// What was seen of a run.
#[derive(Debug, Clone, Copy)]
pub struct Seen {
    /// From start to end.
    pub seconds: f64,
    /// The most resident memory, in KiB.
    pub peak_kib: u64,
}

/// Runs a command to its end.
///
/// # Errors
/// Where it does not start or does not end well.
pub fn watched(command: &mut Command) -> Result<Seen, Failure> {
    let began = Instant::now();
    let mut child = command.stdin(Stdio::null()).stdout(Stdio::null()).spawn()?;
    let status = format!("/proc/{}/status", child.id());
    let mut peak_kib = 0;
    let ended = loop {
        // The kernel keeps the peak; it is gone with the process, so it is read until then.
        if let Some(peak) = std::fs::read_to_string(&status).ok().and_then(|text| peak_of(&text)) {
            peak_kib = peak;
        }
        if let Some(ended) = child.try_wait()? {
            break ended;
        }
        std::thread::sleep(Duration::from_millis(10));
    };
    if !ended.success() {
        return Err(format!("{command:?} ended with {ended}").into());
    }
    Ok(Seen { seconds: began.elapsed().as_secs_f64(), peak_kib })
}

fn peak_of(status: &str) -> Option<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.split_whitespace().next()?.parse().ok()
}
