//! `countersign checkpoint`: signs the head of a log that verifies.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anp::base64url;
use anp::checkpoint::Checkpoint;
use anp::json::{Value, canonical};
use anp::keys::SecretKey;
use anp::time::Moment;
use anp::verify::Outcome;

use crate::out;
use crate::vendor::key_in;
use crate::verify::{Known, judged};

/// What `checkpoint` is given.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// The log or evidence bundle; `-` reads standard input.
    file: PathBuf,
    /// A file with the key that signs, which nobody else may read: 32 bytes in base64url
    /// without padding, as a host's `platform.key` holds them, or the papers that
    /// `countersign vendor` writes.
    #[arg(long, value_name = "KEYFILE")]
    key: PathBuf,
    #[command(flatten)]
    known: Known,
    /// Prints one JSON object: `checkpoint`, `anchored`, `session`, `events`, `head`,
    /// `signer`.
    #[arg(long)]
    json: bool,
}

/// What was signed.
struct Signed {
    note: String,
    read: Checkpoint,
    anchored: bool,
}

/// Prints the note: exit 0 signed, 1 the log is red, 2 unreadable.
pub fn run(arguments: &Arguments, now: Moment) -> ExitCode {
    match signed(arguments, now) {
        Ok(signed) => {
            out::line(
                if arguments.json { json(&signed) } else { signed.note.trim_end().to_owned() }.as_str(),
            );
            if !signed.anchored {
                out::complaint(UNANCHORED);
            }
            ExitCode::SUCCESS
        }
        Err((exit, why)) => {
            out::complaint(&why);
            ExitCode::from(exit)
        }
    }
}

const UNANCHORED: &str = "WARNING: you have signed a record that nothing anchors: no pin, no head that was seen and no \
     earlier checkpoint was given, so nobody vouches for its keys. Whoever forged the whole record now holds your \
     signature over it. Compare the fingerprints with the parties and sign again with --pin";

fn json(signed: &Signed) -> String {
    let head = signed.read.head();
    #[allow(clippy::cast_precision_loss, reason = "counts stay far below 2^53")]
    let events = Value::Number(head.seq as f64);
    canonical(&Value::object([
        ("checkpoint", Value::from(signed.note.as_str())),
        ("anchored", Value::from(signed.anchored)),
        ("session", Value::from(signed.read.session().as_str())),
        ("events", events),
        ("head", Value::from(head.hash.to_string())),
        ("signer", Value::from(signed.read.key().fingerprint().to_string())),
    ]))
}

fn signed(arguments: &Arguments, now: Moment) -> Result<Signed, (u8, String)> {
    let unreadable = |why: String| (2, why);
    let known = arguments.known.read().map_err(unreadable)?;
    let told = judged(&arguments.file, &known).map_err(unreadable)?;
    let about = |why: &str| format!("{}: {why}", arguments.file.display());
    let first = told.verdict.faults.first().map(|fault| fault.detail.clone());
    refuse(told.verdict.outcome, first, &about)?;
    let proven = told.log.ok_or_else(|| (1, about("it does not verify")))?;
    let key = secret_key(&arguments.key).map_err(unreadable)?;
    let note = Checkpoint::sign(proven.session(), proven.head(), now, &key);
    let read = Checkpoint::read(note.as_bytes()).map_err(|fault| unreadable(fault.to_string()))?;
    Ok(Signed { note, read, anchored: told.verdict.anchored })
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
    if text.trim_start().starts_with('{') {
        return key_in(path).map_err(|fault| fault.to_string());
    }
    let seed = base64url::decode::<32>(text.trim_end());
    seed.map(|seed| SecretKey::from_seed(&seed)).map_err(|_| {
        told(
            "no key: 32 bytes in base64url without padding are expected, or the papers of a vendor"
                .to_owned(),
        )
    })
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
