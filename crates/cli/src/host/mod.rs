//! `countersign host`: the org's door for a team, and the acts of its local operator.

mod config;

use std::path::PathBuf;
use std::process::ExitCode;

use ::host::care;
use ::host::operator::{self, Switch};
use ::host::{Clock, HostError, Place, Role};
use anp::keys::PublicKey;
use serde_json::{Value, json};
use tokio::signal::unix::{SignalKind, signal};

use crate::out;
use config::{Serve, Where};

/// What `host` is given.
#[derive(Debug, clap::Args)]
#[command(args_conflicts_with_subcommands = true)]
pub struct Arguments {
    #[command(flatten)]
    serve: Serve,
    #[command(subcommand)]
    act: Option<Act>,
}

#[derive(Debug, Clone, Copy, clap::ValueEnum)]
enum ChannelAct {
    On,
    Off,
    Status,
}

/// The acts. They work while the host serves, and are recorded as the local operator's.
#[derive(Debug, clap::Subcommand)]
enum Act {
    /// Serves until it is told to end; `host` alone does the same.
    Serve(Box<Serve>),
    /// Makes the organisation's host: data folder, platform key, database; the channel is off.
    Init {
        #[command(flatten)]
        place: Where,
        /// The organisation's name, as vendors are told it.
        #[arg(long, default_value = "Buyer")]
        name: String,
    },
    /// Opens or shuts the door for vendors, or says how it stands.
    Channel {
        /// What to do.
        act: ChannelAct,
        #[command(flatten)]
        place: Where,
    },
    /// Lists the registered vendors' agents.
    Vendors {
        #[command(flatten)]
        place: Where,
    },
    /// Confirms that an agent speaks for its vendor.
    Verify {
        /// The registration.
        agent_id: String,
        #[command(flatten)]
        place: Where,
    },
    /// Refuses an agent everywhere, for good.
    Revoke {
        /// The registration.
        agent_id: String,
        #[command(flatten)]
        place: Where,
    },
    /// Writes a backup into an empty folder, while hosts serve: the record and the
    /// platform key. Whoever has it can sign as the organisation: keep it so.
    Backup {
        #[command(flatten)]
        place: Where,
        /// A new or empty folder.
        #[arg(long, value_name = "DIR")]
        into: PathBuf,
    },
    /// Restores a backup where no host is, into either kind of record.
    Restore {
        #[command(flatten)]
        place: Where,
        /// The backup.
        #[arg(long, value_name = "DIR")]
        from: PathBuf,
    },
    /// Says what stands and what does not: disk, record, key, every chain. Exit 1 where
    /// something does not.
    Check {
        #[command(flatten)]
        place: Where,
    },
    /// Invites the organisation's first person, who founds it and holds every role; from
    /// then on people invite people in the window. Prints a text that is good once, for
    /// seven days: whoever has it can join, so hand it over as you would a password.
    Invite {
        #[command(flatten)]
        place: Where,
        /// The person's name.
        #[arg(long)]
        name: String,
        /// Where desks reach this host; where it is not given, `public_url` of the settings.
        #[arg(long, value_name = "URL", env = "COUNTERSIGN_PUBLIC_URL")]
        url: Option<String>,
    },
    /// Makes a person one of the organisation's.
    Enrol {
        #[command(flatten)]
        place: Where,
        /// The person's name.
        #[arg(long)]
        name: String,
        /// The person's public key, base64url.
        #[arg(long, value_name = "KEY", value_parser = public_key)]
        public_key: Box<PublicKey>,
        /// A role: procurement, `deal_owner`, legal, `org_owner`. May repeat; all four
        /// where none is given.
        #[arg(long = "role", value_name = "ROLE", value_parser = role)]
        roles: Vec<Role>,
    },
}

fn public_key(text: &str) -> Result<Box<PublicKey>, String> {
    PublicKey::parse(text).map(Box::new).map_err(|fault| fault.to_string())
}

fn role(text: &str) -> Result<Role, String> {
    Role::parse(text).ok_or_else(|| "a role is procurement, deal_owner, legal or org_owner".to_owned())
}

