//! What rests at the desk: found again after a stop, and not believed where it was changed.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, missing_docs)]

mod ground;

use desk::view::{
    AnswerForm, Approved, DealState, EntryBody, OutgoingState, ProblemCode, Standing, VerdictOutcome,
};
use ground::{DeskClock, Ground, open, ours};
use serde_json::json;
use support::client::offer;
use support::ledgers;
use support::line::Fate;

#[tokio::test]
async fn opened_again_the_desk_shows_the_same() {
    let ground = Ground::new().await;
    let contoso = ground.contoso().await;
    let deal = ground.deal();
    let session = ground.offered(&contoso, &deal, 1140.0).await;
    ground.answer(&session, &ground.counter(&session, "1045.6")).await;
    contoso.say(&session, "offer", &offer(1080.0)).await.ok();
    ground.held(&deal, 5).await;
    ground.answer(&session, &AnswerForm::Accept).await;
    ground.state(&deal, DealState::Accepted).await;
    // What was not read for tactics yet would be read after the stop.
    let read = |desk: &desk::Desk| desk.deal(&deal).ok().filter(|view| view.reading.waiting == 0);
    let before = (ground.until("all is read", read).await, ground.desk.today().unwrap());
    let ground = ground.reopened(|_| {}).await;
    // Read off the database, before and after the host was asked.
    assert_eq!((ground.desk.deal(&deal).unwrap(), ground.desk.today().unwrap()), before);
    let met = |desk: &desk::Desk| desk.app_view().unwrap().org;
    ground.until("the host is met", met).await;
    let mut after = ground.desk.deal(&deal).unwrap();
    after.ledgers[0].judged_at.clone_from(&before.0.ledgers[0].judged_at);
    assert_eq!((after, ground.desk.today().unwrap()), before);
    assert_eq!(ours(&contoso.log(&session).await).len(), 3);
    ledgers::assert_sound(&ground.db());
}

#[tokio::test]
async fn opened_again_it_finds_out_what_became_of_its_answers() {
    let mut ground = Ground::new().await;
    let contoso = ground.contoso().await;
    let deal = ground.deal();
    for fate in [Fate::AnswerLost, Fate::Lost] {
        let session = ground.offered(&contoso, &deal, 1140.0).await;
        ground.line.decides(move |route| match route {
            append if append.starts_with("POST /api/buyer/v1/sessions/") => fate.clone(),
            log if log.contains("/log") => Fate::Lost,
            _ => Fate::Passes,
        });
        let review = ground.review(&session, &ground.counter(&session, "1045.6"));
        assert_eq!(ground.desk.approve(&review.ticket).await.unwrap(), Approved::Unknown);
        ground = ground.reopened(|ground| ground.line.is_honest()).await;
        let settled = |desk: &desk::Desk| {
            let view = desk.deal(&deal).unwrap();
            let card = view.ledgers.iter().find(|card| card.session == session)?;
            let unclear = view.timeline.iter().any(|entry| matches!(entry.body, EntryBody::Outgoing { .. }));
            (card.verdict.events == 4 && !unclear).then_some(())
        };
        ground.until("the answer is settled", settled).await;
        assert_eq!(
            ours(&contoso.log(&session).await),
            [("counter_offer".to_owned(), review.events[0].payload_hash.clone())]
        );
    }
    ledgers::assert_sound(&ground.db());
}

#[tokio::test]
async fn an_acceptance_that_never_left_does_not_leave_after_the_offer_has_expired() {
    let ground = Ground::new().await;
    let contoso = ground.contoso().await;
    let deal = ground.deal();
    let session = ground.offered(&contoso, &deal, 1140.0).await;
    let mut short = offer(1080.0);
    let soon = support::client::now().millis() + 60_000;
    short["expires_at"] = json!(anp::time::Moment::from_millis(soon).to_text());
    contoso.say(&session, "offer", &short).await.ok();
    ground.held(&deal, 4).await;
    ground.line.decides(|_| Fate::Lost);
    let review = ground.review(&session, &AnswerForm::Accept);
    assert!(matches!(ground.desk.approve(&review.ticket).await.unwrap(), Approved::Waiting { .. }));
    let ground = ground
        .reopened(|ground| {
            ground.line.is_honest();
            ground.clock.ahead_by(61_000);
        })
        .await;
    let refused = |desk: &desk::Desk| {
        let view = desk.deal(&deal).unwrap();
        let stands = |entry: &desk::view::Entry| {
            matches!(entry.body, EntryBody::Outgoing { state: OutgoingState::Refused, .. })
        };
        view.timeline.iter().any(stands).then_some(())
    };
    ground.until("it is not sent", refused).await;
    assert!(ours(&contoso.log(&session).await).is_empty());
}

