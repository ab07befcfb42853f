//! The demo's other process: Contoso's agent, from its registration to the saved log.
//! Each step is one JSON object on a line of standard output.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anp::event::SessionId;
use anp::verify::VerifiedEvent;
use serde_json::{Value, json};

use super::door::{Door, now};
use super::papers::{self, Papers};
use super::table::{Record, Registrant, Table};
use super::tactic::{Contoso, Move, mandate};
use super::target;
use super::trouble::Trouble;
use crate::out;

/// How often the host is asked whether something happened.
const PULSE: Duration = Duration::from_millis(500);

/// What the demo is given.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// The buyer's host.
    #[arg(long, value_name = "URL")]
    host: String,
    /// The organisation's handle.
    #[arg(long)]
    handle: String,
    /// Where the agent keeps its key and at last the log.
    #[arg(long, value_name = "DIR", default_value = "contoso")]
    state: PathBuf,
    /// How many seconds it goes on while the host refuses or cannot be reached.
    #[arg(long, value_name = "SECONDS", default_value_t = 1800)]
    patience: u64,
    /// Ends with standard input: so it never outlives a program that started it and
    /// holds the other end, however that program ends.
    #[arg(long)]
    attached: bool,
}

/// Plays the vendor.
pub async fn run(arguments: Arguments) -> ExitCode {
    let played = tokio::select! {
        played = play(&arguments) => played,
        () = left_alone(arguments.attached) => {
            step(&json!({"step": "ended", "detail": "standard input has ended"}));
            return ExitCode::SUCCESS;
        }
    };
    match played {
        Ok(()) => ExitCode::SUCCESS,
        Err(trouble) => {
            step(&json!({"step": "failed", "detail": trouble.to_string()}));
            out::complaint(&out::inert(&trouble.to_string()));
            ExitCode::FAILURE
        }
    }
}

/// Ready when standard input ends; never, where the agent is not attached to it.
async fn left_alone(attached: bool) {
    if !attached {
        return std::future::pending().await;
    }
    let (ended, end) = tokio::sync::oneshot::channel();
    // A thread of its own: a read cannot be taken back, and the process ends around it.
    std::thread::spawn(move || {
        let _ = std::io::copy(&mut std::io::stdin().lock(), &mut std::io::sink());
        let _ = ended.send(());
    });
    let _ = end.await;
}

fn step(words: &Value) {
    out::line(&words.to_string());
}

async fn play(arguments: &Arguments) -> Result<(), Trouble> {
    let contoso = Contoso::in_dollars().map_err(|fault| Trouble::Input(fault.to_string()))?;
    std::fs::create_dir_all(&arguments.state).map_err(|fault| Trouble::file(&arguments.state, fault))?;
    let patience = Duration::from_secs(arguments.patience);
    let mut table = Table {
        door: Door::at(&arguments.host, patience)?,
        host: arguments.host.trim_end_matches('/').to_owned(),
        papers: Papers::open_or_make(&arguments.state.join("vendor-key.json"))?,
    };
    register(&mut table).await?;
    let (session, record) = sit_down(&mut table, &arguments.handle, patience).await?;
    let (record, reason) = negotiate(&mut table, contoso, &session, record, patience).await?;
    let path = arguments.state.join("vendor-log.json");
    papers::write_private(&path, record.text.as_bytes())?;
    step(&json!({
        "step": "closed",
        "session_id": session.as_str(),
        "reason": reason,
        "event_count": record.log.head().seq,
        "chain_head": record.log.head().hash.to_string(),
        "verdict": "green",
        "log": path.display().to_string(),
    }));
    Ok(())
}

async fn register(table: &mut Table) -> Result<(), Trouble> {
    let who =
        Registrant { name: "Contoso Seller Agent", vendor: "Contoso", contact: "sales@contoso.example" };
    let registered = table.register(&who).await?;
    let platform = table.platform().await?;
    step(&json!({
        "step": "registered",
        "agent_id": registered.agent_id,
        "fingerprint": registered.fingerprint,
        "status": registered.status,
        "platform_fingerprint": platform.to_string(),
    }));
    Ok(())
}

