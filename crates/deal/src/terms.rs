//! What an offer says, as values on which the rules work.

use money::{Amount, Currency};

/// The terms of one offer or counter. The desk builds them from a proven offer; whatever is text in
/// them stays inert.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Terms {
    /// The offer's currency; lines may name others.
    pub currency: Currency,
    /// Term in months, 1–120 on the wire.
    pub term_months: u32,
    /// End of validity as it stands on the wire (RFC 3339).
    pub expires_at: String,
    /// The same moment in milliseconds since 1970-01-01T00:00:00Z, read by the caller.
    pub expires_at_unix_ms: i64,
    /// The lines, in the author's order.
    pub lines: Vec<Line>,
    /// The annual total that the author stated.
    pub total_annual: Option<Amount>,
    /// Conditions, inert text.
    pub conditions: Vec<String>,
    /// Notes, inert text.
    pub notes: Option<String>,
}

/// One line item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// Stock-keeping unit, where given.
    pub sku: Option<String>,
    /// What is sold, inert text.
    pub description: String,
    /// How many.
    pub quantity: Amount,
    /// Of what, as written (`seat/year`); see [`crate::Period::of_unit`].
    pub unit: String,
    /// Price of one unit.
    pub unit_price: Amount,
    /// Currency of the price.
    pub currency: Currency,
    /// The line's own term in months, where it has one.
    pub term_months: Option<u32>,
}

impl Terms {
    /// True from the moment of expiry on: what runs out at noon cannot be accepted at noon.
    pub fn expired(&self, now_unix_ms: i64) -> bool {
        now_unix_ms >= self.expires_at_unix_ms
    }

    /// True where a line's currency is not the offer's: no total can be given then.
    pub fn mixed_currencies(&self) -> bool {
        self.lines.iter().any(|line| line.currency != self.currency)
    }

    /// The longest time that any part of it binds, in months.
    pub fn longest_term_months(&self) -> u32 {
        self.lines.iter().filter_map(|line| line.term_months).fold(self.term_months, u32::max)
    }
}

impl Line {
    /// Quantity × unit price, exact: what the protocol sums.
    pub fn extended(&self) -> Amount {
        &self.quantity * &self.unit_price
    }
}
