//! An answer to `refine_proposals`, judged. Nothing that can be computed is believed.

mod cost_per;
mod criteria;
mod drafts;
mod finalized;
mod insertion_order;
mod kind;
mod offers;
mod outcome;
mod pairing;
mod promises;
mod requested;
mod stage;
mod targeting;
mod terms;

use std::collections::BTreeSet;

use anp::json::{self, FlawKind, SyntaxFault, Value};
use anp::time::Moment;

use crate::capability::RefinementSupport;
use crate::fault::{Fault, Faults, Rule};
use crate::pointer::At;
use crate::request::read::RefineRequest;
use crate::schema::{self, Body};
use crate::sources::Sources;
use stage::Stage;

pub use requested::{judge_declined, judge_requested};

/// The least time that a new hold must leave for a decision where nobody sets another, in milliseconds.
pub const LEAD_MILLIS: i64 = 120_000;

/// What an answer is judged by, beside its request.
#[derive(Debug, Clone)]
pub struct Circumstances<'a> {
    /// Proposals that came earlier.
    pub sources: &'a Sources,
    /// What the seller says it supports; none where it says nothing.
    pub support: Option<&'a RefinementSupport>,
    /// The time of judging.
    pub now: Moment,
    /// The least time that a hold must leave, in milliseconds.
    pub lead_millis: i64,
}

/// Something that a person is to see before choosing: disclosed by the seller, or not to be judged by
/// computation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Remark {
    /// The rule that it belongs to.
    pub rule: Rule,
    /// Where, as a JSON Pointer into the answer.
    pub path: String,
    /// What.
    pub detail: String,
}

/// What came of judging.
#[derive(Debug, Clone, PartialEq)]
pub struct Judgement {
    /// The answer as it was read.
    pub answer: Value,
    /// Where it is yet to come, the task to ask for.
    pub pending: Option<String>,
    /// Everything that is wrong.
    pub faults: Vec<Fault>,
    /// Departures that the seller discloses: a person accepts each before that product is chosen.
    pub departures: Vec<Remark>,
    /// What could not be judged, since something to judge it by is not there.
    pub unchecked: Vec<Remark>,
}

impl Judgement {
    /// Whether nothing is wrong.
    pub fn holds(&self) -> bool {
        self.faults.is_empty()
    }
}

/// An answer with results in which nothing is wrong. Nothing else makes one.
#[derive(Debug, Clone, PartialEq)]
pub struct Verified(Judgement);

impl Verified {
    /// From a judgement without faults over an answer that has come.
    ///
    /// # Errors
    /// The judgement, where there are faults or the answer is yet to come.
    pub fn from_judgement(judgement: Judgement) -> Result<Self, Box<Judgement>> {
        if judgement.holds() && judgement.pending.is_none() {
            Ok(Self(judgement))
        } else {
            Err(Box::new(judgement))
        }
    }

    /// The judgement.
    pub const fn judgement(&self) -> &Judgement {
        &self.0
    }

    /// The results, one for each refinement, in their order.
    pub fn results(&self) -> &[Value] {
        self.0.answer.get("results").and_then(Value::as_array).unwrap_or_default()
    }
}

/// Where what is found goes.
#[derive(Debug, Default)]
struct Findings {
    faults: Faults,
    departures: Vec<Remark>,
    unchecked: Vec<Remark>,
}

impl Findings {
    fn fault(&mut self, rule: Rule, at: &At, detail: impl Into<String>) {
        self.faults.add(rule, at, detail);
    }

    fn departure(&mut self, rule: Rule, at: &At, detail: impl Into<String>) {
        self.departures.push(Remark { rule, path: at.to_string(), detail: detail.into() });
    }

    fn unchecked(&mut self, rule: Rule, at: &At, detail: impl Into<String>) {
        self.unchecked.push(Remark { rule, path: at.to_string(), detail: detail.into() });
    }
}

/// The answer without its envelope, as the closed schema of its body means it.
pub(crate) fn body(answer: &Value) -> Value {
    stage::body(answer)
}

/// Judges an answer from its bytes.
///
/// # Errors
/// [`SyntaxFault`] where they are no JSON text.
pub fn judge(
    request: &RefineRequest,
    answer: &[u8],
    circumstances: &Circumstances<'_>,
) -> Result<Judgement, SyntaxFault> {
    let parsed = json::parse(answer)?;
    let mut findings = Findings::default();
    for flaw in &parsed.flaws {
        findings.fault(Rule::Json, &At::from(&flaw.path), flaw_words(flaw.kind));
    }
    let stage = whole(request, &parsed.value, circumstances, &mut findings);
    Ok(Judgement {
        answer: parsed.value,
        pending: match stage {
            Stage::Pending(task) => Some(task),
            Stage::Completed | Stage::Over => None,
        },
        faults: findings.faults.listed(),
        departures: once(findings.departures),
        unchecked: once(findings.unchecked),
    })
}

/// Each once: many drafts can have the same to say.
fn once(remarks: Vec<Remark>) -> Vec<Remark> {
    let mut seen = BTreeSet::new();
    let new = |remark: &Remark| seen.insert((remark.rule, remark.path.clone(), remark.detail.clone()));
    remarks.into_iter().filter(new).collect()
}

fn flaw_words(kind: FlawKind) -> String {
    kind.to_string()
}

fn whole(
    request: &RefineRequest,
    answer: &Value,
    circumstances: &Circumstances<'_>,
    findings: &mut Findings,
) -> Stage {
    let root = At::root();
    if answer.as_object().is_none() {
        findings.fault(Rule::Schema, &root, format!("an object is expected, {} stands here", answer.kind()));
        return Stage::Over;
    }
    let stage = stage::read(answer, findings);
    if stage == Stage::Completed {
        findings.faults.extend(schema::check(Body::RefinedProposals, &stage::body(answer)));
    }
    if let (Some(sent), Some(came)) = (&request.context, answer.get("context"))
        && json::canonical(sent) != json::canonical(came)
    {
        findings.fault(Rule::ContextEcho, &root.key("context"), "not the context that was sent");
    }
    if let Some(results) = answer.get("results").and_then(Value::as_array) {
        let asked = Asked { request, answer, circumstances };
        asked.results(results, findings);
    }
    stage
}

/// What results are judged by.
struct Asked<'a> {
    request: &'a RefineRequest,
    answer: &'a Value,
    circumstances: &'a Circumstances<'a>,
}

impl Asked<'_> {
    fn results(&self, results: &[Value], findings: &mut Findings) {
        let at = At::root().key("results");
        let pairs = pairing::pair(&self.request.refinements, results, &at, findings);
        outcome::batch(&pairs, &at, findings);
        let mut ids = drafts::Ids::new(self);
        for pair in &pairs {
            outcome::one(pair, self.circumstances.support, findings);
            let drafts = drafts::of(pair);
            drafts::counts(pair, drafts.len(), findings);
            drafts::distinct(pair, &drafts, findings);
            for draft in &drafts {
                ids.check(draft, findings);
                drafts::lineage(pair, draft, findings);
                terms::check(draft, findings);
                kind::check(self, pair, draft, findings);
                criteria::check(self, pair, draft, findings);
                finalized::check(self, pair, draft, findings);
                insertion_order::check(draft, findings);
            }
            promises::check(pair, &drafts, findings);
            criteria::silent(pair, findings);
            targeting::interpreted(self, pair, &drafts, findings);
        }
        targeting::products(self, findings);
    }
}
