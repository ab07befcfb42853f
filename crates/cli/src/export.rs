//! `countersign export`: an evidence bundle from a desk's workspace, without the window
//! and without the host.

use std::path::PathBuf;
use std::process::ExitCode;

use anp::time::Moment;
use desk::{Disclose, export_workspace};

use crate::out::{self, inert};

/// What `export` is given.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// The desk's workspace.
    #[arg(long, value_name = "DIR")]
    workspace: PathBuf,
    /// The session.
    #[arg(long, value_name = "ID")]
    session: String,
    /// The bundle to write; a file that is there already stays.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// What of the deal's ledger is told beyond its hashes.
    #[arg(long, value_enum, default_value = "decisions")]
    disclose: What,
}

/// What of the ledger is told.
#[derive(Debug, Clone, Copy, clap::ValueEnum)]
enum What {
    /// The session's decisions.
    Decisions,
    /// Nothing.
    None,
}

/// Writes the bundle: exit 0 written, 1 the record is red (it is written all the same),
/// 2 nothing was written.
pub fn run(arguments: &Arguments, now: Moment) -> ExitCode {
    let disclose = match arguments.disclose {
        What::Decisions => Disclose::Decisions,
        What::None => Disclose::Nothing,
    };
    let made = export_workspace(&arguments.workspace, &arguments.session, disclose, now)
        .map_err(|problem| told(&problem))
        .and_then(|bytes| {
            let mut file = std::fs::File::create_new(&arguments.out)
                .map_err(|fault| format!("{}: {fault}", arguments.out.display()))?;
            std::io::Write::write_all(&mut file, &bytes)
                .and_then(|()| file.sync_all())
                .map_err(|fault| format!("{}: {fault}", arguments.out.display()))?;
            Ok(bytes)
        });
    match made {
        Ok(bytes) => {
            let verdict = evidence::bundle::check(&bytes, &anp::verify::Trust::default()).verdict;
            let out = arguments.out.display();
            out::line(&format!("{out}: {} bytes, {} events", bytes.len(), verdict.event_count));
            ExitCode::from(u8::from(verdict.outcome != anp::verify::Outcome::Green))
        }
        Err(why) => {
            out::complaint(&why);
            ExitCode::from(2)
        }
    }
}

fn told(problem: &desk::view::Problem) -> String {
    let facts: Vec<String> =
        problem.facts.iter().map(|(name, value)| format!("{name}: {}", inert(value))).collect();
    format!("nothing was exported: {:?} ({})", problem.code, facts.join(", "))
}
