//! The machine, turn by turn.

use parley::Link;
use parley::caps::{Dialect, Role};
use parley::cause::Cause;
use parley::envelope::{Body, Expiry, Kind, Substance};
use parley::mandate::{Act, Approval};
use parley::session::{
    Decision, End, Event, Notice, Phase, ProtocolFault, Refusal, Session, Settlement, Standing, Uncertain,
    settlement_statement,
};
use parley::terms::{Round, SessionId};

use crate::table::{at, clear, free, mandate, matter, person, price, session_id, setup, step};

fn said(body: Body) -> Event {
    Event::Heard(Substance::of(session_id(), body))
}

fn offer(round: u32, cents: u32, expires: i64) -> Body {
    Body::Offer { round: Round(round), expires_at: Expiry::at(at(expires)), terms: price(cents) }
}

fn accept_of(round: u32) -> Body {
    Body::Accept { round: Round(round), terms_hash: None, transcript: None }
}

fn make_offer(role: Role, round: u32, cents: u32, expires: i64) -> Event {
    Event::Decided(Decision::Offer(clear(role, Act::Offer, round, &price(cents), expires).unwrap()))
}

fn accept(role: Role, round: u32, cents: u32, expires: i64) -> Event {
    Event::Decided(Decision::Accept(clear(role, Act::Accept, round, &price(cents), expires).unwrap()))
}

/// A buyer with the seller's first offer of this price before them, good until second 100.
fn offered(cents: u32) -> Session {
    let mut buyer = Session::begin(setup(Role::Answerer));
    step(&mut buyer, &said(offer(1, cents, 100)), 0);
    buyer
}

/// A seller whose offer is out, good until second 100.
fn offering() -> Session {
    let mut seller = Session::begin(setup(Role::Opener));
    step(&mut seller, &make_offer(Role::Opener, 1, 150, 100), 0);
    seller
}

fn ended(session: &Session) -> End {
    match session.phase() {
        Phase::Ended(end) => end.clone(),
        other => panic!("still {other:?}"),
    }
}

#[test]
fn offer_accept_confirm() {
    let (mut seller, mut buyer) = (offering(), Session::begin(setup(Role::Answerer)));
    step(&mut buyer, &Event::Heard(seller.last_words()[0].clone()), 1);
    let accepted = step(&mut buyer, &accept(Role::Answerer, 1, 150, 100), 2);
    assert!(matches!(buyer.phase(), Phase::AcceptSent { sends: 1, .. }), "no deal before the offeror's word");
    assert_eq!(buyer.uncertain(), [Uncertain::LandedInTime]);
    let confirmed = step(&mut seller, &Event::Heard(accepted.send[0].clone()), 3);
    step(&mut buyer, &Event::Heard(confirmed.send[0].clone()), 4);
    let (End::Accepted(sold), End::Accepted(bought)) = (ended(&seller), ended(&buyer)) else { panic!() };
    assert_eq!((sold.round, sold.terms, sold.transcript), (bought.round, bought.terms, bought.transcript));
    assert_eq!((sold.standing, bought.standing), (Standing::Judged, Standing::Confirmed));
    assert_eq!(seller.record(), buyer.record());
    assert!(buyer.uncertain().is_empty());
    // A second accept is confirmed again, and nothing moves.
    let again = step(&mut seller, &Event::Heard(accepted.send[0].clone()), 200);
    assert_eq!((again.send, again.changed, again.notice), (confirmed.send, false, Notice::Known));
}

#[test]
fn a_clock_judges_to_the_millisecond() {
    for (seconds, deal) in [(99, true), (100, false)] {
        let mut seller = offering();
        let answer = step(&mut seller, &said(accept_of(1)), seconds);
        assert_eq!(ended(&seller).is_deal(), deal, "at {seconds}");
        let kind = if deal { Kind::Confirm } else { Kind::Nack };
        assert_eq!(answer.send[0].body().kind(), kind);
    }
    let mut seller = offering();
    step(&mut seller, &said(accept_of(1)), 100);
    let again = step(&mut seller, &said(accept_of(1)), 900);
    let cause = Cause::ExpiredAt(at(100).to_text());
    assert_eq!(again.send[0].body(), &Body::Nack { round: Round(1), cause });
}

