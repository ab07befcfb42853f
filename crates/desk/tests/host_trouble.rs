//! A host that is away, slow, mad or set to another time: each has its own name, and a
//! desk that cannot ask still shows what it has verified.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, missing_docs)]

mod ground;

use desk::Work;
use desk::view::{AnswerForm, Approved, DealState, ProblemCode, VerdictOutcome};
use ground::{Ground, message, ours};
use serde_json::json;
use support::client::{Client, offer};
use support::ledgers;
use support::line::Fate;
use support::people;

/// Waits until nothing is wrong any more.
async fn over(ground: &Ground) {
    let well = |desk: &desk::Desk| {
        let app = desk.app_view().unwrap();
        (app.problems.is_empty() && app.host.reachable).then_some(())
    };
    ground.until("nothing is wrong", well).await;
}

#[tokio::test]
async fn a_host_that_is_down_is_down_and_comes_back() {
    let ground = Ground::new().await;
    let contoso = ground.contoso().await;
    let deal = ground.deal();
    let session = ground.offered(&contoso, &deal, 1140.0).await;
    let url = ground.line.url.clone();
    ground.line.decides(|_| Fate::Lost);
    // The long poll that runs ends with the host.
    let ground = ground.host_restarted(|_| {}).await;
    let problem = ground.problem(ProblemCode::HostDown).await;
    assert_eq!(problem.facts["url"], url);
    assert!(!ground.app().host.reachable);
    // What was verified stays; an answer waits, visibly.
    assert_eq!(ground.verdict(&deal), VerdictOutcome::Green);
    let review = ground.review(&session, &message("Still there?"));
    assert!(matches!(ground.desk.approve(&review.ticket).await.unwrap(), Approved::Waiting { .. }));
    // A message decides nothing: the offer still waits for its owner.
    assert_eq!(ground.desk.deal(&deal).unwrap().state, DealState::HeldOffer);
    assert_eq!(
        ground.desk.save_log(&session, None, &Work::unwatched()).await.unwrap_err().code,
        ProblemCode::HostDown
    );

    ground.line.is_honest();
    over(&ground).await;
    ground.state(&deal, DealState::HeldOffer).await;
    let contoso = Client::new(&ground.host.url, &contoso.id, people::contoso_agent());
    assert_eq!(ours(&contoso.log(&session).await).len(), 1);
}

#[tokio::test]
async fn a_desk_that_is_behind_with_many_ledgers_hears_of_a_new_offer_from_a_host_that_is_busy() {
    let ground = Ground::new().await;
    let contoso = ground.contoso().await;
    let deal = ground.deal();
    let session = ground.offered(&contoso, &deal, 1140.0).await;
    let others: Vec<String> = (0..4).map(|_| ground.deal()).collect();
    let stands = || others.iter().all(|deal| !ledgers::entries(&ground.db(), deal).is_empty());
    ground.until("all of them stand on the host's ledgers", |_| stands().then_some(())).await;
    // What the desk stated itself comes back to it as changes; it is asked no more for any of that.
    let ids: Vec<String> = others.iter().chain([&deal]).cloned().collect();
    ground.line.decides(move |route| {
        let busy = route.contains("/ledgers/") && ids.iter().any(|id| route.contains(id));
        if busy { Fate::Answered(429, "{}".to_owned()) } else { Fate::Passes }
    });
    let ground = ground
        .reopened(|ground| {
            let back = "UPDATE settings SET value = '0' WHERE name = 'cursor'";
            assert_eq!(ground.db().execute(back, []).unwrap(), 1);
        })
        .await;
    contoso.say(&session, "counter_offer", &offer(1100.0)).await.ok();
    ground.head(&deal, &session, 4).await;
}

/// A full disk, say: what it has it still shows, and a statement that waits keeps no offer away.
#[tokio::test]
async fn a_host_that_takes_no_statement_still_brings_offers() {
    let ground = Ground::new().await;
    let contoso = ground.contoso().await;
    let deal = ground.deal();
    let session = ground.offered(&contoso, &deal, 1140.0).await;
    ground.line.decides(|route| if route.starts_with("POST ") { Fate::Lost } else { Fate::Passes });
    ground.review(&session, &message("We stop at 568 thousand dollars."));
    ground.until("it waits", |desk| desk.deal(&deal).unwrap().stops.pop().filter(|stop| stop.waits)).await;
    ground.problem(ProblemCode::HostDown).await;
    contoso.say(&session, "counter_offer", &offer(1100.0)).await.ok();
    ground.head(&deal, &session, 4).await;
    assert!(ground.desk.deal(&deal).unwrap().stops.pop().unwrap().waits);

    ground.line.is_honest();
    over(&ground).await;
    assert!(!ground.desk.deal(&deal).unwrap().stops.pop().unwrap().waits);
}

#[tokio::test]
async fn a_host_that_does_not_answer_is_slow() {
    let ground = Ground::new().await;
    let url = ground.line.url.clone();
    ground.line.decides(|_| Fate::Silence);
    // Time runs on by itself while nothing else happens.
    tokio::time::pause();
    let problem = ground.problem(ProblemCode::HostSlow).await;
    tokio::time::resume();
    assert_eq!((problem.facts["url"].as_str(), problem.facts["seconds"].as_str()), (url.as_str(), "10"));
    assert!(!ground.app().host.reachable);
    ground.line.is_honest();
    over(&ground).await;
}

