//! `countersign host`: the org's door for a team, and the acts of its local operator.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use ::host::operator::{self, Switch};
use ::host::{Clock, HostError, Role, Settings};
use anp::keys::PublicKey;
use serde_json::{Value, json};
use tokio::signal::unix::{SignalKind, signal};

use crate::out;

/// What `host` is given.
#[derive(Debug, clap::Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct Arguments {
    #[command(flatten)]
    serve: Option<Serve>,
    #[command(subcommand)]
    act: Option<Act>,
}

#[derive(Debug, clap::Args)]
struct Serve {
    /// The host's data folder, made by `host init`.
    #[arg(long, value_name = "DIR")]
    data: PathBuf,
    /// Where to listen; port 0 picks a free one.
    #[arg(long, value_name = "ADDR:PORT")]
    listen: SocketAddr,
}

#[derive(Debug, clap::Args)]
struct Folder {
    /// The host's data folder.
    #[arg(long, value_name = "DIR")]
    data: PathBuf,
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
    /// Makes the organisation's host: data folder, platform key, database; the channel is off.
    Init {
        #[command(flatten)]
        folder: Folder,
        /// The organisation's name, as vendors are told it.
        #[arg(long, default_value = "Buyer")]
        name: String,
    },
    /// Opens or shuts the door for vendors, or says how it stands.
    Channel {
        /// What to do.
        act: ChannelAct,
        #[command(flatten)]
        folder: Folder,
    },
    /// Lists the registered vendors' agents.
    Vendors {
        #[command(flatten)]
        folder: Folder,
    },
    /// Confirms that an agent speaks for its vendor.
    Verify {
        /// The registration.
        agent_id: String,
        #[command(flatten)]
        folder: Folder,
    },
    /// Refuses an agent everywhere, for good.
    Revoke {
        /// The registration.
        agent_id: String,
        #[command(flatten)]
        folder: Folder,
    },
    /// Makes a person one of the organisation's.
    Enrol {
        #[command(flatten)]
        folder: Folder,
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
    /// Invites the first person, who founds the organisation; from then on people invite
    /// people in the window. Prints the invitation, which is a secret and serves once.
    Invite {
        #[command(flatten)]
        folder: Folder,
        /// The person's name.
        #[arg(long)]
        name: String,
        /// Where desks reach this host.
        #[arg(long, value_name = "URL")]
        url: String,
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
    let done = match arguments {
        Arguments { act: Some(act), .. } => {
            // The acts wait for the disk and for the serving process's transactions.
            match tokio::task::spawn_blocking(move || perform(act)).await {
                Ok(done) => done.map(|words| out::line(&words.to_string())),
                Err(fault) => Err(HostError::Serve(std::io::Error::other(fault))),
            }
        }
        Arguments { serve: Some(serve), .. } => serve_until_told(serve).await,
        Arguments { serve: None, act: None } => {
            out::complaint(
                "host needs --data and --listen, or one of its acts; see `countersign host --help`",
            );
            return ExitCode::from(2);
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(fault) => {
            out::complaint(&out::inert(&fault.to_string()));
            ExitCode::FAILURE
        }
    }
}

/// Serves until SIGTERM or SIGINT. The ready line alone stands on standard output.
async fn serve_until_told(serve: Serve) -> Result<(), HostError> {
    // Before the ready line: whoever reads it may send a signal at once.
    let mut terminate = signal(SignalKind::terminate()).map_err(HostError::Serve)?;
    let mut interrupt = signal(SignalKind::interrupt()).map_err(HostError::Serve)?;
    let mut running = ::host::start(Settings::new(serve.data, serve.listen)).await?;
    let ready = json!({"url": running.url, "platform_fingerprint": running.platform_fingerprint.to_string()});
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
        Act::Init { folder, name } => {
            let founded = operator::init(&folder.data, &name, now)?;
            json!({"name": name, "platform_fingerprint": founded.platform.to_string()})
        }
        Act::Channel { act, folder } => {
            let state = channel(&folder.data, act)?;
            json!({"enabled": state.enabled, "handle": state.handle})
        }
        Act::Vendors { folder } => json!(operator::vendors(&folder.data)?),
        Act::Verify { agent_id, folder } => json!(operator::verify(&folder.data, &agent_id, now)?),
        Act::Revoke { agent_id, folder } => json!(operator::revoke(&folder.data, &agent_id, now)?),
        Act::Enrol { folder, name, public_key, roles } => {
            let roles = if roles.is_empty() { Role::ALL.to_vec() } else { roles };
            let person = operator::enrol(&folder.data, &name, &public_key, &roles, now)?;
            json!({"person_id": person, "name": name, "fingerprint": public_key.fingerprint().to_string()})
        }
        Act::Invite { folder, name, url } => {
            let ticket = operator::invite_first(&folder.data, &url, &name, &Role::ALL, now)?;
            json!({"name": name, "invitation": ticket.expose_text().as_str()})
        }
    })
}

fn channel(data: &Path, act: ChannelAct) -> Result<operator::ChannelState, HostError> {
    match act {
        ChannelAct::Status => operator::channel_status(data),
        ChannelAct::On => operator::channel(data, Switch::On, Clock::system().now()),
        ChannelAct::Off => operator::channel(data, Switch::Off, Clock::system().now()),
    }
}
