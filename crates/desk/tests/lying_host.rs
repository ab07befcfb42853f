//! A host that lies: every lie shows, each with its own name, and nothing of it is shown
//! as verified.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, missing_docs)]

mod ground;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anp::digest::{EventHash, PayloadHash};
use anp::event::Preimage;
use anp::keys::SecretKey;
use desk::Work;
use desk::view::{AnswerForm, Approved, DealState, EntryBody, ProblemCode, Standing, VerdictOutcome};
use ground::{Ground, message, ours};
use serde_json::{Value, json};
use support::client::{Client, offer};
use support::people;

/// What stands in the dispute about a session: the document as it came.
fn other_version(ground: &Ground, session: &str) -> Value {
    let query = "SELECT document FROM disputes WHERE session = ?1 ORDER BY id LIMIT 1";
    let document: Vec<u8> = ground.db().query_row(query, [session], |row| row.get(0)).unwrap();
    serde_json::from_slice(&document).unwrap()
}

/// Nothing may be approved on a red chain, and the version that was verified is still there.
async fn assert_disputed(ground: &Ground, contoso: &Client, deal: &str, session: &str, check: &str) {
    let view = ground.state(deal, DealState::Disputed).await;
    let card = view.ledgers.iter().find(|card| card.session == session).unwrap();
    assert_eq!(card.verdict.outcome, VerdictOutcome::Red);
    assert!(card.verdict.faults.iter().any(|fault| fault.check == check), "{:?}", card.verdict.faults);
    let kept: Value = serde_json::from_str(&ground.desk.raw_event(session, 3).unwrap()).unwrap();
    assert_eq!(kept["payload"]["line_items"][0]["unit_price"], 1140);
    let before = ours(&contoso.log(session).await).len();
    let review = ground.review(session, &message("Hello?"));
    assert!(matches!(review.obstacle.unwrap().code, ProblemCode::ChainRed | ProblemCode::HostRewound));
    assert!(ground.desk.approve(&review.ticket).await.is_err());
    assert_eq!(ours(&contoso.log(session).await).len(), before);
    let row = ground.desk.today().unwrap().needs_you.into_iter().find(|row| row.id == deal);
    assert!(row.unwrap().disputed_at.is_some());
}

/// Puts an event behind a document's last, with hashes that fit.
fn append_to(document: &str, session: &str, event: &Value) -> String {
    let mut log: Value = serde_json::from_str(document).unwrap();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let count = log["session"]["event_count"].as_u64().unwrap();
    let head = text(&log["session"]["chain_head"]);
    let mut event = event.clone();
    let hash = Preimage {
        session,
        seq: count + 1,
        actor: &text(&event["actor"]),
        kind: &text(&event["kind"]),
        payload: PayloadHash::parse(&text(&event["payload_hash"])).unwrap(),
        prev: EventHash::parse(&head).unwrap(),
        at: &text(&event["at"]),
    }
    .hash()
    .to_string();
    event["seq"] = json!(count + 1);
    event["prev_hash"] = json!(head);
    event["event_hash"] = json!(hash);
    log["session"]["event_count"] = json!(count + 1);
    log["session"]["chain_head"] = json!(hash);
    log["chain"]["head"] = json!(hash);
    log["events"].as_array_mut().unwrap().push(event);
    log.to_string()
}

#[tokio::test]
async fn our_answer_copied_into_another_session_is_red() {
    let ground = Ground::new().await;
    let contoso = ground.contoso().await;
    let deal = ground.deal();
    let first = ground.offered(&contoso, &deal, 1140.0).await;
    assert_eq!(ground.answer(&first, &ground.counter(&first, "1045.6")).await, 4);
    let decided = contoso.log(&first).await.json()["events"][3].clone();

    // Olivia's signature covers kind and payload: it fits anywhere.
    let second = ground.offered(&contoso, &deal, 1140.0).await;
    let (session, copy) = (second.clone(), decided.clone());
    ground.line.alters(move |route, body| {
        let log = route.contains(&format!("/sessions/{session}/log"));
        if log { append_to(&body, &session, &copy) } else { body }
    });
    contoso.say(&second, "message", &json!({"body": "Agreed then?"})).await.ok();
    assert_disputed(&ground, &contoso, &deal, &second, "own_record").await;
    let view = ground.desk.deal(&deal).unwrap();
    let red = view.ledgers.iter().find(|card| card.session == second).unwrap();
    assert_eq!(red.verdict.faults[0].seq, Some(5));
    assert_eq!(other_version(&ground, &second)["events"][4]["signature"], decided["signature"]);
    let problem = ground.problem(ProblemCode::ChainRed).await;
    assert_eq!(
        (problem.facts["session"].as_str(), problem.facts["check"].as_str()),
        (second.as_str(), "own_record")
    );
}