#[test]
fn after_every_end_an_accept_hears_its_cause() {
    let mut seller = offering();
    step(&mut seller, &Event::Decided(Decision::Withdraw), 1);
    let answer = step(&mut seller, &said(accept_of(1)), 2);
    assert_eq!(answer.send[0].body(), &Body::Nack { round: Round(1), cause: Cause::Withdrawn });
    assert!(matches!(ended(&seller), End::Withdrawn { by: Role::Opener, .. }), "an end is final");

    let mut seller = offering();
    step(&mut seller, &said(Body::Reject { round: Round(1), cause: None, final_offer: None }), 1);
    let answer = step(&mut seller, &said(accept_of(1)), 2);
    assert_eq!(answer.send[0].body(), &Body::Nack { round: Round(1), cause: Cause::Rejected });

    let mut seller = Session::begin(setup(Role::Opener));
    step(&mut seller, &make_offer(Role::Opener, 1, 150, 5000), 0);
    step(&mut seller, &Event::Tick, 1000);
    let answer = step(&mut seller, &said(accept_of(1)), 1001);
    assert_eq!(answer.send[0].body(), &Body::Nack { round: Round(1), cause: Cause::Deadline });
}

#[test]
fn an_accept_waits_repeats_and_stays_unresolved_until_somebody_knows() {
    let mut buyer = offered(150);
    let first = step(&mut buyer, &accept(Role::Answerer, 1, 150, 100), 10);
    assert!(!step(&mut buyer, &Event::Tick, 10).changed, "not before its time");
    for second in [11, 12] {
        assert_eq!(step(&mut buyer, &Event::Tick, second).send, first.send);
    }
    assert!(step(&mut buyer, &Event::Tick, 13).send.is_empty());
    assert_eq!(*buyer.phase(), Phase::Unresolved);
    // Neither the expiry nor the deadline nor a decision ends it.
    assert!(!step(&mut buyer, &Event::Tick, 50_000).changed);
    let refused = step(&mut buyer, &Event::Decided(Decision::Withdraw), 50_001).notice;
    assert_eq!(refused, Notice::Refused(Refusal::AcceptPending));
    // The offeror's late word does.
    let mut late = buyer.clone();
    let nack = Body::Nack { round: Round(1), cause: Cause::ExpiredAt(at(100).to_text()) };
    step(&mut late, &said(nack), 50_002);
    assert_eq!(ended(&late), End::Expired { round: Round(1) });
    let transcript = buyer.transcript(Round(1), true).unwrap();
    let mut confirmed = buyer.clone();
    step(&mut confirmed, &said(Body::Confirm { round: Round(1), terms: price(150), transcript }), 50_002);
    assert!(ended(&confirmed).is_deal());
}

#[test]
fn a_person_settles_what_stayed_open_and_is_contradicted_openly() {
    let mut buyer = offered(150);
    let settle = |session: &Session, deal| {
        let key = person(Role::Answerer);
        let signature = key.sign(settlement_statement(session, deal).as_bytes());
        let approval = Approval { person: key.fingerprint(), signature };
        Settlement::clear(session, deal, &approval, &key.public())
    };
    step(&mut buyer, &accept(Role::Answerer, 1, 150, 100), 10);
    assert!(settle(&buyer, true).is_err(), "nothing to settle while it is repeated");
    for second in 11..=13 {
        step(&mut buyer, &Event::Tick, second);
    }
    let no_deal = settle(&buyer, false).unwrap();
    step(&mut buyer, &Event::Settled(no_deal), 20);
    assert!(!ended(&buyer).is_deal());
    assert!(buyer.uncertain().is_empty());
    let transcript = buyer.transcript(Round(1), true).unwrap();
    let before = buyer.phase().clone();
    step(&mut buyer, &said(Body::Confirm { round: Round(1), terms: price(150), transcript }), 30);
    assert_eq!(*buyer.phase(), before, "an end is final");
    assert_eq!(buyer.uncertain(), [Uncertain::Disputed]);
}

