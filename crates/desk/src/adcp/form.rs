//! What a person wants, as the arguments of a task.

use adcp::accepted::Acceptance;
use adcp::key::IdempotencyKey;
use adcp::preflight::{self, Preflighted};
use adcp::request::refine::{
    BudgetBounds, ChangeKind, Constraints, CpmCeiling, FlightBounds, Membership, Refinement, Revision, Wish,
};
use adcp::request::tools::{self, Account, BrandSource, DeclineReason, Signed};
use adcp::schema::Body;
use anp::json::{self, Value};
use money::{Amount, Currency};

use super::book::{Book, Proposal};
use crate::trouble::gone;
use crate::view::{
    AdcpAccount, AdcpChange, AdcpDeclineReason, AdcpFault, AdcpForm, AdcpRevision, Missing, Problem, Unfit,
};
use crate::wire_form::invalid;

/// A request as it would be sent.
pub(crate) struct Built {
    pub(crate) kind: deal::AnswerKind,
    pub(crate) tool: &'static str,
    /// The arguments, or everything that is wrong with them.
    pub(crate) arguments: Result<Preflighted, Vec<adcp::fault::Fault>>,
    /// Proposals that it is about.
    pub(crate) about: Vec<String>,
}

/// What a request is made with.
pub(crate) struct Making<'a> {
    pub(crate) book: &'a Book,
    pub(crate) version: &'a str,
    pub(crate) key: &'a IdempotencyKey,
    pub(crate) account: &'a AdcpAccount,
    pub(crate) brand: &'a str,
    /// Who signs an insertion order, and when.
    pub(crate) signatory: &'a str,
    pub(crate) at: &'a str,
}

pub(crate) fn account_of(account: &AdcpAccount) -> Account {
    match account {
        AdcpAccount::Id { id } => Account::Id(id.trim().to_owned()),
        AdcpAccount::Natural { brand, operator } => {
            Account::Natural { brand: brand.trim().to_owned(), operator: operator.trim().to_owned() }
        }
    }
}

impl Making<'_> {
    /// The request of a form.
    pub(crate) fn build(&self, form: &AdcpForm) -> Result<Built, Problem> {
        let (version, key) = (self.version, self.key);
        Ok(match form {
            AdcpForm::Request { brief, criteria } => {
                let criteria = criteria_of(criteria, "criteria")?;
                let brand = BrandSource::Domain(self.brand.to_owned());
                if brief.trim().is_empty() {
                    return Err(invalid("brief", Unfit::Required));
                }
                let arguments =
                    tools::request_proposals(version, key, &brand, brief.trim(), criteria.as_ref());
                Built {
                    kind: deal::AnswerKind::RequestProposals,
                    tool: "request_proposals",
                    arguments: preflight::plain(Body::RequestProposals, arguments),
                    about: Vec::new(),
                }
            }
            AdcpForm::Revise { revisions } => {
                let refinements = revisions.iter().enumerate().map(|(place, form)| {
                    let wish = Wish::Revise(Box::new(revision_of(form, place)?));
                    Ok(Refinement { proposal_id: form.proposal.clone(), wish })
                });
                self.refine(deal::AnswerKind::ReviseProposals, refinements.collect::<Result<_, Problem>>()?)?
            }
            AdcpForm::Finalize { proposals, .. } => {
                let hold = |id: &String| Refinement { proposal_id: id.clone(), wish: Wish::Finalize };
                self.refine(deal::AnswerKind::FinalizeProposals, proposals.iter().map(hold).collect())?
            }
            AdcpForm::Accept { proposal, digest, sign_order, .. } => {
                let held = self.book.proposal(proposal).ok_or_else(|| gone(Missing::Proposal))?;
                self.accept(held, digest, *sign_order)?
            }
            AdcpForm::Decline { proposals, reason, detail } => {
                let detail = Some(detail.trim().to_owned()).filter(|detail| !detail.is_empty());
                let declined: Vec<_> =
                    proposals.iter().map(|id| (id.clone(), reason_of(*reason), detail.clone())).collect();
                Built {
                    kind: deal::AnswerKind::DeclineProposals,
                    tool: "decline_proposals",
                    arguments: preflight::plain(
                        Body::DeclineProposals,
                        tools::decline_proposals(version, key, &declined),
                    ),
                    about: proposals.clone(),
                }
            }
        })
    }

    fn refine(&self, kind: deal::AnswerKind, refinements: Vec<Refinement>) -> Result<Built, Problem> {
        let arguments = tools::refine_proposals(self.version, self.key, &refinements)
            .map_err(|_| invalid("revisions", Unfit::Inexact))?;
        let support = self.book.capabilities.as_ref().and_then(|known| known.refinement.as_ref());
        Ok(Built {
            kind,
            tool: "refine_proposals",
            arguments: preflight::refine(arguments, support),
            about: refinements.into_iter().map(|refinement| refinement.proposal_id).collect(),
        })
    }

    fn accept(&self, held: &Proposal, digest: &str, sign_order: bool) -> Result<Built, Problem> {
        let acceptance = Acceptance::of(&held.value).ok_or_else(|| gone(Missing::Hold))?;
        // What was shown is what is accepted.
        if acceptance.digest.to_string() != digest {
            return Err(gone(Missing::ShownTerms));
        }
        let order = held.value.get("insertion_order").and_then(|order| order.get("io_id"));
        let signed = order.and_then(Value::as_text).filter(|_| sign_order).map(|order| Signed {
            io_id: order.to_owned(),
            accepted_at: self.at.to_owned(),
            signatory: self.signatory.to_owned(),
        });
        if sign_order && signed.is_none() {
            return Err(invalid("sign_order", Unfit::InsertionOrder));
        }
        let account = account_of(self.account);
        let arguments =
            tools::accept_proposal(self.version, self.key, &account, &acceptance, signed.as_ref());
        Ok(Built {
            kind: deal::AnswerKind::AcceptProposal,
            tool: "accept_proposal",
            arguments: preflight::plain(Body::AcceptProposal, arguments),
            about: vec![held.id().to_owned()],
        })
    }
}

