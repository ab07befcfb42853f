//! What is kept comes back as it was: setups, logs, transcripts; and the limits of what is read.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

use anp::digest::{Fingerprint, sha256};
use anp::keys::PublicKey;
use money::Amount;
use parley::Link;
use parley::caps::{Dialect, Retry, Role, Setup};
use parley::cause::{Cause, MAX_CAUSE};
use parley::envelope::{Body, Envelope, Expiry, Fault, MAX_ENVELOPE_BYTES, MAX_NOTE, Substance};
use parley::log::{Entry, NotRestored, endings, restore};
use parley::mandate::{Act, Approval, Bound, Limit, Mandate};
use parley::session::{Decision, Event, Phase, Session, Settlement, settlement_statement};
use parley::terms::{MAX_TERMS_BYTES, Round, Terms};

use crate::table::{at, clear, person, price, session_id, setup, step};

fn keys(fingerprint: &Fingerprint) -> Option<PublicKey> {
    let all = [Role::Opener, Role::Answerer].map(|role| person(role).public());
    all.into_iter().find(|key| key.fingerprint() == *fingerprint)
}

fn offer(round: u32, terms: &Terms, expires: i64) -> Substance {
    let body = Body::Offer { round: Round(round), expires_at: Expiry::at(at(expires)), terms: terms.clone() };
    Substance::of(session_id(), body)
}

/// One side with its log.
struct Side {
    session: Session,
    log: Vec<Entry>,
}

impl Side {
    fn new(role: Role) -> Self {
        Self { session: Session::begin(setup(role)), log: Vec::new() }
    }

    fn takes(&mut self, event: Event, seconds: i64) {
        if step(&mut self.session, &event, seconds).changed {
            self.log.push(Entry { at: at(seconds), event });
        }
    }

    /// The log comes back from its texts, entry by entry, and leads to the same state.
    fn comes_back(&self, ends: usize) {
        let setup = self.session.setup().clone();
        let texts: Vec<String> = self.log.iter().map(Entry::to_json).collect();
        let (session, entries) = restore(setup.clone(), &texts, &keys).unwrap();
        assert_eq!((&session, &entries), (&self.session, &self.log));
        assert_eq!(endings(setup.clone(), &entries), Ok(ends));
        // No approval without its key, and no entry where it changes nothing.
        let nobody = restore(setup.clone(), &texts, &|_| None);
        let signed = texts.iter().position(|text| text.contains("\"signature\""));
        assert_eq!(nobody.err(), signed.map(|place| NotRestored::Unreadable(place + 1)));
        let mut twice = texts.clone();
        twice.push(texts.last().unwrap().clone());
        let refused = restore(setup, &twice, &keys).unwrap_err();
        assert!(
            matches!(refused, NotRestored::DoesNotFit(n) | NotRestored::Unreadable(n) if n == twice.len())
        );
    }
}

#[test]
fn every_kind_of_entry_comes_back_from_its_text() {
    let cleared = |role, act, round, cents, expires| clear(role, act, round, &price(cents), expires).unwrap();
    let mut seller = Side::new(Role::Opener);
    seller.takes(Event::Decided(Decision::Offer(cleared(Role::Opener, Act::Offer, 1, 180, 60))), 1);
    seller.comes_back(0);
    seller.takes(Event::Decided(Decision::Withdraw), 2);
    seller.comes_back(1);

    let mut buyer = Side::new(Role::Answerer);
    buyer.takes(Event::Heard(offer(1, &price(180), 60)), 1);
    buyer.comes_back(0);
    buyer.takes(Event::Decided(Decision::Reject { final_offer: Some(price(120)) }), 2);
    buyer.comes_back(1);
    let mut plain = Side::new(Role::Answerer);
    plain.takes(Event::Heard(offer(1, &price(180), 60)), 1);
    plain.takes(Event::Decided(Decision::Reject { final_offer: None }), 2);
    plain.comes_back(1);

    for deal in [true, false] {
        let mut waiting = Side::new(Role::Answerer);
        waiting.takes(Event::Heard(offer(1, &price(180), 60)), 1);
        waiting.takes(Event::Decided(Decision::Accept(cleared(Role::Answerer, Act::Accept, 1, 180, 60))), 2);
        for seconds in 3..9 {
            waiting.takes(Event::Tick, seconds);
        }
        assert_eq!(*waiting.session.phase(), Phase::Unresolved);
        waiting.comes_back(0);
        let key = person(Role::Answerer);
        let signature = key.sign(settlement_statement(&waiting.session, deal).as_bytes());
        let approval = Approval { person: key.fingerprint(), signature };
        let settled = Settlement::clear(&waiting.session, deal, &approval, &key.public()).unwrap();
        waiting.takes(Event::Settled(settled), 9);
        waiting.comes_back(1);
    }
}

