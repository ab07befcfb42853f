//! Nonces and time.

use std::time::Instant;

use crate::ground::Ground;
use anp::time::Moment;
use host::Clock;
use host::operator;
use serde_json::json;
use support::client::{Client, nonce, offer};
use support::people;

/// Noon of some day.
fn noon() -> Moment {
    Moment::parse("2026-07-11T12:00:00.000Z").unwrap()
}

async fn standing() -> (Ground, Client, String, Clock) {
    let clock = Clock::standing_at(noon());
    let given = clock.clone();
    let ground = Ground::with(|settings| host::Settings { clock: given, ..settings }).await;
    let contoso = Client::registered(ground.url(), "Contoso Agent", people::contoso_agent()).await;
    let body = json!({"target": {"sandbox": true}, "envelope": support::client::envelope()}).to_string();
    let opened =
        contoso.call_at(("POST", "/api/agent/v1/sessions"), body.as_bytes(), noon(), &nonce()).await.ok();
    let session = opened.json().get("session_id").unwrap().as_str().unwrap().to_owned();
    (ground, contoso, session, clock)
}

#[tokio::test]
async fn the_window_is_three_hundred_seconds_to_the_millisecond() {
    let (_ground, contoso, session, _clock) = standing().await;
    let path = format!("/api/agent/v1/sessions/{session}");
    for (millis, status) in [
        (0, 200),
        (299_000, 200),
        (300_000, 200),
        (300_001, 401),
        (301_000, 401),
        (i64::from(i32::MAX) * 1000, 401),
    ] {
        for distance in [millis, -millis] {
            let at = noon().plus_millis(distance);
            let answer = contoso.call_at(("GET", &path), b"", at, &nonce()).await;
            assert_eq!(answer.status, status, "{distance} ms");
        }
    }
}

#[tokio::test]
async fn of_sixteen_copies_at_once_one_passes() {
    let (_ground, contoso, session, _clock) = standing().await;
    let path = format!("/api/agent/v1/sessions/{session}/events");
    let body = contoso.event("message", &json!({"body": "once"})).to_string();
    for round in 0..8 {
        let mut copies = tokio::task::JoinSet::new();
        let same = format!("same-{round}");
        for _ in 0..16 {
            let (contoso, path, body, same) = (contoso.clone(), path.clone(), body.clone(), same.clone());
            copies.spawn(async move {
                contoso.call_at(("POST", &path), body.as_bytes(), noon(), &same).await.status
            });
        }
        let mut statuses = copies.join_all().await;
        statuses.sort_unstable();
        let mut expected = vec![401; 15];
        expected.insert(0, 200);
        assert_eq!(statuses, expected);
    }
}

#[tokio::test]
async fn a_nonce_outlives_restarts_for_as_long_as_its_time_could_pass() {
    let (ground, mut contoso, session, clock) = standing().await;
    let path = format!("/api/agent/v1/sessions/{session}");
    // Signed with a clock that runs 300 s ahead: a copy could pass for 600 s.
    let ahead = noon().plus_millis(300_000);
    assert_eq!(contoso.call_at(("GET", &path), b"", ahead, "ahead").await.status, 200);
    let mut ground = ground;
    for seconds in [0, 299, 300, 301, 599, 600] {
        clock.set(noon().plus_millis(seconds * 1000));
        ground = ground.restarted().await;
        ground.url().clone_into(&mut contoso.url);
        // Others spend theirs meanwhile, which lets old ones be forgotten.
        let mine = contoso.call_at(("GET", &path), b"", clock.now(), &nonce()).await;
        assert_eq!(mine.status, 200, "{seconds} s later");
        let copy = contoso.call_at(("GET", &path), b"", ahead, "ahead").await;
        assert_eq!(copy.status, 401, "{seconds} s later");
    }
    // The clock was an hour ahead for a while: nothing of before passes again.
    clock.set(noon().plus_millis(3_600_000));
    assert_eq!(contoso.call_at(("GET", &path), b"", clock.now(), &nonce()).await.status, 200);
    clock.set(noon());
    assert_eq!(contoso.call_at(("GET", &path), b"", ahead, "ahead").await.status, 401);
}

