//! What verification must catch: who signs, with which key, on whose side.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::string_slice, missing_docs)]

mod ledger;

use anp::event::{Actor, Kind};
use anp::payload::Payload;
use anp::verify::{Check, Outcome, Standing, Trust, judge};
use ledger::{
    Draft, close, counter, decline, envelope, faults, green, message, offer, pins, rehash, verdict,
};
use serde_json::{Value, json};
use support::people;

const CLAIM: (Option<u64>, &str) = (Some(1), "nobody signed it");
const SINCE: (&str, Option<&str>) = ("2026-01-01T00:00:00Z", None);

fn own() -> Trust {
    Trust { own_org: true, ..pins() }
}

#[test]
fn a_whole_negotiation_is_green_in_anybodys_eyes() {
    let text = Draft::whole().text();
    for trust in [Trust::default(), pins(), own()] {
        green(&text, &trust, &[CLAIM]);
    }
    let standings: Vec<_> = judge(text.as_bytes(), &pins())
        .log
        .unwrap()
        .events()
        .iter()
        .map(|event| event.standing().clone())
        .collect();
    let olivia = || Standing::Member("olivia".to_owned());
    assert_eq!(
        standings,
        [
            Standing::Claim,
            Standing::Platform,
            Standing::Vendor,
            Standing::Vendor,
            olivia(),
            Standing::Vendor,
            Standing::Platform,
            olivia()
        ]
    );
}

#[test]
fn the_opening_may_be_signed_by_vendor_or_platform_and_by_nobody_else() {
    let open = Draft::opening().events[0].stated.clone();
    let opened_by = |key: &anp::keys::SecretKey| {
        let mut draft = Draft::begun().vendor(offer(1200.0));
        let signature = open.clone().sign(key).signature();
        draft.events[0].authorship = Some((signature, key.fingerprint()));
        draft.text()
    };
    green(&opened_by(&people::contoso_agent()), &own(), &[]);
    green(&opened_by(&people::platform()), &own(), &[]);
    for stranger in [people::mallory(), people::tailspin_agent(), people::olivia()] {
        assert_eq!(faults(&opened_by(&stranger), &pins()), [(Some(1), Check::Signer)]);
    }
}

#[test]
fn a_member_may_not_open_for_the_vendor() {
    let mut draft = Draft::begun().knowing("olivia", &people::olivia(), &["deal_owner"], SINCE);
    let signature = draft.events[0].stated.clone().sign(&people::olivia()).signature();
    draft.events[0].authorship = Some((signature, people::olivia().fingerprint()));
    assert_eq!(faults(&draft.text(), &pins()), [(Some(1), Check::Signer)]);
}

#[test]
fn third_keys_sign_nothing() {
    let vendor = Draft::begun().with(Actor::VendorAgent, offer(1200.0), Some(&people::mallory()));
    assert_eq!(faults(&vendor.text(), &Trust::default()), [(Some(3), Check::Signer)]);
    let buyer = Draft::begun().by(&people::mallory(), message("We accept anything."));
    assert_eq!(faults(&buyer.text(), &Trust::default()), [(Some(3), Check::Signer)]);
    // Named in `keys`, but without an attestation, the key is as strange as before.
    let mut log = buyer.value();
    let key = people::mallory().public();
    log["keys"]["mallory"] =
        json!({"public_key": key.to_string(), "fingerprint": key.fingerprint().to_string()});
    assert_eq!(faults(&log.to_string(), &Trust::default()), [(Some(3), Check::Signer)]);
}

#[test]
fn parties_do_not_sign_for_each_other() {
    let by_platform = Draft::begun().with(Actor::VendorAgent, offer(1.0), Some(&people::platform()));
    assert_eq!(faults(&by_platform.text(), &Trust::default()), [(Some(3), Check::Signer)]);
    let by_vendor = Draft::begun().by(&people::contoso_agent(), counter(9999.0));
    assert_eq!(faults(&by_vendor.text(), &Trust::default()), [(Some(3), Check::Signer)]);
    let member = Draft::begun().knowing("olivia", &people::olivia(), &[], SINCE).with(
        Actor::VendorAgent,
        offer(1.0),
        Some(&people::olivia()),
    );
    assert_eq!(faults(&member.text(), &Trust::default()), [(Some(3), Check::Signer)]);
}

