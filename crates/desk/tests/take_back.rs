//! An approved answer that has not left is taken back by who approved it; one that may have left is not.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, missing_docs)]

mod ground;

use desk::Work;
use desk::view::{AnswerForm, Approved, DealState, EntryBody, OutgoingState, ProblemCode, VerdictOutcome};
use ground::{Ground, ours};
use support::ledgers;
use support::line::Fate;

const APPEND: &str = "POST /api/buyer/v1/sessions/";

/// Where our answers stand that are on no log, and which can be taken back.
fn outgoing(ground: &Ground, deal: &str) -> Vec<(OutgoingState, Option<String>)> {
    let view = ground.desk.deal(deal).unwrap();
    let stands = view.timeline.into_iter().filter_map(|entry| match entry.body {
        EntryBody::Outgoing { state, take_back, .. } => Some((state, take_back)),
        _ => None,
    });
    stands.collect()
}

#[tokio::test]
async fn what_has_not_left_is_taken_back_and_the_record_says_so() {
    let ground = Ground::new().await;
    let contoso = ground.contoso().await;
    let deal = ground.deal();
    let session = ground.offered(&contoso, &deal, 1140.0).await;
    let review = ground.review(&session, &ground.counter(&session, "1045.6"));
    ground.line.decides(|_| Fate::Lost);
    let Approved::Waiting { decision } = ground.desk.approve(&review.ticket).await.unwrap() else { panic!() };
    assert_eq!(outgoing(&ground, &deal), [(OutgoingState::Waiting, Some(decision.clone()))]);

    // Nobody has to decide it once more, and nothing of it is in doubt.
    assert_eq!(ground.desk.deal(&deal).unwrap().state, DealState::AnswerWaits);
    let today = ground.desk.today().unwrap();
    assert!(today.needs.iter().all(|need| need.deal.as_ref() != Some(&deal)), "{:#?}", today.needs);
    assert_eq!(today.needs_you.iter().map(|row| row.state).collect::<Vec<_>>(), [DealState::AnswerWaits]);

    // It is known after a stop of the desk, too, that nothing left.
    let ground = ground.reopened(|_| {}).await;
    assert_eq!(outgoing(&ground, &deal), [(OutgoingState::Waiting, Some(decision.clone()))]);
    ground.desk.take_back(&decision).await.unwrap();
    assert_eq!(outgoing(&ground, &deal), [(OutgoingState::TakenBack, None)]);
    let again = ground.desk.take_back(&decision).await.unwrap_err();
    assert_eq!((again.code, again.facts["what"].as_str()), (ProblemCode::Gone, "waiting_answer"));

    // With the line back nothing of it leaves, and the offer is open for another answer.
    ground.line.is_honest();
    ground.state(&deal, DealState::HeldOffer).await;
    assert_eq!(ground.answer(&session, &ground.counter(&session, "1050")).await, 4);
    let left = ours(&contoso.log(&session).await);
    assert_eq!(left.len(), 1);
    assert_ne!(left[0].1, review.events[0].payload_hash);
    let said = format!(r#"{{"decision":"{decision}","why":"taken_back"}}"#);
    let stands = || ledgers::entries(&ground.db(), &deal).iter().any(|entry| entry.payload_text == said);
    ground.until("the ledger says so", |_| stands().then_some(())).await;
    ledgers::assert_sound(&ground.db());
    let saved = ground.desk.export(&session, None, &Work::unwatched()).await.unwrap();
    assert_eq!(saved.verdict.outcome, VerdictOutcome::Green, "{:#?}", saved.verdict);
    let bundle = std::fs::read(&saved.path).unwrap();
    assert!(String::from_utf8_lossy(&bundle).contains("taken_back"));
}

#[tokio::test]
async fn what_may_have_left_is_not() {
    let ground = Ground::new().await;
    let contoso = ground.contoso().await;
    let deal = ground.deal();
    for fate in [Fate::Lost, Fate::AnswerLost] {
        let session = ground.offered(&contoso, &deal, 1140.0).await;
        ground.line.decides(move |route| match route {
            append if append.starts_with(APPEND) => fate.clone(),
            log if log.contains("/log") => Fate::Lost,
            _ => Fate::Passes,
        });
        let review = ground.review(&session, &AnswerForm::Decline { reason: String::new() });
        assert_eq!(ground.desk.approve(&review.ticket).await.unwrap(), Approved::Unknown);
        let decision: String = ground
            .db()
            .query_row("SELECT decision FROM outbox WHERE session = ?1", [&session], |row| row.get(0))
            .unwrap();
        let refused = ground.desk.take_back(&decision).await.unwrap_err();
        assert_eq!((refused.code, refused.facts["what"].as_str()), (ProblemCode::Gone, "untried_answer"));
        assert!(outgoing(&ground, &deal).contains(&(OutgoingState::Unknown, None)));
        ground.line.is_honest();
        ground.head(&deal, &session, 4).await;
        assert_eq!(ours(&contoso.log(&session).await).len(), 1);
    }
    ledgers::assert_sound(&ground.db());
}
