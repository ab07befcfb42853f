//! Answers to `request_proposals` and `decline_proposals`, judged.

use anp::json::{self, SyntaxFault, Value};

use super::drafts::Draft;
use super::stage::{self, Stage};
use super::{Asked, Circumstances, Findings, Judgement, flaw_words, targeting, terms};
use crate::digest::TermsDigest;
use crate::fault::Rule;
use crate::pointer::At;
use crate::request::read::RefineRequest;
use crate::schema::{self, Body};
use crate::sources::text;

/// Judges an answer to `request_proposals` from its bytes: drafts of new media buys, which come from
/// nothing and have ids that are new.
///
/// # Errors
/// [`SyntaxFault`] where they are no JSON text.
pub fn judge_requested(answer: &[u8], circumstances: &Circumstances<'_>) -> Result<Judgement, SyntaxFault> {
    judged(answer, |answer, findings| {
        findings.faults.extend(schema::check(Body::RequestedProposals, &stage::body(answer)));
        let at = At::root().key("proposals");
        let proposals = answer.get("proposals").and_then(Value::as_array).unwrap_or_default();
        let mut ids: Vec<&str> = Vec::new();
        for (place, proposal) in proposals.iter().enumerate() {
            let at = at.item(place);
            new_draft(proposal, &at, findings);
            let Some(id) = text(proposal, "proposal_id") else { continue };
            let at = at.key("proposal_id");
            if ids.contains(&id) {
                findings.fault(Rule::DuplicateSuccessorId, &at, "this id stands in this answer already");
            }
            let replayed = answer.get("replayed").and_then(Value::as_bool) == Some(true);
            let sources = circumstances.sources;
            if (sources.get(id).is_some() || sources.has_parent(id)) && !replayed {
                findings.fault(Rule::SuccessorId, &at, "the id of a proposal that was there before");
            }
            ids.push(id);
        }
        let request = RefineRequest { refinements: Vec::new(), context: None };
        targeting::products(&Asked { request: &request, answer, circumstances }, findings);
    })
}

fn new_draft(proposal: &Value, at: &At, findings: &mut Findings) {
    let here = proposal.get("commercial_terms").filter(|terms| terms.as_object().is_some());
    let draft = Draft { proposal, terms: here, digest: here.map(TermsDigest::of), at: at.clone() };
    terms::check(&draft, findings);
    for (key, expected, rule) in [
        ("proposal_status", "draft", Rule::ProposalStatus),
        ("proposal_kind", "new_media_buy", Rule::ProposalKind),
    ] {
        if text(proposal, key) != Some(expected) {
            findings.fault(rule, &at.key(key), format!("a first proposal is {expected}"));
        }
    }
    if proposal.get("parent_proposal_id").is_some() {
        findings.fault(Rule::Lineage, &at.key("parent_proposal_id"), "a first proposal comes from nothing");
    }
}

/// Judges an answer to `decline_proposals` from its bytes: one result for each, in order.
///
/// # Errors
/// [`SyntaxFault`] where they are no JSON text.
pub fn judge_declined(declined: &[String], answer: &[u8]) -> Result<Judgement, SyntaxFault> {
    judged(answer, |answer, findings| {
        // The body's schema knows no state but `submitted`; a completed answer's is the envelope's.
        let Value::Object(mut members) = stage::body(answer) else { return };
        members.retain(|(name, value)| name != "status" || value.as_text() != Some("completed"));
        members.retain(|(name, _)| name != "adcp_version");
        findings.faults.extend(schema::check(Body::DeclinedProposals, &Value::Object(members)));
        let at = At::root().key("results");
        let results = answer.get("results").and_then(Value::as_array).unwrap_or_default();
        if results.len() != declined.len() {
            let detail = format!("results here: {}; proposals declined: {}", results.len(), declined.len());
            findings.fault(Rule::Cardinality, &at, detail);
        }
        for (place, (result, id)) in results.iter().zip(declined).enumerate() {
            if text(result, "proposal_id") != Some(id) {
                let detail = format!("the proposal at this place is {id:?}");
                findings.fault(Rule::ResultOrder, &at.item(place).key("proposal_id"), detail);
            }
        }
    })
}

fn judged(answer: &[u8], completed: impl FnOnce(&Value, &mut Findings)) -> Result<Judgement, SyntaxFault> {
    let parsed = json::parse(answer)?;
    let mut findings = Findings::default();
    for flaw in &parsed.flaws {
        findings.fault(Rule::Json, &At::from(&flaw.path), flaw_words(flaw.kind));
    }
    let answer = parsed.value;
    if answer.as_object().is_none() {
        findings.fault(Rule::Schema, &At::root(), "an object is expected");
        return Ok(Judgement {
            answer,
            pending: None,
            faults: findings.faults.listed(),
            departures: Vec::new(),
            unchecked: Vec::new(),
        });
    }
    let stage = stage::read(&answer, &mut findings);
    if stage == Stage::Completed {
        completed(&answer, &mut findings);
    }
    Ok(Judgement {
        answer,
        pending: match stage {
            Stage::Pending(task) => Some(task),
            Stage::Completed | Stage::Over => None,
        },
        faults: findings.faults.listed(),
        departures: findings.departures,
        unchecked: findings.unchecked,
    })
}
