//! Drafts out of a proposal: revisions, amendments and cancellations.

use serde_json::{Map, Value, json};

use crate::book::{Aim, Proposal, State};
use crate::fault::Fault;
use crate::finalize;
use crate::offer::{self, Candidate, Policy};
use crate::plan::{DAY, Ending, Plan, seconds};
use crate::profile::Profile;
use crate::seller::{Call, Seller};
use crate::terms;
use crate::wishes::{Failing, Wishes};

/// What one refinement comes to: its result, the drafts behind it, and whether it was a
/// bound that could not be met.
struct Outcome {
    result: Value,
    drafts: Vec<Proposal>,
    probe: bool,
}

/// Answers `refine_proposals`.
///
/// # Errors
/// `INVALID_STATE` for what a source's state does not allow, `RATE_LIMITED` for who probes.
pub fn refine(seller: &mut Seller, call: Call<'_>, arguments: &Value) -> Result<Value, Fault> {
    let none = Vec::new();
    let refinements = arguments.get("refinements").and_then(Value::as_array).unwrap_or(&none);
    if refinements.iter().any(|refinement| refinement.get("action") == Some(&json!("finalize"))) {
        return finalize::batch(seller, call, refinements);
    }
    seller.probes.admit(call.buyer, call.now)?;
    for (place, refinement) in refinements.iter().enumerate() {
        cancellable(seller, call, refinement, place)?;
    }
    let outcomes: Vec<Outcome> = refinements
        .iter()
        .enumerate()
        .map(|(place, refinement)| revise(seller, call, refinement, place))
        .collect();
    let plans: Vec<&Plan> = outcomes.iter().flat_map(|one| &one.drafts).map(|draft| &draft.plan).collect();
    let products = products(&plans, seller.profile, call);
    let results: Vec<Value> = outcomes.iter().map(|one| one.result.clone()).collect();
    for outcome in outcomes {
        if outcome.probe {
            seller.probes.count(call.buyer, call.now);
        }
        for draft in outcome.drafts {
            seller.book.keep(call.buyer, draft);
        }
    }
    Ok(json!({ "status": "completed", "results": results, "products": products }))
}

/// The products that are bought, each once; in one profile with departures from what was
/// asked of targeting.
pub fn products(plans: &[&Plan], profile: Profile, call: Call<'_>) -> Vec<Value> {
    let mut seen: Vec<&str> = Vec::new();
    let mut products = Vec::new();
    for (plan, line) in plans.iter().flat_map(|plan| plan.lines.iter().map(move |line| (plan, line))) {
        if seen.contains(&line.product.id) {
            continue;
        }
        seen.push(line.product.id);
        let mut product = line.product.describe();
        let countries = plan.targeting.as_ref().and_then(|targeting| targeting.get("geo_countries"));
        let last = countries.and_then(Value::as_array).and_then(|countries| countries.last());
        if let (Profile::Departs, Some(last), Some(members)) = (profile, last, product.as_object_mut()) {
            let departure = json!({
                "operation": "remove_values",
                "path": "/geo_countries",
                "values": [last],
                "reason": "This product is not delivered there.",
            });
            members.insert("targeting_resolution".to_owned(), json!({ "modifications": [departure] }));
            members.insert("expires_at".to_owned(), seconds(call.now.plus_millis(DAY)).into());
        }
        products.push(product);
    }
    products
}

fn source_id(refinement: &Value) -> &str {
    refinement.get("proposal_id").and_then(Value::as_str).unwrap_or_default()
}

fn cancels(refinement: &Value) -> bool {
    refinement.get("change_kind") == Some(&json!("cancellation"))
}

/// Only what was bought and still runs can be cancelled.
fn cancellable(seller: &Seller, call: Call<'_>, refinement: &Value, place: usize) -> Result<(), Fault> {
    let Some(source) = seller.book.proposal(call.buyer, source_id(refinement)) else { return Ok(()) };
    let runs =
        source.buy.as_ref().and_then(|buy| seller.book.buy(call.buyer, buy)).is_some_and(|buy| !buy.canceled);
    if !cancels(refinement) || (runs && matches!(source.state, State::Accepted(_))) {
        return Ok(());
    }
    let said = "Only an accepted proposal of a running media buy can be cancelled.";
    Err(Fault::correctable("INVALID_STATE", said).at(format!("refinements[{place}].change_kind")))
}

