//! An organisation's people, as its ledger tells them: who founded it, who let whom in,
//! which roles they have, who stands in for whom. Every step is proven by signatures that
//! follow from the founder's key, so that no host can let anybody in by its own word.

pub mod agents;
pub mod needs;
mod people;
mod said;

use crate::digest::Fingerprint;
use crate::join::{join_proof, rotate_proof};
use crate::keys::{PublicKey, Signature};
use crate::ledger::{Entry, LedgerId};
use crate::roles::{Act, Role};
use crate::time::Moment;

pub use agents::DeskAgent;
pub use needs::Needs;
pub use people::{Invited, Member, StandIn, Stands};
pub use said::{Said, kind};

/// What an organisation's ledger has said so far.
#[derive(Debug, Clone)]
pub struct Office {
    ledger: LedgerId,
    founder: Fingerprint,
    members: Vec<Member>,
    invitations: Vec<Invited>,
    stand_ins: Vec<StandIn>,
    agents: Vec<DeskAgent>,
    four_eyes: bool,
}

/// Why an entry of an organisation's ledger is not to be believed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum OfficeFault {
    /// It does not begin with the founder who is known.
    #[error("the ledger was not founded by the key that is known as its founder's")]
    Founder,
    /// Nobody let the signer in.
    #[error("nobody let in the key that signed entry {0}")]
    Stranger(u64),
    /// The signer's roles do not reach so far.
    #[error("the author of entry {0} may not state this")]
    NotAllowed(u64),
    /// No invitation stands behind it, or its proof does not hold.
    #[error("no invitation lets in who joins by entry {0}")]
    NotInvited(u64),
    /// Its payload does not say what its kind must say.
    #[error("entry {0} does not say what it must")]
    Payload(u64),
}

impl Office {
    /// Nothing yet, of an organisation whose founder's key is known.
    pub const fn new(ledger: LedgerId, founder: Fingerprint) -> Self {
        Self {
            ledger,
            founder,
            members: Vec::new(),
            invitations: Vec::new(),
            stand_ins: Vec::new(),
            agents: Vec::new(),
            four_eyes: false,
        }
    }

    /// Takes the ledger's next entry.
    ///
    /// # Errors
    /// [`OfficeFault`] where it does not follow from what was signed before.
    pub fn take(&mut self, entry: &Entry) -> Result<(), OfficeFault> {
        let (seq, said) = (entry.seq, Said::from(entry));
        let at = Moment::parse(&entry.at).map_err(|_| OfficeFault::Payload(seq))?;
        let name = entry.statement.wording().kind.as_str();
        let signer = entry.statement.signer();
        if (seq == 1) != (name == kind::FOUNDED) {
            return Err(OfficeFault::Founder);
        }
        match name {
            kind::FOUNDED => return self.found(signer, &said, at),
            kind::JOINED => return self.join(entry, &said, at),
            _ => {}
        }
        let by = signer.fingerprint();
        let author = self.member_at(by, at).ok_or(OfficeFault::Stranger(seq))?;
        let governs = author.may(Act::Govern, at);
        let own = said.fingerprint("person").is_some_and(|person| self.latest(person) == self.latest(by));
        let allowed = match needs::of_org(name) {
            Some(Needs::Role(act)) => author.may(act, at),
            _ => name != kind::LEFT || governs || own,
        };
        if !allowed {
            return Err(OfficeFault::NotAllowed(seq));
        }
        self.change(name, &said, (by, *signer), at).ok_or(OfficeFault::Payload(seq))
    }

    fn found(&mut self, key: &PublicKey, said: &Said, at: Moment) -> Result<(), OfficeFault> {
        if key.fingerprint() != self.founder || said.text("public_key") != Some(&key.to_string()) {
            return Err(OfficeFault::Founder);
        }
        // Whoever founds holds every role, and may lay some down later.
        self.members.push(Member::new(*key, said, (Role::ALL.to_vec(), None), at));
        Ok(())
    }

    fn join(&mut self, entry: &Entry, said: &Said, at: Moment) -> Result<(), OfficeFault> {
        let refused = OfficeFault::NotInvited(entry.seq);
        let key = entry.statement.signer();
        let id = said.text("invitation").unwrap_or_default();
        let open = |known: &&mut Invited| known.id == id && known.serves(at);
        let invited = self.invitations.iter_mut().find(open).ok_or(refused)?;
        let proof = said.text("proof").and_then(|proof| Signature::parse(proof).ok()).ok_or(refused)?;
        let message = join_proof(self.ledger.as_str(), id, key);
        invited.key.verify(message.as_bytes(), &proof).map_err(|_| refused)?;
        let stated = said.text("public_key") == Some(&key.to_string());
        if !stated || self.members.iter().any(|member| member.key == *key) {
            return Err(refused);
        }
        invited.stands = Stands::Used;
        let let_in = (invited.roles.clone(), Some(invited.by));
        self.members.push(Member::new(*key, said, let_in, at));
        Ok(())
    }

