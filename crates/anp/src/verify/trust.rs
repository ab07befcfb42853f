//! What is known beyond the log itself.

use crate::digest::Fingerprint;
use crate::event::{Actor, Head, SessionId};

/// A key that is known to be a party's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pin {
    /// The party; for the buyer the platform's key, which vouches for the keys it attests.
    pub party: Actor,
    /// Fingerprint of the key.
    pub fingerprint: Fingerprint,
}

/// What a verifier knows beyond the log.
#[derive(Debug, Clone, Default)]
pub struct Trust {
    /// Known keys. Several for one party: any of them may stand.
    pub pins: Vec<Pin>,
    /// Heads that were seen before.
    pub seen: Vec<Head>,
    /// The session that the log must be of.
    pub session: Option<SessionId>,
    /// Whether the log is our own organisation's, whose every event is signed.
    pub own_org: bool,
    /// Where the document's events go on from; none for a whole log.
    pub resume: Option<Resume>,
}

impl Trust {
    /// Whether anything vouches for a green. The head of an empty chain says nothing.
    pub fn anchors(&self) -> bool {
        let seen = self.seen.iter().any(|head| head.seq > 0);
        !self.pins.is_empty() || seen || self.resume.is_some()
    }
}

/// The state of a verified chain, from which its continuation is judged.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Resume {
    /// The last verified event.
    pub head: Head,
    /// Its time, as written.
    pub last_at: String,
    /// Whether it closed the session.
    pub closed: bool,
}
