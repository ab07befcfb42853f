//! What may be offered and accepted: a pure judgement of numbers, and a person's
//! approval. No prose reaches it, and no model decides.

use anp::OWN_DOMAIN;
use anp::digest::Fingerprint;
use anp::json::{Value, es_text};
use anp::keys::{PublicKey, SecretKey, Signature};
use anp::time::Moment;
use money::Amount;

use crate::envelope::Expiry;
use crate::terms::{Round, SessionId, Terms, TermsHash};
use crate::vote::{Quorum, VoteMatter};

/// What a member of the terms must keep.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Limit {
    /// A number of at most this: a buyer's budget.
    AtMost(Amount),
    /// A number of at least this: a seller's floor.
    AtLeast(Amount),
    /// A time that is not before this.
    NotBefore(Moment),
    /// A time that is not after this.
    NotAfter(Moment),
    /// Exactly this text: a currency, a unit.
    Is(String),
}

/// A bound on one member of the terms.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Bound {
    /// The member's name.
    pub member: String,
    /// What it must keep.
    pub limit: Limit,
}

/// The bounds, fixed before the session starts. A member that is bounded must be there.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Mandate {
    /// All must hold.
    pub bounds: Vec<Bound>,
}

/// Bounds that terms do not keep.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Beyond {
    /// The members' names, as the mandate writes them.
    pub members: Vec<String>,
}

impl Mandate {
    /// Holds terms against the bounds.
    ///
    /// # Errors
    /// [`Beyond`] with every member that is missing, of another form, or out of bounds.
    pub fn judge(&self, terms: &Terms) -> Result<(), Beyond> {
        let value = terms.value();
        let members: Vec<String> = self
            .bounds
            .iter()
            .filter(|bound| !value.get(&bound.member).is_some_and(|member| bound.limit.keeps(member)))
            .map(|bound| bound.member.clone())
            .collect();
        if members.is_empty() { Ok(()) } else { Err(Beyond { members }) }
    }

    /// Members of the terms that no bound judges: what a person must look at.
    pub fn unjudged(&self, terms: &Terms) -> Vec<String> {
        let value = terms.value();
        let names = value.as_object().unwrap_or_default().iter().map(|(name, _)| name);
        names.filter(|name| self.bounds.iter().all(|bound| bound.member != **name)).cloned().collect()
    }
}

impl Limit {
    fn keeps(&self, value: &Value) -> bool {
        match self {
            Self::AtMost(limit) => amount(value).is_some_and(|amount| amount <= *limit),
            Self::AtLeast(limit) => amount(value).is_some_and(|amount| amount >= *limit),
            Self::NotBefore(limit) => moment(value).is_some_and(|moment| moment >= *limit),
            Self::NotAfter(limit) => moment(value).is_some_and(|moment| moment <= *limit),
            Self::Is(text) => value.as_text() == Some(text),
        }
    }
}

/// A JSON number by its shortest text, or a decimal as text.
fn amount(value: &Value) -> Option<Amount> {
    match value {
        Value::Number(number) => Amount::parse(&es_text(*number)).ok(),
        Value::Text(text) => Amount::parse(text).ok(),
        _ => None,
    }
}

fn moment(value: &Value) -> Option<Moment> {
    value.as_text().and_then(|text| Moment::parse(text).ok())
}

/// The two acts that bind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Act {
    /// An offer or counter of ours.
    Offer,
    /// The acceptance of the other side's offer.
    Accept,
}

impl Act {
    /// Its name in records.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Offer => "offer",
            Self::Accept => "accept",
        }
    }

    /// Reads [`Act::name`].
    pub fn parse(name: &str) -> Option<Self> {
        [Self::Offer, Self::Accept].into_iter().find(|act| act.name() == name)
    }
}

/// Exactly what a person approves.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Matter {
    /// Offer or accept.
    pub act: Act,
    /// The session.
    pub session: SessionId,
    /// The round.
    pub round: Round,
    /// The terms.
    pub terms: Terms,
    /// The end of the offer.
    pub expires_at: Expiry,
}

impl Matter {
    /// What the person signs.
    pub fn statement(&self) -> String {
        let Self { session, round, expires_at, .. } = self;
        let (act, terms) = (self.act.name(), self.terms.hash());
        format!("{OWN_DOMAIN}\nparley-{act}\n{session}\n{round}\n{terms}\n{}", expires_at.text())
    }

    /// What a vote on it is about. What free terms are worth cannot be told.
    pub fn to_vote_on(&self) -> VoteMatter {
        VoteMatter::of(Some(self.act), None, &self.statement())
    }
}

/// A person's signature over a [`Matter`]. It is worth nothing before it is checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Approval {
    /// Whose.
    pub person: Fingerprint,
    /// Over [`Matter::statement`].
    pub signature: Signature,
}

impl Approval {
    /// Signs.
    pub fn sign(matter: &Matter, person: &SecretKey) -> Self {
        let signature = person.sign(matter.statement().as_bytes());
        Self { person: person.fingerprint(), signature }
    }
}

/// Proof that a person approved exactly this, that it lies within the mandate, and that the
/// quorum that the organisation demands was there. Only [`Mandate::clear`] makes one.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Cleared {
    matter: Matter,
    person: Fingerprint,
    signature: [u8; 64],
}

/// Why an act is not cleared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NotCleared {
    /// The terms lie beyond the mandate.
    Beyond(Beyond),
    /// The approval is another's than the key's, or over something else.
    NotApproved,
    /// The quorum is one for something else.
    NoQuorum,
}

impl Mandate {
    /// Clears an act of ours. `key` must be a person's, as the caller knows; `quorum` says
    /// that the organisation demands no vote on it, or that the vote passed.
    ///
    /// # Errors
    /// [`NotCleared`] where the terms go beyond the mandate, the approval does not hold, or
    /// the quorum is for something else.
    pub fn clear(
        &self,
        matter: Matter,
        approval: &Approval,
        key: &PublicKey,
        quorum: &Quorum,
    ) -> Result<Cleared, NotCleared> {
        if !quorum.covers(&matter.to_vote_on()) {
            return Err(NotCleared::NoQuorum);
        }
        self.clear_again(matter, approval, key)
    }

    /// Clears what stands in a log, and was cleared before it came there.
    pub(crate) fn clear_again(
        &self,
        matter: Matter,
        approval: &Approval,
        key: &PublicKey,
    ) -> Result<Cleared, NotCleared> {
        self.judge(&matter.terms).map_err(NotCleared::Beyond)?;
        let theirs = key.fingerprint() == approval.person;
        if !theirs || key.verify(matter.statement().as_bytes(), &approval.signature).is_err() {
            return Err(NotCleared::NotApproved);
        }
        Ok(Cleared { matter, person: approval.person, signature: approval.signature.0 })
    }
}

impl Cleared {
    /// What was approved.
    pub const fn matter(&self) -> &Matter {
        &self.matter
    }

    /// By whom, and the signature.
    pub const fn approval(&self) -> Approval {
        Approval { person: self.person, signature: Signature(self.signature) }
    }

    /// Whether it clears this act on these terms.
    pub(crate) fn covers(&self, act: Act, session: &SessionId, round: Round, terms: TermsHash) -> bool {
        let matter = &self.matter;
        matter.act == act
            && matter.session == *session
            && matter.round == round
            && matter.terms.hash() == terms
    }
}
