//! `countersign conform`: whether a host keeps ANP/0.1, asked from outside.

mod check;
mod checks;
mod log;
mod payloads;
mod refusal;
mod report;
mod seat;
mod wire;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use anp::PROTOCOL;
use anp::base64url;
use anp::json;
use anp::keys::SecretKey;

use crate::out;
use check::{Check, Found, Rule};
use report::{Judged, Tally};
use seat::{Agent, Ground, Seat};
use wire::{Call, Wire};

/// What `conform` is given.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// The host, for instance `http://127.0.0.1:8080`.
    url: String,
    /// Holds the host to this project's own decisions too, where the protocol leaves room.
    #[arg(long)]
    strict: bool,
    /// A living handle, to see that agents that nobody verified are refused on it. People
    /// are at its other end.
    #[arg(long, value_name = "HANDLE")]
    handle: Option<String>,
    /// The key file, as `vendor register` makes it, of an agent that is verified for the
    /// handle: opens a session there and closes it.
    #[arg(long, value_name = "FILE", requires = "handle", requires = "agent_id")]
    agent_key: Option<PathBuf>,
    /// That agent's registration.
    #[arg(long, value_name = "ID", requires = "agent_key")]
    agent_id: Option<String>,
    /// Runs only the checks whose names begin so. May repeat.
    #[arg(long = "only", value_name = "PREFIX")]
    only: Vec<String>,
    /// Prints one JSON object.
    #[arg(long)]
    json: bool,
}

impl Arguments {
    /// Whether this check is asked for.
    fn asks(&self, check: &Check) -> bool {
        let named =
            self.only.is_empty() || self.only.iter().any(|prefix| check.id.starts_with(prefix.as_str()));
        named
            && match check.rule {
                Rule::Protocol => true,
                Rule::Ours => self.strict,
                Rule::Handle => self.handle.is_some(),
                Rule::Verified => self.agent_key.is_some(),
            }
    }
}

/// Checks the host and says what came of it: 0 all pass, 1 some do not, 2 there is no host.
pub async fn run(arguments: Arguments) -> ExitCode {
    let ground = match ground(&arguments).await {
        Ok(ground) => Arc::new(ground),
        Err(why) => {
            if arguments.json {
                let mut words = report::json(&arguments.url, &[]);
                if let Some(members) = words.as_object_mut() {
                    members.insert("error".to_owned(), why.clone().into());
                }
                out::line(&words.to_string());
            }
            out::complaint(&out::inert(&why));
            return ExitCode::from(2);
        }
    };
    let judged = judge(&ground, &arguments).await;
    let tally = Tally::of(&judged);
    if arguments.json {
        out::line(&report::json(&arguments.url, &judged).to_string());
    } else {
        out::line(&tally.line());
    }
    ExitCode::from(u8::from(tally.failed + tally.not_run > 0))
}

/// The host, once it has answered as one.
async fn ground(arguments: &Arguments) -> Result<Ground, String> {
    let named = |prefix: &&String| checks::all().any(|check| check.id.starts_with(prefix.as_str()));
    if let Some(unknown) = arguments.only.iter().find(|prefix| !named(prefix)) {
        return Err(format!("--only {unknown}: no check's name begins so"));
    }
    let wire = Wire::to(&arguments.url)?;
    let verified = match (&arguments.agent_key, &arguments.agent_id) {
        (Some(file), Some(id)) => Some(Agent { id: id.clone(), name: String::new(), key: key_of(file)? }),
        _ => None,
    };
    let unsigned = Call {
        method: "POST",
        path: wire.route("/register"),
        query: None,
        headers: Vec::new(),
        body: b"{}".to_vec(),
    };
    // Any ANP host refuses this one with the protocol's name, or asks to wait.
    let answer = wire.once(&unsigned).await.map_err(|why| format!("{}: {why}", arguments.url))?;
    if answer.status != 429 && !speaks(&answer) && !speaks_elsewhere(&wire).await {
        return Err(format!("{} does not speak {PROTOCOL}: it answers {}", arguments.url, answer.status));
    }
    Ok(Ground { wire, handle: arguments.handle.clone(), verified })
}

fn speaks(answer: &wire::Answer) -> bool {
    answer.error().is_some() || answer.text("protocol").as_deref() == Some(PROTOCOL)
}

async fn speaks_elsewhere(wire: &Wire) -> bool {
    let path = wire.path("/.well-known/anp.json");
    let call = Call { method: "GET", path, query: None, headers: Vec::new(), body: Vec::new() };
    wire.once(&call).await.is_ok_and(|answer| answer.is_success() && speaks(&answer))
}

/// The secret key in a vendor's key file.
fn key_of(file: &Path) -> Result<SecretKey, String> {
    let fault = |why: &dyn std::fmt::Display| format!("{}: {why}", file.display());
    let bytes = std::fs::read(file).map_err(|why| fault(&why))?;
    let value = json::parse_flawless(&bytes).map_err(|why| fault(&why))?;
    let seed = base64url::decode::<32>(log::text(&value, "seed")).map_err(|why| fault(&why))?;
    Ok(SecretKey::from_seed(&seed))
}

/// Runs the groups side by side and what needs all of them behind.
async fn judge(ground: &Arc<Ground>, arguments: &Arguments) -> Vec<Judged> {
    let asked = |checks: &'static [Check]| -> Vec<&'static Check> {
        checks.iter().filter(|check| arguments.asks(check)).collect()
    };
    let groups = checks::GROUPS.map(|checks| tokio::spawn(group(Arc::clone(ground), asked(checks))));
    let mut judged = Vec::new();
    for (running, checks) in groups.into_iter().zip(checks::GROUPS) {
        let done = running.await.unwrap_or_else(|fault| lost(&asked(checks), &fault.to_string()));
        tell(&mut judged, done, arguments.json);
    }
    let last = group(Arc::clone(ground), asked(checks::LAST)).await;
    tell(&mut judged, last, arguments.json);
    judged
}

fn tell(judged: &mut Vec<Judged>, done: Vec<Judged>, quiet: bool) {
    if !quiet {
        for judged in &done {
            out::line(&judged.line());
        }
    }
    judged.extend(done);
}

async fn group(ground: Arc<Ground>, asked: Vec<&'static Check>) -> Vec<Judged> {
    let seat = Arc::new(Seat::at(ground));
    let mut judged = Vec::new();
    for check in asked {
        let found: Found = checks::run(check, Arc::clone(&seat)).await;
        judged.push(Judged::of(check, found));
    }
    judged
}

/// A group that ended without its result.
fn lost(asked: &[&'static Check], why: &str) -> Vec<Judged> {
    let not_run = || Err(check::Finding::NotRun(format!("the check ended early: {why}")));
    asked.iter().map(|check| Judged::of(check, not_run())).collect()
}
