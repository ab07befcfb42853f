//! `countersign checkpoint`: signs the head of a log that verifies.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anp::base64url;
use anp::checkpoint::Checkpoint;
use anp::event::SessionId;
use anp::keys::SecretKey;
use anp::time::Moment;
use anp::verify::{Outcome, Trust, judge};
use evidence::bundle;

use crate::out;
use crate::verify::read;

/// What `checkpoint` is given.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// The log or evidence bundle; `-` reads standard input.
    file: PathBuf,
    /// A file with the key that signs: 32 bytes in base64url without padding, as a host's
    /// `platform.key` holds them. Nobody else may read it.
    #[arg(long, value_name = "KEYFILE")]
    key: PathBuf,
    /// The session that the log must be of.
    #[arg(long, value_name = "ID")]
    session: Option<String>,
}

/// Prints the note: exit 0 signed, 1 the log is red, 2 unreadable.
pub fn run(arguments: &Arguments, now: Moment) -> ExitCode {
    match signed(arguments, now) {
        Ok(note) => {
            out::line(note.trim_end());
            ExitCode::SUCCESS
        }
        Err((exit, why)) => {
            out::complaint(&why);
            ExitCode::from(exit)
        }
    }
}

fn signed(arguments: &Arguments, now: Moment) -> Result<String, (u8, String)> {
    let unreadable = |why: String| (2, why);
    let session = arguments.session.as_deref().map(|text| {
        SessionId::parse(text).ok_or((2, "a session id has 1 to 128 characters, no controls".to_owned()))
    });
    let trust = Trust { session: session.transpose()?, ..Trust::default() };
    let bytes = read(&arguments.file).map_err(unreadable)?;
    let told = |why: &str| format!("{}: {why}", arguments.file.display());
    if evidence::looks_like_a_bundle(&bytes) {
        let verdict = bundle::check(&bytes, &trust).verdict;
        refuse(verdict.outcome, verdict.faults.first().map(|fault| fault.detail.clone()), &told)?;
    }
    let log = bundle::log_of(&bytes).map_err(|why| (2, told(&why.to_string())))?;
    let judged = judge(&log, &trust);
    refuse(judged.verdict.outcome, judged.verdict.faults.first().map(anp::verify::Fault::detail), &told)?;
    let proven = judged.log.ok_or_else(|| (1, told("it does not verify")))?;
    let key = secret_key(&arguments.key).map_err(unreadable)?;
    Ok(Checkpoint::sign(proven.session(), proven.head(), now, &key))
}

/// Nothing is signed over a record that does not hold.
fn refuse(
    outcome: Outcome,
    first: Option<String>,
    told: &dyn Fn(&str) -> String,
) -> Result<(), (u8, String)> {
    let first = out::inert(&first.unwrap_or_default());
    match outcome {
        Outcome::Green => Ok(()),
        Outcome::Red => Err((1, told(&format!("it does not verify, so nothing was signed: {first}")))),
        Outcome::Unreadable => Err((2, told(&format!("it cannot be read: {first}")))),
    }
}

/// Reads a key that nobody else may read.
fn secret_key(path: &Path) -> Result<SecretKey, String> {
    let told = |why: String| format!("{}: {why}", path.display());
    open_to_others(path).map_err(&told)?;
    let text = std::fs::read_to_string(path).map_err(|fault| told(fault.to_string()))?;
    let seed = base64url::decode::<32>(text.trim_end_matches('\n'));
    seed.map(|seed| SecretKey::from_seed(&seed))
        .map_err(|_| told("no key: 32 bytes in base64url without padding are expected".to_owned()))
}

#[cfg(unix)]
fn open_to_others(path: &Path) -> Result<(), String> {
    use std::os::unix::fs::PermissionsExt as _;
    let mode = std::fs::metadata(path).map_err(|fault| fault.to_string())?.permissions().mode() & 0o777;
    if mode & 0o077 != 0 {
        return Err(format!("others can read this key (mode {mode:03o}); make it 0600"));
    }
    Ok(())
}

#[cfg(not(unix))]
fn open_to_others(_: &Path) -> Result<(), String> {
    Ok(())
}
