//! `countersign`: the command line. What scripts read stands on standard output, what
//! people and operators read of the running on standard error.

mod out;
mod verify;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// The buyer's desk for negotiations with vendors' AI agents, from the command line.
#[derive(Debug, Parser)]
#[command(name = "countersign", version, about)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Checks a session log: exit 0 green, 1 red, 2 unreadable.
    Verify(verify::Arguments),
}

fn main() -> ExitCode {
    match Arguments::parse().command {
        Command::Verify(arguments) => verify::run(&arguments),
    }
}
