//! An answer for the window: each requirement recomputed beside what the seller claims.

use adcp::constraint::{evaluate, meets_change};
use adcp::course::{Judged, proposals_in};
use adcp::number;
use adcp::request::refine::{Constraints, Dimension, Membership, Refinement, Revision, Wish};
use adcp::verify::Remark;
use anp::digest::{EventHash, sha256};
use anp::json::{Value, canonical};
use money::Amount;

use super::book::{Book, Exchange, Proposal, text};
use super::form::fault_view;
use super::show::wishes;
use crate::view::{
    AdcpAnswer, AdcpCell, AdcpClaim, AdcpDeparture, AdcpFault, AdcpFound, AdcpResult, AdcpRow, AdcpWish,
};

/// An answer with its verdict.
pub(super) fn view(exchange: &Exchange, judged: &Judged) -> AdcpAnswer {
    let judgement = &judged.judgement;
    let remark = |remark: &Remark| AdcpFault {
        rule: remark.rule.as_str().to_owned(),
        path: remark.path.clone(),
        detail: remark.detail.clone(),
    };
    AdcpAnswer {
        came_at: judged.came_at.clone(),
        text: judged.text.clone(),
        sha256: EventHash(sha256(judged.text.as_bytes())).to_string(),
        replayed: judged.replayed,
        holds: judgement.holds(),
        faults: judgement.faults.iter().map(fault_view).collect(),
        departures: departures(exchange, judged),
        unchecked: judgement.unchecked.iter().map(remark).collect(),
        results: results(exchange, &judgement.answer),
    }
}

/// Departures that a seller discloses, each with its name in forms.
fn departures(exchange: &Exchange, judged: &Judged) -> Vec<AdcpDeparture> {
    let answer = &judged.judgement.answer;
    let each = judged.judgement.departures.iter().map(|remark| AdcpDeparture {
        id: departure_id(exchange, &remark.path),
        path: remark.path.clone(),
        detail: remark.detail.clone(),
        product: product_of(answer, &remark.path),
        written: at(answer, &remark.path).map(canonical),
    });
    each.collect()
}

fn departure_id(exchange: &Exchange, path: &str) -> String {
    format!("{}{path}", exchange.row.number)
}

/// What stands at a JSON Pointer.
fn at<'a>(value: &'a Value, path: &str) -> Option<&'a Value> {
    path.split('/').skip(1).try_fold(value, |value, step| match value {
        Value::Array(items) => items.get(step.parse::<usize>().ok()?),
        Value::Object(_) => value.get(&step.replace("~1", "/").replace("~0", "~")),
        _ => None,
    })
}

/// The product that a pointer leads into.
fn product_of(answer: &Value, path: &str) -> Option<String> {
    let rest = path.strip_prefix("/products/")?;
    let place = rest.split('/').next()?.parse::<usize>().ok()?;
    let product = answer.get("products")?.as_array()?.get(place)?;
    text(product, "product_id").map(str::to_owned)
}

/// The departures that stand before a proposal is chosen: those of its products, and how its words were
/// understood, in the answer that it came in; and those of its ancestors, since a hold repeats none.
pub(super) fn departure_ids(book: &Book, proposal: &Proposal) -> Vec<String> {
    let mut ids = Vec::new();
    let bought: Vec<&str> = proposal
        .terms()
        .and_then(|terms| terms.get("purchases"))
        .and_then(Value::as_array)
        .unwrap_or_default()
        .iter()
        .filter_map(|purchase| text(purchase, "product_id"))
        .collect();
    let mut next = Some(proposal);
    // No chain is longer than there are proposals; a circle ends here too.
    for _ in 0..=book.proposals.len() {
        let Some(here) = next else { break };
        if let Some(exchange) = book.exchanges.get(here.exchange)
            && let Some(judged) = &exchange.answer
        {
            let answer = &judged.judgement.answer;
            for remark in &judged.judgement.departures {
                let product = product_of(answer, &remark.path);
                let concerns = match &product {
                    Some(product) => bought.contains(&product.as_str()),
                    None => result_of(answer, &remark.path)
                        .is_none_or(|result| proposals_in_result(result).contains(&here.id())),
                };
                let id = departure_id(exchange, &remark.path);
                if concerns && !ids.contains(&id) {
                    ids.push(id);
                }
            }
        }
        next = text(&here.value, "parent_proposal_id").and_then(|parent| book.proposal(parent));
    }
    ids
}