fn revise(seller: &Seller, call: Call<'_>, refinement: &Value, place: usize) -> Outcome {
    let id = source_id(refinement);
    let Some(source) = seller.book.proposal(call.buyer, id).filter(|source| !source.declined) else {
        return unable(id, "source_unavailable", "This proposal is not available.");
    };
    let Some(aim) = aim(seller, call, source, refinement) else {
        return unable(id, "source_unavailable", "Its media buy has ended or moved on.");
    };
    let mut wishes = Wishes::read(refinement);
    if seller.profile == Profile::LateFlight {
        wishes.flight = None;
    }
    if seller.profile == Profile::Undeclared && wishes.flight.is_some() {
        return unable(id, "unsupported_dimension", "StreamHaus cannot take bounds of the flight.");
    }
    if !wishes.typed() && !matches!(aim, Aim::Cancel(..)) {
        match &wishes.ask {
            Some(ask) if ask.declined.is_some() => {
                return unable(id, "commercially_declined", ask.declined.unwrap_or_default());
            }
            Some(ask) if ask.understood => {}
            _ => return unable(id, "uninterpreted", "StreamHaus did not understand what is asked."),
        }
    }
    let mut plan = source.plan.clone();
    if matches!(aim, Aim::Cancel(..)) {
        plan.ending = Some(Ending { at: midnight(call), fee: plan.total().percent(10) });
    }
    let maker = Maker { seller, call, place, source, aim: &aim };
    maker.answer(&plan, &wishes)
}

/// The end of a cancelled media buy: the midnight that comes after seven days.
fn midnight(call: Call<'_>) -> anp::time::Moment {
    let days = call.now.millis().div_euclid(DAY).saturating_add(8);
    anp::time::Moment::from_millis(days.saturating_mul(DAY))
}

/// What a successor of this source is for; none where its media buy does not go on.
fn aim(seller: &Seller, call: Call<'_>, source: &Proposal, refinement: &Value) -> Option<Aim> {
    if !matches!(source.state, State::Accepted(_)) {
        return Some(source.aim.clone());
    }
    let id = source.buy.clone()?;
    let buy = seller.book.buy(call.buyer, &id).filter(|buy| !buy.canceled)?;
    let make = if cancels(refinement) { Aim::Cancel } else { Aim::Update };
    Some(make(id, buy.revision))
}

fn unable(source: &str, code: &str, reason: &str) -> Outcome {
    let result = json!({
        "source_proposal_id": source,
        "outcome": "unable",
        "reason_code": code,
        "reason": reason,
    });
    Outcome { result, drafts: Vec::new(), probe: false }
}

/// Makes the drafts of one refinement.
struct Maker<'a> {
    seller: &'a Seller,
    call: Call<'a>,
    place: usize,
    source: &'a Proposal,
    aim: &'a Aim,
}

