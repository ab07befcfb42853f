//! Appending: behind the head, in one transaction with everything that follows from it.

use std::sync::Arc;

use anp::PROTOCOL;
use anp::event::{Actor, Authored, Event, Head, Kind, Stated};
use anp::json;
use anp::keys::SecretKey;
use anp::payload::Offer;
use anp::time::Moment;

use super::{Hold, Org, Session, Status, Store, StoreFault, Stored, Subject, Tables, desk_agents, office};
use crate::chain::{AppendFault, Chain};
use crate::fault::{Point, point};
use crate::{Role, door, sandbox};

/// A vendor's event.
#[derive(Debug)]
pub struct VendorAppend {
    /// The session's id as it came.
    pub session: String,
    /// The vendor's registration.
    pub agent: String,
    /// What it says.
    pub authored: Authored,
    /// Now.
    pub now: Moment,
    /// Signs the sandbox's answers.
    pub platform: Arc<SecretKey>,
}

/// What became of a vendor's event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum VendorAppended {
    /// It stands.
    Done,
    /// The session is unknown, another's, or behind the closed door.
    Refused,
    /// The chain takes nothing.
    Fault(AppendFault),
}

/// A person's decision: one or two events behind the head that was seen.
#[derive(Debug)]
pub struct BuyerAppend {
    /// The session's id as it came.
    pub session: String,
    /// The person.
    pub person: String,
    /// The decision's id.
    pub decision: String,
    /// Digest of what is asked, to tell a repetition from another request.
    pub request: String,
    /// The head that the person saw.
    pub expect: Head,
    /// What is said.
    pub events: Vec<Authored>,
    /// Now.
    pub now: Moment,
}