#[test]
fn one_key_on_both_sides_is_red() {
    let mut log = Draft::begun().value();
    log["keys"]["buyer"] = log["keys"]["vendor_agent"].clone();
    log["events"][1]["signature"] = Value::Null;
    log["events"][1]["signer"] = Value::Null;
    assert_eq!(faults(&log.to_string(), &Trust::default()), [(None, Check::Keys)]);
    let attested = Draft::begun().knowing("double", &people::contoso_agent(), &[], SINCE);
    assert_eq!(faults(&attested.text(), &Trust::default()), [(None, Check::Keys)]);
}

#[test]
fn members_sign_within_their_time_alone() {
    // The third event stands at 09:02.
    let spans = [
        ("2026-01-01T00:00:00Z", None, true),
        ("2026-07-11T09:02:00Z", None, true),
        ("2026-07-11T09:02:01Z", None, false),
        ("2026-01-01T00:00:00Z", Some("2026-07-11T09:02:00Z"), false),
        ("2026-01-01T00:00:00Z", Some("2026-07-11T09:02:01Z"), true),
        ("once", None, false),
        ("2026-01-01T00:00:00Z", Some("never"), false),
    ];
    for (from, to, may) in spans {
        let draft = Draft::begun().knowing("olivia", &people::olivia(), &["deal_owner"], (from, to));
        let text = draft.by(&people::olivia(), counter(1000.0)).text();
        let expected = if may { vec![] } else { vec![(Some(3), Check::Signer)] };
        assert_eq!(faults(&text, &pins()), expected, "{from} to {to:?}");
    }
}

#[test]
fn a_renewed_key_stands_twice_and_either_time_counts() {
    let draft = Draft::begun()
        .knowing(
            "olivia-2025",
            &people::olivia(),
            &["deal_owner"],
            ("2025-01-01T00:00:00Z", Some("2026-01-01T00:00:00Z")),
        )
        .knowing("olivia", &people::olivia(), &["deal_owner"], SINCE)
        .by(&people::olivia(), counter(1000.0));
    assert_eq!(faults(&draft.text(), &pins()), []);
}

#[test]
fn keys_that_the_platform_does_not_attest_count_for_nothing() {
    let mut log = Draft::whole().value();
    log["keys"]["olivia"]["valid_from"] = json!("2020-01-01T00:00:00Z");
    let judged = verdict(&log.to_string(), &pins());
    assert!(judged.notes.iter().any(|note| note.detail.contains("not attested")), "{judged:#?}");
    assert_eq!(faults(&log.to_string(), &pins()), [(Some(5), Check::Signer), (Some(8), Check::Signer)]);
    // An attestation by somebody else is none, though the key is pinned nowhere.
    let mut log = Draft::whole().value();
    let mallory = people::mallory().sign(b"whatever").to_string();
    log["keys"]["olivia"]["attestation"] = json!(mallory);
    assert_eq!(faults(&log.to_string(), &pins()), [(Some(5), Check::Signer), (Some(8), Check::Signer)]);
}

#[test]
fn the_buyers_agent_signs_messages_alone() {
    let draft = || Draft::begun().knowing("assistant", &people::pat(), &["agent"], SINCE);
    assert_eq!(faults(&draft().by(&people::pat(), message("Thank you.")).text(), &own()), []);
    let formal = [counter(1.0), decline(), close(), Payload::Envelope(envelope("Northwind")), offer(1.0)];
    for payload in formal {
        let kind = payload.kind();
        let text = draft().by(&people::pat(), payload).text();
        assert_eq!(faults(&text, &own()), [(Some(3), Check::Signer)], "{kind}");
    }
    // A second entry for the same key does not make the agent a person.
    let twice = draft().knowing("pat", &people::pat(), &["deal_owner"], SINCE);
    assert_eq!(faults(&twice.by(&people::pat(), counter(1.0)).text(), &own()), [(Some(3), Check::Signer)]);
}

