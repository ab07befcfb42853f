//! The closed set of codes that reaches the window. The window's one table gives
//! each its words and its remedy; nothing else about an error crosses.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use specta::Type;

/// A problem: a code, and the facts its sentence needs (`what`, `seq`, `minutes`, …).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct Problem {
    /// Which sentence and remedy.
    pub code: ProblemCode,
    /// Facts for the sentence. Never a secret, never counterparty text beyond a name.
    pub facts: BTreeMap<String, String>,
}

/// Every problem the window can be told of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum ProblemCode {
    /// No Secret Service / keychain on this machine.
    KeychainAbsent,
    /// The keychain is locked and was not unlocked.
    KeychainLocked,
    /// The keychain works but the key that this desk used is not in it. Facts: `fingerprint`.
    KeyMissing,
    /// The passphrase does not open the key file.
    PassphraseWrong,
    /// The passphrase is too short (facts: `least`).
    PassphraseShort,
    /// Something that the key signed is still under way, so that no other can follow it yet.
    KeyBusy,
    /// The key found is not the one this desk used before. Facts: `expected`, `found`.
    KeyDiffers,
    /// The host cannot be reached. Facts: `url`.
    HostDown,
    /// The host answers too slowly. Facts: `url`, `seconds`.
    HostSlow,
    /// The host answered something that is not the protocol. Facts: `url`, `why` (a
    /// [`super::Broken`]) and what that needs.
    HostConfused,
    /// The host refused this desk's signature.
    HostRefused,
    /// The host's platform key is not the pinned one. Facts: `expected`, `found`.
    HostKeyChanged,
    /// The host forgot events that this desk had verified. Facts: `session`, `seq`.
    HostRewound,
    /// This clock and the host's differ. Facts: `minutes`, `direction` (`behind` or `ahead`).
    ClockWrong,
    /// The host's clock is behind its own log: it refuses appends.
    HostClockBehind,
    /// A chain did not verify. Facts: `session`, `seq`, `check`.
    ChainRed,
    /// Something new came in after the approval: look again. Facts: `seq`, `kind`.
    ApprovalStale,
    /// The session is closed.
    SessionClosed,
    /// The offer has expired. Facts: `expires_at`.
    OfferExpired,
    /// The form does not make a valid payload. Facts: `path`, `problem` (a [`super::Unfit`]) and
    /// what that needs.
    FormInvalid,
    /// The answer falls outside the mandate; the way past it is a new version. Facts: `rule`.
    OutsideMandate,
    /// The organisation demands a vote on this. Facts: `needed`, `seats`, `state` (`none`, `open`,
    /// `denied`, `passed_under_another_rule`).
    QuorumNeeded,
    /// The mandate rests sealed and does not open with this person's key, so nothing can be judged by it.
    /// Facts: `version`.
    MandateSealed,
    /// The screen blocked the text. Facts: `where`.
    ScreenBlocked,
    /// The screen holds the text until the deal's owner releases what it found. Facts: `where`.
    ScreenHeld,
    /// The screen could not run: nothing leaves.
    ScreenDown,
    /// Only the deal's owner may do this. Facts: `owner`.
    NotOwner,
    /// The person's role does not allow this. Facts: `role`.
    NotAllowed,
    /// Somebody else decided on this offer first: that stands. Facts: `who`, `at`.
    DecidedAlready,
    /// A counter is approved by somebody else than who drafted it. Facts: `drafted_by`.
    FourEyes,
    /// A ledger of the organisation is not to be believed: nothing is decided on it. Facts:
    /// `ledger`, `seq`, `why` (`chain`, `signature`, `stranger`, `rewound`, `founder`).
    LedgerRed,
    /// The organisation would have no owner any more.
    LastOwner,
    /// The invitation was used, withdrawn, or has expired.
    InvitationRefused,
    /// The text is no invitation.
    InvitationUnreadable,
    /// The host has refused what was done here without it; it was taken back. Facts: `kind`,
    /// `deal` (empty where it concerned the organisation), `at`.
    RefusedOnReturn,
    /// Somebody has stopped everything that leaves. Facts: `by`, `at`, `here` (`yes` where it
    /// holds at this desk alone).
    Halted,
    /// The channel is off.
    ChannelOff,
    /// It is unknown whether the answer arrived; the desk is finding out. Facts: `session`.
    DeliveryUnknown,
    /// The thing asked for is not here (any more). Facts: `what` (a [`super::Missing`]).
    Gone,
    /// A file could not be read or written. Facts: `path`, `why` (a [`super::Broken`]) and what
    /// that needs.
    FileTrouble,
    /// The database was written by a newer version. Facts: `path`, `found`, `known`.
    DatabaseNewer,
    /// The database is damaged or cannot be written. Facts: `path`, `why` (a [`super::Broken`])
    /// and what that needs.
    DatabaseTrouble,
    /// A mail could not be read. Facts: `file`, `why` (a [`super::Broken`]) and what that needs.
    MailUnreadable,
    /// Neither the host nor this desk has a mail server to send by.
    CannotMail,
    /// So much was asked for that the host makes wait. Facts: `seconds`.
    TooOften,
    /// A mail server, or the way to it. Facts: `account`, `host`, `step`, `cause`.
    MailServer,
    /// A sign-in at a mail provider did not come about. Facts: `account`, `cause`.
    MailSignIn,
    /// A mail provider does not renew any more what a person agreed to. Facts: `account`.
    MailSignInAgain,
    /// The vendor's agent of the demo could not be started or ended early. Facts: `why` (a
    /// [`super::Broken`]) and what that needs.
    DemoVendorFailed,
    /// A seller of media, or the way to it. Facts: `url`, `cause`.
    SellerTrouble,
    /// The hold has ended: fresh terms are a revision and a new hold away. Facts: `expires_at`.
    HoldOver,
    /// A request about the same proposal is not settled yet. Facts: `number`.
    Unsettled,
    /// Departures of the seller's that nobody has accepted. Facts: `count`.
    DeparturesOpen,
    /// A person stopped it before it was done; nothing is left of it.
    Stopped,
    /// A defect of this program, said as such. Facts: `reference`.
    Defect,
}

impl ProblemCode {
    /// Whether the host did not answer: what was asked may be asked again.
    pub(crate) const fn is_silence(self) -> bool {
        matches!(self, Self::HostDown | Self::HostSlow)
    }

    /// Whether it is the host's or the way to it, whatever it was asked.
    pub(crate) const fn is_host_trouble(self) -> bool {
        matches!(
            self,
            Self::HostDown
                | Self::HostSlow
                | Self::HostRefused
                | Self::HostKeyChanged
                | Self::ClockWrong
                | Self::HostClockBehind
        )
    }
}

impl Problem {
    /// A problem without facts.
    pub fn new(code: ProblemCode) -> Self {
        Self { code, facts: BTreeMap::new() }
    }

    /// A problem with something that is of no use, and why.
    pub fn broken(code: ProblemCode, why: super::Broken) -> Self {
        Self::new(code).with("why", why)
    }

    /// A problem with what the system did not do: the reason by its kind, or by its own number.
    pub fn of_system(code: ProblemCode, error: &std::io::Error) -> Self {
        let problem = Self::broken(code, super::Broken::of_system(error));
        match error.raw_os_error() {
            Some(number) => problem.with("number", number),
            None => problem,
        }
    }

    /// The same with one more fact.
    #[must_use]
    #[allow(clippy::needless_pass_by_value, reason = "callers pass numbers and displays as they have them")]
    pub fn with(mut self, name: &str, fact: impl ToString) -> Self {
        self.facts.insert(name.to_owned(), fact.to_string());
        self
    }
}
