//! `cargo xtask mutants`: changes the negotiation machine one place at a time, and holds
//! that its tests notice every change.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use crate::failure::{Failure, Outcome};
use crate::place::House;
use crate::process;

/// Survivors that are known, each with its reason.
const KNOWN: &str = "crates/parley/mutants.txt";

/// The tests that judge first, as one program: what takes a moment.
const QUICK: [&str; 1] = ["quick"];

/// What judges those that are left besides. The explorations take longer than all others and judge none.
const ALL: [&str; 2] = ["quick", "long_runs"];

/// Hundreds of times the machine is compiled and its tests run once, for a moment each: what is compiled
/// anew is to be little, and optimising it or telling of its lines takes longer than the tests do.
/// A cache of whole compilations has nothing to give to what was never compiled before.
const ENVIRONMENT: [(&str, &str); 3] =
    [("CARGO_INCREMENTAL", "1"), ("CARGO_PROFILE_DEV_DEBUG", "0"), ("RUSTC_WRAPPER", "")];
const UNOPTIMISED: &str = "--cargo-arg=--config=profile.dev.package.parley.opt-level=0";

/// Tries every mutant; `arguments` are cargo-mutants' own, such as `--shard 1/4`.
///
/// # Errors
/// When a mutant survives for which no reason is written down, or a reason is written
/// down for one that no longer survives.
pub fn command(arguments: &[String]) -> Outcome {
    let house = House::find()?;
    if !process::succeeds(Command::new("cargo").args(["mutants", "--version"])) {
        process::run(Command::new("cargo").args(["install", "--locked", "cargo-mutants"]))?;
    }
    let out = house.target("mutants");
    let pass = |again: &[&str], tests: &[&str]| {
        let mut mutants = house.cargo();
        mutants
            .args(["mutants", "--package", "parley", "--no-shuffle", "--jobs", "1", "--timeout", "60"])
            .args(again)
            .arg("--output")
            .arg(&out)
            .args(arguments)
            .arg(UNOPTIMISED)
            // For the build too: it would make every other test program for every mutant.
            .args(tests.iter().map(|test| format!("--cargo-arg=--test={test}")))
            .envs(ENVIRONMENT);
        // It fails on survivors; which of them are known is judged below.
        let ended = process::run(&mut mutants);
        lines(&out.join("mutants.out/missed.txt")).map(|missed| (missed, ended))
    };
    let (mut missed, mut ended) = pass(&[], &QUICK)?;
    if !missed.is_empty() {
        (missed, ended) = pass(&["--iterate"], &ALL)?;
    }
    let known = lines(&house.root().join(KNOWN))?;
    let new: Vec<&str> = missed.difference(&known).map(String::as_str).collect();
    if !new.is_empty() {
        return Err(Failure::new(format!(
            "no test notices, and no reason stands in {KNOWN}:\n{}",
            new.join("\n")
        )));
    }
    let gone: Vec<&str> = known.difference(&missed).map(String::as_str).collect();
    if arguments.is_empty() && !gone.is_empty() {
        return Err(Failure::new(format!("{KNOWN} excuses what no longer survives:\n{}", gone.join("\n"))));
    }
    if missed.is_empty() { ended } else { Ok(()) }
}

/// The lines of a list, without places in files (they move), comments and reasons.
fn lines(path: &Path) -> Outcome<BTreeSet<String>> {
    let text = std::fs::read_to_string(path).map_err(Failure::when(format!("reading {}", path.display())))?;
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    Ok(lines.map(without_place).collect())
}

/// `src/a.rs:12:3: replace …` as `src/a.rs: replace …`.
fn without_place(line: &str) -> String {
    let Some((file, rest)) = line.split_once(':') else { return line.to_owned() };
    let what = rest.trim_start_matches(|sign: char| sign.is_ascii_digit() || sign == ':');
    format!("{file}: {}", what.trim_start())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn survivors_are_known_wherever_their_line_has_moved() {
        let found = "crates/parley/src/cause.rs:41:9: replace Cause::is_cap -> bool with true";
        let written = "crates/parley/src/cause.rs: replace Cause::is_cap -> bool with true";
        assert_eq!(without_place(found), without_place(written));
        assert_ne!(without_place(found), without_place(&found.replace("true", "false")));
    }
}
