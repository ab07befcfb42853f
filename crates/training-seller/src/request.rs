//! From a brief to a first draft.

use serde_json::{Value, json};

use crate::book::{Aim, Proposal};
use crate::catalogue::{PRODUCTS, Product};
use crate::cents::Cents;
use crate::fault::Fault;
use crate::plan::{DAY, Line, Plan, flight};
use crate::profile::Profile;
use crate::seller::{Call, Seller};
use crate::wishes::texts;

/// What a first draft costs, whatever the brief says: prose sets no price.
const FIRST: Cents = Cents::dollars(60_000);

/// Answers `request_proposals`.
///
/// # Errors
/// `ACCOUNT_NOT_FOUND` for an account that is not the caller's.
pub fn request(seller: &mut Seller, call: Call<'_>, arguments: &Value) -> Result<Value, Fault> {
    let account = arguments.get("account");
    let brand = arguments.get("brand").or_else(|| account.and_then(|account| account.get("brand")));
    let brand = brand.cloned().unwrap_or_else(|| json!({ "domain": call.buyer.brand() }));
    let domain = brand.get("domain").and_then(Value::as_str).unwrap_or_default();
    if account.is_some_and(|account| !call.buyer.owns(account, domain)) {
        return Err(no_account());
    }
    let brief = arguments.get("brief").and_then(Value::as_str).unwrap_or_default().to_lowercase();
    if ["tobacco", "vape", "gambling"].iter().any(|word| brief.contains(word)) {
        let reason = "StreamHaus carries no advertising of this kind.";
        return Ok(json!({ "outcome": "rejected", "reason": reason }));
    }
    let criteria = |name: &str| arguments.get("criteria").and_then(|criteria| criteria.get(name));
    let only = criteria("product_ids").and_then(Value::as_array).map(|ids| texts(ids));
    let allowed =
        |product: &&Product| only.as_ref().is_none_or(|only| only.iter().any(|id| id == product.id));
    // Video and display, or what the criteria leave.
    let chosen: Vec<&'static Product> = PRODUCTS.iter().filter(allowed).take(2).collect();
    if chosen.is_empty() {
        let reason = "None of the products that the criteria name is sold here.";
        return Ok(json!({ "outcome": "rejected", "reason": reason }));
    }
    let (start, end) = flight(call.now);
    let share = Cents::new(FIRST.count() / i64::try_from(chosen.len()).unwrap_or(1));
    let alone = chosen.len() == 1;
    let lines = chosen.iter().map(|product| {
        let price = if alone { product.alone } else { product.beside };
        Line { product, price, budget: share }
    });
    let plan = Plan {
        brand,
        lines: lines.collect(),
        start,
        end,
        targeting: criteria("targeting_overlay").cloned(),
        only,
        ending: None,
    };
    let id = seller.id("proposal", call, 0);
    let bare = seller.profile == Profile::Guide;
    let draft = Proposal::draft(id, None, Aim::New, plan, bare, call.now.plus_millis(DAY));
    let products: Vec<Value> = chosen.iter().map(|product| product.describe()).collect();
    let answer = json!({
        "status": "completed",
        "outcome": "proposed",
        "proposals": [draft.json()],
        "products": products,
    });
    seller.book.keep(call.buyer, draft);
    Ok(answer)
}

/// The account is not, or is not the caller's: both in the same words.
pub fn no_account() -> Fault {
    Fault::correctable("ACCOUNT_NOT_FOUND", "There is no such account.").at("account")
}
