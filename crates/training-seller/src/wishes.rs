//! What one refinement asks for, and whether a plan gives it.

use std::collections::{BTreeMap, BTreeSet};

use anp::time::Moment;
use serde_json::Value;

use crate::ask::{self, Reading};
use crate::catalogue::product;
use crate::cents::{CURRENCY, Cents, Towards};
use crate::plan::Plan;

/// Bounds of the total; none where the currency is not sold in.
#[derive(Debug, Clone, Copy)]
pub struct Budget {
    /// The least.
    pub min: Option<Cents>,
    /// The most.
    pub max: Option<Cents>,
    /// Whether it is asked for in the currency that is sold in.
    pub payable: bool,
}

/// One refinement's wishes.
#[derive(Debug, Default)]
pub struct Wishes {
    /// Bounds of the total.
    pub budget: Option<Budget>,
    /// The ceiling of every CPM; one in a currency that is not sold in is nothing at all.
    pub cpm: Option<Cents>,
    /// The floor of all impressions.
    pub impressions: Option<u64>,
    /// The latest start and the earliest end.
    pub flight: Option<(Option<Moment>, Option<Moment>)>,
    /// `true` to include, `false` to omit.
    pub changes: BTreeMap<String, bool>,
    /// How many drafts.
    pub count: Option<usize>,
    /// The only products.
    pub only: Option<Vec<String>>,
    /// Structured targeting.
    pub targeting: Option<Value>,
    /// What was understood of the prose; none where there was none.
    pub ask: Option<Reading>,
}

/// What a plan does not give.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Failing {
    /// Keys of `constraints`.
    pub constraints: BTreeSet<&'static str>,
    /// Of `product_changes`, as asked.
    pub changes: BTreeMap<String, bool>,
}

impl Failing {
    /// Whether all is given.
    pub fn is_empty(&self) -> bool {
        self.constraints.is_empty() && self.changes.is_empty()
    }

    /// How many things are not given.
    pub fn len(&self) -> usize {
        self.constraints.len() + self.changes.len()
    }
}

impl Wishes {
    /// Reads a refinement that passed the preflight.
    pub fn read(refinement: &Value) -> Self {
        let part = |name: &str| refinement.get("constraints").and_then(|all| all.get(name));
        let time = |value: Option<&Value>| value.and_then(Value::as_str).and_then(|t| Moment::parse(t).ok());
        let criteria = |name: &str| refinement.get("criteria").and_then(|criteria| criteria.get(name));
        Self {
            budget: part("total_budget").map(budget),
            cpm: part("cpm").map(|cpm| {
                let most = cpm.get("max").and_then(|max| Cents::bound(max, Towards::Ceiling));
                most.filter(|_| in_dollars(cpm)).unwrap_or(Cents::new(0))
            }),
            impressions: part("impressions").map(|least| floor(least.get("min"))),
            flight: part("flight")
                .map(|f| (time(f.get("start_no_later_than")), time(f.get("end_no_earlier_than")))),
            changes: changes(refinement.get("product_changes")),
            count: refinement
                .get("alternatives")
                .and_then(|alternatives| alternatives.get("count"))
                .and_then(Value::as_u64)
                .and_then(|count| usize::try_from(count).ok()),
            only: criteria("product_ids").and_then(Value::as_array).map(|ids| texts(ids)),
            targeting: criteria("targeting_overlay").cloned(),
            ask: refinement.get("ask").and_then(Value::as_str).map(ask::read),
        }
    }

    /// Whether anything typed is asked for.
    pub fn typed(&self) -> bool {
        self.budget.is_some()
            || self.cpm.is_some()
            || self.impressions.is_some()
            || self.flight.is_some()
            || !self.changes.is_empty()
            || self.count.is_some()
            || self.only.is_some()
            || self.targeting.is_some()
    }

    /// What a plan does not give. Bare terms name no impressions, so they keep no floor.
    pub fn failing(&self, plan: &Plan, bare: bool) -> Failing {
        let mut failing = Failing::default();
        let mut miss = |missed: bool, key: &'static str| {
            if missed {
                failing.constraints.insert(key);
            }
        };
        if let Some(budget) = self.budget {
            let total = plan.total();
            let below = budget.min.is_some_and(|min| total < min);
            miss(!budget.payable || below || budget.max.is_some_and(|max| total > max), "total_budget");
        }
        if let Some(cpm) = self.cpm {
            miss(plan.lines.iter().any(|line| line.price > cpm), "cpm");
        }
        if let Some(least) = self.impressions {
            miss(bare || plan.impressions() < least, "impressions");
        }
        if let Some((start, end)) = self.flight {
            let late = start.is_some_and(|bound| plan.start > bound);
            miss(late || end.is_some_and(|bound| plan.end < bound), "flight");
        }
        failing.changes = self
            .changes
            .iter()
            .filter(|(id, include)| plan.buys(id) != **include)
            .map(|(id, include)| (id.clone(), *include))
            .collect();
        failing
    }

    /// Whether this product is to be there.
    pub fn includes(&self, id: &str) -> bool {
        self.changes.get(id) == Some(&true)
    }

    /// Whether this product is to be left out.
    pub fn omits(&self, id: &str) -> bool {
        self.changes.get(id) == Some(&false)
    }

    /// Whether something is to be included that is not sold here.
    pub fn wants_unknown(&self) -> bool {
        self.changes.iter().any(|(id, include)| *include && product(id).is_none())
    }
}

fn budget(asked: &Value) -> Budget {
    let bound = |name: &str, towards| asked.get(name).and_then(|bound| Cents::bound(bound, towards));
    Budget {
        min: bound("min", Towards::Floor),
        max: bound("max", Towards::Ceiling),
        payable: in_dollars(asked),
    }
}

fn in_dollars(asked: &Value) -> bool {
    asked.get("currency").and_then(Value::as_str) == Some(CURRENCY)
}

/// A floor of impressions, up to the next whole one.
fn floor(least: Option<&Value>) -> u64 {
    let cents = least.and_then(|least| Cents::bound(least, Towards::Floor)).map_or(0, Cents::count);
    u64::try_from(cents).unwrap_or_default().div_ceil(100)
}

fn changes(asked: Option<&Value>) -> BTreeMap<String, bool> {
    let asked = asked.and_then(Value::as_object).into_iter().flatten();
    asked.map(|(id, action)| (id.clone(), action == "include")).collect()
}

/// The texts of a list.
pub fn texts(list: &[Value]) -> Vec<String> {
    list.iter().filter_map(Value::as_str).map(str::to_owned).collect()
}
