//! Processes of a window: when they began, and how much memory is theirs.

use std::time::{SystemTime, UNIX_EPOCH};

use rustix::process::Pid;
use walk::Fault;

/// When a process began, in milliseconds since 1970, as exact as the kernel's clock ticks.
///
/// # Errors
/// Where the kernel does not say.
pub fn began(process: Pid) -> Result<f64, Fault> {
    let stat = read(&format!("/proc/{process}/stat"))?;
    let ticks: f64 = stat
        .rsplit_once(") ")
        .and_then(|(_, after)| after.split(' ').nth(19)?.parse().ok())
        .ok_or_else(|| Fault::new("a process", "its beginning", &stat))?;
    let uptime = read("/proc/uptime")?;
    let up: f64 = uptime
        .split(' ')
        .next()
        .and_then(|seconds| seconds.parse().ok())
        .ok_or_else(|| Fault::new("the machine", "since when it runs", &uptime))?;
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_err(Fault::cannot("the clock"))?;
    // Linux counts a hundred ticks a second, whatever the kernel's own beat is.
    Ok((now.as_secs_f64() - up + ticks / 100.0) * 1000.0)
}

/// Memory of a process and all that descend from it, in bytes: each page that several share
/// is counted by its part (PSS).
///
/// # Errors
/// Where the kernel does not say.
pub fn memory(process: Pid) -> Result<u64, Fault> {
    let sum = memory_of_each(process).iter().map(|(_, bytes)| bytes).sum();
    if sum == 0 { Err(Fault::new("memory", "some", "none")) } else { Ok(sum) }
}

/// The same for each of them, with its name.
pub fn memory_of_each(process: Pid) -> Vec<(String, u64)> {
    let of_one = |one: &Pid| {
        let rollup = read(&format!("/proc/{one}/smaps_rollup")).unwrap_or_default();
        let line = rollup.lines().find_map(|line| line.strip_prefix("Pss:"));
        let kilobytes: u64 = line.and_then(|line| line.trim().split(' ').next()?.parse().ok()).unwrap_or(0);
        let name = read(&format!("/proc/{one}/comm")).unwrap_or_default();
        (name.trim().to_owned(), kilobytes * 1024)
    };
    family(process).iter().map(of_one).collect()
}

/// Whether a process still runs; a dead one that nobody has reaped does not.
pub fn runs(process: Pid) -> bool {
    let stat = read(&format!("/proc/{process}/stat")).unwrap_or_default();
    stat.rsplit_once(") ").is_some_and(|(_, after)| !after.starts_with(['Z', 'X']))
}

/// A process and all that descend from it.
fn family(of: Pid) -> Vec<Pid> {
    let mut all = Vec::new();
    if let Ok(listed) = std::fs::read_dir("/proc") {
        for entry in listed.flatten() {
            let Some(id) = entry.file_name().to_str().and_then(|name| Pid::from_raw(name.parse().ok()?))
            else {
                continue;
            };
            let Ok(stat) = read(&format!("/proc/{id}/stat")) else { continue };
            let parent = stat.rsplit_once(") ").and_then(|(_, after)| after.split(' ').nth(1)?.parse().ok());
            all.push((id, parent.and_then(Pid::from_raw)));
        }
    }
    let mut family = vec![of];
    let mut at = 0;
    while let Some(parent) = family.get(at).copied() {
        family.extend(all.iter().filter(|(_, its)| *its == Some(parent)).map(|(id, _)| *id));
        at += 1;
    }
    family
}

fn read(path: &str) -> Result<String, Fault> {
    std::fs::read_to_string(path).map_err(Fault::cannot(path))
}
