//! What the rooms below refuse of a form, as the closed set of words that the window knows.

use anp::json::Step;
use anp::payload::{self, PayloadFault};
use deal::DraftError;
use parley::vote::{BadDemand, BadRule};

use crate::view::{Problem, Unfit};
use crate::wire_form::invalid;

/// What the protocol's reader finds wrong with a payload that a form made.
pub(crate) fn unfit_payload(fault: &PayloadFault) -> Problem {
    let path = fault.path.to_string();
    let found = match &fault.problem {
        payload::Problem::Unknown => Unfit::UnknownKey,
        payload::Problem::Kind { .. } => Unfit::OtherKind,
        payload::Problem::Missing | payload::Problem::Length { least: 1.., found: 0, .. } => Unfit::Required,
        payload::Problem::Length { least, most, .. } => {
            return invalid(&path, Unfit::Length).with("least", least).with("most", most);
        }
        payload::Problem::Digits => Unfit::Digits,
        payload::Problem::Range(_) | payload::Problem::Form(_) => match fault.path.0.last() {
            Some(Step::Key(key)) => match key.as_str() {
                "quantity" => Unfit::Quantity,
                "unit_price" => Unfit::UnitPrice,
                "total_annual" => Unfit::Negative,
                "term_months" => return invalid(&path, Unfit::Range).with("least", 1).with("most", 120),
                "expires_at" => Unfit::DateTime,
                "currency" => Unfit::Currency,
                _ => Unfit::OtherForm,
            },
            _ => Unfit::OtherForm,
        },
    };
    invalid(&path, found)
}

/// Why a form makes no answer.
pub(crate) const fn unfit_draft(error: DraftError) -> Unfit {
    match error {
        DraftError::AcceptsByTheWay => Unfit::AcceptsByTheWay,
        DraftError::WrongEvents
        | DraftError::Unreadable
        | DraftError::TermsDiffer
        | DraftError::NotTheirTerms
        | DraftError::WrongReason
        | DraftError::AnswersNothing => Unfit::Answer,
    }
}

/// Why a rule of votes could not be kept.
pub(crate) const fn unfit_rule(why: BadRule) -> Unfit {
    match why {
        BadRule::Size => Unfit::Seats,
        BadRule::Needed => Unfit::VotesNeeded,
        BadRule::Twice => Unfit::VoterTwice,
        BadRule::Name => Unfit::VoterName,
    }
}

/// Why demands of votes could not be kept.
pub(crate) const fn unfit_demands(why: BadDemand) -> Unfit {
    match why {
        BadDemand::Size => Unfit::TooManyRules,
        BadDemand::Within => Unfit::VoteTime,
        BadDemand::Rule(rule) => unfit_rule(rule),
    }
}