#[test]
fn a_setup_comes_back_whatever_was_fixed() {
    let bound = |member: &str, limit| Bound { member: member.to_owned(), limit };
    let rich = Setup {
        dialect: Dialect::Guide,
        retry: Retry { every_ms: 5_000, sends: 12 },
        ..setup(Role::Answerer)
    };
    let mut rich = rich;
    rich.caps.best_final = None;
    rich.caps.mandate = Mandate {
        bounds: vec![
            bound("price", Limit::AtMost(Amount::parse("12.50").unwrap())),
            bound("seats", Limit::AtLeast(Amount::from(5_u32))),
            bound("from", Limit::NotBefore(at(1))),
            bound("until", Limit::NotAfter(at(2))),
            bound("currency", Limit::Is("EUR".to_owned())),
        ],
    };
    for setup in [setup(Role::Opener), setup(Role::Answerer), rich.clone()] {
        let text = setup.to_json();
        assert_eq!(Setup::parse(&text).as_ref(), Some(&setup), "{text}");
        // What it would not write so itself it does not read.
        assert_eq!(Setup::parse(&text.replacen("{\"best", "{ \"best", 1)), None);
        assert_eq!(Setup::parse(&text.replacen("\"dialect\":\"", "\"dialect\":\"other", 1)), None);
        assert_eq!(Setup::parse(&text.replacen("\"role\":\"", "\"role\":\"third ", 1)), None);
    }
    let said = rich.to_json();
    for word in ["\"at_most\"", "\"at_least\"", "\"not_before\"", "\"not_after\"", "\"is\"", "\"guide\""] {
        assert!(said.contains(word), "{said}");
    }
    assert!(said.contains("\"role\":\"answerer\"") && said.contains("\"best_final\":null"));
}

/// The transcript's rule, written down once more: another program must come to the same hash.
#[test]
fn a_transcript_is_the_chain_that_its_page_describes() {
    let mut buyer = Side::new(Role::Answerer);
    buyer.takes(Event::Heard(offer(1, &price(180), 60)), 1);
    let accept = clear(Role::Answerer, Act::Accept, 1, &price(180), 60).unwrap();
    buyer.takes(Event::Decided(Decision::Accept(accept)), 2);
    let hex = |bytes: &[u8; 32]| Link(*bytes).to_string();
    let digests: Vec<[u8; 32]> = buyer.session.record().values().map(|said| *said.digest()).collect();
    let link = |prev: &[u8; 32], seq: u32, author: &str, kind: &str, digest: &[u8; 32], ends: &str| {
        let (digest, prev) = (hex(digest), hex(prev));
        let text =
            format!("COUNTERSIGN/1\nparley/neg_01J8K3ZQ\n{seq}\n{author}\n{kind}\n{digest}\n{prev}\n{ends}");
        sha256(text.as_bytes())
    };
    let first = link(&[0; 32], 1, "opener", "offer", &digests[0], &at(60).to_text());
    assert_eq!(buyer.session.transcript(Round(1), false), Some(Link(first)));
    let second = link(&first, 2, "answerer", "accept", &digests[1], "-");
    assert_eq!(buyer.session.transcript(Round(1), true), Some(Link(second)));
}

#[test]
fn what_is_read_ends_where_its_limit_stands() {
    let text = |len: usize| "x".repeat(len);
    assert_eq!(Cause::parse(&text(MAX_CAUSE)), Some(Cause::Other(text(MAX_CAUSE))));
    assert_eq!(Cause::parse(&text(MAX_CAUSE + 1)), None);
    // `{"n":""}` is 8 bytes.
    assert_eq!(MAX_TERMS_BYTES, 65_536);
    let terms = |bytes: usize| Terms::parse(&format!(r#"{{"n":"{}"}}"#, text(bytes - 8)));
    assert_eq!(terms(MAX_TERMS_BYTES).unwrap().canonical().len(), MAX_TERMS_BYTES);
    assert!(terms(MAX_TERMS_BYTES + 1).is_err() && terms(2 * MAX_TERMS_BYTES).is_err());
    let spaced = Terms::parse(r#"{ "b": 1, "a": "x" }"#).unwrap();
    assert_eq!(spaced.canonical(), r#"{"a":"x","b":1}"#);
    assert_eq!(format!("{spaced:?}"), r#"Terms({"a":"x","b":1})"#);
    let withdraw = |note: usize, blanks: usize| {
        let note = text(note);
        let message = format!(r#"{{"type":"withdraw","session_id":"s","round":1,"note":"{note}"}}"#);
        Envelope::read(format!("{message}{}", " ".repeat(blanks)).as_bytes())
    };
    assert!(withdraw(MAX_NOTE, 0).is_ok());
    assert_eq!(withdraw(MAX_NOTE + 1, 0), Err(Fault::Malformed("note")));
    assert_eq!(MAX_ENVELOPE_BYTES, 262_144);
    let bare = r#"{"type":"withdraw","session_id":"s","round":1,"note":""}"#.len();
    assert!(withdraw(0, MAX_ENVELOPE_BYTES - bare).is_ok());
    assert_eq!(withdraw(0, MAX_ENVELOPE_BYTES - bare + 1), Err(Fault::TooLong));
}

fn hash_of(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// The exploration tells states apart by their hashes first.
#[test]
fn what_differs_is_told_apart_by_its_hash() {
    let (one, other) = (offer(1, &price(180), 60), offer(1, &price(179), 60));
    assert_ne!(hash_of(&one), hash_of(&other));
    let fresh = Session::begin(setup(Role::Answerer));
    let mut heard = fresh.clone();
    step(&mut heard, &Event::Heard(one), 1);
    assert_ne!(hash_of(&fresh), hash_of(&heard));
}
