//! What went before in a deal, as far as the mandate limits it.

use money::Amount;

use crate::compare::match_lines;
use crate::{Period, Terms};

/// What went before, and when it is.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct History {
    /// Counters of ours that stand already, in all sessions of the deal.
    pub our_counters: u32,
    /// Offers and counters of this session by both sides, in their order.
    pub moves: Vec<PastMove>,
    /// The time of the judgement, in milliseconds since 1970.
    pub now_unix_ms: i64,
}

/// An offer or counter that stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PastMove {
    /// True where we made it.
    pub ours: bool,
    /// What it says.
    pub terms: Terms,
}

impl History {
    /// Our counters of the session, in their order.
    pub fn ours(&self) -> impl Iterator<Item = &Terms> {
        self.moves.iter().filter(|one| one.ours).map(|one| &one.terms)
    }

    /// The vendor's latest offer of the session.
    pub fn latest_of_vendor(&self) -> Option<&Terms> {
        self.moves.iter().rev().find(|one| !one.ours).map(|one| &one.terms)
    }

    /// Whether the last word of the session is a counter of ours.
    pub fn unanswered(&self) -> bool {
        self.moves.last().is_some_and(|last| last.ours)
    }
}

/// What `other` would come to a year for the quantities of `terms`: more seats are no concession. None
/// where the lines are not the same or cannot be compared.
pub fn repriced(other: &Terms, terms: &Terms) -> Option<Amount> {
    if other.currency != terms.currency || other.mixed_currencies() || terms.mixed_currencies() {
        return None;
    }
    if other.lines.len() != terms.lines.len() {
        return None;
    }
    let matches = match_lines(&other.lines, &terms.lines);
    let mut total = Amount::zero();
    for (line, matched) in terms.lines.iter().zip(matches) {
        let theirs = other.lines.get(matched?)?;
        let (period, of_ours) = (Period::of_unit(&theirs.unit), Period::of_unit(&line.unit));
        if (period == Period::Once) != (of_ours == Period::Once) {
            return None;
        }
        total += &line.quantity * &theirs.unit_price * period.annual_factor();
    }
    Some(total)
}
