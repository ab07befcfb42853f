//! Proposals for the window: the family tree, what differs, and what may be done with each.

use adcp::number;
use anp::json::{Value, canonical};
use anp::time::Moment;

use super::book::{Book, Proposal, text};
use super::review::total_of;
use super::show_answer::{departure_ids, products};
use crate::view::{AdcpDifference, AdcpProposal, AdcpPurchase, AdcpStage};

/// How long before its end a hold is told to run out, in milliseconds: three minutes, or a third of the
/// time that it was given where that is less.
const WARN_MS: i64 = 180_000;

/// Most differences that are listed.
const MOST_DIFFERENCES: usize = 200;

/// All proposals in the order in which they came.
pub(super) fn views(book: &Book, now: Moment) -> Vec<AdcpProposal> {
    let names = products(book);
    book.proposals.iter().map(|proposal| view(book, proposal, &names, now)).collect()
}

fn view(book: &Book, proposal: &Proposal, names: &[(String, String)], now: Moment) -> AdcpProposal {
    let value = &proposal.value;
    let owned = |key: &str| text(value, key).map(str::to_owned);
    let exchange = book.exchanges.get(proposal.exchange);
    let came_at = exchange.and_then(|exchange| exchange.answer.as_ref()).map(|judged| judged.came_at.clone());
    let stage = stage(proposal, now);
    let free = proposal.verified && !proposal.declined && book.unsettled(proposal.id()).is_none();
    let parent = owned("parent_proposal_id");
    let before = parent.as_deref().and_then(|parent| book.proposal(parent)).and_then(Proposal::terms);
    let digest = proposal.digest().map(|digest| digest.to_string());
    let stated = owned("terms_digest");
    let total = proposal.terms().and_then(total_of);
    let order = value.get("insertion_order");
    let terms = proposal.terms();
    AdcpProposal {
        id: proposal.id().to_owned(),
        kind: owned("proposal_kind").unwrap_or_default(),
        stage,
        name: owned("name").unwrap_or_default(),
        description: owned("description"),
        exchange: exchange.map(|exchange| exchange.row.key.clone()).unwrap_or_default(),
        warn_at: came_at.as_deref().and_then(|came| warn_at(came, proposal)),
        came_at: came_at.unwrap_or_default(),
        digest_holds: digest.is_some() && digest == stated,
        digest_stated: stated,
        digest,
        total: total.as_ref().map(|total| total.amount.to_string()),
        currency: total.map(|total| total.currency.as_str().to_owned()),
        start: terms.and_then(|terms| text(terms, "start_time")).map(str::to_owned),
        end: terms.and_then(|terms| text(terms, "end_time")).map(str::to_owned),
        purchases: purchases(terms, names),
        expires_at: owned("expires_at"),
        media_buy: proposal
            .accepted
            .as_ref()
            .and_then(|accepted| text(accepted, "media_buy_id"))
            .map(str::to_owned)
            .or_else(|| owned("media_buy_id")),
        insertion_order: order.and_then(|order| text(order, "io_id")).map(str::to_owned),
        order_needs_signature: order
            .and_then(|order| order.get("requires_signature"))
            .and_then(Value::as_bool)
            == Some(true),
        differences: before.zip(terms).map(|(before, after)| differences(before, after)).unwrap_or_default(),
        departures: departure_ids(book, proposal),
        terms: terms.map(canonical).unwrap_or_default(),
        // A hold that has ended leads to fresh terms by way of a revision too.
        may_revise: free && matches!(stage, AdcpStage::Draft | AdcpStage::Held | AdcpStage::Ended),
        may_finalize: free && stage == AdcpStage::Draft,
        may_accept: free && stage == AdcpStage::Held,
        may_decline: free && matches!(stage, AdcpStage::Draft | AdcpStage::Held),
        may_change: free && stage == AdcpStage::Accepted && !proposal.ends_media_buy(),
        parent,
    }
}

pub(super) fn stage(proposal: &Proposal, now: Moment) -> AdcpStage {
    if !proposal.verified {
        return AdcpStage::Faulty;
    }
    if proposal.accepted.is_some() {
        return AdcpStage::Accepted;
    }
    if proposal.declined {
        return AdcpStage::Declined;
    }
    let committed = text(&proposal.value, "proposal_status") == Some("committed");
    match (committed, proposal.expires()) {
        (true, Some(end)) if end > now => AdcpStage::Held,
        (true, _) => AdcpStage::Ended,
        (false, Some(end)) if end <= now => AdcpStage::Ended,
        (false, _) => AdcpStage::Draft,
    }
}

fn warn_at(came_at: &str, proposal: &Proposal) -> Option<String> {
    let end = proposal.expires()?;
    let given = end.since(Moment::parse(came_at).ok()?).max(0);
    Some(end.plus_millis(-WARN_MS.min(given / 3)).to_text())
}

fn purchases(terms: Option<&Value>, names: &[(String, String)]) -> Vec<AdcpPurchase> {
    let all = terms.and_then(|terms| terms.get("purchases")).and_then(Value::as_array).unwrap_or_default();
    let each = all.iter().map(|purchase| {
        let owned = |value: &Value, key: &str| text(value, key).unwrap_or_default().to_owned();
        let pricing = purchase.get("pricing").unwrap_or(&Value::Null);
        let amount = |value: &Value, key: &str| Some(number::amount(value.get(key)?)?.to_string());
        let product = owned(purchase, "product_id");
        AdcpPurchase {
            name: names
                .iter()
                .find(|(id, _)| *id == product)
                .map(|(_, name)| name.clone())
                .unwrap_or_default(),
            pricing_model: owned(pricing, "pricing_model"),
            fixed_price: amount(pricing, "fixed_price"),
            floor_price: amount(pricing, "floor_price"),
            currency: owned(pricing, "currency"),
            impressions: amount(purchase, "impressions"),
            start: owned(purchase, "start_time"),
            end: owned(purchase, "end_time"),
            product,
        }
    });
    each.collect()
}

/// Where two terms differ, leaf by leaf.
fn differences(before: &Value, after: &Value) -> Vec<AdcpDifference> {
    let mut found = Vec::new();
    differ("", Some(before), Some(after), &mut found);
    found
}

fn differ(path: &str, before: Option<&Value>, after: Option<&Value>, found: &mut Vec<AdcpDifference>) {
    if found.len() >= MOST_DIFFERENCES || before.map(canonical) == after.map(canonical) {
        return;
    }
    let step = |name: &str| format!("{path}/{}", name.replace('~', "~0").replace('/', "~1"));
    match (before, after) {
        (Some(Value::Object(one)), Some(Value::Object(other))) => {
            let mut names: Vec<&str> = one.iter().chain(other).map(|(name, _)| name.as_str()).collect();
            names.sort_unstable();
            names.dedup();
            for name in names {
                let of = |members: &'_ [(String, Value)]| {
                    members.iter().find(|(known, _)| known == name).map(|(_, value)| value.clone())
                };
                differ(&step(name), of(one).as_ref(), of(other).as_ref(), found);
            }
        }
        (Some(Value::Array(one)), Some(Value::Array(other))) if one.len() == other.len() => {
            for (place, (one, other)) in one.iter().zip(other).enumerate() {
                differ(&step(&place.to_string()), Some(one), Some(other), found);
            }
        }
        _ => found.push(AdcpDifference {
            path: path.to_owned(),
            before: before.map(canonical),
            after: after.map(canonical),
        }),
    }
}