#[tokio::test]
async fn a_host_that_answers_garbage_is_confused_and_nobody_is_accused() {
    let ground = Ground::new().await;
    let contoso = ground.contoso().await;
    let deal = ground.deal();
    let session = ground.offered(&contoso, &deal, 1140.0).await;
    for garbage in ["<html>Please log in to the network</html>", "[]", "{\"events\":7}"] {
        let page = garbage.to_owned();
        ground.line.decides(move |route| {
            if route.contains("/log") { Fate::Answered(200, page.clone()) } else { Fate::Passes }
        });
        contoso.say(&session, "message", &json!({"body": "Hello?"})).await.ok();
        let problem = ground.problem(ProblemCode::HostConfused).await;
        assert_eq!(problem.facts["why"], "log");
        // A page that is no log is no evidence: the session goes on once it is over.
        assert_eq!(ground.verdict(&deal), VerdictOutcome::Green);
        ground.line.is_honest();
        over(&ground).await;
    }
    ground.head(&deal, &session, 6).await;
    for (status, body) in [(200, "{}"), (500, "oops"), (204, ""), (302, "")] {
        ground.line.decides(move |route| {
            if route.contains("/changes/") { Fate::Answered(status, body.to_owned()) } else { Fate::Passes }
        });
        contoso.say(&session, "message", &json!({"body": "Hello?"})).await.ok();
        ground.problem(ProblemCode::HostConfused).await;
        ground.line.is_honest();
        over(&ground).await;
    }
    ground.head(&deal, &session, 10).await;
    assert_eq!(ground.verdict(&deal), VerdictOutcome::Green);
}

#[tokio::test]
async fn one_session_that_cannot_be_had_does_not_keep_others_away() {
    let ground = Ground::new().await;
    let contoso = ground.contoso().await;
    let deal = ground.deal();
    let bad = ground.offered(&contoso, &deal, 1140.0).await;
    let id = bad.clone();
    ground.line.decides(move |route| {
        let of_bad = route.contains(&format!("/sessions/{id}/log"));
        if of_bad { Fate::Answered(200, "nothing".to_owned()) } else { Fate::Passes }
    });
    contoso.say(&bad, "message", &json!({"body": "Hello?"})).await.ok();
    let good = contoso.opened(Some(&ground.handle())).await;
    contoso.say(&good, "offer", &offer(1000.0)).await.ok();
    ground.head(&deal, &good, 3).await;
    ground.problem(ProblemCode::HostConfused).await;
    ground.line.is_honest();
    ground.head(&deal, &bad, 4).await;
}

#[tokio::test]
async fn a_clock_that_is_wrong_is_named_with_its_minutes() {
    let ground = Ground::new().await;
    let contoso = ground.contoso().await;
    let deal = ground.deal();
    let session = ground.offered(&contoso, &deal, 1140.0).await;
    for (millis, direction) in [(-420_000, "behind"), (420_000, "ahead")] {
        ground.clock.ahead_by(millis);
        let review = ground.review(&session, &message("What time is it?"));
        let problem = ground.desk.approve(&review.ticket).await.unwrap_err();
        assert_eq!(problem.code, ProblemCode::ClockWrong);
        assert_eq!(
            (problem.facts["minutes"].as_str(), problem.facts["direction"].as_str()),
            ("7", direction)
        );
        // The poll that runs was signed before; the next one stands in the window.
        contoso.say(&session, "message", &json!({"body": "Hello?"})).await.ok();
        let shown = ground.problem(ProblemCode::ClockWrong).await;
        assert_eq!(shown.facts, problem.facts);
        assert!(ground.app().host.reachable);
        ground.clock.ahead_by(0);
        ground.desk.set_channel(true).await.unwrap();
        over(&ground).await;
    }
    // Three minutes are let in and told all the same.
    ground.clock.ahead_by(180_000);
    contoso.say(&session, "message", &json!({"body": "Hello?"})).await.ok();
    let shown = ground.problem(ProblemCode::ClockWrong).await;
    assert_eq!(shown.facts["minutes"], "3");
    assert!(ours(&contoso.log(&session).await).is_empty());
}

#[tokio::test]
async fn a_channel_switched_off_takes_no_answer() {
    let ground = Ground::new().await;
    let contoso = ground.contoso().await;
    let deal = ground.deal();
    let session = ground.offered(&contoso, &deal, 1140.0).await;
    ground.desk.set_channel(false).await.unwrap();
    ground.desk.set_channel(true).await.unwrap();
    let review = ground.review(&session, &AnswerForm::Decline { reason: String::new() });
    assert!(ground.desk.approve(&review.ticket).await.is_err());
    let refused = ground.desk.deal(&deal).unwrap().timeline.into_iter().any(|entry| {
        matches!(
            entry.body,
            desk::view::EntryBody::Outgoing { state: desk::view::OutgoingState::Refused, .. }
        )
    });
    assert!(refused);
    assert!(ours(&contoso.log(&session).await).is_empty());
}
