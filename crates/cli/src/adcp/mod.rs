//! `countersign adcp`: the media sellers' protocol.

mod verify;

use std::process::ExitCode;

use clap::Subcommand;

/// What `adcp` is given.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Judges a seller's answer to `refine_proposals`: exit 0 it holds, 1 it does not, 2 unreadable.
    Verify(verify::Arguments),
}

/// Runs it at this time.
pub fn run(arguments: &Arguments, now: anp::time::Moment) -> ExitCode {
    match &arguments.command {
        Command::Verify(arguments) => verify::run(arguments, now),
    }
}
