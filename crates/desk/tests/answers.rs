//! What a person may answer, and what does not leave.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, missing_docs)]

mod ground;

use anp::time::Moment;
use desk::view::{AnswerForm, DealState, EntryBody, HoldState, ProblemCode, ScreenOutcome};
use ground::{Ground, message, ours};
use serde_json::json;
use support::client::{now, offer};

fn reason(text: &str) -> String {
    text.to_owned()
}

#[tokio::test]
async fn a_decline_a_message_and_a_close_leave_as_they_are_written() {
    let ground = Ground::new().await;
    let contoso = ground.contoso().await;
    let deal = ground.deal();
    let session = ground.offered(&contoso, &deal, 1140.0).await;

    let said = AnswerForm::Message { subject: "Term".to_owned(), body: "Is 24 months possible?".to_owned() };
    assert_eq!(ground.answer(&session, &said).await, 4);
    // A message answers nothing: the offer is still held.
    assert_eq!(ground.desk.deal(&deal).unwrap().state, DealState::HeldOffer);
    assert_eq!(ground.answer(&session, &AnswerForm::Decline { reason: reason("Too dear.") }).await, 5);
    let view = ground.state(&deal, DealState::WaitingForVendor).await;
    let declined = view.timeline.iter().any(|entry| {
        matches!(&entry.body, EntryBody::Offer { hold: Some(hold), .. }
            if hold.state == HoldState::Declined && hold.decided_by.as_deref() == Some("Olivia"))
    });
    assert!(declined);
    assert_eq!(ground.answer(&session, &AnswerForm::Close { reason: reason("") }).await, 6);
    assert_eq!(ground.state(&deal, DealState::Closed).await.ledgers[0].status, "closed");

    let log = contoso.log(&session).await.json();
    assert_eq!(log["events"][3]["payload"], json!({"subject": "Term", "body": "Is 24 months possible?"}));
    assert_eq!(log["events"][4]["payload"], json!({"reason": "Too dear."}));
    assert_eq!(log["events"][5]["payload"], json!({}));

    let behind = ground.review(&session, &message("One more thing"));
    assert_eq!(behind.obstacle.unwrap().code, ProblemCode::SessionClosed);
    assert_eq!(ground.desk.approve(&behind.ticket).await.unwrap_err().code, ProblemCode::Gone);
    assert_eq!(ours(&contoso.log(&session).await).len(), 3);
}

#[tokio::test]
async fn what_has_expired_cannot_be_accepted() {
    let ground = Ground::new().await;
    let contoso = ground.contoso().await;
    let deal = ground.deal();
    let session = ground.offered(&contoso, &deal, 1140.0).await;
    let mut short = offer(1080.0);
    short["expires_at"] = json!(Moment::from_millis(now().millis() + 60_000).to_text());
    contoso.say(&session, "offer", &short).await.ok();
    ground.held(&deal, 4).await;

    // It expires between the review and the approval: a minute and a half is no trouble
    // with the host's clock.
    let in_time = ground.review(&session, &AnswerForm::Accept);
    assert_eq!(in_time.obstacle, None);
    ground.clock.ahead_by(61_000);
    assert_eq!(ground.desk.approve(&in_time.ticket).await.unwrap_err().code, ProblemCode::OfferExpired);
    let late = ground.review(&session, &AnswerForm::Accept);
    assert_eq!(late.obstacle.unwrap().code, ProblemCode::OfferExpired);
    assert_eq!(ground.desk.approve(&late.ticket).await.unwrap_err().code, ProblemCode::Gone);
    let shown = ground.held(&deal, 4).await;
    assert!(matches!(shown.body, EntryBody::Offer { offer, .. } if offer.expired));
    assert!(ours(&contoso.log(&session).await).is_empty());
    // Countered it can be.
    let AnswerForm::Counter { mut form } = ground.counter(&session, "1045.6") else { panic!() };
    "2099-01-01T00:00:00Z".clone_into(&mut form.expires_at);
    assert_eq!(ground.answer(&session, &AnswerForm::Counter { form }).await, 5);
}

