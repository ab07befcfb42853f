//! Signed requests and registrations: what is believed, and what is not.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, missing_docs)]

use anp::register::{ProvenKey, RegistrationFault, prove};
use anp::request::{Headers, NONCE_LONGEST, RequestFault, SignedRequest, header, sign};
use anp::time::Moment;
use proptest::prelude::*;
use support::people;

const PATH: &str = "/api/agent/v1/sessions";
const BODY: &[u8] = br#"{"target":{"sandbox":true}}"#;

fn now() -> Moment {
    Moment::parse("2026-07-11T09:00:00Z").unwrap()
}

fn signed() -> Headers {
    sign(&people::contoso_agent(), "an-agent", ("POST", PATH), BODY, now(), "once")
}

fn believed(
    headers: &Headers,
    (method, path): (&str, &str),
    body: &[u8],
    at: Moment,
) -> Result<(), RequestFault> {
    let request = SignedRequest::read(method, path, headers, body)?;
    let verified = request.verify(&people::contoso_agent().public(), at)?;
    assert_eq!((verified.agent(), verified.nonce()), (headers.agent.as_str(), headers.nonce.as_str()));
    Ok(())
}

#[test]
fn five_minutes_either_way_and_no_more() {
    for (seconds, passes) in [(0, true), (299, true), (300, true), (301, false), (86_400, false)] {
        for sign in [1, -1] {
            let at = now().plus_millis(sign * seconds * 1000);
            let expected = if passes { Ok(()) } else { Err(RequestFault::Stale) };
            assert_eq!(believed(&signed(), ("POST", PATH), BODY, at), expected, "{seconds} s");
        }
    }
    let borders = [(300_000, Ok(())), (300_001, Err(RequestFault::Stale))];
    for (millis, expected) in borders {
        for sign in [1, -1] {
            let at = now().plus_millis(sign * millis);
            assert_eq!(believed(&signed(), ("POST", PATH), BODY, at), expected, "{millis} ms");
        }
    }
    let extremes = [Moment::from_millis(i64::MAX), Moment::from_millis(i64::MIN)];
    for at in extremes {
        assert_eq!(believed(&signed(), ("POST", PATH), BODY, at), Err(RequestFault::Stale));
    }
}

/// A nonce is to be kept for as long as its request could still pass.
#[test]
fn a_nonce_is_kept_until_the_window_has_passed_it() {
    let request = SignedRequest::read("POST", PATH, &signed(), BODY).unwrap();
    let until = request.verify(&people::contoso_agent().public(), now()).unwrap().replayable_until();
    let last = until.plus_millis(-1);
    assert_eq!(believed(&signed(), ("POST", PATH), BODY, last), Ok(()));
    assert_eq!(believed(&signed(), ("POST", PATH), BODY, until), Err(RequestFault::Stale));
}

#[test]
fn everything_but_the_claimed_id_is_signed() {
    let wrong = Err(RequestFault::Signature);
    assert_eq!(believed(&signed(), ("PUT", PATH), BODY, now()), wrong);
    assert_eq!(believed(&signed(), ("post", PATH), BODY, now()), wrong);
    assert_eq!(believed(&signed(), ("POST", "/api/agent/v1/sessions/"), BODY, now()), wrong);
    assert_eq!(believed(&signed(), ("POST", "/api/agent/v1/sessions?x=1"), BODY, now()), wrong);
    assert_eq!(believed(&signed(), ("POST", PATH), b"", now()), wrong);
    assert_eq!(believed(&signed(), ("POST", PATH), b"{\"target\": {\"sandbox\":true}}", now()), wrong);
    let other_nonce = Headers { nonce: "twice".to_owned(), ..signed() };
    assert_eq!(believed(&other_nonce, ("POST", PATH), BODY, now()), wrong);
    // The same moment in another spelling is another text.
    let other_time = Headers { timestamp: "2026-07-11T09:00:00Z".to_owned(), ..signed() };
    assert_eq!(believed(&other_time, ("POST", PATH), BODY, now()), wrong);
    let other_id = Headers { agent: "another".to_owned(), ..signed() };
    assert_eq!(believed(&other_id, ("POST", PATH), BODY, now()), Ok(()), "the key decides");
    let by_mallory = sign(&people::mallory(), "an-agent", ("POST", PATH), BODY, now(), "once");
    assert_eq!(believed(&by_mallory, ("POST", PATH), BODY, now()), wrong);
}

