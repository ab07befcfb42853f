//! How long it takes to judge a seller's answer, beside the official verifier on the same answer.

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use adcp::digest::TermsDigest;
use adcp::request::read::RefineRequest;
use adcp::sources::Sources;
use adcp::verify::{Circumstances, LEAD_MILLIS, judge};
use anp::json::{Value, parse_flawless};
use anp::time::Moment;

use crate::Failure;

const REFINEMENTS: usize = 25;
const ALTERNATIVES: usize = 10;
const NOW: &str = "2026-11-30T12:00:00Z";
const ROUNDS: usize = 21;

/// Judges the same answer by the official package, in its own process; times in seconds on standard
/// output, one a line.
const OFFICIAL: &str = r#"
import json, sys, time
from datetime import datetime, timezone
from adcp.negotiation import verify_refine_proposals_response as verify
request, answer = sys.stdin.read().split("\n", 1)
now = datetime(2026, 11, 30, 12, tzinfo=timezone.utc)
for _ in range(int(sys.argv[1])):
    begun = time.perf_counter()
    found = verify(json.loads(request), json.loads(answer), now=now)
    took = time.perf_counter() - begun
    assert found.valid, found.issues[:3]
    print(took)
"#;

/// Measures both, where the official one is to be had.
pub fn measure() -> Result<(), Failure> {
    let (request, answer) = exchange()?;
    let ours = ours(&request, &answer)?;
    println!(
        "An answer to {REFINEMENTS} refinements with {ALTERNATIVES} alternatives each, {} kB; medians of {ROUNDS}.\n\
         here                    {:>8.2} ms, from the bytes to the verdict",
        answer.len() / 1000,
        ours.as_secs_f64() * 1e3
    );
    match official(&request, &answer) {
        Ok(theirs) => println!(
            "official Python package {:>8.2} ms, the same; {:.1} times as long",
            theirs * 1e3,
            theirs / ours.as_secs_f64()
        ),
        Err(why) => println!("official Python package not measured: {why}"),
    }
    Ok(())
}

fn ours(request: &str, answer: &str) -> Result<Duration, Failure> {
    let sources = Sources::default();
    let circumstances = Circumstances {
        sources: &sources,
        support: None,
        now: Moment::parse(NOW)?,
        lead_millis: LEAD_MILLIS,
    };
    let mut times = Vec::new();
    // The first one takes the schemas apart, once for the life of a process.
    for _ in 0..=ROUNDS {
        let begun = Instant::now();
        let asked = RefineRequest::read(&parse_flawless(request.as_bytes())?)?;
        let judgement = judge(&asked, answer.as_bytes(), &circumstances)?;
        times.push(begun.elapsed());
        if let Some(fault) = judgement.faults.first() {
            return Err(format!("the answer does not hold: {fault}").into());
        }
    }
    times.remove(0);
    times.sort_unstable();
    times.get(ROUNDS / 2).copied().ok_or_else(|| "nothing was measured".into())
}

/// The official verifier's median, in seconds.
fn official(request: &str, answer: &str) -> Result<f64, Failure> {
    let python =
        std::env::var("COUNTERSIGN_ADCP_PYTHON").unwrap_or_else(|_| "target/adcp-venv/bin/python".to_owned());
    if !Path::new(&python).exists() {
        return Err(format!(
            "there is no {python} with the package adcp (COUNTERSIGN_ADCP_PYTHON names one)"
        )
        .into());
    }
    let mut child = Command::new(&python)
        .args(["-c", OFFICIAL, &ROUNDS.to_string()])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()?;
    let mut input = child.stdin.take().ok_or("no way to hand the answer over")?;
    input.write_all(format!("{request}\n{answer}").as_bytes())?;
    drop(input);
    let done = child.wait_with_output()?;
    if !done.status.success() {
        return Err("the official verifier did not judge it".into());
    }
    let text = String::from_utf8(done.stdout)?;
    let mut times = text.lines().map(str::parse::<f64>).collect::<Result<Vec<_>, _>>()?;
    times.sort_unstable_by(f64::total_cmp);
    times.get(times.len() / 2).copied().ok_or_else(|| "nothing was measured".into())
}

/// The request and an honest answer to it.
fn exchange() -> Result<(String, String), Failure> {
    let (mut refinements, mut results) = (Vec::new(), Vec::new());
    for number in 0..REFINEMENTS {
        let source = format!("source_{number}");
        refinements.push(format!(
            r#"{{"proposal_id":"{source}","action":"revise","constraints":{{"total_budget":{{"max":90000,"currency":"USD"}},"cpm":{{"max":30,"currency":"USD"}},"impressions":{{"min":1000000}}}},"product_changes":{{"native_feed_q4":"omit"}},"alternatives":{{"count":{ALTERNATIVES}}}}}"#
        ));
        let drafts = (0..ALTERNATIVES).map(|alternative| draft(&source, number, alternative));
        let drafts = drafts.collect::<Result<Vec<_>, _>>()?.join(",");
        results.push(format!(
            r#"{{"source_proposal_id":"{source}","outcome":"revised","proposals":[{drafts}]}}"#
        ));
    }
    let request = format!(
        r#"{{"adcp_version":"3.2","idempotency_key":"bench-0123456789abcdef","refinements":[{}]}}"#,
        refinements.join(",")
    );
    let products = r#"[{"product_id":"premium_video_q4","name":"Premium video"},{"product_id":"display_standard_q4","name":"Display"}]"#;
    let answer =
        format!(r#"{{"status":"completed","results":[{}],"products":{products}}}"#, results.join(","));
    Ok((request, answer))
}

fn draft(source: &str, number: usize, alternative: usize) -> Result<String, Failure> {
    let flight = r#""start_time":"2026-12-01T00:00:00Z","end_time":"2026-12-31T00:00:00Z""#;
    let purchases: Vec<String> = ["premium_video_q4", "display_standard_q4"]
        .iter()
        .map(|product| {
            format!(
                r#"{{"product_id":"{product}","pricing_option_id":"fixed","pricing":{{"pricing_option_id":"fixed","pricing_model":"cpm","currency":"USD","fixed_price":{alternative}.25}},{flight},"impressions":1000000}}"#
            )
        })
        .collect();
    let terms = format!(
        r#"{{"brand":{{"domain":"northwind.example"}},"purchases":[{}],{flight},"total_budget":{{"amount":{},"currency":"USD"}}}}"#,
        purchases.join(","),
        50_000 + number * 10 + alternative
    );
    let read: Value = parse_flawless(terms.as_bytes())?;
    let digest = TermsDigest::of(&read);
    Ok(format!(
        r#"{{"proposal_id":"{source}_{alternative}","parent_proposal_id":"{source}","proposal_kind":"new_media_buy","proposal_status":"draft","name":"Alternative {alternative}","commercial_terms":{terms},"terms_digest":"{digest}"}}"#
    ))
}
