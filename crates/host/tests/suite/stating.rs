//! What may be stated on a deal's ledger, and by whom: every cell, allowed and refused.

use anp::digest::PayloadHash;
use anp::keys::SecretKey;
use anp::ledger::LedgerId;
use host::Role;
use serde_json::{Value, json};
use support::client::{Answer, Client};
use support::people;
use uuid::Uuid;

use super::office::{DAY, Office, later, state};

/// Somebody with what they stated so far on the ledger of the deal.
struct Chair {
    name: &'static str,
    client: Client,
    counter: u64,
}

impl Chair {
    fn of(office: &Office, seed: u8, (name, role): (&'static str, Role)) -> Self {
        let client = office.ground.person(name, SecretKey::from_seed(&[seed; 32]), &[role]);
        Self { name, client, counter: 0 }
    }

    fn print(&self) -> String {
        self.client.key().fingerprint().to_string()
    }

    async fn says(&mut self, ledger: &LedgerId, kind: &str, payload: &Value) -> Answer {
        let answer = state(&self.client, ledger, self.counter + 1, kind, payload).await;
        self.counter += u64::from(answer.status == 200);
        answer
    }
}

/// A deal of an owner's for whom somebody stands in, and somebody stood in once; beside them one of each
/// role, who has nothing to do with it.
struct Table {
    office: Office,
    deal: LedgerId,
    session: String,
    chairs: Vec<Chair>,
}

impl Table {
    async fn laid() -> Self {
        let office = Office::new().await;
        let people = [
            ("owner", Role::DealOwner),
            ("stand_in", Role::DealOwner),
            ("stood_in", Role::DealOwner),
            ("deal_owner", Role::DealOwner),
            ("procurement", Role::Procurement),
            ("legal", Role::Legal),
            ("org_owner", Role::OrgOwner),
        ];
        let chairs: Vec<Chair> =
            (200..).zip(people).map(|(seed, person)| Chair::of(&office, seed, person)).collect();
        let owner = &chairs[0].client;
        let (deal, session, _) = office.deal(owner, owner.key()).await;
        let word = |chair: &Chair, until: i64| json!({"to": chair.print(), "until": later(until)});
        state(owner, &office.org, 1, "delegated", &word(&chairs[1], DAY)).await.ok();
        state(owner, &office.org, 2, "delegated", &word(&chairs[2], DAY)).await.ok();
        state(owner, &office.org, 3, "delegated", &word(&chairs[2], -1)).await.ok();
        let mut table = Self { office, deal, session, chairs };
        // The deal and the session that was sorted into it.
        table.chairs[0].counter = 2;
        table
    }

    fn chair(&mut self, name: &str) -> &mut Chair {
        self.chairs.iter_mut().find(|chair| chair.name == name).unwrap()
    }

