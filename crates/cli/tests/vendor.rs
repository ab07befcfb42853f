//! The vendor agent against a real host: by hand in the sandbox, and as the demo's
//! other process with a buyer who answers over the desks' routes.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, missing_docs)]

mod office;

use anp::event::{Actor, Kind};
use anp::payload::{Message, Offer, Payload, Reason};
use anp::verify::{Outcome, Pin, Trust, VerifiedLog, judge};
use office::{Office, Teller, output, text, told};
use serde_json::{Value, json};
use support::client::Client;
use support::people;

fn registered(office: &Office, url: &str) -> String {
    let key = office.path("vendor-key.json");
    told(&[
        "vendor",
        "register",
        "--host",
        url,
        "--key",
        text(&key),
        "--name",
        "Contoso Seller Agent",
        "--vendor",
        "Contoso",
        "--contact",
        "sales@contoso.example",
    ]);
    text(&key).to_owned()
}

#[test]
fn a_negotiation_by_hand_in_the_sandbox() {
    let office = Office::new();
    let (_host, url) = office.serve("127.0.0.1:0");
    let key = registered(&office, &url);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        assert_eq!(std::fs::metadata(&key).unwrap().permissions().mode() & 0o777, 0o600);
    }
    let place = ["--host", &url, "--key", &key];
    let with = |act: &[&'static str], rest: &[&str]| -> Value {
        let mut all: Vec<&str> = vec!["vendor"];
        all.extend(act);
        all.extend(place);
        all.extend(rest);
        told(&all)
    };
    let opened = with(&["open"], &["--sandbox"]);
    let session = opened["session_id"].as_str().unwrap();
    assert_eq!(opened["event_count"], 2);
    let offer = office.path("offer.json");
    let terms = json!({
        "currency": "USD", "term_months": 36, "expires_at": "2099-01-01T00:00:00Z",
        "line_items": [{"description": "Seats", "quantity": 500, "unit": "seat/year", "unit_price": 1200, "currency": "USD"}],
    });
    std::fs::write(&offer, terms.to_string()).unwrap();
    let sent = with(&["offer"], &["--session", session, text(&offer)]);
    assert_eq!((&sent["seq"], &sent["event_count"]), (&json!(3), &json!(4)), "the sandbox counters at once");
    let said = with(&["message"], &["--session", session, "Is a longer term of use?"]);
    assert_eq!(said["seq"], 5);
    let saved = office.path("log.json");
    with(&["log"], &["--session", session, "--save", text(&saved)]);
    let log = with(&["log"], &["--session", session]);
    assert_eq!(log, serde_json::from_slice::<Value>(&std::fs::read(&saved).unwrap()).unwrap());
    assert_eq!(log["events"][3]["payload"]["line_items"][0]["unit_price"], 1056);
    let pin = format!("buyer={}", office.platform);
    let verdict = told(&["verify", text(&saved), "--json", "--pin", &pin, "--session", session]);
    assert_eq!((&verdict["verdict"], &verdict["anchored"]), (&json!("green"), &json!(true)));

    std::fs::write(&offer, terms.to_string().replace("USD", "usd")).unwrap();
    let refused = output(&[&["vendor", "offer", "--session", session, text(&offer)][..], &place].concat());
    assert_eq!(refused.status.code(), Some(1));
    assert!(String::from_utf8(refused.stderr).unwrap().contains("currency: must be three capital letters"));
    let unknown = output(&[&["vendor", "log", "--session", "none"][..], &place].concat());
    assert!(String::from_utf8(unknown.stderr).unwrap().contains("401"));
}

#[test]
fn a_key_that_cannot_be_read_is_never_replaced() {
    let office = Office::new();
    let key = office.path("vendor-key.json");
    std::fs::write(&key, "{\"seed\":\"precious but torn").unwrap();
    let arguments =
        ["vendor", "register", "--host", "http://127.0.0.1:9", "--key", text(&key), "--name", "N"];
    let output = output(&[&arguments[..], &["--vendor", "V", "--contact", "c@v.example"]].concat());
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(std::fs::read(&key).unwrap(), b"{\"seed\":\"precious but torn");
}

/// Olivia at her desk: reads the log as a desk does, answers with her own key.
struct Desk {
    client: Client,
    trust: Trust,
    session: String,
    decisions: u32,
}

impl Desk {
    async fn log(&self) -> VerifiedLog {
        let path = format!("/api/buyer/v1/sessions/{}/log", self.session);
        let answer = self.client.get(&path).await.ok();
        let judgement = judge(&answer.body, &self.trust);
        assert_eq!(judgement.verdict.outcome, Outcome::Green, "{:#?}", judgement.verdict);
        judgement.log.unwrap()
    }

    async fn answer(&mut self, payloads: &[Payload]) {
        let log = self.log().await;
        let event = |payload: &Payload| {
            let stated = anp::event::Stated::of(payload.clone()).sign(self.client.key());
            let text = stated.stated().canonical();
            json!({
                "kind": stated.stated().kind().as_str(),
                "payload": serde_json::from_str::<Value>(text).unwrap(),
                "signature": stated.signature().to_string(),
            })
        };
        self.decisions += 1;
        let body = json!({
            "decision": format!("00000000-0000-4000-8000-{:012}", self.decisions),
            "expect": {"seq": log.head().seq, "head": log.head().hash.to_string()},
            "events": payloads.iter().map(event).collect::<Vec<_>>(),
        });
        self.client.post(&format!("/api/buyer/v1/sessions/{}/events", self.session), &body).await.ok();
    }

