//! A bundle, checked again from its files alone.

mod checkpoints;
pub(crate) mod decisions;
mod keys;
mod mailed;
mod media;
mod people;
pub(crate) mod recorded;
mod seal;
pub(crate) mod votes;

use anp::digest::{EventHash, sha256};
use anp::json::{self, Value};
use anp::verify::{self, Note, Outcome, Trust};

use crate::acceptance::{Acceptance, acceptance};
use crate::bundle::manifest;
use crate::contents::{Contents, LogSource};
use crate::files::{self, LOG, MANIFEST, REPORT, SIGNATURE, check_of};
use crate::format::Format;
use crate::pack::Entries;
use crate::record::Record;
use crate::seal::Sealed;
use crate::signers::Signers;
use crate::verdict::{Check, Fault, Judged, Verdict};

/// Faults and notes as they are found.
#[derive(Default)]
pub(crate) struct Found {
    pub(crate) faults: Vec<Fault>,
    pub(crate) notes: Vec<Note>,
}

impl Found {
    pub(crate) fn fault(&mut self, check: Check, detail: impl Into<String>) {
        self.faults.push(Fault::of(check, detail));
    }

    pub(crate) fn note(&mut self, seq: Option<u64>, detail: impl Into<String>) {
        self.notes.push(Note { seq, detail: detail.into() });
    }
}

/// Parts of the check, for whoever is told how far it is.
const PARTS: usize = 20;
/// Of these the log's own verification.
const LOG_PARTS: usize = 14;

pub(crate) fn judge<E>(
    entries: &Entries,
    format: Format,
    trust: &Trust,
    told: &mut dyn FnMut(usize, usize) -> Result<(), E>,
) -> Result<Judged, E> {
    let mut found = Found::default();
    told(0, PARTS)?;
    let listed = files_are_as_listed(entries, format, &mut found);
    let share = |done: usize, of: usize| 1 + (done * LOG_PARTS).checked_div(of).unwrap_or(0);
    let log = entries
        .get(LOG)
        .map(|log| verify::judge_while(log, trust, |done, of| told(share(done, of), PARTS)))
        .transpose()?;
    told(1 + LOG_PARTS, PARTS)?;
    let contents = match files::contents(entries) {
        Ok(contents) => Some(contents),
        Err(faults) => {
            for fault in faults {
                // A file that the list misses has its fault already.
                if !found.faults.contains(&fault) {
                    found.faults.push(fault);
                }
            }
            None
        }
    };
    let record = contents.as_ref().and_then(|contents| Record::of(contents.log.as_deref()?));
    let record = record.as_ref();
    let followed = contents.as_ref().and_then(|contents| people::follow(contents, &mut found));
    let logged = contents.as_ref().is_none_or(|contents| contents.log.is_some());
    let signers = Signers::of(record, (followed.as_ref(), logged), &trust.pins);
    let mut anchored = false;
    told(2 + LOG_PARTS, PARTS)?;
    if let Some(contents) = &contents {
        let people = followed.as_ref();
        anchored = people::check(contents, people, &signers, &mut found);
        keys::check(contents, record, &signers, &mut found);
        checkpoints::check(contents, record, &signers, &mut found);
        let decided = decisions::check(contents, record, &signers, &mut found);
        let docket = votes::check(contents, (record, people), &mut found);
        media::check(contents, &docket, &mut found);
        mailed::check(contents, &mut found);
        recorded::check(contents, record, &decided, format, &mut found);
        told(3 + LOG_PARTS, PARTS)?;
        if listed {
            made_again(contents, entries, format, &mut found);
        }
        if format == Format::One {
            called_accepted(contents, record, &mut found);
        }
        if contents.about.log_from == LogSource::Replica {
            found.note(
                None,
                "the log is the exporting desk's own copy: the same events, in a document of its own",
            );
        }
    }
    told(4 + LOG_PARTS, PARTS)?;
    let sealed =
        seal::check(entries, contents.as_ref().map(|contents| (contents, record)), &signers, &mut found);
    let mut judged = whole(log, found, sealed);
    // Without a log it is the people's keys that a reader can know.
    judged.verdict.anchored |= !logged && anchored && judged.verdict.outcome == Outcome::Green;
    Ok(judged)
}