/// What became of a decision.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BuyerAppended {
    /// It stands, now or since an earlier sending; the answer.
    Done(String),
    /// No live session has this id.
    Unknown,
    /// The decision's id stands for other events.
    Conflict,
    /// The session is closed, or its channel was switched off.
    Closed(&'static str),
    /// The head is another.
    HeadMoved(Head),
    /// The person's key does not sign for the organisation at this time.
    OutsideValidity,
    /// The deal is another's, or its rule asks for another pair of eyes.
    NotYours(&'static str),
    /// The clock is behind, by milliseconds.
    ClockBehind(i64),
}

/// Writes events behind a session's head, in order, and the head.
pub(super) fn write(tables: &dyn Tables, session: &mut Session, added: &[Event]) -> Stored<()> {
    // The row comes first: events refer to it.
    for event in added {
        session.head = event.head();
        session.last_at.clone_from(&event.at);
        if event.stated.kind() == Kind::SessionClose {
            session.closed_at = Some(event.at.clone());
        }
    }
    tables.write_session(session)?;
    point(Point::HeadWritten);
    for event in added {
        tables.insert_event(&session.id, event)?;
        point(Point::EventWritten);
    }
    if !session.sandbox() {
        tables.note_change(Subject::Session, session.id.as_str())?;
    }
    point(Point::ChangeWritten);
    Ok(())
}

/// Fabrikam's answer to a vendor's payload, authored.
fn sandbox_answer(tables: &dyn Tables, session: &Session, append: &VendorAppend) -> Stored<Option<Authored>> {
    let said = append.authored.stated().payload();
    let position = last_position(tables, session)?;
    Ok(sandbox::answer(said, position.as_ref()).map(|answer| Stated::of(answer).sign(&append.platform)))
}

/// Fabrikam's own last counter.
fn last_position(tables: &dyn Tables, session: &Session) -> Stored<Option<Offer>> {
    let text = tables.last_payload(&session.id, Actor::Buyer, Kind::CounterOffer)?;
    text.map(|text| {
        let payload = json::parse_flawless(text.as_bytes()).ok();
        payload.and_then(|payload| Offer::read(&payload).ok()).ok_or_else(|| StoreFault::Damaged {
            table: "events",
            what: format!("no counter-offer in {}", session.id),
        })
    })
    .transpose()
}

fn vendor(tables: &dyn Tables, append: &VendorAppend) -> Stored<VendorAppended> {
    let org = tables.org(Hold::Share)?;
    let Some(mut session) = tables.session(&append.session, Hold::Change)? else {
        return Ok(VendorAppended::Refused);
    };
    if session.agent != append.agent || !door::takes_appends(&session, &org) {
        return Ok(VendorAppended::Refused);
    }
    // Admission has looked before; a revocation in between counts too.
    let agent = tables.agent(&append.agent, Hold::Share)?;
    if agent.is_none_or(|agent| agent.status == Status::Revoked) {
        return Ok(VendorAppended::Refused);
    }
    let answer = if session.sandbox() { sandbox_answer(tables, &session, append)? } else { None };
    let mut chain = session.chain()?;
    let said = core::iter::once((Actor::VendorAgent, append.authored.clone()))
        .chain(answer.map(|answer| (Actor::Buyer, answer)));
    match behind(&mut chain, said, append.now) {
        Ok(added) => write(tables, &mut session, &added)?,
        Err(fault) => return Ok(VendorAppended::Fault(fault)),
    }
    Ok(VendorAppended::Done)
}

fn behind(
    chain: &mut Chain,
    said: impl Iterator<Item = (Actor, Authored)>,
    now: Moment,
) -> Result<Vec<Event>, AppendFault> {
    said.map(|(actor, authored)| chain.append(actor, authored, now)).collect()
}

fn buyer(tables: &dyn Tables, append: &BuyerAppend) -> Stored<BuyerAppended> {
    // In the order of every append, the organisation first, so that none waits in a ring.
    let org = tables.org(Hold::Share)?;
    let found = tables.session(&append.session, Hold::Change)?;
    let Some(mut session) = found.filter(|session| !session.sandbox()) else {
        return Ok(BuyerAppended::Unknown);
    };
    if let Some((request, answer)) = tables.decision(&append.decision)? {
        let same = request == append.request;
        return Ok(if same { BuyerAppended::Done(answer) } else { BuyerAppended::Conflict });
    }
    if session.closed_at.is_some() {
        return Ok(BuyerAppended::Closed("the session is closed"));
    }
    if !door::takes_appends(&session, &org) {
        return Ok(BuyerAppended::Closed("the channel was switched off since this session began"));
    }
    if session.head != append.expect {
        return Ok(BuyerAppended::HeadMoved(session.head));
    }
    if let Some(why) = not_theirs(tables, &org, append)? {
        return Ok(BuyerAppended::NotYours(why));
    }
    let mut chain = session.chain()?;
    let said = append.events.iter().map(|authored| (Actor::Buyer, authored.clone()));
    let added = match behind(&mut chain, said, append.now) {
        Ok(added) => added,
        Err(AppendFault::Closed) => return Ok(BuyerAppended::Closed("nothing stands behind a close")),
        Err(AppendFault::ClockBehind { millis }) => return Ok(BuyerAppended::ClockBehind(millis)),
    };
    let person = tables.person(&append.person, Hold::Share)?;
    let covers = |event: &Event| {
        let at = Moment::parse(&event.at).ok();
        at.is_some_and(|at| person.as_ref().is_some_and(|person| person.membership.covers(at)))
    };
    if !added.iter().all(covers) {
        return Ok(BuyerAppended::OutsideValidity);
    }
    write(tables, &mut session, &added)?;
    let answer = placed(&added);
    tables.insert_decision(&append.decision, &append.request, &answer)?;
    Ok(BuyerAppended::Done(answer))
}

/// Why an answer is not this person's to give on the session's deal. What people say formally in a session
/// that belongs to no deal yet follows their roles alone; a desk's agent says nothing there.
fn not_theirs(tables: &dyn Tables, org: &Org, append: &BuyerAppend) -> Stored<Option<&'static str>> {
    let formal = |authored: &Authored| authored.stated().kind() != Kind::Message;
    let deal = tables.deal_of(&append.session)?;
    let Some(person) = tables.person(&append.person, Hold::Share)? else { return Ok(None) };
    if person.roles.contains(&Role::Agent)
        && !desk_agents::may_answer(tables, org, deal.as_ref(), &person, append.now)?
    {
        return Ok(Some("A desk's agent answers in the deals on which the person of that desk decides."));
    }
    let Some(deal) = deal else { return Ok(None) };
    if !append.events.iter().any(formal) {
        return Ok(None);
    }
    let by = person.membership.fingerprint;
    if !office::decides(tables, org, &deal, by, append.now)? {
        return Ok(Some("The deal's owner answers formally, or who stands in for the owner."));
    }
    let counters = append.events.iter().filter(|authored| authored.stated().kind() == Kind::CounterOffer);
    let accepts = append.events.len() > 1;
    if accepts || !office::four_eyes(tables, org)? {
        return Ok(None);
    }
    for counter in counters {
        if !office::drafted_by_another(tables, &deal, counter.stated().hash(), by)? {
            return Ok(Some("A counter must have been drafted by somebody else than who approves it."));
        }
    }
    Ok(None)
}

/// The answer that tells a desk where its events stand.
fn placed(added: &[Event]) -> String {
    let events: Vec<_> = added
        .iter()
        .map(|event| {
            format!(
                r#"{{"seq":{},"event_hash":"{}","at":{}}}"#,
                event.seq,
                event.hash,
                json::quote(&event.at)
            )
        })
        .collect();
    format!(r#"{{"events":[{}],"protocol":"{PROTOCOL}"}}"#, events.join(","))
}

impl Store {
    /// Appends a vendor's event and, in the sandbox, what answers it.
    pub async fn append_vendor(&self, append: VendorAppend) -> Stored<VendorAppended> {
        self.write(move |act| {
            let appended = vendor(act, &append)?;
            point(Point::BeforeCommit);
            Ok(appended)
        })
        .await
        .inspect(|_| point(Point::Committed))
    }

    /// Appends a person's decision, if the head is still the one that was seen.
    pub async fn append_buyer(&self, append: BuyerAppend) -> Stored<BuyerAppended> {
        self.write(move |act| {
            let appended = buyer(act, &append)?;
            point(Point::BeforeCommit);
            Ok(appended)
        })
        .await
        .inspect(|_| point(Point::Committed))
    }
}
