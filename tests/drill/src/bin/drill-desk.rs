//! A desk to be killed: `drill-desk ROOT HOST-DATA URL PLATFORM`. It does what each line
//! on standard input says, as Olivia, and prints one JSON line for everything that it
//! tells anybody: what came of an act, and each head that it has taken in.
#![allow(clippy::expect_used, reason = "a process of a test ends where its ground is missing")]

use std::collections::HashMap;
use std::io::Write as _;
use std::path::PathBuf;
use std::sync::Arc;

use anp::keys::PublicKey;
use desk::view::{
    AnswerForm, DealForm, DealsAsked, EntryBody, MandateForm, OutgoingState, Problem, ProblemCode,
};
use desk::{Desk, Enrolment, HostPlace, Sources, Workspace};
use host::{Role, operator};
use serde_json::{Value, json};
use support::client::now;
use support::people;
use tokio::io::{AsyncBufReadExt as _, BufReader};

struct Operator(PathBuf);

impl Enrolment for Operator {
    fn enrol(&self, name: &str, key: &PublicKey) -> Result<String, Problem> {
        let refused = |_| Problem::new(ProblemCode::HostRefused);
        match operator::person_of(&self.0, key).map_err(refused)? {
            Some(person) => Ok(person),
            None => operator::enrol(&self.0, name, key, &Role::ALL, now()).map_err(refused),
        }
    }
}

/// Prints a line at once: what was not printed was not told.
fn tell(line: &Value) {
    let mut out = std::io::stdout().lock();
    writeln!(out, "{line}").and_then(|()| out.flush()).expect("somebody who listens");
}

#[tokio::main]
async fn main() {
    let mut arguments = std::env::args().skip(1);
    let mut next = || arguments.next().expect("ROOT HOST-DATA URL PLATFORM");
    let workspace = Workspace { root: next().into(), demo: false };
    let enrolment = Arc::new(Operator(next().into()));
    let host = HostPlace { url: next(), embedded: true, platform_fingerprint: Some(next()) };
    let sources = Sources::of_the_machine();
    let desk = Desk::open(&workspace, host, enrolment, None, sources).expect("a workspace");
    desk.hold_key("Olivia", people::olivia()).await.expect("Olivia's key");
    tokio::spawn(desk.clone().run());
    tokio::spawn(tell_heads(desk.clone()));
    tell(&json!({"told": "ready"}));
    let mut lines = BufReader::new(tokio::io::stdin()).lines();
    while let Ok(Some(line)) = lines.next_line().await {
        let asked: Value = serde_json::from_str(&line).expect("a line of JSON");
        let done = act(&desk, &asked).await;
        let answer = match done {
            Ok(answer) => json!({"told": "done", "answer": answer}),
            Err(problem) => json!({"told": "done", "problem": problem}),
        };
        tell(&answer);
    }
}

/// Tells each session's head as the window would show it.
async fn tell_heads(desk: Desk) {
    let mut changes = desk.changes();
    let mut told = HashMap::new();
    loop {
        for deal in desk.deals(&DealsAsked::default()).map(|page| page.rows).unwrap_or_default() {
            for card in desk.deal(&deal.id).map(|deal| deal.ledgers).unwrap_or_default() {
                let seen = (card.verdict.events, card.head.clone());
                if told.insert(card.session.clone(), seen.clone()) != Some(seen) {
                    let events = card.verdict.events;
                    tell(
                        &json!({"told": "head", "session": card.session, "events": events, "head": card.head}),
                    );
                }
            }
        }
        if matches!(changes.recv().await, Err(tokio::sync::broadcast::error::RecvError::Closed)) {
            return;
        }
    }
}

async fn act(desk: &Desk, asked: &Value) -> Result<Value, Problem> {
    let text = |key: &str| asked.get(key).and_then(Value::as_str).unwrap_or_default();
    let (session, deal) = (text("session"), text("deal"));
    match text("do") {
        "deal" => make_deal(desk).map(Value::from),
        "channel" => {
            until(desk, |desk| desk.app_view().ok()?.org).await;
            let channel = desk.set_channel(true).await?;
            Ok(json!(channel.handle))
        }
        "verify" => {
            let waits =
                |desk: &Desk| desk.vendors().into_iter().find(|vendor| vendor.agent_id == text("agent"));
            let vendor = until(desk, waits).await;
            desk.verify_vendor(&vendor.agent_id, &vendor.fingerprint).await?;
            Ok(Value::Null)
        }
        "assign" => {
            let there =
                |desk: &Desk| desk.today().ok()?.unsorted.into_iter().find(|row| row.session == session);
            until(desk, there).await;
            desk.assign_session(session, deal)?;
            Ok(Value::Null)
        }
        "review" => {
            let form = match text("form") {
                "accept" => AnswerForm::Accept,
                price => {
                    let mut form = desk.counter_form(session)?;
                    for line in &mut form.lines {
                        price.clone_into(&mut line.unit_price);
                    }
                    AnswerForm::Counter { form }
                }
            };
            let review = desk.review(session, &form)?;
            Ok(json!({"ticket": review.ticket, "events": review.events, "obstacle": review.obstacle}))
        }
        "approve" => desk.approve(text("ticket")).await.map(|outcome| json!(outcome)),
        "settled" => {
            let events = asked.get("events").and_then(Value::as_u64).unwrap_or_default();
            Ok(until(desk, |desk| settled(desk, deal, events)).await)
        }
        other => Err(Problem::new(ProblemCode::Gone).with("what", other)),
    }
}

fn make_deal(desk: &Desk) -> Result<String, Problem> {
    let deal = desk.make_deal(&DealForm {
        title: "CRM renewal".to_owned(),
        vendor: "Contoso".to_owned(),
        vendor_domains: Vec::new(),
    })?;
    let mandate = MandateForm {
        currency: "USD".to_owned(),
        target_annual: "525000".to_owned(),
        walk_away_annual: "568000".to_owned(),
        longest_term_months: "36".to_owned(),
        most_rounds: "6".to_owned(),
        ..MandateForm::default()
    };
    desk.set_mandate(&deal, &mandate)?;
    Ok(deal)
}

/// The deal's state once it has so many events and no answer is under way.
fn settled(desk: &Desk, deal: &str, events: u64) -> Option<Value> {
    let view = desk.deal(deal).ok()?;
    let seen = view.ledgers.first().map_or(0, |card| u64::from(card.verdict.events));
    let under_way = view.timeline.iter().any(|entry| {
        let state = match &entry.body {
            EntryBody::Outgoing { state, .. } => *state,
            _ => return false,
        };
        // One that waits for a quiet host leaves by itself once it can.
        matches!(state, OutgoingState::Sending | OutgoingState::Unknown | OutgoingState::Waiting)
    });
    (seen >= events && !under_way).then(|| json!({"state": view.state, "events": seen}))
}

async fn until<T>(desk: &Desk, mut seen: impl FnMut(&Desk) -> Option<T>) -> T {
    let mut changes = desk.changes();
    loop {
        if let Some(seen) = seen(desk) {
            return seen;
        }
        let _ = changes.recv().await;
    }
}
