//! The cost of a result that was asked for, and the seller's answer to it: `bidding.cost_per` of the
//! terms, which binds the buyer as soon as they are accepted.

use anp::json::Value;

use super::Findings;
use crate::constraint::purchases;
use crate::fault::Rule;
use crate::number;
use crate::pointer::At;
use crate::sources::text;

/// Judges terms by `outcome_target.cost_per` and the budget beside it.
pub fn check(wanted: &Value, filters: Option<&Value>, terms: &Value, at: &At, findings: &mut Findings) {
    let answer_at = at.key("bidding").key("cost_per");
    let answer = terms.get("bidding").and_then(|bidding| bidding.get("cost_per"));
    match answer {
        None => findings.fault(Rule::Criteria, &answer_at, "the cost that was asked for is not answered"),
        Some(answer) => answered(wanted, answer, &answer_at, findings),
    }
    let currency = text(wanted, "currency");
    for (place, purchase) in purchases(terms).iter().enumerate() {
        let at = at.key("purchases").item(place);
        if purchase.get("bidding").is_some() {
            let detail = "bidding of its own, which the answer to a cost may not carry";
            findings.fault(Rule::Criteria, &at.key("bidding"), detail);
        }
        let pricing = purchase.get("pricing").unwrap_or(&Value::Null);
        priced_in(currency, pricing, &at.key("pricing"), findings);
    }
    let Some(total) = terms.get("total_budget") else { return };
    let at = at.key("total_budget");
    priced_in(currency, total, &at, findings);
    let (Some(range), Some(amount)) =
        (filters.and_then(|filters| filters.get("budget_range")), number::member(total, "amount"))
    else {
        return;
    };
    let below = number::member(range, "min").is_some_and(|min| amount < min);
    let above = number::member(range, "max").is_some_and(|max| amount > max);
    if below || above {
        findings.fault(Rule::Criteria, &at.key("amount"), "outside of the budget that was asked for");
    }
}

/// What a seller cannot do for the cost asked for costs more, and stays as hard or soft as it was.
fn answered(wanted: &Value, answer: &Value, at: &At, findings: &mut Findings) {
    if let (Some(asked), Some(here)) = (number::member(wanted, "amount"), number::member(answer, "amount"))
        && here < asked
    {
        findings.fault(Rule::Criteria, &at.key("amount"), "less than the cost that was asked for");
    }
    if text(answer, "strength") != text(wanted, "strength") {
        let detail = "a cap or a target, other than asked for";
        findings.fault(Rule::Criteria, &at.key("strength"), detail);
    }
}

fn priced_in(currency: Option<&str>, money: &Value, at: &At, findings: &mut Findings) {
    let here = text(money, "currency");
    if here.is_some() && here != currency {
        let detail = "another currency than the cost was asked for in";
        findings.fault(Rule::Criteria, &at.key("currency"), detail);
    }
}
