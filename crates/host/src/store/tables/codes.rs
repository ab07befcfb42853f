//! Table `codes`: the code that was last mailed to a registration's contact, as its salted
//! hash, and what came of it. A later one takes its place.

use anp::contact::MOST_WRONG;
use anp::time::Moment;

use super::super::{StoreFault, Stored};
use super::Hold;

/// How far a code's mail has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Delivery {
    /// It is being handed over, or whoever was to do it has stopped.
    Sending,
    /// A mail server took it.
    Sent,
    /// It surely did not leave.
    NotSent,
    /// It may have left.
    Unknown,
}

impl Delivery {
    /// As it is kept and on the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Sending => "sending",
            Self::Sent => "sent",
            Self::NotSent => "not_sent",
            Self::Unknown => "unknown",
        }
    }

    /// As a desk says it.
    pub fn parse(text: &str) -> Option<Self> {
        [Self::Sending, Self::Sent, Self::NotSent, Self::Unknown]
            .into_iter()
            .find(|known| known.as_str() == text)
    }
}

/// A code that was made for a registration.
#[derive(Debug, Clone)]
pub struct MailedCode {
    /// The registration.
    pub agent: String,
    /// Random, base64url.
    pub salt: String,
    /// [`anp::contact::Code::bound`].
    pub hash: String,
    /// A person's id.
    pub asked_by: String,
    /// When; with the registration it names this code.
    pub asked_at: String,
    /// Until when it serves.
    pub expires_at: String,
    /// How far its mail has come.
    pub delivery: Delivery,
    /// Wrong tries so far.
    pub wrong: u32,
    /// Who answered with it, a person's id or that of the registration itself, and when.
    pub answered: Option<(String, String)>,
}

impl MailedCode {
    /// Whether it may be answered with at this moment. Once it was, the same answer again
    /// finds what it has brought about, so that a lost reply costs nothing.
    pub fn serves(&self, now: Moment) -> bool {
        let in_time = Moment::parse(&self.expires_at).is_ok_and(|end| now < end);
        in_time && self.wrong < MOST_WRONG && self.delivery != Delivery::NotSent
    }
}

/// A row as it is kept.
pub struct Row {
    pub agent: String,
    pub salt: String,
    pub hash: String,
    pub asked_by: String,
    pub asked_at: String,
    pub expires_at: String,
    pub delivery: String,
    pub wrong: i64,
    /// Empty while nobody has.
    pub answered_by: String,
    pub answered_at: String,
}

impl Row {
    /// The code that it says.
    pub fn code(self) -> Stored<MailedCode> {
        let Some(delivery) = Delivery::parse(&self.delivery) else {
            return Err(StoreFault::Damaged {
                table: "codes",
                what: format!("no delivery of {}", self.agent),
            });
        };
        Ok(MailedCode {
            agent: self.agent,
            salt: self.salt,
            hash: self.hash,
            asked_by: self.asked_by,
            asked_at: self.asked_at,
            expires_at: self.expires_at,
            delivery,
            // What cannot be a count is as many as there may be.
            wrong: u32::try_from(self.wrong).unwrap_or(u32::MAX),
            answered: (!self.answered_by.is_empty()).then_some((self.answered_by, self.answered_at)),
        })
    }
}

impl From<&MailedCode> for Row {
    fn from(code: &MailedCode) -> Self {
        let (answered_by, answered_at) = code.answered.clone().unwrap_or_default();
        Self {
            agent: code.agent.clone(),
            salt: code.salt.clone(),
            hash: code.hash.clone(),
            asked_by: code.asked_by.clone(),
            asked_at: code.asked_at.clone(),
            expires_at: code.expires_at.clone(),
            delivery: code.delivery.as_str().to_owned(),
            wrong: i64::from(code.wrong),
            answered_by,
            answered_at,
        }
    }
}

/// The table.
pub trait Codes {
    /// The latest of a registration.
    fn code_of(&self, agent: &str, hold: Hold) -> Stored<Option<MailedCode>>;
    /// Writes one, in the place of an earlier one.
    fn write_code(&self, code: &MailedCode) -> Stored<()>;
    /// Counts a wrong try; where there is no code the same work is done for nothing.
    fn count_wrong(&self, agent: &str) -> Stored<()>;
}
