//! Signed requests: what the signature covers, and when it is believed.

use std::sync::Arc;

use anp::request::header;

use super::super::check::{Check, Finding, Found, Trial};
use super::super::payloads;
use super::super::seat::{Seat, nonce};
use super::super::wire::{Answer, Call};
use super::{protocol, story};

const SECTION: &str = "Signed requests";

pub const CHECKS: &[Check] = &[
    protocol("requests.signed", SECTION, "a signed request is believed", story!(signed)),
    protocol("requests.missing_agent", SECTION, "no request without an agent", story!(no_agent)),
    protocol("requests.missing_timestamp", SECTION, "no request without a time", story!(no_time)),
    protocol("requests.missing_nonce", SECTION, "no request without a nonce", story!(no_nonce)),
    protocol("requests.missing_signature", SECTION, "no request without a signature", story!(no_signature)),
    protocol("requests.signature", SECTION, "the signature is checked", story!(signature)),
    protocol("requests.another_key", SECTION, "another agent's key does not sign", story!(another_key)),
    protocol("requests.path", SECTION, "the signature covers the path", story!(path)),
    protocol("requests.query_unsigned", SECTION, "a query is not part of the path", story!(query_unsigned)),
    protocol("requests.query_signed", SECTION, "a signed query does not verify", story!(query_signed)),
    protocol("requests.method", SECTION, "the signature covers the method", story!(method)),
    protocol("requests.body", SECTION, "the signature covers the body", story!(body)),
    protocol("requests.window", SECTION, "298 s either way are let through", story!(window)),
    protocol("requests.past", SECTION, "more than 300 s in the past are refused", story!(past)),
    protocol("requests.future", SECTION, "more than 300 s in the future are refused", story!(future)),
    protocol("requests.garbage_time", SECTION, "what is no time is refused", story!(garbage_time)),
    protocol(
        "requests.base64url",
        SECTION,
        "the signature is base64url without padding and in no other dress",
        story!(dress),
    ),
];

/// The session's own route.
async fn route(seat: &Seat) -> Result<String, Finding> {
    Ok(seat.path(&seat.session().await?.id, ""))
}

/// Sends a signed request for the session that was changed after signing.
async fn changed(seat: &Seat, change: impl Fn(&mut Call)) -> Result<Answer, Finding> {
    let (agent, path) = (seat.agent().await?, route(seat).await?);
    let make = || {
        let mut call = agent.call(seat.wire(), "GET", &path, b"")?;
        change(&mut call);
        Ok(call)
    };
    seat.wire().send(make).await
}

async fn signed(seat: Arc<Seat>) -> Found {
    let mut trial = Trial::new(seat.wire());
    trial.taken("a signed request", &changed(&seat, |_| {}).await?)?;
    trial.done()
}

fn drop_header(call: &mut Call, name: &str) {
    call.headers.retain(|(header, _)| *header != name);
}

fn set_header(call: &mut Call, name: &str, to: impl Fn(&str) -> String) {
    for (header, value) in &mut call.headers {
        if *header == name {
            *value = to(value);
        }
    }
}

async fn no_agent(seat: Arc<Seat>) -> Found {
    let mut trial = Trial::new(seat.wire());
    trial.refused("no x-anp-agent", &changed(&seat, |call| drop_header(call, header::AGENT)).await?)?;
    let empty = changed(&seat, |call| set_header(call, header::AGENT, |_| String::new())).await?;
    trial.refused("an empty one", &empty)?;
    trial.done()
}

/// Without the header, and without it where the signature covers an empty text in its place.
async fn lacking(seat: &Seat, name: &'static str) -> Found {
    let mut trial = Trial::new(seat.wire());
    trial.refused(format!("no {name}"), &changed(seat, |call| drop_header(call, name)).await?)?;
    let (agent, path) = (seat.agent().await?, route(seat).await?);
    let make = || {
        let (now, nonce) = (seat.wire().now().to_text(), nonce()?);
        let (time, nonce) = match name {
            header::TIMESTAMP => ("", nonce.as_str()),
            _ => (now.as_str(), ""),
        };
        let mut call = agent.call_at(("GET", &path), b"", time, nonce);
        drop_header(&mut call, name);
        Ok(call)
    };
    trial.refused(format!("no {name}, the signature over an empty text"), &seat.wire().send(make).await?)?;
    trial.done()
}

