//! Desks' own agents: whose statement lets one in, and where it may speak.

use anp::event::Kind;
use anp::join::agent_proof;
use anp::keys::SecretKey;
use anp::ledger::LedgerId;
use host::Role;
use serde_json::{Value, json};
use support::client::{Answer, Client};
use support::people;
use uuid::Uuid;

use super::office::{Office, state};

fn key(seed: u8) -> SecretKey {
    SecretKey::from_seed(&[seed; 32])
}

fn id(seed: u8) -> String {
    Uuid::from_u128(u128::from(seed)).to_string()
}

/// What lets the agent of somebody's desk in.
fn told(org: &LedgerId, by: &Client, agent: &SecretKey, seed: u8) -> Value {
    let proof = agent_proof(org.as_str(), &by.key().fingerprint(), &agent.public());
    json!({
        "fingerprint": agent.fingerprint().to_string(),
        "name": "Desk agent",
        "person": id(seed),
        "proof": agent.sign(proof.as_bytes()).to_string(),
        "public_key": agent.public().to_string(),
    })
}

async fn says(agent: &Client, session: &str, kind: &str, payload: &Value) -> Answer {
    // Whose log it is may read it; the agent reads it as every person of the organisation does.
    let log = agent.get(&format!("/api/buyer/v1/sessions/{session}/log/1000")).await.ok().json();
    let body = json!({
        "decision": Uuid::from_u128(u128::from(agent.key().fingerprint().0[1]) << 16 | u128::from(log["session"]["event_count"].as_u64().unwrap())).to_string(),
        "events": [agent.event(kind, payload)],
        "expect": {"seq": log["session"]["event_count"], "head": log["session"]["chain_head"]},
    });
    agent.post(&format!("/api/buyer/v1/sessions/{session}/events"), &body).await
}

#[tokio::test]
async fn an_agent_is_let_in_by_the_statement_of_whose_desk_it_is() {
    let office = Office::new().await;
    let org = &office.org;
    for (place, (role, may)) in (60_u8..).zip([
        (Role::Procurement, false),
        (Role::Legal, false),
        (Role::DealOwner, true),
        (Role::OrgOwner, true),
    ]) {
        let person = office.ground.person("Somebody", key(place), &[role]);
        let answer = state(&person, org, 1, "agent", &told(org, &person, &key(place + 10), place)).await;
        if may {
            answer.ok();
            let agent = Client::new(office.ground.url(), &id(place), key(place + 10));
            let me = agent.get("/api/buyer/v1/org").await.ok().json();
            assert_eq!(me["me"]["roles"], json!(["agent"]), "{role:?}");
        } else {
            assert_eq!(answer.code(), "forbidden", "{role:?}");
        }
    }
    let kim = office.ground.person("Kim", people::kim(), &[Role::DealOwner]);
    let good = told(org, &kim, &key(90), 90);
    let changed = |name: &str, value: Value| {
        let mut said = good.clone();
        said[name] = value;
        said
    };
    let of_another = told(org, &office.olivia, &key(90), 90)["proof"].clone();
    for bad in [
        changed("proof", of_another),
        changed("public_key", json!(key(91).public().to_string())),
        changed("fingerprint", json!(key(91).fingerprint().to_string())),
        changed("name", json!("")),
        json!({"fingerprint": key(92).fingerprint().to_string(), "name": "Desk agent"}),
    ] {
        assert_eq!(state(&kim, org, 1, "agent", &bad).await.code(), "bad_request", "{bad}");
    }
    for taken in [
        told(org, &kim, &people::olivia(), 91),
        told(org, &kim, &key(72), 92),
        changed("person", json!(id(62))),
    ] {
        assert_eq!(state(&kim, org, 1, "agent", &taken).await.code(), "conflict", "{taken}");
    }
    state(&kim, org, 1, "agent", &good).await.ok();
}

#[tokio::test]
async fn an_agent_answers_messages_in_the_deals_of_its_person_for_as_long_as_these_are_theirs() {
    let office = Office::new().await;
    let org = office.org.clone();
    let kim = office.ground.person("Kim", people::kim(), &[Role::DealOwner]);
    let (deal, session, contoso) = office.deal(&kim, kim.key()).await;
    state(&kim, &org, 1, "agent", &told(&org, &kim, &key(90), 90)).await.ok();
    state(&office.olivia, &org, 2, "agent", &told(&org, &office.olivia, &key(91), 91)).await.ok();
    let (own, other) =
        [(90, 90), (91, 91)].map(|(seed, at)| Client::new(office.ground.url(), &id(at), key(seed))).into();
    let hello = json!({"body": "We have your offer."});
    says(&own, &session, "message", &hello).await.ok();
    assert_eq!(says(&other, &session, "message", &hello).await.code(), "forbidden", "another's deal");
    for kind in [Kind::CounterOffer, Kind::Decline, Kind::SessionClose] {
        let payload = match kind {
            Kind::CounterOffer => support::client::offer(1000.0),
            _ => json!({}),
        };
        assert_eq!(says(&own, &session, kind.as_str(), &payload).await.code(), "forbidden", "{kind}");
    }
    // A session that is in no deal yet waits for a person.
    let handle = office.ground.switch(host::operator::Switch::On).unwrap();
    let unsorted = contoso.opened(Some(&handle)).await;
    assert_eq!(says(&own, &unsorted, "message", &hello).await.code(), "forbidden");
    // Handed over, the deal is another agent's.
    let to = json!({"owner": office.olivia.key().fingerprint().to_string()});
    state(&kim, &deal, 3, "owner", &to).await.ok();
    assert_eq!(says(&own, &session, "message", &hello).await.code(), "forbidden");
    says(&other, &session, "message", &hello).await.ok();
    // Who leaves takes the agent along.
    let gone = json!({"person": kim.key().fingerprint().to_string()});
    state(&office.olivia, &org, 3, "left", &gone).await.ok();
    assert_eq!(own.get("/api/buyer/v1/org").await.code(), "refused");
    other.get("/api/buyer/v1/org").await.ok();
}
