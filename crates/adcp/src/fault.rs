//! What is wrong with an answer, or with a request before it is sent.

use core::fmt;
use std::collections::BTreeSet;

use crate::pointer::At;

macro_rules! rules {
    ($($(#[$doc:meta])* $name:ident = $text:literal,)*) => {
        /// A rule of the protocol. Where the protocol's own kits name the same rule, the name is theirs.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Rule { $($(#[$doc])* $name,)* }

        impl Rule {
            /// All rules.
            pub const ALL: &'static [Self] = &[$(Self::$name,)*];

            /// The name in reports.
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$name => $text,)* }
            }
        }
    };
}

rules! {
    /// Something in the text that two readers could read differently.
    Json = "json",
    /// The published schema does not hold.
    Schema = "schema",
    /// A state that no answer of this kind may have, or that contradicts what stands beside it.
    Status = "status",
    /// A task error: nothing was answered.
    TaskError = "task_error",
    /// The caller's context came back altered.
    ContextEcho = "context_echo",
    /// Not one result for each refinement.
    Cardinality = "cardinality",
    /// A result that does not name the source asked for at its place.
    ResultOrder = "result_order",
    /// An outcome that the action cannot have.
    ActionOutcome = "action_outcome_mismatch",
    /// Finalized beside other things: in a batch all are, or none.
    MixedFinalize = "mixed_finalize_batch",
    /// A reason that the request or the result gives no ground for.
    Reason = "reason_mismatch",
    /// The digest is not that of the terms.
    TermsDigest = "terms_digest",
    /// The parent is not the source.
    Lineage = "lineage",
    /// The id of a proposal that was there before.
    SuccessorId = "successor_proposal_id",
    /// An id that stands twice in the answer.
    DuplicateSuccessorId = "duplicate_successor_proposal_id",
    /// Too many or too few drafts.
    AlternativeCount = "alternative_count",
    /// Alternatives with the same terms.
    DuplicateAlternative = "duplicate_alternative",
    /// A constraint and what is said of it do not fit.
    Constraint = "constraint_mismatch",
    /// A product change and what is said of it do not fit.
    ProductChange = "product_change_mismatch",
    /// Something is unsatisfied, and the outcome hides it.
    UnsatisfiedOutcome = "unsatisfied_outcome",
    /// The reason and the list of what is unsatisfied do not fit.
    ConstraintPrecedence = "constraint_precedence",
    /// The hold has ended.
    Expired = "proposal_expired",
    /// The hold ends too soon to decide.
    HoldTooShort = "hold_too_short",
    /// Terms that changed while they were to be held.
    FinalizeTerms = "finalize_terms_changed",
    /// The known source is no draft.
    SourceState = "source_proposal_state",
    /// The known source's own digest is not that of its terms.
    SourceDigest = "source_terms_digest",
    /// A status that this outcome cannot have.
    ProposalStatus = "proposal_status",
    /// Another kind of proposal than the source and the request lead to.
    ProposalKind = "proposal_kind",
    /// Another media buy or opportunity than the source's.
    MediaBuy = "media_buy",
    /// More than one currency in the terms.
    Currency = "currency",
    /// The selected price is not the one that stands beside it.
    PricingOption = "pricing_option_id",
    /// Change rights that contradict themselves.
    ChangeTerms = "change_terms",
    /// An amendment whose terms are the accepted ones.
    AmendmentUnchanged = "amendment_unchanged",
    /// An insertion order that sums up other terms than those it is for.
    InsertionOrder = "insertion_order",
    /// Criteria that what came back does not meet.
    Criteria = "criteria",
    /// Targeting other than asked, and not disclosed.
    Targeting = "targeting",
    /// The digest that was accepted is not the one that was sent.
    AcceptedDigest = "accepted_digest",
    /// Accepted is another proposal, account or insertion order than the one that was sent.
    AcceptedProposal = "accepted_proposal",
    /// A second answer to the same bytes under the same key that is another one.
    Replay = "replay_changed",
    /// Too many, too few or doubled entries in a request.
    Entries = "entries",
    /// Something that the seller says it does not support.
    UnsupportedDimension = "unsupported_dimension",
    /// More alternatives than the seller gives.
    MaxAlternatives = "max_alternatives",
    /// A lower bound above the upper one, or a window that ends before it begins.
    Bounds = "bounds",
    /// A number that the wire cannot carry exactly.
    Number = "number",
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// One thing that is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// Which rule is broken.
    pub rule: Rule,
    /// Where, as a JSON Pointer into the answer (into the arguments, for a request).
    pub path: String,
    /// What stands there and what was to stand there. It may quote terms: it is for the people of the
    /// deal and for no log.
    pub detail: String,
}

impl Fault {
    /// Puts the three together.
    pub fn new(rule: Rule, at: &At, detail: impl Into<String>) -> Self {
        Self { rule, path: at.to_string(), detail: detail.into() }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at {:?}: {}", self.rule, self.path, self.detail)
    }
}

/// Where faults are gathered: all of them are reported.
#[derive(Debug, Default)]
pub(crate) struct Faults(Vec<Fault>);

impl Faults {
    pub(crate) fn add(&mut self, rule: Rule, at: &At, detail: impl Into<String>) {
        self.0.push(Fault::new(rule, at, detail));
    }

    pub(crate) fn extend(&mut self, faults: impl IntoIterator<Item = Fault>) {
        self.0.extend(faults);
    }

    /// Each once, in the order in which they were found.
    pub(crate) fn listed(self) -> Vec<Fault> {
        let mut seen = BTreeSet::new();
        let new = |fault: &Fault| seen.insert((fault.rule, fault.path.clone(), fault.detail.clone()));
        self.0.into_iter().filter(new).take(MOST).collect()
    }
}

/// Most faults that are listed: an answer can be made of nothing else.
const MOST: usize = 1000;
