//! Sessions in the places that matter, and what is said and decided there.

use parley::caps::{Dialect, Role};
use parley::cause::Cause;
use parley::envelope::{Body, Expiry, Substance};
use parley::mandate::{Act, Approval, Cleared};
use parley::session::{
    Decision, Event, Notice, Phase, ProtocolFault, Session, Settlement, settlement_statement,
};
use parley::terms::{Round, SessionId};

use crate::table::{at, clear, free, mandate, matter, person, price, session_id, setup, step};

pub fn said(body: Body) -> Event {
    Event::Heard(Substance::of(session_id(), body))
}

pub fn offer(round: u32, cents: u32) -> Event {
    said(Body::Offer { round: Round(round), expires_at: Expiry::at(at(100)), terms: price(cents) })
}

pub fn reject(round: u32) -> Event {
    said(Body::Reject { round: Round(round), cause: None, final_offer: None })
}

pub fn nack(round: u32, cause: Cause) -> Event {
    said(Body::Nack { round: Round(round), cause })
}

pub fn withdraw(round: u32) -> Event {
    said(Body::Withdraw { round: Round(round), cause: None })
}

pub fn decided(role: Role, act: Act, round: u32, cents: u32) -> Event {
    let cleared = clear(role, act, round, &price(cents), 100).unwrap();
    Event::Decided(decision(cleared))
}

pub fn decision(cleared: Cleared) -> Decision {
    match cleared.matter().act {
        Act::Offer => Decision::Offer(cleared),
        Act::Accept => Decision::Accept(cleared),
    }
}

pub fn another() -> SessionId {
    SessionId::parse("another").unwrap()
}

/// What the buyer's person approved in another session.
pub fn cleared_for_another(act: Act, round: u32) -> Cleared {
    let mut matter = matter(act, round, &price(180), 100);
    matter.session = another();
    let key = person(Role::Answerer);
    let (approval, quorum) = (Approval::sign(&matter, &key), free(&matter));
    mandate(Role::Answerer).clear(matter, &approval, &key.public(), &quorum).unwrap()
}

pub fn seller_offering() -> Session {
    let mut seller = Session::begin(setup(Role::Opener));
    step(&mut seller, &decided(Role::Opener, Act::Offer, 1, 180), 0);
    seller
}

pub fn buyer_offered() -> Session {
    let mut buyer = Session::begin(setup(Role::Answerer));
    step(&mut buyer, &offer(1, 180), 0);
    buyer
}

pub fn buyer_accepting(dialect: Dialect) -> Session {
    let mut setup = setup(Role::Answerer);
    setup.dialect = dialect;
    let mut buyer = Session::begin(setup);
    step(&mut buyer, &offer(1, 180), 0);
    step(&mut buyer, &decided(Role::Answerer, Act::Accept, 1, 180), 1);
    buyer
}

pub fn unanswered(mut session: Session) -> Session {
    for seconds in 10..20 {
        step(&mut session, &Event::Tick, seconds);
    }
    assert_eq!(*session.phase(), Phase::Unresolved);
    session
}

pub fn signed(session: &Session, deal: bool, by: Role) -> Approval {
    let key = person(by);
    Approval {
        person: key.fingerprint(),
        signature: key.sign(settlement_statement(session, deal).as_bytes()),
    }
}

pub fn settlement(session: &Session, deal: bool) -> Settlement {
    let role = session.setup().role;
    let approval = signed(session, deal, role);
    Settlement::clear(session, deal, &approval, &person(role).public()).unwrap()
}

/// It changes nothing, and is answered with nothing.
pub fn passed_over(session: &mut Session, event: &Event, notice: &Notice) {
    let step = step(session, event, 30);
    assert_eq!((&step.notice, step.changed), (notice, false), "{event:?}");
    assert!(step.send.is_empty(), "{event:?}");
}

pub const NOTHING: Notice = Notice::Fault(ProtocolFault::AnswersNothing);
