//! What is about to leave, from the draft to the last byte sent.

use parley::mandate::Act;
use parley::vote::{VoteMatter, Worth};

use super::media::MediaRequest;
use super::statement::{subject, with_handed};
use crate::digest::Hash;
use crate::{ScreenFinding, Terms, figures};

/// Which kind of answer it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AnswerKind {
    /// A counter.
    Counter,
    /// Acceptance: our equal counter and the close that names the vendor's offer.
    Accept,
    /// A decline of the vendor's latest offer.
    Decline,
    /// A message.
    Message,
    /// The close of the session.
    Close,
    /// First proposals are asked of a seller of media.
    RequestProposals,
    /// New drafts, with other terms.
    ReviseProposals,
    /// Holds on drafts as they are.
    FinalizeProposals,
    /// A hold is accepted.
    AcceptProposal,
    /// Proposals are pursued no further.
    DeclineProposals,
}

impl AnswerKind {
    /// True where it takes the deal owner: all but messages.
    pub fn formal(self) -> bool {
        self != Self::Message
    }

    /// Its name in records.
    pub fn name(self) -> &'static str {
        match self {
            Self::Counter => "counter",
            Self::Accept => "accept",
            Self::Decline => "decline",
            Self::Message => "message",
            Self::Close => "close",
            Self::RequestProposals => "request_proposals",
            Self::ReviseProposals => "revise_proposals",
            Self::FinalizeProposals => "finalize_proposals",
            Self::AcceptProposal => "accept_proposal",
            Self::DeclineProposals => "decline_proposals",
        }
    }

    /// Reads [`AnswerKind::name`].
    pub fn from_name(name: &str) -> Option<Self> {
        [
            Self::Counter,
            Self::Accept,
            Self::Decline,
            Self::Message,
            Self::Close,
            Self::RequestProposals,
            Self::ReviseProposals,
            Self::FinalizeProposals,
            Self::AcceptProposal,
            Self::DeclineProposals,
        ]
        .into_iter()
        .find(|kind| kind.name() == name)
    }

    /// The kinds of its events on the wire, in order.
    pub fn wire_kinds(self) -> &'static [&'static str] {
        match self {
            Self::Counter => &["counter_offer"],
            Self::Accept => &["counter_offer", "session_close"],
            Self::Decline => &["decline"],
            Self::Message => &["message"],
            Self::Close => &["session_close"],
            Self::RequestProposals => &["request_proposals"],
            Self::ReviseProposals | Self::FinalizeProposals => &["refine_proposals"],
            Self::AcceptProposal => &["accept_proposal"],
            Self::DeclineProposals => &["decline_proposals"],
        }
    }
}

/// What a message binds to beside being one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bound {
    /// An offer, or an acceptance.
    pub act: Act,
    /// What it is worth; none where nobody can tell.
    pub worth: Option<Worth>,
    /// SHA-256 of the very bytes that are handed over: a vote is on these and no others.
    pub handed: Hash,
}

/// An answer with the terms that the rules judge.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// A counter with these terms.
    Counter(Terms),
    /// Acceptance of an offer.
    Accept {
        /// Our equal counter.
        ours: Terms,
        /// The vendor's offer.
        theirs: Terms,
    },
    /// A decline.
    Decline,
    /// A message.
    Message,
    /// A message by mail that makes an offer or accepts one, in words: its bytes name what it does to
    /// which offer.
    Mail(Bound),
    /// A close that accepts nothing.
    Close,
    /// A request to a seller of media.
    Media(MediaRequest),
}

impl Answer {
    /// Its kind.
    pub fn kind(&self) -> AnswerKind {
        match self {
            Self::Counter(_) => AnswerKind::Counter,
            Self::Accept { .. } => AnswerKind::Accept,
            Self::Decline => AnswerKind::Decline,
            Self::Message | Self::Mail(_) => AnswerKind::Message,
            Self::Close => AnswerKind::Close,
            Self::Media(request) => request.kind,
        }
    }
}

/// An event exactly as it will be signed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExactEvent {
    /// Kind on the wire (`counter_offer`).
    pub kind: String,
    /// The canonical JSON of the payload.
    pub payload: String,
    /// Its SHA-256; compared with the bytes before anything is signed.
    pub payload_hash: Hash,
}

/// An event of a session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EventPoint {
    /// Its number, from 1.
    pub seq: u32,
    /// Its event hash.
    pub hash: Hash,
}

/// The head of a session's chain.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HeadPoint {
    /// Id of the session.
    pub session: String,
    /// Number of the last event.
    pub seq: u32,
    /// Its event hash.
    pub hash: Hash,
}

/// What all states after the draft carry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Leaving {
    pub(super) kind: AnswerKind,
    pub(super) events: Vec<ExactEvent>,
    pub(super) answers: Option<EventPoint>,
    pub(super) head: HeadPoint,
    pub(super) mandate_version: Option<u32>,
    /// What the screen held and a person released.
    pub(super) released: Vec<ScreenFinding>,
    /// The proposal whose vote passed, where one was demanded.
    pub(super) vote: Option<Hash>,
    /// What a mail binds to. A mail is handed over once and never taken up again.
    pub(super) by_mail: Option<Bound>,
}

impl Leaving {
    /// True where nobody but the deal's owner may decide it.
    pub(super) fn takes_owner(&self) -> bool {
        self.kind.formal() || self.by_mail.is_some() || !self.released.is_empty()
    }

    /// What a vote on it is about: exactly what would be signed. The head stays out, for it may move by
    /// messages between the vote and the decision. `media` are the terms that a request to a seller of
    /// media would accept.
    pub(super) fn to_vote_on(&self, terms: Option<&Terms>, media: Option<&MediaRequest>) -> VoteMatter {
        if let Some(Bound { act, worth, handed }) = &self.by_mail {
            return VoteMatter::of(Some(*act), worth.clone(), &with_handed(&subject(self), handed));
        }
        let act = match self.kind {
            AnswerKind::Counter => Some(Act::Offer),
            AnswerKind::Accept | AnswerKind::AcceptProposal => Some(Act::Accept),
            AnswerKind::Decline
            | AnswerKind::Message
            | AnswerKind::Close
            | AnswerKind::RequestProposals
            | AnswerKind::ReviseProposals
            | AnswerKind::FinalizeProposals
            | AnswerKind::DeclineProposals => None,
        };
        let worth = terms.and_then(|terms| {
            let amount = figures(terms).term_total?;
            Some(Worth { amount, currency: terms.currency })
        });
        let worth = worth.or_else(|| media.and_then(MediaRequest::worth));
        VoteMatter::of(act, worth, &subject(self))
    }
}

/// Read access that every state gives.
macro_rules! shows_leaving {
    () => {
        /// Which kind of answer it is.
        pub fn kind(&self) -> crate::AnswerKind {
            self.leaving.kind
        }

        /// The events exactly as they will be signed, in order.
        pub fn exact_events(&self) -> &[crate::ExactEvent] {
            &self.leaving.events
        }

        /// The vendor's event that is answered.
        pub fn answers(&self) -> Option<crate::EventPoint> {
            self.leaving.answers
        }

        /// Version of the mandate that it was guarded by.
        pub fn mandate_version(&self) -> Option<u32> {
            self.leaving.mandate_version
        }

        /// What the screen held and a person released, in order.
        pub fn released(&self) -> &[crate::ScreenFinding] {
            &self.leaving.released
        }
    };
}
pub(super) use shows_leaving;
