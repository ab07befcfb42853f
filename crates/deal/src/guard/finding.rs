//! What the guardrail says.

use money::{Amount, Currency, Money};

use crate::{Authority, Secret};

/// Which rule speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Rule {
    /// The annual total, computed or stated, lies above the walk-away.
    WalkAway,
    /// A year of the contract costs more than the budget, uplifts and one-off lines included.
    Budget,
    /// A line's unit price, for a year or once, lies above that line's walk-away.
    LineWalkAway,
    /// A line is paid once and its limit is for a year, or the other way round: it cannot be judged.
    LineBasis,
    /// The mandate limits lines, and this one is not among them. Said, not forbidden.
    LineUnlisted,
    /// A line's unit names a period that is not read, so what it costs a year cannot be told.
    Unit,
    /// It binds for longer or shorter than the mandate allows.
    Term,
    /// The counter would be one round too many.
    Rounds,
    /// Its or a line's currency is not the mandate's, so it cannot be judged.
    Currency,
    /// The stated total is not the computed annual total. Said, not forbidden: the protocol sums without
    /// the periods.
    StatedTotal,
    /// A condition has invoices due outside the mandate's days.
    Payment,
    /// A condition lets prices rise by more than the mandate allows.
    Uplift,
    /// A condition asks for notice outside the mandate's days.
    Notice,
    /// A condition speaks of payment, uplift or notice, which the mandate bounds, and no number can be
    /// told: it cannot be judged.
    ConditionUnclear,
    /// A condition that the mandate does not accept; said and not forbidden where it is only denied.
    ConditionRefused,
    /// A wanted condition is not among the counter's. Said, not forbidden.
    ConditionWanted,
    /// A counter stays open for less or more time than the mandate allows, or has expired.
    Expiry,
    /// The mandate's deadline has passed, or the counter would stay open beyond it.
    Deadline,
    /// The mandate does not let the buyer's side do this at all.
    Authority,
    /// The concession is larger than the one before.
    GrowingConcession,
    /// It improves a counter of ours that was not answered.
    AgainstOneself,
    /// The counter lies above the vendor's own offer. Said, not forbidden.
    AboveTheirs,
}

impl Rule {
    /// Every rule.
    pub const ALL: [Self; 22] = [
        Self::WalkAway,
        Self::Budget,
        Self::LineWalkAway,
        Self::LineBasis,
        Self::LineUnlisted,
        Self::Unit,
        Self::Term,
        Self::Rounds,
        Self::Currency,
        Self::StatedTotal,
        Self::Payment,
        Self::Uplift,
        Self::Notice,
        Self::ConditionUnclear,
        Self::ConditionRefused,
        Self::ConditionWanted,
        Self::Expiry,
        Self::Deadline,
        Self::Authority,
        Self::GrowingConcession,
        Self::AgainstOneself,
        Self::AboveTheirs,
    ];

    /// The rule's name for records and the window.
    pub fn id(self) -> &'static str {
        match self {
            Self::WalkAway => "walk_away",
            Self::Budget => "budget",
            Self::LineWalkAway => "line_walk_away",
            Self::LineBasis => "line_basis",
            Self::LineUnlisted => "line_unlisted",
            Self::Unit => "unit",
            Self::Term => "term",
            Self::Rounds => "rounds",
            Self::Currency => "currency",
            Self::StatedTotal => "stated_total",
            Self::Payment => "payment",
            Self::Uplift => "uplift",
            Self::Notice => "notice",
            Self::ConditionUnclear => "condition_unclear",
            Self::ConditionRefused => "condition_refused",
            Self::ConditionWanted => "condition_wanted",
            Self::Expiry => "expiry",
            Self::Deadline => "deadline",
            Self::Authority => "authority",
            Self::GrowingConcession => "growing_concession",
            Self::AgainstOneself => "against_oneself",
            Self::AboveTheirs => "above_theirs",
        }
    }
}

/// A value in a finding. None of them is text of anybody's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Measure {
    /// A sum that the counterparty may see.
    Money(Money),
    /// A sum of the mandate: for those who may see it.
    Secret(Secret<Amount>, Currency),
    /// Months.
    Months(u32),
    /// Days.
    Days(u32),
    /// Per cent.
    Percent(Amount),
    /// Rounds.
    Rounds(u32),
    /// A currency.
    Currency(Currency),
    /// A moment, in milliseconds since 1970.
    Moment(i64),
    /// The counter's condition at this place.
    Condition(usize),
    /// The mandate's wanted or refused condition at this place, as the rule says.
    Listed(usize),
    /// How far one may go.
    Authority(Authority),
    /// Nothing is said there.
    Nothing,
}

/// A finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Violation {
    /// Which rule.
    pub rule: Rule,
    /// The line concerned, by its place.
    pub line: Option<usize>,
    /// What the counter says.
    pub found: Measure,
    /// What the mandate says.
    pub limit: Measure,
    /// True where it forbids sending; the way past it is a new version of the mandate.
    pub blocks: bool,
}

pub(super) fn blocking(rule: Rule, found: Measure, limit: Measure) -> Violation {
    Violation { rule, line: None, found, limit, blocks: true }
}

pub(super) fn said(rule: Rule, found: Measure, limit: Measure) -> Violation {
    Violation { blocks: false, ..blocking(rule, found, limit) }
}
