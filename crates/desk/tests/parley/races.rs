//! The two races that split the guide's machine, and outside parties, desk to desk.

use desk::view::{ParleyAct, ParleyDone, ParleyPhase, ParleyUncertain, ProblemCode};
use serde_json::json;
use support::agentpub::Profile;

use crate::table::Table;

async fn table() -> Table {
    Table::new(Profile::default(), 1, 0).await
}

/// The seller withdraws while the buyer accepts.
#[tokio::test]
async fn a_withdrawal_against_an_accept_ends_the_same_on_both_sides() {
    let table = table().await;
    table.begin("race");
    table.seller.offer("race", 150, 60).unwrap();
    table.turns(2).await;
    // Neither has heard of the other's act.
    table.seller.desk.parley_act("race", &ParleyAct::Withdraw, &[]).unwrap();
    table.buyer.accept("race").unwrap();
    assert_eq!(table.buyer.one("race").phase, ParleyPhase::AcceptSent);
    assert_eq!(table.buyer.one("race").uncertain, [ParleyUncertain::LandedInTime]);
    table.turns(4).await;
    assert_eq!(table.seller.one("race").phase, ParleyPhase::Withdrawn);
    assert_eq!(table.buyer.one("race").phase, ParleyPhase::Withdrawn);
    assert_eq!(table.buyer.one("race").ended_by_us, Some(false));
    assert_eq!(table.buyer.one("race").said.len(), 4, "offer, accept, withdrawal, and its refusal");
}

/// The buyer accepts in time; the message lands after the expiry.
#[tokio::test]
async fn an_accept_in_time_that_lands_late_is_no_deal_on_either_side() {
    let table = table().await;
    table.begin("late");
    table.seller.offer("late", 150, 10).unwrap();
    table.turns(2).await;
    table.service.behaves(Profile { drops: 100, ..Profile::default() });
    table.buyer.accept("late").unwrap();
    table.turns(12).await;
    assert_eq!(table.buyer.one("late").phase, ParleyPhase::AcceptSent, "never ended by its own clock");
    assert_eq!(table.seller.one("late").phase, ParleyPhase::Expired);
    table.service.behaves(Profile::default());
    table.turns(20).await;
    let (buyer, seller) = (table.buyer.one("late"), table.seller.one("late"));
    assert_eq!((buyer.phase, seller.phase), (ParleyPhase::Expired, ParleyPhase::Expired));
    let nack = buyer.said.iter().find(|said| said.what == "nack").unwrap();
    assert_eq!(nack.cause, Some(format!("expired_at {}", seller.expires_at.unwrap())));
}

/// A person, not the program, has the last word on what nobody answers.
#[tokio::test]
async fn what_nobody_answers_stays_unresolved_until_a_person_settles_it() {
    let table = table().await;
    table.begin("dead");
    table.seller.offer("dead", 150, 30).unwrap();
    table.turns(2).await;
    table.buyer.accept("dead").unwrap();
    for _ in 0..70 {
        table.buyer.turn().await;
        table.clock.pass(1);
    }
    let view = table.buyer.one("dead");
    assert_eq!((view.phase, view.accept_sends), (ParleyPhase::Unresolved, 12));
    table.buyer.desk.parley_act("dead", &ParleyAct::Settle { deal: false }, &[]).unwrap();
    assert_eq!(table.buyer.one("dead").phase, ParleyPhase::SettledNoDeal);
    // The seller's desk comes back: it had expired there too, and says so.
    table.turns(6).await;
    assert!(table.buyer.one("dead").uncertain.is_empty());
    assert_eq!(table.seller.one("dead").phase, ParleyPhase::Expired);
}

