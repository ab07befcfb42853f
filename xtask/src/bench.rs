//! `cargo xtask bench`: how fast logs are verified, on the build that people get; `bench
//! mail`: how fast a mailbox is read; `bench hosts`: how much a host takes, beside a
//! server that keeps nothing.

use std::process::Command;

use crate::failure::Outcome;
use crate::place::House;
use crate::process;

/// Builds the measuring binary with the release profile and runs it; `arguments` are its own.
///
/// # Errors
/// When it does not build, or a log is not verified.
pub fn command(arguments: &[String]) -> Outcome {
    let house = House::find()?;
    if let Some((_, rest)) = arguments.split_first().filter(|(first, _)| *first == "mail") {
        process::run(house.cargo().args(["build", "--release", "--package", "bench-mail"]))?;
        return process::run(Command::new(house.target("release/countersign-bench-mail")).args(rest));
    }
    if arguments.first().is_some_and(|first| first == "hosts") {
        let bench = ["run", "--release", "--package", "host", "--example", "bench"];
        return process::run(house.cargo().args(bench));
    }
    process::run(house.cargo().args(["build", "--release", "--package", "bench"]))?;
    process::run(Command::new(house.target("release/countersign-bench")).args(arguments))
}