/// Serves, or does one act.
pub async fn run(arguments: Arguments) -> ExitCode {
    let done = match arguments.act {
        None => serve_until_told(arguments.serve).await,
        Some(Act::Serve(serve)) => serve_until_told(*serve).await,
        Some(Act::Check { place }) => return checked(place).await,
        // The acts wait for the disk and for the serving process's transactions.
        Some(act) => match tokio::task::spawn_blocking(move || perform(act)).await {
            Ok(done) => done.map(|words| out::line(&words.to_string())),
            Err(fault) => Err(HostError::Serve(std::io::Error::other(fault))),
        },
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(fault) => {
            out::complaint(&out::inert(&fault.to_string()));
            // What was asked for cannot be understood, as with a flag that is none.
            if matches!(fault, HostError::Input { .. }) { ExitCode::from(2) } else { ExitCode::FAILURE }
        }
    }
}

/// Prints what stands and what does not, one line each.
async fn checked(place: Where) -> ExitCode {
    let looked = tokio::task::spawn_blocking(move || {
        Ok::<_, HostError>(care::check(&place.place()?, Clock::system().now()))
    });
    let found = looked.await.unwrap_or_else(|fault| Err(HostError::Serve(std::io::Error::other(fault))));
    let found = match found {
        Ok(found) => found,
        Err(fault) => {
            out::complaint(&out::inert(&fault.to_string()));
            return ExitCode::FAILURE;
        }
    };
    for line in &found {
        out::line(&json!(line).to_string());
    }
    let broken = found.iter().any(|line| line.state == care::State::Broken);
    if broken { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

/// Serves until SIGTERM or SIGINT. The ready line alone stands on standard output.
async fn serve_until_told(serve: Serve) -> Result<(), HostError> {
    // Before the ready line: whoever reads it may send a signal at once.
    let mut terminate = signal(SignalKind::terminate()).map_err(HostError::Serve)?;
    let mut interrupt = signal(SignalKind::interrupt()).map_err(HostError::Serve)?;
    let mut running = ::host::start(serve.settings()?).await?;
    let platform = running.platform_fingerprint.to_string();
    let ready = match &running.metrics {
        None => json!({"url": running.url, "platform_fingerprint": platform}),
        Some(metrics) => {
            json!({"url": running.url, "platform_fingerprint": platform, "metrics": metrics})
        }
    };
    out::line(&ready.to_string());
    tokio::select! {
        ended = running.wait() => return ended,
        _ = terminate.recv() => {}
        _ = interrupt.recv() => {}
    }
    running.shutdown().await
}

fn perform(act: Act) -> Result<Value, HostError> {
    let now = Clock::system().now();
    Ok(match act {
        Act::Serve(_) | Act::Check { .. } => Value::Null,
        Act::Backup { place, into } => json!(care::backup(&place.place()?, &into)?),
        Act::Restore { place, from } => json!(care::restore(&from, &place.place()?)?),
        Act::Init { place, name } => {
            let founded = operator::init(&place.place()?, &name, now)?;
            json!({"name": name, "platform_fingerprint": founded.platform.to_string()})
        }
        Act::Channel { act, place } => {
            let state = channel(&place.place()?, act)?;
            json!({"enabled": state.enabled, "handle": state.handle})
        }
        Act::Vendors { place } => json!(operator::vendors(&place.place()?)?),
        Act::Verify { agent_id, place } => json!(operator::verify(&place.place()?, &agent_id, now)?),
        Act::Revoke { agent_id, place } => json!(operator::revoke(&place.place()?, &agent_id, now)?),
        Act::Invite { place, name, url } => {
            let url = place.public_url(url.as_deref())?;
            let ticket = operator::invite_first(place.place()?, &url, &name, &Role::ALL, now)?;
            json!({"name": name, "host": url, "invitation": ticket.expose_text().as_str()})
        }
        Act::Enrol { place, name, public_key, roles } => {
            let roles = if roles.is_empty() { Role::ALL.to_vec() } else { roles };
            let person = operator::enrol(&place.place()?, &name, &public_key, &roles, now)?;
            json!({"person_id": person, "name": name, "fingerprint": public_key.fingerprint().to_string()})
        }
    })
}

fn channel(data: &Place, act: ChannelAct) -> Result<operator::ChannelState, HostError> {
    match act {
        ChannelAct::Status => operator::channel_status(data),
        ChannelAct::On => operator::channel(data, Switch::On, Clock::system().now()),
        ChannelAct::Off => operator::channel(data, Switch::Off, Clock::system().now()),
    }
}