/// A cap that is hit is said, with the best final offer.
#[tokio::test]
async fn a_counter_beyond_the_last_round_becomes_a_clean_end() {
    let table = table().await;
    let mut form = table.buyer.form("caps", "seller@theirs");
    form.max_rounds = "1".to_owned();
    table.buyer.desk.begin_parley(&form).unwrap();
    table.seller.desk.begin_parley(&table.seller.form("caps", "buyer@ours")).unwrap();
    table.seller.offer("caps", 180, 60).unwrap();
    table.turns(2).await;
    let done = table.buyer.offer("caps", 120, 60).unwrap();
    assert_eq!(done, ParleyDone::CapHit { cause: "rounds_used_up".to_owned() });
    table.turns(2).await;
    let seller = table.seller.one("caps");
    assert_eq!((seller.phase, seller.cause.as_deref()), (ParleyPhase::Rejected, Some("rounds_used_up")));
    let reject = seller.said.iter().find(|said| said.what == "reject").unwrap();
    assert_eq!(reject.terms.as_deref(), Some(r#"{"price_cents":150}"#));
}

/// Beyond the bounds nobody can be talked into it, and nobody else owns the deal.
#[tokio::test]
async fn bounds_and_ownership_hold() {
    let table = table().await;
    table.begin("dear");
    table.seller.offer("dear", 250, 60).unwrap();
    table.turns(2).await;
    let view = table.buyer.one("dear");
    assert_eq!((view.our_turn, view.beyond), (true, vec!["price_cents".to_owned()]));
    assert_eq!(table.buyer.accept("dear").unwrap_err().code, ProblemCode::OutsideMandate);
    assert_eq!(table.buyer.offer("dear", 201, 60).unwrap_err().code, ProblemCode::OutsideMandate);
    assert_eq!(table.buyer.one("dear").phase, ParleyPhase::Offered);
    let stale = ParleyAct::Accept { terms_hash: "0".repeat(64) };
    assert_eq!(table.buyer.desk.parley_act("dear", &stale, &[]).unwrap_err().code, ProblemCode::Gone);
}

/// An outside party that speaks the guide's five types and nothing else.
#[tokio::test]
async fn a_party_that_speaks_the_guide_alone_is_dealt_with_and_what_is_uncertain_is_said() {
    let table = table().await;
    let mut form = table.buyer.form("neg_01J8K3ZQ", "scheduler@yourteam");
    form.confirms = false;
    table.buyer.desk.begin_parley(&form).unwrap();
    let metadata = json!({ "type": "offer", "round": 1, "expires_at": table.clock.text_in(60) });
    let terms = r#"{"terms":{"price_cents":180,"window_start":"2025-06-02T14:00:00Z"}}"#;
    table.service.deliver("buyer@ours", "scheduler@yourteam", "neg_01J8K3ZQ", &metadata, terms);
    table.turns(1).await;
    let view = table.buyer.one("neg_01J8K3ZQ");
    assert_eq!((view.round, view.unjudged), (1, vec!["window_start".to_owned()]));
    // Somebody else on the same thread changes nothing.
    let accept = json!({ "type": "withdraw", "round": 1 });
    table.service.deliver("buyer@ours", "mallory@evil", "neg_01J8K3ZQ", &accept, "");
    table.buyer.offer("neg_01J8K3ZQ", 150, 60).unwrap();
    table.turns(2).await;
    assert_eq!(table.buyer.one("neg_01J8K3ZQ").phase, ParleyPhase::Offered);
    let accept = json!({ "type": "accept", "round": 2 });
    table.service.deliver("buyer@ours", "scheduler@yourteam", "neg_01J8K3ZQ", &accept, "Deal!");
    table.turns(1).await;
    let view = table.buyer.one("neg_01J8K3ZQ");
    assert_eq!((view.phase, view.uncertain), (ParleyPhase::Accepted, vec![ParleyUncertain::TheyKnow]));
}

/// What comes before its negotiation was begun waits, and is heard then.
#[tokio::test]
async fn an_offer_may_come_before_the_caps_are_fixed() {
    let table = table().await;
    table.seller.desk.begin_parley(&table.seller.form("early", "buyer@ours")).unwrap();
    table.seller.offer("early", 150, 60).unwrap();
    table.turns(2).await;
    assert!(table.buyer.all().is_empty());
    table.buyer.desk.begin_parley(&table.buyer.form("early", "seller@theirs")).unwrap();
    assert!(table.buyer.one("early").our_turn);
    table.buyer.accept("early").unwrap();
    table.turns(3).await;
    assert_eq!(table.buyer.one("early").phase, ParleyPhase::Accepted);
    assert_eq!(table.seller.one("early").phase, ParleyPhase::Accepted);
}
