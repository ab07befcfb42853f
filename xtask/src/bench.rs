//! `cargo xtask bench`: how fast logs are verified, on the build that people get; `bench
//! mail`: how fast a mailbox is read; `bench hosts`: how much a host takes, beside a
//! server that keeps nothing; `bench window`: how fast and large the window is on a big
//! workspace, beside an empty window.

use std::process::Command;

use crate::failure::{Failure, Outcome};
use crate::place::House;
use crate::process;
use crate::run::build_page;
use crate::session::Session;
use crate::setup::{self, Wants};

/// Builds the measuring binary with the release profile and runs it; `arguments` are its own.
///
/// # Errors
/// When it does not build, or a log is not verified.
pub fn command(arguments: &[String]) -> Outcome {
    let house = House::find()?;
    if let Some((_, rest)) = arguments.split_first().filter(|(first, _)| *first == "mail") {
        let bench = ["build", "--release", "--workspace", "--bin", "countersign-bench-mail"];
        process::run(house.cargo().args(bench))?;
        return process::run(Command::new(house.target("release/countersign-bench-mail")).args(rest));
    }
    if arguments.first().is_some_and(|first| first == "hosts") {
        let bench = ["run", "--release", "--package", "host", "--example", "bench"];
        return process::run(house.cargo().args(bench));
    }
    if let Some((_, rest)) = arguments.split_first().filter(|(first, _)| *first == "window") {
        return window(&house, rest);
    }
    process::run(house.cargo().args(["build", "--release", "--package", "bench"]))?;
    process::run(Command::new(house.target("release/countersign-bench")).args(arguments))
}

/// The window on 2,000 deals and 50,000 mails, in a session of its own.
fn window(house: &House, rest: &[String]) -> Outcome {
    setup::provide(house, Wants { headless: true, checks: false })?;
    build_page(house)?;
    let mut cargo = house.cargo();
    cargo.args(["build", "--release", "--workspace", "--examples"]);
    for program in
        ["countersign-desktop", "countersign", "countersign-empty-window", "countersign-bench-window"]
    {
        cargo.args(["--bin", program]);
    }
    process::run(&mut cargo)?;
    let out = house.target("bench-window");
    if out.exists() {
        std::fs::remove_dir_all(&out).map_err(Failure::when("removing the last run"))?;
    }
    std::fs::create_dir_all(&out).map_err(Failure::when("making the bench's folder"))?;
    let session = Session::begin()?;
    let mut bench = session.command(house.target("release/countersign-bench-window"));
    bench.arg("--app").arg(house.target("release/countersign-desktop"));
    bench.arg("--empty").arg(house.target("release/countersign-empty-window"));
    process::run(bench.arg("--out").arg(out).args(rest))
}
