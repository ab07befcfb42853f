//! `countersign verify`: anybody's log or evidence bundle, without an account and without
//! the window.

mod bar;
mod file;
mod known;
mod report;

use std::path::PathBuf;
use std::process::ExitCode;

use anp::verify::Outcome;

pub use file::{judged, read};
pub use known::Known;

use crate::out;

/// What `verify` is given.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// The log or evidence bundle; `-` reads standard input.
    file: PathBuf,
    #[command(flatten)]
    known: Known,
    /// Prints one JSON object.
    #[arg(long)]
    json: bool,
}

/// Judges the file and says what came of it.
pub fn run(arguments: &Arguments) -> ExitCode {
    let known = arguments.known.read();
    let told = known.and_then(|known| judged(&arguments.file, &known));
    let told = match told {
        Ok(told) => told,
        Err(why) => {
            if arguments.json {
                out::line(&report::unread(&why));
            }
            out::complaint(&why);
            return ExitCode::from(2);
        }
    };
    out::line(&if arguments.json { report::json(&told) } else { report::people(&told) });
    ExitCode::from(match told.verdict.outcome {
        Outcome::Green => 0,
        Outcome::Red => 1,
        Outcome::Unreadable => 2,
    })
}
