//! An answer to `accept_proposal`, judged.

use anp::json::{self, SyntaxFault, Value};

use crate::constraint::purchases;
use crate::digest::TermsDigest;
use crate::fault::{Fault, Faults, Rule};
use crate::pointer::At;
use crate::schema::{self, Body};
use crate::sources::text;
use crate::task_error;

/// What was sent, as far as the answer is held against it.
#[derive(Debug, Clone, PartialEq)]
pub struct Acceptance {
    /// The committed proposal, as it was verified.
    pub committed: Value,
    /// The digest that was sent.
    pub digest: TermsDigest,
}

impl Acceptance {
    /// For a committed proposal: its id and the digest computed of its terms are what is sent.
    pub fn of(committed: &Value) -> Option<Self> {
        let held = text(committed, "proposal_status") == Some("committed");
        let digest = TermsDigest::of(committed.get("commercial_terms")?);
        held.then(|| Self { committed: committed.clone(), digest })
    }

    /// The proposal's id.
    pub fn proposal_id(&self) -> &str {
        text(&self.committed, "proposal_id").unwrap_or_default()
    }
}

/// Judges a completed answer from its bytes: accepted is what was sent, to the letter.
///
/// # Errors
/// [`SyntaxFault`] where they are no JSON text.
pub fn judge(sent: &Acceptance, answer: &[u8]) -> Result<Vec<Fault>, SyntaxFault> {
    let parsed = json::parse(answer)?;
    let mut faults = Faults::default();
    for flaw in &parsed.flaws {
        faults.add(Rule::Json, &At::from(&flaw.path), flaw.kind.to_string());
    }
    let answer = &parsed.value;
    if task_error::within(answer).is_some() {
        faults.add(Rule::TaskError, &At::root(), "a task error: nothing was accepted");
        return Ok(faults.listed());
    }
    faults.extend(schema::check(Body::AcceptedProposal, &completed(answer)));
    proposal(sent, answer, &mut faults);
    Ok(faults.listed())
}

/// Without the envelope; where no state stands, it is completed.
fn completed(answer: &Value) -> Value {
    let Value::Object(mut members) = crate::verify::body(answer) else { return answer.clone() };
    if !members.iter().any(|(name, _)| name == "status") {
        members.push(("status".to_owned(), "completed".into()));
    }
    members.retain(|(name, _)| name != "adcp_version");
    Value::Object(members)
}

fn proposal(sent: &Acceptance, answer: &Value, faults: &mut Faults) {
    let at = At::root().key("accepted_proposal");
    let Some(accepted) = answer.get("accepted_proposal") else {
        return faults.add(Rule::AcceptedProposal, &at, "no proposal was accepted");
    };
    for key in ["proposal_id", "proposal_kind"] {
        if accepted.get(key) != sent.committed.get(key) {
            faults.add(Rule::AcceptedProposal, &at.key(key), format!("another {key} than was accepted here"));
        }
    }
    let terms = accepted.get("commercial_terms");
    let digest = terms.map(TermsDigest::of);
    let claimed = text(accepted, "terms_digest");
    if digest.map(|digest| digest.to_string()).as_deref() != claimed {
        faults.add(Rule::TermsDigest, &at.key("terms_digest"), "not the digest of these terms");
    }
    if digest != Some(sent.digest) {
        let detail = format!("not the terms that were accepted here: their digest is {}", sent.digest);
        faults.add(Rule::AcceptedDigest, &at.key("commercial_terms"), detail);
    }
    let media_buy = text(answer, "media_buy_id");
    let amended = text(&sent.committed, "media_buy_id");
    if text(accepted, "media_buy_id") != media_buy || amended.is_some_and(|id| media_buy != Some(id)) {
        faults.add(Rule::MediaBuy, &At::root().key("media_buy_id"), "not the media buy that this belongs to");
    }
    bindings(answer, terms.map(purchases).unwrap_or_default(), faults);
}

/// What the seller executes is what was bought: one package for each purchase, each of its product.
fn bindings(answer: &Value, bought: &[Value], faults: &mut Faults) {
    let at = At::root().key("purchase_bindings");
    let bindings = answer.get("purchase_bindings").and_then(Value::as_array).unwrap_or_default();
    for (place, binding) in bindings.iter().enumerate() {
        let index = binding.get("purchase_index").and_then(Value::as_count);
        let purchase = index.and_then(|index| bought.get(usize::try_from(index).ok()?));
        if purchase.is_none_or(|purchase| text(purchase, "product_id") != text(binding, "product_id")) {
            faults.add(Rule::AcceptedProposal, &at.item(place), "no purchase of the accepted terms");
        }
    }
    let bound = |place: usize| {
        let index = |binding: &Value| binding.get("purchase_index").and_then(Value::as_count);
        bindings.iter().any(|binding| index(binding) == Some(place as u64))
    };
    if text(answer, "media_buy_status") != Some("canceled")
        && let Some(place) = (0..bought.len()).find(|place| !bound(*place))
    {
        let detail = format!("nothing was booked for purchase {place} of the accepted terms");
        faults.add(Rule::AcceptedProposal, &at, detail);
    }
}
