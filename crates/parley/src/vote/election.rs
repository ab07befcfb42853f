//! A vote from the proposal to its outcome.

use anp::digest::{Fingerprint, PayloadHash};
use anp::keys::PublicKey;
use anp::time::Moment;

use super::ballot::{Choice, SignedBallot};
use super::opinion::{Advice, Opinion, by_source};
use super::rule::{Proposal, ProposalHash, Rule, Seat};

/// A vote.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Election {
    proposal: Proposal,
    hash: ProposalHash,
    kept: Vec<Kept>,
    advice: Vec<Advice>,
    outcome: Option<Outcome>,
}

/// How a vote ended. Once there it stays.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// Enough distinct yes.
    Approved {
        /// When the last of them came.
        at: Moment,
    },
    /// Not enough.
    Denied {
        /// When that was certain.
        at: Moment,
        /// Why.
        why: Denial,
    },
}

/// Why a vote was denied.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Denial {
    /// The deadline passed: silence denies.
    Deadline,
    /// So many did not say yes that the seats left cannot make up for it.
    OutOfReach,
}

/// A ballot as it came, counted or not. Nothing that was cast is dropped.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Kept {
    /// The ballot.
    pub ballot: SignedBallot,
    /// The voter, as the rule names the person.
    pub voter: Fingerprint,
    /// When it came, by the clock of whoever keeps the vote.
    pub received_at: Moment,
    /// The seat for which it counts, or why it does not.
    pub counted: Result<usize, NotCounted>,
}

/// Why a ballot is kept and not counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum NotCounted {
    /// It is for another proposal, or for this one under another rule.
    OtherProposal,
    /// The voter is not in the rule.
    Outside,
    /// The voter's key did not sign it, or is not known.
    NotSigned,
    /// It came at or after the deadline.
    Late,
    /// The voter has voted.
    AlreadyVoted,
    /// Another voted in this seat first.
    SeatTaken,
    /// The outcome stood already.
    Decided,
}

/// What became of a ballot.
pub type Cast = Result<usize, NotCounted>;

/// Proof that a vote passed: that it is for this subject, under this rule. Only
/// [`Election::passed`] makes one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PassedVote {
    proposal: ProposalHash,
    subject: PayloadHash,
    rule: Rule,
    yes: Vec<Fingerprint>,
    at: Moment,
}

impl PassedVote {
    /// The proposal.
    pub const fn proposal(&self) -> ProposalHash {
        self.proposal
    }

    /// What may be signed: SHA-256 of exactly that.
    pub const fn subject(&self) -> PayloadHash {
        self.subject
    }

    /// The rule that it passed under.
    pub const fn rule(&self) -> &Rule {
        &self.rule
    }

    /// Who said yes.
    pub fn yes(&self) -> &[Fingerprint] {
        &self.yes
    }

    /// When it passed.
    pub const fn at(&self) -> Moment {
        self.at
    }
}

/// What one person may see of a vote.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Glimpse<'a> {
    /// Each seat, and who has voted in it; not how.
    pub seats: Vec<(&'a Seat, Option<Fingerprint>)>,
    /// The ballots that may be seen: the person's own, and all once the person has voted or
    /// the outcome stands.
    pub ballots: Vec<&'a Kept>,
    /// What agents think, one opinion a source; hidden as long as the ballots are.
    pub opinions: Vec<Opinion<'a>>,
    /// The outcome, if it stands.
    pub outcome: Option<Outcome>,
}

impl Election {
    /// Opens a vote: the rule is fixed from here on.
    pub fn open(proposal: Proposal) -> Self {
        let hash = proposal.hash();
        Self { proposal, hash, kept: Vec::new(), advice: Vec::new(), outcome: None }
    }

    /// What is voted on.
    pub const fn proposal(&self) -> &Proposal {
        &self.proposal
    }

    /// All ballots, in the order in which they came.
    pub fn kept(&self) -> &[Kept] {
        &self.kept
    }

    /// The outcome, if it stands.
    pub const fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// Takes a ballot. `key` is the voter's, where it is known. The ballot is kept
    /// whatever becomes of it.
    ///
    /// # Errors
    /// [`NotCounted`] with the reason for which it does not count.
    pub fn cast(&mut self, ballot: SignedBallot, key: Option<&PublicKey>, now: Moment) -> Cast {
        let voter = ballot.ballot().voter;
        self.cast_as(ballot, key, voter, now)
    }

    /// The same for a person who signs with another key by now than the one that the rule
    /// names: `voter` is the one that it names. That both are the same person's is the caller's
    /// to know.
    ///
    /// # Errors
    /// As [`Election::cast`].
    pub fn cast_as(
        &mut self,
        ballot: SignedBallot,
        key: Option<&PublicKey>,
        voter: Fingerprint,
        now: Moment,
    ) -> Cast {
        self.lapse(now);
        let counted = self.judge(&ballot, key, voter, now);
        self.kept.push(Kept { ballot, voter, received_at: now, counted });
        self.count(now);
        counted
    }

