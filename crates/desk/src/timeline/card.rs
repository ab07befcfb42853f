//! The ledger card and verdicts for people.

use anp::payload::{Envelope, Payload};
use anp::verify::{self, Fault, Outcome, VerifiedEvent, VerifiedLog};
use serde::{Deserialize, Serialize};

use super::SessionState;
use crate::intake::opening;
use crate::view::{FaultView, LedgerCard, NoteView, VerdictOutcome, VerdictView};
use crate::wire_form::envelope_view;

pub(super) fn ledger_card(state: &SessionState) -> LedgerCard {
    let session = &state.session;
    let log = state.log.as_ref().ok();
    let ours = log.and_then(|log| ours(log));
    LedgerCard {
        session: session.id.clone(),
        status: if session.closed { "closed" } else { "open" }.to_owned(),
        counterparty: session.agent_name.clone(),
        agent_id: session.agent_id.clone(),
        fingerprint: session.fingerprint.clone(),
        verified_by: state.pin.as_ref().filter(|_| state.pinned()).map(|pin| pin.verified_by.clone()),
        verified_at: state.pin.as_ref().filter(|_| state.pinned()).map(|pin| pin.verified_at.clone()),
        theirs: log.and_then(|log| opening(log)).map(|open| envelope_view(&open.envelope)),
        ours: ours.map(envelope_view),
        head: session.head_hash.clone(),
        verdict: verdict(state),
        judged_at: session.judged_at.clone(),
    }
}

fn ours(log: &VerifiedLog) -> Option<&Envelope> {
    log.events().iter().map(VerifiedEvent::event).find_map(|event| match event.stated.payload() {
        Payload::Envelope(envelope) if event.actor == anp::event::Actor::Buyer => Some(envelope),
        _ => None,
    })
}

/// The verdict on a session: red where a document was refused or the replica itself
/// does not verify, the tick only where a person vouched for the vendor's key.
fn verdict(state: &SessionState) -> VerdictView {
    let events = u32::try_from(state.session.head_seq).unwrap_or(u32::MAX);
    let green = VerdictView {
        outcome: if state.pinned() { VerdictOutcome::Green } else { VerdictOutcome::Consistent },
        events,
        verified_prefix: events,
        faults: Vec::new(),
        notes: Vec::new(),
    };
    match (&state.dispute, &state.log) {
        (Some(dispute), _) => {
            VerdictView { outcome: VerdictOutcome::Red, faults: stored_faults(&dispute.faults), ..green }
        }
        (None, Err(problem)) => VerdictView {
            outcome: VerdictOutcome::Red,
            verified_prefix: 0,
            faults: vec![FaultView {
                seq: problem.facts.get("seq").and_then(|seq| seq.parse().ok()),
                check: problem.facts.get("check").cloned().unwrap_or_default(),
                detail: "the copy kept at this desk does not verify any more".to_owned(),
            }],
            ..green
        },
        (None, Ok(_)) => green,
    }
}

/// A verdict of the verifier for the window.
pub(crate) fn verdict_view(verdict: &verify::Verdict) -> VerdictView {
    VerdictView {
        outcome: outcome(verdict.outcome, verdict.anchored),
        events: u32::try_from(verdict.event_count).unwrap_or(u32::MAX),
        verified_prefix: u32::try_from(verdict.verified_prefix).unwrap_or(u32::MAX),
        faults: verdict.faults.iter().map(fault_view).collect(),
        notes: verdict
            .notes
            .iter()
            .map(|note| NoteView {
                seq: note.seq.and_then(|seq| u32::try_from(seq).ok()),
                detail: note.detail.clone(),
            })
            .collect(),
    }
}

/// A verdict on a whole bundle for the window.
pub(crate) fn bundle_view(verdict: &::evidence::Verdict) -> VerdictView {
    let place = |seq: Option<u64>| seq.and_then(|seq| u32::try_from(seq).ok());
    VerdictView {
        outcome: outcome(verdict.outcome, verdict.anchored),
        events: u32::try_from(verdict.event_count).unwrap_or(u32::MAX),
        verified_prefix: u32::try_from(verdict.verified_prefix).unwrap_or(u32::MAX),
        faults: verdict
            .faults
            .iter()
            .map(|fault| FaultView {
                seq: place(fault.seq),
                check: fault.check.clone(),
                detail: fault.detail.clone(),
            })
            .collect(),
        notes: verdict
            .notes
            .iter()
            .map(|note| NoteView { seq: place(note.seq), detail: note.detail.clone() })
            .collect(),
    }
}

fn outcome(outcome: Outcome, anchored: bool) -> VerdictOutcome {
    match (outcome, anchored) {
        (Outcome::Green, true) => VerdictOutcome::Green,
        (Outcome::Green, false) => VerdictOutcome::Consistent,
        (Outcome::Red, _) => VerdictOutcome::Red,
        (Outcome::Unreadable, _) => VerdictOutcome::Unreadable,
    }
}

fn fault_view(fault: &Fault) -> FaultView {
    FaultView {
        seq: fault.seq.and_then(|seq| u32::try_from(seq).ok()),
        check: fault.check.as_str().to_owned(),
        detail: fault.detail(),
    }
}

#[derive(Serialize, Deserialize)]
struct StoredFault {
    seq: Option<u32>,
    check: String,
    detail: String,
}

/// Most faults of a disputed document that are kept beside it; it can be judged again.
const FAULTS_KEPT: usize = 200;

/// Faults as they are kept beside a disputed document.
pub(crate) fn faults_json(faults: &[Fault]) -> String {
    let stored: Vec<StoredFault> = faults
        .iter()
        .take(FAULTS_KEPT)
        .map(fault_view)
        .map(|FaultView { seq, check, detail }| StoredFault { seq, check, detail })
        .collect();
    serde_json::to_string(&stored).unwrap_or_else(|_| "[]".to_owned())
}

pub(crate) fn stored_faults(text: &str) -> Vec<FaultView> {
    let stored: Vec<StoredFault> = serde_json::from_str(text).unwrap_or_default();
    stored.into_iter().map(|StoredFault { seq, check, detail }| FaultView { seq, check, detail }).collect()
}
