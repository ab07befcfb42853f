//! Votes as the deal's ledger has them, every entry verified: each that is none of a vote's is
//! passed over, each that is one counts in the order and at the time that the host gave it.

use anp::digest::{Fingerprint, PayloadHash};
use anp::json::{self, Value};
use anp::ledger::Entry;
use anp::office::{Office, Said, kind};
use anp::time::Moment;
use parley::vote::{Advice, Choice, Election, Outcome, Proposal, Rule, Seat, SignedBallot};
use store::tables::ledger_pending;

use super::evidence::Evidence;
use crate::ledger::Known;
use crate::state::Desk;
use crate::view::Problem;

/// A vote of a deal.
pub(super) struct Held {
    pub(super) election: Election,
    /// What voters are shown; its hash stands in the proposal.
    pub(super) evidence: Evidence,
    /// Who asked, by name.
    pub(super) by: String,
    pub(super) opened_at: String,
    pub(super) reminded_at: Option<String>,
    /// The decision or act that was made with it, by its hash.
    pub(super) used_by: Option<String>,
}

/// Where a vote stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stand {
    Open,
    Passed,
    Denied,
}

impl Held {
    pub(super) fn id(&self) -> &str {
        &self.election.proposal().id
    }

    pub(super) fn stands(&self) -> Stand {
        match self.election.outcome() {
            None => Stand::Open,
            Some(Outcome::Approved { .. }) => Stand::Passed,
            Some(Outcome::Denied { .. }) => Stand::Denied,
        }
    }
}

impl Desk {
    /// The votes of a deal, the oldest first, with what time has done to them. What waits here
    /// to be stated is no ballot yet, but what was done with a vote is known at once.
    pub(super) fn elections(&self, deal: &str) -> Result<Vec<Held>, Problem> {
        // What waits is read first: what gets its place meanwhile stands in both, and never in neither.
        let waits = self.read(|db| Ok(ledger_pending::of_ledger(db, deal)?))?;
        let (known, office) = (self.deal_ledger(deal)?, self.office()?);
        let office = office.as_ref().and_then(|known| known.office.as_ref());
        let mut held = of_ledger(&known, office);
        for waiting in waits {
            used(&mut held, &waiting.kind, &waiting.payload);
        }
        let now = self.0.sources.now();
        for vote in &mut held {
            vote.election.lapse(now);
        }
        Ok(held)
    }
}

fn of_ledger(known: &Known, office: Option<&Office>) -> Vec<Held> {
    let mut held: Vec<Held> = Vec::new();
    for entry in &known.entries {
        let wording = entry.statement.wording();
        let Ok(value) = json::parse_flawless(wording.payload().as_bytes()) else { continue };
        let Ok(at) = Moment::parse(&entry.at) else { continue };
        if wording.kind == kind::PROPOSAL {
            // A second of the same id would be ambiguous for ballots.
            let opened = open(&value, entry, office);
            held.extend(opened.filter(|new| held.iter().all(|known| known.id() != new.id())));
            continue;
        }
        take(&mut held, entry, &value, at, office);
        used(&mut held, &wording.kind, wording.payload());
    }
    held
}

fn open(value: &Value, entry: &Entry, office: Option<&Office>) -> Option<Held> {
    let rule = Rule::parse(&json::canonical(value.get("rule")?))?;
    let evidence = Evidence::of(value.get("evidence")?)?;
    let said = value.get("proposal")?;
    let text = |name: &str| said.get(name).and_then(Value::as_text);
    let subject = PayloadHash(anp::digest::parse_hex(text("subject")?).ok()?);
    let proposal = Proposal { id: text("id")?.to_owned(), subject, evidence: evidence.hash(), rule };
    let by = entry.statement.signer().fingerprint();
    let member = office.and_then(|office| office.by_key(by));
    // Evidence and rule are those that the proposal names, and what is shown is what is voted on, or it
    // is none.
    let whole = json::canonical(said) == proposal.to_json() && evidence.subject() == Some(subject);
    whole.then(|| Held {
        election: Election::open(proposal),
        evidence,
        by: member.map_or_else(|| by.to_string(), |member| member.name.clone()),
        opened_at: entry.at.clone(),
        reminded_at: None,
        used_by: None,
    })
}

fn take(held: &mut [Held], entry: &Entry, value: &Value, at: Moment, office: Option<&Office>) {
    let text = |name: &str| value.get(name).and_then(Value::as_text);
    match entry.statement.wording().kind.as_str() {
        kind::BALLOT => {
            let said = value.get("ballot").map(json::canonical).unwrap_or_default();
            let Ok(ballot) = SignedBallot::parse(&said) else { return };
            let id = ballot.ballot().proposal_id.clone();
            if let Some(vote) = held.iter_mut().find(|vote| vote.id() == id) {
                // Whatever becomes of it, it is kept with it. Nobody hands in another's, and a key counts
                // for as long as it is its person's.
                let key = entry.statement.signer();
                let print = key.fingerprint();
                let of_now = office.is_none_or(|office| office.member_at(print, at).is_some());
                let voter = named(&vote.election.proposal().rule, print, office);
                let _ = vote.election.cast_as(ballot, of_now.then_some(key), voter, at);
            }
        }
        kind::ADVICE => {
            let vote = held.iter_mut().find(|vote| Some(vote.id()) == text("proposal_id"));
            if let Some((vote, advice)) = vote.zip(advice_of(value)) {
                vote.election.advise(advice, at);
            }
        }
        kind::REMINDER => {
            if let Some(vote) = held.iter_mut().find(|vote| Some(vote.id()) == text("proposal_id")) {
                vote.reminded_at = Some(entry.at.clone());
            }
        }
        _ => {}
    }
}

/// A person as a rule names them: by the key that it names, whatever key followed it since.
pub(super) fn named(rule: &Rule, key: Fingerprint, office: Option<&Office>) -> Fingerprint {
    let voters = || rule.seats().iter().flat_map(Seat::voters).map(|voter| voter.key);
    if voters().any(|named| named == key) {
        return key;
    }
    let same = |named: &Fingerprint| office.is_some_and(|office| office.same(*named, key));
    voters().find(same).unwrap_or(key)
}

/// Marks the vote with which something was decided, and frees it where that came to nothing.
fn used(held: &mut [Held], name: &str, payload: &str) {
    let said = Said::of(payload);
    if name == kind::DECISION || name == kind::PARLEY_ACT {
        let named = said.text("vote");
        for vote in held {
            if named == Some(vote.election.proposal().hash().to_string().as_str()) {
                vote.used_by = Some(PayloadHash::of_canonical(payload).to_string());
            }
        }
    } else if name == kind::LAPSED {
        let lapsed = said.text("decision").map(str::to_owned);
        for vote in held {
            if lapsed.is_some() && vote.used_by == lapsed {
                vote.used_by = None;
            }
        }
    }
}

fn advice_of(value: &Value) -> Option<Advice> {
    let text = |name: &str| value.get(name).and_then(Value::as_text);
    Some(Advice {
        agent: text("agent")?.to_owned(),
        choice: Choice::parse(text("choice")?)?,
        reason: text("reason")?.to_owned(),
        source: PayloadHash(anp::digest::parse_hex(text("source")?).ok()?),
    })
}

#[cfg(test)]
#[path = "elections_tests.rs"]
mod tests;
