//! A registration's contact is confirmed by a one-time code that a real server mails.

use crate::ground::Ground;
use anp::time::Moment;
use host::operator;
use host::{Clock, MailServer, Role, Settings, Smtp};
use serde_json::{Value, json};
use support::client::{Answer, Client, nonce};
use support::mailserver::{Dovecot, Offers, there};
use support::people;
use zeroize::Zeroizing;

const VERIFICATION: &str = "/api/agent/v1/verification";

fn smtp(port: u16, password: &str) -> Smtp {
    let named = MailServer {
        server: "127.0.0.1".to_owned(),
        port,
        security: "this_machine".to_owned(),
        from: "deals@northwind.example".to_owned(),
        roots: None,
    };
    Smtp::new(named, Some(("deals".to_owned(), Zeroizing::new(password.to_owned())))).unwrap()
}

/// A mail server with a mailbox for us and one for Contoso's sales.
fn post_office() -> Dovecot {
    Dovecot::start(&["deals", "sales"], Offers::All, "")
}

async fn ground(dovecot: &Dovecot) -> Ground {
    let smtp = smtp(dovecot.smtp_port, Dovecot::PASSWORD);
    Ground::with(|settings| Settings { smtp: Some(smtp), ..settings }).await
}

async fn ask(olivia: &Client, vendor: &Client) -> Answer {
    let body = json!({"fingerprint": vendor.key().fingerprint().to_string()});
    olivia.post(&format!("/api/buyer/v1/vendors/{}/code", vendor.id), &body).await
}

async fn word(olivia: &Client, vendor: &Client) -> Value {
    let all = olivia.get("/api/buyer/v1/vendors").await.ok().json();
    let all = all["vendors"].as_array().unwrap().clone();
    all.into_iter().find(|word| word["agent_id"] == vendor.id.as_str()).unwrap()
}

/// Waits by the change feed until a code's mail has come as far as it comes.
async fn mailed(olivia: &Client, vendor: &Client) -> Value {
    let mut cursor = olivia.get("/api/buyer/v1/org").await.ok().json()["cursor"].as_str().unwrap().to_owned();
    loop {
        let word = word(olivia, vendor).await;
        if word["code"]["state"] != "sending" {
            return word;
        }
        let more = olivia.get(&format!("/api/buyer/v1/changes/{cursor}?wait=30")).await.ok().json();
        more["cursor"].as_str().unwrap().clone_into(&mut cursor);
    }
}

/// The mails in the mailbox of Contoso's sales.
fn inbox(dovecot: &Dovecot) -> String {
    dovecot.doveadm(&["fetch", "-u", "sales", "text", "mailbox", "INBOX"]).replace('\r', "")
}

/// The code in the latest mail, as its reader sees it.
fn code_in(mails: &str) -> String {
    let (_, after) = mails.rsplit_once("The code that confirms it:\n\n    ").unwrap();
    after.lines().next().unwrap().to_owned()
}

async fn say(vendor: &Client, code: &str) -> Answer {
    vendor.post(VERIFICATION, &json!({"code": code})).await
}

#[tokio::test]
async fn the_agent_answers_with_what_was_mailed_and_a_person_decides() {
    if !there("dovecot") {
        return;
    }
    let dovecot = post_office();
    let ground = ground(&dovecot).await;
    let (olivia, contoso) = (ground.olivia(), ground.contoso().await);
    assert_eq!(olivia.get("/api/buyer/v1/org").await.ok().json()["org"]["mails"], true);
    assert_eq!(word(&olivia, &contoso).await["code"], Value::Null);
    let asked = ask(&olivia, &contoso).await.ok().json();
    assert_eq!((&asked["code"]["state"], asked.get("secret")), (&json!("sending"), None));
    assert_eq!(mailed(&olivia, &contoso).await["code"]["state"], "sent");

    let mails = inbox(&dovecot);
    assert!(mails.contains("deals@northwind.example"), "{mails}");
    assert!(mails.contains(&contoso.key().fingerprint().to_string()), "{mails}");
    // Nothing that anybody could register with is written to whose address it is.
    assert!(!mails.contains("Contoso Seller Agent"), "{mails}");
    let code = code_in(&mails);
    let rests = ground.home.raw();
    let plain = code.replace('-', "");
    for secret in [code.as_bytes(), plain.as_bytes()] {
        assert!(!rests.windows(secret.len()).any(|part| part == secret), "the code itself rests nowhere");
    }

    let said = say(&contoso, &code.to_lowercase()).await.ok().json();
    assert_eq!((&said["contact_confirmed"], &said["status"]), (&json!(true), &json!("sandbox")));
    // The reply was lost: the same answer again finds what it brought about.
    assert_eq!(say(&contoso, &code).await.ok().json(), said);
    let word = word(&olivia, &contoso).await;
    assert_eq!(word["code"]["state"], "answered");
    assert_eq!(word["code"]["answered_by"], contoso.id.as_str());
    assert_eq!(word["status"], "sandbox", "a person decides");
    let body = json!({"fingerprint": contoso.key().fingerprint().to_string()});
    olivia.post(&format!("/api/buyer/v1/vendors/{}/verify", contoso.id), &body).await.ok();
    assert_eq!(ask(&olivia, &contoso).await.status, 409, "there is nothing left to confirm");
    let again = ground.restarted().await;
    let kept = operator::vendors(again.place()).unwrap();
    assert_eq!(kept[0].code.as_ref().map(|code| code.state), Some("answered"));
}

