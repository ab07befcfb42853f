//! The desks' routes: compare and set, repetition, roles, the feed.

use crate::ground::{Ground, assert_green};
use host::Role;
use host::operator::{self, Switch};
use serde_json::{Value, json};
use support::client::{Answer, Client, now, offer};
use support::people;
use uuid::Uuid;

struct Deal {
    ground: Ground,
    contoso: Client,
    session: String,
}

impl Deal {
    /// A live session with one offer.
    async fn new() -> Self {
        let ground = Ground::new().await;
        let contoso = ground.verified().await;
        let handle = ground.switch(Switch::On).unwrap();
        let session = contoso.opened(Some(&handle)).await;
        contoso.say(&session, "offer", &offer(1140.0)).await.ok();
        Self { ground, contoso, session }
    }

    async fn head(&self, desk: &Client) -> Value {
        let path = format!("/api/buyer/v1/sessions/{}/log/1000", self.session);
        let log = desk.get(&path).await.ok().json();
        assert_eq!(log["events"], json!([]), "events after that number alone");
        json!({"seq": log["session"]["event_count"], "head": log["session"]["chain_head"]})
    }

    async fn send(&self, desk: &Client, decision: u128, events: Value, expect: &Value) -> Answer {
        let body =
            json!({"decision": Uuid::from_u128(decision).to_string(), "events": events, "expect": expect});
        desk.post(&format!("/api/buyer/v1/sessions/{}/events", self.session), &body).await
    }
}

#[tokio::test]
async fn acceptance_is_two_events_or_none_and_sending_it_again_is_safe() {
    let deal = Deal::new().await;
    let olivia = deal.ground.olivia();
    let head = deal.head(&olivia).await;
    let accept = json!([
        olivia.event("counter_offer", &offer(1140.0)),
        olivia.event(
            "session_close",
            &json!({"reason": format!("accepted {}", head["head"].as_str().unwrap())})
        ),
    ]);
    // The second event is not what was signed: neither stands.
    let mut broken = accept.clone();
    broken[1]["payload"]["reason"] = json!("accepted nothing");
    let refused = deal.send(&olivia, 1, broken, &head).await;
    assert_eq!(refused.status, 400);
    assert!(refused.message().starts_with("events[1].signature: "), "{}", refused.message());
    let reversed = json!([accept[1], accept[0]]);
    assert_eq!(deal.send(&olivia, 2, reversed, &head).await.code(), "closed");
    assert_eq!(deal.head(&olivia).await, head);

    let answer = deal.send(&olivia, 3, accept.clone(), &head).await.ok();
    let placed = answer.json();
    assert_eq!((&placed["events"][0]["seq"], &placed["events"][1]["seq"]), (&json!(4), &json!(5)));
    let again = deal.send(&olivia, 3, accept.clone(), &head).await.ok();
    assert_eq!(again.body, answer.body, "the same decision, the same answer, though the session is closed");
    let other = json!([olivia.event("message", &json!({"body": "something else"}))]);
    let conflict = deal.send(&olivia, 3, other, &head).await;
    assert_eq!((conflict.status, conflict.code().as_str()), (409, "conflict"));
    let closed = deal.send(&olivia, 4, accept, &deal.head(&olivia).await).await;
    assert_eq!((closed.status, closed.code().as_str()), (409, "closed"));

    let theirs = deal.contoso.log(&deal.session).await.ok();
    let ours = olivia.get(&format!("/api/buyer/v1/sessions/{}/log", deal.session)).await.ok();
    assert_eq!(theirs.body, ours.body, "byte for byte");
    assert_eq!(ours.json()["session"]["event_count"], 5);
    let member = &ours.json()["keys"][format!("member_{}", olivia.id)];
    assert_eq!(member["roles"], json!(["procurement", "deal_owner", "legal", "org_owner"]));
    assert_green(&ours.body, deal.contoso.key().fingerprint(), deal.ground.running.platform_fingerprint);
}

