//! A refinement as it is asked for: typed, so that a finalize can carry nothing else.

use anp::json::Value;
use money::{Amount, Currency};

use crate::number::{self, Inexact};

/// What a seller can parse and check of a revision; the names are the wire's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Dimension {
    /// `constraints.total_budget`
    TotalBudget,
    /// `constraints.cpm`
    Cpm,
    /// `constraints.impressions`
    Impressions,
    /// `constraints.flight`
    Flight,
    /// `product_changes`
    ProductChanges,
    /// `alternatives`
    Alternatives,
    /// `criteria`
    Criteria,
}

impl Dimension {
    /// All of them.
    pub const ALL: [Self; 7] = [
        Self::TotalBudget,
        Self::Cpm,
        Self::Impressions,
        Self::Flight,
        Self::ProductChanges,
        Self::Alternatives,
        Self::Criteria,
    ];

    /// The wire's name.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::TotalBudget => "total_budget",
            Self::Cpm => "cpm",
            Self::Impressions => "impressions",
            Self::Flight => "flight",
            Self::ProductChanges => "product_changes",
            Self::Alternatives => "alternatives",
            Self::Criteria => "criteria",
        }
    }

    /// Reads the wire's name.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|dimension| dimension.as_str() == text)
    }
}

/// Inclusive bounds of the total budget; at least one stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BudgetBounds {
    /// The least.
    pub min: Option<Amount>,
    /// The most.
    pub max: Option<Amount>,
    /// In this money.
    pub currency: Currency,
}

/// The highest fixed price of a thousand impressions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CpmCeiling {
    /// The most, of every purchase.
    pub max: Amount,
    /// In this money.
    pub currency: Currency,
}

/// When the flight starts at the latest and ends at the earliest, each as written.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FlightBounds {
    /// RFC 3339.
    pub start_no_later_than: Option<String>,
    /// RFC 3339.
    pub end_no_earlier_than: Option<String>,
}

/// What every draft must meet.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Constraints {
    /// Bounds of the total budget.
    pub total_budget: Option<BudgetBounds>,
    /// A ceiling on every purchase's price.
    pub cpm: Option<CpmCeiling>,
    /// The least number of impressions, all purchases together.
    pub impressions: Option<Amount>,
    /// Bounds of the flight.
    pub flight: Option<FlightBounds>,
}

/// Whether a product is to be among the purchases.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Membership {
    /// It is to be there.
    Include,
    /// It is not.
    Omit,
}

impl Membership {
    /// The wire's word.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Include => "include",
            Self::Omit => "omit",
        }
    }
}

/// What a revision of an accepted proposal leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChangeKind {
    /// A draft amendment of the media buy.
    Amendment,
    /// A draft cancellation of it.
    Cancellation,
}

impl ChangeKind {
    /// The wire's word.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Amendment => "amendment",
            Self::Cancellation => "cancellation",
        }
    }
}

/// What a revision asks for.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Revision {
    /// For accepted sources; none means an amendment.
    pub change_kind: Option<ChangeKind>,
    /// Typed requirements.
    pub constraints: Constraints,
    /// Products that are to be there, or not, by id.
    pub product_changes: Vec<(String, Membership)>,
    /// So many drafts with different terms; none means one.
    pub alternatives: Option<u64>,
    /// What is asked for in words.
    pub ask: Option<String>,
    /// Criteria that replace the source's, in the wire's form.
    pub criteria: Option<Value>,
    /// The media buy's frequency cap is to go.
    pub remove_frequency_cap: bool,
}

/// What is to be done with a source.
#[derive(Debug, Clone, PartialEq)]
pub enum Wish {
    /// New drafts, with other terms.
    Revise(Box<Revision>),
    /// A hold on exactly these terms.
    Finalize,
}

/// One entry of a request.
#[derive(Debug, Clone, PartialEq)]
pub struct Refinement {
    /// The source.
    pub proposal_id: String,
    /// What is to be done with it.
    pub wish: Wish,
}

