//! What a person sees before deciding: exactly what leaves and in whose name.

use serde::{Deserialize, Serialize};
use specta::Type;

use super::{OfferForm, OfferView, Problem};

/// An answer that someone wants to give.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum AnswerForm {
    /// A counter on the form.
    Counter {
        /// The form.
        form: OfferForm,
    },
    /// Acceptance of the latest vendor offer: our equal counter, then the close that names it.
    Accept,
    /// Decline of the latest vendor offer.
    Decline {
        /// Reason; empty: none.
        reason: String,
    },
    /// A message.
    Message {
        /// Subject; empty: none.
        subject: String,
        /// Body.
        body: String,
    },
    /// The close of the session.
    Close {
        /// Reason; empty: none.
        reason: String,
    },
}

/// The review of an answer. `ticket` stands for exactly these bytes; approving names it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct Review {
    /// Names this review; any change to the answer makes another.
    pub ticket: String,
    /// Id of the session.
    pub session: String,
    /// The counterparty, inert.
    pub counterparty: String,
    /// Name of the person in whose name it leaves.
    pub in_name_of: String,
    /// Fingerprint of the key that signs.
    pub fingerprint: String,
    /// The events that will be signed, in order (one; two for an acceptance).
    pub events: Vec<ReviewEvent>,
    /// Number of the vendor's event that is answered.
    pub answers_seq: Option<u32>,
    /// The offer that it amounts to, compared with our last.
    pub offer: Option<OfferView>,
    /// Findings of the mandate guardrail.
    pub guard: Vec<GuardFinding>,
    /// Findings of the confidentiality screen.
    pub screen: ScreenView,
    /// Why it cannot be approved as it stands, if so.
    pub obstacle: Option<Problem>,
}

/// One event as it will be signed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct ReviewEvent {
    /// Kind on the wire.
    pub kind: String,
    /// The exact canonical bytes of the payload.
    pub payload: String,
    /// SHA-256 of these bytes, hex.
    pub payload_hash: String,
}

/// A finding of the guardrail.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct GuardFinding {
    /// Which rule (`walk_away`, `term`, `rounds`, `currency`, …).
    pub rule: String,
    /// Number of the line concerned, from 1.
    pub line: Option<u32>,
    /// True where it forbids sending.
    pub blocks: bool,
    /// What was found, for the owner's eyes.
    pub found: String,
    /// What the mandate says.
    pub limit: String,
}

/// The screen's word.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct ScreenView {
    /// Where it stands.
    pub outcome: ScreenOutcome,
    /// What was found, in the order of the fields; a release names these by their number, from 0.
    pub marks: Vec<ScreenMark>,
    /// Which rules judged.
    pub rules: u32,
    /// Why the screen does not run, where it does not.
    pub down: Option<String>,
}

/// Something that keeps the answer from simply leaving: where and why. The words stand in the payload.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct ScreenMark {
    /// Which field (`body`, `conditions[1]`).
    pub place: String,
    /// Why.
    pub kind: ScreenReasonKind,
    /// True where nobody may release it.
    pub blocks: bool,
    /// First code point of the field's text.
    pub start: u32,
    /// Behind the last one.
    pub end: u32,
    /// True where an encoding or a disguise hid it.
    pub decoded: bool,
}

/// Why something was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum ScreenReasonKind {
    /// A figure of the mandate, or one that follows from it.
    SecretFigure,
    /// A figure that follows from nothing that may be told.
    UntracedFigure,
    /// Words that tell where a limit lies.
    LimitTalk,
    /// Something that nobody can read.
    Opaque,
    /// The additional scanner stops it.
    Outside,
}

/// The screen's outcome.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum ScreenOutcome {
    /// Nothing found.
    Passed,
    /// Blocked: a secret stands in it.
    Blocked,
    /// Held: the deal's owner may release what was found.
    Held,
    /// It could not run: nothing leaves.
    Down,
}

/// The screen, as it answers now.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct ScreeningView {
    /// Why it does not run, where it does not.
    pub problem: Option<Problem>,
    /// Which rules judge.
    pub rules: u32,
    /// The additional scanner.
    pub outside: OutsideScannerView,
}

/// The additional scanner as it is set.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct OutsideScannerView {
    /// Whether it is asked.
    pub on: bool,
    /// Its address.
    pub url: String,
    /// Seconds that it may take.
    pub seconds: u32,
    /// Whether a token rests in the keychain for it.
    pub has_token: bool,
}

/// The additional scanner as it is typed.
#[derive(Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct OutsideScannerForm {
    /// Whether it is asked.
    pub on: bool,
    /// Its address.
    pub url: String,
    /// Seconds that it may take, 1 to 30.
    pub seconds: u32,
    /// Token; empty: as before.
    pub token: String,
}

impl core::fmt::Debug for OutsideScannerForm {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("OutsideScannerForm(…)")
    }
}

/// What came of an approval.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Approved {
    /// It stands on the ledger.
    Sent {
        /// Event number of the last event.
        seq: u32,
    },
    /// The host did not answer; the desk goes on finding out.
    Unknown,
    /// The host could not be asked, and no byte of the answer has left: it leaves once the host can
    /// be reached, and can be taken back until then.
    Waiting {
        /// Id of the decision.
        decision: String,
    },
    /// Something came in between; look again.
    Stale {
        /// What came.
        problem: Problem,
    },
}