#[tokio::test]
async fn of_many_decisions_on_one_head_one_stands() {
    let deal = Deal::new().await;
    let olivia = deal.ground.olivia();
    let head = deal.head(&olivia).await;
    let sends = (0..24_u128).map(|number| {
        let counter =
            json!([olivia.event("counter_offer", &offer(1000.0 + f64::from(u8::try_from(number).unwrap())))]);
        let (deal, olivia, head) = (&deal, &olivia, &head);
        async move { deal.send(olivia, 100 + number, counter, head).await }
    });
    let mut stood = 0;
    for answer in join(sends).await {
        if answer.status == 200 {
            stood += 1;
        } else {
            assert_eq!((answer.status, answer.code().as_str()), (409, "head_moved"));
            assert_eq!(answer.json()["session"]["event_count"], 4);
        }
    }
    assert_eq!(stood, 1);
    let now_head = deal.head(&olivia).await;
    assert_eq!(now_head["seq"], 4);
    // The same decision many times at once: one append, one answer.
    let message = json!([olivia.event("message", &json!({"body": "once"}))]);
    let answers = join((0..24).map(|_| deal.send(&olivia, 7, message.clone(), &now_head))).await;
    assert!(answers.iter().all(|answer| answer.status == 200 && answer.body == answers[0].body));
    assert_eq!(deal.head(&olivia).await["seq"], 5);
}

/// All at once.
async fn join<F: Future>(all: impl Iterator<Item = F>) -> Vec<F::Output> {
    let mut all: Vec<_> = all.map(Box::pin).collect();
    let mut done: Vec<Option<F::Output>> = all.iter().map(|_| None).collect();
    std::future::poll_fn(|context| {
        for (future, place) in all.iter_mut().zip(&mut done) {
            if place.is_none()
                && let std::task::Poll::Ready(output) = future.as_mut().poll(context)
            {
                *place = Some(output);
            }
        }
        if done.iter().all(Option::is_some) { std::task::Poll::Ready(()) } else { std::task::Poll::Pending }
    })
    .await;
    done.into_iter().flatten().collect()
}

#[tokio::test]
async fn every_cell_of_who_may_do_what() {
    let deal = Deal::new().await;
    let counter = offer(1000.0);
    let message = json!({"body": "hello"});
    let people = [
        (Role::Procurement, people::pat()),
        (Role::DealOwner, people::olivia()),
        (Role::Legal, people::lena()),
        (Role::OrgOwner, people::mallory()),
    ];
    for (number, (role, key)) in people.into_iter().enumerate() {
        let desk = deal.ground.person("Somebody", key, &[role]);
        let number = u128::try_from(number).unwrap() * 100;
        let envelope = support::client::envelope();
        let says = [
            ("message", &message, matches!(role, Role::Procurement | Role::DealOwner)),
            ("counter_offer", &counter, role == Role::DealOwner),
            ("envelope", &envelope, role == Role::DealOwner),
            ("decline", &json!({}), role == Role::DealOwner),
        ];
        for (place, (kind, payload, may)) in says.into_iter().enumerate() {
            let head = deal.head(&desk).await;
            let events = json!([desk.event(kind, payload)]);
            let answer = deal.send(&desk, number + u128::try_from(place).unwrap(), events, &head).await;
            let expected = if may { 200 } else { 403 };
            assert_eq!(answer.status, expected, "{role:?} {kind}: {}", answer.message());
        }
        let owner = if role == Role::OrgOwner { 200 } else { 403 };
        let channel = desk.post("/api/buyer/v1/channel", &json!({"enabled": true})).await;
        assert_eq!(channel.status, owner, "{role:?}");
        let path = format!("/api/buyer/v1/vendors/{}/verify", deal.contoso.id);
        let fingerprint = deal.contoso.key().fingerprint().to_string();
        let verify = desk.post(&path, &json!({"fingerprint": fingerprint})).await;
        assert_eq!(verify.status, owner, "{role:?}");
        for path in ["org", "channel", "vendors", "changes/0"] {
            desk.get(&format!("/api/buyer/v1/{path}")).await.ok();
        }
        desk.get(&format!("/api/buyer/v1/sessions/{}/log", deal.session)).await.ok();
    }
    let log = deal.contoso.log(&deal.session).await.ok();
    assert_green(&log.body, deal.contoso.key().fingerprint(), deal.ground.running.platform_fingerprint);
}

