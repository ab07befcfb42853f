//! What verification must say, and of what: one event's fault is no other's, and what
//! nobody vouches for is told beside a green.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, missing_docs)]

mod ledger;

use anp::event::{Actor, Head, Kind};
use anp::payload::{Payload, Reason};
use anp::verify::{Check, MAX_FAULTS, Outcome, Pin, Trust, judge};
use ledger::{Draft, counter, faults, message, offer, offer_value, payload, pins, verdict};
use serde_json::{Value, json};
use support::people;

const SINCE: (&str, Option<&str>) = ("2026-01-01T00:00:00Z", None);

/// The notes on a green, as one text a line.
fn notes(text: &str, trust: &Trust) -> String {
    let verdict = verdict(text, trust);
    assert_eq!(verdict.outcome, Outcome::Green, "{verdict:#?}");
    verdict.notes.into_iter().map(|note| note.detail + "\n").collect()
}

fn changed(path: &str, to: &Value) -> Vec<(Option<u64>, Check)> {
    let mut log = Draft::whole().value();
    *log.pointer_mut(path).unwrap() = to.clone();
    faults(&log.to_string(), &pins())
}

#[test]
fn an_altered_event_colours_none_of_its_successors() {
    let own = |place| vec![(Some(place), Check::EventHash)];
    assert_eq!(changed("/events/2/at", &json!("2099-01-01T00:00:00Z")), own(3));
    let seq = [(Some(3), Check::Seq), (Some(3), Check::EventHash)];
    assert_eq!(changed("/events/2/seq", &json!(99)), seq);
    assert_eq!(changed("/events/3", &json!(1)), [(Some(4), Check::Members)]);
    let closing = changed("/events/3/kind", &json!("session_close"));
    assert!(closing.iter().all(|(seq, _)| *seq == Some(4)) && !closing.is_empty(), "{closing:?}");
    // A time that is none is that fault alone, and no doubt about the key.
    let at = changed("/events/4/at", &json!("yesterday"));
    assert_eq!(at, [(Some(5), Check::At), (Some(5), Check::EventHash)]);
}

#[test]
fn numbers_may_have_one_gap_and_that_is_one_fault() {
    let mut log = Draft::whole().value();
    log["events"].as_array_mut().unwrap().remove(3);
    let found = faults(&log.to_string(), &pins());
    let of_seq = found.iter().filter(|(_, check)| *check == Check::Seq).count();
    assert_eq!(of_seq, 1, "{found:?}");
}

