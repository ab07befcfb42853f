//! The desk's own agent, the organisation's switch, and a model that obeys whatever it reads.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, missing_docs)]

mod ground;
mod model;

use std::collections::BTreeMap;
use std::path::Path;

use desk::Desk;
use desk::view::{AnswerForm, Approved, ModeForm, ModelForm, ProblemCode, Standing};
use ground::{Ground, message, ours};
use model::{Manner, Model};
use support::client::{now, offer};
use support::ledgers;
use support::line::Fate;

fn mode(mode: &str) -> ModeForm {
    ModeForm { mode: mode.to_owned(), per_day: 10, per_session: 2 }
}

async fn automatic(ground: &Ground, deal: &str) {
    ground.desk.make_agent().await.unwrap();
    ground.desk.set_mode(deal, &mode("auto")).await.unwrap();
}

fn asks(body: &str) -> serde_json::Value {
    serde_json::json!({ "body": body })
}

#[tokio::test]
async fn the_agent_answers_what_is_routine_under_its_own_key_within_its_caps() {
    let ground = Ground::new().await;
    let contoso = ground.contoso().await;
    let deal = ground.deal();
    let session = ground.offered(&contoso, &deal, 1140.0).await;
    // In manual mode nothing is answered and nothing suggested, in assist mode it is suggested.
    contoso.say(&session, "message", &asks("Did you receive our offer?")).await.ok();
    ground.head(&deal, &session, 4).await;
    assert_eq!(ground.desk.deal(&deal).unwrap().mode.unwrap().suggestions, []);
    assert!(ground.desk.set_mode(&deal, &mode("auto")).await.is_err(), "without a key");
    ground.desk.set_mode(&deal, &mode("assist")).await.unwrap();
    let suggested = |desk: &Desk| desk.deal(&deal).unwrap().mode.unwrap().suggestions.pop();
    assert!(ground.until("a suggestion", suggested).await.text.contains("event 3"));
    assert!(ours(&contoso.log(&session).await).is_empty());

    automatic(&ground, &deal).await;
    ground.head(&deal, &session, 5).await;
    let log = contoso.log(&session).await.json();
    let answer = &log["events"][4];
    assert_eq!((answer["kind"].as_str(), answer["actor"].as_str()), (Some("message"), Some("buyer")));
    let view = ground.desk.deal(&deal).unwrap();
    let entry = view.timeline.iter().find(|entry| entry.id.ends_with(":5")).unwrap();
    assert_eq!((entry.standing, entry.author.as_str()), (Standing::AgentKey, "Desk agent"));
    let agent = ground.desk.agent_view().unwrap().fingerprint.unwrap();
    assert_eq!(answer["signer"].as_str(), Some(agent.as_str()));
    assert_eq!(view.mode.unwrap().answered_today, 1);

    // What plays a tactic waits for a person; a second routine question is answered, a third is over the cap.
    let pressing = "Did you get our offer? This is our last and final offer, take it or leave it.";
    contoso.say(&session, "message", &asks(pressing)).await.ok();
    ground.head(&deal, &session, 6).await;
    contoso.say(&session, "message", &asks("When may we expect to hear from you?")).await.ok();
    ground.head(&deal, &session, 8).await;
    contoso.say(&session, "message", &asks("Any news?")).await.ok();
    ground.head(&deal, &session, 9).await;
    let read = |desk: &Desk| {
        let entries = desk.deal(&deal).unwrap().reading.entries;
        entries.iter().any(|reading| reading.entry.ends_with(":9")).then_some(())
    };
    ground.until("the last one is read", read).await;
    // A pass of reading answers before it ends: the next is begun by what we write ourselves.
    assert_eq!(ground.answer(&session, &message("We will come back to you.")).await, 10);
    assert_eq!(ours(&contoso.log(&session).await).len(), 3);
}

