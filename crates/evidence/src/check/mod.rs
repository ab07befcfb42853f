//! A bundle, checked again from its files alone.

mod checkpoints;
pub(crate) mod decisions;
mod keys;

use anp::digest::{EventHash, sha256};
use anp::json::{self, Value};
use anp::verify::{self, Note, Outcome, Trust};

use crate::bundle::manifest;
use crate::contents::{Contents, LogSource};
use crate::files::{self, LOG, MANIFEST, SIGNATURE, VERDICT, check_of, json_of};
use crate::pack::Entries;
use crate::record::Record;
use crate::seal::Seal;
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

pub(crate) fn judge(entries: &Entries, trust: &Trust) -> Judged {
    let mut found = Found::default();
    let listed = files_are_as_listed(entries, &mut found);
    let log = entries.get(LOG).map(|log| verify::judge(log, trust));
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
    if let Some(contents) = &contents {
        let record = Record::of(&contents.log);
        keys::check(contents, record.as_ref(), &mut found);
        checkpoints::check(contents, record.as_ref(), &mut found);
        decisions::check(contents, record.as_ref(), &mut found);
        recorded_verdict(contents, &mut found);
        if listed {
            made_again(contents, entries, &mut found);
        }
        if contents.about.log_from == LogSource::Replica {
            found.note(
                None,
                "the log is the exporting desk's own copy: the same events, in a document of its own",
            );
        }
    }
    seal(entries, contents.as_ref(), &mut found);
    whole(log, found)
}

/// The verdict of all of it together.
fn whole(log: Option<verify::Judgement>, found: Found) -> Judged {
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
    Judged { verdict, log_verdict, log: log.and_then(|judged| judged.log) }
}

/// Holds every file against the list. True where all are as listed.
fn files_are_as_listed(entries: &Entries, found: &mut Found) -> bool {
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
    if found.faults.len() == known && manifest(&there) != *text {
        found.fault(Check::Bundle, "manifest.json is not written as a list of these files is");
    }
    found.faults.len() == known
}

/// The log judged again with what the exporter knew gives the verdict that it recorded.
fn recorded_verdict(contents: &Contents, found: &mut Found) {
    let again = Verdict::from(&verify::judge(&contents.log, &contents.exporters_trust()).verdict);
    let own = verify::Check::OwnRecord.as_str();
    let mut recorded = contents.verdict.clone();
    let before = recorded.faults.len();
    recorded.faults.retain(|fault| fault.check != own);
    if recorded.faults.len() < before {
        // What the desk's own record says against an event cannot be repeated from here.
        found.note(
            None,
            "the exporting desk found events in its organisation's name that nobody there decided",
        );
        if recorded.faults.is_empty() {
            recorded.outcome = Outcome::Green;
        }
        recorded.verified_prefix = again.verified_prefix;
        for fault in contents.verdict.faults.iter().filter(|fault| fault.check == own) {
            found.faults.push(fault.clone());
        }
    }
    if !recorded.decides_like(&again) {
        found.fault(
            check_of(VERDICT),
            format!(
                "verdict.json does not say what its log gives: recorded {} with {} faults, found {} with {}",
                recorded.outcome.as_str(),
                recorded.faults.len(),
                again.outcome.as_str(),
                again.faults.len()
            ),
        );
    }
}

/// Every file that follows from the others is made again and compared.
fn made_again(contents: &Contents, entries: &Entries, found: &mut Found) {
    for (name, bytes) in files::files(contents) {
        if entries.get(&name) != Some(&bytes) {
            let what = format!("{name} is not what this bundle's contents give when it is made again");
            found.fault(check_of(&name), what);
        }
    }
    let known = files::files(contents);
    for name in entries.keys().filter(|name| ![MANIFEST, SIGNATURE].contains(&name.as_str())) {
        if !known.contains_key(name) {
            found.fault(check_of(name), format!("{name} belongs to nothing in this bundle"));
        }
    }
}

/// The exporter's signature over the list of files.
fn seal(entries: &Entries, contents: Option<&Contents>, found: &mut Found) {
    let said = contents.and_then(|contents| contents.about.signed_by);
    let Some(text) = entries.get(SIGNATURE) else {
        match said {
            Some(key) => found.fault(Check::Seal, format!("signature.json is missing; the bundle says that {key} signed it")),
            None => found.note(
                None,
                "nobody signed the list of files: mails and the report stand on the word of whoever hands over the bundle",
            ),
        }
        return;
    };
    let seal = match json_of(text, Seal::read) {
        Ok(seal) => seal,
        Err(why) => return found.fault(Check::Seal, format!("signature.json: {why}")),
    };
    let list = entries.get(MANIFEST).map(|list| sha256(list)).unwrap_or_default();
    if !seal.holds(&list) || format!("{}\n", seal.to_text()).as_bytes() != text.as_slice() {
        return found.fault(Check::Seal, "the signature over the list of files does not hold");
    }
    let Some(contents) = contents else { return };
    let signer = seal.key().fingerprint();
    if said != Some(signer) {
        found.fault(
            Check::Seal,
            format!("the list of files is signed by {signer}, which the bundle does not name"),
        );
    } else if !contents.keys.iter().any(|key| key.key == *seal.key() && keys::vouched(&key.trusted)) {
        found
            .note(None, format!("the list of files is signed by {signer}, a key that the log does not know"));
    }
}
