//! From a proven offer to the terms on which the buyer's rules work.

use anp::payload::Offer;
use deal::{Line, Terms};

/// The terms of an offer.
pub fn terms_of(offer: &Offer) -> Terms {
    Terms {
        currency: offer.currency,
        term_months: offer.term_months,
        expires_at: offer.expires_at.clone(),
        expires_at_unix_ms: offer.expires().millis(),
        lines: offer
            .line_items
            .iter()
            .map(|line| Line {
                sku: line.sku.clone(),
                description: line.description.clone(),
                quantity: line.quantity.clone(),
                unit: line.unit.clone(),
                unit_price: line.unit_price.clone(),
                currency: line.currency,
                term_months: line.term_months,
            })
            .collect(),
        total_annual: offer.total_annual.clone(),
        conditions: offer.conditions.clone().unwrap_or_default(),
        notes: offer.notes.clone(),
    }
}
