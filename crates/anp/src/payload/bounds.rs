//! The bounds of the protocol's schemas, in one place: the readers that build values and
//! the matcher that builds none hold payloads to the same.

use core::ops::RangeInclusive;

type Length = RangeInclusive<usize>;

/// Lengths of texts, in code points.
pub(super) const PARTY: Length = 1..=160;
pub(super) const AGENT_NAME: Length = 1..=160;
pub(super) const TOPIC: Length = 1..=120;
pub(super) const CONTACT: Length = 0..=320;
pub(super) const REGISTRATION: Length = 1..=128;
pub(super) const FINGERPRINT: Length = 64..=64;
pub(super) const CURRENCY: Length = 3..=3;
pub(super) const TIME: Length = 1..=64;
pub(super) const SKU: Length = 0..=80;
pub(super) const DESCRIPTION: Length = 1..=300;
pub(super) const UNIT: Length = 1..=40;
pub(super) const CONDITION: Length = 1..=500;
pub(super) const NOTES: Length = 0..=4000;
pub(super) const BODY: Length = 1..=20_000;
/// The protocol sets no bound beside the request's size.
pub(super) const UNBOUNDED: Length = 0..=usize::MAX;

/// Lengths of lists, in items.
pub(super) const MAY_DISCUSS: Length = 1..=20;
pub(super) const DISCLOSED: Length = 0..=20;
pub(super) const LINES: Length = 1..=200;
pub(super) const CONDITIONS: Length = 0..=20;

/// Whole months, 1–120; `36.0` is whole.
pub(super) fn is_months(number: f64) -> bool {
    number.fract() == 0.0 && (1.0..=120.0).contains(&number)
}

/// Above 0, at most 10^7.
pub(super) fn is_quantity(number: f64) -> bool {
    number > 0.0 && number <= 1e7
}

/// 0 to 10^9.
pub(super) fn is_price(number: f64) -> bool {
    (0.0..=1e9).contains(&number)
}

/// Not negative; there is no upper bound.
pub(super) fn is_total(number: f64) -> bool {
    number >= 0.0
}
