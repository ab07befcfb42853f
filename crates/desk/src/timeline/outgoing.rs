//! Answers of ours that are decided and do not stand on the ledger.

use store::tables::outbox::State;

use super::SessionState;
use crate::view::{Entry, EntryBody, OutgoingState, Standing};

pub(super) fn entries(state: &SessionState) -> Vec<Entry> {
    state
        .answers
        .iter()
        .filter_map(|answer| {
            let waits = answer.untried && matches!(answer.state, State::Sending | State::Unknown);
            let stands = match answer.state {
                State::Unknown if answer.untried => OutgoingState::Waiting,
                State::TakenBack => OutgoingState::TakenBack,
                State::Sending => OutgoingState::Sending,
                State::Unknown => OutgoingState::Unknown,
                State::Stale => OutgoingState::Stale,
                State::Refused => OutgoingState::Refused,
                State::Sent => return None,
            };
            Some(Entry {
                id: format!("answer:{}", answer.decision),
                at: answer.decided_at.clone(),
                author: crate::outbox::decided_by(&answer.parts).unwrap_or_default(),
                ours: true,
                standing: Standing::PersonKey,
                event: None,
                body: EntryBody::Outgoing {
                    what: answer.what.clone(),
                    state: stands,
                    take_back: waits.then(|| answer.decision.clone()),
                },
            })
        })
        .collect()
}
