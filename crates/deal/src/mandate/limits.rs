//! What an owner may set, and when that makes sense.

use std::fmt;

use money::Amount;

use crate::{Period, Secret};

/// What the owner may set. What is not set does not bind.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Limits {
    /// The annual total that is aimed at.
    pub target_annual: Option<Secret<Amount>>,
    /// The annual total above which there is no deal.
    pub walk_away_annual: Option<Secret<Amount>>,
    /// The most that any year of the contract may cost, uplifts and one-off lines included.
    pub budget_annual: Option<Secret<Amount>>,
    /// Limits of single lines.
    pub lines: Vec<LineLimit>,
    /// The shortest acceptable term, in months.
    pub shortest_term_months: Option<u32>,
    /// The longest acceptable term, in months.
    pub longest_term_months: Option<u32>,
    /// Days that we have to pay an invoice.
    pub payment_days: Span,
    /// The highest acceptable uplift of prices a year, in per cent.
    pub most_uplift_percent: Option<Amount>,
    /// Days of notice before a contract ends or renews.
    pub notice_days: Span,
    /// Days that a counter of ours stays open; a begun day counts whole.
    pub expiry_days: Span,
    /// Conditions that we want to see.
    pub conditions_wanted: Vec<String>,
    /// Conditions that we do not accept.
    pub conditions_refused: Vec<String>,
    /// What may be discussed: the public frame.
    pub may_discuss: Vec<String>,
    /// What may be told: the public frame.
    pub may_disclose: Vec<String>,
    /// How far the deal's own side may go.
    pub authority: Option<Authority>,
    /// How many counters of ours there may be, in all sessions of the deal.
    pub most_rounds: Option<u32>,
    /// From this moment on nothing formal but a decline or a close leaves, in milliseconds since 1970;
    /// nor may a counter stay open beyond it.
    pub deadline_unix_ms: Option<i64>,
    /// Each concession of ours may be at most as large as the one before.
    pub concessions_shrink: bool,
    /// We do not improve a counter of ours that was not answered.
    pub not_against_oneself: bool,
}

/// Limits of one line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineLimit {
    /// Which lines.
    pub line: LineKey,
    /// [`Period::Year`]: the prices are for one unit and year, whatever period an offer's unit names.
    /// [`Period::Once`]: for one unit, paid once. No other period is used here.
    pub basis: Period,
    /// The unit price that is aimed at.
    pub target: Option<Secret<Amount>>,
    /// The unit price above which there is no deal.
    pub walk_away: Option<Secret<Amount>>,
}

/// What names a line.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum LineKey {
    /// Its stock-keeping unit.
    Sku(String),
    /// Its description.
    Description(String),
}

/// How far the deal's own side may go.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Authority {
    /// Talk.
    Discuss,
    /// Counter.
    Propose,
    /// Counter and accept, each by the owner's decision.
    Bind,
}

impl Authority {
    /// All three, from the least.
    pub const ALL: [Self; 3] = [Self::Discuss, Self::Propose, Self::Bind];

    /// Its name, as declared envelopes have it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Discuss => "none",
            Self::Propose => "propose_only",
            Self::Bind => "bind_with_human_approval",
        }
    }

    /// Reads [`Authority::as_str`].
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|authority| authority.as_str() == text)
    }
}

/// Whole numbers between two bounds, both included; a bound that is not set does not bind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Span {
    /// At least.
    pub least: Option<u32>,
    /// At most.
    pub most: Option<u32>,
}

impl Span {
    /// True where neither bound is set.
    pub fn is_open(self) -> bool {
        self.least.is_none() && self.most.is_none()
    }

    /// The bound that a number breaks.
    pub fn broken_by(self, number: u32) -> Option<u32> {
        self.least.filter(|least| number < *least).or_else(|| self.most.filter(|most| number > *most))
    }

    fn makes_sense(self) -> bool {
        self.least.zip(self.most).is_none_or(|(least, most)| least <= most)
    }
}

/// Why limits make no mandate. Never says the figures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MandateError {
    /// Versions count from 1.
    VersionZero,
    /// A price or total is zero or below, or an uplift is below zero.
    NotPositive,
    /// A target lies above its walk-away.
    TargetAboveWalkAway,
    /// The walk-away lies above the budget.
    WalkAwayAboveBudget,
    /// A term or a number of rounds of zero.
    NothingAllowed,
    /// A lower bound lies above its upper one.
    BoundsCrossed,
    /// A line has no name, no price or another basis than a year or once, or is named twice.
    LineUnclear,
    /// A condition or topic is empty, longer than 500 characters, or has control characters; or there
    /// are more than 100 of a kind.
    TextUnfit,
}

