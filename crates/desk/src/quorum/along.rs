//! What a voted answer takes beside its events to be sent where it does not stand in a session: the mail
//! to the last byte, or what a request to a seller of media is about.

use anp::digest::sha256;
use anp::json::Value;

/// What goes along with an answer's events.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Along {
    /// Nothing: it stands in a session of the protocol.
    Session,
    /// A mail.
    Mail(MailAlong),
    /// A request to a seller of media.
    Media(MediaAlong),
}

/// A mail as it would be handed over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct MailAlong {
    /// SHA-256 of the mail that is answered, in hex.
    pub(crate) answered: String,
    pub(crate) message_id: String,
    /// The quote that it does something to, by this desk's id.
    pub(crate) quote: String,
    /// The quote as an offer, in canonical JSON: what is accepted, or answered with other terms.
    pub(crate) offer: String,
    /// The mail itself.
    pub(crate) raw: String,
}

/// What a request to a seller of media is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct MediaAlong {
    /// Ids of proposals.
    pub(crate) about: Vec<String>,
    /// Departures that the person has accepted.
    pub(crate) departures: Vec<String>,
}

impl Along {
    /// The members of an answer's evidence, with what goes along.
    pub(super) fn beside<const N: usize>(&self, members: [(&str, Value); N]) -> Value {
        let text = |text: &String| Value::from(text.as_str());
        let texts = |all: &[String]| Value::Array(all.iter().map(text).collect());
        let own = match self {
            Self::Session => None,
            Self::Mail(mail) => Some((
                "mail",
                Value::object([
                    ("answered", text(&mail.answered)),
                    ("message_id", text(&mail.message_id)),
                    ("offer", text(&mail.offer)),
                    ("quote", text(&mail.quote)),
                    ("raw", text(&mail.raw)),
                ]),
            )),
            Self::Media(media) => Some((
                "media",
                Value::object([("about", texts(&media.about)), ("departures", texts(&media.departures))]),
            )),
        };
        let members = members.into_iter().chain(own);
        Value::Object(members.map(|(name, value)| (name.to_owned(), value)).collect())
    }

    /// Reads what goes along with an answer's evidence.
    pub(super) fn of(evidence: &Value) -> Option<Self> {
        let text = |value: &Value, name: &str| Some(value.get(name)?.as_text()?.to_owned());
        let texts = |value: &Value, name: &str| {
            let all = value.get(name)?.as_array()?.iter();
            all.map(|one| one.as_text().map(str::to_owned)).collect::<Option<Vec<_>>>()
        };
        if let Some(mail) = evidence.get("mail") {
            return Some(Self::Mail(MailAlong {
                answered: text(mail, "answered")?,
                message_id: text(mail, "message_id")?,
                quote: text(mail, "quote")?,
                offer: text(mail, "offer")?,
                raw: text(mail, "raw")?,
            }));
        }
        let Some(media) = evidence.get("media") else { return Some(Self::Session) };
        Some(Self::Media(MediaAlong {
            about: texts(media, "about")?,
            departures: texts(media, "departures")?,
        }))
    }

    /// What the vote is on, with the bytes that would be handed over.
    pub(super) fn subject(&self, answer: String) -> String {
        match self {
            Self::Session | Self::Media(_) => answer,
            Self::Mail(mail) => deal::with_handed(&answer, &sha256(mail.raw.as_bytes())),
        }
    }
}