fn result_of<'a>(answer: &'a Value, path: &str) -> Option<&'a Value> {
    let place = path.strip_prefix("/results/")?.split('/').next()?.parse::<usize>().ok()?;
    answer.get("results")?.as_array()?.get(place)
}

fn proposals_in_result(result: &Value) -> Vec<&str> {
    let many = result.get("proposals").and_then(Value::as_array).unwrap_or_default().iter();
    many.chain(result.get("proposal")).filter_map(|proposal| text(proposal, "proposal_id")).collect()
}

/// Products that have come along, with their names; of two the later name.
pub(super) fn products(book: &Book) -> Vec<(String, String)> {
    let mut all: Vec<(String, String)> = Vec::new();
    for judged in book.exchanges.iter().filter_map(|exchange| exchange.answer.as_ref()) {
        let listed = judged.judgement.answer.get("products").and_then(Value::as_array).unwrap_or_default();
        for product in listed {
            let Some(id) = text(product, "product_id") else { continue };
            let name = text(product, "name").unwrap_or_default().to_owned();
            match all.iter_mut().find(|(known, _)| known == id) {
                Some(known) => known.1 = name,
                None => all.push((id.to_owned(), name)),
            }
        }
    }
    all
}

fn results(exchange: &Exchange, answer: &Value) -> Vec<AdcpResult> {
    let Some(results) = answer.get("results").and_then(Value::as_array) else {
        return vec![result(answer, None, &proposals_in(answer))];
    };
    let each = results.iter().enumerate().map(|(place, one)| {
        let source = text(one, "source_proposal_id").or_else(|| text(one, "proposal_id"));
        let request = exchange.refine.as_ref();
        let asked = request.and_then(|request| {
            let named = request.refinements.iter().find(|asked| Some(asked.proposal_id.as_str()) == source);
            named.or_else(|| request.refinements.get(place))
        });
        let many = one.get("proposals").and_then(Value::as_array).unwrap_or_default().iter();
        result(one, asked, &many.chain(one.get("proposal")).collect::<Vec<_>>())
    });
    each.collect()
}

fn result(value: &Value, asked: Option<&Refinement>, proposals: &[&Value]) -> AdcpResult {
    let owned = |key: &str| text(value, key).map(str::to_owned);
    let accepted = value.get("accepted_proposal").map(|_| "accepted".to_owned());
    let suggestions = value.get("suggestions").and_then(Value::as_array).unwrap_or_default();
    let rows = match asked.map(|asked| &asked.wish) {
        Some(Wish::Revise(revision)) => {
            wishes(revision).into_iter().map(|wish| row(wish, revision, value, proposals)).collect()
        }
        _ => Vec::new(),
    };
    AdcpResult {
        source: owned("source_proposal_id").or_else(|| owned("proposal_id")).unwrap_or_default(),
        outcome: owned("outcome").or(accepted).unwrap_or_default(),
        reason_code: owned("reason_code"),
        reason: owned("reason"),
        suggestions: suggestions.iter().filter_map(Value::as_text).map(str::to_owned).collect(),
        understood: value.get("targeting_resolution").map(canonical),
        proposals: proposals
            .iter()
            .filter_map(|proposal| text(proposal, "proposal_id"))
            .map(str::to_owned)
            .collect(),
        rows,
    }
}

fn row(wish: AdcpWish, revision: &Revision, result: &Value, proposals: &[&Value]) -> AdcpRow {
    let claim = claim(&wish, result);
    let none = Value::Object(Vec::new());
    let cells = proposals.iter().map(|proposal| {
        let terms = proposal.get("commercial_terms").unwrap_or(&none);
        let (met, found) = cell(&wish, revision, terms, proposals.len());
        AdcpCell { met, found, claim }
    });
    let cells = cells.collect();
    AdcpRow { wish, cells }
}