#[tokio::test]
async fn our_answer_copied_to_a_second_place_is_red() {
    let ground = Ground::new().await;
    let contoso = ground.contoso().await;
    let deal = ground.deal();
    let session = ground.offered(&contoso, &deal, 1140.0).await;
    // It is copied behind itself in the very answer by which the desk learns of it.
    let id = session.clone();
    ground.line.alters(move |route, body| {
        if !route.contains("/log") {
            return body;
        }
        let log: Value = serde_json::from_str(&body).unwrap();
        let last = log["events"].as_array().unwrap().iter().rfind(|event| event["kind"] == "counter_offer");
        last.map_or(body.clone(), |event| append_to(&body, &id, event))
    });
    let review = ground.review(&session, &ground.counter(&session, "1045.6"));
    assert_eq!(ground.desk.approve(&review.ticket).await.unwrap(), Approved::Unknown);
    let view = ground.state(&deal, DealState::Disputed).await;
    let fault = &view.ledgers[0].verdict.faults[0];
    assert_eq!((fault.check.as_str(), fault.seq), ("own_record", Some(5)));
}

#[tokio::test]
async fn an_answer_that_the_platform_gives_in_our_name_is_red() {
    let ground = Ground::new().await;
    let contoso = ground.contoso().await;
    let deal = ground.deal();
    let session = ground.offered(&contoso, &deal, 1140.0).await;
    let key = std::fs::read_to_string(ground.settings.data.join("platform.key")).unwrap();
    let platform = SecretKey::from_seed(&anp::base64url::decode::<32>(key.trim()).unwrap());
    let author = Client::new("", "", platform);
    let id = session.clone();
    ground.line.alters(move |route, body| {
        if !route.contains("/log") {
            return body;
        }
        let mut event = author.event("decline", &json!({}));
        event["actor"] = json!("buyer");
        event["signer"] = json!(author.key().fingerprint().to_string());
        event["payload_hash"] = json!(PayloadHash::of_canonical("{}").to_string());
        event["at"] = json!(support::client::now().to_text());
        append_to(&body, &id, &event)
    });
    contoso.say(&session, "message", &json!({"body": "Agreed then?"})).await.ok();
    assert_disputed(&ground, &contoso, &deal, &session, "own_record").await;
}

#[tokio::test]
async fn a_stored_event_that_was_altered_is_red_when_the_log_is_taken_out() {
    let ground = Ground::new().await;
    let contoso = ground.contoso().await;
    let deal = ground.deal();
    let session = ground.offered(&contoso, &deal, 1140.0).await;
    let altered = ground
        .host_db()
        .execute(
            "UPDATE events SET payload = replace(payload, '1140', '1240') WHERE session = ?1 AND seq = 3",
            [&session],
        )
        .unwrap();
    assert_eq!(altered, 1);
    let saved = ground.desk.save_log(&session, None, &Work::unwatched()).await.unwrap();
    assert_eq!((saved.verdict.outcome, saved.verdict.faults[0].seq), (VerdictOutcome::Red, Some(3)));
    assert_disputed(&ground, &contoso, &deal, &session, "payload_hash").await;
    assert_eq!(other_version(&ground, &session)["events"][2]["payload"]["line_items"][0]["unit_price"], 1240);
    // A dispute outlives the desk.
    let ground = ground.reopened(|_| {}).await;
    ground.problem(ProblemCode::ChainRed).await;
    assert_eq!(ground.desk.deal(&deal).unwrap().state, DealState::Disputed);
}

#[tokio::test]
async fn a_first_document_that_does_not_verify_is_kept_and_shown() {
    let ground = Ground::new().await;
    let contoso = ground.contoso().await;
    ground.line.alters(|route, body| {
        if route.contains("/log") {
            body.replace("Contoso Seller Agent", "Tailspin Seller Agent")
        } else {
            body
        }
    });
    let session = contoso.opened(Some(&ground.handle())).await;
    let row =
        ground.until("the refused session", |desk| desk.today().unwrap().unsorted.into_iter().next()).await;
    assert_eq!((row.session, row.agent_name.as_str(), row.events), (session.clone(), "", 0));
    let problem = ground.problem(ProblemCode::ChainRed).await;
    assert_eq!(problem.facts["session"], session);
    assert!(ground.desk.raw_event(&session, 1).is_err(), "nothing of it is in the replica");
}