#[tokio::test]
async fn nothing_leaves_beyond_the_walk_away() {
    let ground = Ground::new().await;
    let contoso = ground.contoso().await;
    let deal = ground.deal();
    let session = ground.offered(&contoso, &deal, 1140.0).await;
    // 500 × 1136.01 = 568,005, with a walk-away of 568,000. So is accepting 570,000.
    for form in [ground.counter(&session, "1136.01"), AnswerForm::Accept] {
        let review = ground.review(&session, &form);
        let rules: Vec<_> = review
            .guard
            .iter()
            .filter(|finding| finding.blocks)
            .map(|finding| finding.rule.as_str())
            .collect();
        assert_eq!(rules, ["walk_away"]);
        assert_eq!(review.obstacle.unwrap().code, ProblemCode::OutsideMandate);
        assert!(ground.desk.approve(&review.ticket).await.is_err());
    }
    assert!(ours(&contoso.log(&session).await).is_empty());
    assert_eq!(ground.answer(&session, &ground.counter(&session, "1120")).await, 4);
}

#[tokio::test]
async fn a_secret_of_the_mandate_does_not_leave_in_any_text() {
    let ground = Ground::new().await;
    let contoso = ground.contoso().await;
    let deal = ground.deal();
    let session = ground.offered(&contoso, &deal, 1140.0).await;
    let AnswerForm::Counter { mut form } = ground.counter(&session, "1045.6") else { panic!() };
    form.conditions = vec!["We had 525 000 in mind".to_owned()];
    let telling = [
        message("Our target is 525,000 USD."),
        AnswerForm::Decline { reason: reason("We cannot go above 568000.") },
        AnswerForm::Close { reason: reason("525.000 it would have been") },
        AnswerForm::Counter { form },
    ];
    for form in telling {
        let review = ground.review(&session, &form);
        assert_eq!(review.screen.outcome, ScreenOutcome::Blocked, "{form:?}");
        let problem = review.obstacle.unwrap();
        assert_eq!(problem.code, ProblemCode::ScreenBlocked);
        let told = format!("{problem:?} {:?}", review.screen);
        for secret in ["525", "568"] {
            assert!(!told.contains(secret), "the refusal repeats the secret: {told}");
        }
        assert!(ground.desk.approve(&review.ticket).await.is_err());
    }
    assert!(ours(&contoso.log(&session).await).is_empty());
}

#[tokio::test]
async fn only_the_owner_decides_what_is_formal() {
    let ground = Ground::new().await;
    let contoso = ground.contoso().await;
    let deal = ground.deal();
    let session = ground.offered(&contoso, &deal, 1140.0).await;
    // Reviewed by the owner, then given to a colleague.
    let before = ground.review(&session, &ground.counter(&session, "1045.6"));
    let colleague = support::people::pat().fingerprint().to_string();
    ground
        .db()
        .execute(
            "UPDATE deals SET owner_fingerprint = ?1, owner_name = 'Pat' WHERE id = ?2",
            [&colleague, &deal],
        )
        .unwrap();
    assert_eq!(ground.desk.approve(&before.ticket).await.unwrap_err().code, ProblemCode::NotOwner);
    let formal = [
        ground.counter(&session, "1045.6"),
        AnswerForm::Accept,
        AnswerForm::Decline { reason: reason("") },
        AnswerForm::Close { reason: reason("") },
    ];
    for form in formal {
        let problem = ground.review(&session, &form).obstacle.unwrap();
        assert_eq!((problem.code, problem.facts["owner"].as_str()), (ProblemCode::NotOwner, "Pat"));
    }
    let mandate = ground::mandate("1", "2");
    assert_eq!(ground.desk.set_mandate(&deal, &mandate).unwrap_err().code, ProblemCode::NotOwner);
    let view = ground.desk.deal(&deal).unwrap();
    assert!(!view.owned_by_me && view.mandate.is_none(), "the mandate is the owner's alone");
    assert!(ours(&contoso.log(&session).await).is_empty());
    assert_eq!(ground.answer(&session, &message("Pat will come back to you.")).await, 4);
}

#[tokio::test]
async fn a_form_that_makes_no_payload_is_refused_with_the_place() {
    let ground = Ground::new().await;
    let contoso = ground.contoso().await;
    let deal = ground.deal();
    let session = ground.offered(&contoso, &deal, 1140.0).await;
    for (price, path) in [("12,5", "line_items[0].unit_price"), ("-1", "line_items[0].unit_price")] {
        let problem = ground.desk.review(&session, &ground.counter(&session, price)).unwrap_err();
        assert_eq!(
            (problem.code, problem.facts["path"].as_str()),
            (ProblemCode::FormInvalid, path),
            "{price}"
        );
    }
    let problem = ground.desk.review(&session, &message("  ")).unwrap_err();
    assert_eq!((problem.code, problem.facts["path"].as_str()), (ProblemCode::FormInvalid, "body"));
}
