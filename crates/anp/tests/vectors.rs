//! Verdicts and bytes that others have published, and the logs made for this project.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::expect_used,
    clippy::string_slice,
    missing_docs
)]

use anp::digest::{EventHash, Fingerprint, PayloadHash, sha256};
use anp::event::{Actor, Head, Preimage, SessionId};
use anp::json;
use anp::keys::{PublicKey, Signature};
use anp::verify::{Outcome, Pin, Trust, judge};
use serde_json::Value;
use support::vectors;

fn read(path: &std::path::Path) -> Value {
    serde_json::from_slice(&vectors::bytes(path)).unwrap()
}

fn trust(args: &[String]) -> Trust {
    let mut trust = Trust::default();
    for pair in args.chunks(2) {
        match pair[0].as_str() {
            "--pin" => {
                let (party, key) = pair[1].split_once('=').unwrap();
                let party = Actor::parse(party).unwrap();
                trust.pins.push(Pin { party, fingerprint: Fingerprint::parse(key).unwrap() });
            }
            "--seen" => {
                let (count, hash) = pair[1].split_once('=').unwrap();
                trust.seen.push(Head { seq: count.parse().unwrap(), hash: EventHash::parse(hash).unwrap() });
            }
            "--session" => trust.session = SessionId::parse(&pair[1]),
            other => panic!("unknown argument {other}"),
        }
    }
    trust
}

#[test]
fn every_log_of_the_manifest_gets_its_verdict() {
    let Some(folder) = vectors::folder("anp/logs") else { return };
    let manifest = read(&folder.join("manifest.json"));
    let cases = manifest.as_array().unwrap();
    assert!(cases.len() >= 20);
    for case in cases {
        let file = case["file"].as_str().unwrap();
        let args: Vec<String> = serde_json::from_value(case["args"].clone()).unwrap();
        let judgement = judge(&vectors::bytes(&folder.join(file)), &trust(&args));
        let verdict = &judgement.verdict;
        assert_eq!(verdict.outcome.as_str(), case["verdict"].as_str().unwrap(), "{file}: {verdict:#?}");
        assert_eq!(judgement.log.is_some(), verdict.outcome == Outcome::Green, "{file}");
        assert_eq!(
            verdict.anchored && verdict.outcome != Outcome::Unreadable,
            !args.is_empty() && args[0] != "--session",
            "{file}"
        );
        if let Some(seq) = case["first_fault_at_seq"].as_u64() {
            assert_eq!(verdict.faults[0].seq, Some(seq), "{file}: {verdict:#?}");
        }
    }
}

#[test]
fn one_altered_price_is_one_fault() {
    let Some(folder) = vectors::folder("anp/logs") else { return };
    let verdict = judge(&vectors::bytes(&folder.join("price-changed.json")), &Trust::default()).verdict;
    assert_eq!(verdict.faults.len(), 1, "{verdict:#?}");
    assert_eq!(verdict.verified_prefix, 2);
}

#[test]
fn the_published_log_is_green() {
    let Some(folder) = vectors::folder("anp/published") else { return };
    let verdict = judge(&vectors::bytes(&folder.join("session-log.example.json")), &Trust::default()).verdict;
    assert_eq!(
        (verdict.outcome, verdict.anchored, verdict.event_count),
        (Outcome::Green, false, 4),
        "{verdict:#?}"
    );
}

#[test]
fn published_vectors_hold() {
    let Some(folder) = vectors::folder("anp/published") else { return };
    let vectors = read(&folder.join("test-vectors.json"));
    for case in vectors["canonical_json"].as_array().unwrap() {
        let value = json::parse_flawless(case["input"].to_string().as_bytes()).unwrap();
        let canonical = json::canonical(&value);
        assert_eq!(canonical, case["canonical"].as_str().unwrap());
        assert_eq!(PayloadHash::of_canonical(&canonical).to_string(), case["sha256_hex"].as_str().unwrap());
    }
    for case in vectors["signatures"].as_array().unwrap() {
        let key = PublicKey::parse(case["public_key"].as_str().unwrap()).unwrap();
        assert_eq!(key.fingerprint().to_string(), case["signer_fingerprint"].as_str().unwrap());
        let signature = Signature::parse(case["signature"].as_str().unwrap()).unwrap();
        let holds = key.verify(case["message"].as_str().unwrap().as_bytes(), &signature).is_ok();
        assert_eq!(holds, case["expect"] == "valid", "{case}");
    }
    let case = &vectors["event_hash"];
    let event = &case["event"];
    let text = |key: &str| event[key].as_str().unwrap();
    let hash = Preimage {
        session: case["session_id"].as_str().unwrap(),
        seq: event["seq"].as_u64().unwrap(),
        actor: text("actor"),
        kind: text("kind"),
        payload: PayloadHash::parse(text("payload_hash")).unwrap(),
        prev: EventHash::parse(text("prev_hash")).unwrap(),
        at: text("at"),
    }
    .hash();
    assert_eq!(hash.to_string(), case["expected_event_hash"].as_str().unwrap());
    for case in vectors["chain_verification"].as_array().unwrap() {
        let verdict = judge(case["log"].to_string().as_bytes(), &Trust::default()).verdict;
        let green = case["expect"]["ok"].as_bool().unwrap();
        assert_eq!(verdict.outcome == Outcome::Green, green, "{}: {verdict:#?}", case["name"]);
    }
    let signed = &vectors["signed_strings"]["registration_proof"];
    let key = PublicKey::parse(signed["public_key"].as_str().unwrap()).unwrap();
    assert_eq!(anp::register::statement(&key), signed["string"].as_str().unwrap());
    let request = &vectors["signed_strings"]["canonical_request"];
    let body = request["body"].as_str().unwrap().as_bytes();
    assert_eq!(anp::digest::BodyHash::of(body).to_string(), request["body_sha256_hex"].as_str().unwrap());
}