#[tokio::test]
async fn a_persons_signature_is_the_persons_own() {
    let deal = Deal::new().await;
    let olivia = deal.ground.olivia();
    let pat = deal.ground.person("Pat", people::pat(), &[Role::DealOwner]);
    let head = deal.head(&olivia).await;
    let by_pat = json!([pat.event("counter_offer", &offer(1.0))]);
    let refused = deal.send(&olivia, 1, by_pat, &head).await;
    assert_eq!(refused.status, 400);
    assert!(refused.message().starts_with("events[0].signature: "));
    let opening = json!([{"kind": "session_open", "payload": {}, "signature": "x"}]);
    let refused = deal.send(&olivia, 2, opening, &head).await;
    assert!(refused.message().starts_with("events[0].kind: "), "{}", refused.message());
    for (events, place) in
        [(json!([]), "events: "), (json!({}), "events: "), (json!([1]), "events[0].kind: ")]
    {
        assert!(deal.send(&olivia, 3, events, &head).await.message().starts_with(place));
    }
    let fine = json!([olivia.event("counter_offer", &offer(1.0))]);
    for (head, place) in
        [(json!({"seq": -1, "head": ""}), "expect.seq: "), (json!({"seq": 3, "head": "A"}), "expect.head: ")]
    {
        assert!(deal.send(&olivia, 3, fine.clone(), &head).await.message().starts_with(place));
    }
}

#[tokio::test]
async fn sandbox_and_unknown_sessions_are_not_found_by_desks() {
    let deal = Deal::new().await;
    let olivia = deal.ground.olivia();
    let sandboxed = deal.contoso.opened(None).await;
    for id in [sandboxed.as_str(), "unknown"] {
        for rest in ["log", "log/1"] {
            let answer = olivia.get(&format!("/api/buyer/v1/sessions/{id}/{rest}")).await;
            assert_eq!((answer.status, answer.code().as_str()), (404, "not_found"));
        }
        let answer = olivia.post(&format!("/api/buyer/v1/sessions/{id}/events"), &json!({})).await;
        assert_eq!((answer.status, answer.code().as_str()), (404, "not_found"));
    }
    assert!(!String::from_utf8(deal.contoso.log(&sandboxed).await.ok().body).unwrap().contains("member_"));
}

