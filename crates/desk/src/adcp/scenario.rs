//! What may be told to a seller of media: what it has said itself, and what it was told.

use adcp::number;
use adcp::request::refine::Wish;
use anp::json::Value;
use deal::Scenario;

use super::book::{Book, text};
use super::review::total_of;

/// Most proposals whose figures are told, the latest.
const MOST_PROPOSALS: usize = 60;

/// Adds a book's openly said figures and words.
pub(crate) fn tell(book: &Book, scenario: &mut Scenario) {
    for proposal in book.proposals.iter().rev().take(MOST_PROPOSALS) {
        scenario.hear(text(&proposal.value, "name").unwrap_or_default());
        let Some(terms) = proposal.terms() else { continue };
        scenario.deal.told_other.extend(total_of(terms).map(|total| total.amount));
        let purchases = terms.get("purchases").and_then(Value::as_array).unwrap_or_default();
        for purchase in purchases {
            scenario.hear(text(purchase, "product_id").unwrap_or_default());
            let figure = |value: Option<&Value>| value.and_then(number::amount);
            let pricing = purchase.get("pricing").unwrap_or(&Value::Null);
            let prices = ["fixed_price", "floor_price"].map(|key| figure(pricing.get(key)));
            scenario.deal.told_other.extend(prices.into_iter().flatten());
            scenario.deal.told_other.extend(figure(purchase.get("budget")));
            scenario.deal.counts.extend(figure(purchase.get("impressions")));
        }
    }
    for exchange in &book.exchanges {
        scenario.hear(text(&exchange.arguments, "brief").unwrap_or_default());
        for refinement in exchange.refine.iter().flat_map(|request| &request.refinements) {
            if let Wish::Revise(revision) = &refinement.wish {
                scenario.hear(revision.ask.as_deref().unwrap_or_default());
            }
        }
    }
}
