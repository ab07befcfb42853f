//! The protocol's published schemas, all of them that the six tools' bodies consist of, held against
//! what came.
//!
//! The official kits read answers into types and let pass what those do not say: members that must not
//! stand together, members that must, conditions. Here the schemas themselves are evaluated
//! (`schemas/adcp/3.2.4.json`: the published files without their prose), on the tree that was read from
//! the wire. The well-known library for that draws on the system's randomness, which no pure crate may,
//! and reads another tree than the one that is digested. The two have not been held against each other yet.

mod check;
mod compile;
mod format;
mod node;

use std::sync::LazyLock;

use anp::json::{self, Value};

use crate::fault::Fault;
use crate::pointer::At;
use compile::Schemas;

/// The published schemas without their prose.
pub const PUBLISHED: &str = include_str!("../../../../schemas/adcp/3.2.4.json");

/// A body that a schema is published for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Body {
    /// Arguments of `request_proposals`.
    RequestProposals,
    /// Its answer.
    RequestedProposals,
    /// Arguments of `refine_proposals`.
    RefineProposals,
    /// Its answer.
    RefinedProposals,
    /// Arguments of `accept_proposal`.
    AcceptProposal,
    /// Its answer.
    AcceptedProposal,
    /// Arguments of `decline_proposals`.
    DeclineProposals,
    /// Its answer.
    DeclinedProposals,
}

impl Body {
    /// All of them.
    pub const ALL: [Self; 8] = [
        Self::RequestProposals,
        Self::RequestedProposals,
        Self::RefineProposals,
        Self::RefinedProposals,
        Self::AcceptProposal,
        Self::AcceptedProposal,
        Self::DeclineProposals,
        Self::DeclinedProposals,
    ];

    /// The published file, below the release's address.
    pub const fn file(self) -> &'static str {
        match self {
            Self::RequestProposals => "media-buy/request-proposals-request.json",
            Self::RequestedProposals => "media-buy/request-proposals-response.json",
            Self::RefineProposals => "media-buy/refine-proposals-request.json",
            Self::RefinedProposals => "media-buy/refine-proposals-response.json",
            Self::AcceptProposal => "media-buy/accept-proposal-request.json",
            Self::AcceptedProposal => "media-buy/accept-proposal-response.json",
            Self::DeclineProposals => "media-buy/decline-proposals-request.json",
            Self::DeclinedProposals => "media-buy/decline-proposals-response.json",
        }
    }
}

static SCHEMAS: LazyLock<Schemas> = LazyLock::new(|| {
    let files = json::parse(PUBLISHED.as_bytes()).map_or(Value::Null, |parsed| parsed.value);
    Schemas::compile(&files, &Body::ALL.map(Body::file))
});

/// Whether every reference and pattern of the schemas was understood. The tests ask.
pub fn understood() -> bool {
    SCHEMAS.understood()
}

/// Everything in which the value is not as its schema says.
pub fn check(body: Body, value: &Value) -> Vec<Fault> {
    let mut faults = Vec::new();
    SCHEMAS.check(body.file(), value, &At::root(), &mut faults);
    faults
}