#[tokio::test]
async fn the_feed_tells_each_thing_once_and_goes_on_from_its_cursor() {
    let deal = Deal::new().await;
    let olivia = deal.ground.olivia();
    let changes =
        async |cursor: &str| olivia.get(&format!("/api/buyer/v1/changes/{cursor}")).await.ok().json();
    let all = changes("0").await;
    let kinds: Vec<_> =
        all["changes"].as_array().unwrap().iter().map(|change| change["kind"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["vendor", "channel", "session", "people"]);
    let cursor = all["cursor"].as_str().unwrap().to_owned();
    assert_eq!(changes(&cursor).await, json!({"protocol": "ANP/0.1", "cursor": cursor, "changes": []}));
    let org = olivia.get("/api/buyer/v1/org").await.ok().json();
    assert_eq!(org["cursor"], cursor.as_str());
    assert_eq!(org["org"]["name"], "Northwind");
    assert_eq!(org["me"]["id"], olivia.id.as_str());
    assert_eq!(org["people"][0]["public_key"], olivia.key().public().to_string().as_str());
    deal.contoso.say(&deal.session, "message", &json!({"body": "a"})).await.ok();
    deal.contoso.say(&deal.session, "message", &json!({"body": "b"})).await.ok();
    let next = changes(&cursor).await;
    assert_eq!(next["changes"], json!([{"kind": "session", "id": deal.session}]));
    let rewound = changes("99999").await;
    assert_eq!(
        rewound,
        json!({"protocol": "ANP/0.1", "cursor": next["cursor"], "changes": [], "rewound": true})
    );
    for bad in ["-1", "x", "1.5", "99999999999999999999"] {
        assert_eq!(olivia.get(&format!("/api/buyer/v1/changes/{bad}")).await.status, 400, "{bad}");
    }
    for bad in ["31", "-1", "x", ""] {
        assert_eq!(olivia.get(&format!("/api/buyer/v1/changes/0?wait={bad}")).await.status, 400, "{bad}");
    }
}

#[tokio::test]
async fn a_waiting_desk_is_woken_by_an_append_and_by_the_end() {
    let deal = Deal::new().await;
    let olivia = deal.ground.olivia();
    let cursor = olivia.get("/api/buyer/v1/org").await.ok().json()["cursor"].as_str().unwrap().to_owned();
    let poll = |cursor: String| {
        let olivia = olivia.clone();
        tokio::spawn(async move {
            olivia.get(&format!("/api/buyer/v1/changes/{cursor}?wait=30")).await.ok().json()
        })
    };
    // The poll is in the host by the time that another request has been there and back.
    let (waiting, _) = (poll(cursor), olivia.get("/api/buyer/v1/channel").await.ok());
    deal.contoso.say(&deal.session, "message", &json!({"body": "a"})).await.ok();
    let woken = waiting.await.unwrap();
    assert_eq!(woken["changes"][0]["kind"], "session");
    let cursor = woken["cursor"].as_str().unwrap().to_owned();
    let (waiting, _) = (poll(cursor.clone()), olivia.get("/api/buyer/v1/channel").await.ok());
    deal.ground.running.shutdown().await.unwrap();
    // Either it was in the host and was answered, or it found the door shut.
    if let Ok(answer) = waiting.await {
        assert_eq!((answer["cursor"].as_str(), &answer["changes"]), (Some(cursor.as_str()), &json!([])));
    }
}

#[tokio::test]
async fn vendors_are_verified_by_the_fingerprint_that_was_compared() {
    let ground = Ground::new().await;
    let (olivia, contoso) = (ground.olivia(), ground.contoso().await);
    let path = |rest: &str| format!("/api/buyer/v1/vendors/{}/{rest}", contoso.id);
    let wrong = people::mallory().fingerprint().to_string();
    let conflict = olivia.post(&path("verify"), &json!({"fingerprint": wrong})).await;
    assert_eq!((conflict.status, conflict.code().as_str()), (409, "conflict"));
    assert_eq!(olivia.post(&path("verify"), &json!({})).await.status, 400);
    let right = contoso.key().fingerprint().to_string();
    let verified = olivia.post(&path("verify"), &json!({"fingerprint": right})).await.ok().json();
    assert_eq!((&verified["status"], &verified["decided_by"]), (&json!("verified"), &json!(olivia.id)));
    let listed = olivia.get("/api/buyer/v1/vendors").await.ok().json();
    assert_eq!(listed["vendors"][0]["agent_id"], contoso.id.as_str());
    assert_eq!(listed["vendors"][0]["conflicts"], json!([]));
    let revoked = olivia.post(&path("revoke"), &json!({})).await.ok().json();
    assert_eq!(revoked["status"], "revoked");
    assert_eq!(contoso.open(None).await.status, 401, "at once");
    assert_eq!(olivia.post(&path("verify"), &json!({"fingerprint": right})).await.code(), "conflict");
    let unknown = olivia.post("/api/buyer/v1/vendors/nobody/revoke", &json!({})).await;
    assert_eq!((unknown.status, unknown.code().as_str()), (404, "not_found"));
    let _ = operator::channel(ground.place(), Switch::On, now()).unwrap();
}
