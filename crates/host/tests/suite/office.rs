//! People and their ledgers: who may state what, who joins, who leaves, who decides.

use crate::ground::{Ground, assert_green, machine_now};
use anp::digest::{EventHash, Fingerprint, PayloadHash};
use anp::join::{Ticket, org_ledger, rotate_proof};
use anp::keys::SecretKey;
use anp::ledger::{LedgerId, Wording};
use anp::time::Moment;
use host::operator::{self, Switch};
use host::{Act, Role, may};
use serde_json::{Value, json};
use support::client::{Answer, Client, offer};
use support::people;
use uuid::Uuid;
use zeroize::Zeroizing;

pub struct Office {
    pub ground: Ground,
    pub olivia: Client,
    pub org: LedgerId,
}

/// A client with its counters: what a desk is to the ledgers.
pub async fn state(by: &Client, ledger: &LedgerId, counter: u64, kind: &str, payload: &Value) -> Answer {
    let path = format!("/api/buyer/v1/ledgers/{ledger}");
    by.post(&path, &signed(by.key(), ledger, counter, kind, payload)).await
}

fn signed(key: &SecretKey, ledger: &LedgerId, counter: u64, kind: &str, payload: &Value) -> Value {
    let text = payload.to_string();
    let wording = Wording::new(ledger.clone(), kind, text.as_bytes(), counter, EventHash::ZERO).unwrap();
    let statement = wording.sign(key);
    json!({
        "kind": kind,
        "payload": payload,
        "counter": counter,
        "head_seen": EventHash::ZERO.to_string(),
        "signer": key.public().to_string(),
        "signature": statement.signature().to_string(),
    })
}

pub fn later(millis: i64) -> String {
    machine_now().plus_millis(millis).to_text()
}

pub const DAY: i64 = 24 * 60 * 60 * 1000;

impl Office {
    pub async fn new() -> Self {
        let ground = Ground::new().await;
        let olivia = ground.olivia();
        let org = org_ledger(&ground.running.platform_fingerprint).unwrap();
        let founded = json!({"name": "Olivia", "public_key": olivia.key().public().to_string()});
        state(&olivia, &org, 1, "founded", &founded).await.ok();
        Self { ground, olivia, org }
    }

    fn ticket(&self, seed: u8) -> Ticket {
        Ticket {
            host: self.ground.url().to_owned(),
            platform: self.ground.running.platform_fingerprint,
            founder: Some(self.olivia.key().fingerprint()),
            invitation: Uuid::from_u128(u128::from(seed)).to_string(),
            seed: Zeroizing::new([seed; 32]),
        }
    }

    async fn invite(&self, counter: u64, ticket: &Ticket, roles: &[&str], expires: &str) -> Answer {
        let payload = json!({
            "invitation": ticket.invitation,
            "public_key": ticket.key().public().to_string(),
            "name": "Pat",
            "roles": roles,
            "expires_at": expires,
        });
        state(&self.olivia, &self.org, counter, "invited", &payload).await
    }

    async fn join(&self, ticket: &Ticket, key: &SecretKey) -> Answer {
        let payload = json!({
            "invitation": ticket.invitation,
            "name": "Pat",
            "public_key": key.public().to_string(),
            "proof": ticket.let_in(&self.org, &key.public()).to_string(),
        });
        let body = signed(key, &self.org, 1, "joined", &payload).to_string();
        let http = reqwest::Client::new();
        support::client::send(&http, self.ground.url(), ("POST", "/api/buyer/v1/join"), None, body.into())
            .await
    }

    /// Pat, who has joined.
    async fn pat(&self, counter: u64, roles: &[&str]) -> Client {
        let ticket = self.ticket(9);
        self.invite(counter, &ticket, roles, &later(DAY)).await.ok();
        let joined = self.join(&ticket, &people::pat()).await.ok().json();
        Client::new(self.ground.url(), joined["person"].as_str().unwrap(), people::pat())
    }