#[tokio::test]
async fn a_host_set_back_to_an_earlier_copy_is_rewound() {
    let ground = Ground::new().await;
    let contoso = ground.contoso().await;
    let deal = ground.deal();
    let session = ground.offered(&contoso, &deal, 1140.0).await;
    let backup = ground.folder.path().join("backup.sqlite");
    ground.host_db().execute("VACUUM INTO ?1", [backup.to_str().unwrap()]).unwrap();
    assert_eq!(ground.answer(&session, &ground.counter(&session, "1045.6")).await, 4);
    let gone = contoso.opened(Some(&ground.handle())).await;
    let unsorted = |desk: &desk::Desk| (!desk.deal(&deal).unwrap().ledgers.is_empty()).then_some(());
    ground.until("the second session", unsorted).await;
    ground.head(&deal, &gone, 2).await;

    let ground = ground
        .host_restarted(|data| {
            for end in ["-wal", "-shm"] {
                let _ = std::fs::remove_file(data.join(format!("host.sqlite{end}")));
            }
            std::fs::copy(&backup, data.join("host.sqlite")).unwrap();
        })
        .await;
    let rewound = |desk: &desk::Desk| {
        let problems = desk.app_view().unwrap().problems;
        let of = |session: &str| {
            problems.iter().any(|problem| {
                problem.code == ProblemCode::HostRewound && problem.facts["session"] == *session
            })
        };
        (of(&session) && of(&gone)).then_some(())
    };
    ground.until("both sessions are missed", rewound).await;
    let view = ground.state(&deal, DealState::Disputed).await;
    let red = view.ledgers.iter().find(|card| card.session == session).unwrap();
    assert!(red.verdict.faults.iter().any(|fault| fault.check == "seen_head"), "{:?}", red.verdict.faults);
    assert!(ground.desk.raw_event(&session, 4).is_ok(), "our own answer is not forgotten with the host");
    // What is new at the host still arrives, though its cursors went back.
    let contoso = Client::new(&ground.host.url, &contoso.id, people::contoso_agent());
    let fresh = contoso.opened(Some(&ground.handle())).await;
    ground.head(&deal, &fresh, 2).await;
}

#[tokio::test]
async fn a_rewritten_tail_is_red_at_the_first_event_that_differs() {
    let ground = Ground::new().await;
    let contoso = ground.contoso().await;
    let deal = ground.deal();
    let session = ground.offered(&contoso, &deal, 1140.0).await;
    ground.stated().await;
    let backup = ground.folder.path().join("backup.sqlite");
    ground.host_db().execute("VACUUM INTO ?1", [backup.to_str().unwrap()]).unwrap();
    contoso.say(&session, "message", &json!({"body": "The price stands until Friday."})).await.ok();
    ground.head(&deal, &session, 4).await;
    let ground = ground
        .host_restarted(|data| {
            for end in ["-wal", "-shm"] {
                let _ = std::fs::remove_file(data.join(format!("host.sqlite{end}")));
            }
            std::fs::copy(&backup, data.join("host.sqlite")).unwrap();
        })
        .await;
    // Two messages, so that the other record is longer than the one that was seen.
    let contoso = Client::new(&ground.host.url, &contoso.id, people::contoso_agent());
    for body in ["No price was ever said to stand.", "None."] {
        contoso.say(&session, "message", &json!({"body": body})).await.ok();
    }
    let view = ground.state(&deal, DealState::Disputed).await;
    let red = &view.ledgers[0].verdict;
    assert_eq!(red.outcome, VerdictOutcome::Red);
    // Whether it was met while it was short or when it had grown longer, it is red, and
    // the event that was seen is kept.
    let missing = red.faults.iter().any(|fault| fault.check == "seen_head");
    assert!(missing, "{:?}", red.faults);
    let kept: Value = serde_json::from_str(&ground.desk.raw_event(&session, 4).unwrap()).unwrap();
    assert_eq!(kept["payload"]["body"], "The price stands until Friday.");
}