impl fmt::Display for MandateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::VersionZero => "a mandate's version counts from 1",
            Self::NotPositive => "a price or total in a mandate must be above zero",
            Self::TargetAboveWalkAway => "a target lies above its walk-away",
            Self::WalkAwayAboveBudget => "the walk-away lies above the budget",
            Self::NothingAllowed => "a term or a number of rounds must be at least 1",
            Self::BoundsCrossed => "a least value lies above its greatest",
            Self::LineUnclear => "each line needs a name of its own and a target or walk-away",
            Self::TextUnfit => "a condition or topic must have 1 to 500 characters, at most 100 of each",
        })
    }
}

impl std::error::Error for MandateError {}

/// Most entries of a list.
const MOST: usize = 100;
/// Most characters of an entry.
const LONGEST: usize = 500;

impl Limits {
    pub(super) fn check(&self) -> Result<(), MandateError> {
        self.check_sums()?;
        self.check_spans()?;
        self.check_lines()?;
        let lists =
            [&self.conditions_wanted, &self.conditions_refused, &self.may_discuss, &self.may_disclose];
        let fits = |text: &String| {
            !text.trim().is_empty() && text.chars().count() <= LONGEST && !text.chars().any(char::is_control)
        };
        if lists.into_iter().all(|list| list.len() <= MOST && list.iter().all(fits)) {
            Ok(())
        } else {
            Err(MandateError::TextUnfit)
        }
    }

    fn check_sums(&self) -> Result<(), MandateError> {
        let sums = [&self.target_annual, &self.walk_away_annual, &self.budget_annual];
        let lines = self.lines.iter().flat_map(|line| [&line.target, &line.walk_away]);
        if sums.into_iter().chain(lines).flatten().any(|sum| !sum.expose_secret().is_positive())
            || self.most_uplift_percent.as_ref().is_some_and(Amount::is_negative)
        {
            return Err(MandateError::NotPositive);
        }
        let above = |one: &Option<Secret<Amount>>, other: &Option<Secret<Amount>>| {
            one.as_ref()
                .zip(other.as_ref())
                .is_some_and(|(one, other)| one.expose_secret() > other.expose_secret())
        };
        if above(&self.target_annual, &self.walk_away_annual)
            || self.lines.iter().any(|line| above(&line.target, &line.walk_away))
        {
            return Err(MandateError::TargetAboveWalkAway);
        }
        if above(&self.walk_away_annual, &self.budget_annual)
            || above(&self.target_annual, &self.budget_annual)
        {
            return Err(MandateError::WalkAwayAboveBudget);
        }
        Ok(())
    }

    fn check_spans(&self) -> Result<(), MandateError> {
        let counts = [self.shortest_term_months, self.longest_term_months, self.most_rounds];
        if counts.contains(&Some(0)) || self.expiry_days.most == Some(0) {
            return Err(MandateError::NothingAllowed);
        }
        let term = Span { least: self.shortest_term_months, most: self.longest_term_months };
        let spans = [term, self.payment_days, self.notice_days, self.expiry_days];
        if spans.into_iter().all(Span::makes_sense) { Ok(()) } else { Err(MandateError::BoundsCrossed) }
    }

    fn check_lines(&self) -> Result<(), MandateError> {
        let mut seen = std::collections::HashSet::new();
        let clear = |line: &LineLimit| {
            let priced = line.target.is_some() || line.walk_away.is_some();
            let basis = matches!(line.basis, Period::Year | Period::Once);
            let name = line.line.folded();
            priced && basis && !name.is_empty() && name.chars().count() <= LONGEST
        };
        for line in &self.lines {
            let by_sku = matches!(line.line, LineKey::Sku(_));
            if !clear(line) || !seen.insert((by_sku, line.line.folded())) {
                return Err(MandateError::LineUnclear);
            }
        }
        if self.lines.len() > 2 * MOST { Err(MandateError::LineUnclear) } else { Ok(()) }
    }
}

impl LineKey {
    /// Its text as it was written.
    pub fn text(&self) -> &str {
        match self {
            Self::Sku(text) | Self::Description(text) => text,
        }
    }

    /// True where it names this line. Case and spaces do not count.
    pub fn names(&self, line: &crate::Line) -> bool {
        match self {
            Self::Sku(_) => line.sku.as_deref().is_some_and(|sku| folded(sku) == self.folded()),
            Self::Description(_) => folded(&line.description) == self.folded(),
        }
    }

    fn folded(&self) -> String {
        folded(self.text())
    }
}

/// A name without what writers vary: case, spaces and signs.
pub(crate) fn folded(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}
