//! Checkpoints that a reader brings of his own: whose signature each carries, and what
//! that is worth to him.

use anp::checkpoint::Checkpoint;
use anp::digest::Fingerprint;
use anp::event::{Actor, Head};
use anp::json::Value;
use anp::keys::PublicKey;
use anp::time::Moment;
use anp::verify::{BACKWARDS_TOLERATED_MILLIS, Note, Outcome, Outline, Pin};

use crate::fields::count;
use crate::verdict::{Check, Fault, Verdict};

/// Who knows a checkpoint's signer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum KnownBy {
    /// The reader: it is a key that he has pinned for this party.
    Pin(Actor),
    /// The reader, by the buyer's platform key that he has pinned: it attests the key,
    /// which stands in the log under this name.
    PinnedPlatform(String),
    /// The log alone, which brings the key under this name.
    Log(String),
    /// Nobody.
    Nobody,
}

impl KnownBy {
    /// Whether a pin of the reader's vouches for the signer.
    pub const fn by_pin(&self) -> bool {
        matches!(self, Self::Pin(_) | Self::PinnedPlatform(_))
    }

    fn words(&self) -> String {
        match self {
            Self::Pin(Actor::VendorAgent) => "the vendor's key, which you have pinned".to_owned(),
            Self::Pin(Actor::Buyer) => "the buyer's key, which you have pinned".to_owned(),
            Self::PinnedPlatform(name) => {
                format!("{name:.60}, whom the buyer's platform key that you have pinned attests")
            }
            Self::Log(name) if name == Actor::VendorAgent.as_str() => {
                "the key that this log calls the vendor's, and that no pin vouches for".to_owned()
            }
            Self::Log(name) if name == Actor::Buyer.as_str() => {
                "the key that this log calls the buyer's platform key, and that no pin vouches for".to_owned()
            }
            Self::Log(name) => {
                format!("the key that this log calls {name:.60}, and that no pin vouches for")
            }
            Self::Nobody => "a key that neither a pin nor this log knows".to_owned(),
        }
    }

    const fn code(&self) -> &'static str {
        match self {
            Self::Pin(_) | Self::PinnedPlatform(_) => "pin",
            Self::Log(_) => "log",
            Self::Nobody => "nobody",
        }
    }
}

/// A checkpoint that the reader brought.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Brought {
    /// Where it came from, as the reader names it.
    pub name: String,
    /// The head that was signed.
    pub head: Head,
    /// When, as the signer says.
    pub at: String,
    /// By which key.
    pub signer: Fingerprint,
    /// Who knows that key.
    pub known: KnownBy,
}

impl Brought {
    /// Holds a checkpoint against what a log proves and what the reader knows; its faults
    /// and notes go to the verdict. Without a proven log its keys say nothing. That the
    /// signed head stands in the log is judged with the log, as a head that was seen.
    pub fn held(
        name: &str,
        checkpoint: &Checkpoint,
        log: Option<&Outline>,
        pins: &[Pin],
        verdict: &mut Verdict,
    ) -> Self {
        let signer = checkpoint.key().fingerprint();
        let known = known_by(signer, log.map_or(&[][..], Outline::keys), pins);
        let head = checkpoint.head().clone();
        let brought = Self { name: name.to_owned(), head, at: checkpoint.at().to_owned(), signer, known };
        if let Some(event) = log.and_then(|log| log.rows().iter().find(|row| row.seq == brought.head.seq))
            && let Some(early) = signed_before(checkpoint, &event.at)
        {
            let detail = format!("{name}: {early}; it is signed by {signer}, {}", brought.known.words());
            verdict.faults.push(Fault { seq: Some(event.seq), ..Fault::of(Check::Checkpoint, detail) });
            if verdict.outcome == Outcome::Green {
                verdict.outcome = Outcome::Red;
                verdict.verified_prefix = verdict.verified_prefix.min(event.seq.saturating_sub(1));
            }
        }
        verdict.notes.push(Note { seq: None, detail: brought.words() });
        brought
    }

    /// Who signed, and what that is worth.
    fn words(&self) -> String {
        let Self { name, head, at, signer, known } = self;
        let who = format!(
            "checkpoint {name} over event {} is signed by {signer}, {}, at {at} by its own word",
            head.seq,
            known.words()
        );
        if known.by_pin() {
            return who;
        }
        format!(
            "{who}. It anchors this record only if you received that file yourself and kept it since: \
             anybody can make a key, sign the head of a record that was rewritten, and hand over both"
        )
    }

    /// For scripts: `file`, `events`, `head`, `signed_at`, `signer`, `known_by` (`pin`,
    /// `log` or `nobody`) and the `name` under which the log brings the key, or null.
    pub fn to_value(&self) -> Value {
        let name = match &self.known {
            KnownBy::PinnedPlatform(name) | KnownBy::Log(name) => Value::from(name.as_str()),
            KnownBy::Pin(party) => Value::from(party.as_str()),
            KnownBy::Nobody => Value::Null,
        };
        Value::object([
            ("file", Value::from(self.name.as_str())),
            ("events", count(self.head.seq)),
            ("head", Value::from(self.head.hash.to_string())),
            ("signed_at", Value::from(self.at.as_str())),
            ("signer", Value::from(self.signer.to_string())),
            ("known_by", Value::from(self.known.code())),
            ("name", name),
        ])
    }
}

/// A proven log's keys are its parties' and those that its platform key attests.
fn known_by(signer: Fingerprint, keys: &[(String, PublicKey)], pins: &[Pin]) -> KnownBy {
    let pinned =
        |party, key: Fingerprint| pins.iter().any(|pin| pin.party == party && pin.fingerprint == key);
    let parties = [Actor::VendorAgent, Actor::Buyer];
    if let Some(party) = parties.into_iter().find(|party| pinned(*party, signer)) {
        return KnownBy::Pin(party);
    }
    let Some((name, _)) = keys.iter().find(|(_, key)| key.fingerprint() == signer) else {
        return KnownBy::Nobody;
    };
    let platform = keys.iter().find(|(name, _)| name == Actor::Buyer.as_str());
    let attested = Actor::parse(name).is_none()
        && platform.is_some_and(|(_, platform)| pinned(Actor::Buyer, platform.fingerprint()));
    if attested { KnownBy::PinnedPlatform(name.clone()) } else { KnownBy::Log(name.clone()) }
}

/// What there is to say of a checkpoint that is older than the event it speaks of. Two
/// machines' clocks may differ as far as the protocol lets them.
pub(crate) fn signed_before(checkpoint: &Checkpoint, event_at: &str) -> Option<String> {
    let (signed, event) = (Moment::parse(checkpoint.at()).ok()?, Moment::parse(event_at).ok()?);
    let early = event.since(signed) > BACKWARDS_TOLERATED_MILLIS;
    early.then(|| {
        let (seq, at) = (checkpoint.head().seq, checkpoint.at());
        format!("it says that it was signed at {at}, before event {seq} of {event_at:.60} that it speaks of")
    })
}
