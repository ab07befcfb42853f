//! Votes in a bundle: three colleagues, each with a key of their own, known by the organisation's ledger.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, missing_docs)]

mod thread;

use anp::digest::{EventHash, PayloadHash};
use anp::event::{Actor, Kind};
use anp::join::{join_proof, org_ledger, rotate_proof};
use anp::json::{self, Value};
use anp::keys::SecretKey;
use anp::ledger::{Link, signed_text};
use anp::time::Moment;
use anp::verify::{Outcome, Pin, Trust};
use evidence::{Contents, Entry, Ledger, LogSource, Verdict, bundle, members};
use parley::vote::{Ballot, Choice, Proposal, Rule, Seat, Voter};
use support::people;
use thread::{DEAL, Thread, at, offer, pins, sealed, terms, whole};

/// An organisation's ledger as it grows.
struct Org(Ledger);

impl Org {
    fn new() -> Self {
        let id = org_ledger(&people::platform().fingerprint()).unwrap().to_string();
        let org = Self(Ledger { id, entries: Vec::new(), waiting: Vec::new() });
        let olivia = people::olivia();
        org.says(
            &olivia,
            "founded",
            &format!(r#"{{"name":"Olivia","public_key":"{}"}}"#, olivia.public()),
            -600,
        )
    }

    fn says(mut self, key: &SecretKey, kind: &str, payload: &str, minute: i64) -> Self {
        let ledger = &mut self.0;
        let payload = json::canonical(&json::parse_flawless(payload.as_bytes()).unwrap());
        let (signer, hash) = (key.fingerprint(), PayloadHash::of_canonical(&payload));
        let prev = ledger.entries.last().map_or(EventHash::ZERO, |entry| entry.event_hash);
        let counter = ledger.entries.iter().filter(|entry| entry.signer == signer).count() as u64 + 1;
        let (seq, at) = (ledger.entries.len() as u64 + 1, at(minute).to_text());
        let link = Link { ledger: &ledger.id, seq, signer, kind, payload: hash, prev, at: &at };
        let signature = key.sign(signed_text(&ledger.id, kind, hash, counter, prev).as_bytes());
        let event_hash = link.hash();
        ledger.entries.push(Entry {
            seq,
            kind: kind.to_owned(),
            payload: Some(payload),
            payload_hash: hash,
            counter,
            head_seen: prev,
            signer,
            signature,
            prev_hash: prev,
            event_hash,
            at,
        });
        self
    }

    /// Olivia lets somebody in.
    fn joined(self, name: &str, key: &SecretKey, minute: i64) -> Self {
        let once = SecretKey::from_seed(&[90; 32]);
        let id = format!("i-{name}");
        let invited = format!(
            r#"{{"expires_at":"{}","invitation":"{id}","name":"{name}","public_key":"{}","roles":["procurement"]}}"#,
            at(600).to_text(),
            once.public()
        );
        let ledger = self.0.id.clone();
        let proof = once.sign(join_proof(&ledger, &id, &key.public()).as_bytes());
        let joined = format!(
            r#"{{"invitation":"{id}","name":"{name}","proof":"{proof}","public_key":"{}"}}"#,
            key.public()
        );
        self.says(&people::olivia(), "invited", &invited, minute).says(key, "joined", &joined, minute)
    }

    /// Whoever holds this key goes on with another.
    fn rotated(self, old: &SecretKey, new: &SecretKey, minute: i64) -> Self {
        let proof = new.sign(rotate_proof(&self.0.id, &old.public(), &new.public()).as_bytes());
        let said = format!(r#"{{"proof":"{proof}","public_key":"{}"}}"#, new.public());
        self.says(old, "rotated", &said, minute)
    }

    fn demanding(self, minute: i64) -> Self {
        let seats = rule(at(0)).seats().to_vec();
        let demand = parley::vote::Demand {
            acts: Vec::new(),
            from: None,
            seats,
            needed: 2,
            within_ms: 3_600_000,
            advisors: Vec::new(),
        };
        let demands = parley::vote::Demands::of(vec![demand]).unwrap().to_json();
        self.says(&people::olivia(), "quorum_rules", &demands, minute)
    }
}

/// Olivia, Pat and Lena.
fn colleagues() -> Org {
    Org::new().joined("Pat", &people::pat(), -500).joined("Lena", &people::lena(), -490)
}

fn rule(deadline: Moment) -> Rule {
    let seat = |name: &str, key: SecretKey| Seat {
        holder: Voter { name: name.to_owned(), key: key.fingerprint() },
        stand_ins: Vec::new(),
    };
    let seats =
        vec![seat("Olivia", people::olivia()), seat("Pat", people::pat()), seat("Lena", people::lena())];
    Rule::of(seats, 2, deadline, Vec::new()).unwrap()
}

fn proposal_on(subject: &str, deadline: Moment) -> (Proposal, String) {
    let evidence = Value::object([("answer", Value::from("counter"))]);
    let rule = rule(deadline);
    let proposal = Proposal {
        id: "v-1".to_owned(),
        subject: PayloadHash::of_canonical(subject),
        evidence: PayloadHash::of_canonical(&json::canonical(&evidence)),
        rule: rule.clone(),
    };
    let read = |text: String| json::parse_flawless(text.as_bytes()).unwrap();
    let payload = Value::object([
        ("evidence", evidence),
        ("proposal", read(proposal.to_json())),
        ("rule", read(rule.to_json())),
    ]);
    (proposal, json::canonical(&payload))
}

fn ballot(proposal: &Proposal, key: &SecretKey, choice: Choice) -> String {
    let ballot = Ballot::on(proposal, key.fingerprint(), choice, "Since it fits.").unwrap().sign(key);
    format!(r#"{{"ballot":{}}}"#, ballot.to_json())
}

/// A decision of Olivia's as it would read with a vote, and what the vote is to be on.
fn with_vote(plain: &str, vote: &str) -> String {
    plain.replacen(r#","v":1"#, &format!(r#","v":1,"vote":"{vote}""#), 1)
}

fn subject_of(decision: &str) -> String {
    let said = json::parse_flawless(decision.as_bytes()).unwrap();
    let head = said.get("head").unwrap();
    json::canonical(&Value::object([
        ("answer", said.get("answer").unwrap().clone()),
        ("answers", said.get("answers").unwrap().clone()),
        ("events", said.get("events").unwrap().clone()),
        ("session", head.get("session").unwrap().clone()),
    ]))
}

/// A thread up to the vendor's offer, and the counter that Olivia would decide.
fn before() -> (Thread, anp::payload::Payload, String) {
    let thread = Thread::opened().vendor(offer(Kind::Offer, "1200", ""));
    let counter = offer(Kind::CounterOffer, "1056", "");
    let answer = || deal::Answer::Counter(terms(&counter));
    let tried = Thread::opened().vendor(offer(Kind::Offer, "1200", ""));
    let tried = tried.decides(answer(), Some(3), std::slice::from_ref(&counter));
    let decision = tried.ledger.last().unwrap().payload.clone().unwrap();
    (thread, counter, decision)
}

type Votes<'a> = &'a dyn Fn(&Proposal) -> Vec<(SecretKey, String)>;

/// Ballots are cast, Olivia decides with the vote, and the counter lands.
fn voted(org: Org, votes: Votes<'_>, deadline: i64) -> Contents {
    let (thread, counter, decision) = before();
    let (proposal, opened) = proposal_on(&subject_of(&decision), at(deadline));
    let mut thread = thread.entered("proposal", &opened, &people::olivia());
    for (key, payload) in votes(&proposal) {
        thread = thread.entered("ballot", &payload, &key);
    }
    let decision = with_vote(&decision, &proposal.hash().to_string());
    let thread = thread.entered("decision", &decision, &people::olivia());
    let thread = thread.say(Actor::Buyer, counter, Some(&people::olivia()));
    let mut contents = thread.contents();
    contents.people = Some(org.0);
    let people = members(contents.people.as_ref().unwrap());
    for person in people {
        if contents.keys.iter().all(|key| key.key != person.key) {
            contents.keys.push(person);
        }
    }
    contents
}

fn yes(proposal: &Proposal, key: SecretKey) -> (SecretKey, String) {
    let said = ballot(proposal, &key, Choice::Approve);
    (key, said)
}

fn both(proposal: &Proposal) -> Vec<(SecretKey, String)> {
    vec![yes(proposal, people::pat()), yes(proposal, people::lena())]
}

fn faults(contents: &Contents) -> Vec<String> {
    let judged = bundle::check(&sealed(contents), &pins()).verdict;
    judged.faults.iter().map(|fault| format!("{}: {}", fault.check, fault.detail)).collect()
}

fn notes(contents: &Contents) -> Vec<String> {
    let judged = bundle::check(&sealed(contents), &pins()).verdict;
    judged.notes.into_iter().map(|note| note.detail).collect()
}

#[test]
fn a_vote_of_colleagues_whom_the_log_does_not_bring_holds() {
    let contents = voted(colleagues().demanding(-400), &both, 600);
    assert_eq!(faults(&contents), Vec::<String>::new());
    let html = evidence::html(&contents);
    assert!(html.contains("Vote") && html.contains("passed") && html.contains("Since it fits."), "{html}");
    // Without the organisation's ledger nobody vouches for who voted.
    let mut alone = contents;
    alone.people = None;
    let found = faults(&alone);
    assert!(found.iter().any(|fault| fault.starts_with("keys:")), "{found:#?}");
    assert!(found.iter().any(|fault| fault.contains("nobody vouches for")), "{found:#?}");
}

#[test]
fn a_decision_without_the_demanded_vote_is_red() {
    let (thread, counter, _) = before();
    let thread = thread.olivia(deal::Answer::Counter(terms(&counter)), Some(3), vec![counter]);
    let mut contents = thread.contents();
    contents.people = Some(colleagues().0);
    assert_eq!(faults(&contents), Vec::<String>::new(), "nothing is demanded");
    contents.people = Some(colleagues().demanding(-400).0);
    let found = faults(&contents);
    assert!(found.len() == 1 && found[0].starts_with("vote:"), "{found:#?}");
    assert!(found[0].contains("without the vote"), "{found:#?}");
}

#[test]
fn votes_that_did_not_pass_are_found() {
    let org = || colleagues().demanding(-400);
    let refused = |proposal: &Proposal| {
        let said = ballot(proposal, &people::lena(), Choice::Reject);
        vec![yes(proposal, people::pat()), (people::lena(), said)]
    };
    // One yes of two, one no: nothing passed.
    let found = faults(&voted(org(), &refused, 600));
    assert!(
        found.iter().any(|fault| fault.starts_with("vote:") && fault.contains("never ended")),
        "{found:#?}"
    );
    // Both came after the end.
    let late = voted(org(), &both, 1);
    let found = faults(&late);
    assert!(
        found.iter().any(|fault| fault.starts_with("vote:") && fault.contains("was denied")),
        "{found:#?}"
    );
    assert!(notes(&late).iter().any(|note| note.contains("after the end")), "{:#?}", notes(&late));
    // Who is not named by the rule counts for nothing.
    let stranger = |proposal: &Proposal| vec![yes(proposal, people::pat()), yes(proposal, people::kim())];
    let found = faults(&voted(org().joined("Kim", &people::kim(), -300), &stranger, 600));
    assert!(
        found.iter().any(|fault| fault.starts_with("vote:") && fault.contains("never ended")),
        "{found:#?}"
    );
}

#[test]
fn a_ballot_in_anothers_name_does_not_count() {
    // Lena hands in a ballot that says it is Olivia's.
    let forged = |proposal: &Proposal| {
        let ballot = Ballot::on(proposal, people::olivia().fingerprint(), Choice::Approve, "Yes.").unwrap();
        let signed = ballot.sign(&people::lena()).to_json();
        vec![yes(proposal, people::pat()), (people::lena(), format!(r#"{{"ballot":{signed}}}"#))]
    };
    let contents = voted(colleagues().demanding(-400), &forged, 600);
    let found = faults(&contents);
    assert!(
        found.iter().any(|fault| fault.starts_with("vote:") && fault.contains("never ended")),
        "{found:#?}"
    );
    assert!(notes(&contents).iter().any(|note| note.contains("did not sign it")));
    // What stands on the ledger is altered afterwards.
    let mut altered = voted(colleagues().demanding(-400), &both, 600);
    let entry = altered.ledger.entries.iter_mut().find(|entry| entry.kind == "ballot").unwrap();
    entry.payload = entry.payload.as_ref().map(|payload| payload.replace("approve", "reject"));
    let found = faults(&altered);
    assert!(
        found
            .iter()
            .any(|fault| fault.starts_with("decision:") && fault.contains("not the one that was hashed"))
    );
    assert!(found.iter().any(|fault| fault.starts_with("vote:")), "{found:#?}");
}

#[test]
fn a_voter_who_goes_on_with_another_key_votes_with_the_one_that_was_named() {
    let fresh = SecretKey::from_seed(&[77; 32]);
    // The rule names Pat's first key, which ended before the ballot.
    let org = colleagues().rotated(&people::pat(), &fresh, -100).demanding(-90);
    let found = faults(&voted(org, &both, 600));
    assert!(
        found.iter().any(|fault| fault.starts_with("decision:") && fault.contains("outside its time")),
        "{found:#?}"
    );
    // It ends after the vote: what was signed before stays signed.
    let org = colleagues().demanding(-400).rotated(&people::pat(), &fresh, 50);
    assert_eq!(faults(&voted(org, &both, 600)), Vec::<String>::new());
}

#[test]
fn a_rule_that_is_not_the_one_that_was_hashed_is_red() {
    let (thread, counter, decision) = before();
    let (proposal, opened) = proposal_on(&subject_of(&decision), at(600));
    let lax = opened.replacen(r#""needed":2"#, r#""needed":1"#, 1);
    assert_ne!(lax, opened);
    let thread = thread.entered("proposal", &lax, &people::olivia());
    let decision = with_vote(&decision, &proposal.hash().to_string());
    let thread = thread.entered("decision", &decision, &people::olivia());
    let mut contents = thread.say(Actor::Buyer, counter, Some(&people::olivia())).contents();
    contents.people = Some(colleagues().0);
    let found = faults(&contents);
    assert!(found.iter().any(|fault| fault.contains("does not name the rule")), "{found:#?}");
}

#[test]
fn an_organisation_of_a_strangers_vouches_for_nobody() {
    let mallory = people::mallory();
    let mut contents = voted(colleagues().demanding(-400), &both, 600);
    let mut org = Org(Ledger {
        id: contents.people.as_ref().unwrap().id.clone(),
        entries: Vec::new(),
        waiting: Vec::new(),
    });
    let founded = format!(r#"{{"name":"Mallory","public_key":"{}"}}"#, mallory.public());
    org = org.says(&mallory, "founded", &founded, -600);
    contents.people = Some(org.0);
    let found = faults(&contents);
    assert!(
        found.iter().any(|fault| fault.starts_with("decision:") && fault.contains("nobody vouches for")),
        "{found:#?}"
    );
    // What it says of people cannot be kept back, and an altered word breaks it.
    for alter in [
        (|people: &mut Ledger| people.entries[2].payload = None) as fn(&mut Ledger),
        |people| {
            people.entries[1].payload =
                people.entries[1].payload.as_ref().map(|text| text.replace("procurement", "deal_owner"));
        },
        |people| drop(people.entries.remove(3)),
        |people| people.entries.swap(1, 2),
    ] {
        let mut contents = voted(colleagues().demanding(-400), &both, 600);
        alter(contents.people.as_mut().unwrap());
        let found = faults(&contents);
        assert!(found.iter().any(|fault| fault.starts_with("people:")), "{found:#?}");
    }
}

/// Of a deal without a session the people's keys are all that a reader can know.
#[test]
fn a_deal_without_a_session_has_a_bundle_too() {
    let mut contents =
        Thread::opened().entered("comment", r#"{"text":"By mail."}"#, &people::pat()).contents();
    contents.log = None;
    contents.about.session = None;
    contents.about.log_from = LogSource::None;
    contents.verdict = Verdict::of_nothing();
    (contents.checkpoints, contents.pins, contents.seen) = (Vec::new(), Vec::new(), Vec::new());
    contents.people = Some(colleagues().0);
    contents.keys = members(contents.people.as_ref().unwrap());
    assert_eq!(contents.ledger.id, DEAL);
    let bytes = sealed(&contents);
    let knows = |key: SecretKey| Trust {
        pins: vec![Pin { party: Actor::Buyer, fingerprint: key.fingerprint() }],
        ..Trust::default()
    };
    let judged = |trust: &Trust| bundle::check(&bytes, trust).verdict;
    let (alone, founder, other) =
        (judged(&Trust::default()), judged(&knows(people::olivia())), judged(&knows(people::mallory())));
    assert_eq!((alone.outcome, alone.anchored), (Outcome::Green, false), "{alone:#?}");
    assert_eq!((founder.outcome, founder.anchored), (Outcome::Green, true), "{founder:#?}");
    assert_eq!(other.outcome, Outcome::Red);
    assert_eq!(bundle::contents(&bytes).unwrap(), contents);
    assert!(bundle::log_of(&bytes).is_err(), "there is nothing to compare");
    let html = evidence::html(&contents);
    assert!(html.contains("without a session") && !html.contains("The log cannot be read"), "{html}");
    // A log that is said not to be there is none.
    let mut both = whole().contents();
    both.about.log_from = LogSource::None;
    assert_ne!(faults(&both), Vec::<String>::new());
}
