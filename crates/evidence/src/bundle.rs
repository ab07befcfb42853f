//! Writing, reading and checking a bundle.

use core::convert::Infallible;

use anp::digest::EventHash;
use anp::digest::sha256;
use anp::json::{self, Value};
use anp::verify::Trust;

use crate::FORMAT;
use crate::check;
use crate::contents::Contents;
use crate::fields::{Fields, count};
use crate::files::{self, LOG, MANIFEST, SIGNATURE};
use crate::format::Format;
use crate::pack::{self, Entries, NotABundle, TooMuch};
use crate::seal::Seal;
use crate::verdict::{Check, Fault, Judged, Verdict};

/// A bundle's entries, as they stand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bundle {
    pub(crate) entries: Entries,
}

impl Bundle {
    /// The log's bytes, where there is one.
    pub fn log(&self) -> Option<&[u8]> {
        self.entry(LOG)
    }

    /// An entry's bytes.
    pub fn entry(&self, name: &str) -> Option<&[u8]> {
        self.entries.get(name).map(Vec::as_slice)
    }

    /// The names, in order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.entries.keys().map(String::as_str)
    }
}

/// The files of a bundle with their list, before anybody signs it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unsealed {
    entries: Entries,
}

impl Unsealed {
    /// The files that these contents make.
    pub fn of(contents: &Contents) -> Self {
        let mut entries = files::files(contents, Format::NOW);
        entries.insert(MANIFEST.to_owned(), manifest(&entries, Format::NOW));
        Self { entries }
    }

    /// The hash of the list of files, for the signature over it.
    pub fn manifest_hash(&self) -> [u8; 32] {
        sha256(self.entries.get(MANIFEST).map_or(&[], Vec::as_slice))
    }

    /// The bundle's bytes. The same contents and signature give the same bytes.
    ///
    /// # Errors
    /// [`TooMuch`] beyond the bounds of [`pack::MAX_BYTES`] and [`pack::MAX_ENTRIES`].
    pub fn write(mut self, seal: Option<&Seal>) -> Result<Vec<u8>, TooMuch> {
        if let Some(seal) = seal {
            let text = seal.to_text() + "\n";
            self.entries.insert(SIGNATURE.to_owned(), text.into_bytes());
        }
        pack::pack(&self.entries)
    }
}

/// The hash of the list of files, for the signature over it.
pub fn manifest_hash(contents: &Contents) -> [u8; 32] {
    Unsealed::of(contents).manifest_hash()
}

/// Writes a bundle; see [`Unsealed::write`].
///
/// # Errors
/// [`TooMuch`] beyond the bounds of [`pack::MAX_BYTES`] and [`pack::MAX_ENTRIES`].
pub fn write(contents: &Contents, seal: Option<&Seal>) -> Result<Vec<u8>, TooMuch> {
    Unsealed::of(contents).write(seal)
}

/// Unpacks a bundle. Nothing in it is checked beyond the container itself.
///
/// # Errors
/// [`NotABundle`] naming the entry.
pub fn read(bytes: &[u8]) -> Result<Bundle, NotABundle> {
    Ok(Bundle { entries: pack::unpack(bytes)? })
}

/// Reads a bundle's contents back, unchecked beyond their form: [`check`] judges them.
///
/// # Errors
/// Everything that stands in the way, as faults.
pub fn contents(bytes: &[u8]) -> Result<Contents, Vec<Fault>> {
    let bundle = read(bytes).map_err(|why| vec![Fault::of(Check::Bundle, why.to_string())])?;
    files::contents(&bundle.entries)
}

/// Checks a bundle with what the caller knows. The keys that the bundle lists anchor
/// nothing: without a pin, a seen head or a checkpoint of the caller's own, a green is
/// *consistent* and no more.
pub fn check(bytes: &[u8], trust: &Trust) -> Judged {
    let Ok(judged) = check_while::<Infallible>(bytes, trust, |_, _| Ok(()));
    judged
}

/// The same, told on the way how many of how many parts of the check are behind it.
///
/// # Errors
/// What `told` answers, which ends it.
pub fn check_while<E>(
    bytes: &[u8],
    trust: &Trust,
    mut told: impl FnMut(usize, usize) -> Result<(), E>,
) -> Result<Judged, E> {
    let bundle = match read(bytes) {
        Ok(bundle) => bundle,
        Err(why) => return Ok(unreadable(&why.to_string())),
    };
    match format(&bundle.entries) {
        Some(format) if format > u64::from(FORMAT) => Ok(unreadable(&format!(
            "the bundle is of format {format}, written by a newer program; this one knows {FORMAT}"
        ))),
        format => {
            let format = format.and_then(Format::of).unwrap_or(Format::NOW);
            check::judge(&bundle.entries, format, trust, &mut told)
        }
    }
}

/// The log to compare: a bundle's, or the file itself.
///
/// # Errors
/// [`NotABundle`] where the file begins as a bundle does and is none, or has no log.
pub fn log_of(bytes: &[u8]) -> Result<Vec<u8>, NotABundle> {
    if !pack::looks_like_a_bundle(bytes) {
        return Ok(bytes.to_vec());
    }
    let mut bundle = read(bytes)?;
    bundle.entries.remove(LOG).ok_or(NotABundle::NoLog)
}

fn unreadable(why: &str) -> Judged {
    Judged { verdict: Verdict::unreadable(why), log_verdict: None, log: None, sealed: None }
}

/// The list of the files with their sizes and hashes.
pub(crate) fn manifest(files: &Entries, format: Format) -> Vec<u8> {
    let listed = files.iter().map(|(name, bytes)| {
        let file = Value::object([
            ("bytes", count(bytes.len() as u64)),
            ("sha256", Value::from(EventHash(sha256(bytes)).to_string())),
        ]);
        (name.clone(), file)
    });
    let manifest =
        Value::object([("format", Value::from(format.number())), ("files", Value::Object(listed.collect()))]);
    let mut text = json::canonical(&manifest);
    text.push('\n');
    text.into_bytes()
}

fn format(entries: &Entries) -> Option<u64> {
    let manifest = json::parse_flawless(entries.get(MANIFEST)?).ok()?;
    Fields::of(&manifest).count("format").ok()
}