#[tokio::test]
async fn wrong_late_worn_out_and_replaced_codes_are_refused_like_strangers() {
    if !there("dovecot") {
        return;
    }
    let dovecot = post_office();
    let noon = Moment::parse("2026-07-11T12:00:00.000Z").unwrap();
    let clock = Clock::standing_at(noon);
    let smtp = smtp(dovecot.smtp_port, Dovecot::PASSWORD);
    let given = clock.clone();
    let ground = Ground::with(|settings| Settings { smtp: Some(smtp), clock: given, ..settings }).await;
    let contoso = Client::registered(ground.url(), "Contoso Agent", people::contoso_agent()).await;
    let olivia = ground.olivia();
    let post = async |client: &Client, path: &str, body: Value| {
        client.call_at(("POST", path), body.to_string().as_bytes(), clock.now(), &nonce()).await
    };
    let say = async |code: &str| post(&contoso, VERIFICATION, json!({"code": code})).await;
    let refusal = {
        let mallory = Client::new(ground.url(), &contoso.id, people::mallory());
        post(&mallory, VERIFICATION, json!({"code": "0000-0000-0000"})).await.undated()
    };
    assert_eq!(say("0000-0000-0000").await.undated(), refusal, "none was mailed");
    let path = format!("/api/buyer/v1/vendors/{}", contoso.id);
    let seen = json!({"fingerprint": contoso.key().fingerprint().to_string()});
    let state = || operator::vendors(ground.place()).unwrap()[0].code.clone().unwrap();
    let mut moved = 0;
    let mut fresh = async || {
        // Times name codes, so that each is asked for at its own.
        moved += 1;
        clock.set(noon.plus_millis(moved));
        post(&olivia, &format!("{path}/code"), seen.clone()).await.ok();
        while state().state == "sending" {
            tokio::task::yield_now().await;
        }
        assert_eq!(state().state, "sent");
        newest(&dovecot, usize::try_from(moved).unwrap())
    };

    let first = fresh().await;
    let second = fresh().await;
    assert_ne!(first, second);
    assert_eq!(say(&first).await.undated(), refusal, "a later one took its place");
    for wrong in ["0000-0000-0000", "not a code", "1111 1111 1111", "~"] {
        assert_eq!(say(wrong).await.undated(), refusal, "{wrong}");
    }
    assert_eq!(state().state, "closed");
    assert_eq!(say(&second).await.undated(), refusal, "after five wrong tries");
    // Somebody else's agent never had it either.
    let third = fresh().await;
    let tailspin = Client::registered(ground.url(), "Tailspin", people::tailspin_agent()).await;
    assert_eq!(post(&tailspin, VERIFICATION, json!({"code": third})).await.undated(), refusal);
    clock.set(noon.plus_millis(48 * 60 * 60 * 1000 + 10));
    assert_eq!(say(&third).await.undated(), refusal, "after two days");
    clock.set(noon.plus_millis(60_000));
    assert_eq!(say(&third).await.status, 200);
    // Three were mailed to this address: the fourth waits.
    let limited = post(&olivia, &format!("{path}/code"), seen.clone()).await;
    assert_eq!((limited.status, limited.code().as_str()), (429, "rate_limited"));
    for malformed in [json!({}), json!({"code": 7}), json!({"code": "x".repeat(65)})] {
        assert_eq!(post(&contoso, VERIFICATION, malformed).await.status, 400);
    }
}

/// The code in the newest of so many mails.
fn newest(dovecot: &Dovecot, count: usize) -> String {
    let mails = dovecot.doveadm(&["fetch", "-u", "sales", "text", "mailbox", "INBOX", &count.to_string()]);
    code_in(&mails.replace('\r', ""))
}

