//! What somebody must be to state something on a ledger: the table of roles where it
//! depends on what is stated, and on whose deal it is.

use super::said::{Said, kind};
use crate::event::Kind;
use crate::roles::Act;

/// What is asked of an author.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Needs {
    /// Any of the organisation's people: words, which bind nobody.
    Anybody,
    /// Roles that reach so far.
    Role(Act),
    /// To own the deal, or to stand in for its owner, and a role that decides.
    Decides,
    /// To own the deal, or to govern.
    HandsOver,
    /// To have decided what is spoken of.
    Decided,
    /// A seat in the vote, by the rule under which it was opened.
    Seat,
}

/// What a statement on the organisation's ledger asks for; none for kinds that are not
/// known here.
pub fn of_org(name: &str) -> Option<Needs> {
    Some(match name {
        kind::INVITED
        | kind::WITHDRAWN
        | kind::ROLES
        | kind::FOUR_EYES
        | kind::QUORUM_RULES
        | kind::HALTED
        | kind::RESUMED => Needs::Role(Act::Govern),
        kind::DELEGATED => Needs::Role(Act::Decide),
        kind::PINNED => Needs::Role(Act::DecideVendor),
        kind::AGENT => Needs::Role(Act::EnrolAgent),
        // Everybody's own key is theirs to end or to replace; another's only who governs ends.
        kind::LEFT | kind::ROTATED | kind::VOID => Needs::Anybody,
        _ => return None,
    })
}

/// What a statement on a deal's ledger asks for. Kinds that are not known here are words.
pub fn of_deal(name: &str, said: &Said) -> Needs {
    match name {
        // Whoever may draft meets the guards.
        kind::DEAL | kind::ASSIGNED | kind::DRAFT | kind::QUOTE | kind::STOPPED => Needs::Role(Act::Prepare),
        kind::OWNER => Needs::HandsOver,
        // A message binds nobody: who may send it may decide on it.
        kind::DECISION if said.text("answer") == Some("message") => Needs::Role(Act::Append(Kind::Message)),
        kind::DECISION
        | kind::MANDATE
        | kind::RESEALED
        | kind::MODE
        | kind::AGENT_ANSWERED
        | kind::PROPOSAL
        | kind::REMINDER
        | kind::PARLEY
        | kind::PARLEY_ACT
        | kind::ADCP_DEPARTURES
        | kind::ADCP_GIVEN_UP => Needs::Decides,
        // What was asked while somebody stood in is answered when it is answered.
        kind::ADCP_ANSWER => Needs::Role(Act::Decide),
        kind::LAPSED => Needs::Decided,
        kind::BALLOT => Needs::Seat,
        kind::DISPUTE_SEEN => Needs::Role(Act::SettleDispute),
        _ => Needs::Anybody,
    }
}
