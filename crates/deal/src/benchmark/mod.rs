//! What others pay: benchmarks, and where an offer stands among them.
//!
//! A benchmark's prices are made comparable by the period that its unit names: for one unit and year, or
//! for one unit paid once. Nothing is converted: one in another currency says nothing about an offer.

mod band;
mod beside;
#[cfg(test)]
mod tests;
mod years;

use money::{Amount, Currency};

use crate::mandate::folded;
use crate::{Line, Period};

pub use band::{Band, Position};
pub use beside::{LineBeside, OfferBeside, Target, Trap, beside};
pub use years::{Year, Years, years};

/// Prices that others paid for one thing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Benchmark {
    /// Stock-keeping unit, where given.
    pub sku: Option<String>,
    /// What it is, inert text.
    pub description: Option<String>,
    /// Currency of the prices.
    pub currency: Currency,
    /// Of one of what, as written (`seat/month`).
    pub unit: String,
    /// Prices by percentile, rising; never empty where the import made it.
    pub points: Vec<Point>,
    /// Region, inert text.
    pub region: Option<String>,
    /// Where the figures are from, inert text.
    pub source: Option<String>,
    /// When they were taken, as written.
    pub date: Option<String>,
}

/// A percentile.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Point {
    /// 1 to 99; 50 is the median.
    pub rank: u8,
    /// Price of one unit for the unit's period.
    pub price: Amount,
}

impl Benchmark {
    /// The prices for one unit and year, or once.
    pub fn yearly(&self) -> Vec<Point> {
        let factor = Period::of_unit(&self.unit).annual_factor();
        self.points.iter().map(|point| Point { rank: point.rank, price: &point.price * &factor }).collect()
    }

    fn names(&self, line: &Line) -> Option<bool> {
        let same = |one: &str, other: &str| folded(one) == folded(other) && !folded(one).is_empty();
        if self.sku.as_deref().zip(line.sku.as_deref()).is_some_and(|(one, other)| same(one, other)) {
            return Some(true);
        }
        self.description.as_deref().is_some_and(|text| same(text, &line.description)).then_some(false)
    }
}

/// The benchmark that speaks for a line: one of its stock-keeping unit before one of its description,
/// in the line's currency before another, and of those the latest (`date` sorts as text).
pub fn speaking<'a>(benchmarks: &'a [Benchmark], line: &Line) -> Option<&'a Benchmark> {
    let named = benchmarks.iter().filter_map(|one| Some((one.names(line)?, one)));
    named
        .max_by(|(by_sku, one), (other_by_sku, other)| {
            let key = |by_sku: bool, benchmark: &'a Benchmark| {
                (by_sku, benchmark.currency == line.currency, benchmark.date.as_deref().unwrap_or_default())
            };
            key(*by_sku, one).cmp(&key(*other_by_sku, other))
        })
        .map(|(_, one)| one)
}