#[test]
fn rfc_8785_pairs_hold() {
    let Some(folder) = vectors::folder("jcs") else { return };
    let mut pairs = 0;
    for entry in std::fs::read_dir(folder.join("input")).unwrap() {
        let input = entry.unwrap().path();
        let output = folder.join("output").join(input.file_name().unwrap());
        let parsed = json::parse(&vectors::bytes(&input)).unwrap();
        let expected = String::from_utf8(vectors::bytes(&output)).unwrap();
        assert_eq!(json::canonical(&parsed.value), expected.trim_end(), "{}", input.display());
        pairs += 1;
    }
    assert!(pairs >= 6);
}

/// What the suite leaves open, and what is ours: accepted are only texts that every
/// reader reads alike.
#[test]
fn the_json_suite_is_kept() {
    let Some(folder) = vectors::folder("json") else { return };
    let mut seen = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let bytes = vectors::bytes(&path);
        let parsed = json::parse(&bytes);
        let _ = judge(&bytes, &Trust::default());
        seen += 1;
        if name.starts_with("n_") {
            assert!(parsed.is_err(), "{name} is not JSON");
        } else if name.starts_with("y_") {
            let flaws = parsed.unwrap_or_else(|fault| panic!("{name}: {fault}")).flaws;
            let ours = ["y_object_duplicated_key.json", "y_object_duplicated_key_and_value.json"];
            assert_eq!(!flaws.is_empty(), ours.contains(&name.as_str()), "{name}: {flaws:?}");
        }
    }
    assert!(seen > 300, "{seen}");
}

#[test]
fn strict_signatures_as_wycheproof_has_them() {
    let Some(folder) = vectors::folder("ed25519") else { return };
    let suite = read(&folder.join("wycheproof.json"));
    let mut cases = 0;
    for group in suite["testGroups"].as_array().unwrap() {
        let key: [u8; 32] = unhex(group["publicKey"]["pk"].as_str().unwrap()).try_into().unwrap();
        let key = PublicKey::from_bytes(&key).unwrap();
        for case in group["tests"].as_array().unwrap() {
            let signature: Result<[u8; 64], _> = unhex(case["sig"].as_str().unwrap()).try_into();
            let message = unhex(case["msg"].as_str().unwrap());
            let holds = signature.is_ok_and(|sig| key.verify(&message, &Signature(sig)).is_ok());
            assert_eq!(holds, case["result"] == "valid", "{case}");
            cases += 1;
        }
    }
    assert!(cases >= 150);
}

#[test]
fn of_the_twelve_edge_cases_strict_accepts_the_fourth_alone() {
    let Some(folder) = vectors::folder("ed25519") else { return };
    let cases = read(&folder.join("speccheck.json"));
    let mut accepted = Vec::new();
    for (number, case) in cases.as_array().unwrap().iter().enumerate() {
        let hex = |key: &str| unhex(case[key].as_str().unwrap());
        let Ok(key) = PublicKey::from_bytes(&hex("pub_key").try_into().unwrap()) else { continue };
        let signature = Signature(hex("signature").try_into().unwrap());
        if key.verify(&hex("message"), &signature).is_ok() {
            accepted.push(number);
        }
    }
    assert_eq!(accepted, [3]);
}

fn unhex(text: &str) -> Vec<u8> {
    (0..text.len() / 2).map(|at| u8::from_str_radix(&text[2 * at..2 * at + 2], 16).unwrap()).collect()
}

#[test]
fn hashing_is_sha256() {
    assert_eq!(
        PayloadHash(sha256(b"")).to_string(),
        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    );
}