    /// A deal of this owner's with a live session that holds one offer.
    pub async fn deal(&self, by: &Client, owner: &SecretKey) -> (LedgerId, String, Client) {
        let deal = LedgerId::parse(&Uuid::from_u128(77).to_string()).unwrap();
        let said = json!({"title": "Renewal", "vendor": "Contoso", "owner": owner.fingerprint().to_string()});
        state(by, &deal, 1, "deal", &said).await.ok();
        let contoso = self.ground.verified().await;
        let handle = self.ground.switch(Switch::On).unwrap();
        let session = contoso.opened(Some(&handle)).await;
        contoso.say(&session, "offer", &offer(1140.0)).await.ok();
        state(by, &deal, 2, "assigned", &json!({"session": session})).await.ok();
        (deal, session, contoso)
    }
}

async fn counter(desk: &Client, session: &str, price: u16) -> Answer {
    let path = format!("/api/buyer/v1/sessions/{session}/log/1000");
    let log = desk.get(&path).await.ok().json();
    let body = json!({
        "decision": Uuid::from_u128(u128::from(desk.key().fingerprint().0[0]) << 8 | u128::from(price)).to_string(),
        "events": [desk.event("counter_offer", &offer(f64::from(price)))],
        "expect": {"seq": log["session"]["event_count"], "head": log["session"]["chain_head"]},
    });
    desk.post(&format!("/api/buyer/v1/sessions/{session}/events"), &body).await
}

#[tokio::test]
async fn an_invitation_lets_one_person_in_once_and_anything_else_is_refused_alike() {
    let office = Office::new().await;
    let ticket = office.ticket(9);
    office.invite(2, &ticket, &["procurement"], &later(DAY)).await.ok();

    // Who knows the ledger but not the ticket, and who has a ticket for another invitation.
    let forged = Ticket { seed: Zeroizing::new([8; 32]), ..ticket.clone() };
    let unknown = Ticket { invitation: Uuid::from_u128(404).to_string(), ..ticket.clone() };
    let refused = office.join(&forged, &people::mallory()).await;
    assert_eq!(refused.code(), "refused");
    assert_eq!(office.join(&unknown, &people::mallory()).await.undated(), refused.undated());

    let joined = office.join(&ticket, &people::pat()).await.ok().json();
    let again = office.join(&ticket, &people::pat()).await.ok().json();
    assert_eq!(joined["person"], again["person"], "sending it again is safe");
    assert_eq!(office.join(&ticket, &people::mallory()).await.undated(), refused.undated(), "once");

    let pat = Client::new(office.ground.url(), joined["person"].as_str().unwrap(), people::pat());
    let me = pat.get("/api/buyer/v1/org").await.ok().json();
    assert_eq!(me["me"]["roles"], json!(["procurement"]));

    let late = office.ticket(10);
    let asked = office.invite(3, &late, &["legal"], &later(-1)).await;
    assert_eq!(asked.code(), "bad_request", "an invitation ends in the future");
    let asked = office.invite(3, &late, &["legal"], &later(31 * DAY)).await;
    assert_eq!(asked.code(), "bad_request", "and within 30 days");
    office.invite(3, &late, &["legal"], &later(DAY)).await.ok();
    state(&office.olivia, &office.org, 4, "withdrawn", &json!({"invitation": late.invitation})).await.ok();
    assert_eq!(office.join(&late, &people::lena()).await.undated(), refused.undated());
}

#[tokio::test]
async fn the_first_person_founds_by_the_operators_invitation_and_nobody_by_a_second() {
    let ground = Ground::new().await;
    let invite = || {
        let (url, roles) = (ground.url().to_owned(), Role::ALL);
        operator::invite_first(ground.place(), &url, "Olivia", &roles, machine_now())
    };
    let ticket = Ticket::parse(&invite().unwrap().expose_text()).unwrap();
    assert_eq!(ticket.founder, None);
    let org = org_ledger(&ticket.platform).unwrap();
    let key = people::olivia();
    let said = json!({
        "invitation": ticket.invitation,
        "name": "Olivia",
        "public_key": key.public().to_string(),
        "proof": ticket.let_in(&org, &key.public()).to_string(),
    });
    let body = signed(&key, &org, 1, "founded", &said).to_string();
    let http = reqwest::Client::new();
    let route = ("POST", "/api/buyer/v1/join");
    let founded = support::client::send(&http, ground.url(), route, None, body.into()).await.ok().json();
    let olivia = Client::new(ground.url(), founded["person"].as_str().unwrap(), key);
    assert_eq!(olivia.get("/api/buyer/v1/org").await.ok().json()["me"]["name"], "Olivia");
    assert!(invite().is_err(), "from now on people invite people");
}

