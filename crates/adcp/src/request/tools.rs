//! Arguments of the other tools, each with what it takes and nothing else.

use anp::json::Value;

use super::refine::Refinement;
use crate::accepted::Acceptance;
use crate::key::IdempotencyKey;
use crate::number::Inexact;

/// Which account acts: one of the seller's own naming, or the natural key. Never both.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Account {
    /// The seller's id of it.
    Id(String),
    /// The brand's domain and the operator's.
    Natural {
        /// Domain of the brand.
        brand: String,
        /// Domain of who acts for it.
        operator: String,
    },
}

impl Account {
    fn to_value(&self) -> Value {
        match self {
            Self::Id(id) => Value::object([("account_id", id.as_str().into())]),
            Self::Natural { brand, operator } => {
                let brand = Value::object([("domain", brand.as_str().into())]);
                Value::object([("brand", brand), ("operator", operator.as_str().into())])
            }
        }
    }
}

/// Whose brand is to be advertised: said in one way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BrandSource {
    /// By its domain.
    Domain(String),
    /// By the account of that brand and operator.
    Account {
        /// Domain of the brand.
        brand: String,
        /// Domain of who acts for it.
        operator: String,
    },
}

/// An insertion order, agreed to by a person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Signed {
    /// The seller's id of it.
    pub io_id: String,
    /// When, RFC 3339.
    pub accepted_at: String,
    /// Who.
    pub signatory: String,
}

/// Why a proposal is pursued no further; the names are the wire's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DeclineReason {
    /// Price.
    Price,
    /// Inventory does not fit.
    InventoryFit,
    /// The audience does not.
    AudienceFit,
    /// The time does not.
    Timing,
    /// The budget is another one now.
    BudgetChanged,
    /// Another approach was chosen. Never whose.
    SelectedAlternative,
    /// Another reason, said in `detail`.
    Other,
}

impl DeclineReason {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Price => "price",
            Self::InventoryFit => "inventory_fit",
            Self::AudienceFit => "audience_fit",
            Self::Timing => "timing",
            Self::BudgetChanged => "budget_changed",
            Self::SelectedAlternative => "selected_alternative",
            Self::Other => "other",
        }
    }
}

/// What every call says of the protocol: the release that the seller has named.
fn members(version: &str) -> Vec<(String, Value)> {
    vec![("adcp_version".to_owned(), version.into()), ("adcp_major_version".to_owned(), Value::from(3_u32))]
}

/// The same, of a call that changes something.
fn mutation(version: &str, key: &IdempotencyKey) -> Vec<(String, Value)> {
    let mut members = members(version);
    members.push(("idempotency_key".to_owned(), key.as_str().into()));
    members
}

/// `get_adcp_capabilities`, before a release is known or with it.
pub fn capabilities(version: Option<&str>) -> Value {
    Value::Object(version.map(members).unwrap_or_default())
}

/// `request_proposals`.
pub fn request_proposals(
    version: &str,
    key: &IdempotencyKey,
    brand: &BrandSource,
    brief: &str,
    criteria: Option<&Value>,
) -> Value {
    let mut members = mutation(version, key);
    let source = match brand {
        BrandSource::Domain(domain) => ("brand", Value::object([("domain", domain.as_str().into())])),
        BrandSource::Account { brand, operator } => {
            let account = Account::Natural { brand: brand.clone(), operator: operator.clone() };
            ("account", account.to_value())
        }
    };
    members.push((source.0.to_owned(), source.1));
    members.push(("brief".to_owned(), brief.into()));
    if let Some(criteria) = criteria {
        members.push(("criteria".to_owned(), criteria.clone()));
    }
    Value::Object(members)
}

/// `refine_proposals`. It takes no account.
///
/// # Errors
/// [`Inexact`] where a number has more digits than the wire carries.
pub fn refine_proposals(
    version: &str,
    key: &IdempotencyKey,
    refinements: &[Refinement],
) -> Result<Value, Inexact> {
    let mut members = mutation(version, key);
    let entries = refinements.iter().map(Refinement::to_value).collect::<Result<_, _>>()?;
    members.push(("refinements".to_owned(), Value::Array(entries)));
    Ok(Value::Object(members))
}

/// `accept_proposal`: the committed proposal by its id and the digest that was computed of its terms.
pub fn accept_proposal(
    version: &str,
    key: &IdempotencyKey,
    account: &Account,
    acceptance: &Acceptance,
    signed: Option<&Signed>,
) -> Value {
    let mut members = mutation(version, key);
    members.push(("account".to_owned(), account.to_value()));
    members.push(("proposal_id".to_owned(), acceptance.proposal_id().into()));
    members.push(("proposal_terms_digest".to_owned(), acceptance.digest.to_string().into()));
    if let Some(signed) = signed {
        let order = Value::object([
            ("io_id", signed.io_id.as_str().into()),
            ("accepted_at", signed.accepted_at.as_str().into()),
            ("signatory", signed.signatory.as_str().into()),
        ]);
        members.push(("io_acceptance".to_owned(), order));
    }
    Value::Object(members)
}

/// `decline_proposals`, each with its reason. It takes no account.
pub fn decline_proposals(
    version: &str,
    key: &IdempotencyKey,
    declined: &[(String, DeclineReason, Option<String>)],
) -> Value {
    let mut members = mutation(version, key);
    let entries = declined.iter().map(|(id, reason, detail)| {
        let mut entry = vec![
            ("proposal_id".to_owned(), Value::from(id.as_str())),
            ("reason".to_owned(), reason.as_str().into()),
        ];
        if let Some(detail) = detail {
            entry.push(("detail".to_owned(), detail.as_str().into()));
        }
        Value::Object(entry)
    });
    members.push(("declines".to_owned(), Value::Array(entries.collect())));
    Value::Object(members)
}

/// `get_task_status`, with the result where there is one.
pub fn task_status(version: &str, task_id: &str) -> Value {
    let mut members = members(version);
    members.push(("task_id".to_owned(), task_id.into()));
    members.push(("include_result".to_owned(), true.into()));
    Value::Object(members)
}
