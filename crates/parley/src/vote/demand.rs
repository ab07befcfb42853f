//! What an organisation demands before a formal act is signed, and the proof that the act
//! may be.

use anp::digest::PayloadHash;
use anp::json::{self, Value};
use anp::time::Moment;
use money::{Amount, Currency};

use super::election::PassedVote;
use super::rule::{BadRule, ProposalHash, Rule, Seat};
use crate::mandate::Act;

/// The longest time for a vote: 90 days, in milliseconds.
pub const MAX_WITHIN_MS: i64 = 90 * 24 * 60 * 60 * 1000;

/// The most demands that an organisation makes.
pub const MAX_DEMANDS: usize = 32;

/// What something is worth: an amount in a currency.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Worth {
    /// How much.
    pub amount: Amount,
    /// Of what.
    pub currency: Currency,
}

/// What a vote would be about: one act, on exactly these bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VoteMatter {
    act: Option<Act>,
    worth: Option<Worth>,
    subject: PayloadHash,
}

impl VoteMatter {
    /// `act` is none for what binds nobody, and `worth` where it cannot be told. `subject` is
    /// a canonical text of exactly what would be signed.
    pub fn of(act: Option<Act>, worth: Option<Worth>, subject: &str) -> Self {
        Self { act, worth, subject: PayloadHash::of_canonical(subject) }
    }

    /// Whether it is about something that binds; of anything else no vote is ever demanded.
    pub const fn binds(&self) -> bool {
        self.act.is_some()
    }

    /// SHA-256 of what would be signed.
    pub const fn subject(&self) -> PayloadHash {
        self.subject
    }
}

/// One demand: for which acts, from which value on, and who must say yes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Demand {
    /// The acts; none of them means all that bind.
    pub acts: Vec<Act>,
    /// The value from which on it applies; always where none is given.
    pub from: Option<Worth>,
    /// Whose votes count.
    pub seats: Vec<Seat>,
    /// How many must say yes.
    pub needed: u32,
    /// How long a vote is open, in milliseconds: 1 to [`MAX_WITHIN_MS`].
    pub within_ms: i64,
    /// Agents that may advise.
    pub advisors: Vec<String>,
}

impl Demand {
    /// Whether it is made of this act. A value that cannot be told, or is told in another
    /// currency, is taken for one that reaches.
    pub fn applies(&self, matter: &VoteMatter) -> bool {
        let Some(act) = matter.act else { return false };
        let reaches = match (&self.from, &matter.worth) {
            (None, _) | (Some(_), None) => true,
            (Some(from), Some(worth)) => from.currency != worth.currency || worth.amount >= from.amount,
        };
        reaches && (self.acts.is_empty() || self.acts.contains(&act))
    }

    /// The rule of a vote that is opened now. `no_later` ends it earlier: what has expired
    /// needs no vote.
    ///
    /// # Errors
    /// [`BadRule`] where it could not be kept.
    pub fn rule(&self, now: Moment, no_later: Option<Moment>) -> Result<Rule, BadRule> {
        let end = now.plus_millis(self.within_ms);
        let end = no_later.map_or(end, |at| at.min(end));
        Rule::of(self.seats.clone(), self.needed, end, self.advisors.clone())
    }

    /// Whether a vote under this rule is the one demanded: the same people, as many yes.
    fn is_met_by(&self, rule: &Rule) -> bool {
        rule.seats() == self.seats && rule.needed() == self.needed
    }

    fn value(&self) -> Value {
        let acts = self.acts.iter().map(|act| Value::from(act.name())).collect();
        let from = self.from.as_ref().map_or(Value::Null, |from| {
            Value::object([
                ("amount", Value::from(from.amount.to_string())),
                ("currency", Value::from(from.currency.as_str())),
            ])
        });
        Value::object([
            ("acts", Value::Array(acts)),
            ("advisors", Value::Array(self.advisors.iter().map(|name| Value::from(name.as_str())).collect())),
            ("from", from),
            ("needed", Value::from(self.needed)),
            ("seats", Value::Array(self.seats.iter().map(Seat::value).collect())),
            ("within_ms", Value::from(self.within_ms.to_string())),
        ])
    }