#[tokio::test]
async fn the_person_tells_the_org_owner_who_types_it() {
    if !there("dovecot") {
        return;
    }
    let dovecot = post_office();
    let ground = ground(&dovecot).await;
    let (olivia, contoso) = (ground.olivia(), ground.contoso().await);
    let pat = ground.person("Pat", people::pat(), &[Role::Procurement, Role::DealOwner]);
    assert_eq!(ask(&pat, &contoso).await.status, 403, "an org owner asks");
    let other = json!({"fingerprint": "0".repeat(64)});
    let path = format!("/api/buyer/v1/vendors/{}/code", contoso.id);
    assert_eq!(olivia.post(&path, &other).await.status, 409, "for the key that was seen");
    ask(&olivia, &contoso).await.ok();
    mailed(&olivia, &contoso).await;
    let code = code_in(&inbox(&dovecot));
    let answer = format!("{path}/answer");
    assert_eq!(pat.post(&answer, &json!({"code": code})).await.status, 403);
    let wrong = olivia.post(&answer, &json!({"code": "0000-0000-0000"})).await.ok().json();
    assert_eq!((&wrong["fits"], &wrong["code"]["tries_left"]), (&json!(false), &json!(4)));
    let right = olivia.post(&answer, &json!({"code": code})).await.ok().json();
    assert_eq!((&right["fits"], &right["code"]["state"]), (&json!(true), &json!("answered")));
    assert_eq!(right["code"]["answered_by"], olivia.id.as_str());
}

#[tokio::test]
async fn without_a_mail_server_a_desk_mails_and_what_did_not_leave_serves_nobody() {
    let ground = Ground::new().await;
    let (olivia, contoso) = (ground.olivia(), ground.contoso().await);
    assert_eq!(olivia.get("/api/buyer/v1/org").await.ok().json()["org"]["mails"], false);
    let refused = ask(&olivia, &contoso).await;
    assert_eq!((refused.status, refused.code().as_str()), (409, "conflict"));
    let path = format!("/api/buyer/v1/vendors/{}/code", contoso.id);
    let fingerprint = contoso.key().fingerprint().to_string();
    let by_desk = json!({"fingerprint": fingerprint, "mailed_by": "desk"});
    let mut made = Vec::new();
    for delivery in ["not_sent", "unknown"] {
        let asked = olivia.post(&path, &by_desk).await.ok().json();
        let secret = asked["secret"].as_str().unwrap().to_owned();
        let report = json!({"asked_at": asked["code"]["asked_at"], "delivery": delivery});
        let told = olivia.post(&format!("{path}/delivery"), &report).await.ok().json();
        assert_eq!(told["code"]["state"], delivery);
        made.push((report, secret));
    }
    assert_eq!(olivia.post(&format!("{path}/delivery"), &made[0].0).await.status, 409, "not the latest");
    assert_eq!(say(&contoso, &made[0].1).await.status, 401);
    // Nobody knows whether it arrived, so whoever has it may say it.
    say(&contoso, &made[1].1).await.ok();
}

#[tokio::test]
async fn a_mail_server_that_refuses_is_said_and_the_code_is_dead() {
    if !there("dovecot") {
        return;
    }
    let dovecot = post_office();
    let smtp = smtp(dovecot.smtp_port, "another password");
    let shown = format!("{smtp:?}");
    assert!(!shown.contains("another password"), "{shown}");
    let ground = Ground::with(|settings| Settings { smtp: Some(smtp), ..settings }).await;
    let (olivia, contoso) = (ground.olivia(), ground.contoso().await);
    ask(&olivia, &contoso).await.ok();
    assert_eq!(mailed(&olivia, &contoso).await["code"]["state"], "not_sent");
}

#[tokio::test]
async fn where_the_limit_cannot_be_asked_no_code_is_made_and_none_is_taken() {
    let ground = Ground::new().await;
    let (olivia, contoso) = (ground.olivia(), ground.contoso().await);
    let path = format!("/api/buyer/v1/vendors/{}/code", contoso.id);
    let by_desk = json!({"fingerprint": contoso.key().fingerprint().to_string(), "mailed_by": "desk"});
    let secret = olivia.post(&path, &by_desk).await.ok().json()["secret"].as_str().unwrap().to_owned();
    // What every request is limited by still answers; what codes are limited by does not.
    ground.home.run(
        "CREATE TRIGGER broken BEFORE INSERT ON limits WHEN NEW.kind LIKE 'codes%' \
         BEGIN SELECT RAISE(ABORT, 'broken'); END",
        "ALTER TABLE limits ADD CONSTRAINT broken CHECK (kind NOT LIKE 'codes%') NOT VALID",
    );
    assert_eq!(olivia.post(&path, &by_desk).await.status, 503);
    assert_eq!(say(&contoso, &secret).await.status, 503);
    assert_eq!(olivia.post(&format!("{path}/answer"), &json!({"code": secret})).await.status, 503);
    let kept = operator::vendors(ground.place()).unwrap();
    assert_eq!(kept[0].code.as_ref().map(|code| (code.state, code.tries_left)), Some(("sending", 5)));
}