#[test]
fn only_the_receiver_of_the_live_offer_acts() {
    let mut seller = offering();
    for (event, refusal) in [
        (accept(Role::Opener, 1, 150, 100), Refusal::NotOurTurn),
        (make_offer(Role::Opener, 2, 150, 100), Refusal::NotOurTurn),
        (Event::Decided(Decision::Reject { final_offer: None }), Refusal::NotOurTurn),
    ] {
        let step = step(&mut seller, &event, 1);
        assert_eq!((step.notice, step.changed), (Notice::Refused(refusal), false));
    }
    let mut buyer = Session::begin(setup(Role::Answerer));
    let first = step(&mut buyer, &make_offer(Role::Answerer, 1, 150, 100), 1);
    assert_eq!(first.notice, Notice::Refused(Refusal::NotOurTurn), "the opener opens");
    let mut buyer = offered(150);
    for (body, fault) in [
        (accept_of(1), ProtocolFault::NotTheirTurn),
        (offer(2, 150, 100), ProtocolFault::NotTheirTurn),
        (offer(3, 150, 100), ProtocolFault::NotNext),
        (accept_of(2), ProtocolFault::AnswersNothing),
        (Body::Reject { round: Round(1), cause: None, final_offer: None }, ProtocolFault::AnswersNothing),
        (Body::Nack { round: Round(1), cause: Cause::Withdrawn }, ProtocolFault::AnswersNothing),
        (
            Body::Confirm { round: Round(1), terms: price(150), transcript: Link::ZERO },
            ProtocolFault::AnswersNothing,
        ),
        (Body::Withdraw { round: Round(9), cause: None }, ProtocolFault::NotNext),
    ] {
        let step = step(&mut buyer, &said(body.clone()), 1);
        assert_eq!((step.notice, step.changed), (Notice::Fault(fault), false), "{body:?}");
    }
}

#[test]
fn the_same_round_with_other_content_changes_nothing() {
    let mut buyer = offered(150);
    let before = buyer.clone();
    let step = step(&mut buyer, &said(offer(1, 149, 100)), 1);
    assert_eq!(step.notice, Notice::Fault(ProtocolFault::OtherContent));
    assert!(step.send.is_empty());
    assert_eq!(buyer, before);
    let other = Substance::of(SessionId::parse("another").unwrap(), offer(1, 150, 100));
    let elsewhere = crate::table::step(&mut buyer, &Event::Heard(other), 1);
    assert_eq!(elsewhere.notice, Notice::Fault(ProtocolFault::OtherSession));
}

#[test]
fn a_retry_of_an_old_offer_hears_the_counter_again() {
    let mut buyer = offered(180);
    let counter = step(&mut buyer, &make_offer(Role::Answerer, 2, 150, 100), 1);
    let again = step(&mut buyer, &said(offer(1, 180, 100)), 2);
    assert_eq!((again.send, again.changed), (counter.send, false));
    // And an accept of what was superseded on this side is refused with its round.
    let mut seller = offering();
    step(&mut seller, &said(offer(2, 140, 100)), 1);
    let late = step(&mut seller, &said(accept_of(1)), 2);
    assert_eq!(late.send[0].body(), &Body::Nack { round: Round(1), cause: Cause::Superseded(Round(2)) });
    assert_eq!((seller.live(), seller.phase()), (Round(2), &Phase::Offered));
}

#[test]
fn an_accept_of_other_terms_or_on_another_transcript_is_no_deal() {
    for (terms_hash, transcript, cause) in [
        (Some(price(149).hash()), None, Cause::TermsDiffer),
        (Some(price(150).hash()), Some(Link([1; 32])), Cause::TranscriptDiffers),
    ] {
        let mut seller = offering();
        let answer = step(&mut seller, &said(Body::Accept { round: Round(1), terms_hash, transcript }), 1);
        assert_eq!(answer.send[0].body(), &Body::Nack { round: Round(1), cause });
        assert_eq!(*seller.phase(), Phase::Offered);
    }
}

