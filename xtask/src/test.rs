//! `cargo xtask test`: every check and test, from a fresh checkout.

use crate::again;
use crate::check;
use crate::failure::{Failure, Outcome};
use crate::fuzz;
use crate::place::House;
use crate::process;
use crate::run;
use crate::session::Session;
use crate::setup::{self, Wants};
use crate::stages::Stages;

/// Everything that the tests and the walk start. One selection of packages and
/// targets for building and testing: cargo chooses the features of shared
/// dependencies by it, and another selection would compile them once more.
const BUILT: [&str; 4] = ["--workspace", "--bins", "--tests", "--examples"];

/// Does every stage in order, the cheap ones first; the first failure ends it.
///
/// # Errors
/// When a stage fails.
pub fn command(arguments: &[String]) -> Outcome {
    let filter = match arguments {
        [] => None,
        [filter] if !filter.starts_with('-') => Some(filter.as_str()),
        _ => return Err(Failure::new("`test` takes at most one word: a part of the tests' names")),
    };
    let house = House::find()?;
    let mut stages = Stages::begin();
    stages.step("set-up", || setup::provide(&house, Wants { headless: true, checks: true }))?;
    if filter.is_none() {
        look(&house, &mut stages)?;
    }
    stages.step("page build", || run::build_page(&house))?;
    if filter.is_none() {
        stages.step("clippy", || {
            process::run(house.cargo().args([
                "clippy",
                "--workspace",
                "--all-targets",
                "--",
                "-D",
                "warnings",
            ]))
        })?;
    }
    stages.step("build", || process::run(house.cargo().arg("build").args(BUILT)))?;
    let mut unsteady = Vec::new();
    stages.step("cargo tests", || {
        unsteady = cargo_tests(&house, filter)?;
        Ok(())
    })?;
    if filter.is_none() {
        stages.step("fuzzing", || fuzz::smoke(&house))?;
        stages.step("end to end", || end_to_end(&house))?;
    }
    stages.summary();
    for selection in unsteady {
        println!("unsteady: `cargo test {selection}` failed, and held when it was run once more: see above");
    }
    Ok(())
}

/// What needs no compiled Rust.
fn look(house: &House, stages: &mut Stages) -> Outcome {
    stages.step("format", || {
        process::run(house.cargo().args(["fmt", "--all", "--check"]))?;
        process::run(house.cargo().args(["fmt", "--manifest-path", "fuzz/Cargo.toml", "--check"]))
    })?;
    stages.step("house", || check::check(house))?;
    stages.step("page checks", || process::run(house.npm().args(["run", "check"])))?;
    stages.step("page tests", || process::run(house.npm().arg("test")))
}

/// All that fails is told in one run, not the first alone; what held only when it was run
/// once more is returned.
fn cargo_tests(house: &House, filter: Option<&str>) -> Outcome<Vec<String>> {
    let session = Session::begin()?;
    let make = |words: &[&str]| {
        let mut command = session.command("cargo");
        command.current_dir(house.root()).arg("test").args(words).args(filter);
        command
    };
    again::tests(make, std::io::stderr())
}

/// What is walked: the demo whole, the usual tasks with their interactions counted and the
/// evidence's buttons, a kill with a start anew, mails that
/// reach out and that bring a quote, a second start beside the first, a machine
/// without a keychain, two people at two windows who race each other.
const WALKS: [&str; 8] = ["demo", "tasks", "mail", "media", "restart", "home", "no-keychain", "races"];

/// The real application under a virtual display, by clicks and keys alone; each walk
/// with a home of its own.
fn end_to_end(house: &House) -> Outcome {
    let out = house.target("e2e");
    if out.exists() {
        std::fs::remove_dir_all(&out).map_err(Failure::when("removing the last run's evidence"))?;
    }
    for scenario in WALKS {
        let out = out.join(scenario);
        std::fs::create_dir_all(&out).map_err(Failure::when(format!("making {}", out.display())))?;
        run::walk_into(house, &out, scenario, None)?;
    }
    Ok(())
}
