//! What comes late, crosses an end, or answers nothing.

use parley::caps::{Dialect, Role};
use parley::cause::Cause;
use parley::envelope::{Body, Kind};
use parley::mandate::Act;
use parley::session::{Decision, End, Event, Notice, Phase, Place, ProtocolFault, Refusal, Session};
use parley::terms::Round;

use crate::table::{at, clear, price, setup, step};
use crate::turns::{
    NOTHING, buyer_accepting, buyer_offered, cleared_for_another, decided, decision, nack, offer,
    passed_over, reject, said, seller_offering, unanswered, withdraw,
};

#[test]
fn a_refusal_of_what_was_superseded_ends_nothing() {
    let mut seller = seller_offering();
    step(&mut seller, &offer(2, 150), 1);
    passed_over(&mut seller, &reject(1), &Notice::Known);
    passed_over(&mut seller, &nack(1, Cause::Withdrawn), &Notice::Known);
    assert_eq!((seller.phase(), seller.live()), (&Phase::Offered, Round(2)));
    // Nor does one of an offer that nobody made, or of their own.
    for round in [2, 3] {
        passed_over(&mut seller, &reject(round), &NOTHING);
        passed_over(&mut seller, &nack(round, Cause::Withdrawn), &NOTHING);
    }
}

#[test]
fn a_refusal_that_crosses_an_end_is_kept_and_the_end_stays() {
    for event in [reject(1), nack(1, Cause::Rejected)] {
        let mut seller = seller_offering();
        step(&mut seller, &Event::Decided(Decision::Withdraw), 1);
        let end = seller.phase().clone();
        passed_over(&mut seller, &reject(3), &NOTHING);
        let crossed = step(&mut seller, &event, 2);
        assert!(crossed.changed, "both records must come to hold it");
        assert_eq!((crossed.notice, crossed.send), (Notice::Done, vec![]));
        let Event::Heard(message) = event else { panic!() };
        let place = Place { round: Round(1), kind: message.body().kind(), by: Role::Answerer };
        assert_eq!(seller.record()[&place], message);
        assert_eq!(*seller.phase(), end);
    }
}

#[test]
fn a_withdrawal_counts_from_the_round_before_the_live_one_on() {
    // The seller has not seen the counter yet.
    let mut buyer = buyer_offered();
    step(&mut buyer, &decided(Role::Answerer, Act::Offer, 2, 150), 1);
    let mut crossed = buyer.clone();
    step(&mut crossed, &withdraw(1), 2);
    let end = Phase::Ended(End::Withdrawn { by: Role::Opener, cause: Cause::Withdrawn });
    assert_eq!(*crossed.phase(), end);
    // One from before its own later offer is past.
    step(&mut buyer, &offer(3, 170), 2);
    passed_over(&mut buyer, &withdraw(1), &Notice::Known);
    assert_eq!((buyer.phase(), buyer.live()), (&Phase::Offered, Round(3)));
    step(&mut buyer, &withdraw(3), 3);
    assert_eq!(*buyer.phase(), end);
    // It is kept beside an end, which stays.
    let mut seller = seller_offering();
    step(&mut seller, &Event::Decided(Decision::Withdraw), 1);
    let end = seller.phase().clone();
    assert!(step(&mut seller, &withdraw(1), 2).changed);
    assert_eq!(*seller.phase(), end);
}

#[test]
fn an_offeror_that_contradicts_itself_moves_nothing() {
    let confirm = |buyer: &Session| {
        let transcript = buyer.transcript(Round(1), true).unwrap();
        said(Body::Confirm { round: Round(1), terms: price(180), transcript })
    };
    let contradicts = Notice::Fault(ProtocolFault::Contradicts);
    let mut deal = buyer_accepting(Dialect::Full);
    let yes = confirm(&deal);
    step(&mut deal, &yes, 2);
    passed_over(&mut deal, &nack(1, Cause::TermsDiffer), &contradicts);
    let mut refused = buyer_accepting(Dialect::Full);
    step(&mut refused, &nack(1, Cause::TermsDiffer), 2);
    passed_over(&mut refused, &yes, &contradicts);
}