#[test]
fn unequal_hashes_in_a_confirmation_are_a_dispute() {
    let accepted = || {
        let mut buyer = offered(150);
        step(&mut buyer, &accept(Role::Answerer, 1, 150, 100), 1);
        buyer
    };
    let right = accepted().transcript(Round(1), true).unwrap();
    for (terms, transcript) in [(price(150), Link([1; 32])), (price(151), right)] {
        let mut buyer = accepted();
        step(&mut buyer, &said(Body::Confirm { round: Round(1), terms, transcript }), 2);
        let End::Accepted(deal) = ended(&buyer) else { panic!() };
        assert_eq!(deal.standing, Standing::Disputed { theirs: transcript });
        assert_eq!(deal.terms, price(150).hash(), "what this side accepted, not what the other names");
        assert_eq!(buyer.uncertain(), [Uncertain::Disputed]);
    }
}

#[test]
fn the_deadline_is_never_silent() {
    let mut buyer = Session::begin(setup(Role::Answerer));
    let step_ = step(&mut buyer, &Event::Tick, 1000);
    let withdraw = Body::Withdraw { round: Round(0), cause: Some(Cause::Deadline) };
    assert_eq!(step_.send[0].body(), &withdraw);

    let mut buyer = Session::begin(setup(Role::Answerer));
    step(&mut buyer, &said(offer(1, 150, 5000)), 0);
    assert!(!step(&mut buyer, &Event::Tick, 999).changed);
    let rejected = step(&mut buyer, &Event::Tick, 1000);
    let reject =
        Body::Reject { round: Round(1), cause: Some(Cause::Deadline), final_offer: Some(price(150)) };
    assert_eq!(rejected.send[0].body(), &reject);
    assert_eq!(rejected.send.len(), 1);
}

#[test]
fn the_last_round_ends_by_words() {
    // A counter beyond the cap becomes the clean end.
    let mut capped = setup(Role::Answerer);
    capped.caps.max_rounds = 1;
    let mut buyer = Session::begin(capped.clone());
    step(&mut buyer, &said(offer(1, 180, 100)), 0);
    assert_eq!(buyer.rounds_left(), 0);
    let hit = step(&mut buyer, &make_offer(Role::Answerer, 2, 150, 100), 1);
    assert_eq!(hit.notice, Notice::CapHit(Cause::Rounds));
    assert_eq!(
        hit.send[0].body(),
        &Body::Reject { round: Round(1), cause: Some(Cause::Rounds), final_offer: Some(price(150)) }
    );
    // An offer in the last round that may not be accepted leaves no other move.
    let mut buyer = Session::begin(capped);
    let hit = step(&mut buyer, &said(offer(1, 201, 100)), 0);
    assert_eq!(ended(&buyer), End::Rejected { by: Role::Answerer, cause: Cause::Budget });
    assert_eq!(hit.send.len(), 1);
    // Before the last round it may be countered.
    assert_eq!(*offered(201).phase(), Phase::Offered);
    // The other side goes on beyond the cap.
    let mut seller = setup(Role::Opener);
    seller.caps.max_rounds = 1;
    let mut seller = Session::begin(seller);
    step(&mut seller, &make_offer(Role::Opener, 1, 150, 100), 0);
    step(&mut seller, &said(offer(2, 140, 100)), 1);
    assert_eq!(ended(&seller), End::Rejected { by: Role::Opener, cause: Cause::Rounds });
}

#[test]
fn decisions_are_held_against_this_sessions_own_mandate_and_offer() {
    let mut buyer = offered(250);
    // Cleared under a wider mandate than the session was begun with.
    let matter = matter(Act::Accept, 1, &price(250), 100);
    let key = person(Role::Answerer);
    let wide = mandate(Role::Opener);
    let cleared =
        wide.clear(matter.clone(), &Approval::sign(&matter, &key), &key.public(), &free(&matter)).unwrap();
    let refused = step(&mut buyer, &Event::Decided(Decision::Accept(cleared)), 1);
    assert_eq!(refused.notice, Notice::Refused(Refusal::BeyondMandate));
    // Cleared for another round, offer, or end.
    let mut buyer = offered(150);
    for event in [
        accept(Role::Answerer, 3, 150, 100),
        accept(Role::Answerer, 1, 149, 100),
        accept(Role::Answerer, 1, 150, 101),
    ] {
        let refused = step(&mut buyer, &event, 1);
        assert_eq!(refused.notice, Notice::Refused(Refusal::NotCleared));
    }
    let stale = step(&mut buyer, &make_offer(Role::Answerer, 2, 150, 1), 1);
    assert_eq!(stale.notice, Notice::Refused(Refusal::ExpiryPassed));
    assert_eq!(*buyer.phase(), Phase::Offered);
}

