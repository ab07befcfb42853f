//! Declining: the end of a pursuit, a hold's included.

use serde_json::{Value, json};

use crate::book::State;
use crate::seller::{Call, Seller};

/// Answers `decline_proposals`.
pub fn decline(seller: &mut Seller, call: Call<'_>, arguments: &Value) -> Value {
    let declines = arguments.get("declines").and_then(Value::as_array);
    let results: Vec<Value> = declines
        .into_iter()
        .flatten()
        .map(|decline| {
            let id = decline.get("proposal_id").and_then(Value::as_str).unwrap_or_default();
            let open = seller
                .book
                .proposal_mut(call.buyer, id)
                .filter(|proposal| !proposal.declined && !matches!(proposal.state, State::Accepted(_)));
            if let Some(proposal) = open {
                proposal.declined = true;
                return json!({ "proposal_id": id, "outcome": "declined" });
            }
            let reason = "This proposal is not open to be declined.";
            json!({ "proposal_id": id, "outcome": "unable", "reason": reason })
        })
        .collect();
    json!({ "results": results })
}