#[test]
fn what_a_refusal_says_is_the_cause_and_none_is_a_plain_no() {
    let mut seller = seller_offering();
    let cause = Cause::Other("the moon was full".to_owned());
    let body = Body::Reject { round: Round(1), cause: Some(cause.clone()), final_offer: None };
    step(&mut seller, &said(body), 1);
    assert_eq!(*seller.phase(), Phase::Ended(End::Rejected { by: Role::Answerer, cause }));
    let mut buyer = buyer_offered();
    let body = Body::Withdraw { round: Round(1), cause: Some(Cause::Deadline) };
    step(&mut buyer, &said(body), 1);
    assert_eq!(*buyer.phase(), Phase::Ended(End::Withdrawn { by: Role::Opener, cause: Cause::Deadline }));
}

#[test]
fn an_offer_that_comes_again_hears_the_accept_again() {
    let mut buyer = buyer_accepting(Dialect::Full);
    let accept = buyer.last_words().into_iter().find(|said| said.body().kind() == Kind::Accept).unwrap();
    let again = step(&mut buyer, &offer(1, 180), 2);
    assert_eq!((again.send, again.changed, again.notice), (vec![accept], false, Notice::Known));
}

#[test]
fn the_deadline_wins_over_an_expiry_at_the_same_moment_and_the_earlier_over_the_later() {
    let setup = |deadline| {
        let mut setup = setup(Role::Answerer);
        setup.caps.deadline = at(deadline);
        setup
    };
    let ended = |deadline, now| {
        let mut buyer = Session::begin(setup(deadline));
        step(&mut buyer, &offer(1, 180), 0);
        let sent = step(&mut buyer, &Event::Tick, now).send.len();
        (buyer.phase().clone(), sent)
    };
    let expired = Phase::Ended(End::Expired { round: Round(1) });
    let by_deadline = Phase::Ended(End::Rejected { by: Role::Answerer, cause: Cause::Deadline });
    assert_eq!(ended(100, 99), (Phase::Offered, 0));
    assert_eq!(ended(100, 100), (by_deadline.clone(), 1), "the one that sends its message");
    assert_eq!(ended(101, 100), (expired.clone(), 0));
    assert_eq!(ended(101, 5000), (expired, 0), "seen late, but it came first");
    assert_eq!(ended(99, 5000), (by_deadline, 1));
    // The offer is this side's own: it withdraws.
    let mut seller = Session::begin(crate::table::setup(Role::Opener));
    let long = clear(Role::Opener, Act::Offer, 1, &price(180), 5000).unwrap();
    step(&mut seller, &Event::Decided(Decision::Offer(long)), 0);
    let sent = step(&mut seller, &Event::Tick, 1000).send;
    assert_eq!(*sent[0].body(), Body::Withdraw { round: Round(1), cause: Some(Cause::Deadline) });
    let end = End::Withdrawn { by: Role::Opener, cause: Cause::Deadline };
    assert_eq!(*seller.phase(), Phase::Ended(end));
}

#[test]
fn where_nothing_was_offered_nothing_is_accepted_or_rejected_and_whoever_waits_too_long_leaves() {
    for role in [Role::Opener, Role::Answerer] {
        let mut session = Session::begin(setup(role));
        let refused = Notice::Refused(Refusal::NotOurTurn);
        let accept = clear(role, Act::Accept, 0, &price(150), 100).unwrap();
        passed_over(&mut session, &Event::Decided(Decision::Accept(accept)), &refused);
        passed_over(&mut session, &Event::Decided(Decision::Reject { final_offer: None }), &refused);
        let mut left = session.clone();
        step(&mut left, &Event::Decided(Decision::Withdraw), 31);
        let end = |cause| Phase::Ended(End::Withdrawn { by: role, cause });
        assert_eq!(*left.phase(), end(Cause::Person));
        let sent = step(&mut session, &Event::Tick, 1000).send;
        assert_eq!(*sent[0].body(), Body::Withdraw { round: Round(0), cause: Some(Cause::Deadline) });
        assert_eq!(*session.phase(), end(Cause::Deadline));
    }
}

#[test]
fn an_offer_in_the_last_round_may_be_accepted_where_the_mandate_allows_it() {
    for (cap, cents, cause) in
        [(1, 200, None), (1, 201, Some(Cause::Budget)), (2, 201, None), (0, 180, Some(Cause::Rounds))]
    {
        let mut setup = setup(Role::Answerer);
        setup.caps.max_rounds = cap;
        let mut buyer = Session::begin(setup);
        step(&mut buyer, &offer(1, cents), 0);
        let phase =
            cause.map_or(Phase::Offered, |cause| Phase::Ended(End::Rejected { by: Role::Answerer, cause }));
        assert_eq!(*buyer.phase(), phase, "{cap} rounds, {cents} cents");
    }
}

