//! Accepting: a hold becomes a media buy, changes one or ends one.

use serde_json::{Value, json};

use crate::book::{Aim, Buy, Proposal, State};
use crate::cents::{Cents, Towards};
use crate::fault::Fault;
use crate::plan::seconds;
use crate::request::no_account;
use crate::seller::{Call, Seller};
use crate::terms::digest;

/// Answers `accept_proposal`.
///
/// # Errors
/// For a proposal that is not this buyer's, no hold, held no longer or already accepted;
/// another digest or account; an insertion order that lacks; a media buy that moved on.
pub fn accept(seller: &mut Seller, call: Call<'_>, arguments: &Value) -> Result<Value, Fault> {
    let id = arguments.get("proposal_id").and_then(Value::as_str).unwrap_or_default();
    let hold = acceptable(seller, call, id, arguments)?.clone();
    let named = arguments.get("name").and_then(Value::as_str);
    let (buy_id, buy) = match &hold.aim {
        Aim::New => {
            let name = named.unwrap_or(&hold.name).to_owned();
            (seller.id("buy", call, 0), Buy { revision: 1, name, canceled: false })
        }
        Aim::Update(buy, revision) | Aim::Cancel(buy, revision) => {
            let current = seller.book.buy(call.buyer, buy).filter(|buy| buy.revision == *revision);
            let current = current.filter(|buy| !buy.canceled).cloned().ok_or_else(|| {
                Fault::correctable("CONFLICT", "The media buy has moved on. Ask for fresh terms.")
                    .at("proposal_id")
            })?;
            let canceled = matches!(hold.aim, Aim::Cancel(..));
            (buy.clone(), Buy { revision: revision.saturating_add(1), canceled, ..current })
        }
    };
    let accepted = Proposal { state: State::Accepted(call.now), buy: Some(buy_id.clone()), ..hold };
    let answer = answer(seller, call, &accepted, &buy_id, &buy);
    seller.book.keep(call.buyer, accepted);
    seller.book.write(call.buyer, &buy_id, buy);
    seller.probes.forgive(call.buyer);
    Ok(answer)
}

fn acceptable<'a>(
    seller: &'a Seller,
    call: Call<'_>,
    id: &str,
    arguments: &Value,
) -> Result<&'a Proposal, Fault> {
    let found = seller.book.proposal(call.buyer, id).filter(|proposal| !proposal.declined);
    let Some(hold) = found else {
        return Err(Fault::correctable("PROPOSAL_NOT_FOUND", "There is no such proposal.").at("proposal_id"));
    };
    let brand = hold.plan.brand.get("domain").and_then(Value::as_str).unwrap_or_default();
    if !arguments.get("account").is_some_and(|account| call.buyer.owns(account, brand)) {
        return Err(no_account());
    }
    match hold.state {
        State::Committed => {}
        State::Draft => {
            let said = "This proposal is a draft. Finalize it, then accept what is held.";
            return Err(Fault::correctable("PROPOSAL_NOT_COMMITTED", said).at("proposal_id"));
        }
        State::Accepted(_) => {
            let said = "This proposal was accepted already.";
            return Err(Fault::correctable("INVALID_STATE", said).at("proposal_id"));
        }
    }
    if hold.expires <= call.now {
        let said = "The hold has ended. Ask for fresh terms and finalize those.";
        return Err(Fault::correctable("PROPOSAL_EXPIRED", said).at("proposal_id"));
    }
    let sent = arguments.get("proposal_terms_digest").and_then(Value::as_str);
    if sent != Some(digest(&hold.terms).as_str()) {
        let said = "The digest is not that of the held terms.";
        return Err(Fault::correctable("INVALID_REQUEST", said).at("proposal_terms_digest"));
    }
    let amount = arguments.get("total_budget").and_then(|budget| budget.get("amount"));
    if amount.is_some_and(|amount| Cents::bound(amount, Towards::Ceiling) != Some(hold.plan.total())) {
        let said = "The total is not that of the held terms.";
        return Err(Fault::correctable("INVALID_REQUEST", said).at("total_budget"));
    }
    if let Some(order) = &hold.order {
        let signed = arguments.get("io_acceptance").and_then(|signed| signed.get("io_id"));
        if signed.and_then(Value::as_str) != Some(order) {
            let said = "This hold needs its insertion order signed.";
            return Err(Fault::correctable("IO_REQUIRED", said).at("io_acceptance"));
        }
    }
    Ok(hold)
}

fn answer(seller: &Seller, call: Call<'_>, accepted: &Proposal, buy_id: &str, buy: &Buy) -> Value {
    // A product keeps its package through every amendment of its media buy.
    let lasting = Call { key: buy_id, ..call };
    let package = |product: &str| seller.id(&format!("package_{product}"), lasting, 0);
    let bindings: Vec<Value> = accepted
        .plan
        .lines
        .iter()
        .enumerate()
        .map(|(place, line)| {
            json!({
                "purchase_index": place,
                "product_id": line.product.id,
                "package_id": package(line.product.id),
            })
        })
        .collect();
    let actions = ["cancel", "extend_flight", "increase_budget", "decrease_budget"];
    let actions: Vec<Value> = actions
        .iter()
        .filter(|_| !buy.canceled)
        .map(|action| json!({ "task": "refine_proposals", "action": action, "mode": "seller_managed" }))
        .collect();
    json!({
        "status": "completed",
        "media_buy_id": buy_id,
        "name": buy.name,
        "revision": buy.revision,
        "media_buy_status": if buy.canceled { "canceled" } else { "pending_creatives" },
        "confirmed_at": seconds(call.now),
        "accepted_proposal": accepted.json(),
        "purchase_bindings": bindings,
        "available_actions": actions,
    })
}
