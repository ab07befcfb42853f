//! `countersign`: the command line. What scripts read stands on standard output, what
//! people and operators read of the running on standard error.

mod adcp;
mod checkpoint;
mod conform;
mod diff;
mod export;
mod host;
mod out;
mod sandbox;
mod screen;
mod tactic;
mod vendor;
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
    /// Checks a session log or evidence bundle: exit 0 green, 1 red, 2 unreadable.
    Verify(verify::Arguments),
    /// Compares two sides' logs or bundles: exit 0 same, 1 different, 2 unreadable.
    Diff(diff::Arguments),
    /// Signs the head of a log that verifies, for whoever is to prove a rewrite later.
    Checkpoint(checkpoint::Arguments),
    /// Writes the evidence of a session from a desk's workspace, offline.
    Export(export::Arguments),
    /// The organisation's door for vendors' agents and for desks.
    Host(Box<host::Arguments>),
    /// A vendor agent for trying things.
    Vendor(vendor::Arguments),
    /// Media sellers' proposals, judged by computation.
    Adcp(adcp::Arguments),
    /// A counterparty for trying things, on this machine alone.
    Sandbox(sandbox::Arguments),
    /// Checks whether a host keeps the protocol: exit 0 all pass, 1 some do not, 2 no host.
    Conform(conform::Arguments),
    /// Says whether a text on standard input may leave: exit 0 passes, 1 blocked, 3 held.
    Screen(screen::Arguments),
    /// Names the negotiation tactic that a text on standard input plays, with the words that show it.
    Tactic(tactic::Arguments),
}

fn main() -> ExitCode {
    match Arguments::parse().command {
        Command::Verify(arguments) => verify::run(&arguments),
        Command::Diff(arguments) => diff::run(&arguments),
        Command::Checkpoint(arguments) => checkpoint::run(&arguments, now()),
        Command::Export(arguments) => export::run(&arguments, now()),
        Command::Host(arguments) => waiting(host::run(*arguments)),
        Command::Vendor(arguments) => waiting(vendor::run(arguments)),
        Command::Adcp(arguments) => adcp::run(&arguments, now()),
        Command::Sandbox(arguments) => waiting(sandbox::run(arguments)),
        Command::Conform(arguments) => waiting(conform::run(arguments)),
        Command::Screen(arguments) => screen::run(&arguments),
        Command::Tactic(arguments) => tactic::run(&arguments),
    }
}

fn now() -> anp::time::Moment {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    anp::time::Moment::from_millis(i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
}

/// Runs a command that talks to others; what it says of the running goes to standard error.
fn waiting(command: impl Future<Output = ExitCode>) -> ExitCode {
    let filter = tracing_subscriber::EnvFilter::try_from_default_env()
        .unwrap_or_else(|_| tracing_subscriber::EnvFilter::new("info"));
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    match std::env::var("COUNTERSIGN_LOG").as_deref() {
        Ok("json") => log.json().init(),
        _ => log.init(),
    }
    match tokio::runtime::Builder::new_multi_thread().enable_all().build() {
        Ok(runtime) => runtime.block_on(command),
        Err(fault) => {
            out::complaint(&format!("cannot start: {fault}"));
            ExitCode::FAILURE
        }
    }
}