#[tokio::test]
async fn ledgers_are_chained_in_one_order_and_a_statement_stands_once() {
    let office = Office::new().await;
    let first = office.invite(2, &office.ticket(9), &["legal"], &later(DAY)).await;
    first.clone().ok();
    let gap = office.invite(4, &office.ticket(10), &["legal"], &later(DAY)).await;
    assert_eq!(gap.code(), "conflict", "an earlier statement is missing");
    let other = office.invite(2, &office.ticket(11), &["legal"], &later(DAY)).await;
    assert_eq!(other.code(), "conflict", "the number stands for other words");
    let path = format!("/api/buyer/v1/ledgers/{}/0", office.org);
    let ledger = office.olivia.get(&path).await.ok().json();
    let kinds: Vec<_> = ledger["entries"].as_array().unwrap().iter().map(|entry| &entry["kind"]).collect();
    assert_eq!(kinds, ["founded", "invited"]);
    assert_eq!(ledger["entries"][1]["prev_hash"], ledger["entries"][0]["event_hash"]);
    assert_eq!(ledger["head"]["hash"], ledger["entries"][1]["event_hash"]);
    let again = state(&office.olivia, &office.org, 1, "founded", &json!({})).await;
    assert_eq!(again.code(), "conflict");
}

/// Every cell of the table: each role alone, each deed, allowed and refused.
#[tokio::test]
async fn each_role_may_what_the_table_says_and_nothing_else() {
    let office = Office::new().await;
    for (place, role) in (1_u128..).zip(Role::ALL) {
        let key = SecretKey::from_seed(&[100 + u8::try_from(place).unwrap(); 32]);
        let person = office.ground.person("Somebody", key, &[role]);
        let deal = LedgerId::parse(&Uuid::from_u128(place).to_string()).unwrap();
        let owner = office.olivia.key().fingerprint().to_string();
        let opened =
            state(&person, &deal, 1, "deal", &json!({"title": "T", "vendor": "V", "owner": owner})).await;
        assert_eq!(
            opened.status == 200,
            may(&[role], Act::Prepare),
            "{role:?} opens a deal: {}",
            opened.code()
        );
        let rule = state(&person, &office.org, 1, "four_eyes", &json!({"on": false})).await;
        assert_eq!(rule.status == 200, may(&[role], Act::Govern), "{role:?} sets a rule");
        let counter = if rule.status == 200 { 2 } else { 1 };
        let stand_in = json!({"to": owner, "until": later(DAY)});
        let delegated = state(&person, &office.org, counter, "delegated", &stand_in).await;
        assert_eq!(delegated.status == 200, may(&[role], Act::Decide), "{role:?} names a stand-in");
        let switched = person.post("/api/buyer/v1/channel", &json!({"enabled": false})).await;
        assert_eq!(switched.status == 200, may(&[role], Act::SwitchChannel), "{role:?} switches");
        let unknown = format!("/api/buyer/v1/vendors/{}/revoke", Uuid::from_u128(1));
        let decided = person.post(&unknown, &json!({})).await;
        assert_eq!(
            decided.code() != "forbidden",
            may(&[role], Act::DecideVendor),
            "{role:?} decides a vendor"
        );
    }
}

#[tokio::test]
async fn what_was_signed_before_leaving_stays_and_nothing_comes_after() {
    let office = Office::new().await;
    let pat = office.pat(2, &["deal_owner"]).await;
    let (_, session, contoso) = office.deal(&pat, pat.key()).await;
    counter(&pat, &session, 1000).await.ok();
    let gone = json!({"person": pat.key().fingerprint().to_string()});
    state(&office.olivia, &office.org, 3, "left", &gone).await.ok();
    assert_eq!(pat.get("/api/buyer/v1/org").await.code(), "refused");
    let log = office.olivia.get(&format!("/api/buyer/v1/sessions/{session}/log")).await.ok();
    let platform = office.ground.running.platform_fingerprint;
    assert_green(&log.body, contoso.key().fingerprint(), platform);
    let last = json!({"person": office.olivia.key().fingerprint().to_string()});
    let refused = state(&office.olivia, &office.org, 4, "left", &last).await;
    assert_eq!(refused.code(), "conflict", "the last owner stays");
}

