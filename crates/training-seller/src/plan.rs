//! What is bought for how much: the seller's own figures behind a proposal's terms.

use anp::time::Moment;
use serde_json::Value;

use crate::catalogue::Product;
use crate::cents::Cents;

/// One day in milliseconds.
pub const DAY: i64 = 86_400_000;

/// One purchase.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// What.
    pub product: &'static Product,
    /// The price of a thousand impressions.
    pub price: Cents,
    /// What is spent on it.
    pub budget: Cents,
}

impl Line {
    /// The whole impressions that the budget buys.
    pub fn impressions(&self) -> u64 {
        let bought = i128::from(self.budget.count()) * 1000 / i128::from(self.price.count().max(1));
        u64::try_from(bought).unwrap_or_default()
    }
}

/// How a media buy ends early.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ending {
    /// From when on.
    pub at: Moment,
    /// For how much.
    pub fee: Cents,
}

/// A plan.
#[derive(Debug, Clone, PartialEq)]
pub struct Plan {
    /// The brand as the buyer names it.
    pub brand: Value,
    /// The purchases, at least one.
    pub lines: Vec<Line>,
    /// The first moment of the flight.
    pub start: Moment,
    /// The moment after its last.
    pub end: Moment,
    /// The targeting that was asked for in structured form, as it came.
    pub targeting: Option<Value>,
    /// The only products that the buyer's criteria allow.
    pub only: Option<Vec<String>>,
    /// For a cancellation.
    pub ending: Option<Ending>,
}

impl Plan {
    /// What all purchases cost together.
    pub fn total(&self) -> Cents {
        self.lines.iter().map(|line| line.budget).sum()
    }

    /// All impressions.
    pub fn impressions(&self) -> u64 {
        self.lines.iter().map(Line::impressions).fold(0, u64::saturating_add)
    }

    /// Whether this product is bought.
    pub fn buys(&self, product: &str) -> bool {
        self.lines.iter().any(|line| line.product.id == product)
    }

    /// Whether the buyer's criteria allow this product.
    pub fn allows(&self, product: &Product) -> bool {
        self.only.as_ref().is_none_or(|only| only.iter().any(|id| id == product.id))
    }
}

/// The flight that is sold at that moment: October, of this year while there is a week to
/// prepare it, else of the next.
pub fn flight(now: Moment) -> (Moment, Moment) {
    const WEEK: i64 = 7 * DAY;
    let year: i64 = now.to_text().split('-').next().and_then(|year| year.parse().ok()).unwrap_or(2026);
    let october = |year: i64| Moment::parse(&format!("{year:04}-10-01T00:00:00Z")).unwrap_or(now);
    let this = october(year);
    let start = if now.plus_millis(WEEK) <= this { this } else { october(year.saturating_add(1)) };
    (start, start.plus_millis(31 * DAY))
}

/// A moment as the terms write it: to the second.
pub fn seconds(moment: Moment) -> String {
    let text = moment.to_text();
    text.split('.').next().map(|whole| format!("{whole}Z")).unwrap_or_default()
}