#[tokio::test]
async fn an_outsider_burns_no_nonce() {
    let (_ground, contoso, session, _clock) = standing().await;
    let path = format!("/api/agent/v1/sessions/{session}");
    let mallory = Client::new(&contoso.url, &contoso.id, people::mallory());
    assert_eq!(mallory.call_at(("GET", &path), b"", noon(), "burn-me").await.status, 401);
    assert_eq!(contoso.call_at(("GET", &path), b"", noon(), "burn-me").await.status, 200);
}

#[tokio::test]
async fn a_clock_set_back_appends_nothing_beyond_five_minutes() {
    let (ground, contoso, session, clock) = standing().await;
    let path = format!("/api/agent/v1/sessions/{session}/events");
    let body = contoso.event("offer", &offer(1140.0)).to_string();
    let say = async |at: Moment| contoso.call_at(("POST", &path), body.as_bytes(), at, &nonce()).await;
    for (back, status) in [(0, 200), (60_000, 200), (300_000, 200), (300_001, 503), (3_600_000, 503)] {
        let at = noon().plus_millis(-back);
        clock.set(at);
        let answer = say(at).await;
        assert_eq!(answer.status, status, "{back} ms back");
        if status == 503 {
            assert_eq!(answer.code(), "clock_behind");
        }
    }
    clock.set(noon());
    let log =
        contoso.call_at(("GET", &format!("/api/agent/v1/sessions/{session}/log")), b"", noon(), "log").await;
    let log = log.ok();
    let times: Vec<String> =
        log.json()["events"].as_array().unwrap().iter().map(|event| event["at"].to_string()).collect();
    assert!(times.is_sorted(), "{times:?}");
    crate::ground::assert_green(&log.body, contoso.key().fingerprint(), ground.running.platform_fingerprint);
}

#[tokio::test]
async fn limits_are_kept_and_nobody_spends_anothers() {
    let ground = Ground::with(|settings| host::Settings {
        limits: host::Limits {
            registrations: host::Rate::of(3, 1),
            requests: host::Rate::of(5, 1),
            appends: host::Rate::of(2, 1),
            body: 4096,
            polls: 2,
        },
        ..settings
    })
    .await;
    let contoso = Client::registered(ground.url(), "Contoso Agent", people::contoso_agent()).await;
    let tailspin = Client::registered(ground.url(), "Tailspin Agent", people::tailspin_agent()).await;
    let session = contoso.opened(None).await;
    let (mut taken, began) = (0, Instant::now());
    let limited = loop {
        let said = contoso.say(&session, "message", &json!({"body": "hello"})).await;
        if said.status != 200 {
            break said;
        }
        taken += 1;
        // Two at once, and one for each second that a busy machine took.
        assert!(taken <= 3 + began.elapsed().as_secs(), "{taken}");
    };
    assert_eq!((limited.status, limited.code().as_str()), (429, "rate_limited"));
    assert!(taken >= 2 && limited.headers.contains_key("retry-after"));
    // What was asked so far is counted; an outsider's forgeries are not.
    let mallory = Client::new(ground.url(), &contoso.id, people::mallory());
    for _ in 0..20 {
        assert_eq!(mallory.get("/api/agent/v1/sessions/x").await.status, 401);
    }
    let path = format!("/api/agent/v1/sessions/{session}");
    assert!(contoso.get(&path).await.status == 200 || taken > 2);
    let mut limited = 0;
    for _ in 0..20 {
        limited += usize::from(contoso.get(&path).await.status == 429);
    }
    assert!(limited > 0, "the sixth request and those after it come within a second");
    tailspin.opened(None).await;
    let mut limited = 0;
    for _ in 0..20 {
        limited += usize::from(tailspin.register("Tailspin Agent", "a@b.example").await.status == 429);
    }
    assert!(limited > 0);
    let _ = operator::vendors(ground.place()).unwrap();
}
