//! Before sending: the whole request is right, or none of it goes.

use anp::json::{Value, canonical};

use crate::capability::RefinementSupport;
use crate::fault::{Fault, Faults, Rule};
use crate::number;
use crate::pointer::At;
use crate::request::read::RefineRequest;
use crate::request::refine::{Dimension, Revision, Wish};
use crate::schema::{self, Body};

/// Most entries of one request.
pub const MOST_ENTRIES: usize = 25;

/// How many alternatives one refinement may ask for.
pub const ALTERNATIVES: core::ops::RangeInclusive<u64> = 2..=10;

/// Arguments that passed; nothing else makes one. Their text is fixed: what is sent again under the same
/// key is this text.
#[derive(Debug, Clone, PartialEq)]
pub struct Preflighted {
    arguments: Value,
    text: String,
}

impl Preflighted {
    /// The arguments.
    pub const fn arguments(&self) -> &Value {
        &self.arguments
    }

    /// Their one text, canonical JSON.
    pub fn text(&self) -> &str {
        &self.text
    }

    fn of(arguments: Value, faults: Vec<Fault>) -> Result<Self, Vec<Fault>> {
        if faults.is_empty() {
            let text = canonical(&arguments);
            Ok(Self { arguments, text })
        } else {
            Err(faults)
        }
    }
}

/// Checks arguments of `refine_proposals` against the protocol and against what the seller declares.
///
/// # Errors
/// Everything that is wrong with them.
pub fn refine(arguments: Value, support: Option<&RefinementSupport>) -> Result<Preflighted, Vec<Fault>> {
    let mut faults = Faults::default();
    faults.extend(schema::check(Body::RefineProposals, &arguments));
    let at = At::root().key("refinements");
    match RefineRequest::read(&arguments) {
        Err(unreadable) => {
            let detail = "missing or not of the protocol's form".to_owned();
            faults.extend([Fault { rule: Rule::Schema, path: unreadable.path, detail }]);
        }
        Ok(request) => entries(&request, &at, support, &mut faults),
    }
    Preflighted::of(arguments, faults.listed())
}

/// Checks the arguments of any other tool: the published schema is all there is to hold to.
///
/// # Errors
/// Everything that is wrong with them.
pub fn plain(body: Body, arguments: Value) -> Result<Preflighted, Vec<Fault>> {
    let faults = schema::check(body, &arguments);
    Preflighted::of(arguments, faults)
}

fn entries(request: &RefineRequest, at: &At, support: Option<&RefinementSupport>, faults: &mut Faults) {
    let all = &request.refinements;
    if all.is_empty() || all.len() > MOST_ENTRIES {
        faults.add(Rule::Entries, at, format!("{} entries; from 1 to {MOST_ENTRIES} may be sent", all.len()));
    }
    let finalizes = all.iter().filter(|one| one.wish == Wish::Finalize).count();
    if finalizes > 0 && finalizes < all.len() {
        faults.add(Rule::MixedFinalize, at, "finalize stands among nothing but finalize");
    }
    for (place, refinement) in all.iter().enumerate() {
        let at = at.item(place);
        if all.iter().take(place).any(|other| other.proposal_id == refinement.proposal_id) {
            faults.add(Rule::Entries, &at.key("proposal_id"), "each source stands once");
        }
        if let Wish::Revise(revision) = &refinement.wish {
            bounds(revision, &at, faults);
            declared(revision, support, &at, faults);
        }
    }
}

fn bounds(revision: &Revision, at: &At, faults: &mut Faults) {
    let within = at.key("constraints");
    let constraints = &revision.constraints;
    if let Some(budget) = &constraints.total_budget {
        if let (Some(min), Some(max)) = (&budget.min, &budget.max)
            && min > max
        {
            faults.add(Rule::Bounds, &within.key("total_budget"), "the least is above the most");
        }
        for (key, bound) in [("min", &budget.min), ("max", &budget.max)] {
            let exact = bound.as_ref().is_none_or(|bound| number::to_wire(bound).is_ok());
            if !exact || bound.as_ref().is_some_and(money::Amount::is_negative) {
                faults.add(
                    Rule::Number,
                    &within.key("total_budget").key(key),
                    "no amount that can be asked for",
                );
            }
        }
    }
    if let Some(count) = revision.alternatives
        && !ALTERNATIVES.contains(&count)
    {
        let at = at.key("alternatives").key("count");
        faults.add(
            Rule::AlternativeCount,
            &at,
            format!("{count} alternatives; from 2 to 10 may be asked for"),
        );
    }
    if revision.ask.as_ref().is_some_and(|ask| ask.trim().is_empty()) {
        faults.add(Rule::Schema, &at.key("ask"), "words with nothing in them");
    }
}

fn declared(revision: &Revision, support: Option<&RefinementSupport>, at: &At, faults: &mut Faults) {
    let Some(support) = support else { return };
    for dimension in revision.dimensions() {
        if support.supports(dimension) == Some(false) {
            let within = match dimension {
                Dimension::ProductChanges | Dimension::Alternatives | Dimension::Criteria => at.clone(),
                _ => at.key("constraints"),
            };
            let detail = "the seller says that it does not support this: it can be asked for in words";
            faults.add(Rule::UnsupportedDimension, &within.key(dimension.as_str()), detail);
        }
    }
    if let (Some(asked), Some(most)) = (revision.alternatives, support.max_alternatives)
        && asked > most
    {
        let at = at.key("alternatives").key("count");
        faults.add(
            Rule::MaxAlternatives,
            &at,
            format!("{asked} alternatives; this seller gives {most} at most"),
        );
    }
}
