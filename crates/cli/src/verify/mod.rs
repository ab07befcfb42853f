//! `countersign verify`: anybody's log, without an account and without the window.

mod report;

use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anp::digest::{EventHash, Fingerprint};
use anp::event::{Actor, Head, SessionId};
use anp::verify::{Outcome, Pin, Trust, judge};

use crate::out;

/// What `verify` is given.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// The log; `-` reads standard input.
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
    let bytes = match read(&arguments.file) {
        Ok(bytes) => bytes,
        Err(fault) => {
            let why = format!("{}: {fault}", arguments.file.display());
            if arguments.json {
                out::line(&report::unread(&why).to_string());
            }
            out::complaint(&why);
            return ExitCode::from(2);
        }
    };
    let trust = Trust {
        pins: arguments.pins.clone(),
        seen: arguments.seen.clone(),
        session: arguments.session.clone(),
        ..Trust::default()
    };
    let judgement = judge(&bytes, &trust);
    out::line(&if arguments.json {
        report::json(&judgement.verdict).to_string()
    } else {
        report::people(&judgement)
    });
    ExitCode::from(match judgement.verdict.outcome {
        Outcome::Green => 0,
        Outcome::Red => 1,
        Outcome::Unreadable => 2,
    })
}

fn read(file: &Path) -> std::io::Result<Vec<u8>> {
    if file == Path::new("-") {
        let mut bytes = Vec::new();
        std::io::stdin().lock().read_to_end(&mut bytes)?;
        return Ok(bytes);
    }
    std::fs::read(file)
}
