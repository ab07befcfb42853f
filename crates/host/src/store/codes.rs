//! Codes for contact addresses: asked for by an org owner, mailed, and answered with by the
//! registration's own key or by who asked. What follows from an answer a person decides.

use anp::contact::{Code, SERVES_MILLIS};
use anp::digest::Fingerprint;
use anp::time::Moment;

use super::tables::codes::{Delivery, MailedCode};
use super::tables::limits::{Quota, Taken};
use super::vendors::{Vendor, surveyed};
use super::{Hold, Status, Store, Stored, Subject, Tables, Who};

/// A code that is to be mailed.
#[derive(Debug)]
pub struct Asking {
    /// The registration.
    pub agent: String,
    /// The fingerprint that the person saw.
    pub seen: Fingerprint,
    /// The person's id.
    pub person: String,
    /// Random, base64url.
    pub salt: String,
    /// The code.
    pub code: Code,
    /// Now.
    pub now: Moment,
}

/// What became of asking.
#[derive(Debug)]
pub enum Asked {
    /// The code stands and may be mailed.
    Done(Box<Vendor>),
    /// No registration has this id.
    Unknown,
    /// The person saw another fingerprint.
    OtherKey,
    /// A person has decided on the registration already.
    Decided,
    /// So many were mailed to this address that the next has to wait.
    Limited {
        /// How long.
        seconds: u64,
    },
}

/// An answer with a code.
#[derive(Debug)]
pub struct Answer {
    /// The registration.
    pub agent: String,
    /// What was said; none for what cannot be a code.
    pub code: Option<Code>,
    /// By whom.
    pub by: Who,
    /// Now.
    pub now: Moment,
}

/// What became of an answer.
#[derive(Debug)]
pub enum Answered {
    /// It is the code that was mailed.
    Fits(Box<Vendor>),
    /// It is not, or serves no more, or none was mailed.
    Wrong(Option<Box<Vendor>>),
    /// There were so many that the next has to wait.
    Limited {
        /// How long.
        seconds: u64,
    },
}

fn ask(tables: &dyn Tables, asking: &Asking) -> Stored<Asked> {
    let Some(agent) = tables.agent(&asking.agent, Hold::Change)? else { return Ok(Asked::Unknown) };
    if agent.public_key.fingerprint() != asking.seen {
        return Ok(Asked::OtherKey);
    }
    if agent.status != Status::Sandbox {
        return Ok(Asked::Decided);
    }
    // By the address and not by the registration: its owner is who is spared.
    let address = agent.contact_email.to_lowercase();
    if let Taken::Wait { seconds } = tables.take(Quota::CODES_MAILED, &address)? {
        return Ok(Asked::Limited { seconds });
    }
    tables.write_code(&MailedCode {
        hash: asking.code.bound(&agent.id, &asking.salt),
        agent: agent.id.clone(),
        salt: asking.salt.clone(),
        asked_by: asking.person.clone(),
        asked_at: asking.now.to_text(),
        expires_at: asking.now.plus_millis(SERVES_MILLIS).to_text(),
        delivery: Delivery::Sending,
        wrong: 0,
        answered: None,
    })?;
    tables.record_act(asking.now, &Who::Person(asking.person.clone()), "code asked", &agent.id)?;
    tables.note_change(Subject::Vendor, &agent.id)?;
    Ok(Asked::Done(Box::new(surveyed(tables, agent)?)))
}

/// Takes down how far a code's mail has come, if it is still the latest.
fn deliver(tables: &dyn Tables, agent: &str, asked_at: &str, delivery: Delivery) -> Stored<bool> {
    let known = tables.code_of(agent, Hold::Change)?.filter(|known| known.asked_at == asked_at);
    let Some(mut known) = known else { return Ok(false) };
    // A mail server's word counts once; what was answered with did arrive.
    if known.delivery == Delivery::Sending && known.answered.is_none() {
        known.delivery = delivery;
        tables.write_code(&known)?;
        tables.note_change(Subject::Vendor, agent)?;
    }
    Ok(true)
}

fn answer(tables: &dyn Tables, answer: &Answer) -> Stored<Answered> {
    if let Taken::Wait { seconds } = tables.take(Quota::CODES_ANSWERED, &answer.agent)? {
        return Ok(Answered::Limited { seconds });
    }
    let agent = tables.agent(&answer.agent, Hold::Change)?;
    let known = tables.code_of(&answer.agent, Hold::Change)?;
    // Where there is no code, or none was said, the same work is done for nothing.
    let salt = known.as_ref().map_or("", |known| known.salt.as_str());
    let said =
        answer.code.as_ref().unwrap_or(&Code::of(&[0; anp::contact::RANDOM])).bound(&answer.agent, salt);
    let fits = answer.code.is_some() && known.as_ref().is_some_and(|known| known.hash == said);
    let open = agent.as_ref().is_some_and(|agent| agent.status != Status::Revoked);
    if let (Some(agent), Some(mut known), true, true) = (agent.clone(), known, fits, open)
        && known.serves(answer.now)
    {
        if known.answered.is_none() {
            known.answered = Some((answer.by.as_str().to_owned(), answer.now.to_text()));
            known.delivery = Delivery::Sent;
            tables.write_code(&known)?;
            tables.record_act(answer.now, &answer.by, "code answered", &agent.id)?;
            tables.note_change(Subject::Vendor, &agent.id)?;
        }
        return Ok(Answered::Fits(Box::new(surveyed(tables, agent)?)));
    }
    tables.count_wrong(&answer.agent)?;
    tables.note_change(Subject::Vendor, &answer.agent)?;
    let vendor = agent.map(|agent| surveyed(tables, agent)).transpose()?;
    Ok(Answered::Wrong(vendor.map(Box::new)))
}

impl Store {
    /// Makes a code stand for a registration.
    pub async fn ask_code(&self, asking: Asking) -> Stored<Asked> {
        self.write(move |act| ask(act, &asking)).await
    }

    /// Takes down how far a code's mail has come; false where it is not the latest.
    pub async fn code_delivered(&self, agent: String, asked_at: String, delivery: Delivery) -> Stored<bool> {
        self.write(move |act| deliver(act, &agent, &asked_at, delivery)).await
    }

    /// Takes an answer with a code.
    pub async fn answer_code(&self, given: Answer) -> Stored<Answered> {
        self.write(move |act| answer(act, &given)).await
    }
}