#[test]
fn a_party_that_speaks_the_guide_alone_is_understood() {
    let guide = |role| {
        let mut setup = setup(role);
        setup.dialect = Dialect::Guide;
        Session::begin(setup)
    };
    // It accepts ours: we judge; no confirmation goes out that it would not understand.
    let mut seller = guide(Role::Opener);
    step(&mut seller, &make_offer(Role::Opener, 1, 150, 100), 0);
    let mut late = seller.clone();
    assert!(step(&mut seller, &said(accept_of(1)), 1).send.is_empty());
    assert!(ended(&seller).is_deal());
    assert_eq!(seller.uncertain(), [Uncertain::TheyKnow]);
    // Too late: refused in a type that it knows.
    let refused = step(&mut late, &said(accept_of(1)), 100);
    let cause = Some(Cause::ExpiredAt(at(100).to_text()));
    assert_eq!(refused.send[0].body(), &Body::Reject { round: Round(1), cause, final_offer: None });
    // We accept its: nothing but the guide's members, and no certainty.
    let mut buyer = guide(Role::Answerer);
    step(&mut buyer, &said(offer(1, 150, 100)), 0);
    let accepted = step(&mut buyer, &accept(Role::Answerer, 1, 150, 100), 1);
    assert_eq!(accepted.send[0].body(), &accept_of(1));
    assert_eq!(buyer.uncertain(), [Uncertain::LandedInTime, Uncertain::NoConfirmation]);
    for second in 2..=4 {
        step(&mut buyer, &Event::Tick, second);
    }
    assert_eq!(*buyer.phase(), Phase::Unresolved);
    // Its refusal of our accept is a reject.
    step(&mut buyer, &said(Body::Reject { round: Round(1), cause: None, final_offer: None }), 9);
    assert_eq!(ended(&buyer), End::Rejected { by: Role::Opener, cause: Cause::Rejected });
}

#[test]
fn a_counter_that_crosses_an_end_is_not_left_in_the_dark() {
    let mut seller = offering();
    step(&mut seller, &Event::Tick, 100);
    let answer = step(&mut seller, &said(offer(2, 150, 300)), 101);
    let cause = Cause::ExpiredAt(at(100).to_text());
    assert_eq!(answer.send[0].body(), &Body::Nack { round: Round(2), cause: cause.clone() });
    let mut buyer = offered(180);
    step(&mut buyer, &make_offer(Role::Answerer, 2, 150, 300), 1);
    step(&mut buyer, &said(Body::Nack { round: Round(2), cause }), 102);
    assert!(!ended(&buyer).is_deal());
}

#[test]
fn a_withdrawal_that_overtakes_its_offer_ends_the_session() {
    let mut buyer = Session::begin(setup(Role::Answerer));
    step(&mut buyer, &said(Body::Withdraw { round: Round(1), cause: None }), 1);
    assert_eq!(ended(&buyer), End::Withdrawn { by: Role::Opener, cause: Cause::Withdrawn });
    let offer = step(&mut buyer, &said(offer(1, 150, 100)), 2);
    assert!(offer.changed, "kept on record");
    assert!(matches!(ended(&buyer), End::Withdrawn { .. }));
    let far = step(&mut buyer, &said(table_offer(5)), 2);
    assert_eq!(far.notice, Notice::Fault(ProtocolFault::NotNext), "no room for endless records");
}

fn table_offer(round: u32) -> Body {
    offer(round, 150, 100)
}