    fn of_value(value: &Value) -> Option<Self> {
        let acts = value.get("acts")?.as_array()?.iter();
        let names = value.get("advisors")?.as_array()?.iter();
        let from = match value.get("from")? {
            Value::Null => None,
            from => Some(Worth {
                amount: Amount::parse(from.get("amount")?.as_text()?).ok()?,
                currency: Currency::parse(from.get("currency")?.as_text()?).ok()?,
            }),
        };
        Some(Self {
            acts: acts.map(|act| Act::parse(act.as_text()?)).collect::<Option<_>>()?,
            from,
            seats: value.get("seats")?.as_array()?.iter().map(Seat::of_value).collect::<Option<_>>()?,
            needed: u32::try_from(value.get("needed")?.as_count()?).ok()?,
            within_ms: value.get("within_ms")?.as_text()?.parse().ok()?,
            advisors: names.map(|name| name.as_text().map(str::to_owned)).collect::<Option<_>>()?,
        })
    }
}

/// All that an organisation demands, in order. Of those that apply the first counts.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Demands(Vec<Demand>);

/// Why demands cannot be made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BadDemand {
    /// More than [`MAX_DEMANDS`].
    #[error("there are too many demands")]
    Size,
    /// A vote would be open for no time, or for longer than 90 days.
    #[error("a vote is open for at most 90 days")]
    Within,
    /// Who votes cannot be a rule.
    #[error(transparent)]
    Rule(#[from] BadRule),
}

/// Why an act may not be signed yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Lacking {
    /// A vote is demanded, and none is attached.
    Vote(Box<Demand>),
    /// The vote was on something else, or by other people.
    AnotherVote(Box<Demand>),
}

impl Lacking {
    /// What is demanded.
    pub fn demand(&self) -> &Demand {
        match self {
            Self::Vote(demand) | Self::AnotherVote(demand) => demand,
        }
    }
}

impl Demands {
    /// These, in this order.
    ///
    /// # Errors
    /// [`BadDemand`] where one of them could not be kept.
    pub fn of(demands: Vec<Demand>) -> Result<Self, BadDemand> {
        if demands.len() > MAX_DEMANDS {
            return Err(BadDemand::Size);
        }
        for demand in &demands {
            if !(1..=MAX_WITHIN_MS).contains(&demand.within_ms) {
                return Err(BadDemand::Within);
            }
            demand.rule(Moment::from_millis(0), None)?;
        }
        Ok(Self(demands))
    }

    /// All, in order.
    pub fn all(&self) -> &[Demand] {
        &self.0
    }

    /// The demand that counts for this act.
    pub fn on(&self, matter: &VoteMatter) -> Option<&Demand> {
        self.0.iter().find(|demand| demand.applies(matter))
    }

    /// Whether the act may be signed: no vote is demanded of it, or this one passed on it.
    /// This is the only place where a [`Quorum`] comes into being.
    ///
    /// # Errors
    /// [`Lacking`] with the demand that is not met.
    pub fn settle(&self, matter: &VoteMatter, vote: Option<PassedVote>) -> Result<Quorum, Lacking> {
        let standing = match (self.on(matter), vote) {
            (None, _) => Standing::NotDemanded,
            (Some(demand), None) => return Err(Lacking::Vote(Box::new(demand.clone()))),
            (Some(demand), Some(vote)) => {
                if vote.subject() != matter.subject || !demand.is_met_by(vote.rule()) {
                    return Err(Lacking::AnotherVote(Box::new(demand.clone())));
                }
                Standing::Passed(vote)
            }
        };
        Ok(Quorum { matter: matter.clone(), standing })
    }

    /// As canonical JSON.
    pub fn to_json(&self) -> String {
        let demands = Value::Array(self.0.iter().map(Demand::value).collect());
        json::canonical(&Value::object([("demands", demands)]))
    }

    /// Reads what [`Demands::to_json`] wrote; none for anything else.
    pub fn parse(text: &str) -> Option<Self> {
        let value = json::parse_flawless(text.as_bytes()).ok()?;
        let demands =
            value.get("demands")?.as_array()?.iter().map(Demand::of_value).collect::<Option<_>>()?;
        let demands = Self::of(demands).ok()?;
        (demands.to_json() == text).then_some(demands)
    }
}

/// Proof that an act may be signed as far as a quorum goes: none is demanded, or the vote
/// passed. Only [`Demands::settle`] makes one, and it holds for that act alone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Quorum {
    matter: VoteMatter,
    standing: Standing,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Standing {
    NotDemanded,
    Passed(PassedVote),
}

impl Quorum {
    /// Whether it is for this act.
    pub fn covers(&self, matter: &VoteMatter) -> bool {
        self.matter == *matter
    }

    /// The vote that passed, where one was demanded.
    pub const fn vote(&self) -> Option<&PassedVote> {
        match &self.standing {
            Standing::NotDemanded => None,
            Standing::Passed(vote) => Some(vote),
        }
    }

    /// The proposal that passed, where one was demanded.
    pub fn proposal(&self) -> Option<ProposalHash> {
        self.vote().map(PassedVote::proposal)
    }
}
