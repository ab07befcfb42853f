//! The rule, and the proposal that it is hashed into.

use anp::digest::{Fingerprint, PayloadHash, sha256};
use anp::json::{self, Value};
use anp::time::Moment;

use crate::terms::hash_of;

/// The most seats of a rule.
pub const MAX_SEATS: usize = 64;

/// The most stand-ins of a seat.
const MAX_STAND_INS: usize = 16;

/// The most agents that advise.
const MAX_ADVISORS: usize = 64;

/// Longest name or id, in characters.
const MAX_NAME: usize = 200;

hash_of!(
    /// SHA-256 of a rule's canonical JSON.
    RuleHash
);
hash_of!(
    /// SHA-256 of a proposal's canonical JSON, the rule's hash in it.
    ProposalHash
);

/// A person who may vote: a name to show, and the key that counts.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Voter {
    /// For people.
    pub name: String,
    /// The person's key.
    pub key: Fingerprint,
}

/// One vote: a person's, or a stand-in's in the person's place.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Seat {
    /// Whose it is.
    pub holder: Voter,
    /// Who may vote in this place; the first ballot of any of them is the seat's.
    pub stand_ins: Vec<Voter>,
}

/// Who may vote, how many must say yes, until when. Silence denies.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Rule {
    seats: Vec<Seat>,
    needed: u32,
    deadline: Moment,
    advisors: Vec<String>,
}

/// Why something is no rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BadRule {
    /// None, or more than [`MAX_SEATS`], or too many stand-ins or advisors.
    #[error("a rule has 1 to 64 seats, up to 16 stand-ins each, and up to 64 advisors")]
    Size,
    /// Nobody's yes, or more than there are seats.
    #[error("a rule asks for at least one yes, and for no more than there are seats")]
    Needed,
    /// A person holds two seats, or stands twice in one.
    #[error("a person stands twice in the rule, so one person's ballot could count twice")]
    Twice,
    /// A name is empty or too long.
    #[error("a name in the rule is empty or too long")]
    Name,
}

impl Rule {
    /// A rule of these seats, where at least `needed` must say yes before `deadline`.
    /// `advisors` are agents: their opinions are kept and shown, and never counted.
    ///
    /// # Errors
    /// [`BadRule`] where it could not be kept.
    pub fn of(
        seats: Vec<Seat>,
        needed: u32,
        deadline: Moment,
        advisors: Vec<String>,
    ) -> Result<Self, BadRule> {
        let sizes = (1..=MAX_SEATS).contains(&seats.len())
            && seats.iter().all(|seat| seat.stand_ins.len() <= MAX_STAND_INS)
            && advisors.len() <= MAX_ADVISORS;
        if !sizes {
            return Err(BadRule::Size);
        }
        if needed == 0 || usize::try_from(needed).is_ok_and(|needed| needed > seats.len()) {
            return Err(BadRule::Needed);
        }
        let mut holders: Vec<Fingerprint> = seats.iter().map(|seat| seat.holder.key).collect();
        let own_stand_in = seats.iter().any(|seat| {
            let mut keys: Vec<Fingerprint> = seat.stand_ins.iter().map(|voter| voter.key).collect();
            keys.push(seat.holder.key);
            has_twice(&mut keys)
        });
        if own_stand_in || has_twice(&mut holders) || has_twice(&mut advisors.clone()) {
            return Err(BadRule::Twice);
        }
        let voters = seats.iter().flat_map(Seat::voters).map(|voter| voter.name.as_str());
        let bad = |name: &str| name.trim().is_empty() || name.chars().count() > MAX_NAME;
        if voters.chain(advisors.iter().map(String::as_str)).any(bad) {
            return Err(BadRule::Name);
        }
        Ok(Self { seats, needed, deadline, advisors })
    }

    /// The seats.
    pub fn seats(&self) -> &[Seat] {
        &self.seats
    }

    /// How many must say yes.
    pub const fn needed(&self) -> u32 {
        self.needed
    }