impl Maker<'_> {
    fn answer(&self, plan: &Plan, wishes: &Wishes) -> Outcome {
        let policy = Policy { bare: self.bare(), narrow: self.seller.profile == Profile::Constrained };
        let mut found = if plan.ending.is_some() {
            let failing = wishes.failing(plan, policy.bare);
            vec![Candidate { plan: plan.clone(), failing }]
        } else {
            offer::candidates(plan, wishes, policy)
        };
        // An amendment changes something, and nobody asked for another mix of products.
        if matches!(self.aim, Aim::Update(..)) {
            found.retain(|one| terms::of(&one.plan, policy.bare) != self.source.terms);
            if wishes.count.is_none() {
                found.truncate(1);
            }
            if found.is_empty() {
                return unable(&self.source.id, "source_unavailable", "Nothing of these terms would change.");
            }
        }
        let count = wishes.count.unwrap_or(1);
        let good: Vec<&Candidate> = found.iter().filter(|one| one.failing.is_empty()).take(count).collect();
        let declined = wishes.ask.as_ref().and_then(|ask| ask.declined);
        let coarse = self.seller.probes.coarse(self.call.buyer, self.call.now);
        if good.is_empty() {
            return self.unmet(&found, wishes, coarse);
        }
        let plans: Vec<&Plan> = good.iter().map(|one| &one.plan).collect();
        if plans.len() < count {
            let said = format!("{} commercially distinct mixes are available at these terms.", plans.len());
            return self.drafted(&plans, Some(("alternatives_unavailable", &said)), None);
        }
        self.drafted(&plans, declined.map(|reason| ("commercially_declined", reason)), None)
    }

    /// No plan gives all: the best one with what it lacks, or none where the price itself is
    /// out of reach or the buyer has probed too often.
    fn unmet(&self, found: &[Candidate], wishes: &Wishes, coarse: bool) -> Outcome {
        let best = found.iter().min_by_key(|one| one.failing.len());
        let failing = best.map_or_else(|| all_changes(wishes), |one| one.failing.clone());
        let hopeless = coarse || failing.constraints.contains("cpm");
        let said = match (coarse, failing.constraints.contains("cpm"), wishes.wants_unknown()) {
            (true, _, _) => "Not available on these terms.",
            (_, true, _) => "No eligible inventory meets the requested CPM.",
            (_, _, true) => "A product that was asked for is not sold here.",
            _ => "This is the nearest that StreamHaus can offer.",
        };
        let reason = ("constraint_unsatisfiable", said);
        let mut outcome = if let Some(best) = best.filter(|_| !hopeless) {
            self.drafted(&[&best.plan], Some(reason), Some(&failing))
        } else {
            let mut outcome = unable(&self.source.id, reason.0, reason.1);
            list(&mut outcome.result, &failing);
            outcome
        };
        outcome.probe = true;
        outcome
    }

    fn drafted(&self, plans: &[&Plan], short: Option<(&str, &str)>, failing: Option<&Failing>) -> Outcome {
        let expires = self.call.now.plus_millis(DAY);
        let drafts: Vec<Proposal> = plans
            .iter()
            .enumerate()
            .map(|(number, plan)| {
                let id = self.seller.id("proposal", self.call, self.place * 16 + number);
                let parent = Some(self.source.id.clone());
                Proposal::draft(id, parent, self.aim.clone(), (*plan).clone(), self.bare(), expires)
            })
            .collect();
        let shown: Vec<Value> = drafts.iter().map(Proposal::json).collect();
        let mut result = json!({
            "source_proposal_id": self.source.id,
            "outcome": if short.is_some() { "partial" } else { "revised" },
            "proposals": shown,
        });
        if let (Some((code, reason)), Some(members)) = (short, result.as_object_mut()) {
            members.insert("reason_code".to_owned(), code.into());
            members.insert("reason".to_owned(), reason.into());
        }
        if let Some(failing) = failing {
            list(&mut result, failing);
        }
        Outcome { result, drafts, probe: false }
    }

    fn bare(&self) -> bool {
        self.seller.profile == Profile::Guide
    }
}

/// Where no plan is left at all, every product change is what stands in the way.
fn all_changes(wishes: &Wishes) -> Failing {
    Failing { changes: wishes.changes.clone(), ..Failing::default() }
}

/// Lists what a result does not give.
fn list(result: &mut Value, failing: &Failing) {
    let Some(members) = result.as_object_mut() else { return };
    if !failing.constraints.is_empty() {
        members.insert("unsatisfied_constraints".to_owned(), json!(failing.constraints));
    }
    if !failing.changes.is_empty() {
        let changes: Map<String, Value> = failing
            .changes
            .iter()
            .map(|(id, include)| (id.clone(), if *include { "include" } else { "omit" }.into()))
            .collect();
        members.insert("unsatisfied_product_changes".to_owned(), Value::Object(changes));
    }
}
