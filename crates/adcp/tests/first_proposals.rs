//! Answers to `request_proposals`: drafts that come from nothing, under ids that are new.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::needless_pass_by_value, missing_docs)]

mod world;

use adcp::sources::Sources;
use adcp::verify::{Circumstances, LEAD_MILLIS, judge_requested};
use anp::json::parse_flawless;
use anp::time::Moment;
use serde_json::{Value, json};
use world::{NOW, proposal, terms};

/// The rules that a first answer of one proposal breaks, where `known` came earlier.
fn broken(id: &str, replayed: bool, known: &Value) -> Vec<&'static str> {
    let mut draft = proposal(id, None, &terms(50_000));
    draft["expires_at"] = "2026-12-01T00:00:00Z".into();
    let mut answer = json!({
        "outcome": "proposed", "proposals": [draft],
        "products": [{ "product_id": "premium_video_q4", "name": "Premium video" }],
    });
    if replayed {
        answer["replayed"] = true.into();
    }
    let known = parse_flawless(known.to_string().as_bytes()).unwrap();
    let circumstances = Circumstances {
        sources: &Sources::new(vec![known]),
        support: None,
        now: Moment::parse(NOW).unwrap(),
        lead_millis: LEAD_MILLIS,
    };
    let judgement = judge_requested(answer.to_string().as_bytes(), &circumstances).unwrap();
    judgement.faults.iter().map(|fault| fault.rule.as_str()).collect()
}

#[test]
fn an_id_is_new_unless_the_answer_is_a_replay() {
    let known = proposal("p2", Some("p1"), &terms(40_000));
    assert_eq!(broken("p9", false, &known), [] as [&str; 0]);
    assert_eq!(broken("p2", false, &known), ["successor_proposal_id"]);
    assert_eq!(broken("p1", false, &known), ["successor_proposal_id"], "the parent was there before");
    assert_eq!(broken("p1", true, &known), [] as [&str; 0]);
}