    /// Takes an agent's advice; true where the rule names the agent, it has not advised yet
    /// and the vote is open. Advice is never counted.
    pub fn advise(&mut self, advice: Advice, now: Moment) -> bool {
        self.lapse(now);
        let named = self.proposal.rule.advisors().contains(&advice.agent);
        let first = self.advice.iter().all(|had| had.agent != advice.agent);
        let taken = named && first && self.outcome.is_none();
        if taken {
            self.advice.push(advice);
        }
        taken
    }

    /// Lets the deadline pass: silence denies.
    pub fn lapse(&mut self, now: Moment) {
        if self.outcome.is_none() && now >= self.proposal.rule.deadline() {
            self.outcome = Some(Outcome::Denied { at: self.proposal.rule.deadline(), why: Denial::Deadline });
        }
    }

    fn judge(&self, signed: &SignedBallot, key: Option<&PublicKey>, voter: Fingerprint, now: Moment) -> Cast {
        let ballot = signed.ballot();
        if ballot.proposal != self.hash || ballot.proposal_id != self.proposal.id {
            return Err(NotCounted::OtherProposal);
        }
        let seats = self.proposal.rule.seats();
        let admitted = || (0..).zip(seats).filter(|(_, seat)| seat.admits(&voter));
        if admitted().next().is_none() {
            return Err(NotCounted::Outside);
        }
        if !key.is_some_and(|key| signed.holds(key)) {
            return Err(NotCounted::NotSigned);
        }
        if now >= self.proposal.rule.deadline() {
            return Err(NotCounted::Late);
        }
        if self.has_voted(&voter) {
            return Err(NotCounted::AlreadyVoted);
        }
        if self.outcome.is_some() {
            return Err(NotCounted::Decided);
        }
        // The own seat before another's: a stand-in who also holds a seat votes there first.
        let own = admitted().find(|(_, seat)| seat.holder.key == voter);
        let free = |seat: usize| self.voter_in(seat).is_none();
        own.into_iter()
            .chain(admitted())
            .map(|(number, _)| number)
            .find(|seat| free(*seat))
            .ok_or(NotCounted::SeatTaken)
    }

    fn count(&mut self, now: Moment) {
        if self.outcome.is_some() {
            return;
        }
        let needed = usize::try_from(self.proposal.rule.needed()).unwrap_or(usize::MAX);
        let yes = self.yes().count();
        let voted = self.kept.iter().filter(|kept| kept.counted.is_ok()).count();
        let left = self.proposal.rule.seats().len().saturating_sub(voted);
        if yes >= needed {
            self.outcome = Some(Outcome::Approved { at: now });
        } else if yes.saturating_add(left) < needed {
            self.outcome = Some(Outcome::Denied { at: now, why: Denial::OutOfReach });
        }
    }

    fn yes(&self) -> impl Iterator<Item = Fingerprint> {
        let counted = self.kept.iter().filter(|kept| kept.counted.is_ok());
        counted.filter(|kept| kept.ballot.ballot().choice == Choice::Approve).map(|kept| kept.voter)
    }

    /// Whether a ballot of this person counts.
    pub fn has_voted(&self, voter: &Fingerprint) -> bool {
        self.kept.iter().any(|kept| kept.counted.is_ok() && kept.voter == *voter)
    }

    fn voter_in(&self, seat: usize) -> Option<Fingerprint> {
        self.kept.iter().find(|kept| kept.counted == Ok(seat)).map(|kept| kept.voter)
    }

    /// The proof that this vote passed, where it did.
    pub fn passed(&self) -> Option<PassedVote> {
        let Some(Outcome::Approved { at }) = self.outcome else { return None };
        let yes = self.yes().collect();
        Some(PassedVote {
            proposal: self.hash,
            subject: self.proposal.subject,
            rule: self.proposal.rule.clone(),
            yes,
            at,
        })
    }

    /// What this person may see. Who has voted is no secret; how, is one until the person
    /// has voted too or nothing can be changed by it any more.
    pub fn seen_by(&self, person: &Fingerprint) -> Glimpse<'_> {
        let all = self.outcome.is_some() || self.has_voted(person);
        let seats = (0..).zip(self.proposal.rule.seats());
        Glimpse {
            seats: seats.map(|(number, seat)| (seat, self.voter_in(number))).collect(),
            ballots: self
                .kept
                .iter()
                .filter(|kept| all || kept.voter == *person && kept.counted != Err(NotCounted::NotSigned))
                .collect(),
            opinions: if all { by_source(&self.advice) } else { Vec::new() },
            outcome: self.outcome,
        }
    }
}
