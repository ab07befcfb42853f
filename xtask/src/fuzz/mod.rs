//! `cargo xtask fuzz`: what must hold for any bytes from outside, tried with bytes that a
//! fuzzer makes up. What must hold stands in `fuzz/src`.
//!
//! There are two corpora. The small one in `fuzz/corpus` is committed and every run begins
//! with it; what a run finds beside it is kept in the target directory, and
//! `cargo xtask fuzz keep` takes over from there what reaches code that the committed
//! inputs do not.

mod build;
mod tally;
mod target;

use std::path::Path;
use std::time::Duration;

use crate::failure::{Failure, Outcome};
use crate::place::House;
use crate::process;
use target::{TARGETS, Target};

const USAGE: &str = "\
cargo xtask fuzz TARGET|all [--seconds N]   try each for N seconds (60)
cargo xtask fuzz smoke                      every target over its corpus, and briefly on
cargo xtask fuzz seeds                      write the hand-made seeds anew
cargo xtask fuzz keep                       take over into fuzz/corpus what long runs reached";

const USUAL: Duration = Duration::from_mins(1);
/// Targets that have not had their ten minutes yet: they are built with the others and run
/// by name, and join every test run once a long run has passed.
const NOT_YET_LONG: [&str; 7] = [
    "imap_answers",
    "outlook_envelope",
    "parley_ballot",
    "parley_message",
    "screen_text",
    "sheet",
    "tactic_text",
];

const BRIEFLY: Duration = Duration::from_secs(8);

/// Longest input that is taken over into the committed corpus, in bytes. Whole sessions
/// are seeds; of what a fuzzer makes of them the short ones are worth their room.
const KEPT_LONGEST: u64 = 200;

/// Does what the words after `fuzz` say.
///
/// # Errors
/// When a target has a finding, or cannot be built.
pub fn command(arguments: &[String]) -> Outcome {
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let house = House::find()?;
    match words.as_slice() {
        ["smoke"] => smoke(&house),
        ["seeds"] => build::seeds(&house),
        ["keep"] => keep(&house),
        [name] => some(&house, name, USUAL),
        [name, "--seconds", seconds] | ["--seconds", seconds, name] => {
            let number = seconds.parse().map_err(Failure::when("--seconds"))?;
            some(&house, name, Duration::from_secs(number))
        }
        _ => Err(Failure::new(USAGE)),
    }
}

/// Every target over its corpus, and a few seconds on.
///
/// # Errors
/// When a target has a finding, or cannot be built.
pub fn smoke(house: &House) -> Outcome {
    build::targets(house)?;
    let tried: Vec<Target> =
        TARGETS.iter().filter(|target| !NOT_YET_LONG.contains(&target.name)).copied().collect();
    try_each(house, &tried, BRIEFLY)
}

fn some(house: &House, name: &str, time: Duration) -> Outcome {
    let chosen: &[Target] = match TARGETS.iter().position(|target| target.name == name) {
        Some(place) => TARGETS.get(place..=place).unwrap_or_default(),
        None if name == "all" => &TARGETS,
        None => {
            let names: Vec<&str> = TARGETS.iter().map(|target| target.name).collect();
            return Err(Failure::new(format!(
                "there is no target `{name}` among {}\n\n{USAGE}",
                names.join(", ")
            )));
        }
    };
    build::targets(house)?;
    try_each(house, chosen, time)
}

/// Tries all of them, whatever the first ones find, and prints a line for each.
fn try_each(house: &House, targets: &[Target], time: Duration) -> Outcome {
    println!("{:<16} {:>12} {:>8} {:>8}  findings", "target", "executions", "edges", "features");
    let mut failed = Vec::new();
    for target in targets {
        let tried = target.try_for(house, time)?;
        let (tally, findings) = (&tried.tally, tried.findings());
        println!(
            "{:<16} {:>12} {:>8} {:>8}  {findings}",
            target.name, tally.executions, tally.edges, tally.features
        );
        if let Some(finding) = &tried.finding {
            println!("{finding}");
            failed.push(target.name);
        }
    }
    if failed.is_empty() {
        return Ok(());
    }
    Err(Failure::new(format!("findings in {}: the inputs lie in {}", failed.join(", "), artifacts(house))))
}

fn artifacts(house: &House) -> String {
    house.target("fuzz-artifacts").display().to_string()
}

/// Merges the short ones of the inputs that were found into the committed corpus, as far
/// as they reach what no committed input does.
fn keep(house: &House) -> Outcome {
    build::targets(house)?;
    for target in &TARGETS {
        let found = target.found(house);
        if !found.is_dir() {
            continue;
        }
        let short = house.target("fuzz-short").join(target.name);
        take_short(&found, &short).map_err(Failure::when(format!("reading {}", found.display())))?;
        // Edges alone, and of inputs that reach the same the smallest set.
        process::run_aside(
            target
                .program(house)?
                .args(["-set_cover_merge=1", "-use_counters=0"])
                .arg(target.corpus(house))
                .arg(&short),
        )?;
    }
    Ok(())
}

fn take_short(found: &Path, short: &Path) -> std::io::Result<()> {
    if short.exists() {
        std::fs::remove_dir_all(short)?;
    }
    std::fs::create_dir_all(short)?;
    for input in std::fs::read_dir(found)? {
        let input = input?;
        if input.metadata()?.len() <= KEPT_LONGEST {
            std::fs::copy(input.path(), short.join(input.file_name()))?;
        }
    }
    Ok(())
}