    /// From when on silence has denied.
    pub const fn deadline(&self) -> Moment {
        self.deadline
    }

    /// Agents that may advise.
    pub fn advisors(&self) -> &[String] {
        &self.advisors
    }

    /// As canonical JSON.
    pub fn to_json(&self) -> String {
        json::canonical(&Value::object([
            ("advisors", Value::Array(self.advisors.iter().map(|name| Value::from(name.as_str())).collect())),
            ("deadline", Value::from(self.deadline.to_text())),
            ("needed", Value::from(self.needed)),
            ("seats", Value::Array(self.seats.iter().map(Seat::value).collect())),
            ("silence", Value::from("deny")),
        ]))
    }

    /// Reads what [`Rule::to_json`] wrote; none for anything else.
    pub fn parse(text: &str) -> Option<Self> {
        let value = json::parse_flawless(text.as_bytes()).ok()?;
        let seats = value.get("seats")?.as_array()?.iter().map(Seat::of_value).collect::<Option<_>>()?;
        let needed = u32::try_from(value.get("needed")?.as_count()?).ok()?;
        let deadline = Moment::parse(value.get("deadline")?.as_text()?).ok()?;
        let names = value.get("advisors")?.as_array()?.iter().map(|name| name.as_text().map(str::to_owned));
        let rule = Self::of(seats, needed, deadline, names.collect::<Option<_>>()?).ok()?;
        (rule.to_json() == text).then_some(rule)
    }

    /// The rule's name.
    pub fn hash(&self) -> RuleHash {
        RuleHash(sha256(self.to_json().as_bytes()))
    }
}

impl Voter {
    fn value(&self) -> Value {
        Value::object([("key", Value::from(self.key.to_string())), ("name", Value::from(self.name.as_str()))])
    }

    fn of_value(value: &Value) -> Option<Self> {
        Some(Self {
            name: value.get("name")?.as_text()?.to_owned(),
            key: Fingerprint::parse(value.get("key")?.as_text()?).ok()?,
        })
    }
}

impl Seat {
    pub(super) fn value(&self) -> Value {
        Value::object([
            ("holder", self.holder.value()),
            ("stand_ins", Value::Array(self.stand_ins.iter().map(Voter::value).collect())),
        ])
    }

    pub(super) fn of_value(value: &Value) -> Option<Self> {
        let stand_ins =
            value.get("stand_ins")?.as_array()?.iter().map(Voter::of_value).collect::<Option<_>>()?;
        Some(Self { holder: Voter::of_value(value.get("holder")?)?, stand_ins })
    }

    /// The holder and the stand-ins.
    pub fn voters(&self) -> impl Iterator<Item = &Voter> {
        core::iter::once(&self.holder).chain(&self.stand_ins)
    }

    /// Whether this key may vote in this seat.
    pub fn admits(&self, key: &Fingerprint) -> bool {
        self.voters().any(|voter| voter.key == *key)
    }
}

fn has_twice<T: Ord>(items: &mut [T]) -> bool {
    items.sort();
    items.windows(2).any(|pair| matches!(pair, [a, b] if a == b))
}

/// What is voted on.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Proposal {
    /// Its id, as ballots name it: 1 to 200 characters.
    pub id: String,
    /// SHA-256 of exactly what would be signed.
    pub subject: PayloadHash,
    /// SHA-256 of the evidence that voters are shown.
    pub evidence: PayloadHash,
    /// The rule.
    pub rule: Rule,
}

impl Proposal {
    /// As canonical JSON, the rule by its hash.
    pub fn to_json(&self) -> String {
        json::canonical(&Value::object([
            ("evidence", Value::from(self.evidence.to_string())),
            ("id", Value::from(self.id.as_str())),
            ("rule", Value::from(self.rule.hash().to_string())),
            ("subject", Value::from(self.subject.to_string())),
            ("type", Value::from("proposal")),
        ]))
    }

    /// What ballots are bound to.
    pub fn hash(&self) -> ProposalHash {
        ProposalHash(sha256(self.to_json().as_bytes()))
    }
}
