//! Where a price stands among percentiles.

use money::Amount;

use super::Point;

/// A price among percentiles; everything for one unit and year, or once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Band {
    /// The price.
    pub price: Amount,
    /// The percentiles, rising.
    pub points: Vec<Point>,
    /// Where the price stands.
    pub position: Position,
    /// Its distance from the median in per cent of that, one decimal, with sign; none without a median.
    pub from_median_percent: Option<Amount>,
}

/// Where a price stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Position {
    /// Below the lowest percentile that is known.
    Below(u8),
    /// About this percentile: exactly, or in proportion between its neighbours; one decimal.
    About(Amount),
    /// Above the highest that is known.
    Above(u8),
}

impl Band {
    /// The band of a price; none without percentiles.
    pub fn of(price: Amount, points: Vec<Point>) -> Option<Self> {
        let (first, last) = (points.first()?, points.last()?);
        let position = if price < first.price {
            Position::Below(first.rank)
        } else if price > last.price {
            Position::Above(last.rank)
        } else {
            Position::About(between(&price, &points)?)
        };
        let median = points.iter().find(|point| point.rank == 50).map(|point| &point.price);
        let from_median_percent =
            median.and_then(|median| Amount::ratio_percent(&(&price - median), median, 1));
        Some(Self { price, points, position, from_median_percent })
    }
}

/// The rank in proportion between the neighbours. Where several ranks have this very price, the highest:
/// so many paid no more.
fn between(price: &Amount, points: &[Point]) -> Option<Amount> {
    if let Some(exact) = points.iter().rev().find(|point| point.price == *price) {
        return Some(Amount::from(exact.rank));
    }
    let pair = points
        .windows(2)
        .find(|pair| matches!(pair, [low, high] if low.price < *price && *price < high.price));
    let [low, high] = pair? else { return None };
    let ranks = Amount::from(high.rank) - Amount::from(low.rank);
    let share = (price - &low.price) * ranks;
    let part = share.div_rounded(&(&high.price - &low.price), 1)?;
    Some(Amount::from(low.rank) + part)
}
