//! Requests read again as they were sent, so that answers are held against the very bytes.

use anp::json::Value;

use super::refine::{
    BudgetBounds, ChangeKind, Constraints, CpmCeiling, Dimension, FlightBounds, Membership, Refinement,
    Revision, Wish,
};
use crate::instant::Instant;
use crate::number;
use crate::pointer::At;

/// A `refine_proposals` request, as its answer is held against it.
#[derive(Debug, Clone, PartialEq)]
pub struct RefineRequest {
    /// Its entries, in their order.
    pub refinements: Vec<Refinement>,
    /// What the seller is to send back unchanged.
    pub context: Option<Value>,
}

impl RefineRequest {
    /// Reads the arguments as they were sent.
    ///
    /// # Errors
    /// [`Unreadable`] where something stands in them that no answer could be held against.
    pub fn read(arguments: &Value) -> Result<Self, Unreadable> {
        let at = At::root().key("refinements");
        let entries = expect(arguments.get("refinements").and_then(Value::as_array), &at)?;
        let entries = entries.iter().enumerate();
        let refinements = entries.map(|(place, entry)| Refinement::read(entry, &at.item(place)));
        Ok(Self {
            refinements: refinements.collect::<Result<_, _>>()?,
            context: arguments.get("context").cloned(),
        })
    }

    /// Whether it asks for holds and nothing else.
    pub fn finalizes(&self) -> bool {
        self.refinements.iter().all(|refinement| refinement.wish == Wish::Finalize)
    }
}

impl Refinement {
    /// Reads an entry as it was sent.
    ///
    /// # Errors
    /// [`Unreadable`] where something stands in it that cannot be judged.
    pub fn read(value: &Value, at: &At) -> Result<Self, Unreadable> {
        let proposal_id = value.get("proposal_id").and_then(Value::as_text);
        let proposal_id = proposal_id.ok_or_else(|| Unreadable::new(&at.key("proposal_id")))?.to_owned();
        let wish = match value.get("action").and_then(Value::as_text) {
            Some("finalize") => Wish::Finalize,
            Some("revise") => Wish::Revise(Box::new(revision(value, at)?)),
            _ => return Err(Unreadable::new(&at.key("action"))),
        };
        Ok(Self { proposal_id, wish })
    }
}

fn revision(value: &Value, at: &At) -> Result<Revision, Unreadable> {
    let change_kind = match value.get("change_kind").map(Value::as_text) {
        None => None,
        Some(Some("amendment")) => Some(ChangeKind::Amendment),
        Some(Some("cancellation")) => Some(ChangeKind::Cancellation),
        Some(_) => return Err(Unreadable::new(&at.key("change_kind"))),
    };
    let mut product_changes = Vec::new();
    let changes_at = at.key("product_changes");
    let changes = value.get("product_changes").map(|changes| expect(changes.as_object(), &changes_at));
    for (id, change) in changes.transpose()?.unwrap_or_default() {
        let membership = match change.as_text() {
            Some("include") => Membership::Include,
            Some("omit") => Membership::Omit,
            _ => return Err(Unreadable::new(&changes_at.key(id))),
        };
        product_changes.push((id.clone(), membership));
    }
    let alternatives = value.get("alternatives").map(|alternatives| {
        let count = alternatives.get("count").and_then(Value::as_count);
        expect(count, &at.key("alternatives").key("count"))
    });
    let text = |key: &str| match value.get(key) {
        None => Ok(None),
        Some(text) => expect(text.as_text(), &at.key(key)).map(|text| Some(text.to_owned())),
    };
    Ok(Revision {
        change_kind,
        constraints: match value.get("constraints") {
            None => Constraints::default(),
            Some(constraints) => read_constraints(constraints, &at.key("constraints"))?,
        },
        product_changes,
        alternatives: alternatives.transpose()?,
        ask: text("ask")?,
        criteria: value.get("criteria").cloned(),
        remove_frequency_cap: value.get("remove_media_buy_frequency_cap").and_then(Value::as_bool)
            == Some(true),
    })
}

fn read_constraints(value: &Value, at: &At) -> Result<Constraints, Unreadable> {
    let mut constraints = Constraints::default();
    for (name, constraint) in expect(value.as_object(), at)? {
        let at = at.key(name);
        let currency = || expect(number::currency(constraint), &at.key("currency"));
        let bound = |key: &str| match constraint.get(key) {
            None => Ok(None),
            Some(bound) => expect(number::amount(bound), &at.key(key)).map(Some),
        };
        match Dimension::parse(name) {
            Some(Dimension::TotalBudget) => {
                let (min, max) = (bound("min")?, bound("max")?);
                if min.is_none() && max.is_none() {
                    return Err(Unreadable::new(&at));
                }
                constraints.total_budget = Some(BudgetBounds { min, max, currency: currency()? });
            }
            Some(Dimension::Cpm) => {
                let max = expect(bound("max")?, &at.key("max"))?;
                constraints.cpm = Some(CpmCeiling { max, currency: currency()? });
            }
            Some(Dimension::Impressions) => {
                constraints.impressions = Some(expect(bound("min")?, &at.key("min"))?);
            }
            Some(Dimension::Flight) => constraints.flight = Some(flight(constraint, &at)?),
            _ => return Err(Unreadable::new(&at)),
        }
    }
    Ok(constraints)
}

fn flight(value: &Value, at: &At) -> Result<FlightBounds, Unreadable> {
    let bound = |key: &str| match value.get(key) {
        None => Ok(None),
        Some(bound) => {
            let text = bound.as_text().filter(|text| Instant::parse(text).is_some());
            expect(text, &at.key(key)).map(|text| Some(text.to_owned()))
        }
    };
    let bounds = FlightBounds {
        start_no_later_than: bound("start_no_later_than")?,
        end_no_earlier_than: bound("end_no_earlier_than")?,
    };
    if bounds == FlightBounds::default() { Err(Unreadable::new(at)) } else { Ok(bounds) }
}

fn expect<T>(found: Option<T>, at: &At) -> Result<T, Unreadable> {
    found.ok_or_else(|| Unreadable::new(at))
}

/// A request in which something stands that no answer could be held against.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no refine_proposals request: {path:?} is missing or not of the protocol's form")]
pub struct Unreadable {
    /// Where, as a JSON Pointer.
    pub path: String,
}

impl Unreadable {
    pub(crate) fn new(at: &At) -> Self {
        Self { path: at.to_string() }
    }
}
