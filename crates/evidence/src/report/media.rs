//! Dealings with a seller of media, for people: what was asked, what came, and what its bytes give.

use core::fmt::Write as _;

use adcp::course::{Heard, Judged, proposals_in};
use adcp::digest::TermsDigest;
use adcp::number;
use anp::digest::{EventHash, sha256};
use anp::json::Value;

use super::inert::{hash, inert, time};
use crate::contents::{Contents, Media, MediaRequest};
use crate::media::{answer_name, request_name};

/// All of it; nothing where there is no seller.
pub(super) fn section(contents: &Contents) -> String {
    let Some(media) = &contents.media else { return String::new() };
    let heard = media.followed();
    let cards: String = (1..)
        .zip(media.requests.iter().zip(&heard))
        .map(|(number, (request, heard))| card(number, request, heard))
        .collect();
    format!(
        "<h2>Dealings with a seller of media</h2>\n<p class=\"lead\">Requests as they left and answers as they came from \
         <code>{}</code>, byte for byte. Nobody signs such an answer: it came over a line that the seller’s certificate vouches \
         for. What can be computed of it is computed here again; what the seller writes is shown as written.</p>\n{cards}",
        inert(&media.seller)
    )
}

/// Rows for the timeline: time, and the row.
pub(super) fn rows(media: &Media) -> Vec<(String, String)> {
    let mut rows = Vec::new();
    for (number, request) in (1..).zip(&media.requests) {
        for (place, message) in (1..).zip(&request.messages) {
            let row = format!(
                "<tr><td>{}</td><td></td><td>The seller of media</td><td>{}, to request {number}</td><td>{}</td></tr>",
                time(&message.at),
                answer_name(number, place),
                outcome(&request.verdict.outcome)
            );
            rows.push((message.at.clone(), row));
        }
    }
    rows
}

fn outcome(outcome: &str) -> &'static str {
    match outcome {
        "holds" => "holds",
        "fails" => "<b>does not hold</b>",
        "error" => "refused: nothing was done",
        _ => "no answer",
    }
}

fn card(number: usize, request: &MediaRequest, heard: &Heard) -> String {
    let (class, state) = match heard.answer.as_ref().map(|judged| judged.judgement.holds()) {
        Some(true) => ("holds", "the answer holds"),
        Some(false) => ("fails", "the answer does not hold"),
        None if heard.error.is_some() => ("fails", "refused: nothing was done"),
        None => ("fails", "no answer"),
    };
    let mut body = format!(
        "<dl class=\"small\"><dt>Asked</dt><dd><code>{}</code>, {}, {} bytes, SHA-256 {}</dd><dt>Stands</dt><dd>{} by the \
         exporter’s word, sent {} times under the key <code>{}</code></dd>",
        request_name(number),
        inert(&request.tool),
        request.arguments.len(),
        hash(&EventHash(sha256(&request.arguments)).to_string()),
        inert(&request.state),
        request.sends,
        inert(&request.key),
    );
    for (place, message) in (1..).zip(&request.messages) {
        let _ = write!(
            body,
            "<dt>Came</dt><dd>{} UTC, <code>{}</code>, {} bytes, SHA-256 {}</dd>",
            time(&message.at),
            answer_name(number, place),
            message.bytes.len(),
            hash(&EventHash(sha256(&message.bytes)).to_string())
        );
    }
    body.push_str("</dl>");
    if let Some(error) = &heard.error {
        let code = error.code.as_deref().unwrap_or("no code");
        let _ = write!(body, "<p class=\"small\">Task error {}: {}</p>", inert(code), inert(&error.message));
    }
    if let Some(judged) = &heard.answer {
        body.push_str(&judgement(judged));
    }
    format!(
        "<article class=\"card event\"><header><h3><span class=\"place\">{number}</span> {}</h3>\
         <span class=\"state {class}\">{state}</span></header>\n<div class=\"body\">{body}</div></article>\n",
        inert(&request.tool)
    )
}

fn judgement(judged: &Judged) -> String {
    let mut out = String::new();
    let faults = &judged.judgement.faults;
    if !faults.is_empty() {
        let items: String = faults
            .iter()
            .map(|fault| {
                format!("<li><b>{}</b> at {}: {}</li>", fault.rule, inert(&fault.path), inert(&fault.detail))
            })
            .collect();
        let _ = write!(out, "<ul class=\"faults\">{items}</ul>");
    }
    let proposals = proposals_in(&judged.judgement.answer);
    if !proposals.is_empty() {
        let rows: String = proposals.into_iter().map(proposal).collect();
        let _ = write!(
            out,
            "<table class=\"small\"><thead><tr><th>Proposal</th><th>Parent</th><th class=\"n\">Total</th><th>Until</th>\
             <th>Digest of its terms, computed</th></tr></thead><tbody>{rows}</tbody></table>"
        );
    }
    out
}

fn proposal(proposal: &Value) -> String {
    let text = |key: &str| proposal.get(key).and_then(Value::as_text).unwrap_or_default();
    let terms = proposal.get("commercial_terms");
    let budget = terms.and_then(|terms| terms.get("total_budget"));
    let amount = budget.and_then(|budget| number::amount(budget.get("amount")?));
    let currency =
        budget.and_then(|budget| budget.get("currency")).and_then(Value::as_text).unwrap_or_default();
    let computed = terms.map(|terms| TermsDigest::of(terms).to_string());
    let fits = computed.as_deref() == Some(text("terms_digest"));
    format!(
        "<tr><td>{} <code>{}</code></td><td><code>{}</code></td><td class=\"n\">{} {}</td><td>{}</td><td><code>{}</code>{}</td></tr>",
        inert(text("name")),
        inert(text("proposal_id")),
        inert(text("parent_proposal_id")),
        amount.map(|amount| amount.to_string()).unwrap_or_default(),
        inert(currency),
        if text("expires_at").is_empty() { String::new() } else { time(text("expires_at")) },
        computed.unwrap_or_default(),
        if fits { "" } else { " <b>not the one that the seller states</b>" },
    )
}
