//! Votes: the rule is the one that the proposal names, every ballot is judged as it came, and a formal
//! answer of which a vote was demanded carries the one that passed on exactly that.

use std::collections::HashMap;

use anp::digest::{Fingerprint, PayloadHash, parse_hex};
use anp::event::Stated;
use anp::json::{self, Value};
use anp::keys::PublicKey;
use anp::office::kind;
use anp::time::Moment;
use deal::AnswerKind;
use parley::mandate::Act;
use parley::vote::{Election, NotCounted, Outcome, Proposal, Rule, SignedBallot, VoteMatter, Worth};

use super::Found;
use super::decisions::{CLOCKS_DIFFER_MILLIS, Statement};
use crate::contents::{Contents, Entry};
use crate::people::People;
use crate::record::Record;
use crate::terms::terms_of;
use crate::verdict::Check;

/// The votes of a deal as its ledger has them, and what was demanded.
pub(super) struct Docket<'a> {
    votes: Vec<Election>,
    people: Option<&'a People>,
    /// Whether the exporter keeps votes to itself.
    kept_back: bool,
}

/// The votes that are told, as they came.
pub(crate) fn told(contents: &Contents) -> Vec<Election> {
    listed(contents, None, &mut Found::default()).votes
}

pub(super) fn check<'a>(
    contents: &Contents,
    (record, people): (Option<&Record>, Option<&'a People>),
    found: &mut Found,
) -> Docket<'a> {
    let docket = listed(contents, people, found);
    if docket.kept_back && !docket.votes.is_empty() {
        found.fault(
            Check::Vote,
            "some ballots are told here and others kept back: by those alone no vote can be counted",
        );
    } else if docket.kept_back {
        found.note(None, "votes stand on the ledger that the exporter keeps to itself");
    }
    let Some(session) = &contents.about.session else { return docket };
    let statements = contents.statements();
    for statement in statements.iter().filter(|said| said.session == session.as_str()) {
        docket.carried(statement, worth(statement, record), found);
    }
    docket
}

fn listed<'a>(contents: &Contents, people: Option<&'a People>, found: &mut Found) -> Docket<'a> {
    let keys: HashMap<Fingerprint, PublicKey> =
        contents.keys.iter().map(|key| (key.key.fingerprint(), key.key)).collect();
    let mut docket = Docket { votes: Vec::new(), people, kept_back: false };
    for entry in &contents.ledger.entries {
        let of_vote = [kind::PROPOSAL, kind::BALLOT].contains(&entry.kind.as_str());
        docket.kept_back |= of_vote && entry.payload.is_none();
        if let Err(why) = docket.take(entry, &keys, found) {
            found.fault(Check::Vote, format!("entry {} of the ledger: {why}", entry.seq));
        }
    }
    if let Ok(end) = Moment::parse(&contents.about.exported_at) {
        docket.votes.iter_mut().for_each(|vote| vote.lapse(end));
    }
    docket
}