/// A report of the first format calls every close an acceptance whose reason names an
/// event.
fn called_accepted(contents: &Contents, record: Option<&Record>, found: &mut Found) {
    let Some(record) = record else { return };
    let sound = |place| contents.verdict.sound(place);
    for row in &record.rows {
        if let Some(Acceptance::Not { names: Some(named), why }) = acceptance(record, row, &sound) {
            let what =
                format!("the report calls event {} an acceptance of event {named}, and {why}", row.place);
            found.fault(check_of(REPORT), what);
        }
    }
}

/// The verdict of all of it together.
fn whole(log: Option<verify::Judgement>, found: Found, sealed: Option<Sealed>) -> Judged {
    let log_verdict = log.as_ref().map(|judged| Verdict::from(&judged.verdict));
    let mut verdict = log_verdict.clone().unwrap_or(Verdict {
        outcome: Outcome::Red,
        anchored: false,
        event_count: 0,
        verified_prefix: 0,
        faults: Vec::new(),
        notes: Vec::new(),
    });
    verdict.faults.extend(found.faults);
    verdict.notes.extend(found.notes);
    // A bundle can be read whose log cannot: that is red, with the log's own fault.
    verdict.outcome = if verdict.faults.is_empty() { Outcome::Green } else { Outcome::Red };
    Judged { verdict, log_verdict, log: log.and_then(|judged| judged.log), sealed }
}

/// Holds every file against the list. True where all are as listed.
fn files_are_as_listed(entries: &Entries, format: Format, found: &mut Found) -> bool {
    let Some(text) = entries.get(MANIFEST) else {
        found.fault(Check::Bundle, "manifest.json is missing");
        return false;
    };
    let listed = match json::parse_flawless(text) {
        Ok(listed) => listed,
        Err(why) => {
            found.fault(Check::Bundle, format!("manifest.json: {why}"));
            return false;
        }
    };
    let known = found.faults.len();
    let listed = listed.get("files").and_then(Value::as_object).unwrap_or_default().to_vec();
    let mut there = entries.clone();
    there.retain(|name, _| name != MANIFEST && name != SIGNATURE);
    for (name, said) in &listed {
        let check = check_of(name);
        let Some(bytes) = there.get(name) else {
            found.fault(check, format!("{name} is missing"));
            continue;
        };
        let hash = EventHash(sha256(bytes)).to_string();
        let said = said.get("sha256").and_then(Value::as_text).unwrap_or("none");
        if said != hash {
            found.fault(
                check,
                format!("{name} is not the file that was listed: expected SHA-256 {said:.80}, found {hash}"),
            );
        }
    }
    for name in there.keys().filter(|name| !listed.iter().any(|(other, _)| other == *name)) {
        found.fault(check_of(name), format!("{name} was added: the list of files does not know it"));
    }
    if found.faults.len() == known && manifest(&there, format) != *text {
        found.fault(Check::Bundle, "manifest.json is not written as a list of these files is");
    }
    found.faults.len() == known
}

/// Every file that follows from the others is made again and compared.
fn made_again(contents: &Contents, entries: &Entries, format: Format, found: &mut Found) {
    let known = files::files(contents, format);
    for (name, bytes) in &known {
        if entries.get(name) != Some(bytes) {
            let what = format!("{name} is not what this bundle's contents give when it is made again");
            found.fault(check_of(name), what);
        }
    }
    for name in entries.keys().filter(|name| ![MANIFEST, SIGNATURE].contains(&name.as_str())) {
        if !known.contains_key(name) {
            found.fault(check_of(name), format!("{name} belongs to nothing in this bundle"));
        }
    }
}
