//! How fast logs are verified: events per second on one core and on all, the share of
//! the limit that is measured in the same run, and memory, each log in a process of its
//! own. `cargo xtask bench` builds it as people get it and runs it.
#![allow(clippy::print_stdout, reason = "what was measured goes to standard output")]

mod adcp;
mod limit;
mod log;
mod measure;
mod reading;

use std::fs::File;
use std::path::Path;
use std::process::Command;
use std::time::Instant;

use anp::verify::{Outcome, Trust, verdict_of};
use measure::Measured;

type Failure = Box<dyn std::error::Error + Send + Sync>;

/// Events of the logs.
const SIZES: [u64; 4] = [10, 1000, 10_000, 100_000];

fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        [] => all(&SIZES).and_then(|()| adcp::measure()).and_then(|()| reading::measure()),
        ["--adcp"] => adcp::measure(),
        ["--reading"] => reading::measure(),
        ["--events", count] => all(&[count.parse()?]),
        ["speed", count, file] => speed(count.parse()?, Path::new(file)),
        ["memory", workers, file] => memory(workers.parse()?, Path::new(file)),
        _ => Err("countersign-bench [--events COUNT | --adcp | --reading]".into()),
    }
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

/// Which backend the curve's arithmetic chooses for itself on this processor.
fn backend() -> &'static str {
    #[cfg(target_arch = "x86_64")]
    {
        if std::is_x86_feature_detected!("avx512ifma") && std::is_x86_feature_detected!("avx512vl") {
            return "AVX-512 IFMA";
        }
        if std::is_x86_feature_detected!("avx2") {
            return "AVX2";
        }
    }
    "plain"
}

/// Every log in processes of its own, so that memory is each one's.
fn all(sizes: &[u64]) -> Result<(), Failure> {
    println!(
        "Logs of offers and counters with twenty lines, all events signed. The limit is what\n\
         canonical check, hashing and exact signature checks with tables take by themselves on\n\
         the same bytes, turn by turn with verifying; medians. The share of work counts the\n\
         processors' time alone. A log shorter than a piece is verified on one core.\n\
         Arithmetic on the curve: {}.\n\n\
         {:>7} {:>5} {:>10} {:>10} {:>7} {:>9}   of an event's limit, microseconds",
        backend(),
        "events",
        "cores",
        "verified/s",
        "limit/s",
        "share",
        "of work"
    );
    let folder = tempfile::tempdir()?;
    for size in sizes {
        let file = folder.path().join(format!("{size}.json"));
        let file = file.to_str().ok_or("the temporary folder's name is no text")?;
        print!("{}", itself(&["speed", &size.to_string(), file])?);
        let mut ways = vec![1, cores()];
        ways.dedup();
        for workers in ways {
            print!("{}", itself(&["memory", &workers.to_string(), file])?);
        }
        std::fs::remove_file(file)?;
    }
    Ok(())
}

fn itself(arguments: &[&str]) -> Result<String, Failure> {
    let done = Command::new(std::env::current_exe()?).args(arguments).output()?;
    if !done.status.success() {
        return Err(String::from_utf8_lossy(&done.stderr).into());
    }
    Ok(String::from_utf8(done.stdout)?)
}

/// Measures a log, and leaves it in a file.
fn speed(count: u64, file: &Path) -> Result<(), Failure> {
    let log = log::of(count)?;
    log::check(&log)?;
    std::fs::write(file, &log.text)?;
    let mut ways = vec![1, cores()];
    ways.dedup();
    for workers in ways {
        let Measured { verified, limit, share, share_of_work, canonical, hashing, signatures } =
            measure::measure(&log, workers)?;
        println!(
            "{count:>7} {workers:>5} {:>10.0} {:>10.0} {:>5.1} % {:>7.1} %   \
             canonical {canonical:.2}, hashing {hashing:.2}, signatures {signatures:.2}",
            1e6 / verified,
            1e6 / limit,
            100.0 * share,
            100.0 * share_of_work,
        );
    }
    Ok(())
}

/// Verifies a file as a stream, once, and says how much memory that took.
fn memory(workers: usize, file: &Path) -> Result<(), Failure> {
    let length = std::fs::metadata(file)?.len();
    let begun = Instant::now();
    let verdict = verdict_of(File::open(file)?, &Trust::default(), workers, |_| ())?;
    let took = begun.elapsed().as_secs_f64();
    if verdict.outcome != Outcome::Green {
        return Err("the log is not green".into());
    }
    #[allow(clippy::cast_precision_loss, reason = "a count of events")]
    let rate = verdict.event_count as f64 / took;
    println!(
        "{:>7} {workers:>5} {rate:>10.0} as a stream from a file of {:.1} MB, once; peak memory {}",
        verdict.event_count,
        mega(length),
        peak().map_or_else(|| "not known here".to_owned(), |bytes| format!("{:.1} MB", mega(bytes))),
    );
    Ok(())
}

#[allow(clippy::cast_precision_loss, reason = "shown with one decimal")]
fn mega(bytes: u64) -> f64 {
    bytes as f64 / 1e6
}

/// The most memory that this process has had, in bytes, where the system tells.
fn peak() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().strip_suffix(" kB")?.parse::<u64>().ok()? * 1024)
}
