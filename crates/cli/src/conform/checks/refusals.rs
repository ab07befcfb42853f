//! One refusal: nothing tells one cause from another.

use std::sync::Arc;

use anp::request::header;

use super::super::check::{Check, Finding, Found, Rule, Trial};
use super::super::payloads;
use super::super::refusal::Reference;
use super::super::seat::{Agent, Seat, nonce};
use super::super::wire::{Answer, Due};
use super::{protocol, story};

const SECTION: &str = "Signed requests";

pub const CHECKS: &[Check] = &[
    protocol("refusals.missing_header", SECTION, "a missing header: the one refusal", story!(missing)),
    protocol("refusals.unknown_agent", SECTION, "an unknown agent: the one refusal", story!(unknown_agent)),
    protocol("refusals.signature", SECTION, "a bad signature: the one refusal", story!(signature)),
    protocol("refusals.stale", SECTION, "a stale time: the one refusal", story!(stale)),
    protocol("refusals.used_nonce", SECTION, "a used nonce: the one refusal", story!(used_nonce)),
    protocol("refusals.unknown_session", SECTION, "an unknown session: the one refusal", story!(unknown)),
    protocol(
        "refusals.foreign_session",
        SECTION,
        "somebody else's session: the one refusal",
        story!(foreign),
    ),
    protocol(
        "refusals.malformed_session",
        SECTION,
        "what is no session id: the one refusal",
        story!(malformed),
    ),
    protocol("refusals.unknown_handle", SECTION, "an unknown handle: the one refusal", story!(handle)),
    Check {
        rule: Rule::Handle,
        ..protocol(
            "refusals.live_handle",
            SECTION,
            "a living handle, an agent that nobody verified: the one refusal",
            story!(live_handle),
        )
    },
    Check {
        rule: Rule::Verified,
        ..protocol(
            "sessions.live",
            "Routes of a buyer host",
            "a verified agent opens a session on a living handle, and its log holds",
            story!(live),
        )
    },
];

/// Holds an answer against the reference.
fn alike(
    seat: &Seat,
    trial: &mut Trial<'_>,
    reference: &Reference,
    what: &str,
    answer: &Answer,
) -> Result<(), Finding> {
    seat.wire().due(what, answer, Due::Refusal);
    let apart = reference.told_apart(answer);
    let came = apart.clone().unwrap_or_else(|| format!("{}, the same", answer.words()));
    trial.that(what, came, apart.is_none(), "nothing may tell it from a request without headers")
}

async fn route(seat: &Seat) -> Result<String, Finding> {
    Ok(seat.path(&seat.session().await?.id, ""))
}

async fn missing(seat: Arc<Seat>) -> Found {
    let (mut trial, reference) = (Trial::new(seat.wire()), seat.reference().await?);
    let (agent, path) = (seat.agent().await?, route(&seat).await?);
    for name in [header::AGENT, header::TIMESTAMP, header::NONCE, header::SIGNATURE] {
        let make = || {
            let mut call = agent.call(seat.wire(), "GET", &path, b"")?;
            call.headers.retain(|(header, _)| *header != name);
            Ok(call)
        };
        alike(&seat, &mut trial, reference, &format!("no {name}"), &seat.wire().send(make).await?)?;
    }
    trial.done()
}

/// A request under another agent's id.
async fn named(seat: &Seat, signer: &Agent, id: &str) -> Result<Answer, Finding> {
    let path = route(seat).await?;
    let make = || {
        let mut call = signer.call(seat.wire(), "GET", &path, b"")?;
        for (name, value) in &mut call.headers {
            if *name == header::AGENT {
                id.clone_into(value);
            }
        }
        Ok(call)
    };
    seat.wire().send(make).await
}

async fn unknown_agent(seat: Arc<Seat>) -> Found {
    let (mut trial, reference) = (Trial::new(seat.wire()), seat.reference().await?);
    let agent = seat.agent().await?;
    for (what, id) in [
        ("an id that nobody has", "3f2b8c1e-5d4a-4f6b-9a7c-0e1d2c3b4a59"),
        ("what is no id", "nobody"),
        ("an empty id", ""),
    ] {
        alike(&seat, &mut trial, reference, what, &named(&seat, agent, id).await?)?;
    }
    trial.done()
}

async fn signature(seat: Arc<Seat>) -> Found {
    let (mut trial, reference) = (Trial::new(seat.wire()), seat.reference().await?);
    let (agent, other) = (seat.agent().await?, seat.other().await?);
    alike(&seat, &mut trial, reference, "another's signature", &named(&seat, other, &agent.id).await?)?;
    let path = route(&seat).await?;
    for (what, text) in [("no signature's text", "signed"), ("zeros", &"A".repeat(86))] {
        let make = || {
            let mut call = agent.call(seat.wire(), "GET", &path, b"")?;
            call.headers.retain(|(name, _)| *name != header::SIGNATURE);
            call.headers.push((header::SIGNATURE, text.to_owned()));
            Ok(call)
        };
        alike(&seat, &mut trial, reference, what, &seat.wire().send(make).await?)?;
    }
    trial.done()
}

async fn stale(seat: Arc<Seat>) -> Found {
    let (mut trial, reference) = (Trial::new(seat.wire()), seat.reference().await?);
    let (agent, path) = (seat.agent().await?, route(&seat).await?);
    for (what, seconds) in [("an hour in the past", -3_600), ("an hour in the future", 3_600)] {
        let make = || {
            let at = seat.wire().now().plus_millis(seconds * 1000).to_text();
            Ok(agent.call_at(("GET", &path), b"", &at, &nonce()?))
        };
        alike(&seat, &mut trial, reference, what, &seat.wire().send(make).await?)?;
    }
    let make = || Ok(agent.call_at(("GET", &path), b"", "yesterday", &nonce()?));
    alike(&seat, &mut trial, reference, "no time", &seat.wire().send(make).await?)?;
    trial.done()
}