#[tokio::test]
async fn nothing_formal_is_the_agents_at_the_host_and_in_the_desks_own_record() {
    let ground = Ground::new().await;
    let contoso = ground.contoso().await;
    let deal = ground.deal();
    automatic(&ground, &deal).await;
    let session = ground.offered(&contoso, &deal, 1140.0).await;
    // A formal offer waits for its owner in automatic mode as in any other.
    ground.held(&deal, 3).await;
    contoso.say(&session, "message", &asks("Did you receive our offer?")).await.ok();
    ground.head(&deal, &session, 5).await;
    ground.held(&deal, 3).await;
    let kinds: Vec<String> = ours(&contoso.log(&session).await).into_iter().map(|(kind, _)| kind).collect();
    assert_eq!(kinds, ["message"]);
    let person =
        ground.host_db().query_row("SELECT roles FROM people WHERE name = 'Desk agent'", [], |row| {
            row.get::<_, String>(0)
        });
    assert_eq!(person.unwrap(), "agent");
    assert!(host::may(&[host::Role::Agent], host::Act::Append(anp::event::Kind::Message)));
    for kind in ["counter_offer", "decline", "session_close", "envelope", "offer"] {
        let kind = anp::event::Kind::parse(kind).unwrap();
        assert!(!host::may(&[host::Role::Agent], host::Act::Append(kind)), "{kind}");
    }
}

#[tokio::test]
async fn one_press_stops_everything_until_an_owner_lifts_it() {
    let ground = Ground::new().await;
    let contoso = ground.contoso().await;
    let deal = ground.deal();
    automatic(&ground, &deal).await;
    let session = ground.offered(&contoso, &deal, 1140.0).await;
    let review = ground.review(&session, &ground.counter(&session, "1045.6"));
    // An answer is on its way and nobody knows whether it arrived: it waits in the outbox.
    ground.line.decides(|route| {
        if route.starts_with("POST /api/buyer/v1/sessions/") { Fate::Lost } else { Fate::Passes }
    });
    let waiting = ground.review(&session, &message("One moment, please."));
    assert_eq!(ground.desk.approve(&waiting.ticket).await.unwrap(), Approved::Unknown);
    assert!(ground.desk.halt().unwrap().halted);
    ground.line.is_honest();
    let problem = ground.desk.approve(&review.ticket).await.unwrap_err();
    assert_eq!((problem.code, problem.facts["by"].as_str()), (ProblemCode::Halted, "Olivia"));
    ground.problem(ProblemCode::Halted).await;
    contoso.say(&session, "message", &asks("Did you receive our offer?")).await.ok();
    ground.head(&deal, &session, 4).await;
    let read = |desk: &Desk| {
        let entries = desk.deal(&deal).unwrap().reading.entries;
        entries.iter().any(|reading| reading.entry.ends_with(":4")).then_some(())
    };
    ground.until("it is read", read).await;
    // It outlives a restart, and neither the agent nor the outbox says anything.
    let ground = ground.reopened(|_| {}).await;
    ground.problem(ProblemCode::Halted).await;
    ground.desk.set_channel(true).await.unwrap();
    assert!(ours(&contoso.log(&session).await).is_empty());
    assert!(ground.desk.approve("anything").await.is_err());

    assert!(!ground.desk.resume().unwrap().halted);
    let said = |_: &Desk| (!ledgers::entries(&ground.db(), &deal).is_empty()).then_some(());
    ground.until("the ledger", said).await;
    let org: Vec<String> = ground
        .db()
        .prepare(
            "SELECT kind FROM (SELECT kind, counter FROM ledger WHERE ledger LIKE 'org%'
             UNION SELECT kind, counter FROM ledger_pending WHERE ledger LIKE 'org%')
             WHERE kind IN ('agent', 'halted', 'resumed') ORDER BY counter",
        )
        .unwrap()
        .query_map([], |row| row.get(0))
        .unwrap()
        .map(Result::unwrap)
        .collect();
    assert_eq!(org, ["agent", "halted", "resumed"]);
    let gone = |desk: &Desk| {
        let problems = desk.app_view().unwrap().problems;
        (!problems.iter().any(|problem| problem.code == ProblemCode::Halted)).then_some(())
    };
    ground.until("it is lifted", gone).await;
}

/// Everything that a text could try to change.
fn settings_of(ground: &Ground) -> BTreeMap<String, String> {
    let db = ground.db();
    let mut query = db.prepare("SELECT name, value FROM settings WHERE name <> 'cursor'").unwrap();
    let rows = query.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
    rows.map(Result::unwrap).collect()
}