#[test]
fn headers_that_cannot_be_are_named() {
    let malformed = |headers: Headers| SignedRequest::read("POST", PATH, &headers, BODY).err();
    for timestamp in ["", "1783762800", "now", "2026-07-11", "2026-07-11T09:00:00", "2026-07-11T09:00:60Z"] {
        let headers = Headers { timestamp: timestamp.to_owned(), ..signed() };
        assert_eq!(malformed(headers), Some(RequestFault::Malformed(header::TIMESTAMP)), "{timestamp}");
    }
    for nonce in [String::new(), "n".repeat(NONCE_LONGEST + 1), "a\nb".to_owned(), "a\u{7f}".to_owned()] {
        let headers = Headers { nonce, ..signed() };
        assert_eq!(malformed(headers), Some(RequestFault::Malformed(header::NONCE)));
    }
    let longest = Headers { nonce: "é".repeat(NONCE_LONGEST), ..signed() };
    assert_eq!(malformed(longest), None, "characters, not bytes");
    let signature = signed().signature;
    for signature in [String::new(), format!("{signature}=="), signature.to_lowercase() + "x", "é".repeat(43)]
    {
        let headers = Headers { signature, ..signed() };
        assert_eq!(malformed(headers), Some(RequestFault::Malformed(header::SIGNATURE)));
    }
}

#[test]
fn possession_is_proven() {
    let key = people::contoso_agent();
    let (public, proof) = (key.public().to_string(), prove(&key).to_string());
    assert_eq!(ProvenKey::check(&public, &proof).unwrap().key(), &key.public());
    let others = prove(&people::mallory()).to_string();
    assert!(matches!(ProvenKey::check(&public, &others), Err(RegistrationFault::Proof(_))));
    let mallory = people::mallory().public().to_string();
    assert!(matches!(ProvenKey::check(&mallory, &proof), Err(RegistrationFault::Proof(_))));
    assert_eq!(ProvenKey::check(&public, &format!("{proof}=")), Err(RegistrationFault::ProofText));
    assert!(matches!(ProvenKey::check(&format!("{public}="), &proof), Err(RegistrationFault::Key(_))));
    assert!(matches!(ProvenKey::check("", ""), Err(RegistrationFault::Key(_))));
}

/// The points of small order, and encodings of them that are not canonical.
#[test]
fn degenerate_keys_are_refused_at_registration() {
    let hex = |text: &str| -> [u8; 32] {
        let bytes: Vec<u8> = (0..32)
            .map(|at| u8::from_str_radix(text.get(2 * at..2 * at + 2).unwrap(), 16).unwrap())
            .collect();
        bytes.try_into().unwrap()
    };
    let weak = [
        "0100000000000000000000000000000000000000000000000000000000000000",
        "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "0000000000000000000000000000000000000000000000000000000000000080",
        "0000000000000000000000000000000000000000000000000000000000000000",
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
    ];
    let mut forged = [0_u8; 64];
    forged[0] = 1;
    let proof = anp::base64url::encode(&forged);
    for point in weak {
        let key = anp::base64url::encode(&hex(point));
        assert_eq!(ProvenKey::check(&key, &proof), Err(RegistrationFault::WeakKey), "{point}");
    }
    for spelling in [
        "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "0100000000000000000000000000000000000000000000000000000000000080",
    ] {
        let key = anp::base64url::encode(&hex(spelling));
        assert!(matches!(ProvenKey::check(&key, &proof), Err(RegistrationFault::Key(_))), "{spelling}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_was_signed_is_believed(
        method in "[A-Z]{1,8}", path in "/[!-~]{0,40}", nonce in "[!-~]{1,120}",
        body in prop::collection::vec(any::<u8>(), 0..200), at in 0_i64..4_000_000_000_000, late in -300_000_i64..=300_000,
    ) {
        let at = Moment::from_millis(at);
        let headers = sign(&people::contoso_agent(), "id", (&method, &path), &body, at, &nonce);
        prop_assert_eq!(believed(&headers, (&method, &path), &body, at.plus_millis(late)), Ok(()));
    }

    #[test]
    fn headers_of_any_text_make_nothing_fall(timestamp: String, nonce: String, signature: String) {
        let headers = Headers { agent: String::new(), timestamp, nonce, signature };
        prop_assert!(believed(&headers, ("GET", "/"), b"", now()).is_err());
    }
}