#[test]
fn what_is_no_event_costs_one_fault_and_faults_have_an_end() {
    let many = MAX_FAULTS + 2000;
    let text =
        format!(r#"{{"protocol":"ANP/0.1","session":{{"id":"s"}},"events":[{}1]}}"#, "1,".repeat(many));
    let verdict = verdict(&text, &pins());
    assert!(verdict.faults.len() < MAX_FAULTS + 20, "{}", verdict.faults.len());
    let more = verdict.faults.iter().find(|fault| fault.found == "2001 more").unwrap();
    assert_eq!((more.seq, more.check), (None, Check::Json));
    assert_eq!(verdict.verified_prefix, 0);
}

#[test]
fn flaws_that_are_not_listed_leave_no_event_verified() {
    let whole = Draft::whole().text();
    let twice = "\"x\":1,".repeat(10_050);
    let mut text = whole.replacen('{', &format!("{{\"other\":{{{twice}\"x\":1}},"), 1);
    let price = "\"unit_price\":1140";
    assert!(text.contains(price));
    text = text.replacen(price, &format!("\"unit_price\":1,{price}"), 1);
    let verdict = verdict(&text, &pins());
    assert_eq!((verdict.outcome, verdict.verified_prefix), (Outcome::Red, 0));
    assert!(verdict.faults.iter().any(|fault| fault.sentence.contains("too many to list")));
}

#[test]
fn a_green_says_what_it_was_not_given() {
    let draft = Draft::whole();
    let head = draft.head();
    let extent = "no seen head or checkpoint was given";
    let moved = "moved to another session's id";
    let roles = "people's names and roles are the host's word";
    let (vendor, platform) =
        ("the vendor's key is the log's own word", "the buyer's platform key is the log's");
    let told = |trust: &Trust| {
        let notes = notes(&draft.text(), trust);
        [extent, moved, roles, vendor, platform].map(|words| notes.contains(words))
    };
    let pin = |party, key: anp::keys::SecretKey| Pin { party, fingerprint: key.fingerprint() };
    let all = Trust { seen: vec![head.clone()], ..pins() };
    assert_eq!(told(&Trust::default()), [false, false, true, false, false]);
    assert_eq!(told(&pins()), [true, false, true, false, false]);
    assert_eq!(told(&Trust { session: None, ..pins() }), [true, true, true, false, false]);
    assert_eq!(told(&all), [false, false, true, false, false]);
    let one = Trust { pins: vec![pin(Actor::Buyer, people::platform())], ..all.clone() };
    assert_eq!(told(&one), [false, false, true, true, false]);
    assert_eq!(told(&Trust { seen: vec![head], ..Trust::default() }), [false, false, true, true, true]);
    // Our own desk knows its people from the desk ledger, and remembers its heads.
    assert_eq!(told(&Trust { own_org: true, ..pins() }), [false; 5]);
    let without_members = Draft::begun().vendor(offer(1200.0)).text();
    assert!(!notes(&without_members, &pins()).contains(roles));
}

#[test]
fn heads_alone_do_not_say_who_signed_and_the_verdict_says_so() {
    // A host without any key signs the buyer's events anew: heads cover no signature.
    let (draft, mallory) = (Draft::begun().vendor(offer(1200.0)), people::mallory());
    let mut other = draft.clone();
    let mandate = other.events[1].stated.clone();
    other.events[1].authorship = Some((mandate.sign(&mallory).signature(), mallory.fingerprint()));
    let platform = anp::log::KeyEntry::platform(mallory.public());
    other.keys[1] = platform;
    let trust = Trust { seen: vec![draft.head()], ..Trust::default() };
    assert!(notes(&other.text(), &trust).contains("the buyer's platform key is the log's own word"));
    assert_eq!(verdict(&other.text(), &Trust { seen: vec![draft.head()], ..pins() }).outcome, Outcome::Red);
}

#[test]
fn roles_that_cannot_be_read_open_messages_alone() {
    let draft = |payload| {
        Draft::begun()
            .knowing("olivia", &people::olivia(), &["deal_owner"], SINCE)
            .by(&people::olivia(), payload)
    };
    let with = |payload, roles: Value| {
        let mut log = draft(payload).value();
        log["keys"]["olivia"]["roles"] = roles;
        faults(&log.to_string(), &pins())
    };
    for roles in [json!("deal_owner"), json!({}), json!([]), json!([1]), json!(["agent"]), json!([" Agent"])]
    {
        assert_eq!(with(counter(1.0), roles.clone()), [(Some(3), Check::Signer)], "{roles}");
        assert_eq!(with(message("Good morning."), roles), []);
    }
    assert_eq!(with(counter(1.0), json!(["deal_owner", "legal"])), []);
}

#[test]
fn further_keys_that_are_none_of_ours_are_tolerated() {
    let mut log = Draft::whole().value();
    log["keys"]["x"] = json!({"attestation": null, "alg": "P-256", "public_key": "04ab"});
    log["keys"]["y"] = json!({"attestation": "by somebody", "alg": "P-256", "public_key": "04ab"});
    assert!(notes(&log.to_string(), &pins()).contains("is no Ed25519 key and counts for nothing"));
}

#[test]
fn an_end_that_is_no_text_is_no_open_end() {
    let mut log = Draft::whole().value();
    for end in [json!(123), json!(["2030"]), json!({})] {
        log["keys"]["olivia"]["valid_to"] = end.clone();
        let found = faults(&log.to_string(), &pins());
        assert!(found.contains(&(Some(5), Check::Signer)), "{end}: {found:?}");
    }
}

#[test]
fn a_party_without_a_key_is_told_as_that() {
    let mut log = Draft::whole().value();
    log["keys"].as_object_mut().unwrap().remove("vendor_agent");
    let verdict = judge(log.to_string().as_bytes(), &pins()).verdict;
    let signers: Vec<_> = verdict.faults.iter().filter(|fault| fault.check == Check::Signer).collect();
    assert_eq!(signers.len(), 3);
    assert!(signers.iter().all(|fault| fault.sentence.contains("brings no key for this party")));
    let mut log = Draft::whole().value();
    log["session"]["id"] = json!("x".repeat(129));
    let verdict = judge(log.to_string().as_bytes(), &Trust { session: None, ..pins() }).verdict;
    assert!(verdict.faults.iter().any(|fault| fault.sentence.contains("no event's hash can be computed")));
}

#[test]
fn the_hosts_own_words_are_held_against_the_events() {
    let noted = |path: &str, to: Value| {
        let mut log = Draft::whole().value();
        *log.pointer_mut(path).unwrap() = to;
        notes(&log.to_string(), &pins())
    };
    assert!(noted("/chain/verified", json!(false)).contains("does not call its chain verified"));
    assert!(noted("/session/closed_at", json!(null)).contains("no time at which the session closed"));
    assert!(noted("/session/status", json!("open")).contains("the events close it"));
    assert!(noted("/session/status", json!(7)).contains("the session's status is none"));
    assert!(noted("/session/sandbox", json!(true)).contains("a sandbox's session"));
}

fn accepted(hash: &str) -> Payload {
    Payload::SessionClose(Reason { reason: Some(format!("accepted {hash}")) })
}

fn hash(head: &Head) -> String {
    head.hash.to_string()
}

#[test]
fn a_close_that_accepts_is_held_against_the_offer_it_names() {
    let platform = people::platform();
    let offered = Draft::begun().vendor(offer(1200.0));
    let named = hash(&offered.head());
    let good = offered.clone().by(&platform, counter(1200.0)).by(&platform, accepted(&named));
    assert!(!notes(&good.text(), &pins()).contains("accepted"));
    let told = |draft: Draft, words: &str| {
        let notes = notes(&draft.text(), &pins());
        assert!(
            notes.contains("the close says that an offer is accepted, and") && notes.contains(words),
            "{notes}"
        );
    };
    let mandate = hash(&offered.events[1].head());
    told(offered.clone().by(&platform, accepted(&named)), "no counter by the buyer");
    told(offered.clone().by(&platform, counter(1199.0)).by(&platform, accepted(&named)), "word for word");
    let nothing = "0".repeat(64);
    for other in [mandate.as_str(), &nothing, "it"] {
        let close = offered.clone().by(&platform, counter(1200.0)).by(&platform, accepted(other));
        told(close, "is not the vendor's latest offer");
    }
    let superseded = offered.clone().by(&platform, counter(1200.0)).vendor(offer(1300.0));
    told(superseded.by(&platform, accepted(&named)), "is not the vendor's latest offer");
    told(
        offered.clone().by(&platform, counter(1200.0)).vendor(accepted(&named)),
        "nobody accepts an own offer",
    );
    told(Draft::begun().by(&platform, accepted(&named)), "the vendor has made none");
    let late = offered.by(&platform, counter(1200.0)).at(
        "2026-07-20T00:00:00Z",
        Actor::Buyer,
        accepted(&named),
        Some(&platform),
    );
    told(late, "had expired by then");
    // A vendor's counter is an offer too.
    let mut again = offer_value(1100.0);
    again["term_months"] = json!(24);
    let countered = Draft::begun().vendor(offer(1200.0)).vendor(payload(Kind::CounterOffer, &again));
    let named = hash(&countered.head());
    let taken = countered.by(&platform, payload(Kind::CounterOffer, &again)).by(&platform, accepted(&named));
    assert!(!notes(&taken.text(), &pins()).contains("accepted"));
}
