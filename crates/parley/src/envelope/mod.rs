//! Messages: typed envelopes, never prose.
//!
//! The guide's five types are `offer`, a counter (an `offer` of a higher round),
//! `accept`, `reject` and `withdraw`. `confirm` and `nack` are ours: the offeror's
//! answer to an `accept`.

mod read;
mod write;

use std::sync::Arc;

use anp::digest::sha256;
use anp::json;
use anp::time::Moment;

use crate::cause::Cause;
use crate::terms::{Round, SessionId, Terms, TermsHash};
use crate::transcript::Link;

pub use read::{Fault, MAX_ENVELOPE_BYTES, MAX_NOTE};

/// When an offer ends: the moment, and the text in which it came, which is what is
/// hashed.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Expiry {
    moment: Moment,
    text: Arc<str>,
}

impl Expiry {
    /// Reads an RFC 3339 date-time.
    ///
    /// # Errors
    /// [`anp::time::NotATime`] for anything else.
    pub fn parse(text: &str) -> Result<Self, anp::time::NotATime> {
        Ok(Self { moment: Moment::parse(text)?, text: text.into() })
    }

    /// An expiry of our own.
    pub fn at(moment: Moment) -> Self {
        Self { moment, text: moment.to_text().into() }
    }

    /// The moment. At it the offer has expired.
    pub const fn moment(&self) -> Moment {
        self.moment
    }

    /// As it was written.
    pub fn text(&self) -> &str {
        &self.text
    }
}

/// What a message says.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Body {
    /// An offer, or a counter to the live one.
    Offer {
        /// Its number.
        round: Round,
        /// From when on it cannot be accepted.
        expires_at: Expiry,
        /// What is offered.
        terms: Terms,
    },
    /// The live offer is accepted.
    Accept {
        /// The offer's round.
        round: Round,
        /// The hash of its terms; parties that speak the guide alone leave it out.
        terms_hash: Option<TermsHash>,
        /// The transcript up to the offer, as the accepting side has it.
        transcript: Option<Link>,
    },
    /// The live offer is rejected, and the session over.
    Reject {
        /// The offer's round.
        round: Round,
        /// Why.
        cause: Option<Cause>,
        /// The best that this side would have agreed to. It binds nobody.
        final_offer: Option<Terms>,
    },
    /// This side leaves, and the session is over.
    Withdraw {
        /// The live round as this side sees it; 0 before any offer.
        round: Round,
        /// Why.
        cause: Option<Cause>,
    },
    /// The offeror holds an accept for good and in time: there is a deal.
    Confirm {
        /// The round agreed on.
        round: Round,
        /// The terms agreed on.
        terms: Terms,
        /// The transcript up to the accept, as the offeror has it.
        transcript: Link,
    },
    /// An `accept` or counter came too late, or fits nothing.
    Nack {
        /// The round that it named.
        round: Round,
        /// Why.
        cause: Cause,
    },
}

/// The kinds of messages, in the order in which a round sees them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// [`Body::Offer`]
    Offer,
    /// [`Body::Accept`]
    Accept,
    /// [`Body::Reject`]
    Reject,
    /// [`Body::Withdraw`]
    Withdraw,
    /// [`Body::Confirm`]
    Confirm,
    /// [`Body::Nack`]
    Nack,
}

impl Kind {
    /// All six.
    pub const ALL: [Self; 6] =
        [Self::Offer, Self::Accept, Self::Reject, Self::Withdraw, Self::Confirm, Self::Nack];

    /// Its name on the wire.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Offer => "offer",
            Self::Accept => "accept",
            Self::Reject => "reject",
            Self::Withdraw => "withdraw",
            Self::Confirm => "confirm",
            Self::Nack => "nack",
        }
    }

    /// Reads a name.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

impl Body {
    /// Its kind.
    pub const fn kind(&self) -> Kind {
        match self {
            Self::Offer { .. } => Kind::Offer,
            Self::Accept { .. } => Kind::Accept,
            Self::Reject { .. } => Kind::Reject,
            Self::Withdraw { .. } => Kind::Withdraw,
            Self::Confirm { .. } => Kind::Confirm,
            Self::Nack { .. } => Kind::Nack,
        }
    }

    /// The round that it names.
    pub const fn round(&self) -> Round {
        match self {
            Self::Offer { round, .. }
            | Self::Accept { round, .. }
            | Self::Reject { round, .. }
            | Self::Withdraw { round, .. }
            | Self::Confirm { round, .. }
            | Self::Nack { round, .. } => *round,
        }
    }
}

/// What a message is, without its note: the part that any decision may read. Cheap to
/// copy.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Substance {
    digest: [u8; 32],
    session: SessionId,
    body: Arc<Body>,
}

impl core::hash::Hash for Substance {
    fn hash<H: core::hash::Hasher>(&self, state: &mut H) {
        self.digest.hash(state);
    }
}

impl Substance {
    /// Of this session and body.
    pub fn of(session: SessionId, body: Body) -> Self {
        let canonical = json::canonical(&write::substance(&session, &body));
        Self { digest: sha256(canonical.as_bytes()), session, body: Arc::new(body) }
    }

    /// The session.
    pub const fn session(&self) -> &SessionId {
        &self.session
    }

    /// What it says.
    pub fn body(&self) -> &Body {
        &self.body
    }

    /// SHA-256 of its canonical JSON.
    pub const fn digest(&self) -> &[u8; 32] {
        &self.digest
    }
}

/// A message with its note. The note is for people: [`Envelope::into_substance`] drops
/// it on the way into the machine, so nothing there can depend on it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Envelope {
    substance: Substance,
    note: Option<Arc<str>>,
}

impl Envelope {
    /// A message without a note.
    pub const fn of(substance: Substance) -> Self {
        Self { substance, note: None }
    }

    /// With a note for people, cut at [`MAX_NOTE`] characters.
    #[must_use]
    pub fn with_note(self, note: &str) -> Self {
        let note: String = note.chars().take(MAX_NOTE).collect();
        Self { note: (!note.is_empty()).then(|| note.into()), ..self }
    }

    /// The part that decisions may read.
    pub const fn substance(&self) -> &Substance {
        &self.substance
    }

    /// Without the note.
    pub fn into_substance(self) -> Substance {
        self.substance
    }

    /// Others' words, for people alone.
    pub fn note(&self) -> Option<&str> {
        self.note.as_deref()
    }
}