fn criteria_of(text: &str, field: &str) -> Result<Option<Value>, Problem> {
    match text.trim() {
        "" => Ok(None),
        text => json::parse_flawless(text.as_bytes()).map(Some).map_err(|_| invalid(field, Unfit::Json)),
    }
}

/// The revision that a form asks for.
pub(crate) fn revision_of(form: &AdcpRevision, place: usize) -> Result<Revision, Problem> {
    let at = |name: &str| format!("revisions[{place}].{name}");
    let amount = |name: &str, text: &str| match text.trim() {
        "" => Ok(None),
        text => Amount::parse(text).map(Some).map_err(|_| invalid(&at(name), Unfit::Decimal)),
    };
    let currency = |name: &str, text: &str| {
        Currency::parse(text.trim()).map_err(|_| invalid(&at(name), Unfit::Currency))
    };
    let time = |text: &str| Some(text.trim().to_owned()).filter(|text| !text.is_empty());
    let (min, max) = (amount("budget_min", &form.budget_min)?, amount("budget_max", &form.budget_max)?);
    let total_budget = match (&min, &max) {
        (None, None) => None,
        _ => Some(BudgetBounds { currency: currency("budget_currency", &form.budget_currency)?, min, max }),
    };
    let cpm = match amount("cpm_max", &form.cpm_max)? {
        None => None,
        Some(max) => Some(CpmCeiling { max, currency: currency("cpm_currency", &form.cpm_currency)? }),
    };
    let flight = FlightBounds {
        start_no_later_than: time(&form.start_no_later_than),
        end_no_earlier_than: time(&form.end_no_earlier_than),
    };
    let changes = |ids: &[String], change: Membership| -> Vec<(String, Membership)> {
        ids.iter().map(|id| (id.clone(), change)).collect()
    };
    let mut product_changes = changes(&form.include, Membership::Include);
    product_changes.extend(changes(&form.omit, Membership::Omit));
    if form.include.iter().any(|id| form.omit.contains(id)) {
        return Err(invalid(&at("omit"), Unfit::OmittedAndIncluded));
    }
    let alternatives = match form.alternatives.trim() {
        "" => None,
        count => Some(count.parse().map_err(|_| invalid(&at("alternatives"), Unfit::WholeNumber))?),
    };
    Ok(Revision {
        change_kind: form.change.map(|change| match change {
            AdcpChange::Amendment => ChangeKind::Amendment,
            AdcpChange::Cancellation => ChangeKind::Cancellation,
        }),
        constraints: Constraints {
            total_budget,
            cpm,
            impressions: amount("impressions_min", &form.impressions_min)?,
            flight: (flight != FlightBounds::default()).then_some(flight),
        },
        product_changes,
        alternatives,
        ask: Some(form.ask.trim().to_owned()).filter(|ask| !ask.is_empty()),
        criteria: criteria_of(&form.criteria, &at("criteria"))?,
        remove_frequency_cap: form.remove_frequency_cap,
    })
}

/// The form that asks for a revision: the other way round.
pub(crate) fn form_of(source: &AdcpRevision, revision: &Revision) -> AdcpRevision {
    let text = |amount: Option<&Amount>| amount.map(ToString::to_string).unwrap_or_default();
    let constraints = &revision.constraints;
    let (budget, cpm) = (constraints.total_budget.as_ref(), constraints.cpm.as_ref());
    let flight = constraints.flight.clone().unwrap_or_default();
    let of = |change: Membership| {
        let changes = revision.product_changes.iter().filter(move |(_, this)| *this == change);
        changes.map(|(id, _)| id.clone()).collect()
    };
    AdcpRevision {
        budget_min: text(budget.and_then(|budget| budget.min.as_ref())),
        budget_max: text(budget.and_then(|budget| budget.max.as_ref())),
        cpm_max: text(cpm.map(|cpm| &cpm.max)),
        impressions_min: text(constraints.impressions.as_ref()),
        start_no_later_than: flight.start_no_later_than.unwrap_or_default(),
        end_no_earlier_than: flight.end_no_earlier_than.unwrap_or_default(),
        include: of(Membership::Include),
        omit: of(Membership::Omit),
        alternatives: revision.alternatives.map(|count| count.to_string()).unwrap_or_default(),
        ask: revision.ask.clone().unwrap_or_default(),
        ..source.clone()
    }
}

const fn reason_of(reason: AdcpDeclineReason) -> DeclineReason {
    match reason {
        AdcpDeclineReason::Price => DeclineReason::Price,
        AdcpDeclineReason::InventoryFit => DeclineReason::InventoryFit,
        AdcpDeclineReason::AudienceFit => DeclineReason::AudienceFit,
        AdcpDeclineReason::Timing => DeclineReason::Timing,
        AdcpDeclineReason::BudgetChanged => DeclineReason::BudgetChanged,
        AdcpDeclineReason::SelectedAlternative => DeclineReason::SelectedAlternative,
        AdcpDeclineReason::Other => DeclineReason::Other,
    }
}

pub(crate) fn fault_view(fault: &adcp::fault::Fault) -> AdcpFault {
    AdcpFault { rule: fault.rule.as_str().to_owned(), path: fault.path.clone(), detail: fault.detail.clone() }
}