#[tokio::test]
async fn a_replica_that_was_changed_is_red() {
    let changes = [
        "UPDATE events SET json = replace(json, '1140', '1040') WHERE seq = 3",
        "DELETE FROM events WHERE seq = 3",
        "UPDATE sessions SET head_hash = replace(head_hash, 'a', 'b')",
        "UPDATE events SET json = replace(json, 'vendor_agent', 'buyer') WHERE seq = 3",
    ];
    for change in changes {
        let ground = Ground::new().await;
        let contoso = ground.contoso().await;
        let deal = ground.deal();
        let session = ground.offered(&contoso, &deal, 1140.0).await;
        let ground = ground.reopened(|ground| assert_eq!(ground.db().execute(change, []).unwrap(), 1)).await;
        let view = ground.desk.deal(&deal).unwrap();
        assert_eq!(
            (view.state, view.ledgers[0].verdict.outcome),
            (DealState::Disputed, VerdictOutcome::Red),
            "{change}"
        );
        assert_eq!(view.ledgers[0].verdict.verified_prefix, 0);
        let proven = |entry: &desk::view::Entry| {
            matches!(entry.standing, Standing::VerifiedKey | Standing::PersonKey | Standing::PlatformKey)
        };
        assert!(!view.timeline.iter().any(proven), "{change}");
        assert!(ground.desk.review(&session, &AnswerForm::Accept).is_err());
        // It is said, and other sessions still arrive.
        let problem = ground.problem(ProblemCode::ChainRed).await;
        assert_eq!(problem.facts["session"], session);
        ground.until("the host is met", |desk| desk.app_view().unwrap().org).await;
        let other = contoso.opened(Some(&ground.handle())).await;
        ground.head(&deal, &other, 2).await;
    }
}

#[tokio::test]
async fn a_stored_answer_that_was_changed_does_not_leave() {
    let ground = Ground::new().await;
    let contoso = ground.contoso().await;
    let deal = ground.deal();
    let session = ground.offered(&contoso, &deal, 1140.0).await;
    ground.line.decides(|_| Fate::Lost);
    let review = ground.review(&session, &ground.counter(&session, "1045.6"));
    assert!(matches!(ground.desk.approve(&review.ticket).await.unwrap(), Approved::Waiting { .. }));
    let ground = ground
        .reopened(|ground| {
            let change = "UPDATE outbox SET parts = replace(parts, '1045.6', '1945.6')";
            assert_eq!(ground.db().execute(change, []).unwrap(), 1);
            ground.line.is_honest();
        })
        .await;
    // The poll goes on past it.
    contoso.say(&session, "message", &json!({"body": "Hello?"})).await.ok();
    ground.head(&deal, &session, 4).await;
    assert!(ours(&contoso.log(&session).await).is_empty());
    assert_eq!(ground.desk.deal(&deal).unwrap().state, DealState::AnswerWaits);
}

#[tokio::test]
async fn a_newer_database_is_left_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let clock = DeskClock::default();
    drop(open(folder.path(), "http://127.0.0.1:9", None, &clock).unwrap());
    let path = folder.path().join("desk/desk.db");
    let db = rusqlite::Connection::open(&path).unwrap();
    db.execute_batch("PRAGMA user_version = 99; PRAGMA journal_mode = DELETE;").unwrap();
    drop(db);
    let before = std::fs::read(&path).unwrap();
    let problem = open(folder.path(), "http://127.0.0.1:9", None, &clock).err().unwrap();
    assert_eq!(problem.code, ProblemCode::DatabaseNewer);
    assert_eq!(problem.facts["found"], "99");
    assert_eq!(std::fs::read(&path).unwrap(), before);
    // Another application's file and one that is none.
    for text in ["not a database at all, but long enough to be looked at as if it were one ......", ""] {
        std::fs::write(&path, text).unwrap();
        let opened = open(folder.path(), "http://127.0.0.1:9", None, &clock);
        match opened.err() {
            Some(problem) => assert_eq!(problem.code, ProblemCode::DatabaseTrouble),
            None => assert!(text.is_empty(), "only an empty file may become a desk's"),
        }
    }
}
