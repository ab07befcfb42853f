//! `countersign sandbox`: counterparties for trying things, on loopback.

use std::process::ExitCode;

use anp::time::Moment;
use serde_json::json;
use tokio::net::TcpListener;
use training_seller::{Clock, Framing, Kind, Manners, PROFILES, Profile, RIVAL_TOKEN, Seller, TOKEN};

use crate::out;

/// What `sandbox` is given.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    /// A seller of media that speaks AdCP 3.2 over MCP: honest, or lying as one likes.
    Adcp(Adcp),
}

#[derive(Debug, clap::Args)]
struct Adcp {
    /// The port on 127.0.0.1; 0 picks a free one.
    #[arg(long, default_value_t = 8790)]
    port: u16,
    /// Which seller it is; `--profiles` lists them.
    #[arg(long, value_name = "NAME", default_value = "honest", value_parser = profile)]
    profile: Profile,
    /// Lists the profiles with what each does, and ends.
    #[arg(long)]
    profiles: bool,
    /// Other seeds give other ids, and nothing else.
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Stands still at this RFC 3339 time; the system's clock where none is given.
    #[arg(long, value_name = "TIME", value_parser = moment)]
    clock: Option<Moment>,
    /// How answers are framed.
    #[arg(long, default_value = "json")]
    framing: Frames,
    /// Gives session ids and wants them back.
    #[arg(long)]
    sessions: bool,
}

#[derive(Debug, Clone, Copy, clap::ValueEnum)]
enum Frames {
    Json,
    Sse,
}

fn profile(name: &str) -> Result<Profile, String> {
    Profile::named(name).ok_or_else(|| "no such profile; --profiles lists them".to_owned())
}

fn moment(text: &str) -> Result<Moment, String> {
    Moment::parse(text).map_err(|_| "not an RFC 3339 time such as 2026-09-15T10:00:00Z".to_owned())
}

/// Serves, or lists.
pub async fn run(arguments: Arguments) -> ExitCode {
    let Command::Adcp(adcp) = arguments.command;
    if adcp.profiles {
        for profile in PROFILES {
            let kind = if profile.kind() == Kind::Honest { "honest" } else { "lie" };
            out::line(&format!("{:<22} {kind:<7} {}", profile.name(), profile.words()));
        }
        return ExitCode::SUCCESS;
    }
    match serve(adcp).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(fault) => {
            out::complaint(&out::inert(&fault.to_string()));
            ExitCode::FAILURE
        }
    }
}

/// Serves until it is interrupted. The ready line alone stands on standard output.
async fn serve(adcp: Adcp) -> std::io::Result<()> {
    let listener = TcpListener::bind(("127.0.0.1", adcp.port)).await?;
    let ready = json!({
        "url": format!("http://{}/mcp", listener.local_addr()?),
        "token": TOKEN,
        "rival_token": RIVAL_TOKEN,
        "profile": adcp.profile.name(),
    });
    out::line(&ready.to_string());
    let framing = match adcp.framing {
        Frames::Json => Framing::Json,
        Frames::Sse => Framing::Sse,
    };
    let clock = adcp.clock.map_or(Clock::System, Clock::Still);
    let manners = Manners { framing, sessions: adcp.sessions, clock };
    tokio::select! {
        ended = training_seller::serve(listener, Seller::new(adcp.profile, adcp.seed), manners) => ended,
        interrupted = tokio::signal::ctrl_c() => interrupted,
    }
}
