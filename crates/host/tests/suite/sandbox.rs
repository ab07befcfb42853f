//! The sandbox over real sockets: exact values, and a chain that is green.

use crate::ground::{Ground, assert_green};
use serde_json::{Value, json};
use support::client::offer;

fn last(answer: &Value) -> Value {
    answer["log"]["events"].as_array().unwrap().last().unwrap().clone()
}

#[tokio::test]
async fn fabrikam_counters_meets_and_parks_by_its_published_rules() {
    let ground = Ground::new().await;
    let contoso = ground.contoso().await;
    let opened = contoso.open(None).await.ok().json();
    let session = opened["session_id"].as_str().unwrap();
    assert_eq!(opened["protocol"], "ANP/0.1");
    assert_eq!(opened["buyer_envelope"]["party"], "Fabrikam Industries");
    assert_eq!(opened["buyer_envelope"]["offer_authority"], "bind_with_human_approval");
    assert_eq!(opened["log"]["session"]["sandbox"], true);

    let first = last(&contoso.say(session, "offer", &offer(1140.0)).await.ok().json());
    assert_eq!(first["kind"], "counter_offer");
    assert_eq!(first["actor"], "buyer");
    assert_eq!(first["payload"]["line_items"][0]["unit_price"], json!(1003.2));
    assert_eq!(first["payload"]["term_months"], 24);
    assert_eq!(first["payload"]["expires_at"], "2099-01-01T00:00:00Z");
    assert_eq!(first["payload"]["line_items"][0]["quantity"], 500);

    // (1100 + 1003.2) / 2
    let second = last(&contoso.say(session, "counter_offer", &offer(1100.0)).await.ok().json());
    assert_eq!(second["payload"]["line_items"][0]["unit_price"], json!(1051.6));

    let message = last(&contoso.say(session, "message", &json!({"body": "May we talk?"})).await.ok().json());
    assert_eq!(message["kind"], "message");
    let again = last(&contoso.say(session, "message", &json!({"body": "Hello?"})).await.ok().json());
    assert_eq!(again["payload"], message["payload"], "the acknowledgement is fixed");

    // 1051.6 × 1.03 = 1083.148
    let parked = last(&contoso.say(session, "offer", &offer(1083.14)).await.ok().json());
    assert_eq!(parked["kind"], "message");
    assert_ne!(parked["payload"], message["payload"]);
    // Judged by the same rules again, against the same position.
    let after = last(&contoso.say(session, "offer", &offer(1083.15)).await.ok().json());
    assert_eq!(after["payload"]["line_items"][0]["unit_price"], json!(1067.38), "half up: 1067.375");

    let declined = last(&contoso.say(session, "decline", &json!({})).await.ok().json());
    assert_eq!(declined["actor"], "vendor_agent");
    contoso.say(session, "session_close", &json!({"reason": "thanks"})).await.ok();
    let closed = contoso.say(session, "message", &json!({"body": "one more"})).await;
    assert_eq!((closed.status, closed.code().as_str()), (400, "bad_request"));
    assert_eq!(closed.message(), "the session is closed");

    let log = contoso.log(session).await.ok();
    assert_eq!(log.json()["session"]["status"], "closed");
    assert_green(&log.body, contoso.key().fingerprint(), ground.running.platform_fingerprint);
    ground.running.shutdown().await.unwrap();
}