#[test]
fn unsigned_events() {
    let vendor = Draft::begun().with(Actor::VendorAgent, offer(1.0), None).text();
    for trust in [Trust::default(), own()] {
        assert_eq!(faults(&vendor, &trust), [(Some(3), Check::Signature)]);
    }
    let buyer = Draft::begun().with(Actor::Buyer, message("Hello."), None).text();
    green(&buyer, &pins(), &[CLAIM, (Some(3), "did not sign this event")]);
    assert_eq!(faults(&buyer, &own()), [(Some(3), Check::Signature)]);
    // The members may lack instead of being null.
    let mut log: Value = serde_json::from_str(&buyer).unwrap();
    for member in ["signature", "signer"] {
        log["events"][2].as_object_mut().unwrap().remove(member);
    }
    green(&log.to_string(), &pins(), &[CLAIM, (Some(3), "did not sign this event")]);
}

#[test]
fn half_an_authorship_is_none() {
    let stripped = |member: &str, instead: Value| {
        let mut log = Draft::begun().vendor(offer(1200.0)).value();
        log["events"][2][member] = instead;
        faults(&log.to_string(), &pins())
    };
    let mut named = Draft::begun().value();
    named["events"][0]["signer"] = named["events"][1]["signer"].clone();
    green(&named.to_string(), &pins(), &[CLAIM, (Some(1), "a signer is named, and no signature")]);
    assert_eq!(stripped("signer", Value::Null), [(Some(3), Check::Signer)]);
    assert_eq!(stripped("signature", Value::Null), [(Some(3), Check::Signature)]);
    for nothing in [json!(""), json!(0), json!([]), json!({}), json!(false)] {
        assert_eq!(stripped("signer", nothing.clone()), [(Some(3), Check::Signer)], "{nothing}");
        assert_eq!(stripped("signature", nothing.clone()), [(Some(3), Check::Signature)], "{nothing}");
    }
}

#[test]
fn a_signature_has_one_text() {
    let good = Draft::begun().vendor(offer(1200.0)).value();
    let text = good["events"][2]["signature"].as_str().unwrap().to_owned();
    let last = text.chars().last().unwrap();
    let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let next = alphabet.chars().nth(alphabet.find(last).unwrap() + 1).unwrap();
    let spellings = [
        format!("{text}=="),
        format!("{text}="),
        format!("{}{next}", &text[..text.len() - 1]),
        format!("{text}\n"),
        format!(" {text}"),
        text.replace(['-', '_'], "+"),
        text[..text.len() - 1].to_owned(),
    ];
    for spelling in spellings.iter().filter(|spelling| **spelling != text) {
        let mut log = good.clone();
        log["events"][2]["signature"] = json!(spelling);
        assert_eq!(faults(&log.to_string(), &pins()), [(Some(3), Check::Signature)], "{spelling:?}");
    }
}

#[test]
fn a_signature_covers_kind_and_payload() {
    let good = Draft::begun().vendor(offer(1200.0)).vendor(offer(1140.0));
    let mut swapped = good.value();
    swapped["events"][2]["signature"] = good.value()["events"][3]["signature"].clone();
    assert_eq!(faults(&swapped.to_string(), &pins()), [(Some(3), Check::Signature)]);
    let mut relabelled = good.value();
    relabelled["events"][2]["kind"] = json!(Kind::CounterOffer.as_str());
    rehash(&mut relabelled);
    assert_eq!(faults(&relabelled.to_string(), &pins()), [(Some(3), Check::Signature)]);
    let mut repriced = good.value();
    repriced["events"][2]["payload"]["line_items"][0]["unit_price"] = json!(12);
    rehash(&mut repriced);
    assert_eq!(faults(&repriced.to_string(), &pins()), [(Some(3), Check::Signature)]);
}