#[tokio::test]
async fn another_platform_key_is_not_talked_to() {
    let ground = Ground::new().await;
    let contoso = ground.contoso().await;
    let deal = ground.deal();
    let session = ground.offered(&contoso, &deal, 1140.0).await;
    let expected = ground.host.platform_fingerprint.to_string();
    let other = SecretKey::from_seed(&[77; 32]);
    let found = other.fingerprint().to_string();
    let ground = ground
        .host_restarted(|data| {
            std::fs::write(data.join("platform.key"), anp::base64url::encode(&[77; 32])).unwrap();
            rusqlite::Connection::open(data.join("host.sqlite"))
                .unwrap()
                .execute("UPDATE org SET platform_fingerprint = ?1", [&found])
                .unwrap();
        })
        .await;
    // A desk that runs on finds its pinned key missing in the next log.
    let contoso = Client::new(&ground.host.url, &contoso.id, people::contoso_agent());
    contoso.say(&session, "offer", &offer(1.0)).await.ok();
    assert_disputed(&ground, &contoso, &deal, &session, "pin").await;
    // One that starts does not even take the org from it.
    let ground = reopened_with(ground, &expected).await;
    let problem = ground.problem(ProblemCode::HostKeyChanged).await;
    assert_eq!(
        (problem.facts["expected"].as_str(), problem.facts["found"].as_str()),
        (expected.as_str(), found.as_str())
    );
    assert_eq!(ground.app().org, None);
    assert!(ground.desk.set_channel(false).await.is_err());
}

/// Opens the desk again; the key that it was told first is the one that counts.
async fn reopened_with(ground: Ground, expected: &str) -> Ground {
    let ground = ground.reopened(|_| {}).await;
    let pinned: String = ground
        .db()
        .query_row("SELECT value FROM settings WHERE name = 'platform_fingerprint'", [], |row| row.get(0))
        .unwrap();
    assert_eq!(pinned, expected);
    ground
}

#[tokio::test]
async fn an_answer_that_was_acknowledged_and_never_stood_is_not_called_sent() {
    let ground = Ground::new().await;
    let contoso = ground.contoso().await;
    let deal = ground.deal();
    let session = ground.offered(&contoso, &deal, 1140.0).await;
    let lying = Arc::new(AtomicBool::new(true));
    let lies = Arc::clone(&lying);
    ground.line.decides(move |route| {
        let append = route.starts_with("POST /api/buyer/v1/sessions/");
        if append && lies.load(Ordering::SeqCst) {
            let events = json!([{"seq": 4, "event_hash": "ab".repeat(32), "at": "2026-01-01T00:00:00Z"}]);
            let body = json!({"events": events, "protocol": "ANP/0.1"});
            return support::line::Fate::Answered(200, body.to_string());
        }
        support::line::Fate::Passes
    });
    let review = ground.review(&session, &AnswerForm::Decline { reason: String::new() });
    assert_eq!(ground.desk.approve(&review.ticket).await.unwrap(), Approved::Unknown);
    assert_eq!(ground.desk.deal(&deal).unwrap().state, DealState::DeliveryUnknown);
    lying.store(false, Ordering::SeqCst);
    ground.state(&deal, DealState::WaitingForVendor).await;
    assert_eq!(ours(&contoso.log(&session).await).len(), 1);
}

#[tokio::test]
async fn a_vendor_nobody_vouched_for_has_no_tick() {
    let ground = Ground::new().await;
    let contoso = Client::registered(&ground.host.url, "Contoso Seller Agent", people::contoso_agent()).await;
    // Verified at the host by its operator, not by anybody at this desk.
    host::operator::verify(&ground.settings.data, &contoso.id, support::client::now()).unwrap();
    let deal = ground.deal();
    let session = ground.offered(&contoso, &deal, 1140.0).await;
    let view = ground.desk.deal(&deal).unwrap();
    assert_eq!(view.ledgers[0].verdict.outcome, VerdictOutcome::Consistent);
    assert_eq!(view.ledgers[0].verified_by, None);
    let of_vendor = view.timeline.iter().find(|entry| matches!(entry.body, EntryBody::Offer { .. })).unwrap();
    assert_eq!(of_vendor.standing, Standing::Unverified);
    // Vouching for another key than the one that signed makes the whole session red.
    ground.db().execute(
        "INSERT INTO pins (agent_id, fingerprint, verified_by, verified_at) VALUES (?1, ?2, 'Olivia', '2026-01-01T00:00:00Z')",
        [&contoso.id, &people::mallory().fingerprint().to_string()],
    )
    .unwrap();
    let ground = ground.reopened(|_| {}).await;
    let view = ground.state(&deal, DealState::Disputed).await;
    assert_eq!(view.ledgers[0].verdict.outcome, VerdictOutcome::Red);
    assert_eq!(view.ledgers[0].verified_by, None);
    assert!(ground.desk.review(&session, &AnswerForm::Accept).is_err());
}
