//! `countersign-verify`: for people who install nothing. It checks and compares logs and
//! evidence bundles; it has no network, no database and no keys.
//!
//! The sources are the command line's own, so that there is one verifier. This package
//! exists for what it does not depend on.

#[path = "../../cli/src/diff.rs"]
mod diff;
#[path = "../../cli/src/out.rs"]
mod out;
#[path = "../../cli/src/verify/mod.rs"]
mod verify;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Checks and compares session logs and evidence bundles of negotiations with vendors' AI agents.
#[derive(Debug, Parser)]
#[command(name = "countersign-verify", version, about)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Checks a session log or evidence bundle: exit 0 green, 1 red, 2 unreadable.
    Verify(verify::Arguments),
    /// Compares two sides' logs or bundles: exit 0 same, 1 different, 2 unreadable.
    Diff(diff::Arguments),
}

fn main() -> ExitCode {
    match Arguments::parse().command {
        Command::Verify(arguments) => verify::run(&arguments),
        Command::Diff(arguments) => diff::run(&arguments),
    }
}