#[test]
fn weak_keys_prove_nothing() {
    // The neutral point: of order one, it "signs" everything for lenient verifiers.
    let mut point = [0_u8; 32];
    point[0] = 1;
    let weak = anp::keys::PublicKey::from_bytes(&point).unwrap();
    let mut log = Draft::begun().value();
    log["keys"]["vendor_agent"] =
        json!({"public_key": weak.to_string(), "fingerprint": weak.fingerprint().to_string()});
    log["events"][0]["payload"]["agent"]["fingerprint"] = json!(weak.fingerprint().to_string());
    rehash(&mut log);
    assert_eq!(faults(&log.to_string(), &Trust::default()), [(None, Check::Keys)]);
    // Its signature for any text: R the neutral point, s zero.
    let mut forged = [0_u8; 64];
    forged[0] = 1;
    let mut offered = Draft::begun().vendor(offer(1.0)).value();
    offered["keys"]["vendor_agent"] = log["keys"]["vendor_agent"].clone();
    offered["events"][0]["payload"]["agent"]["fingerprint"] = json!(weak.fingerprint().to_string());
    rehash(&mut offered);
    offered["events"][2]["signature"] = json!(anp::base64url::encode(&forged));
    offered["events"][2]["signer"] = json!(weak.fingerprint().to_string());
    let judged = verdict(&offered.to_string(), &Trust::default());
    assert_eq!(
        faults(&offered.to_string(), &Trust::default()),
        [(Some(3), Check::Signature), (None, Check::Keys)]
    );
    assert!(judged.faults[0].detail().contains("degenerate"), "{judged:#?}");
}

#[test]
fn pins_are_held_against_the_logs_own_keys() {
    // The whole log rewritten by somebody with keys of their own is consistent...
    let mut fresh = Draft::begun();
    let (vendor, platform) = (people::tailspin_agent(), people::mallory());
    fresh.keys[0].public_key = vendor.public();
    fresh.keys[1].public_key = platform.public();
    let mut log = fresh.value();
    log["events"][0]["payload"]["agent"]["fingerprint"] = json!(vendor.fingerprint().to_string());
    rehash(&mut log);
    let mandate = fresh.events[1].stated.clone().sign(&platform);
    log["events"][1]["signature"] = json!(mandate.signature().to_string());
    log["events"][1]["signer"] = json!(mandate.signer().to_string());
    let judged = verdict(&log.to_string(), &Trust::default());
    assert_eq!((judged.outcome, judged.anchored), (Outcome::Green, false));
    // ... and no more than that.
    assert_eq!(faults(&log.to_string(), &pins()), [(None, Check::Pin), (None, Check::Pin)]);
    let mut several = pins();
    several.pins.push(anp::verify::Pin { party: Actor::VendorAgent, fingerprint: vendor.fingerprint() });
    assert_eq!(faults(&log.to_string(), &several), [(None, Check::Pin)], "any of a party's pins may stand");
}

#[test]
fn key_entries_are_what_they_say() {
    let good = Draft::begun().value();
    for (party, other) in [("vendor_agent", "buyer"), ("buyer", "vendor_agent")] {
        let mut log = good.clone();
        log["keys"][party]["fingerprint"] = good["keys"][other]["fingerprint"].clone();
        assert_eq!(faults(&log.to_string(), &Trust::default()), [(None, Check::Keys)]);
        for text in [json!(""), json!("AAAA"), json!(null), json!(7)] {
            let mut log = good.clone();
            log["keys"][party]["public_key"] = text;
            assert!(faults(&log.to_string(), &Trust::default()).contains(&(None, Check::Keys)));
        }
        let mut log = good.clone();
        log["keys"].as_object_mut().unwrap().remove(party);
        assert!(faults(&log.to_string(), &Trust::default()).contains(&(None, Check::Keys)));
    }
    let mut log = good;
    log["events"][0]["payload"]["agent"]["fingerprint"] =
        json!(people::tailspin_agent().fingerprint().to_string());
    rehash(&mut log);
    assert_eq!(faults(&log.to_string(), &Trust::default()), [(Some(1), Check::Keys)]);
}