/// Opens the session as soon as the organisation has verified the agent; goes on with
/// the one that an earlier run opened.
async fn sit_down(
    table: &mut Table,
    handle: &str,
    patience: Duration,
) -> Result<(SessionId, Record), Trouble> {
    if let Some(session) = table.papers.sessions(&table.host).into_iter().next() {
        let record = table.log(&session).await?;
        step(
            &json!({"step": "resumed", "session_id": session.as_str(), "event_count": record.log.head().seq}),
        );
        return Ok((session, record));
    }
    let mut waiting = false;
    let until = Instant::now() + patience;
    loop {
        match table.open(&target(Some(handle)), &mandate()).await {
            Ok((session, record)) => {
                step(&json!({"step": "opened", "session_id": session.as_str()}));
                return Ok((session, record));
            }
            // Not verified yet, or the channel is off: the refusal does not say which.
            Err(trouble @ (Trouble::Refused { .. } | Trouble::NotSent(_) | Trouble::Unclear(_)))
                if Instant::now() < until =>
            {
                if !waiting {
                    step(&json!({"step": "waiting", "for": "verification", "detail": trouble.to_string()}));
                }
                waiting = true;
                tokio::time::sleep(PULSE).await;
            }
            Err(trouble) => return Err(trouble),
        }
    }
}

/// Offers and answers until the session is closed.
async fn negotiate(
    table: &mut Table,
    contoso: Contoso,
    session: &SessionId,
    mut record: Record,
    patience: Duration,
) -> Result<(Record, Option<String>), Trouble> {
    let ours = |event: &&VerifiedEvent| event.event().actor == anp::event::Actor::VendorAgent;
    let mut answered = record.log.events().iter().rfind(ours).map_or(0, |event| event.event().seq);
    let mut told = record.log.head().seq.min(2).max(answered);
    let mut until = Instant::now() + patience;
    loop {
        tell(&record, &mut told);
        let considered = record.log.head().seq;
        let outcome = match contoso.next(record.log.events(), answered, now()) {
            Move::Closed(reason) => return Ok((record, reason)),
            Move::Say(payload) => table.say(session, *payload).await.map(|(_, record)| record),
            Move::Wait => await_news(table, session, considered, until).await,
        };
        match outcome {
            Ok(newer) => {
                record = newer;
                answered = considered;
                until = Instant::now() + patience;
            }
            // A session that was closed meanwhile, or a door that was shut: the log says.
            Err(trouble @ Trouble::Refused { status, .. }) => {
                let newer = table.log(session).await.ok();
                let moved = newer.as_ref().is_some_and(|newer| newer.log.head().seq > considered);
                if !moved && (status != 401 || Instant::now() >= until) {
                    return Err(trouble);
                }
                if !moved {
                    tokio::time::sleep(PULSE).await;
                }
                record = newer.unwrap_or(record);
            }
            Err(trouble) => return Err(trouble),
        }
    }
}

/// Polls until the host has more events than were considered.
async fn await_news(
    table: &mut Table,
    session: &SessionId,
    considered: u64,
    until: Instant,
) -> Result<Record, Trouble> {
    loop {
        match table.count(session).await {
            Ok(count) if count != considered => return table.log(session).await,
            Err(trouble @ Trouble::Refused { .. }) if Instant::now() >= until => return Err(trouble),
            Ok(_) | Err(Trouble::Refused { .. }) => tokio::time::sleep(PULSE).await,
            Err(trouble) => return Err(trouble),
        }
    }
}

/// Tells of the events that were not told of yet, both sides'.
fn tell(record: &Record, told: &mut u64) {
    for event in record.log.events().iter().map(VerifiedEvent::event).filter(|event| event.seq > *told) {
        let mut words = json!({
            "step": if event.actor == anp::event::Actor::Buyer { "received" } else { "sent" },
            "seq": event.seq,
            "kind": event.stated.kind().as_str(),
            "event_hash": event.hash.to_string(),
        });
        if let (Some(offer), Some(members)) = (event.stated.payload().offer(), words.as_object_mut()) {
            members.insert("total".to_owned(), offer.total().to_string().into());
            members.insert("currency".to_owned(), offer.currency.as_str().into());
            members.insert("term_months".to_owned(), offer.term_months.into());
        }
        step(&words);
    }
    if record.log.head().seq > *told {
        let head = record.log.head();
        step(
            &json!({"step": "verified", "event_count": head.seq, "chain_head": head.hash.to_string(), "verdict": "green"}),
        );
    }
    *told = record.log.head().seq.max(*told);
}
