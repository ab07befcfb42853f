//! `countersign vendor`: a vendor agent for trying things.

mod demo;
mod door;
mod papers;
mod table;
mod tactic;
mod trouble;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use anp::event::{Kind, SessionId};
use anp::json::{parse_flawless, quote};
use anp::keys::SecretKey;
use anp::payload::{Authority, Envelope, Message, Payload};
use serde_json::json;

use crate::out;
use door::Door;
use papers::Papers;
use table::{Record, Registrant, Table};
use trouble::Trouble;

/// The key in a vendor's papers, for what else a vendor signs.
pub fn key_in(path: &Path) -> Result<SecretKey, Trouble> {
    let papers = Papers::open(path)?;
    Ok(SecretKey::from_seed(&papers.key().expose_seed()))
}

/// What `vendor` is given.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Args)]
struct Place {
    /// The buyer's host, for instance `http://127.0.0.1:8080`.
    #[arg(long, value_name = "URL")]
    host: String,
    /// The vendor's key file, which also remembers registrations and seen heads.
    #[arg(long, value_name = "FILE", default_value = "vendor-key.json")]
    key: PathBuf,
    /// How many seconds a host that cannot be reached is asked again.
    #[arg(long, value_name = "SECONDS", default_value_t = 30)]
    patience: u64,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    /// Registers with proof of possession; makes the key file where there is none.
    Register {
        #[command(flatten)]
        place: Place,
        /// The agent's name.
        #[arg(long)]
        name: String,
        /// The vendor it speaks for.
        #[arg(long)]
        vendor: String,
        /// The address at which a person confirms that.
        #[arg(long)]
        contact: String,
    },
    /// Answers with the code that the buyer has mailed to the registration's contact.
    Confirm {
        #[command(flatten)]
        place: Place,
        /// The code; case, hyphens and spaces count for nothing.
        code: String,
    },
    /// Opens a session with an organisation's handle or with the sandbox.
    Open {
        #[command(flatten)]
        place: Place,
        /// The organisation's handle.
        #[arg(long, conflicts_with = "sandbox", required_unless_present = "sandbox")]
        handle: Option<String>,
        /// The sandbox instead of an organisation.
        #[arg(long)]
        sandbox: bool,
        /// The mandate that is declared; a general one where none is given.
        #[arg(long, value_name = "FILE")]
        envelope: Option<PathBuf>,
    },
    /// Sends an offer.
    Offer {
        #[command(flatten)]
        place: Place,
        /// The session.
        #[arg(long, value_parser = session)]
        session: SessionId,
        /// As an answer to the buyer's counter.
        #[arg(long)]
        counter: bool,
        /// The offer as JSON.
        file: PathBuf,
    },
    /// Sends a message.
    Message {
        #[command(flatten)]
        place: Place,
        /// The session.
        #[arg(long, value_parser = session)]
        session: SessionId,
        /// The text.
        text: String,
    },
    /// Fetches and verifies a session's log.
    Log {
        #[command(flatten)]
        place: Place,
        /// The session.
        #[arg(long, value_parser = session)]
        session: SessionId,
        /// Saves it there instead of printing it.
        #[arg(long, value_name = "FILE")]
        save: Option<PathBuf>,
    },
    /// Plays the demo's vendor: registers, waits for its verification, offers, answers.
    Demo(demo::Arguments),
}

fn session(text: &str) -> Result<SessionId, String> {
    SessionId::parse(text).ok_or_else(|| "not a session id".to_owned())
}

/// Runs a vendor command.
pub async fn run(arguments: Arguments) -> ExitCode {
    let done = match arguments.command {
        Command::Register { place, name, vendor, contact } => {
            register(&place, &Registrant { name: &name, vendor: &vendor, contact: &contact }).await
        }
        Command::Confirm { place, code } => confirm(&place, &code).await,
        Command::Open { place, handle, envelope, .. } => {
            open(&place, handle.as_deref(), envelope.as_deref()).await
        }
        Command::Offer { place, session, counter, file } => offer(&place, &session, counter, &file).await,
        Command::Message { place, session, text } => {
            let message = Message { subject: None, body: text };
            say(&place, &session, Payload::Message(message)).await
        }
        Command::Log { place, session, save } => log(&place, &session, save.as_deref()).await,
        Command::Demo(arguments) => return demo::run(arguments).await,
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(trouble) => {
            out::complaint(&out::inert(&trouble.to_string()));
            ExitCode::FAILURE
        }
    }
}

