//! Answers of a media seller to the request that the fuzz target asks.

use adcp::digest::TermsDigest;
use anp::json::parse_flawless;

/// Terms with this budget and price.
fn terms(budget: u32, product: &str) -> String {
    let flight = r#""start_time":"2026-12-01T00:00:00Z","end_time":"2026-12-31T00:00:00Z""#;
    let pricing = r#"{"pricing_option_id":"o","pricing_model":"cpm","currency":"USD","fixed_price":20.5}"#;
    format!(
        r#"{{"brand":{{"domain":"northwind.example"}},"purchases":[{{"product_id":"{product}","pricing_option_id":"o","pricing":{pricing},{flight},"impressions":1000000}}],{flight},"total_budget":{{"amount":{budget},"currency":"USD"}}}}"#
    )
}

fn draft(id: &str, parent: &str, terms: &str) -> String {
    let digest = parse_flawless(terms.as_bytes()).map(|terms| TermsDigest::of(&terms).to_string());
    format!(
        r#"{{"proposal_id":"{id}","parent_proposal_id":"{parent}","proposal_kind":"new_media_buy","proposal_status":"draft","name":"Plan","commercial_terms":{terms},"terms_digest":"{}"}}"#,
        digest.unwrap_or_default()
    )
}

/// Honest ones, and those whose forms the readers tell apart.
pub fn answers() -> Vec<(&'static str, String)> {
    let three = [
        draft("q2", "q1", &terms(1, "a")),
        draft("q3", "q1", &terms(2, "a")),
        draft("q4", "q1", &terms(3, "b")),
    ];
    let second =
        format!(r#"{{"source_proposal_id":"q1","outcome":"revised","proposals":[{}]}}"#, three.join(","));
    let whole = |first: String| {
        let products = r#"[{"product_id":"native_feed_q4","name":"Native"}]"#;
        format!(r#"{{"status":"completed","results":[{first},{second}],"products":{products}}}"#)
    };
    let good = draft("p2", "p1", &terms(80_000, "native_feed_q4"));
    let dear = draft("p2", "p1", &terms(90_000, "native_feed_q4"));
    let part = r#""reason_code":"constraint_unsatisfiable","reason":"No.","unsatisfied_constraints":["total_budget"]"#;
    vec![
        (
            "revised",
            whole(format!(r#"{{"source_proposal_id":"p1","outcome":"revised","proposals":[{good}]}}"#)),
        ),
        (
            "partial",
            whole(format!(
                r#"{{"source_proposal_id":"p1","outcome":"partial","proposals":[{dear}],{part}}}"#
            )),
        ),
        ("unable", whole(format!(r#"{{"source_proposal_id":"p1","outcome":"unable",{part}}}"#))),
        ("submitted", r#"{"status":"submitted","task_id":"t1"}"#.to_owned()),
        ("error", r#"{"adcp_error":{"code":"INVALID_STATE","message":"m","retry_after":1.5}}"#.to_owned()),
        ("failed", r#"{"status":"failed","errors":[{"code":"X","message":"m"}]}"#.to_owned()),
        ("plain", "the database is on fire".to_owned()),
    ]
}
