//! How a person's key comes to sign for an organisation, and how another takes its place.
//!
//! An invitation is a key pair that serves once: the public half stands on the
//! organisation's ledger, signed by whoever invites; the secret half is in the [`Ticket`]
//! that the invited person is given. So neither the host nor who merely reads the ledger
//! can join in that person's stead, and every desk can check who let whom in.

use core::fmt;

use zeroize::Zeroizing;

use crate::OWN_DOMAIN;
use crate::digest::Fingerprint;
use crate::json::{self, Value};
use crate::keys::{PublicKey, SecretKey, Signature};
use crate::ledger::LedgerId;

/// What every ticket begins with.
const MARK: &str = "countersign-join:";

/// Longest ticket text that is read, in bytes.
const LONGEST: usize = 4096;

/// The name of an organisation's own ledger: it holds the platform key's fingerprint, so
/// that what was signed for one organisation stands in no other.
pub fn org_ledger(platform: &Fingerprint) -> Option<LedgerId> {
    LedgerId::parse(&format!("org-{platform}"))
}

/// What the one-time key of an invitation signs to let a key in.
pub fn join_proof(ledger: &str, invitation: &str, key: &PublicKey) -> String {
    format!("{OWN_DOMAIN}\njoin\n{ledger}\n{invitation}\n{key}")
}

/// What a new key signs to take an old one's place.
pub fn rotate_proof(ledger: &str, old: &PublicKey, new: &PublicKey) -> String {
    format!("{OWN_DOMAIN}\nrotate\n{ledger}\n{}\n{new}", old.fingerprint())
}

/// What the key of a desk's agent signs to answer for the person of that desk.
pub fn agent_proof(ledger: &str, person: &Fingerprint, key: &PublicKey) -> String {
    format!("{OWN_DOMAIN}\nagent\n{ledger}\n{person}\n{key}")
}

/// What an invited person is given, as one text to copy. Whoever has it can join once.
#[derive(Clone)]
pub struct Ticket {
    /// Where the host is reached.
    pub host: String,
    /// Fingerprint of the platform's key: the newcomer's desk pins it.
    pub platform: Fingerprint,
    /// Fingerprint of the key that founded the organisation, from which its people's keys
    /// follow; none in the ticket of the founder.
    pub founder: Option<Fingerprint>,
    /// The invitation's id.
    pub invitation: String,
    /// The one-time key's seed.
    pub seed: Zeroizing<[u8; 32]>,
}

impl Ticket {
    /// The one-time key.
    pub fn key(&self) -> SecretKey {
        SecretKey::from_seed(&self.seed)
    }

    /// Signs a key in.
    pub fn let_in(&self, ledger: &LedgerId, key: &PublicKey) -> Signature {
        self.key().sign(join_proof(ledger.as_str(), &self.invitation, key).as_bytes())
    }

    /// The text that is handed over. It is a secret.
    pub fn expose_text(&self) -> Zeroizing<String> {
        let founder = self.founder.map_or(Value::Null, |founder| Value::Text(founder.to_string()));
        let text = json::canonical(&Value::object([
            ("founder", founder),
            ("host", Value::Text(self.host.clone())),
            ("invitation", Value::Text(self.invitation.clone())),
            ("platform", Value::Text(self.platform.to_string())),
            ("seed", Value::Text(crate::base64url::encode(self.seed.as_ref()))),
        ]));
        Zeroizing::new(format!("{MARK}{}", crate::base64url::encode(text.as_bytes())))
    }

    /// Reads a text that was handed over; white space around and within it is let be.
    ///
    /// # Errors
    /// [`NotATicket`].
    pub fn parse(text: &str) -> Result<Self, NotATicket> {
        let text: Zeroizing<String> = Zeroizing::new(text.split_whitespace().collect());
        let coded = text.strip_prefix(MARK).filter(|coded| coded.len() <= LONGEST).ok_or(NotATicket)?;
        let bytes = Zeroizing::new(crate::base64url::decode_any(coded).map_err(|_| NotATicket)?);
        let value = json::parse_flawless(&bytes).map_err(|_| NotATicket)?;
        let word = |key: &str| value.get(key).and_then(Value::as_text).ok_or(NotATicket);
        let founder = match value.get("founder") {
            None | Some(Value::Null) => None,
            Some(_) => Some(Fingerprint::parse(word("founder")?).map_err(|_| NotATicket)?),
        };
        Ok(Self {
            host: word("host")?.to_owned(),
            platform: Fingerprint::parse(word("platform")?).map_err(|_| NotATicket)?,
            founder,
            invitation: word("invitation")?.to_owned(),
            seed: Zeroizing::new(crate::base64url::decode::<32>(word("seed")?).map_err(|_| NotATicket)?),
        })
    }
}

impl fmt::Debug for Ticket {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Ticket({} at {})", self.invitation, self.host)
    }
}

/// The text is no ticket, or not all of one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("this is no invitation, or a part of it is missing")]
pub struct NotATicket;

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn ticket() -> Ticket {
        Ticket {
            host: "https://desk.example".to_owned(),
            platform: Fingerprint([3; 32]),
            founder: Some(Fingerprint([4; 32])),
            invitation: "6f1c".to_owned(),
            seed: Zeroizing::new([5; 32]),
        }
    }

    #[test]
    fn a_ticket_survives_a_mail_that_breaks_its_line() {
        let text = ticket().expose_text();
        let (begin, end) = text.split_at(40);
        let read = Ticket::parse(&format!("  {begin}\n{end}\r\n")).unwrap();
        assert_eq!(read.expose_text(), text);
        assert_eq!(read.key().fingerprint(), ticket().key().fingerprint());
    }

    #[test]
    fn half_a_ticket_is_none() {
        let text = ticket().expose_text();
        for length in 0..text.len() {
            assert!(Ticket::parse(text.get(..length).unwrap()).is_err(), "{length}");
        }
    }

    #[test]
    fn a_ticket_never_prints_its_seed() {
        let shown = format!("{:?}", ticket());
        assert!(!shown.contains("BQUF") && shown.contains("6f1c"), "{shown}");
    }
}
