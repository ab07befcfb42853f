//! What the guards stop stands on the deal's ledger: which rule of which version, where, and no word of it.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, missing_docs)]

mod ground;

use std::time::Duration;

use anp::time::Moment;
use desk::view::{
    AnswerForm, MandateForm, ModeForm, ProblemCode, Review, StopChannel, StopVerdict, StopView, StopWhen,
    VerdictOutcome,
};
use desk::{Desk, Disclose, Work, export_workspace};
use evidence::bundle;
use ground::{Ground, mandate, message, ours};
use support::client::{now, offer};
use support::ledgers::{self, entries};

const SECRET: &str = "We stop at 568 thousand dollars.";
const UNTRACED: &str = "Others paid 777,000 dollars for as much.";

/// Waits until so many words of the guards have their place on the ledger.
async fn told(ground: &Ground, deal: &str, count: usize) -> Vec<StopView> {
    let stands = |desk: &Desk| {
        let stops = desk.deal(deal).unwrap().stops;
        (stops.len() == count && stops.iter().all(|stop| !stop.waits)).then_some(stops)
    };
    ground.until(&format!("{count} words of the guards"), stands).await
}

fn rules(stop: &StopView) -> Vec<&str> {
    stop.rules.iter().map(|rule| rule.rule.as_str()).collect()
}

/// What was stated, as it stands on the ledger.
fn statements(ground: &Ground, deal: &str) -> Vec<serde_json::Value> {
    let all = entries(&ground.db(), deal).into_iter().filter(|entry| entry.kind == "stopped");
    all.map(|entry| entry.payload).collect()
}

#[tokio::test]
async fn what_is_stopped_is_told_once_with_rule_and_version_and_never_with_the_secret() {
    let ground = Ground::new().await;
    let contoso = ground.contoso().await;
    let deal = ground.deal();
    let session = ground.offered(&contoso, &deal, 1140.0).await;
    // What is looked at while somebody types is nobody's business.
    for typed in ["We stop at 568", "We stop at 568 thousand", SECRET, UNTRACED] {
        ground.desk.review_typed(&session, &message(typed)).unwrap();
    }
    let blocked: Vec<Review> = (0..3).map(|_| ground.review(&session, &message(SECRET))).collect();
    let held = ground.review(&session, &message(UNTRACED));
    // It is the same word where somebody tries to send it all the same.
    ground.desk.approve(&held.ticket).await.unwrap_err();
    let beyond = ground.counter(&session, "1140");
    let over = ground.review(&session, &beyond);
    let stops = told(&ground, &deal, 3).await;
    let version = deal::SCREEN_RULES.to_string();
    let [secret, untraced, counter] = stops.as_slice() else { panic!("{stops:?}") };
    for (stop, verdict, named) in [
        (secret, StopVerdict::Blocked, "screen/secret_figure"),
        (untraced, StopVerdict::Held, "screen/untraced_figure"),
    ] {
        assert_eq!((stop.channel, stop.when), (StopChannel::Session, StopWhen::Deciding));
        assert_eq!((stop.by.as_str(), stop.mine, stop.verdict), ("Olivia", true, verdict));
        assert_eq!(rules(stop), [named]);
        assert_eq!(stop.rules[0].version.as_deref(), Some(version.as_str()));
        assert_eq!(stop.rules[0].place.as_deref(), Some("body"));
    }
    assert_eq!((counter.verdict, rules(counter)[0]), (StopVerdict::Blocked, "guard/walk_away"));
    // Every rule that is named can be opened, in the version that judged.
    let rule = ground.desk.rule("guard/walk_away");
    assert_eq!(counter.rules[0].version.as_deref(), Some(rule.version.as_str()));
    assert!(rule.text.unwrap().contains("annual walk-away"));
    let rule = ground.desk.rule("screen/secret_figure");
    assert_eq!(rule.version, version);
    assert!(rule.text.unwrap().contains("mandate keeps secret"));
    // Neither a value, nor a word, nor a hash that guesses could be tried against.
    let mut said = statements(&ground, &deal);
    assert_eq!(said.len(), 3);
    assert_ne!(said[0]["draft"], said[1]["draft"]);
    for (said, review) in said.iter_mut().zip([&blocked[0], &held, &over]) {
        assert_ne!(said["draft"], review.events[0].payload_hash.as_str());
        said["draft"] = "".into();
        let text = said.to_string().replace(&ground.desk.rule("guard/walk_away").version, "");
        for word in ["568", "777", "570", "1140", "thousand", "Others"] {
            assert!(!text.contains(word), "{word}: {text}");
        }
    }
    ledgers::assert_sound(&ground.db());
    // Another version of the draft is another draft; what passes is not told.
    ground.review(&session, &message("We stop at 568 thousand dollars!"));
    ground.review(&session, &message("Thank you."));
    told(&ground, &deal, 4).await;
}

