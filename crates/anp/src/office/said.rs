//! Kinds of statements, and what their payloads say.

use crate::digest::Fingerprint;
use crate::json::{self, Value};
use crate::ledger::Entry;
use crate::time::Moment;

/// Kinds of statements that hosts act upon or desks read.
pub mod kind {
    /// The organisation's first: who owns it.
    pub const FOUNDED: &str = "founded";
    /// Somebody is asked to join.
    pub const INVITED: &str = "invited";
    /// An invitation is taken back.
    pub const WITHDRAWN: &str = "withdrawn";
    /// Somebody joins by an invitation.
    pub const JOINED: &str = "joined";
    /// A person's roles change.
    pub const ROLES: &str = "roles";
    /// A person's key ends.
    pub const LEFT: &str = "left";
    /// A person goes on with another key.
    pub const ROTATED: &str = "rotated";
    /// A deal's owner names who stands in, until when.
    pub const DELEGATED: &str = "delegated";
    /// Whether who drafts a counter may approve it.
    pub const FOUR_EYES: &str = "four_eyes";
    /// A person verified a vendor and pinned its key.
    pub const PINNED: &str = "pinned";
    /// A person's desk has an agent that answers by a key of its own.
    pub const AGENT: &str = "agent";
    /// An org owner stops everything that leaves.
    pub const HALTED: &str = "halted";
    /// An org owner lets answers leave again.
    pub const RESUMED: &str = "resumed";
    /// A deal's title, vendor and owner: where the deal begins.
    pub const DEAL: &str = "deal";
    /// A deal has another owner.
    pub const OWNER: &str = "owner";
    /// A session belongs to the deal.
    pub const ASSIGNED: &str = "assigned";
    /// A deal's mandate has a new version.
    pub const MANDATE: &str = "mandate";
    /// A version of the mandate is sealed to further people of the deal.
    pub const RESEALED: &str = "resealed";
    /// Somebody proposes the exact payload of a counter.
    pub const DRAFT: &str = "draft";
    /// A person's decision on an answer.
    pub const DECISION: &str = "decision";
    /// A decision came to nothing: its hold is open again.
    pub const LAPSED: &str = "lapsed";
    /// Which votes the organisation demands; the latest word counts.
    pub const QUORUM_RULES: &str = "quorum_rules";
    /// A vote is opened on exactly what would be signed.
    pub const PROPOSAL: &str = "proposal";
    /// A person votes.
    pub const BALLOT: &str = "ballot";
    /// What an agent thinks of a proposal; it is never counted.
    pub const ADVICE: &str = "advice";
    /// Those who have not voted are reminded.
    pub const REMINDER: &str = "reminder";
    /// How much the desk does by itself in the deal.
    pub const MODE: &str = "mode";
    /// What a desk's agent answered by itself.
    pub const AGENT_ANSWERED: &str = "agent_answered";
    /// Somebody has looked at both versions of a record in dispute.
    pub const DISPUTE_SEEN: &str = "dispute_seen";
    /// A deal's owner fixed the bounds of a typed negotiation.
    pub const PARLEY: &str = "parley";
    /// What a deal's owner did in a typed negotiation.
    pub const PARLEY_ACT: &str = "parley_act";
    /// Departures of a seller of media that a person accepted with a request.
    pub const ADCP_DEPARTURES: &str = "adcp_departures";
    /// A person gave up finding out what became of a request to a seller of media.
    pub const ADCP_GIVEN_UP: &str = "adcp_given_up";
    /// A message of a seller of media came: which, and the hash of its bytes.
    pub const ADCP_ANSWER: &str = "adcp_answer";
    /// A person read an offer out of a file that came by mail: which file, what its columns mean, and the
    /// hash of the offer.
    pub const QUOTE: &str = "quote";
    /// A guard stopped or held what a person was about to send: which rules spoke, and where.
    pub const STOPPED: &str = "stopped";
    /// A word to colleagues.
    pub const COMMENT: &str = "comment";
    /// A statement that was refused left its author's number open; this fills it.
    pub const VOID: &str = "void";
}

/// A statement's payload.
pub struct Said(Value);

impl Said {
    /// Of a payload's text. What is no object says nothing.
    pub fn of(payload: &str) -> Self {
        Self(json::parse_flawless(payload.as_bytes()).unwrap_or(Value::Null))
    }

    /// A member, whatever it is.
    pub fn member(&self, key: &str) -> Option<&Value> {
        self.0.get(key)
    }

    /// A member that is a text.
    pub fn text(&self, key: &str) -> Option<&str> {
        self.0.get(key)?.as_text()
    }

    /// A member that is a key's fingerprint.
    pub fn fingerprint(&self, key: &str) -> Option<Fingerprint> {
        Fingerprint::parse(self.text(key)?).ok()
    }

    /// A member that is a time.
    pub fn moment(&self, key: &str) -> Option<Moment> {
        Moment::parse(self.text(key)?).ok()
    }

    /// A member that is true or false.
    pub fn flag(&self, key: &str) -> Option<bool> {
        self.0.get(key)?.as_bool()
    }

    /// A member that is a list of texts.
    pub fn texts(&self, key: &str) -> Option<Vec<&str>> {
        self.0.get(key)?.as_array()?.iter().map(Value::as_text).collect()
    }
}

impl From<&Entry> for Said {
    fn from(entry: &Entry) -> Self {
        Self::of(entry.statement.wording().payload())
    }
}
