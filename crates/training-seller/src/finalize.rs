//! Holds: every one of a batch or none.

use serde_json::{Value, json};

use crate::book::{Proposal, State};
use crate::capabilities::MOST_HOLDS;
use crate::fault::Fault;
use crate::plan::Plan;
use crate::profile::Profile;
use crate::revise::products;
use crate::seller::{Call, Seller};

/// How long a hold lasts: fifteen minutes, in milliseconds.
pub const HOLD: i64 = 15 * 60_000;

/// Finalizes a batch.
///
/// # Errors
/// `INVALID_STATE` where a source is no draft, or is held already.
pub fn batch(seller: &mut Seller, call: Call<'_>, refinements: &[Value]) -> Result<Value, Fault> {
    let id = |refinement: &Value| {
        refinement.get("proposal_id").and_then(Value::as_str).unwrap_or_default().to_owned()
    };
    let ids: Vec<String> = refinements.iter().map(id).collect();
    for (place, id) in ids.iter().enumerate() {
        holdable(seller, call, id, place)?;
    }
    let mut free = MOST_HOLDS.saturating_sub(seller.book.holds(call.buyer, call.now).count());
    if seller.profile == Profile::NoHolds {
        free = 0;
    }
    let mut troubles: Vec<Option<(&str, &str)>> = Vec::new();
    for id in &ids {
        let trouble = if unavailable(seller, call, id) {
            Some(("source_unavailable", "This proposal is not available."))
        } else if free == 0 {
            Some(("hold_unavailable", "StreamHaus cannot hold this now."))
        } else {
            free -= 1;
            None
        };
        troubles.push(trouble);
    }
    if troubles.iter().any(Option::is_some) {
        let aborted = ("batch_aborted", "Another proposal of this batch could not be held.");
        let results: Vec<Value> = ids
            .iter()
            .zip(troubles)
            .map(|(id, trouble)| {
                let (code, reason) = trouble.unwrap_or(aborted);
                json!({
                    "source_proposal_id": id,
                    "outcome": "unable",
                    "reason_code": code,
                    "reason": reason,
                })
            })
            .collect();
        return Ok(json!({ "status": "completed", "results": results, "products": [] }));
    }
    Ok(hold(seller, call, &ids))
}

fn hold(seller: &mut Seller, call: Call<'_>, ids: &[String]) -> Value {
    let holds: Vec<Proposal> = ids
        .iter()
        .enumerate()
        .filter_map(|(place, id)| {
            let draft = seller.book.proposal(call.buyer, id)?;
            let order = (seller.profile == Profile::IoRequired).then(|| seller.id("io", call, place));
            Some(Proposal {
                id: seller.id("hold", call, place),
                parent: Some(draft.id.clone()),
                state: State::Committed,
                expires: call.now.plus_millis(HOLD),
                order,
                ..draft.clone()
            })
        })
        .collect();
    let results: Vec<Value> = holds
        .iter()
        .map(|hold| {
            json!({
                "source_proposal_id": hold.parent,
                "outcome": "finalized",
                "proposal": hold.json(),
            })
        })
        .collect();
    let plans: Vec<&Plan> = holds.iter().map(|hold| &hold.plan).collect();
    let products = products(&plans, seller.profile, call);
    for hold in holds {
        seller.book.keep(call.buyer, hold);
    }
    seller.probes.forgive(call.buyer);
    json!({ "status": "completed", "results": results, "products": products })
}

/// Refuses what is no draft or is held already. What is not there is no error of the task:
/// it is answered like what is another buyer's.
fn holdable(seller: &Seller, call: Call<'_>, id: &str, place: usize) -> Result<(), Fault> {
    let Some(source) = seller.book.proposal(call.buyer, id) else { return Ok(()) };
    let held = seller.book.holds(call.buyer, call.now).any(|hold| hold.parent.as_deref() == Some(id));
    let said = match source.state {
        State::Draft if !held => return Ok(()),
        State::Draft => "This draft is held already; finalizing again makes no second hold.",
        State::Committed | State::Accepted(_) => "Only a draft can be finalized.",
    };
    Err(Fault::correctable("INVALID_STATE", said).at(format!("refinements[{place}].proposal_id")))
}

fn unavailable(seller: &Seller, call: Call<'_>, id: &str) -> bool {
    let Some(source) = seller.book.proposal(call.buyer, id) else { return true };
    let moved = source.aim.base().is_some_and(|(buy, revision)| {
        seller.book.buy(call.buyer, buy).is_none_or(|buy| buy.canceled || buy.revision != revision)
    });
    source.declined || source.expires <= call.now || moved
}