#[tokio::test]
async fn what_stops_an_answer_after_its_review_is_told_too() {
    let ground = Ground::new().await;
    let contoso = ground.contoso().await;
    let deal = ground.deal();
    let session = ground.offered(&contoso, &deal, 1080.0).await;
    // The screen dies between the review and the sending.
    let review = ground.review(&session, &message("Thank you."));
    assert_eq!(review.obstacle, None);
    ground.desk.screen_by(ground.folder.path().join("missing"), Duration::from_mins(1));
    assert_eq!(ground.desk.approve(&review.ticket).await.unwrap_err().code, ProblemCode::ScreenDown);
    let stops = told(&ground, &deal, 1).await;
    assert_eq!((stops[0].when, stops[0].verdict), (StopWhen::Sending, StopVerdict::Down));
    assert_eq!(rules(&stops[0]), ["screen/unavailable"]);
    ground.desk.screen_by(env!("CARGO_BIN_EXE_countersign-scan").into(), Duration::from_mins(1));
    // The mandate's deadline comes between the review and the decision.
    let soon = Moment::from_millis(now().millis() + 60_000).to_text();
    let form = MandateForm { deadline: soon, ..mandate("525000", "568000") };
    ground.desk.set_mandate(&deal, &form).unwrap();
    let review = ground.review(&session, &AnswerForm::Accept);
    assert_eq!(review.obstacle, None);
    ground.clock.ahead_by(61_000);
    let refused = ground.desk.approve(&review.ticket).await.unwrap_err();
    assert_eq!((refused.code, refused.facts["rule"].as_str()), (ProblemCode::OutsideMandate, "deadline"));
    let stops = told(&ground, &deal, 2).await;
    assert_eq!((stops[1].when, stops[1].verdict), (StopWhen::Deciding, StopVerdict::Blocked));
    assert_eq!(rules(&stops[1]), ["guard/deadline"]);
    ledgers::assert_sound(&ground.db());
}

/// The desk's agent has no way around the guards: where the screen cannot run it says nothing, and that is told.
#[tokio::test]
async fn where_the_screen_cannot_run_the_agent_answers_nothing() {
    let ground = Ground::new().await;
    let contoso = ground.contoso().await;
    let deal = ground.deal();
    let session = ground.offered(&contoso, &deal, 1140.0).await;
    ground.desk.make_agent().await.unwrap();
    let mode = ModeForm { mode: "auto".to_owned(), per_day: 10, per_session: 2 };
    ground.desk.set_mode(&deal, &mode).await.unwrap();
    ground.desk.screen_by(ground.folder.path().join("missing"), Duration::from_mins(1));
    let asks = serde_json::json!({ "body": "Did you receive our offer?" });
    contoso.say(&session, "message", &asks).await.ok();
    let stops = told(&ground, &deal, 1).await;
    assert_eq!((stops[0].verdict, rules(&stops[0])), (StopVerdict::Down, vec!["screen/unavailable"]));
    assert_eq!(ours(&contoso.log(&session).await), []);
    let view = ground.desk.deal(&deal).unwrap();
    assert_eq!(view.mode.unwrap().answered_today, 0, "what was stopped counts for no cap");
    // Once it runs, the next word of anybody's has the open question answered, by the agent's own key.
    ground.desk.screen_by(env!("CARGO_BIN_EXE_countersign-scan").into(), Duration::from_mins(1));
    contoso.say(&session, "message", &asks).await.ok();
    ground.head(&deal, &session, 6).await;
    assert_eq!(ours(&contoso.log(&session).await).len(), 1);
    ledgers::assert_sound(&ground.db());
}

/// What was noted before the desk ended stands on the ledger once it is back.
#[tokio::test]
async fn a_desk_that_ends_forgets_no_word() {
    let ground = Ground::new().await;
    let contoso = ground.contoso().await;
    let deal = ground.deal();
    let session = ground.offered(&contoso, &deal, 1140.0).await;
    ground.stated().await;
    let ground = ground
        .reopened(|ground| {
            ground.review(&session, &message(SECRET));
        })
        .await;
    told(&ground, &deal, 1).await;
    ground.review(&session, &message(SECRET));
    ground.review(&session, &message(UNTRACED));
    let stops = told(&ground, &deal, 2).await;
    assert_eq!(stops[1].verdict, StopVerdict::Held, "the first is told once");
}

#[tokio::test]
async fn a_bundle_holds_that_it_was_stopped_by_its_hash_alone() {
    let ground = Ground::new().await;
    let contoso = ground.contoso().await;
    let deal = ground.deal();
    let session = ground.offered(&contoso, &deal, 1140.0).await;
    ground.review(&session, &message(SECRET));
    told(&ground, &deal, 1).await;
    ground.answer(&session, &ground.counter(&session, "1045.6")).await;
    contoso.say(&session, "offer", &offer(1080.0)).await.ok();
    ground.held(&deal, 5).await;
    ground.stated().await;
    for disclose in [Disclose::Decisions, Disclose::Votes, Disclose::Nothing] {
        let saved = ground.desk.export_telling(&session, disclose, None, &Work::unwatched()).await.unwrap();
        assert_eq!(saved.verdict.outcome, VerdictOutcome::Green, "{:#?}", saved.verdict);
        let bytes = std::fs::read(&saved.path).unwrap();
        let read = bundle::read(&bytes).unwrap();
        let ledger = String::from_utf8(read.entry("decisions.json").unwrap().to_vec()).unwrap();
        assert!(ledger.contains(r#""kind":"stopped""#));
        assert!(!ledger.contains("secret_figure"), "{ledger}");
        let again = || export_workspace(&ground.folder.path().join("desk"), &session, disclose, now());
        let (one, other) = (again().unwrap(), again().unwrap());
        assert_eq!(bundle::read(&one).unwrap().entry("decisions.json"), Some(ledger.as_bytes()));
        assert_eq!(
            bundle::read(&one).unwrap().entry("decisions.json"),
            bundle::read(&other).unwrap().entry("decisions.json")
        );
    }
}
