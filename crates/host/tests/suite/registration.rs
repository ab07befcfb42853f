//! Registration: the first stands, and what conflicts is shown.

use crate::ground::Ground;
use anp::register;
use host::operator;
use serde_json::{Value, json};
use support::client::{self, Answer, Client, now};
use support::people;

fn registration() -> Value {
    json!({
        "agent_name": "Contoso Seller Agent",
        "vendor_name": "Contoso",
        "contact_email": "sales@contoso.example",
        "public_key": people::contoso_agent().public().to_string(),
        "proof": register::prove(&people::contoso_agent()).to_string(),
    })
}

async fn register(ground: &Ground, body: &Value) -> Answer {
    let body = body.to_string().into_bytes();
    client::send(&reqwest::Client::new(), ground.url(), ("POST", "/api/agent/v1/register"), None, body).await
}

fn with(key: &str, value: impl Into<Value>) -> Value {
    let mut body = registration();
    body[key] = value.into();
    body
}

#[tokio::test]
async fn the_same_key_is_the_same_identity() {
    let ground = Ground::new().await;
    let first = register(&ground, &registration()).await.ok().json();
    assert_eq!(first["status"], "sandbox");
    assert_eq!(first["protocol"], "ANP/0.1");
    assert_eq!(first["fingerprint"], people::contoso_agent().fingerprint().to_string().as_str());
    assert_eq!(register(&ground, &registration()).await.ok().json(), first);
    let ground = ground.restarted().await;
    assert_eq!(register(&ground, &registration()).await.ok().json(), first);
    assert_eq!(operator::vendors(ground.place()).unwrap()[0].conflicts, []);

    // Whoever has seen the proof can send it under another contact: the first stands.
    let other = with("contact_email", "mallory@elsewhere.example");
    assert_eq!(register(&ground, &other).await.ok().json(), first);
    register(&ground, &other).await.ok();
    register(&ground, &with("agent_name", "Contoso Seller Agent 2")).await.ok();
    let vendors = operator::vendors(ground.place()).unwrap();
    assert_eq!(vendors.len(), 1);
    assert_eq!(vendors[0].contact_email, "sales@contoso.example");
    let contacts: Vec<_> = vendors[0].conflicts.iter().map(|other| other.contact_email.as_str()).collect();
    assert_eq!(contacts, ["mallory@elsewhere.example", "sales@contoso.example"]);
    assert_eq!(vendors[0].conflicts[1].agent_name, "Contoso Seller Agent 2");

    let verified = operator::verify(ground.place(), &vendors[0].agent_id, now()).unwrap();
    assert_eq!(verified.decided_by.as_deref(), Some("local operator"));
    assert_eq!(register(&ground, &registration()).await.ok().json()["status"], "verified");
}

#[tokio::test]
async fn conflicts_are_bounded() {
    let ground = Ground::new().await;
    register(&ground, &registration()).await.ok();
    for count in 0..60 {
        register(&ground, &with("contact_email", format!("m{count}@elsewhere.example"))).await.ok();
    }
    assert_eq!(operator::vendors(ground.place()).unwrap()[0].conflicts.len(), 50);
}

#[tokio::test]
async fn what_cannot_be_taken_is_named() {
    let ground = Ground::new().await;
    ground.olivia();
    let tailspins = register::prove(&people::tailspin_agent()).to_string();
    let olivia = people::olivia();
    let mut as_olivia = with("public_key", olivia.public().to_string());
    as_olivia["proof"] = register::prove(&olivia).to_string().into();
    // A point of small order, whose every signature many keys' messages fit.
    let weak = anp::base64url::encode(&[&[1_u8][..], &[0; 31]].concat());
    let cases = [
        ("agent_name", with("agent_name", "ab")),
        ("agent_name", with("agent_name", "a".repeat(121))),
        ("agent_name", with("agent_name", 7)),
        ("agent_name", with("agent_name", "   ")),
        ("agent_name", with("agent_name", "line\nbreak")),
        ("vendor_name", with("vendor_name", "")),
        ("vendor_name", with("vendor_name", "a".repeat(161))),
        ("contact_email", with("contact_email", "a@")),
        ("contact_email", with("contact_email", "nobody")),
        ("contact_email", with("contact_email", "a@b@c")),
        ("contact_email", with("contact_email", "a b@c.example")),
        ("contact_email", with("contact_email", "a@.example")),
        ("contact_email", with("contact_email", format!("{}@b.example", "a".repeat(320)))),
        ("public_key", with("public_key", "AAAA")),
        ("public_key", with("public_key", weak)),
        ("public_key", as_olivia),
        ("proof", with("proof", "AAAA")),
        ("proof", with("proof", tailspins)),
        (
            "proof",
            json!({"agent_name": "abc", "vendor_name": "a", "contact_email": "a@b", "public_key": "x"}),
        ),
        ("agent_name", json!({})),
    ];
    for (place, body) in cases {
        let answer = register(&ground, &body).await;
        assert_eq!((answer.status, answer.code().as_str()), (400, "bad_request"), "{body}");
        assert!(answer.message().starts_with(&format!("{place}: ")), "{body}: {}", answer.message());
    }
    assert_eq!(operator::vendors(ground.place()).unwrap(), []);
    for length in [3, 120] {
        register(&ground, &with("agent_name", "é".repeat(length))).await.ok();
    }
}

#[tokio::test]
async fn a_key_cannot_stand_on_both_sides() {
    let ground = Ground::new().await;
    ground.contoso().await;
    let refused = operator::enrol(
        ground.place(),
        "Mallory",
        &people::contoso_agent().public(),
        &host::Role::ALL,
        now(),
    );
    assert!(refused.unwrap_err().to_string().contains("stands for somebody already"));
    ground.olivia();
    let twice = operator::enrol(ground.place(), "Olivia", &people::olivia().public(), &[], now());
    assert!(twice.is_err());
}

#[tokio::test]
async fn a_revoked_registration_stays_revoked() {
    let ground = Ground::new().await;
    let contoso: Client = ground.contoso().await;
    operator::revoke(ground.place(), &contoso.id, now()).unwrap();
    assert_eq!(register(&ground, &registration()).await.status, 401);
    let again = operator::verify(ground.place(), &contoso.id, now()).unwrap_err();
    assert!(matches!(again, host::HostError::VendorRevoked { .. }));
    let unknown = operator::revoke(ground.place(), "nobody", now()).unwrap_err();
    assert!(unknown.to_string().contains("countersign host vendors"));
}