    async fn last_offer(&self) -> (Offer, String) {
        let log = self.log().await;
        let event = log
            .events()
            .iter()
            .map(anp::verify::VerifiedEvent::event)
            .rfind(|event| event.actor == Actor::VendorAgent && event.stated.payload().offer().is_some())
            .unwrap();
        (event.stated.payload().offer().unwrap().clone(), event.hash.to_string())
    }
}

fn at(price: &str, offer: &Offer) -> Payload {
    let mut offer = offer.clone();
    offer.line_items[0].unit_price = price.parse().unwrap();
    offer.total_annual = None;
    Payload::CounterOffer(offer)
}

fn reason(text: &str) -> Reason {
    Reason { reason: Some(text.to_owned()) }
}

/// Steps 2 to 6 of the demo, without a window; the host is killed once on the way.
#[tokio::test]
async fn the_demo_from_registration_to_the_saved_log() {
    let office = Office::new();
    let (mut host, url) = office.serve(&format!("127.0.0.1:{}", support::port::free()));
    let key = people::olivia().public().to_string();
    let person = office.act(&["enrol", "--name", "Olivia", "--public-key", &key]);
    let handle = office.act(&["channel", "on"])["handle"].as_str().unwrap().to_owned();
    let state = office.path("contoso");
    let mut vendor =
        Teller::start(&["vendor", "demo", "--host", &url, "--handle", &handle, "--state", text(&state)]);
    let registered = vendor.step("registered");
    assert_eq!(registered["platform_fingerprint"], office.platform.as_str());
    vendor.step("waiting");
    office.act(&["verify", registered["agent_id"].as_str().unwrap()]);
    let session = vendor.step("opened")["session_id"].as_str().unwrap().to_owned();
    let first = vendor.step("sent");
    assert_eq!((&first["kind"], &first["total"]), (&json!("offer"), &json!("600000")));
    vendor.step("verified");

    let pin = |party, fingerprint: &str| Pin { party, fingerprint: fingerprint.parse_it() };
    let mut desk = Desk {
        client: Client::new(&url, person["person_id"].as_str().unwrap(), people::olivia()),
        trust: Trust {
            pins: vec![
                pin(Actor::VendorAgent, registered["fingerprint"].as_str().unwrap()),
                pin(Actor::Buyer, &office.platform),
            ],
            own_org: true,
            ..Trust::default()
        },
        session,
        decisions: 0,
    };
    let (offer, _) = desk.last_offer().await;
    desk.answer(&[at("1000", &offer)]).await;
    let second = vendor_offer(&mut vendor);
    assert_eq!((&second["kind"], &second["total"]), (&json!("counter_offer"), &json!("570000")));

    desk.answer(&[Payload::Message(Message { subject: None, body: "And support?".to_owned() })]).await;
    assert_eq!(vendor.step("received")["kind"], "message");
    assert_eq!(vendor.step("sent")["kind"], "message");

    // The host dies and comes back on its port; the vendor's polling goes on.
    host.kill();
    let (_host, again) = office.serve(url.trim_start_matches("http://"));
    assert_eq!(again, url);
    desk.client = Client::new(&url, &desk.client.id, people::olivia());
    desk.answer(&[Payload::Decline(reason("Still too dear."))]).await;
    let third = vendor_offer(&mut vendor);
    assert_eq!((&third["kind"], &third["total"]), (&json!("offer"), &json!("565000")));

    let (offer, _) = desk.last_offer().await;
    assert_eq!(offer.line_items.len(), 2);
    desk.answer(&[at("1043", &offer)]).await;
    assert_eq!(vendor_offer(&mut vendor)["total"], "553750", "500 at 1065.50 and premier support");

    let (offer, hash) = desk.last_offer().await;
    let accepted = format!("accepted {hash}");
    desk.answer(&[Payload::CounterOffer(offer), Payload::SessionClose(reason(&accepted))]).await;
    let closed = vendor.step("closed");
    assert_eq!(closed["reason"], accepted.as_str());
    assert_eq!(vendor.wait().code(), Some(0));
    let saved = std::fs::read(state.join("vendor-log.json")).unwrap();
    let judgement = judge(&saved, &desk.trust);
    assert_eq!(judgement.verdict.outcome, Outcome::Green);
    let kinds: Vec<_> =
        judgement.log.unwrap().events().iter().map(|event| event.event().stated.kind()).collect();
    let (offer, counter) = (Kind::Offer, Kind::CounterOffer);
    assert_eq!(
        kinds,
        [
            Kind::SessionOpen,
            Kind::Envelope,
            offer,
            counter,
            counter,
            Kind::Message,
            Kind::Message,
            Kind::Decline,
            offer,
            counter,
            counter,
            counter,
            Kind::SessionClose
        ]
    );
}

/// The next offer or counter that the vendor says it sent.
fn vendor_offer(vendor: &mut Teller) -> Value {
    loop {
        let sent = vendor.step("sent");
        if sent["total"].is_string() {
            return sent;
        }
    }
}

trait ParseIt {
    fn parse_it(&self) -> anp::digest::Fingerprint;
}

impl ParseIt for str {
    fn parse_it(&self) -> anp::digest::Fingerprint {
        anp::digest::Fingerprint::parse(self).unwrap()
    }
}
