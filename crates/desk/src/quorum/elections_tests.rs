//! Ballots of people whose keys have changed, as the ledgers tell of it.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use anp::digest::EventHash;
use anp::join::{join_proof, org_ledger, rotate_proof};
use anp::keys::SecretKey;
use anp::ledger::{Chain, EMPTY, LedgerId, Wording};
use parley::mandate::Act;
use parley::vote::{Ballot, NotCounted, Voter};

use super::*;

const OLIVIA: u8 = 1;
const PAT: u8 = 2;
const PAT_LATER: u8 = 3;
const PATS_INVITATION: u8 = 4;

fn key(seed: u8) -> SecretKey {
    SecretKey::from_seed(&[seed; 32])
}

fn day(day: u8) -> String {
    format!("2026-12-{day:02}T10:00:00Z")
}

/// Entries of a ledger, each behind the last.
struct Told {
    ledger: LedgerId,
    entries: Vec<Entry>,
}

impl Told {
    fn by(&mut self, author: u8, name: &str, payload: &str, on: u8) -> Entry {
        let wording = Wording::new(self.ledger.clone(), name, payload.as_bytes(), 1, EventHash::ZERO);
        let head = self.entries.last().map_or(EMPTY, Entry::head);
        let entry = Entry::append(wording.unwrap().sign(&key(author)), head, &day(on));
        self.entries.push(entry.clone());
        entry
    }
}

/// Olivia's organisation; Pat joins on the second day and goes on with another key on the tenth.
fn office() -> Office {
    let ledger = org_ledger(&Fingerprint([9; 32])).unwrap();
    let mut office = Office::new(ledger.clone(), key(OLIVIA).fingerprint());
    let mut told = Told { ledger: ledger.clone(), entries: Vec::new() };
    let public = |seed| key(seed).public().to_string();
    let founded = format!(r#"{{"name":"Olivia","public_key":"{}"}}"#, public(OLIVIA));
    let invited = format!(
        r#"{{"expires_at":"{}","invitation":"i-1","name":"Pat","public_key":"{}","roles":["legal"]}}"#,
        day(20),
        public(PATS_INVITATION)
    );
    let proof = key(PATS_INVITATION).sign(join_proof(ledger.as_str(), "i-1", &key(PAT).public()).as_bytes());
    let joined =
        format!(r#"{{"invitation":"i-1","name":"Pat","proof":"{proof}","public_key":"{}"}}"#, public(PAT));
    let (old, new) = (key(PAT).public(), key(PAT_LATER).public());
    let proof = key(PAT_LATER).sign(rotate_proof(ledger.as_str(), &old, &new).as_bytes());
    let rotated = format!(r#"{{"proof":"{proof}","public_key":"{new}"}}"#);
    for (author, name, payload, on) in [
        (OLIVIA, kind::FOUNDED, founded, 1),
        (OLIVIA, kind::INVITED, invited, 1),
        (PAT, kind::JOINED, joined, 2),
        (PAT, kind::ROTATED, rotated, 10),
    ] {
        office.take(&told.by(author, name, &payload, on)).unwrap();
    }
    office
}

fn evidence() -> Evidence {
    Evidence::Act {
        session: "neg_1".to_owned(),
        act: Act::Offer,
        round: 1,
        terms: r#"{"price":5}"#.to_owned(),
        expires_at: day(20),
        note: String::new(),
    }
}

/// A proposal whose rule names Pat by the first key, and what was cast on it.
fn cast(ballots: &[(u8, u8)]) -> Held {
    let seats = [("Olivia", OLIVIA), ("Pat", PAT)].map(|(name, seed)| Seat {
        holder: Voter { name: name.to_owned(), key: key(seed).fingerprint() },
        stand_ins: vec![],
    });
    let rule = Rule::of(seats.to_vec(), 2, Moment::parse(&day(19)).unwrap(), vec![]).unwrap();
    let (evidence, read) = (evidence(), |text: &str| json::parse_flawless(text.as_bytes()).unwrap());
    let subject = evidence.subject().unwrap();
    let proposal = Proposal { id: "p-1".to_owned(), subject, evidence: evidence.hash(), rule };
    let said = Value::object([
        ("evidence", evidence.value()),
        ("proposal", read(&proposal.to_json())),
        ("rule", read(&proposal.rule.to_json())),
    ]);
    let ledger = LedgerId::parse("deal-1").unwrap();
    let mut told = Told { ledger: ledger.clone(), entries: Vec::new() };
    told.by(OLIVIA, kind::PROPOSAL, &json::canonical(&said), 3);
    for (voter, on) in ballots {
        let voter = key(*voter);
        let ballot = Ballot::on(&proposal, voter.fingerprint(), Choice::Approve, "Fine.").unwrap();
        let said = Value::object([("ballot", read(&ballot.sign(&voter).to_json()))]);
        let seed = if voter.fingerprint() == key(PAT).fingerprint() { PAT } else { PAT_LATER };
        told.by(seed, kind::BALLOT, &json::canonical(&said), *on);
    }
    let known = Known { chain: Chain::new(ledger), entries: told.entries, office: None };
    of_ledger(&known, Some(&office())).remove(0)
}

fn counted(held: &Held) -> Vec<Result<usize, NotCounted>> {
    held.election.kept().iter().map(|kept| kept.counted).collect()
}

#[test]
fn a_ballot_counts_for_as_long_as_its_key_was_the_voters() {
    // Cast before the change it counts after it, and the same person has voted.
    let held = cast(&[(PAT, 5), (PAT_LATER, 12)]);
    assert_eq!(counted(&held), [Ok(1), Err(NotCounted::AlreadyVoted)]);
    assert_eq!(held.election.kept()[1].voter, key(PAT).fingerprint());
    // By the key that followed the one which the rule names.
    assert_eq!(counted(&cast(&[(PAT_LATER, 12)])), [Ok(1)]);
    // By a key that is nobody's any more.
    let held = cast(&[(PAT, 12), (PAT_LATER, 13)]);
    assert_eq!(counted(&held), [Err(NotCounted::NotSigned), Ok(1)]);
}

#[test]
fn what_is_shown_to_voters_is_what_is_voted_on() {
    let shown = evidence();
    let other = Evidence::Act {
        session: "neg_1".to_owned(),
        act: Act::Offer,
        round: 1,
        terms: r#"{"price":9}"#.to_owned(),
        expires_at: day(20),
        note: String::new(),
    };
    assert_ne!(shown.subject(), other.subject());
    // A note is for people: no vote is on it.
    let Evidence::Act { session, act, round, terms, expires_at, .. } = evidence() else { return };
    let noted = Evidence::Act { session, act, round, terms, expires_at, note: "Hello".to_owned() };
    assert_eq!(noted.subject(), shown.subject());
}

#[test]
fn a_vote_is_free_again_where_what_it_was_used_for_came_to_nothing() {
    let mut held = vec![cast(&[(PAT, 5)])];
    let hash = held[0].election.proposal().hash().to_string();
    let decision = format!(r#"{{"vote":"{hash}"}}"#);
    used(&mut held, kind::DECISION, &decision);
    assert!(held[0].used_by.is_some());
    let id = PayloadHash::of_canonical(&decision).to_string();
    used(&mut held, kind::LAPSED, &crate::ledger::lapsed("another"));
    assert!(held[0].used_by.is_some());
    used(&mut held, kind::LAPSED, &crate::ledger::lapsed(&id));
    assert!(held[0].used_by.is_none());
}
