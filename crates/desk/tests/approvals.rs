//! What becomes of an approval when something comes in between.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, missing_docs)]

mod ground;

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};

use desk::view::{AnswerForm, Approved, DealState, EntryBody, OutgoingState, ProblemCode};
use ground::{Ground, message, ours};
use support::client::{envelope, offer};
use support::ledgers::{self, decisions, entries};
use support::line::Fate;

const APPEND: &str = "POST /api/buyer/v1/sessions/";

#[tokio::test]
async fn a_new_offer_makes_an_approval_stale() {
    let ground = Ground::new().await;
    let contoso = ground.contoso().await;
    let deal = ground.deal();
    let session = ground.offered(&contoso, &deal, 1140.0).await;
    let review = ground.review(&session, &ground.counter(&session, "1045.6"));
    contoso.say(&session, "offer", &offer(1100.0)).await.ok();
    let Approved::Stale { problem } = ground.desk.approve(&review.ticket).await.unwrap() else { panic!() };
    assert_eq!(problem.code, ProblemCode::ApprovalStale);
    assert_eq!((problem.facts["seq"].as_str(), problem.facts["kind"].as_str()), ("4", "offer"));
    assert!(ours(&contoso.log(&session).await).is_empty(), "nothing was sent");
    // Both are to be seen: the new offer held, and the answer that did not leave.
    ground.held(&deal, 4).await;
    let view = ground.desk.deal(&deal).unwrap();
    let stale = |entry: &desk::view::Entry| {
        matches!(entry.body, EntryBody::Outgoing { state: OutgoingState::Stale, .. })
    };
    assert!(view.timeline.iter().any(stale));
    assert_eq!(view.state, DealState::HeldOffer);
    // The decision stays on record, though nothing came of it.
    assert_eq!(decisions(&ground.db(), &deal).len(), 1);
}

#[tokio::test]
async fn whatever_matters_makes_it_stale() {
    let ground = Ground::new().await;
    let contoso = ground.contoso().await;
    let deal = ground.deal();
    let kinds = [
        ("counter_offer", offer(1101.0)),
        ("decline", serde_json::json!({})),
        ("envelope", envelope()),
        ("session_close", serde_json::json!({})),
    ];
    for (kind, payload) in kinds {
        let session = ground.offered(&contoso, &deal, 1140.0).await;
        let review = ground.review(&session, &ground.counter(&session, "1045.6"));
        contoso.say(&session, kind, &payload).await.ok();
        let outcome = ground.desk.approve(&review.ticket).await;
        // A closed session takes nothing whatever the head.
        match (kind, outcome) {
            ("session_close", Err(problem)) => assert_eq!(problem.code, ProblemCode::SessionClosed),
            (_, Ok(Approved::Stale { problem })) => assert_eq!(problem.facts["kind"], kind),
            (_, other) => panic!("{kind}: {other:?}"),
        }
        assert!(ours(&contoso.log(&session).await).is_empty(), "{kind}");
    }
}

#[tokio::test]
async fn a_message_in_between_binds_the_approval_again() {
    let ground = Ground::new().await;
    let contoso = ground.contoso().await;
    let deal = ground.deal();
    let session = ground.offered(&contoso, &deal, 1140.0).await;
    let review = ground.review(&session, &ground.counter(&session, "1045.6"));
    let said = serde_json::json!({"body": "Take your time."});
    contoso.say(&session, "message", &said).await.ok();
    contoso.say(&session, "message", &said).await.ok();
    assert_eq!(ground.desk.approve(&review.ticket).await.unwrap(), Approved::Sent { seq: 6 });
    assert_eq!(
        ours(&contoso.log(&session).await),
        [("counter_offer".to_owned(), review.events[0].payload_hash.clone())],
        "sent once"
    );
    // Both decisions stand on the deal's ledger, the second naming the first and the head it saw.
    let decisions = decisions(&ground.db(), &deal);
    let [first, second] = decisions.as_slice() else { panic!("{decisions:?}") };
    assert_eq!(first.payload["rebinds"], serde_json::Value::Null);
    assert_eq!(second.payload["rebinds"], first.payload_hash.as_str());
    assert_eq!(
        (first.payload["head"]["seq"].as_u64(), second.payload["head"]["seq"].as_u64()),
        (Some(3), Some(5))
    );
    assert_eq!(first.payload["events"], second.payload["events"]);
    ledgers::assert_sound(&ground.db());
}