async fn no_time(seat: Arc<Seat>) -> Found {
    lacking(&seat, header::TIMESTAMP).await
}

async fn no_nonce(seat: Arc<Seat>) -> Found {
    lacking(&seat, header::NONCE).await
}

async fn no_signature(seat: Arc<Seat>) -> Found {
    let mut trial = Trial::new(seat.wire());
    let answer = changed(&seat, |call| drop_header(call, header::SIGNATURE)).await?;
    trial.refused("no x-anp-signature", &answer)?;
    let empty = changed(&seat, |call| set_header(call, header::SIGNATURE, |_| String::new())).await?;
    trial.refused("an empty one", &empty)?;
    trial.done()
}

/// The text with its first character another one.
pub fn altered(text: &str) -> String {
    let first = if text.starts_with('A') { 'B' } else { 'A' };
    std::iter::once(first).chain(text.chars().skip(1)).collect()
}

async fn signature(seat: Arc<Seat>) -> Found {
    let mut trial = Trial::new(seat.wire());
    let altered = changed(&seat, |call| set_header(call, header::SIGNATURE, altered)).await?;
    trial.refused("a signature altered in its first character", &altered)?;
    for (what, text) in [("zeros", "A".repeat(86)), ("a word", "signed".to_owned())] {
        let answer = changed(&seat, |call| set_header(call, header::SIGNATURE, |_| text.clone())).await?;
        trial.refused(what, &answer)?;
    }
    trial.done()
}

async fn another_key(seat: Arc<Seat>) -> Found {
    let mut trial = Trial::new(seat.wire());
    let (agent, other, path) = (seat.agent().await?, seat.other().await?, route(&seat).await?);
    let make = || {
        let mut call = other.call(seat.wire(), "GET", &path, b"")?;
        set_header(&mut call, header::AGENT, |_| agent.id.clone());
        Ok(call)
    };
    trial
        .refused("an agent's id with another registered agent's signature", &seat.wire().send(make).await?)?;
    trial.done()
}

/// Sends a request for the log, signed as if for `path`.
async fn signed_for(seat: &Seat, path: &str) -> Result<Answer, Finding> {
    let log = seat.path(&seat.session().await?.id, "/log");
    let agent = seat.agent().await?;
    let make = || Ok(Call { path: log.clone(), ..agent.call(seat.wire(), "GET", path, b"")? });
    seat.wire().send(make).await
}

async fn path(seat: Arc<Seat>) -> Found {
    let mut trial = Trial::new(seat.wire());
    let session = route(&seat).await?;
    let log = format!("{session}/log");
    for (what, path) in [
        ("the log, signed for the session", session.clone()),
        ("the log, signed for all sessions", seat.wire().route("/sessions")),
        ("the log, signed for the path in capitals", log.to_uppercase()),
        ("the log, signed for the path with a slash behind", format!("{log}/")),
        ("the log, signed for no path", String::new()),
    ] {
        trial.refused(what, &signed_for(&seat, &path).await?)?;
    }
    trial.done()
}

async fn query_unsigned(seat: Arc<Seat>) -> Found {
    let mut trial = Trial::new(seat.wire());
    let answer = changed(&seat, |call| call.query = Some("page=1")).await?;
    trial.taken("a request with ?page=1, signed over the path alone", &answer)?;
    trial.done()
}

async fn query_signed(seat: Arc<Seat>) -> Found {
    let mut trial = Trial::new(seat.wire());
    let (agent, path) = (seat.agent().await?, route(&seat).await?);
    let make = || {
        let call = agent.call(seat.wire(), "GET", &format!("{path}?page=1"), b"")?;
        Ok(Call { path: path.clone(), query: Some("page=1"), ..call })
    };
    trial.refused("a request with ?page=1, signed over path and query", &seat.wire().send(make).await?)?;
    trial.done()
}

async fn method(seat: Arc<Seat>) -> Found {
    let mut trial = Trial::new(seat.wire());
    let (agent, path) = (seat.agent().await?, route(&seat).await?);
    let make = || Ok(Call { method: "GET", ..agent.call(seat.wire(), "POST", &path, b"")? });
    trial.refused("a GET signed as a POST", &seat.wire().send(make).await?)?;
    trial.done()
}

