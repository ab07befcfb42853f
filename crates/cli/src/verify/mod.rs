//! `countersign verify`: anybody's log or evidence bundle, without an account and without
//! the window.

mod bar;
mod file;
mod report;

use std::path::PathBuf;
use std::process::ExitCode;

use anp::checkpoint::Checkpoint;
use anp::digest::{EventHash, Fingerprint};
use anp::event::{Actor, Head, SessionId};
use anp::verify::{Outcome, Pin, Trust};

pub use file::read;

use crate::out;

/// What `verify` is given.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// The log or evidence bundle; `-` reads standard input.
    file: PathBuf,
    /// A key that is known to be a party's: `vendor_agent=FINGERPRINT` or
    /// `buyer=FINGERPRINT` (the buyer's platform key). May repeat; of several for one
    /// party any may stand.
    #[arg(long = "pin", value_name = "PARTY=FINGERPRINT", value_parser = pin)]
    pins: Vec<Pin>,
    /// A head that was seen before: the number of events and the last one's hash. May repeat.
    #[arg(long, value_name = "COUNT=HASH", value_parser = head)]
    seen: Vec<Head>,
    /// The session that the log must be of.
    #[arg(long, value_name = "ID", value_parser = session)]
    session: Option<SessionId>,
    /// A signed checkpoint that was handed over earlier: its head must stand in the log,
    /// which must be of its session. May repeat.
    #[arg(long = "checkpoint", value_name = "FILE")]
    checkpoints: Vec<PathBuf>,
    /// Prints one JSON object.
    #[arg(long)]
    json: bool,
}

fn pin(text: &str) -> Result<Pin, String> {
    let (party, fingerprint) = text.split_once('=').ok_or("expected PARTY=FINGERPRINT")?;
    let party = Actor::parse(party).ok_or("the party is vendor_agent or buyer")?;
    let fingerprint = Fingerprint::parse(fingerprint).map_err(|fault| format!("fingerprint: {fault}"))?;
    Ok(Pin { party, fingerprint })
}

fn head(text: &str) -> Result<Head, String> {
    let (count, hash) = text.split_once('=').ok_or("expected COUNT=HASH")?;
    let seq = count.parse().ok().filter(|count| *count > 0).ok_or("the count is a number from 1")?;
    let hash = EventHash::parse(hash).map_err(|fault| format!("hash: {fault}"))?;
    Ok(Head { seq, hash })
}

fn session(text: &str) -> Result<SessionId, String> {
    SessionId::parse(text).ok_or_else(|| "a session id has 1 to 128 characters, no controls".to_owned())
}

/// Judges the file and says what came of it.
pub fn run(arguments: &Arguments) -> ExitCode {
    let told = trust(arguments).and_then(|trust| file::judged(&arguments.file, &trust));
    let told = match told {
        Ok(told) => told,
        Err(why) => {
            if arguments.json {
                out::line(&report::json(&report::unread(&why)));
            }
            out::complaint(&why);
            return ExitCode::from(2);
        }
    };
    out::line(&if arguments.json { report::json(&told.verdict) } else { report::people(&told) });
    ExitCode::from(match told.verdict.outcome {
        Outcome::Green => 0,
        Outcome::Red => 1,
        Outcome::Unreadable => 2,
    })
}

/// What the caller knows. A checkpoint fixes the session as well as a head.
fn trust(arguments: &Arguments) -> Result<Trust, String> {
    let mut trust = Trust {
        pins: arguments.pins.clone(),
        seen: arguments.seen.clone(),
        session: arguments.session.clone(),
        ..Trust::default()
    };
    for file in &arguments.checkpoints {
        let told = |why: String| format!("checkpoint {}: {why}", file.display());
        let note = std::fs::read(file).map_err(|fault| told(fault.to_string()))?;
        let checkpoint = Checkpoint::read(&note).map_err(|fault| told(fault.to_string()))?;
        let session = checkpoint.session();
        if trust.session.as_ref().is_some_and(|known| known != session) {
            return Err(told(format!("it is of session {session}, and the log is to be of another")));
        }
        trust.session = Some(session.clone());
        trust.seen.push(checkpoint.head().clone());
    }
    Ok(trust)
}