#[tokio::test]
async fn of_two_approvals_of_one_hold_the_second_is_stale() {
    let ground = Ground::new().await;
    let contoso = ground.contoso().await;
    let deal = ground.deal();
    let session = ground.offered(&contoso, &deal, 1140.0).await;
    let first = ground.review(&session, &ground.counter(&session, "1045.6"));
    let second = ground.review(&session, &ground.counter(&session, "1050"));
    let (one, two) = tokio::join!(ground.desk.approve(&first.ticket), ground.desk.approve(&second.ticket));
    assert_eq!(one.unwrap(), Approved::Sent { seq: 4 });
    let Approved::Stale { problem } = two.unwrap() else { panic!() };
    assert_eq!((problem.facts["seq"].as_str(), problem.facts["kind"].as_str()), ("4", "counter_offer"));
    assert_eq!(ours(&contoso.log(&session).await).len(), 1);
    ledgers::assert_sound(&ground.db());
}

#[tokio::test]
async fn a_review_under_another_mandate_is_over() {
    let ground = Ground::new().await;
    let contoso = ground.contoso().await;
    let deal = ground.deal();
    let session = ground.offered(&contoso, &deal, 1140.0).await;
    let review = ground.review(&session, &ground.counter(&session, "1120"));
    assert_eq!(review.obstacle, None);
    ground.desk.set_mandate(&deal, &ground::mandate("500000", "540000")).unwrap();
    assert_eq!(ground.desk.approve(&review.ticket).await.unwrap_err().code, ProblemCode::Gone);
    assert!(ours(&contoso.log(&session).await).is_empty());
    let versions = || entries(&ground.db(), &deal).iter().filter(|entry| entry.kind == "mandate").count();
    ground.until("both versions have their places", |_| (versions() == 2).then_some(())).await;
    ledgers::assert_sound(&ground.db());
}

/// An answer whose arrival is unclear is shown as that, settled by the log, and sent once.
#[tokio::test]
async fn lost_on_the_way_there_or_back_an_answer_is_sent_once() {
    let ground = Ground::new().await;
    let contoso = ground.contoso().await;
    let deal = ground.deal();
    for fate in [Fate::AnswerLost, Fate::Lost] {
        let session = ground.offered(&contoso, &deal, 1140.0).await;
        // The way is bad until it has been shown that the answer's fate is unclear.
        let bad = Arc::new(Mutex::new(true));
        let (seen, cut) = (Arc::clone(&bad), fate.clone());
        let appends = Arc::new(AtomicU32::new(0));
        let counted = Arc::clone(&appends);
        ground.line.decides(move |route| {
            let append = route.starts_with(APPEND);
            counted.fetch_add(u32::from(append), Ordering::SeqCst);
            match (*seen.lock().unwrap(), append) {
                (true, true) => cut.clone(),
                (true, false) if route.contains("/log") => Fate::Lost,
                _ => Fate::Passes,
            }
        });
        let review = ground.review(&session, &ground.counter(&session, "1045.6"));
        assert_eq!(ground.desk.approve(&review.ticket).await.unwrap(), Approved::Unknown, "{fate:?}");
        let view = ground.desk.deal(&deal).unwrap();
        assert_eq!(view.state, DealState::DeliveryUnknown);
        let unclear = |entry: &desk::view::Entry| {
            matches!(entry.body, EntryBody::Outgoing { state: OutgoingState::Unknown, .. })
        };
        assert!(view.timeline.iter().any(unclear));
        *bad.lock().unwrap() = false;
        ground.state(&deal, DealState::WaitingForVendor).await;
        assert_eq!(
            ours(&contoso.log(&session).await),
            [("counter_offer".to_owned(), review.events[0].payload_hash.clone())],
            "{fate:?}"
        );
        let expected = if fate == Fate::AnswerLost { 1 } else { 2 };
        assert_eq!(appends.load(Ordering::SeqCst), expected, "{fate:?}: what arrived is not sent again");
    }
    ledgers::assert_sound(&ground.db());
}

/// Two answers alike, both unclear: each is on the ledger once, neither counts for the other.
#[tokio::test]
async fn two_answers_alike_are_two() {
    let ground = Ground::new().await;
    let contoso = ground.contoso().await;
    let deal = ground.deal();
    let session = ground.offered(&contoso, &deal, 1140.0).await;
    ground.line.decides(|route| {
        if route.starts_with(APPEND) || route.contains("/log") { Fate::Lost } else { Fate::Passes }
    });
    for ahead in [1, 2] {
        ground.clock.ahead_by(ahead);
        let review = ground.review(&session, &message("Thank you."));
        assert_eq!(ground.desk.approve(&review.ticket).await.unwrap(), Approved::Unknown);
    }
    ground.line.is_honest();
    ground.head(&deal, &session, 5).await;
    ground.state(&deal, DealState::HeldOffer).await;
    assert_eq!(ours(&contoso.log(&session).await).len(), 2);
    assert_eq!(ground.answer(&session, &AnswerForm::Decline { reason: String::new() }).await, 6);
    ledgers::assert_sound(&ground.db());
}