#[tokio::test]
async fn a_key_is_followed_by_another_of_the_same_person() {
    let office = Office::new().await;
    let pat = office.pat(2, &["deal_owner", "procurement"]).await;
    let fresh = SecretKey::from_seed(&[44; 32]);
    let (_, session, _) = office.deal(&pat, pat.key()).await;
    let message = rotate_proof(office.org.as_str(), &pat.key().public(), &fresh.public());
    let said = json!({
        "public_key": fresh.public().to_string(),
        "proof": fresh.sign(message.as_bytes()).to_string(),
    });
    let unproven = json!({"public_key": fresh.public().to_string(), "proof": fresh.sign(b"no").to_string()});
    assert_eq!(state(&pat, &office.org, 2, "rotated", &unproven).await.code(), "bad_request");
    state(&pat, &office.org, 2, "rotated", &said).await.ok();
    assert_eq!(pat.get("/api/buyer/v1/org").await.code(), "refused", "the old key is done");
    let seen = office.olivia.get("/api/buyer/v1/org").await.ok().json();
    let people = seen["people"].as_array().unwrap();
    let next = people.iter().find(|person| person["public_key"] == fresh.public().to_string()).unwrap();
    assert_eq!(next["name"], "Pat");
    assert_eq!(next["roles"], json!(["procurement", "deal_owner"]));
    let next = Client::new(office.ground.url(), next["id"].as_str().unwrap(), fresh);
    next.get("/api/buyer/v1/org").await.ok();
    counter(&next, &session, 1000).await.ok();
}

/// Olivia's notes of a time when she had no host: no deal's statement stands in them.
fn kept_alone(ledger: &LedgerId, kinds: &[&str]) -> Vec<Value> {
    let mut head = anp::ledger::EMPTY;
    let mut entries = Vec::new();
    for (counter, kind) in (1..).zip(kinds) {
        let wording = Wording::new(ledger.clone(), kind, b"{}", counter, head.hash).unwrap();
        let entry = anp::ledger::Entry::append(wording.sign(&people::olivia()), head, "2026-01-01T10:00:00Z");
        entries.push(json!({
            "seq": entry.seq,
            "kind": kind,
            "payload": {},
            "counter": counter,
            "head_seen": entry.prev.to_string(),
            "signature": entry.statement.signature().to_string(),
            "event_hash": entry.hash.to_string(),
            "at": entry.at,
        }));
        head = entry.head();
    }
    entries
}

#[tokio::test]
async fn a_ledger_that_was_kept_alone_is_taken_over_as_it_stands() {
    let office = Office::new().await;
    let deal = LedgerId::parse(&Uuid::from_u128(5).to_string()).unwrap();
    let path = format!("/api/buyer/v1/ledgers/{deal}/adopt");
    let kept = kept_alone(&deal, &["mandate", "decision", "decision"]);
    let adopt = async |by: &Client, entries: &[Value]| by.post(&path, &json!({"entries": entries})).await;
    let mut later = kept.clone();
    later[2]["at"] = json!("2026-01-01T10:00:01Z");
    assert_eq!(adopt(&office.olivia, &later).await.code(), "bad_request", "the hash covers the time");
    let pat = office.pat(2, &["deal_owner"]).await;
    assert_eq!(adopt(&pat, &kept).await.code(), "bad_request", "another's ledger");
    adopt(&office.olivia, &kept[..2]).await.ok();
    adopt(&office.olivia, &kept).await.ok();
    let seen = office.olivia.get(&format!("/api/buyer/v1/ledgers/{deal}/0")).await.ok().json();
    assert_eq!(seen["head"]["hash"], kept[2]["event_hash"]);
    let owner = office.olivia.key().fingerprint().to_string();
    let said = json!({"title": "T", "vendor": "V", "owner": owner});
    state(&office.olivia, &deal, 4, "deal", &said).await.ok();
    assert_eq!(adopt(&office.olivia, &kept).await.code(), "conflict", "the deal has begun");
}