async fn used_nonce(seat: Arc<Seat>) -> Found {
    let (mut trial, reference) = (Trial::new(seat.wire()), seat.reference().await?);
    let call = seat.agent().await?.call(seat.wire(), "GET", &route(&seat).await?, b"")?;
    trial.taken("a request", &seat.wire().send(|| Ok(call.clone())).await?)?;
    let again = seat.wire().send(|| Ok(call.clone())).await?;
    alike(&seat, &mut trial, reference, "its copy", &again)?;
    trial.done()
}

/// The session's three routes, the appends with a sound event and with nonsense.
async fn every_route(seat: &Seat, agent: &Agent, session: &str, what: &str) -> Found {
    let (mut trial, reference) = (Trial::new(seat.wire()), seat.reference().await?);
    let event = agent.event("message", &payloads::message("hello"));
    for (tail, body) in [
        ("", None),
        ("/log", None),
        ("/events", Some(event.as_str())),
        ("/events", Some(r#"{"kind":7}"#)),
        ("/events", Some("no JSON")),
    ] {
        let (path, method) = (seat.path(session, tail), if body.is_some() { "POST" } else { "GET" });
        let answer = seat.call_as(agent, method, &path, body.unwrap_or_default().as_bytes()).await?;
        let words = format!("{what}: {method} …{tail} {}", body.filter(|body| body.len() < 20).unwrap_or(""));
        alike(seat, &mut trial, reference, words.trim_end(), &answer)?;
    }
    trial.done()
}

async fn unknown(seat: Arc<Seat>) -> Found {
    let id = "7d9c1f0a-2b3e-4c5d-8e6f-a1b2c3d4e5f6";
    every_route(&seat, seat.agent().await?, id, "a session that nobody has opened").await
}

async fn foreign(seat: Arc<Seat>) -> Found {
    let session = &seat.session().await?.id;
    every_route(&seat, seat.other().await?, session, "another agent's session").await
}

async fn malformed(seat: Arc<Seat>) -> Found {
    let (mut trial, reference) = (Trial::new(seat.wire()), seat.reference().await?);
    let long = "7".repeat(300);
    for (what, id) in [
        ("“x”", "x"),
        ("0", "0"),
        ("quotes", "%27%3B--"),
        ("no UTF-8", "%ff%fe"),
        ("a NUL", "%00"),
        ("300 digits", long.as_str()),
    ] {
        for tail in ["", "/log"] {
            let answer = seat.call("GET", &seat.path(id, tail), b"").await?;
            alike(&seat, &mut trial, reference, &format!("{what} …{tail}"), &answer)?;
        }
        let event = seat.agent().await?.event("message", &payloads::message("hello"));
        let answer = seat.append(id, event.as_bytes()).await?;
        alike(&seat, &mut trial, reference, &format!("{what} …/events"), &answer)?;
    }
    trial.done()
}

async fn handle(seat: Arc<Seat>) -> Found {
    let (mut trial, reference) = (Trial::new(seat.wire()), seat.reference().await?);
    let unknown = format!("anp_org_{}", nonce()?);
    for (what, handle) in [("a handle that nobody has", unknown.as_str()), ("what is no handle", "northwind")]
    {
        let answer = seat.open(&payloads::opening_on(handle)).await?;
        alike(&seat, &mut trial, reference, what, &answer)?;
    }
    trial.done()
}

fn living(seat: &Seat) -> Result<&str, Finding> {
    seat.ground.handle.as_deref().ok_or_else(|| Finding::NotRun("no handle was given".to_owned()))
}

async fn live_handle(seat: Arc<Seat>) -> Found {
    let (mut trial, reference) = (Trial::new(seat.wire()), seat.reference().await?);
    let answer = seat.open(&payloads::opening_on(living(&seat)?)).await?;
    alike(&seat, &mut trial, reference, "a living handle, by an agent registered just now", &answer)?;
    trial.done()
}

async fn live(seat: Arc<Seat>) -> Found {
    let mut trial = Trial::new(seat.wire());
    let agent = seat.ground.verified.as_ref();
    let agent = agent.ok_or_else(|| Finding::NotRun("no verified agent was given".to_owned()))?;
    let body = payloads::opening_on(living(&seat)?);
    let opened = seat.call_as(agent, "POST", &seat.wire().route("/sessions"), body.as_bytes()).await?;
    trial.taken("a living handle, by the agent that was given", &opened)?;
    let id = opened.text("session_id").unwrap_or_default();
    // People are at the other end: the session is closed at once.
    let close = agent.event("session_close", r#"{"reason":"conformance check"}"#);
    let answer = seat.call_as(agent, "POST", &seat.path(&id, "/events"), close.as_bytes()).await?;
    trial.taken("session_close", &answer)?;
    let answer = seat.call_as(agent, "GET", &seat.path(&id, "/log"), b"").await?;
    let verdict = super::record::verdict(&super::super::log::Log::read(&answer)?, &id, &agent.key, None);
    let came = verdict.clone().err().unwrap_or_else(|| "green".to_owned());
    trial.that("the log", came, verdict.is_ok(), "a green log is due")?;
    trial.done()
}