    /// Everybody states this, and exactly these may.
    async fn only(&mut self, kind: &str, payload: &Value, may: &[&str]) {
        for chair in &mut self.chairs {
            let answer = chair.says(&self.deal, kind, payload).await;
            if may.contains(&chair.name) {
                assert_eq!(
                    answer.status,
                    200,
                    "{} states {kind} {payload}: {}",
                    chair.name,
                    answer.message()
                );
            } else {
                assert_eq!(
                    (answer.status, answer.code()),
                    (403, "forbidden".to_owned()),
                    "{} {kind}",
                    chair.name
                );
            }
        }
    }
}

const EVERYBODY: [&str; 7] =
    ["owner", "stand_in", "stood_in", "deal_owner", "procurement", "legal", "org_owner"];
const DECIDES: [&str; 2] = ["owner", "stand_in"];
const DEAL_OWNERS: [&str; 4] = ["owner", "stand_in", "stood_in", "deal_owner"];
const PREPARES: [&str; 5] = ["owner", "stand_in", "stood_in", "deal_owner", "procurement"];

#[tokio::test]
async fn a_deals_ledger_takes_from_each_what_is_theirs_to_state_and_nothing_else() {
    let mut table = Table::laid().await;
    let (owner, session) = (table.chair("owner").print(), table.session.clone());
    for answer in ["counter", "accept", "decline", "close", "accept_proposal", "of a later version"] {
        table.only("decision", &json!({"answer": answer}), &DECIDES).await;
    }
    // One that says nothing of what it answers is taken for the gravest.
    table.only("decision", &json!({}), &DECIDES).await;
    table.only("decision", &json!({"answer": "message"}), &PREPARES).await;
    for kind in ["mandate", "resealed", "mode", "agent_answered", "reminder", "parley", "parley_act"] {
        table.only(kind, &json!({}), &DECIDES).await;
    }
    for kind in ["adcp_departures", "adcp_given_up"] {
        table.only(kind, &json!({"idempotency_key": "0123456789abcdef"}), &DECIDES).await;
    }
    table.only("adcp_answer", &json!({}), &DEAL_OWNERS).await;
    for kind in ["draft", "quote", "stopped"] {
        table.only(kind, &json!({}), &PREPARES).await;
    }
    table.only("assigned", &json!({"session": session}), &PREPARES).await;
    table.only("dispute_seen", &json!({}), &["legal"]).await;
    for kind in ["comment", "advice", "judged", "tactic_corrected", "void", "of_a_later_version"] {
        table.only(kind, &json!({}), &EVERYBODY).await;
    }
    // Last, since it is the owner's word: to the same owner again.
    table.only("owner", &json!({"owner": owner}), &["owner", "org_owner"]).await;
}

#[tokio::test]
async fn a_vote_takes_ballots_of_those_whom_its_rule_names() {
    let mut table = Table::laid().await;
    let person = |print: String| json!({"key": print, "name": "Somebody"});
    let (holder, in_place) = (table.chair("legal").print(), table.chair("procurement").print());
    let rule = |seats: Value| json!({"seats": seats});
    let seats = json!([{"holder": person(holder), "stand_ins": [person(in_place)]}]);
    let opened = json!({"proposal": {"id": "v1"}, "rule": rule(seats)});
    table.only("proposal", &opened, &["owner", "stand_in"]).await;
    let ballot = |id: &str| json!({"ballot": {"proposal_id": id}});
    table.only("ballot", &ballot("v1"), &["procurement", "legal"]).await;
    table.only("ballot", &ballot("v2"), &[]).await;
    table.only("ballot", &json!({}), &[]).await;
    // A second vote of the same name gives nobody a seat in the first.
    let own = table.chair("org_owner").print();
    let second =
        json!({"proposal": {"id": "v1"}, "rule": rule(json!([{"holder": person(own), "stand_ins": []}]))});
    table.only("proposal", &second, &["owner", "stand_in"]).await;
    table.only("ballot", &ballot("v1"), &["procurement", "legal"]).await;
}

#[tokio::test]
async fn that_a_decision_came_to_nothing_is_said_by_who_decided() {
    let mut table = Table::laid().await;
    let deal = table.deal.clone();
    let decided = json!({"answer": "counter", "at": "2026-12-01T10:00:00Z"});
    table.chair("stand_in").says(&deal, "decision", &decided).await.ok();
    let canonical = anp::json::canonical(&anp::json::parse_flawless(decided.to_string().as_bytes()).unwrap());
    let id = PayloadHash::of_canonical(&canonical).to_string();
    table.only("lapsed", &json!({"decision": id}), &["stand_in"]).await;
    table.only("lapsed", &json!({"decision": "0".repeat(64)}), &[]).await;
    table.only("lapsed", &json!({}), &[]).await;
}

/// Two who decide on one offer at once: both may, and the order is the host's. Who may no longer is refused
/// in plain words, and what follows is taken under the same number.
#[tokio::test]
async fn who_decides_is_asked_at_the_hour_in_which_it_is_taken() {
    let mut table = Table::laid().await;
    let (deal, org) = (table.deal.clone(), table.office.org.clone());
    let decided = json!({"answer": "counter"});
    let (mut owner, mut stand_in) = (table.chairs.remove(0), table.chairs.remove(0));
    let (first, second) =
        tokio::join!(owner.says(&deal, "decision", &decided), stand_in.says(&deal, "decision", &decided));
    assert_eq!((first.status, second.status), (200, 200));
    let over = json!({"to": stand_in.print(), "until": later(-1)});
    state(&owner.client, &org, 4, "delegated", &over).await.ok();
    assert_eq!(stand_in.says(&deal, "decision", &decided).await.code(), "forbidden");
    stand_in.says(&deal, "void", &json!({"refused": "decision"})).await.ok();
    // A deal is its owner's still who lost the role, and decided by nobody.
    let roles = json!({"person": owner.print(), "roles": ["procurement"]});
    state(&table.office.olivia, &org, 2, "roles", &roles).await.ok();
    for kind in ["decision", "mandate"] {
        assert_eq!(owner.says(&deal, kind, &decided).await.code(), "forbidden", "{kind}");
    }
    let gone = json!({"person": stand_in.print()});
    state(&table.office.olivia, &org, 3, "left", &gone).await.ok();
    assert_eq!(stand_in.says(&deal, "comment", &json!({})).await.code(), "refused");
}

/// Who is nobody of the organisation is told nothing of a deal, not even that there is one.
#[tokio::test]
async fn a_deal_is_shown_to_colleagues_alone() {
    let table = Table::laid().await;
    let path = format!("/api/buyer/v1/ledgers/{}/0", table.deal);
    for chair in &table.chairs {
        chair.client.get(&path).await.ok();
    }
    let contoso =
        Client::registered(table.office.ground.url(), "Other Agent", people::tailspin_agent()).await;
    let stranger = Client::new(table.office.ground.url(), &contoso.id, people::mallory());
    let refused = stranger.get("/api/buyer/v1/ledgers").await.undated();
    for who in [&contoso, &stranger] {
        for path in [path.as_str(), "/api/buyer/v1/ledgers/none/0", "/api/buyer/v1/ledgers"] {
            assert_eq!(who.get(path).await.undated(), refused, "{path}");
        }
        let said = state(who, &table.deal, 1, "comment", &json!({})).await;
        assert_eq!(said.undated(), refused, "and states nothing");
    }
}

#[tokio::test]
async fn a_desks_agent_states_nothing_anywhere() {
    let mut table = Table::laid().await;
    let (deal, org) = (table.deal.clone(), table.office.org.clone());
    let key = SecretKey::from_seed(&[90; 32]);
    let agent = table.office.ground.person("Desk agent", key, &[Role::Agent]);
    for (ledger, kind) in
        [(&deal, "comment"), (&deal, "decision"), (&deal, "void"), (&org, "void"), (&org, "left")]
    {
        let said = json!({"answer": "message", "person": agent.key().fingerprint().to_string()});
        assert_eq!(state(&agent, ledger, 1, kind, &said).await.code(), "forbidden", "{kind}");
    }
    table.chair("owner").says(&deal, "comment", &json!({"text": "still here"})).await.ok();
}

#[tokio::test]
async fn a_session_of_no_deal_takes_words_alone() {
    let mut table = Table::laid().await;
    let contoso = table.office.ground.verified().await;
    let handle = table.office.ground.switch(host::operator::Switch::On).unwrap();
    let session = contoso.opened(Some(&handle)).await;
    table.deal = LedgerId::parse(&session).unwrap();
    for chair in &mut table.chairs {
        chair.counter = 0;
    }
    table.only("comment", &json!({}), &EVERYBODY).await;
    table.only("dispute_seen", &json!({}), &["legal"]).await;
    for kind in ["decision", "mandate", "owner", "ballot", "lapsed"] {
        table.only(kind, &json!({}), &[]).await;
    }
    // Where neither a deal nor a session is of this name nothing is begun by a word.
    table.deal = LedgerId::parse(&Uuid::from_u128(404).to_string()).unwrap();
    for chair in &mut table.chairs {
        chair.counter = 0;
        assert_eq!(chair.says(&table.deal, "comment", &json!({})).await.code(), "conflict", "{}", chair.name);
    }
}

/// Of two desks of one person's that goes on with another key: what the old one decided the new one may let lapse.
#[tokio::test]
async fn a_seat_and_a_decision_stay_with_the_person_whose_key_is_followed() {
    let mut table = Table::laid().await;
    let (deal, org) = (table.deal.clone(), table.office.org.clone());
    let (old, fresh) = (table.chair("owner").print(), people::pat_anew());
    let seat = json!([{"holder": {"key": old, "name": "Owner"}, "stand_ins": []}]);
    let opened = json!({"proposal": {"id": "v1"}, "rule": {"seats": seat}});
    let decided = json!({"answer": "decline"});
    let owner = table.chair("owner");
    owner.says(&deal, "proposal", &opened).await.ok();
    owner.says(&deal, "decision", &decided).await.ok();
    let message = anp::join::rotate_proof(org.as_str(), &owner.client.key().public(), &fresh.public());
    let id = Uuid::from_u128(31).to_string();
    let said = json!({
        "person": id,
        "proof": fresh.sign(message.as_bytes()).to_string(),
        "public_key": fresh.public().to_string(),
    });
    state(&owner.client, &org, 4, "rotated", &said).await.ok();
    let client = Client::new(table.office.ground.url(), &id, fresh);
    let mut next = Chair { name: "next", client, counter: 0 };
    next.says(&deal, "ballot", &json!({"ballot": {"proposal_id": "v1"}})).await.ok();
    let id = PayloadHash::of_canonical(r#"{"answer":"decline"}"#).to_string();
    next.says(&deal, "lapsed", &json!({"decision": id})).await.ok();
    next.says(&deal, "decision", &decided).await.ok();
}
