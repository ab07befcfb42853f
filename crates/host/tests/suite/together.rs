//! Many at once: every chain green, every acknowledged event in it once, no gap.

use std::collections::HashSet;

use crate::ground::{Ground, assert_green};
use host::operator::Switch;
use serde_json::json;
use support::client::Client;
use tokio::task::JoinSet;

/// Appends so many messages at once; gives the texts whose append was acknowledged.
async fn storm(contoso: &Client, sessions: &[String], each: usize) -> Vec<HashSet<String>> {
    let mut storm = JoinSet::new();
    for (place, session) in sessions.iter().enumerate() {
        for number in 0..each {
            let (contoso, session) = (contoso.clone(), session.clone());
            storm.spawn(async move {
                let text = format!("{place}-{number}");
                let answer = contoso.say(&session, "message", &json!({"body": text})).await.ok().json();
                let held = answer["log"]["events"].as_array().unwrap().iter();
                assert!(held.into_iter().any(|event| event["payload"]["body"] == text.as_str()));
                (place, text)
            });
        }
    }
    let mut acknowledged = vec![HashSet::new(); sessions.len()];
    for (place, text) in storm.join_all().await {
        acknowledged[place].insert(text);
    }
    acknowledged
}

async fn assert_whole(ground: &Ground, contoso: &Client, session: &str, acknowledged: &HashSet<String>) {
    let log = contoso.log(session).await.ok();
    assert_green(&log.body, contoso.key().fingerprint(), ground.running.platform_fingerprint);
    let log = log.json();
    let events = log["events"].as_array().unwrap();
    assert_eq!(events.len(), acknowledged.len() + 2);
    for (place, event) in events.iter().enumerate() {
        assert_eq!(event["seq"].as_u64().unwrap(), u64::try_from(place).unwrap() + 1);
    }
    let said: HashSet<String> =
        events[2..].iter().map(|event| event["payload"]["body"].as_str().unwrap().to_owned()).collect();
    assert_eq!(&said, acknowledged, "each once");
}

#[tokio::test(flavor = "multi_thread")]
async fn two_hundred_appends_to_one_session() {
    let ground = Ground::new().await;
    let contoso = ground.verified().await;
    let handle = ground.switch(Switch::On).unwrap();
    let session = contoso.opened(Some(&handle)).await;
    let acknowledged = storm(&contoso, std::slice::from_ref(&session), 200).await;
    assert_eq!(acknowledged[0].len(), 200);
    assert_whole(&ground, &contoso, &session, &acknowledged[0]).await;
    let ground = ground.restarted().await;
    let contoso = Client::new(ground.url(), &contoso.id, support::people::contoso_agent());
    assert_whole(&ground, &contoso, &session, &acknowledged[0]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_thousand_appends_to_a_hundred_sessions() {
    let ground = Ground::new().await;
    let contoso = ground.verified().await;
    let handle = ground.switch(Switch::On).unwrap();
    let mut sessions = Vec::new();
    for _ in 0..100 {
        sessions.push(contoso.opened(Some(&handle)).await);
    }
    let acknowledged = storm(&contoso, &sessions, 10).await;
    for (session, acknowledged) in sessions.iter().zip(&acknowledged) {
        assert_eq!(acknowledged.len(), 10);
        assert_whole(&ground, &contoso, session, acknowledged).await;
    }
}
