//! What an end says to what comes after it, and to which end a refusal leads.

use parley::caps::Role;
use parley::cause::Cause;
use parley::envelope::{Body, Expiry, Substance};
use parley::mandate::{Act, Approval};
use parley::session::{Decision, End, Event, Phase, Session, Settlement, settlement_statement};
use parley::terms::Round;

use crate::table::{at, clear, person, price, session_id, setup, step};

fn offer(round: u32, cents: u32) -> Event {
    let body = Body::Offer { round: Round(round), expires_at: Expiry::at(at(60)), terms: price(cents) };
    Event::Heard(Substance::of(session_id(), body))
}

/// The seller offers, is countered, accepts the counter and hears no answer.
fn unanswered() -> Session {
    let mut seller = Session::begin(setup(Role::Opener));
    let first = clear(Role::Opener, Act::Offer, 1, &price(180), 60).unwrap();
    step(&mut seller, &Event::Decided(Decision::Offer(first)), 1);
    step(&mut seller, &offer(2, 150), 2);
    let accept = clear(Role::Opener, Act::Accept, 2, &price(150), 60).unwrap();
    step(&mut seller, &Event::Decided(Decision::Accept(accept)), 3);
    for seconds in 4..9 {
        step(&mut seller, &Event::Tick, seconds);
    }
    assert_eq!(*seller.phase(), Phase::Unresolved);
    seller
}

#[test]
fn what_a_person_settled_is_told_to_an_accept_that_comes_after_it() {
    for (deal, cause) in [(true, Cause::Agreed(Round(2))), (false, Cause::Person)] {
        let mut seller = unanswered();
        let key = person(Role::Opener);
        let signature = key.sign(settlement_statement(&seller, deal).as_bytes());
        let approval = Approval { person: key.fingerprint(), signature };
        let word = Settlement::clear(&seller, deal, &approval, &key.public()).unwrap();
        step(&mut seller, &Event::Settled(word), 9);
        // An accept of the first offer, late and out of order.
        let late = Body::Accept { round: Round(1), terms_hash: None, transcript: None };
        let said = step(&mut seller, &Event::Heard(Substance::of(session_id(), late)), 10).send;
        assert_eq!(said.len(), 1);
        assert_eq!(*said[0].body(), Body::Nack { round: Round(1), cause });
    }
}

#[test]
fn a_refusal_leads_to_the_end_that_it_names() {
    for (cause, withdrawn) in [(Cause::Withdrawn, true), (Cause::Rounds, false), (Cause::Rejected, false)] {
        let mut seller = unanswered();
        let nack = Body::Nack { round: Round(2), cause: cause.clone() };
        step(&mut seller, &Event::Heard(Substance::of(session_id(), nack)), 10);
        let by = Role::Answerer;
        let end = if withdrawn { End::Withdrawn { by, cause } } else { End::Rejected { by, cause } };
        assert_eq!(*seller.phase(), Phase::Ended(end));
    }
}
