#![allow(clippy::unwrap_used)]

use super::*;
use crate::digest::EventHash;
use crate::join::{agent_proof, org_ledger};
use crate::keys::SecretKey;
use crate::ledger::{EMPTY, Wording};

struct Org {
    ledger: LedgerId,
    office: Office,
    last: Option<Entry>,
}

fn key(seed: u8) -> SecretKey {
    SecretKey::from_seed(&[seed; 32])
}

fn day(day: u8) -> String {
    format!("2026-12-{day:02}T10:00:00Z")
}

impl Org {
    fn new() -> Self {
        let ledger = org_ledger(&Fingerprint([9; 32])).unwrap();
        let mut org = Self { office: Office::new(ledger.clone(), key(1).fingerprint()), ledger, last: None };
        let said = format!(r#"{{"name":"Olivia","public_key":"{}"}}"#, key(1).public());
        org.says(1, kind::FOUNDED, &said, 1).unwrap();
        org
    }

    fn entry(&self, by: u8, name: &str, payload: &str, on: u8) -> Entry {
        let wording = Wording::new(self.ledger.clone(), name, payload.as_bytes(), 1, EventHash::ZERO);
        let head = self.last.as_ref().map_or(EMPTY, Entry::head);
        Entry::append(wording.unwrap().sign(&key(by)), head, &day(on))
    }

    fn says(&mut self, by: u8, name: &str, payload: &str, on: u8) -> Result<(), OfficeFault> {
        let entry = self.entry(by, name, payload, on);
        self.office.take(&entry)?;
        self.last = Some(entry);
        Ok(())
    }

    fn invite(&mut self, id: &str, one_time: u8, roles: &str, on: u8) {
        let said = format!(
            r#"{{"expires_at":"{}","invitation":"{id}","name":"Pat","public_key":"{}","roles":[{roles}]}}"#,
            day(20),
            key(one_time).public()
        );
        self.says(1, kind::INVITED, &said, on).unwrap();
    }

    fn join(&mut self, id: &str, one_time: u8, by: u8, on: u8) -> Result<(), OfficeFault> {
        let proof = key(one_time).sign(join_proof(self.ledger.as_str(), id, &key(by).public()).as_bytes());
        let said = format!(
            r#"{{"invitation":"{id}","name":"Pat","proof":"{proof}","public_key":"{}"}}"#,
            key(by).public()
        );
        self.says(by, kind::JOINED, &said, on)
    }

    fn with_pat() -> Self {
        let mut org = Self::new();
        org.invite("i", 50, r#""deal_owner""#, 2);
        org.join("i", 50, 2, 3).unwrap();
        org
    }
}

#[test]
fn only_whom_an_owner_invited_is_let_in_and_once() {
    let mut org = Org::new();
    org.invite("i", 50, r#""procurement""#, 2);
    // The host cannot join in somebody's stead: it has not the one-time key.
    assert_eq!(org.join("i", 51, 66, 3), Err(OfficeFault::NotInvited(3)));
    assert_eq!(org.join("other", 50, 66, 3), Err(OfficeFault::NotInvited(3)));
    assert_eq!(org.join("i", 50, 66, 21), Err(OfficeFault::NotInvited(3)), "too late");
    org.join("i", 50, 2, 3).unwrap();
    assert_eq!(org.join("i", 50, 66, 4), Err(OfficeFault::NotInvited(4)), "used");
    let pat = org.office.by_key(key(2).fingerprint()).unwrap();
    assert_eq!((pat.name.as_str(), pat.let_in_by), ("Pat", Some(key(1).fingerprint())));
    // Procurement governs nobody.
    let said = format!(r#"{{"person":"{}"}}"#, key(1).fingerprint());
    assert_eq!(org.says(2, kind::LEFT, &said, 5), Err(OfficeFault::NotAllowed(4)));
    assert_eq!(org.says(2, kind::QUORUM_RULES, r#"{"demands":[]}"#, 5), Err(OfficeFault::NotAllowed(4)));
    assert_eq!(org.says(66, kind::COMMENT, "{}", 5), Err(OfficeFault::Stranger(4)));
}

#[test]
fn another_founder_is_no_founder() {
    let ledger = org_ledger(&Fingerprint([9; 32])).unwrap();
    let mut office = Office::new(ledger.clone(), key(7).fingerprint());
    let org = Org::new();
    assert_eq!(office.take(org.last.as_ref().unwrap()), Err(OfficeFault::Founder));
}

#[test]
fn a_key_signs_in_its_time_and_its_successor_owns_what_it_owned() {
    let mut org = Org::with_pat();
    let ledger = org.ledger.clone();
    let proof = key(3).sign(rotate_proof(ledger.as_str(), &key(2).public(), &key(3).public()).as_bytes());
    let said = format!(r#"{{"proof":"{proof}","public_key":"{}"}}"#, key(3).public());
    org.says(2, kind::ROTATED, &said, 5).unwrap();
    assert_eq!(org.says(2, kind::COMMENT, "{}", 6), Err(OfficeFault::Stranger(5)));
    org.says(3, kind::COMMENT, "{}", 6).unwrap();
    let (old, new) = (key(2).fingerprint(), key(3).fingerprint());
    let at = |on: u8| Moment::parse(&day(on)).unwrap();
    assert!(org.office.decides("d", old, new, at(7)), "the deal of the old key is the person's still");
    assert!(!org.office.decides("d", old, old, at(7)), "but the old key decides nothing any more");
    assert!(org.office.decides("d", old, old, at(4)), "what it decided then stays decided");
}

#[test]
fn a_desks_agent_answers_for_the_person_who_let_it_in_and_no_other() {
    let mut org = Org::with_pat();
    let ledger = org.ledger.clone();
    let said = |agent: u8, proven_for: u8| {
        let proof = agent_proof(ledger.as_str(), &key(proven_for).fingerprint(), &key(agent).public());
        format!(
            r#"{{"fingerprint":"{}","name":"Desk agent","proof":"{}","public_key":"{}"}}"#,
            key(agent).fingerprint(),
            key(agent).sign(proof.as_bytes()),
            key(agent).public()
        )
    };
    // Nobody takes another's agent for their own: it has not signed that.
    assert_eq!(org.says(1, kind::AGENT, &said(80, 2), 4), Err(OfficeFault::Payload(4)));
    org.says(2, kind::AGENT, &said(80, 2), 4).unwrap();
    assert_eq!(org.says(1, kind::AGENT, &said(80, 1), 5), Err(OfficeFault::Payload(5)), "it is Pat's");
    let (olivia, pat, agent) = (key(1).fingerprint(), key(2).fingerprint(), key(80).fingerprint());
    let at = |on: u8| Moment::parse(&day(on)).unwrap();
    assert!(org.office.answers_for(agent, pat, at(5)));
    assert!(!org.office.answers_for(agent, pat, at(3)), "before it was let in");
    assert!(!org.office.answers_for(agent, olivia, at(5)));
    assert!(!org.office.answers_for(olivia, olivia, at(5)), "a person is no agent");
    assert_eq!(org.says(80, kind::COMMENT, "{}", 6), Err(OfficeFault::Stranger(5)), "it states nothing");
    // Who neither owns deals nor the organisation has no agent.
    org.invite("legal", 51, r#""legal""#, 6);
    org.join("legal", 51, 3, 7).unwrap();
    assert_eq!(org.says(3, kind::AGENT, &said(81, 3), 8), Err(OfficeFault::NotAllowed(7)));
}

#[test]
fn who_stands_in_does_so_until_the_day_and_for_the_deals_that_were_named() {
    let mut org = Org::with_pat();
    let (olivia, pat) = (key(1).fingerprint(), key(2).fingerprint());
    let said = format!(r#"{{"deals":["a"],"to":"{pat}","until":"{}"}}"#, day(10));
    org.says(1, kind::DELEGATED, &said, 5).unwrap();
    let at = |on: u8| Moment::parse(&day(on)).unwrap();
    assert!(!org.office.decides("a", olivia, pat, at(4)));
    assert!(org.office.decides("a", olivia, pat, at(6)));
    assert!(!org.office.decides("b", olivia, pat, at(6)));
    assert!(!org.office.decides("a", olivia, pat, at(10)));
}