impl Docket<'_> {
    fn take(
        &mut self,
        entry: &Entry,
        keys: &HashMap<Fingerprint, PublicKey>,
        found: &mut Found,
    ) -> Result<(), &'static str> {
        let Some(payload) = &entry.payload else { return Ok(()) };
        let value = json::parse_flawless(payload.as_bytes()).unwrap_or(Value::Null);
        match entry.kind.as_str() {
            kind::PROPOSAL => {
                let proposal = proposal(&value)?;
                if self.votes.iter().any(|known| known.proposal().id == proposal.id) {
                    return Err("a vote of this name was opened before");
                }
                self.votes.push(Election::open(proposal));
            }
            kind::BALLOT => {
                let said = value.get("ballot").map(json::canonical).unwrap_or_default();
                let ballot = SignedBallot::parse(&said).map_err(|_| "what stands as a ballot is none")?;
                let at = Moment::parse(&entry.at).map_err(|_| "its time is no time")?;
                let id = ballot.ballot().proposal_id.clone();
                let vote = self.votes.iter_mut().find(|vote| vote.proposal().id == id);
                let vote = vote.ok_or("it is a ballot on nothing that was proposed")?;
                if let Err(why) = vote.cast(ballot, keys.get(&entry.signer), at) {
                    let what = format!(
                        "entry {} of the ledger: the ballot does not count, {}",
                        entry.seq,
                        words(why)
                    );
                    found.note(None, what);
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Whether a decision carries the vote that was demanded of it.
    pub(super) fn carried(&self, statement: &Statement, worth: Option<Worth>, found: &mut Found) {
        let unknown = worth.is_none();
        let matter = VoteMatter::of(act(statement.answer), worth, &statement.subject());
        let by = &statement.person;
        let what = statement.answer.name();
        let Some(name) = &statement.vote else {
            let at = |moment| self.people.and_then(|people| people.demands_at(moment));
            let demanded = |moment| at(moment).is_some_and(|demands| demands.on(&matter).is_some());
            let from = |moment| {
                let demands = at(moment)?;
                demands.on(&matter).map(|demand| demand.from.is_some())
            };
            // What it is worth is not told here: whether a demand from some value on reaches it, neither.
            if unknown && from(statement.at) == Some(true) {
                let what = format!(
                    "whether a vote was demanded of what {by} decided ({what}) depends on its worth, which is not told here"
                );
                found.note(None, what);
            } else if demanded(statement.at.plus_millis(-CLOCKS_DIFFER_MILLIS)) && demanded(statement.at) {
                let what =
                    format!("{by} decided ({what}) without the vote that the organisation demanded of it");
                found.fault(Check::Vote, what);
            }
            return;
        };
        let Some(vote) = self.votes.iter().find(|vote| vote.proposal().hash().to_string() == *name) else {
            let what = format!("the vote that {by} decided with ({what}) is not told here");
            return if self.kept_back { found.note(None, what) } else { found.fault(Check::Vote, what) };
        };
        let in_time = |at: Moment| at <= statement.at.plus_millis(CLOCKS_DIFFER_MILLIS);
        let passed = vote.passed().filter(|passed| in_time(passed.at()));
        let Some(passed) = passed else {
            let stands = match vote.outcome() {
                Some(Outcome::Denied { .. }) => "was denied",
                Some(Outcome::Approved { .. }) => "passed only later",
                None => "never ended",
            };
            return found.fault(Check::Vote, format!("the vote that {by} decided with ({what}) {stands}"));
        };
        if passed.subject() != matter.subject() {
            let what = format!("the vote that {by} decided with ({what}) was on something else");
            return found.fault(Check::Vote, what);
        }
        let demands = self.people.and_then(|people| people.demands_at(statement.at));
        if demands.is_some_and(|demands| demands.settle(&matter, Some(passed)).is_err()) {
            let what = format!(
                "the vote that {by} decided with ({what}) was not by those whom the organisation named"
            );
            found.fault(Check::Vote, what);
        }
    }
}

/// A proposal whose rule and evidence are those that it names.
fn proposal(value: &Value) -> Result<Proposal, &'static str> {
    let rule = value.get("rule").map(json::canonical).and_then(|text| Rule::parse(&text));
    let rule = rule.ok_or("the vote's rule cannot be read")?;
    let said = value.get("proposal").ok_or("it proposes nothing")?;
    let text = |name: &str| said.get(name).and_then(Value::as_text);
    let subject = text("subject").and_then(|hex| parse_hex(hex).ok()).ok_or("it is on nothing")?;
    let evidence = value.get("evidence").map(json::canonical).ok_or("what voters were shown is not there")?;
    let proposal = Proposal {
        id: text("id").unwrap_or_default().to_owned(),
        subject: PayloadHash(subject),
        evidence: PayloadHash::of_canonical(&evidence),
        rule,
    };
    if json::canonical(said) == proposal.to_json() {
        Ok(proposal)
    } else {
        Err("the proposal does not name the rule and the evidence that stand beside it")
    }
}

const fn act(answer: AnswerKind) -> Option<Act> {
    match answer {
        AnswerKind::Counter => Some(Act::Offer),
        AnswerKind::Accept | AnswerKind::AcceptProposal => Some(Act::Accept),
        _ => None,
    }
}

/// What a decided answer is worth, by the event that it became.
fn worth(statement: &Statement, record: Option<&Record>) -> Option<Worth> {
    let (kind, hash) = statement.events.first()?;
    let row = record?.rows.iter().find(|row| row.kind == *kind && row.payload_hash == *hash)?;
    let terms = terms_of(row.stated.as_ref().map(Stated::payload)?.offer()?);
    Some(Worth { amount: deal::figures(&terms).term_total?, currency: terms.currency })
}

const fn words(why: NotCounted) -> &'static str {
    match why {
        NotCounted::OtherProposal => "since it is for another proposal, or under another rule",
        NotCounted::Outside => "since its voter is not named by the rule",
        NotCounted::NotSigned => "since its voter's key did not sign it",
        NotCounted::Late => "since it came after the end",
        NotCounted::AlreadyVoted => "since its voter had voted",
        NotCounted::SeatTaken => "since another had voted in that place",
        NotCounted::Decided => "since the outcome stood already",
    }
}