/// What the seller says: listed as not met, or, by an outcome that promises it, met.
fn claim(wish: &AdcpWish, result: &Value) -> AdcpClaim {
    let listed = |key: &str, name: &str| match result.get(key) {
        Some(Value::Array(names)) => names.iter().any(|one| one.as_text() == Some(name)),
        Some(Value::Object(members)) => members.iter().any(|(one, _)| one == name),
        _ => false,
    };
    let constraint = |name: &str| listed("unsatisfied_constraints", name);
    let unmet = match wish {
        AdcpWish::TotalBudget { .. } => constraint("total_budget"),
        AdcpWish::Cpm { .. } => constraint("cpm"),
        AdcpWish::Impressions { .. } => constraint("impressions"),
        AdcpWish::Flight { .. } => constraint("flight"),
        AdcpWish::Product { product, .. } => listed("unsatisfied_product_changes", product),
        AdcpWish::Alternatives { .. } => text(result, "reason_code") == Some("alternatives_unavailable"),
        AdcpWish::Criteria { .. } | AdcpWish::NoFrequencyCap | AdcpWish::Ask { .. } | AdcpWish::Hold => {
            return AdcpClaim::Unsaid;
        }
    };
    match (unmet, text(result, "outcome")) {
        (true, _) => AdcpClaim::Unmet,
        (false, Some("revised" | "partial")) => AdcpClaim::Met,
        _ => AdcpClaim::Unsaid,
    }
}

/// A requirement on the terms of one draft.
fn cell(wish: &AdcpWish, revision: &Revision, terms: &Value, drafts: usize) -> (Option<bool>, AdcpFound) {
    let met = |dimension: Dimension| {
        let alone = Constraints { ..revision.constraints.clone() };
        evaluate(&alone, terms).into_iter().find(|one| one.dimension == dimension).map(|one| one.met)
    };
    match wish {
        AdcpWish::TotalBudget { .. } => {
            let found = super::review::total_of(terms).map(|total| AdcpFound::Money {
                amount: total.amount.to_string(),
                currency: total.currency.as_str().to_owned(),
            });
            (met(Dimension::TotalBudget), found.unwrap_or(AdcpFound::Nothing))
        }
        AdcpWish::Cpm { .. } => (met(Dimension::Cpm), highest(terms)),
        AdcpWish::Impressions { .. } => (met(Dimension::Impressions), impressions(terms)),
        AdcpWish::Flight { .. } => {
            let owned = |key: &str| text(terms, key).unwrap_or_default().to_owned();
            let found = AdcpFound::Flight { start: owned("start_time"), end: owned("end_time") };
            (met(Dimension::Flight), found)
        }
        AdcpWish::Product { product, include } => {
            let there = meets_change(product, Membership::Include, terms);
            (Some(there == *include), AdcpFound::Product { there })
        }
        AdcpWish::Alternatives { count } => {
            let found = AdcpFound::Count { count: drafts.to_string() };
            (Some(u32::try_from(drafts).is_ok_and(|drafts| drafts == *count)), found)
        }
        AdcpWish::NoFrequencyCap => {
            let there = terms.get("frequency_cap").is_some();
            (Some(!there), AdcpFound::Product { there })
        }
        AdcpWish::Criteria { .. } | AdcpWish::Ask { .. } | AdcpWish::Hold => (None, AdcpFound::Nothing),
    }
}

fn purchases(terms: &Value) -> &[Value] {
    terms.get("purchases").and_then(Value::as_array).unwrap_or_default()
}

fn highest(terms: &Value) -> AdcpFound {
    let pricing = |purchase: &Value| purchase.get("pricing").cloned().unwrap_or(Value::Null);
    let priced = purchases(terms).iter().map(pricing);
    let priced = priced.filter_map(|pricing| {
        let price = number::amount(pricing.get("fixed_price")?)?;
        Some((price, text(&pricing, "currency").unwrap_or_default().to_owned()))
    });
    let highest = priced.max_by(|(one, _), (other, _)| one.cmp(other));
    highest.map_or(AdcpFound::Nothing, |(price, currency)| AdcpFound::Money {
        amount: price.to_string(),
        currency,
    })
}

fn impressions(terms: &Value) -> AdcpFound {
    let counts = purchases(terms).iter().map(|purchase| number::amount(purchase.get("impressions")?));
    let sum: Option<Amount> = counts.into_iter().try_fold(Amount::zero(), |sum, count| Some(sum + count?));
    sum.filter(|_| !purchases(terms).is_empty())
        .map_or(AdcpFound::Nothing, |sum| AdcpFound::Count { count: sum.to_string() })
}