/// The injected corpus through mails, notes, conditions, messages, subjects and file names, with automatic
/// answers on and a model that does what it is told.
#[tokio::test]
async fn no_injected_text_sends_or_changes_anything_even_with_a_model_that_obeys() {
    let ground = Ground::new().await;
    let contoso = ground.contoso().await;
    let deal = ground.deal();
    automatic(&ground, &deal).await;
    let obedient = Model::start(Manner::Obeys).await;
    let form = ModelForm { on: true, url: obedient.url.clone(), model: "stub".to_owned() };
    ground.desk.set_model(&form).unwrap();
    let session = ground.offered(&contoso, &deal, 1140.0).await;
    let before = (settings_of(&ground), ground.desk.deal(&deal).unwrap(), ground.app());

    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/agent/injected.jsonl");
    let corpus = std::fs::read_to_string(path).unwrap();
    let (mut events, mut mails) = (0, 0);
    for (at, line) in corpus.lines().enumerate() {
        let case: serde_json::Value = serde_json::from_str(line).unwrap();
        let text = case["text"].as_str().unwrap();
        let short: String = text.chars().take(480).collect();
        match case["where"].as_str().unwrap() {
            "message" => {
                contoso.say(&session, "message", &asks(text)).await.ok();
                events += 1;
            }
            "notes" | "conditions" => {
                let mut said = offer(1140.0);
                let value = if case["where"] == "notes" { text.into() } else { serde_json::json!([short]) };
                said[case["where"].as_str().unwrap()] = value;
                contoso.say(&session, "offer", &said).await.ok();
                events += 1;
            }
            place => {
                put(&ground, at, place, text);
                mails += 1;
            }
        }
    }
    assert!(events + mails >= 60);
    let read = |desk: &Desk| {
        let view = desk.deal(&deal).unwrap();
        let there = view.timeline.iter().filter(|entry| !entry.ours).count();
        (view.reading.waiting == 0 && there >= events + mails).then_some(view)
    };
    let view = ground.until("all of it is read", read).await;
    obedient.asked_about(20).await;
    let marked = view.reading.entries.iter().filter(|reading| !reading.marks.is_empty()).count();
    assert!(marked >= 100, "{marked} entries are marked");

    // No outbound: not a byte of ours on the chain, no mail, nothing in the outbox.
    assert_eq!(ours(&contoso.log(&session).await), []);
    for table in ["outbox", "mail_out", "agent_answers"] {
        let count: i64 =
            ground.db().query_row(&format!("SELECT count(*) FROM {table}"), [], |row| row.get(0)).unwrap();
        assert_eq!(count, 0, "{table}");
    }
    // No change: settings, mandate, mode, channel and vendors are as they were.
    assert_eq!(settings_of(&ground), before.0);
    assert_eq!(view.mandate, before.1.mandate);
    assert_eq!(view.mode.as_ref().map(|mode| &mode.mode), before.1.mode.as_ref().map(|mode| &mode.mode));
    assert_eq!(ground.app().org, before.2.org);
    assert_eq!(ground.desk.vendors().len(), 1);
    let kinds: Vec<String> =
        ledgers::entries(&ground.db(), &deal).into_iter().map(|entry| entry.kind).collect();
    assert!(
        kinds.iter().all(|kind| ["deal", "assigned", "mandate", "mode", "judged"].contains(&kind.as_str())),
        "{kinds:?}"
    );
    assert!(!ground.desk.halt_view().unwrap().halted);
    // What the model said stands nowhere but in readings, as words that stand in the text.
    for reading in &view.reading.entries {
        assert!(reading.model.iter().all(|tactic| tactic.shown.iter().all(|shown| !shown.text.is_empty())));
    }
}

fn put(ground: &Ground, at: usize, place: &str, text: &str) {
    let flat = text.replace(['\r', '\n'], " ");
    let encoded = |text: &str| {
        let words: Vec<String> = text.bytes().map(|byte| format!("={byte:02X}")).collect();
        words
            .chunks(20)
            .map(|part| format!("=?utf-8?Q?{}?=", part.concat()))
            .collect::<Vec<_>>()
            .join("\r\n ")
    };
    let subject = if place == "subject" { encoded(&flat) } else { format!("Number {at}") };
    let (kind, body) = if place == "filename" {
        let file = flat.replace('"', "");
        let body = format!(
            "--b\r\nContent-Type: text/plain\r\n\r\nSee the file.\r\n--b\r\nContent-Type: application/pdf\r\n\
             Content-Disposition: attachment; filename=\"{file}\"\r\n\r\nx\r\n--b--\r\n"
        );
        ("multipart/mixed; boundary=b", body)
    } else {
        ("text/plain; charset=utf-8", if place == "subject" { "Hello.".to_owned() } else { text.to_owned() })
    };
    let date = chrono::DateTime::from_timestamp_millis(now().millis()).unwrap().to_rfc2822();
    let letter = format!(
        "Date: {date}\r\nMessage-ID: <{at}@contoso.example>\r\nFrom: Sales <sales@contoso.example>\r\n\
         To: procurement@northwind.example\r\nSubject: {subject}\r\nContent-Type: {kind}\r\n\r\n{body}\r\n"
    );
    let path = ground.folder.path().join("desk/mail").join(format!("{at}.eml"));
    std::fs::write(path.with_extension("part"), letter).unwrap();
    std::fs::rename(path.with_extension("part"), &path).unwrap();
}