fn table(place: &Place, papers: Papers) -> Result<Table, Trouble> {
    let door = Door::at(&place.host, Duration::from_secs(place.patience))?;
    Ok(Table { door, host: place.host.trim_end_matches('/').to_owned(), papers })
}

async fn register(place: &Place, who: &Registrant<'_>) -> Result<(), Trouble> {
    let mut table = table(place, Papers::open_or_make(&place.key)?)?;
    let registered = table.register(who).await?;
    let platform = table.platform().await?;
    out::line(
        &json!({
            "agent_id": registered.agent_id,
            "fingerprint": registered.fingerprint,
            "status": registered.status,
            "platform_fingerprint": platform.to_string(),
        })
        .to_string(),
    );
    Ok(())
}

async fn confirm(place: &Place, code: &str) -> Result<(), Trouble> {
    table(place, Papers::open(&place.key)?)?.confirm(code).await?;
    out::line(&json!({"contact_confirmed": true}).to_string());
    Ok(())
}

async fn open(place: &Place, handle: Option<&str>, envelope: Option<&Path>) -> Result<(), Trouble> {
    let mut table = table(place, Papers::open(&place.key)?)?;
    let envelope = envelope.map_or_else(|| Ok(general_mandate()), read_envelope)?;
    let (session, record) = table.open(&target(handle), &envelope).await?;
    out::line(&standing(&session, &record).to_string());
    Ok(())
}

/// The `target` member: a handle, else the sandbox.
fn target(handle: Option<&str>) -> String {
    handle.map_or_else(
        || r#"{"sandbox":true}"#.to_owned(),
        |handle| format!(r#"{{"org_handle":{}}}"#, quote(handle)),
    )
}

async fn offer(place: &Place, session: &SessionId, counter: bool, file: &Path) -> Result<(), Trouble> {
    let value = read_json(file)?;
    let kind = if counter { Kind::CounterOffer } else { Kind::Offer };
    let payload = Payload::read(kind, &value).map_err(|fault| Trouble::file(file, fault))?;
    say(place, session, payload).await
}

async fn say(place: &Place, session: &SessionId, payload: Payload) -> Result<(), Trouble> {
    let mut table = table(place, Papers::open(&place.key)?)?;
    let (seq, record) = table.say(session, payload).await?;
    let mut words = standing(session, &record);
    if let Some(members) = words.as_object_mut() {
        members.insert("seq".to_owned(), seq.into());
    }
    out::line(&words.to_string());
    Ok(())
}

async fn log(place: &Place, session: &SessionId, save: Option<&Path>) -> Result<(), Trouble> {
    let mut table = table(place, Papers::open(&place.key)?)?;
    let record = table.log(session).await?;
    match save {
        None => out::line(&record.text),
        Some(path) => {
            papers::write_private(path, record.text.as_bytes())?;
            let mut words = standing(session, &record);
            if let Some(members) = words.as_object_mut() {
                members.insert("saved".to_owned(), path.display().to_string().into());
            }
            out::line(&words.to_string());
        }
    }
    Ok(())
}

/// Where a session stands, for scripts.
fn standing(session: &SessionId, record: &Record) -> serde_json::Value {
    let head = record.log.head();
    json!({
        "session_id": session.as_str(),
        "verdict": "green",
        "event_count": head.seq,
        "chain_head": head.hash.to_string(),
    })
}

fn read_json(file: &Path) -> Result<anp::json::Value, Trouble> {
    let bytes = std::fs::read(file).map_err(|fault| Trouble::file(file, fault))?;
    parse_flawless(&bytes).map_err(|fault| Trouble::file(file, fault))
}

fn read_envelope(file: &Path) -> Result<Envelope, Trouble> {
    Envelope::read(&read_json(file)?).map_err(|fault| Trouble::file(file, fault))
}

/// What an agent for trying things declares where it is told nothing else.
fn general_mandate() -> Envelope {
    Envelope {
        party: "A vendor trying things".to_owned(),
        agent_name: "countersign vendor".to_owned(),
        may_discuss: ["pricing", "term", "quantities"].map(str::to_owned).to_vec(),
        may_disclose: vec!["list prices".to_owned()],
        will_not_disclose: None,
        offer_authority: Authority::ProposeOnly,
        human_contact: None,
    }
}