#[test]
fn whose_turn_it_is_and_what_is_left() {
    let view = |session: &Session| (session.our_turn(), session.next_round(), session.rounds_left());
    let mut seller = Session::begin(setup(Role::Opener));
    let mut buyer = Session::begin(setup(Role::Answerer));
    assert_eq!(view(&seller), (true, Round(1), 3), "the opener opens");
    assert_eq!(view(&buyer), (false, Round(1), 3));
    step(&mut seller, &decided(Role::Opener, Act::Offer, 1, 180), 0);
    step(&mut buyer, &offer(1, 180), 0);
    assert_eq!(view(&seller), (false, Round(2), 2));
    assert_eq!(view(&buyer), (true, Round(2), 2));
    step(&mut buyer, &decided(Role::Answerer, Act::Offer, 2, 150), 1);
    assert_eq!(view(&buyer), (false, Round(3), 1));
    let accepting = buyer_accepting(Dialect::Full);
    assert!(!accepting.our_turn(), "an accept waits");
    assert!(!unanswered(accepting).our_turn());
    step(&mut seller, &Event::Decided(Decision::Withdraw), 1);
    assert!(!seller.our_turn(), "it is over");
}

#[test]
fn two_that_lost_every_message_since_agree_once_each_has_said_all_again() {
    // The seller has withdrawn; the buyer knows of nothing and has accepted.
    let mut seller = seller_offering();
    step(&mut seller, &Event::Decided(Decision::Withdraw), 1);
    let mut buyer = buyer_accepting(Dialect::Full);
    assert_ne!(seller.record(), buyer.record());
    let own = |session: &Session| {
        let me = session.setup().role;
        let mine = session.record().iter().filter(|(place, _)| place.by == me);
        mine.map(|(_, said)| said.clone()).collect::<Vec<_>>()
    };
    for _ in 0..3 {
        assert_eq!((seller.reconcile(), buyer.reconcile()), (own(&seller), own(&buyer)));
        for message in buyer.reconcile() {
            step(&mut seller, &Event::Heard(message), 2);
        }
        for message in seller.reconcile() {
            step(&mut buyer, &Event::Heard(message), 2);
        }
    }
    assert_eq!(seller.record(), buyer.record());
    // The offer, the withdrawal, and the refusal of the accept; the accept itself.
    assert_eq!((seller.reconcile().len(), buyer.reconcile().len()), (3, 1));
    // The last words leave out what the live round has left behind.
    let mut buyer = buyer_offered();
    step(&mut buyer, &decided(Role::Answerer, Act::Offer, 2, 150), 1);
    step(&mut buyer, &offer(3, 170), 2);
    assert!(buyer.last_words().is_empty());
    assert_eq!(buyer.reconcile().len(), 1);
}

#[test]
fn what_was_cleared_for_one_act_is_good_for_that_act_alone() {
    let mut buyer = buyer_offered();
    let refused = Notice::Refused(Refusal::NotCleared);
    // An offer's clearance, spent on an accept of the same round; one of another session.
    let offered = clear(Role::Answerer, Act::Offer, 1, &price(180), 100).unwrap();
    passed_over(&mut buyer, &Event::Decided(Decision::Accept(offered)), &refused);
    let accepted = clear(Role::Answerer, Act::Accept, 2, &price(180), 100).unwrap();
    passed_over(&mut buyer, &Event::Decided(Decision::Offer(accepted)), &refused);
    for (act, round) in [(Act::Offer, 2), (Act::Accept, 1)] {
        let elsewhere = decision(cleared_for_another(act, round));
        passed_over(&mut buyer, &Event::Decided(elsewhere), &refused);
    }
    // Another round's counter.
    passed_over(&mut buyer, &decided(Role::Answerer, Act::Offer, 4, 150), &refused);
    // After the end nothing is decided.
    step(&mut buyer, &Event::Decided(Decision::Reject { final_offer: None }), 31);
    let over = Notice::Refused(Refusal::Ended);
    passed_over(&mut buyer, &Event::Decided(Decision::Withdraw), &over);
}