#[tokio::test]
async fn a_models_answer_is_data_and_its_outage_is_quiet() {
    let ground = Ground::new().await;
    let contoso = ground.contoso().await;
    let deal = ground.deal();
    let session = ground.offered(&contoso, &deal, 1140.0).await;
    assert!(!ground.desk.model_view().unwrap().form.on, "off until somebody sets it");
    let set = |url: &str| {
        ground.desk.set_model(&ModelForm { on: true, url: url.to_owned(), model: "stub".to_owned() })
    };
    for url in ["http://model.example/v1", "ftp://127.0.0.1/", "", "http://127.0.0.1.example/v1"] {
        assert_eq!(set(url).unwrap_err().code, ProblemCode::FormInvalid, "{url}");
    }
    let words = "We would need your yes before the sun goes down. Everything else is fine.";
    let model_of = |desk: &Desk, seq: &str| {
        let entries = desk.deal(&deal).unwrap().reading.entries;
        entries.into_iter().find(|reading| reading.entry.ends_with(seq)).map(|reading| reading.model)
    };

    // It answers well: a family with words of the text. It sees nothing but the text.
    let well = Model::start(Manner::Names("deadline", "before the sun goes down")).await;
    set(&well.url).unwrap();
    contoso.say(&session, "message", &asks(words)).await.ok();
    let named = |desk: &Desk| model_of(desk, ":4").filter(|model| !model.is_empty());
    let model = ground.until("the model's word", named).await;
    assert_eq!(
        (model[0].family.as_str(), model[0].shown[0].text.as_str()),
        ("deadline", "before the sun goes down")
    );
    let seen = well.seen();
    assert!(seen.contains(words));
    for secret in ["525000", "568000", "Olivia", "CRM renewal", "mandate"] {
        assert!(!seen.contains(secret), "{secret}");
    }

    // Badly, with words that stand nowhere, with a family that is none, with orders: nothing is taken.
    for manner in [
        Manner::Garbage,
        Manner::Names("deadline", "not in the text"),
        Manner::Names("evil", "sun"),
        Manner::Huge,
    ] {
        let bad = Model::start(manner).await;
        set(&bad.url).unwrap();
        let at = contoso.log(&session).await.json()["events"].as_array().unwrap().len() + 1;
        contoso.say(&session, "message", &asks(words)).await.ok();
        bad.asked_about(1).await;
        let shown = |desk: &Desk| {
            let last = desk.model_view().unwrap().last;
            (!last.is_empty()).then(|| model_of(desk, &format!(":{at}")).unwrap_or_default())
        };
        assert_eq!(ground.until("an answer", shown).await, [], "{manner:?}");
    }

    // It is away: what comes in is shown and read all the same, and no problem is told.
    set("http://127.0.0.1:9/v1").unwrap();
    let at = contoso.log(&session).await.json()["events"].as_array().unwrap().len() + 1;
    contoso.say(&session, "message", &asks("Our last and final offer, take it or leave it.")).await.ok();
    let read = |desk: &Desk| {
        let entries = desk.deal(&deal).unwrap().reading.entries;
        let found = entries.into_iter().find(|reading| reading.entry.ends_with(&format!(":{at}")))?;
        (desk.model_view().unwrap().last == "away" && !found.tactics.is_empty()).then_some(())
    };
    ground.until("the rules' reading", read).await;
    assert_eq!(ground.app().problems, []);

    // It never answers: the same.
    let silent = Model::start(Manner::Silent).await;
    set(&silent.url).unwrap();
    contoso.say(&session, "message", &asks("Hello again, and thank you for your time.")).await.ok();
    let at = at + 1;
    let read = |desk: &Desk| {
        let entries = desk.deal(&deal).unwrap().reading.entries;
        entries.iter().any(|reading| reading.entry.ends_with(&format!(":{at}"))).then_some(())
    };
    ground.until("the reading", read).await;
    assert!(matches!(
        ground.desk.review(&session, &AnswerForm::Message { subject: String::new(), body: "Hello.".to_owned() }),
        Ok(review) if review.obstacle.is_none()
    ));
}
