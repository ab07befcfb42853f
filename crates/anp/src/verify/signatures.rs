//! Who signed an event, and whether they may.

use super::keyring::{Keyring, Known, Member, Standing};
use super::seen::Proof;
use super::trust::Trust;
use super::verdict::{Check, Fault, Note};
use crate::digest::{Fingerprint, PayloadHash};
use crate::event::{Actor, Kind, authorship_statement};
use crate::json::Value;
use crate::keys::{PublicKey, Signature, SignatureFault};
use crate::time::Moment;

/// An event's authorship as it stands in the log, with what it depends on.
pub(super) struct Claim<'a> {
    pub(super) seq: u64,
    pub(super) actor: Actor,
    pub(super) kind: Kind,
    pub(super) payload: PayloadHash,
    pub(super) at: Option<Moment>,
    pub(super) proof: &'a Proof<'a>,
}

/// Who is behind an event.
pub(super) struct Author {
    pub(super) standing: Standing,
    pub(super) signer: Option<Fingerprint>,
    /// The signature, where it was read for the first time.
    pub(super) signature: Option<Signature>,
}

/// What came of judging an authorship.
pub(super) type Judged = Result<Author, Fault>;

impl Claim<'_> {
    pub(super) fn judge(&self, ring: &Keyring, trust: &Trust, notes: &mut Vec<Note>) -> Judged {
        let given = |value: Option<&Value>| value.is_some_and(|value| *value != Value::Null);
        let (signature, signer) = match *self.proof {
            Proof::Held(None) => return self.unsigned(trust, notes),
            Proof::Held(Some(signer)) => {
                let (standing, _) = self.author(ring, signer)?;
                return Ok(Author { standing, signer: Some(signer), signature: None });
            }
            Proof::Claimed { signature, signer } => (signature, signer),
        };
        match (given(signature), given(signer)) {
            (false, false) => self.unsigned(trust, notes),
            // A signer without a signature claims no more than an unsigned event does,
            // and must not be taken for one who signed.
            (false, true) => {
                let judged = self.unsigned(trust, notes)?;
                let detail = "a signer is named, and no signature stands beside the name".to_owned();
                notes.push(Note { seq: Some(self.seq), detail });
                Ok(judged)
            }
            (true, true) => self.signed(ring, signature, signer),
            (true, false) => Err(self.fault(Check::Signer, "a signer beside the signature", "none")),
        }
    }

    fn fault(&self, check: Check, expected: &str, found: &str) -> Fault {
        Fault::event(self.seq, check, expected, found, "The event's author is not proven")
    }

    fn unsigned(&self, trust: &Trust, notes: &mut Vec<Note>) -> Judged {
        let mut claim = |detail: &str| {
            notes.push(Note { seq: Some(self.seq), detail: detail.to_owned() });
            Ok(Author { standing: Standing::Claim, signer: None, signature: None })
        };
        match self.actor {
            Actor::VendorAgent if self.seq == 1 => claim("the opening is the host's claim: nobody signed it"),
            Actor::Buyer if !trust.own_org => claim("the buyer did not sign this event: a claim of the host"),
            Actor::VendorAgent => Err(self.fault(Check::Signature, "the vendor's signature", "none")),
            Actor::Buyer => Err(self.fault(Check::Signature, "a signature of our organisation", "none")),
        }
    }

    fn signed(&self, ring: &Keyring, signature: Option<&Value>, signer: Option<&Value>) -> Judged {
        let text = |value: Option<&Value>| value.and_then(Value::as_text).unwrap_or_default().to_owned();
        let signer_text = text(signer);
        let signer = Fingerprint::parse(&signer_text)
            .map_err(|_| self.fault(Check::Signer, "a key's fingerprint", &signer_text))?;
        let signature = Signature::parse(&text(signature)).map_err(|_| {
            self.fault(Check::Signature, "64 bytes in base64url without padding", "another text")
        })?;
        let (standing, key) = self.author(ring, signer)?;
        match key.verify(authorship_statement(self.kind, self.payload).as_bytes(), &signature) {
            Ok(()) => Ok(Author { standing, signer: Some(signer), signature: Some(signature) }),
            Err(SignatureFault::Degenerate) => {
                Err(self.fault(Check::Signature, "a sound signature", "a degenerate one: checkers disagree"))
            }
            Err(SignatureFault::Wrong) => Err(Fault::event(
                self.seq,
                Check::Signature,
                format!("{signer}'s signature over this kind and payload"),
                "a signature that does not fit",
                "What stands here is not what its author signed",
            )),
        }
    }

    /// The key of a signer who may sign here.
    fn author<'r>(&self, ring: &'r Keyring, signer: Fingerprint) -> Result<(Standing, &'r PublicKey), Fault> {
        let signs = |known: &&Known| known.fingerprint == signer;
        if let Some(vendor) = ring.vendor.as_ref().filter(signs)
            && self.actor == Actor::VendorAgent
        {
            return Ok((Standing::Vendor, &vendor.key));
        }
        let opening = self.seq == 1 && self.kind == Kind::SessionOpen;
        if let Some(platform) = ring.platform.as_ref().filter(signs)
            && (self.actor == Actor::Buyer || opening)
        {
            return Ok((Standing::Platform, &platform.key));
        }
        let entries = || ring.entries(signer);
        let covers = |member: &&Member| {
            self.at.is_some_and(|at| member.window.is_some_and(|window| window.covers(at)))
        };
        let covering = entries().find(covers);
        let Some(member) = covering.or_else(|| entries().next()).filter(|_| self.actor == Actor::Buyer)
        else {
            return Err(self.crossed(ring, signer));
        };
        // Whose time is none has a fault for that already, and cannot be held against a span.
        if covering.is_none() && self.at.is_some() {
            let span = format!(
                "an event between {} and {}",
                member.membership.valid_from,
                member.membership.valid_to.as_deref().unwrap_or("now")
            );
            return Err(self.fault(Check::Signer, &span, "a key outside its time of validity"));
        }
        if entries().any(|member| member.messages_alone) && self.kind != Kind::Message {
            return Err(self.fault(
                Check::Signer,
                "a person's signature",
                "an agent's, which signs messages alone",
            ));
        }
        Ok((Standing::Member(member.name.clone()), &member.key))
    }

    fn crossed(&self, ring: &Keyring, signer: Fingerprint) -> Fault {
        let party = match self.actor {
            Actor::VendorAgent => ring.vendor,
            Actor::Buyer => ring.platform,
        };
        if party.is_none() {
            return Fault::event(
                self.seq,
                Check::Signer,
                format!("a readable key for {}", self.actor),
                signer,
                "The log brings no key for this party, so that no signature of it can be judged",
            );
        }
        let expected = match self.actor {
            Actor::VendorAgent => "the vendor's key",
            Actor::Buyer => "the platform's key or one that it attests",
        };
        Fault::event(
            self.seq,
            Check::Signer,
            expected,
            signer,
            "The event is signed by a key that may not sign for its party",
        )
    }
}
