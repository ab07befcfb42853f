//! What events carry: strict types whose only readers hold every bound of the
//! protocol. Unknown keys are refused, never ignored.

mod bounds;
mod decode;
mod envelope;
mod matcher;
mod offer;
mod rewrite;
mod shape;
mod words;

pub use decode::{PayloadFault, Problem};
pub use envelope::{Authority, Envelope, OpenedBy, SessionOpen};
pub use matcher::is_canonical;
pub(crate) use matcher::{Says, says};
pub use offer::{Line, Offer};
pub use rewrite::canonical_text;
pub(crate) use rewrite::rewrite;
pub use words::{Message, Reason};

use crate::event::Kind;
use crate::json::Value;

/// A payload of one of the seven kinds.
#[derive(Debug, Clone, PartialEq)]
pub enum Payload {
    /// `session_open`
    SessionOpen(SessionOpen),
    /// `envelope`
    Envelope(Envelope),
    /// `offer`
    Offer(Offer),
    /// `counter_offer`
    CounterOffer(Offer),
    /// `message`
    Message(Message),
    /// `decline`
    Decline(Reason),
    /// `session_close`
    SessionClose(Reason),
}

impl Payload {
    /// Reads a payload of this kind.
    ///
    /// # Errors
    /// [`PayloadFault`] with the path from the payload's root.
    pub fn read(kind: Kind, value: &Value) -> Result<Self, PayloadFault> {
        Ok(match kind {
            Kind::SessionOpen => Self::SessionOpen(SessionOpen::read(value)?),
            Kind::Envelope => Self::Envelope(Envelope::read(value)?),
            Kind::Offer => Self::Offer(Offer::read(value)?),
            Kind::CounterOffer => Self::CounterOffer(Offer::read(value)?),
            Kind::Message => Self::Message(Message::read(value)?),
            Kind::Decline => Self::Decline(Reason::read(value)?),
            Kind::SessionClose => Self::SessionClose(Reason::read(value)?),
        })
    }

    /// Its kind.
    pub const fn kind(&self) -> Kind {
        match self {
            Self::SessionOpen(_) => Kind::SessionOpen,
            Self::Envelope(_) => Kind::Envelope,
            Self::Offer(_) => Kind::Offer,
            Self::CounterOffer(_) => Kind::CounterOffer,
            Self::Message(_) => Kind::Message,
            Self::Decline(_) => Kind::Decline,
            Self::SessionClose(_) => Kind::SessionClose,
        }
    }

    /// The payload as JSON.
    pub fn to_value(&self) -> Value {
        match self {
            Self::SessionOpen(open) => open.to_value(),
            Self::Envelope(envelope) => envelope.to_value(),
            Self::Offer(offer) | Self::CounterOffer(offer) => offer.to_value(),
            Self::Message(message) => message.to_value(),
            Self::Decline(reason) | Self::SessionClose(reason) => reason.to_value(),
        }
    }

    /// The offer in an offer or a counter.
    pub const fn offer(&self) -> Option<&Offer> {
        match self {
            Self::Offer(offer) | Self::CounterOffer(offer) => Some(offer),
            _ => None,
        }
    }
}