    fn change(
        &mut self,
        name: &str,
        said: &Said,
        (by, key): (Fingerprint, PublicKey),
        at: Moment,
    ) -> Option<()> {
        match name {
            kind::INVITED => {
                let invited = Invited::read(said, by)?;
                if self.invitations.iter().any(|known| known.id == invited.id) {
                    return None;
                }
                self.invitations.push(invited);
            }
            kind::WITHDRAWN => {
                let id = said.text("invitation")?;
                self.invitations.iter_mut().find(|known| known.id == id)?.stands = Stands::Withdrawn;
            }
            kind::ROLES => {
                let roles = people::roles(said)?;
                self.open_member(said.fingerprint("person")?, at)?.give(roles, at);
            }
            kind::LEFT => self.open_member(said.fingerprint("person")?, at)?.until = Some(at),
            kind::ROTATED => self.rotate(said, key, at)?,
            kind::DELEGATED => self.stand_ins.push(StandIn::read(said, by, at)?),
            kind::AGENT => {
                let agent = DeskAgent::read(said, self.ledger.as_str(), by, at)?;
                if self.agent(agent.key).is_some() {
                    return None;
                }
                self.agents.push(agent);
            }
            kind::FOUR_EYES => self.four_eyes = said.flag("on")?,
            // Words that only some desks know change nothing here.
            _ => {}
        }
        Some(())
    }

    fn rotate(&mut self, said: &Said, old: PublicKey, at: Moment) -> Option<()> {
        let new = PublicKey::parse(said.text("public_key")?).ok().filter(|key| !key.is_weak())?;
        let proof = Signature::parse(said.text("proof")?).ok()?;
        new.verify(rotate_proof(self.ledger.as_str(), &old, &new).as_bytes(), &proof).ok()?;
        if self.members.iter().any(|member| member.key == new) {
            return None;
        }
        let before = self.open_member(old.fingerprint(), at)?;
        before.until = Some(at);
        let (name, roles, let_in_by) = (before.name.clone(), before.roles_at(at).to_vec(), before.let_in_by);
        let mut next = Member::new(new, said, (roles, let_in_by), at);
        next.name = name;
        next.follows = Some(old.fingerprint());
        self.members.push(next);
        Some(())
    }

    fn open_member(&mut self, key: Fingerprint, at: Moment) -> Option<&mut Member> {
        self.members.iter_mut().find(|member| member.fingerprint() == key && member.covers(at))
    }

    /// Everybody who ever was of the organisation, a key each, in the order in which they came.
    pub fn members(&self) -> &[Member] {
        &self.members
    }

    /// All invitations.
    pub fn invitations(&self) -> &[Invited] {
        &self.invitations
    }

    /// All stand-ins that owners named.
    pub fn stand_ins(&self) -> &[StandIn] {
        &self.stand_ins
    }

    /// The desk's agent whose key it is.
    pub fn agent(&self, key: Fingerprint) -> Option<&DeskAgent> {
        self.agents.iter().find(|agent| agent.key == key)
    }

    /// Whether a key is that of the agent at a person's desk.
    pub fn answers_for(&self, agent: Fingerprint, person: Fingerprint, at: Moment) -> bool {
        self.agent(agent).is_some_and(|agent| agent.from <= at && self.same(agent.of, person))
    }

    /// Whether a counter is approved by another person than the one who drafted it.
    pub const fn four_eyes(&self) -> bool {
        self.four_eyes
    }

    /// Whose key it is, whenever it signed.
    pub fn by_key(&self, key: Fingerprint) -> Option<&Member> {
        self.members.iter().find(|member| member.fingerprint() == key)
    }

    /// Whose key it is, if it signs for the organisation at this moment.
    pub fn member_at(&self, key: Fingerprint, at: Moment) -> Option<&Member> {
        self.by_key(key).filter(|member| member.covers(at))
    }

    /// The key with which the person of this key signs today.
    pub fn latest(&self, key: Fingerprint) -> Fingerprint {
        // Who follows stands behind whom it follows, so one pass in order is enough.
        self.members.iter().fold(
            key,
            |key, member| {
                if member.follows == Some(key) { member.fingerprint() } else { key }
            },
        )
    }

    /// Whether two keys are the same person's.
    pub fn same(&self, one: Fingerprint, other: Fingerprint) -> bool {
        self.latest(one) == self.latest(other)
    }

    /// Whether a person owns a deal of this owner, or stands in for the owner at this
    /// moment: the owner's latest word about the person and the deal stands.
    pub fn decides(&self, deal: &str, owner: Fingerprint, person: Fingerprint, at: Moment) -> bool {
        let may = self.member_at(person, at).is_some_and(|member| member.may(Act::Decide, at));
        may && (self.same(owner, person) || self.stands_in(deal, owner, person, at).is_some())
    }

    /// The word by which a person stands in at this moment.
    pub fn stands_in(
        &self,
        deal: &str,
        owner: Fingerprint,
        person: Fingerprint,
        at: Moment,
    ) -> Option<&StandIn> {
        let latest = self.stand_ins.iter().rev().find(|word| {
            word.since <= at
                && word.covers(deal)
                && self.same(word.owner, owner)
                && self.same(word.to, person)
        });
        latest.filter(|word| at < word.until)
    }
}

#[cfg(test)]
mod tests;
