//! The verdict that the exporter recorded, against the one that its log gives.

use std::collections::BTreeSet;

use anp::event::Actor;
use anp::verify::{self, Note, Outcome};

use super::Found;
use crate::contents::Contents;
use crate::files::{VERDICT, check_of};
use crate::format::Format;
use crate::record::Record;
use crate::verdict::{Fault, Verdict};

/// What the exporter's own record says against an event, in our words: what it is based on
/// cannot be had from here.
pub(crate) const CLAIMED: &str = "the exporter claims that nobody on its side decided this event; \
     that is the exporter's word, and nothing in this file shows it";

/// The log judged again with what the exporter knew gives the verdict that it recorded.
/// `decided` are the places behind which a disclosed decision stands.
pub(super) fn check(
    contents: &Contents,
    record: Option<&Record>,
    decided: &BTreeSet<u64>,
    format: Format,
    found: &mut Found,
) {
    let again = contents.log.as_deref().map_or_else(Verdict::of_nothing, |log| {
        Verdict::from(&verify::judge(log, &contents.exporters_trust()).verdict)
    });
    let own = verify::Check::OwnRecord.as_str();
    let mut recorded = contents.verdict.clone();
    let (claims, faults): (Vec<Fault>, Vec<Fault>) =
        recorded.faults.into_iter().partition(|fault| fault.check == own);
    recorded.faults = faults;
    if !claims.is_empty() {
        if recorded.faults.is_empty() {
            recorded.outcome = Outcome::Green;
        }
        recorded.verified_prefix = again.verified_prefix;
    }
    for claim in claims {
        claimed(claim.seq, record, decided, found);
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
    told(&recorded, &again, format, found);
}

/// An event of the buyer's that no decision stands behind may be disowned; the sentence is
/// ours, whatever the exporter has written there.
fn claimed(seq: Option<u64>, record: Option<&Record>, decided: &BTreeSet<u64>, found: &mut Found) {
    let buyers = seq
        .zip(record)
        .and_then(|(seq, record)| record.at(seq))
        .is_some_and(|row| row.actor == Actor::Buyer.as_str());
    let (Some(seq), true) = (seq, buyers) else {
        let what = "verdict.json disowns an event that is none of the buyer's";
        return found.fault(check_of(VERDICT), what);
    };
    if decided.contains(&seq) {
        let what = format!("verdict.json disowns event {seq}, and a decision on the ledger stands behind it");
        found.fault(check_of(VERDICT), what);
    }
    let check = verify::Check::OwnRecord.as_str().to_owned();
    found.faults.push(Fault { seq: Some(seq), check, detail: CLAIMED.to_owned() });
}

/// Sentences that are recorded and not found again are the exporter's alone. Reports of the
/// first format repeat them as the verdict's, later ones repeat none.
fn told(recorded: &Verdict, again: &Verdict, format: Format, found: &mut Found) {
    let note = |note: &&Note| !again.notes.contains(*note);
    let fault = |fault: &&Fault| !again.faults.contains(*fault);
    let others = recorded.notes.iter().filter(note).count() + recorded.faults.iter().filter(fault).count();
    if others == 0 {
        return;
    }
    let what = format!(
        "verdict.json holds {others} sentences that this log does not give: they are the exporter's own"
    );
    match format {
        Format::One => found.fault(check_of(VERDICT), what),
        Format::Two | Format::Three => found.note(None, what),
    }
}