async fn body(seat: Arc<Seat>) -> Found {
    let mut trial = Trial::new(seat.wire());
    let (agent, path) = (seat.agent().await?, format!("{}/events", route(&seat).await?));
    let event = agent.event("message", &payloads::message("signed")).into_bytes();
    let other = agent.event("message", &payloads::message("another")).into_bytes();
    for (what, signed) in
        [("a message, signed over another", other.as_slice()), ("a message, signed over no body", b"")]
    {
        let make = || Ok(Call { body: event.clone(), ..agent.call(seat.wire(), "POST", &path, signed)? });
        trial.refused(what, &seat.wire().send(make).await?)?;
    }
    let spaced = [event.as_slice(), b" "].concat();
    let make = || Ok(Call { body: spaced.clone(), ..agent.call(seat.wire(), "POST", &path, &event)? });
    trial.refused("a message, signed without the space behind it", &seat.wire().send(make).await?)?;
    trial.done()
}

/// How far the host's time may be in doubt, and an answer under way, for the window's
/// edge to be told within 2 s, in milliseconds.
const CERTAIN: i64 = 1_800;

/// How often a request is made again for want of that certainty.
const TRIES: usize = 8;

/// Sends a request so many seconds from the host's time.
async fn at_distance(seat: &Seat, seconds: i64) -> Result<Answer, Finding> {
    let (agent, path) = (seat.agent().await?, route(seat).await?);
    for _ in 0..TRIES {
        let doubt = seat.wire().doubt();
        let make = || {
            let at = seat.wire().now().plus_millis(seconds * 1000).to_text();
            Ok(agent.call_at(("GET", &path), b"", &at, &nonce()?))
        };
        let answer = seat.wire().send(make).await?;
        let took = i64::try_from(answer.took.as_millis()).unwrap_or(i64::MAX);
        if took.saturating_add(doubt) < CERTAIN {
            return Ok(answer);
        }
    }
    Err(Finding::NotRun("the answers take too long to tell the window's edge".to_owned()))
}

async fn window(seat: Arc<Seat>) -> Found {
    let mut trial = Trial::new(seat.wire());
    trial.taken("298 s in the past", &at_distance(&seat, -298).await?)?;
    trial.taken("298 s in the future", &at_distance(&seat, 298).await?)?;
    trial.done()
}

async fn past(seat: Arc<Seat>) -> Found {
    let mut trial = Trial::new(seat.wire());
    trial.refused("302 s in the past", &at_distance(&seat, -302).await?)?;
    trial.refused("a day in the past", &at_distance(&seat, -86_400).await?)?;
    trial.done()
}

async fn future(seat: Arc<Seat>) -> Found {
    let mut trial = Trial::new(seat.wire());
    trial.refused("302 s in the future", &at_distance(&seat, 302).await?)?;
    trial.refused("a day in the future", &at_distance(&seat, 86_400).await?)?;
    trial.done()
}

async fn garbage_time(seat: Arc<Seat>) -> Found {
    let mut trial = Trial::new(seat.wire());
    let (agent, path) = (seat.agent().await?, route(&seat).await?);
    let millis = seat.wire().now().millis().to_string();
    for time in ["", "now", "NaN", "0", "-1", "2026-13-45T99:99:99Z", millis.as_str()] {
        let make = || Ok(agent.call_at(("GET", &path), b"", time, &nonce()?));
        trial.refused(format!("the time “{time}”"), &seat.wire().send(make).await?)?;
    }
    trial.done()
}

async fn dress(seat: Arc<Seat>) -> Found {
    let mut trial = Trial::new(seat.wire());
    let padded =
        changed(&seat, |call| set_header(call, header::SIGNATURE, |text| format!("{text}=="))).await?;
    trial.refused("a padded signature", &padded)?;
    let (agent, path) = (seat.agent().await?, route(&seat).await?);
    let make = || loop {
        let mut call = agent.call(seat.wire(), "GET", &path, b"")?;
        let differs =
            |(name, value): &(&str, String)| *name == header::SIGNATURE && value.contains(['-', '_']);
        if call.headers.iter().any(differs) {
            set_header(&mut call, header::SIGNATURE, |text| text.replace('-', "+").replace('_', "/"));
            break Ok(call);
        }
    };
    trial.refused("a signature in the standard alphabet", &seat.wire().send(make).await?)?;
    trial.done()
}
