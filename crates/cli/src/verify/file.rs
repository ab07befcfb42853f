//! A log or bundle from where it lies. A log in a file is read piece by piece, so that its
//! length is no matter of memory; a bundle, and what a pipe gives, is read whole.

use std::fs::File;
use std::io::{self, Cursor, Read, Seek};
use std::num::NonZero;
use std::path::Path;
use std::thread;

use anp::verify::{Outcome, Outline, Stream, Trust};
use evidence::{Brought, Sealed, Verdict, bundle, looks_like_a_bundle};

use super::bar::Bar;
use super::known::Knowledge;

/// What there is to tell of a file.
pub struct Told {
    /// The verdict.
    pub verdict: Verdict,
    /// Whether it is a bundle that could be read.
    pub bundle: bool,
    /// What its log proves where that is green.
    pub log: Option<Outline>,
    /// Who sealed a bundle, where that is beyond doubt.
    pub sealed: Option<Sealed>,
    /// The checkpoints that the reader brought.
    pub brought: Vec<Brought>,
}

/// Judges a file; `-` is standard input.
pub fn judged(path: &Path, known: &Knowledge) -> Result<Told, String> {
    let mut told = alone(path, &known.trust)?;
    told.brought = known.brought(told.log.as_ref(), &mut told.verdict);
    Ok(told)
}

fn alone(path: &Path, trust: &Trust) -> Result<Told, String> {
    told(path, || {
        if let Some(file) = long(path)? {
            let length = file.metadata()?.len();
            return log(file, length, trust);
        }
        let bytes = whole(path)?;
        if !looks_like_a_bundle(&bytes) {
            let length = bytes.len() as u64;
            return log(Cursor::new(bytes), length, trust);
        }
        let judged = bundle::check(&bytes, trust);
        // A bundle of a deal without a session has no log, and holds all the same.
        let whole = judged.log_verdict.is_some() || judged.verdict.outcome == Outcome::Green;
        Ok(Told {
            verdict: judged.verdict,
            bundle: whole,
            log: judged.log.as_ref().map(Outline::from),
            sealed: judged.sealed,
            brought: Vec::new(),
        })
    })
}

/// The file's bytes; `-` is standard input.
pub fn read(path: &Path) -> Result<Vec<u8>, String> {
    told(path, || whole(path))
}

fn told<T>(path: &Path, read: impl FnOnce() -> io::Result<T>) -> Result<T, String> {
    read().map_err(|fault| format!("{}: {fault}", path.display()))
}

fn whole(path: &Path) -> io::Result<Vec<u8>> {
    if path != Path::new("-") {
        return std::fs::read(path);
    }
    let mut bytes = Vec::new();
    io::stdin().lock().read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The file, where it is one that can be read twice and does not begin as a bundle does.
fn long(path: &Path) -> io::Result<Option<File>> {
    if path == Path::new("-") || !std::fs::metadata(path)?.is_file() {
        return Ok(None);
    }
    let mut file = File::open(path)?;
    let mut begins = Vec::new();
    file.by_ref().take(8).read_to_end(&mut begins)?;
    Ok((!looks_like_a_bundle(&begins)).then_some(file))
}

fn log(from: impl Read + Seek, length: u64, trust: &Trust) -> io::Result<Told> {
    let workers = thread::available_parallelism().map_or(1, NonZero::get);
    let mut bar = Bar::of(length);
    let (verdict, log) = Stream::new(trust, workers).outline(from, |progress| bar.show(progress))?;
    Ok(Told { verdict: Verdict::from(&verdict), bundle: false, log, sealed: None, brought: Vec::new() })
}