impl Revision {
    /// Typed dimensions that it uses.
    pub fn dimensions(&self) -> Vec<Dimension> {
        Dimension::ALL.into_iter().filter(|dimension| self.uses(*dimension)).collect()
    }

    fn uses(&self, dimension: Dimension) -> bool {
        match dimension {
            Dimension::TotalBudget => self.constraints.total_budget.is_some(),
            Dimension::Cpm => self.constraints.cpm.is_some(),
            Dimension::Impressions => self.constraints.impressions.is_some(),
            Dimension::Flight => self.constraints.flight.is_some(),
            Dimension::ProductChanges => !self.product_changes.is_empty(),
            Dimension::Alternatives => self.alternatives.is_some(),
            Dimension::Criteria => self.criteria.is_some(),
        }
    }

    /// Whether something is asked for in words.
    pub fn asks(&self) -> bool {
        self.ask.as_ref().is_some_and(|ask| !ask.trim().is_empty())
    }
}

impl Constraints {
    /// The wire's form; none where nothing is required.
    fn to_value(&self) -> Result<Option<Value>, Inexact> {
        let mut members = Vec::new();
        if let Some(bounds) = &self.total_budget {
            let mut budget = Vec::new();
            for (name, bound) in [("min", &bounds.min), ("max", &bounds.max)] {
                if let Some(bound) = bound {
                    budget.push((name.to_owned(), number::to_wire(bound)?));
                }
            }
            budget.push(("currency".to_owned(), bounds.currency.as_str().into()));
            members.push(("total_budget".to_owned(), Value::Object(budget)));
        }
        if let Some(cpm) = &self.cpm {
            let ceiling = [("max", number::to_wire(&cpm.max)?), ("currency", cpm.currency.as_str().into())];
            members.push(("cpm".to_owned(), Value::object(ceiling)));
        }
        if let Some(least) = &self.impressions {
            members.push(("impressions".to_owned(), Value::object([("min", number::to_wire(least)?)])));
        }
        if let Some(flight) = &self.flight {
            let bounds = [
                ("start_no_later_than", &flight.start_no_later_than),
                ("end_no_earlier_than", &flight.end_no_earlier_than),
            ];
            let bounds = bounds.into_iter().filter_map(|(name, bound)| {
                bound.as_ref().map(|bound| (name.to_owned(), Value::from(bound.as_str())))
            });
            members.push(("flight".to_owned(), Value::Object(bounds.collect())));
        }
        Ok((!members.is_empty()).then_some(Value::Object(members)))
    }
}

impl Refinement {
    /// The wire's form.
    ///
    /// # Errors
    /// [`Inexact`] where a number has more digits than the wire carries.
    pub fn to_value(&self) -> Result<Value, Inexact> {
        let mut members = vec![("proposal_id".to_owned(), Value::from(self.proposal_id.as_str()))];
        let mut put = |name: &str, value: Value| members.push((name.to_owned(), value));
        let revision = match &self.wish {
            Wish::Finalize => {
                put("action", "finalize".into());
                return Ok(Value::Object(members));
            }
            Wish::Revise(revision) => revision,
        };
        put("action", "revise".into());
        if let Some(kind) = revision.change_kind {
            put("change_kind", kind.as_str().into());
        }
        if let Some(constraints) = revision.constraints.to_value()? {
            put("constraints", constraints);
        }
        if !revision.product_changes.is_empty() {
            let changes = revision.product_changes.iter();
            let changes = changes.map(|(id, membership)| (id.clone(), membership.as_str().into()));
            put("product_changes", Value::Object(changes.collect()));
        }
        if let Some(count) = revision.alternatives {
            let count = number::to_wire(&Amount::from(count))?;
            put("alternatives", Value::object([("count", count)]));
        }
        if let Some(ask) = &revision.ask {
            put("ask", ask.as_str().into());
        }
        if let Some(criteria) = &revision.criteria {
            put("criteria", criteria.clone());
        }
        if revision.remove_frequency_cap {
            put("remove_media_buy_frequency_cap", true.into());
        }
        Ok(Value::Object(members))
    }
}
