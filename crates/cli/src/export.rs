//! `countersign export`: an evidence bundle from a desk's workspace, without the window
//! and without the host.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anp::time::Moment;
use desk::view::{Problem, ProblemCode};
use desk::{Disclose, Held, export_deal_of, export_workspace, sessions_in};

use crate::out::{self, inert};

/// What `export` is given.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// The desk's workspace.
    #[arg(long, value_name = "DIR")]
    workspace: PathBuf,
    /// The session.
    #[arg(long, value_name = "ID", required_unless_present = "deal", conflicts_with = "deal")]
    session: Option<String>,
    /// A deal that was negotiated without a session.
    #[arg(long, value_name = "ID")]
    deal: Option<String>,
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
    /// The decisions.
    Decisions,
    /// The decisions and the votes, every ballot with its reason.
    Votes,
    /// Nothing.
    None,
}

/// Writes the bundle: exit 0 written, 1 the record is red (it is written all the same),
/// 2 nothing was written.
pub fn run(arguments: &Arguments, now: Moment) -> ExitCode {
    let disclose = match arguments.disclose {
        What::Decisions => Disclose::Decisions,
        What::Votes => Disclose::Votes,
        What::None => Disclose::Nothing,
    };
    let made = ready(arguments).and_then(|()| {
        let Arguments { workspace, session, deal, .. } = arguments;
        let exported = match (session, deal) {
            (Some(session), _) => export_workspace(workspace, session, disclose, now),
            (None, deal) => export_deal_of(workspace, deal.as_deref().unwrap_or_default(), disclose, now),
        };
        let bytes = exported.map_err(|problem| told(arguments, &problem))?;
        written(&arguments.out, &bytes)?;
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

/// What can be seen before anything is read.
fn ready(arguments: &Arguments) -> Result<(), String> {
    let Arguments { workspace, out, .. } = arguments;
    let folder = workspace.display();
    if !workspace.is_dir() {
        return Err(format!("nothing was exported: there is no folder {folder}"));
    }
    if !workspace.join("desk.db").is_file() {
        return Err(format!(
            "nothing was exported: {folder} is no desk's workspace, since no desk.db lies in it; give the folder that \
             the window works in"
        ));
    }
    if out.exists() {
        return Err(format!(
            "nothing was exported: {} is there already and stays; give another name",
            out.display()
        ));
    }
    Ok(())
}

fn written(path: &Path, bytes: &[u8]) -> Result<(), String> {
    let write = || {
        let mut file = std::fs::File::create_new(path)?;
        std::io::Write::write_all(&mut file, bytes)?;
        file.sync_all()
    };
    write().map_err(|fault| {
        format!("nothing was exported: {} cannot be written: {}", path.display(), fault.kind())
    })
}

/// The code of what is wrong, as words.
fn why(problem: &Problem) -> String {
    let code = problem.facts.get("why").map(String::as_str).unwrap_or_default();
    let number = problem.facts.get("number").map(|number| format!(" ({number})")).unwrap_or_default();
    inert(&format!("{}{number}", code.replace('_', " ")))
}

/// A problem in words, with what helps.
fn told(arguments: &Arguments, problem: &Problem) -> String {
    let fact = |name: &str| problem.facts.get(name).map(|value| inert(value)).unwrap_or_default();
    let why = match problem.code {
        ProblemCode::Gone => unknown(arguments),
        ProblemCode::DatabaseNewer => {
            "a newer version of this program has written the workspace; use that one".to_owned()
        }
        ProblemCode::DatabaseTrouble => {
            format!("the workspace's database cannot be read: {}", why(problem))
        }
        ProblemCode::FileTrouble => format!("{} cannot be read: {}", fact("path"), why(problem)),
        _ => format!("the record in this workspace is not in order: {}", fact("reference")),
    };
    format!("nothing was exported: {why}")
}

/// The session is not there; those that are.
fn unknown(arguments: &Arguments) -> String {
    let held = sessions_in(&arguments.workspace).unwrap_or_default();
    let Some(session) = arguments.session.as_deref().map(inert) else {
        let deal = inert(arguments.deal.as_deref().unwrap_or_default());
        return format!("the workspace does not know the deal {deal}");
    };
    if held.is_empty() {
        return format!("the workspace does not know the session {session}, and holds none");
    }
    let line = |held: &Held| {
        let Held { session, vendor, opened_at } = held;
        format!("\n  {}  opened {} by {}", inert(session), inert(opened_at), inert(vendor))
    };
    let lines: String = held.iter().map(line).collect();
    format!("the workspace does not know the session {session}; it holds{lines}")
}