#[tokio::test]
async fn a_head_that_never_was_cannot_have_been_seen() {
    let office = Office::new().await;
    let wording = Wording::new(office.org.clone(), "four_eyes", br#"{"on":true}"#, 2, EventHash([5; 32]));
    let statement = wording.unwrap().sign(office.olivia.key());
    let body = json!({
        "kind": "four_eyes",
        "payload": {"on": true},
        "counter": 2,
        "head_seen": EventHash([5; 32]).to_string(),
        "signature": statement.signature().to_string(),
    });
    let answer = office.olivia.post(&format!("/api/buyer/v1/ledgers/{}", office.org), &body).await;
    assert_eq!(answer.code(), "bad_request");
}

#[tokio::test]
async fn a_deal_is_answered_by_its_owner_or_who_stands_in_for_a_time() {
    let office = Office::new().await;
    let pat = office.pat(2, &["deal_owner"]).await;
    let (_, session, _) = office.deal(&office.olivia, office.olivia.key()).await;
    let refused = counter(&pat, &session, 1000).await;
    assert_eq!(refused.code(), "forbidden", "a deal owner, but not of this deal");
    let to = pat.key().fingerprint().to_string();
    state(&office.olivia, &office.org, 3, "delegated", &json!({"to": to, "until": later(DAY)})).await.ok();
    counter(&pat, &session, 1000).await.ok();
    state(&office.olivia, &office.org, 4, "delegated", &json!({"to": to, "until": later(-1)})).await.ok();
    assert_eq!(counter(&pat, &session, 1010).await.code(), "forbidden", "no longer");
    counter(&office.olivia, &session, 1020).await.ok();
}

#[tokio::test]
async fn requests_to_a_seller_of_media_are_given_up_by_who_decides_the_deal() {
    let office = Office::new().await;
    let pat = office.pat(2, &["deal_owner"]).await;
    let (deal, _, _) = office.deal(&pat, pat.key()).await;
    let key = json!({"idempotency_key": "0123456789abcdef"});
    let clerk = office.ground.person("Kim", people::kim(), &[Role::Procurement]);
    for by in [&office.olivia, &clerk] {
        for kind in ["adcp_given_up", "adcp_departures"] {
            assert_eq!(state(by, &deal, 1, kind, &key).await.code(), "forbidden", "{kind}");
        }
    }
    assert_eq!(state(&clerk, &deal, 1, "adcp_answer", &key).await.code(), "forbidden");
    for (counter, kind) in (3..).zip(["adcp_departures", "adcp_given_up", "adcp_answer"]) {
        state(&pat, &deal, counter, kind, &key).await.ok();
    }
}

#[tokio::test]
async fn with_four_eyes_a_counter_is_approved_by_somebody_else_than_its_author() {
    let office = Office::new().await;
    let pat = office.pat(2, &["procurement"]).await;
    let (deal, session, _) = office.deal(&office.olivia, office.olivia.key()).await;
    state(&office.olivia, &office.org, 3, "four_eyes", &json!({"on": true})).await.ok();
    let stated = |price: f64| {
        let value = anp::json::parse_flawless(offer(price).to_string().as_bytes()).unwrap();
        PayloadHash::of_canonical(&anp::json::canonical(&value)).to_string()
    };
    assert_eq!(counter(&office.olivia, &session, 1000).await.code(), "forbidden", "nobody drafted it");
    state(&office.olivia, &deal, 3, "draft", &json!({"payload_hash": stated(1000.0)})).await.ok();
    assert_eq!(counter(&office.olivia, &session, 1000).await.code(), "forbidden", "its author alone");
    state(&pat, &deal, 1, "draft", &json!({"payload_hash": stated(1000.0)})).await.ok();
    assert_eq!(counter(&office.olivia, &session, 1001).await.code(), "forbidden", "another payload");
    counter(&office.olivia, &session, 1000).await.ok();
}

#[test]
fn a_fingerprint_in_a_name_keeps_organisations_apart() {
    let a = org_ledger(&Fingerprint([1; 32])).unwrap();
    assert_ne!(Some(a), org_ledger(&Fingerprint([2; 32])));
    assert!(Moment::parse(&later(0)).is_ok());
}
