//! Nonces: each serves one agent once.

use std::sync::Arc;

use anp::base64url;
use tokio::task::JoinSet;

use super::super::check::{Check, Finding, Found, Trial};
use super::super::seat::{Agent, Seat, nonce, random};
use super::super::wire::{Answer, Call};
use super::{protocol, story};

const SECTION: &str = "Signed requests";

/// How many copies go out at once.
const COPIES: usize = 16;

pub const CHECKS: &[Check] = &[
    protocol("nonces.empty", SECTION, "an empty nonce is refused", story!(empty)),
    protocol("nonces.longest", SECTION, "a nonce may have 120 characters", story!(longest)),
    protocol("nonces.long", SECTION, "a nonce of 121 characters is refused", story!(long)),
    protocol("nonces.once", SECTION, "a nonce serves once", story!(once)),
    protocol("nonces.everywhere", SECTION, "a used nonce is used on every route", story!(everywhere)),
    protocol("nonces.per_agent", SECTION, "agents' nonces do not meet", story!(per_agent)),
    protocol("nonces.concurrent", SECTION, "of 16 copies at once one passes", story!(concurrent)),
    protocol(
        "nonces.not_burnt",
        SECTION,
        "a request with a bad signature does not use up its nonce",
        story!(not_burnt),
    ),
];

async fn route(seat: &Seat) -> Result<String, Finding> {
    Ok(seat.path(&seat.session().await?.id, ""))
}

fn signed(seat: &Seat, agent: &Agent, path: &str, nonce: &str) -> Call {
    agent.call_at(("GET", path), b"", &seat.wire().now().to_text(), nonce)
}

/// Sends a request with this nonce.
async fn with(seat: &Seat, path: &str, nonce: &str) -> Result<Answer, Finding> {
    let agent = seat.agent().await?;
    seat.wire().send(|| Ok(signed(seat, agent, path, nonce))).await
}

async fn empty(seat: Arc<Seat>) -> Found {
    let mut trial = Trial::new(seat.wire());
    trial.refused("an empty nonce", &with(&seat, &route(&seat).await?, "").await?)?;
    trial.done()
}

/// A random nonce of so many characters.
fn of_length(length: usize) -> Result<String, Finding> {
    Ok(base64url::encode(&random::<91>()?).chars().take(length).collect())
}

async fn longest(seat: Arc<Seat>) -> Found {
    let mut trial = Trial::new(seat.wire());
    trial.taken("120 characters", &with(&seat, &route(&seat).await?, &of_length(120)?).await?)?;
    trial.done()
}

async fn long(seat: Arc<Seat>) -> Found {
    let mut trial = Trial::new(seat.wire());
    trial.refused("121 characters", &with(&seat, &route(&seat).await?, &of_length(121)?).await?)?;
    trial.done()
}

async fn once(seat: Arc<Seat>) -> Found {
    let mut trial = Trial::new(seat.wire());
    let (path, nonce) = (route(&seat).await?, nonce()?);
    let call = signed(&seat, seat.agent().await?, &path, &nonce);
    trial.taken("a request", &seat.wire().send(|| Ok(call.clone())).await?)?;
    trial.refused("the same bytes again", &seat.wire().send(|| Ok(call.clone())).await?)?;
    trial.refused("its nonce, signed anew", &with(&seat, &path, &nonce).await?)?;
    trial.done()
}

async fn everywhere(seat: Arc<Seat>) -> Found {
    let mut trial = Trial::new(seat.wire());
    let (path, nonce) = (route(&seat).await?, nonce()?);
    trial.taken("a request for a session", &with(&seat, &path, &nonce).await?)?;
    trial.refused("its nonce in one for the log", &with(&seat, &format!("{path}/log"), &nonce).await?)?;
    trial.done()
}

async fn per_agent(seat: Arc<Seat>) -> Found {
    let mut trial = Trial::new(seat.wire());
    let (path, nonce) = (route(&seat).await?, nonce()?);
    trial.taken("a request", &with(&seat, &path, &nonce).await?)?;
    let other = seat.other().await?;
    let opened = seat.wire().route("/sessions");
    let body = super::super::payloads::opening(&super::super::payloads::envelope().text());
    let make = || Ok(other.call_at(("POST", &opened), body.as_bytes(), &seat.wire().now().to_text(), &nonce));
    trial.taken("the same nonce by another agent", &seat.wire().send(make).await?)?;
    trial.done()
}

async fn concurrent(seat: Arc<Seat>) -> Found {
    let mut trial = Trial::new(seat.wire());
    let call = signed(&seat, seat.agent().await?, &route(&seat).await?, &nonce()?);
    let mut copies = JoinSet::new();
    for _ in 0..COPIES {
        let (seat, call) = (Arc::clone(&seat), call.clone());
        copies.spawn(async move { seat.wire().send(|| Ok(call.clone())).await });
    }
    let mut passed = 0;
    while let Some(copy) = copies.join_next().await {
        let answer = copy.map_err(|fault| Finding::NotRun(fault.to_string()))??;
        passed += usize::from(answer.is_success());
    }
    let came = format!("{passed} of {COPIES} passed");
    trial.that(format!("{COPIES} copies of one request at once"), came, passed == 1, "one is to pass")?;
    trial.done()
}

async fn not_burnt(seat: Arc<Seat>) -> Found {
    let mut trial = Trial::new(seat.wire());
    let (path, nonce) = (route(&seat).await?, nonce()?);
    let (agent, outsider) = (seat.agent().await?, seat.other().await?);
    let make = || {
        let forged = signed(&seat, outsider, &path, &nonce);
        let named = forged.headers.into_iter().map(|(name, value)| match name {
            anp::request::header::AGENT => (name, agent.id.clone()),
            _ => (name, value),
        });
        Ok(Call { headers: named.collect(), ..signed(&seat, agent, &path, &nonce) })
    };
    trial.refused("an agent's nonce with an outsider's signature", &seat.wire().send(make).await?)?;
    trial.taken("the nonce with the agent's own", &with(&seat, &path, &nonce).await?)?;
    trial.done()
}
