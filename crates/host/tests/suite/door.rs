//! The door's life: off, on, off mid-session, on again.

use crate::ground::{Ground, assert_green};
use host::operator::{self, Switch};
use serde_json::{Value, json};
use support::client::{Client, nonce, offer};

fn buyer(session: &str, rest: &str) -> String {
    format!("/api/buyer/v1/sessions/{session}/{rest}")
}

/// A decision to say one thing behind the head that stands.
async fn decide(desk: &Client, session: &str, kind: &str, payload: &Value) -> support::client::Answer {
    let log = desk.get(&buyer(session, "log")).await.ok().json();
    let body = json!({
        "decision": uuid::Uuid::from_u128(u128::from(log["session"]["event_count"].as_u64().unwrap())).to_string(),
        "events": [desk.event(kind, payload)],
        "expect": {"seq": log["session"]["event_count"], "head": log["session"]["chain_head"]},
    });
    desk.post(&buyer(session, "events"), &body).await
}

#[tokio::test]
async fn off_closes_at_once_and_on_again_lets_read_and_never_append() {
    let ground = Ground::new().await;
    let (olivia, contoso) = (ground.olivia(), ground.verified().await);
    assert_eq!(operator::channel_status(ground.place()).unwrap().handle, None, "off by default");
    let sandboxed = contoso.opened(None).await;

    let first = ground.switch(Switch::On).unwrap();
    assert!(first.starts_with("anp_org_") && first.len() >= 8 + 22, "{first}: at least 128 bits");
    assert_eq!(ground.switch(Switch::On).as_ref(), Some(&first), "what is on stays on");
    let session = contoso.opened(Some(&first)).await;
    let answer = contoso.say(&session, "offer", &offer(1140.0)).await.ok().json();
    let events = answer["log"]["events"].as_array().unwrap();
    assert_eq!(events.len(), 3, "on the living path nothing answers inside the request");
    assert_eq!(events[1]["payload"]["party"], "Northwind");
    decide(&olivia, &session, "counter_offer", &offer(1000.0)).await.ok();
    let before = contoso.log(&session).await.ok().body;

    assert_eq!(ground.switch(Switch::Off), None);
    for refused in [
        contoso.log(&session).await,
        contoso.say(&session, "message", &json!({"body": "hello?"})).await,
        contoso.open(Some(&first)).await,
    ] {
        assert_eq!(refused.status, 401);
    }
    // The sandbox knows no door, and the desk keeps its record.
    contoso.say(&sandboxed, "offer", &offer(1140.0)).await.ok();
    assert_eq!(olivia.get(&buyer(&session, "log")).await.ok().body, before);
    let closed = decide(&olivia, &session, "message", &json!({"body": "we are closed"})).await;
    assert_eq!((closed.status, closed.code().as_str()), (409, "closed"));

    let second = ground.switch(Switch::On).unwrap();
    assert_ne!(first, second);
    assert_eq!(contoso.open(Some(&first)).await.status, 401, "the old handle is dead for good");
    assert_eq!(contoso.log(&session).await.ok().body, before, "the record is both sides'");
    assert_eq!(contoso.get(&format!("/api/agent/v1/sessions/{session}")).await.status, 200);
    assert_eq!(contoso.say(&session, "offer", &offer(1.0)).await.status, 401);
    let closed = decide(&olivia, &session, "message", &json!({"body": "hello"})).await;
    assert_eq!((closed.status, closed.code().as_str()), (409, "closed"));
    assert_eq!(contoso.log(&session).await.ok().body, before);

    let anew = contoso.opened(Some(&second)).await;
    contoso.say(&anew, "offer", &offer(1140.0)).await.ok();
    assert_green(&before, contoso.key().fingerprint(), ground.running.platform_fingerprint);
}

#[tokio::test]
async fn the_org_owner_switches_from_the_desk_and_sets_the_envelope() {
    let ground = Ground::new().await;
    let olivia = ground.olivia();
    let channel = "/api/buyer/v1/channel";
    let off = olivia.get(channel).await.ok().json();
    assert_eq!((&off["enabled"], &off["handle"]), (&json!(false), &Value::Null));
    let mut envelope = off["envelope"].clone();
    envelope["may_discuss"] = json!(["laptops"]);
    envelope["human_contact"] = json!("olivia@northwind.example");
    let on = olivia.post(channel, &json!({"enabled": true, "envelope": envelope})).await.ok().json();
    assert_eq!(on["enabled"], true);
    let contoso = ground.verified().await;
    let opened = contoso.open(on["handle"].as_str()).await.ok().json();
    assert_eq!(opened["buyer_envelope"], envelope);

    envelope["agent"]["declared_ai"] = json!(false);
    let refused = olivia.post(channel, &json!({"enabled": true, "envelope": envelope})).await;
    assert_eq!((refused.status, refused.code().as_str()), (400, "bad_request"));
    assert!(refused.message().starts_with("envelope.agent.declared_ai: "), "{}", refused.message());
    assert_eq!(olivia.post(channel, &json!({})).await.status, 400);
    let again = olivia.post(channel, &json!({"enabled": true})).await.ok().json();
    assert_eq!(again["handle"], on["handle"]);
    let off = olivia.post(channel, &json!({"enabled": false})).await.ok().json();
    assert_eq!((&off["enabled"], &off["handle"]), (&json!(false), &Value::Null));
}

/// A switch by another connection, as the command line makes it, wakes a desk that waits.
#[tokio::test]
async fn a_switch_outside_wakes_a_long_poll() {
    let ground = Ground::new().await;
    let olivia = ground.olivia();
    let cursor = olivia.get("/api/buyer/v1/org").await.ok().json()["cursor"].as_str().unwrap().to_owned();
    let waiting = tokio::spawn({
        let (olivia, cursor) = (olivia.clone(), cursor.clone());
        async move { olivia.get(&format!("/api/buyer/v1/changes/{cursor}?wait=30")).await.ok().json() }
    });
    // The poll is in the host by the time that another request has been there and back.
    olivia.call_at(("GET", "/api/buyer/v1/channel"), b"", support::client::now(), &nonce()).await.ok();
    ground.switch(Switch::On);
    let woken = waiting.await.unwrap();
    assert_eq!(woken["changes"], json!([{"kind": "channel", "id": "channel"}]));
    assert_ne!(woken["cursor"], cursor.as_str());
}
