//! What a person settles, and what people are told of what is certain and what is not.

use parley::caps::{Dialect, Role};
use parley::cause::Cause;
use parley::envelope::{Body, Expiry, Substance};
use parley::mandate::{Act, Approval};
use parley::session::{End, Event, Notice, Phase, Refusal, Session, Settlement, Standing, Uncertain};
use parley::terms::Round;

use crate::table::{at, person, price, setup, step};
use crate::turns::{
    another, buyer_accepting, buyer_offered, cleared_for_another, decided, decision, nack, offer,
    passed_over, reject, said, seller_offering, settlement, signed, unanswered,
};

#[test]
fn a_settlement_takes_the_signature_of_the_person_that_it_names() {
    let buyer = unanswered(buyer_accepting(Dialect::Full));
    let (own, others) = (person(Role::Answerer), person(Role::Opener));
    let right = signed(&buyer, true, Role::Answerer);
    assert!(Settlement::clear(&buyer, true, &right, &own.public()).is_ok());
    // The other outcome than the one signed; another's key; another's name on it.
    assert!(Settlement::clear(&buyer, false, &right, &own.public()).is_err());
    assert!(Settlement::clear(&buyer, true, &right, &others.public()).is_err());
    let named = Approval { person: others.fingerprint(), ..right };
    assert!(Settlement::clear(&buyer, true, &named, &own.public()).is_err());
    let settled = Settlement::clear(&buyer, true, &right, &own.public()).unwrap();
    assert_eq!((settled.deal(), settled.round(), settled.approval()), (true, Round(1), right));
}

#[test]
fn a_settlement_is_for_its_own_session_and_round() {
    let first = unanswered(buyer_accepting(Dialect::Full));
    let mut third = buyer_offered();
    step(&mut third, &decided(Role::Answerer, Act::Offer, 2, 150), 1);
    step(&mut third, &offer(3, 170), 2);
    step(&mut third, &decided(Role::Answerer, Act::Accept, 3, 170), 3);
    let third = unanswered(third);
    let mut elsewhere = setup(Role::Answerer);
    elsewhere.session = another();
    let mut other = Session::begin(elsewhere);
    let body = Body::Offer { round: Round(1), expires_at: Expiry::at(at(100)), terms: price(180) };
    step(&mut other, &Event::Heard(Substance::of(another(), body)), 0);
    step(&mut other, &Event::Decided(decision(cleared_for_another(Act::Accept, 1))), 1);
    let other = unanswered(other);

    let word = Event::Settled(settlement(&first, true));
    let nothing = Notice::Refused(Refusal::NothingToSettle);
    for mut session in [third, other, seller_offering(), buyer_accepting(Dialect::Full)] {
        passed_over(&mut session, &word, &nothing);
    }
    let mut first = first;
    assert_eq!(step(&mut first, &word, 30).notice, Notice::Done);
    passed_over(&mut first, &word, &nothing);
}

/// What a person settled, and what the offeror says after all.
#[test]
fn people_hear_of_every_contradiction_and_of_nothing_else() {
    let unresolved = || unanswered(buyer_accepting(Dialect::Full));
    let right = unresolved().transcript(Round(1), true).unwrap();
    let confirm = |transcript| said(Body::Confirm { round: Round(1), terms: price(180), transcript });
    let wrong = parley::Link([1; 32]);
    for (deal, late, disputed) in [
        (true, None, false),
        (true, Some(confirm(right)), false),
        (true, Some(confirm(wrong)), true),
        (true, Some(nack(1, Cause::Withdrawn)), true),
        (true, Some(reject(1)), true),
        (false, None, false),
        (false, Some(confirm(right)), true),
        (false, Some(confirm(wrong)), true),
        (false, Some(nack(1, Cause::Withdrawn)), false),
        (false, Some(reject(1)), false),
    ] {
        let mut buyer = unresolved();
        let word = Event::Settled(settlement(&buyer, deal));
        step(&mut buyer, &word, 20);
        if let Some(late) = &late {
            assert!(step(&mut buyer, late, 21).changed, "kept: {late:?}");
        }
        let told = if disputed { vec![Uncertain::Disputed] } else { vec![] };
        assert_eq!(buyer.uncertain(), told, "deal: {deal}, late: {late:?}");
        let Phase::Ended(end) = buyer.phase() else { panic!("an end is final") };
        assert!(matches!(end, End::Settled(settled) if settled.deal() == deal));
        assert_eq!(end.is_deal(), deal);
    }
}

#[test]
fn what_is_certain_is_told_as_certain() {
    let accept = said(Body::Accept { round: Round(1), terms_hash: None, transcript: None });
    for (dialect, told) in [(Dialect::Full, vec![]), (Dialect::Guide, vec![Uncertain::TheyKnow])] {
        let mut setup = setup(Role::Opener);
        setup.dialect = dialect;
        let mut seller = Session::begin(setup);
        assert!(seller.uncertain().is_empty());
        step(&mut seller, &decided(Role::Opener, Act::Offer, 1, 180), 0);
        assert!(seller.uncertain().is_empty());
        step(&mut seller, &accept, 1);
        let Phase::Ended(End::Accepted(deal)) = seller.phase() else { panic!() };
        assert_eq!(deal.standing, Standing::Judged);
        assert_eq!(seller.uncertain(), told);
    }
    for (dialect, told) in [
        (Dialect::Full, vec![Uncertain::LandedInTime]),
        (Dialect::Guide, vec![Uncertain::LandedInTime, Uncertain::NoConfirmation]),
    ] {
        let buyer = buyer_accepting(dialect);
        assert_eq!(buyer.uncertain(), told);
        assert_eq!(unanswered(buyer).uncertain(), told);
    }
}
