//! Answers of media sellers.

use adcp::answer::{Call, Reading, read};
use adcp::digest::TermsDigest;
use adcp::request::read::RefineRequest;
use adcp::sources::Sources;
use adcp::verify::{Circumstances, Verified, judge};
use anp::json::{Value, canonical, parse_flawless};
use anp::time::Moment;

/// What is asked in the corpus: a budget and a price on one draft, three alternatives to another.
const REQUEST: &[u8] = br#"{"refinements":[
{"proposal_id":"p1","action":"revise","ask":"cheaper","product_changes":{"native_feed_q4":"include"},
"constraints":{"total_budget":{"max":80000,"currency":"USD"},"cpm":{"max":25,"currency":"USD"}}},
{"proposal_id":"q1","action":"revise","alternatives":{"count":3}}]}"#;

/// Judging ends, says the same of the same, and what holds has the digests and the parents that it
/// claims.
pub fn answer(bytes: &[u8]) {
    let request = parse_flawless(REQUEST).expect("the request is JSON");
    let request = RefineRequest::read(&request).expect("the request is one");
    let sources = Sources::default();
    let circumstances = Circumstances {
        sources: &sources,
        support: None,
        now: Moment::from_millis(1_796_040_000_000),
        lead_millis: 0,
    };
    let Ok(judgement) = judge(&request, bytes, &circumstances) else { return };
    assert_eq!(judge(&request, bytes, &circumstances).as_ref(), Ok(&judgement));
    shapes(bytes);
    let Ok(verified) = Verified::from_judgement(judgement) else { return };
    assert_eq!(verified.results().len(), 2);
    for (result, source) in verified.results().iter().zip(["p1", "q1"]) {
        for proposal in result.get("proposals").and_then(Value::as_array).unwrap_or_default() {
            let digest = proposal.get("commercial_terms").map(TermsDigest::of);
            let claimed = proposal.get("terms_digest").and_then(Value::as_text);
            assert_eq!(digest.map(|digest| digest.to_string()).as_deref(), claimed);
            assert_eq!(proposal.get("parent_proposal_id").and_then(Value::as_text), Some(source));
        }
    }
    // The canonical form says the same, and holds too.
    let again = canonical(&verified.judgement().answer);
    let again = judge(&request, again.as_bytes(), &circumstances).expect("canonical JSON is JSON");
    assert!(again.holds());
}

/// In whatever place of a call the bytes stand, an error is never an answer.
fn shapes(bytes: &[u8]) {
    let Ok(text) = core::str::from_utf8(bytes) else { return };
    for is_error in [false, true] {
        let structured = Call { structured: Some(text.to_owned()), texts: Vec::new(), is_error };
        let said = Call { structured: None, texts: vec![text.to_owned()], is_error };
        for call in [structured, said] {
            let reading = read(&call);
            assert!(!is_error || matches!(reading, Reading::Failed(_)));
            if let Reading::Done(body) = reading {
                assert!(body.value.get("adcp_error").is_none_or(|error| error.as_object().is_none_or(
                    |_| {
                        error.get("code").is_none() && error.get("message").is_none()
                            || error.get("code").and_then(Value::as_text).is_none_or(str::is_empty)
                                && error.get("message").and_then(Value::as_text).is_none()
                    }
                )));
            }
        }
    }
}
