//! HTTP: shapes of errors, unknown routes, browsers, bodies, and what is published.

use std::sync::Arc;

use anp::PROTOCOL;
use anp::digest::Fingerprint;
use anp::json::Value;
use anp::keys::PublicKey;
use anp::request::header;
use reqwest::header::{ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_ORIGIN, HeaderName};

use super::super::check::{Check, Finding, Found, Trial};
use super::super::log::{Log, text};
use super::super::payloads::message;
use super::super::seat::Seat;
use super::super::wire::{Answer, Call};
use super::{ours, protocol, story};

const SECTION: &str = "Routes of a buyer host";

/// Where a page of the checks' would stand.
const ORIGIN: &str = "https://vendor.example";

/// Largest body that our hosts take, in bytes.
const CAP: usize = 2 * 1024 * 1024;

pub const CHECKS: &[Check] = &[
    protocol(
        "http.unknown_route",
        SECTION,
        "an unknown route is not found, a directory neither",
        story!(unknown_route),
    ),
    protocol(
        "http.preflight",
        SECTION,
        "browsers' preflights are answered, the four headers allowed",
        story!(preflight),
    ),
    protocol("http.origin", SECTION, "pages of any origin can read answers and refusals", story!(origin)),
    ours("http.body_limit", SECTION, "2 MiB are taken; more gets 413 too_large", story!(body_limit)),
    ours(
        "http.well_known",
        SECTION,
        "/.well-known/anp.json publishes versions, base and keys",
        story!(well_known),
    ),
];

/// What all answers together must hold.
pub const ALL_ANSWERS: &[Check] = &[
    protocol(
        "http.error_shape",
        "Signed requests",
        "every error has code, message and protocol",
        story!(error_shape),
    ),
    protocol("http.protocol", SECTION, "every success names the protocol", story!(names_protocol)),
    ours(
        "http.statuses",
        "Signed requests",
        "200, 401 refused and 400 bad_request, as published hosts answer",
        story!(statuses),
    ),
];

fn plain(method: &'static str, path: String, headers: Vec<(&'static str, String)>) -> Call {
    Call { method, path, query: None, headers, body: Vec::new() }
}

async fn unknown_route(seat: Arc<Seat>) -> Found {
    let mut trial = Trial::new(seat.wire());
    for (method, tail) in
        [("GET", "/nothing"), ("GET", "/orgs"), ("GET", "/handles"), ("POST", "/sessions/x/nothing")]
    {
        let call = plain(method, seat.wire().route(tail), Vec::new());
        let answer = seat.wire().send(|| Ok(call.clone())).await?;
        let holds = answer.status == 404 && answer.error().is_some();
        trial.that(
            format!("{method} …{tail}"),
            answer.words(),
            holds,
            "404 in the shape of an error is due",
        )?;
    }
    trial.done()
}

fn listed(answer: &Answer, name: &HeaderName) -> String {
    let all = answer.headers.get_all(name).iter().filter_map(|value| value.to_str().ok());
    all.collect::<Vec<_>>().join(",").to_ascii_lowercase()
}

fn lets_in(answer: &Answer) -> bool {
    matches!(listed(answer, &ACCESS_CONTROL_ALLOW_ORIGIN).as_str(), "*" | ORIGIN)
}

async fn preflight(seat: Arc<Seat>) -> Found {
    let mut trial = Trial::new(seat.wire());
    let four = [header::AGENT, header::TIMESTAMP, header::NONCE, header::SIGNATURE];
    for (method, tail) in [
        ("POST", "/register"),
        ("POST", "/sessions"),
        ("POST", "/sessions/x/events"),
        ("GET", "/sessions/x"),
        ("GET", "/sessions/x/log"),
    ] {
        let headers = vec![
            ("origin", ORIGIN.to_owned()),
            ("access-control-request-method", method.to_owned()),
            ("access-control-request-headers", four.join(",")),
        ];
        let call = plain("OPTIONS", seat.wire().route(tail), headers);
        let answer = seat.wire().send(|| Ok(call.clone())).await?;
        let allowed = listed(&answer, &ACCESS_CONTROL_ALLOW_HEADERS);
        let named =
            |name: &&str| allowed.split(',').any(|one| matches!(one.trim(), "*") || one.trim() == *name);
        let holds = answer.is_success() && lets_in(&answer) && four.iter().all(named);
        let came = format!("{}, headers allowed: {allowed}", answer.status);
        trial.that(
            format!("a preflight for {method} …{tail}"),
            came,
            holds,
            "any origin and the four headers are to be allowed",
        )?;
    }
    trial.done()
}

async fn origin(seat: Arc<Seat>) -> Found {
    let mut trial = Trial::new(seat.wire());
    let (agent, path) = (seat.agent().await?, seat.path(&seat.session().await?.id, ""));
    let from = || ("origin", ORIGIN.to_owned());
    let signed = || {
        let mut call = agent.call(seat.wire(), "GET", &path, b"")?;
        call.headers.push(from());
        Ok(call)
    };
    let refused = plain("GET", path.clone(), vec![from()]);
    for (what, answer) in [
        ("a page's request", seat.wire().send(signed).await?),
        ("a page's request that is refused", seat.wire().send(|| Ok(refused.clone())).await?),
    ] {
        let came = listed(&answer, &ACCESS_CONTROL_ALLOW_ORIGIN);
        let holds = lets_in(&answer);
        trial.that(
            what,
            format!("{}, origin allowed: {came}", answer.words()),
            holds,
            "the page's origin is to be let in",
        )?;
    }
    trial.done()
}

async fn body_limit(seat: Arc<Seat>) -> Found {
    let mut trial = Trial::new(seat.wire());
    let session = seat.new_session().await?.id;
    let mut body = seat.agent().await?.event("message", &message("large")).into_bytes();
    body.resize(CAP, b' ');
    trial.taken("a message in 2 MiB of body", &seat.append(&session, &body).await?)?;
    body.push(b' ');
    let answer = seat.append(&session, &body).await?;
    let code = answer.error().map(|(code, _)| code);
    let holds = answer.status == 413 && code.as_deref() == Some("too_large");
    trial.that("a byte more", answer.words(), holds, "413 too_large is due")?;
    trial.done()
}

/// The published keys.
async fn published(seat: &Seat) -> Result<Answer, Finding> {
    let call = plain("GET", seat.wire().path("/.well-known/anp.json"), Vec::new());
    seat.wire().send(|| Ok(call.clone())).await
}

/// The first of the published keys, with its fingerprint as published.
fn first_key(answer: &Answer) -> Option<(PublicKey, String)> {
    let value = answer.value.as_ref()?;
    let key = value.get("platform_keys")?.as_array()?.first()?;
    Some((PublicKey::parse(text(key, "public_key")).ok()?, text(key, "fingerprint").to_owned()))
}

/// The platform's published key.
pub async fn platform(seat: &Seat) -> Result<Fingerprint, Finding> {
    let key = first_key(&published(seat).await?);
    key.map(|(key, _)| key.fingerprint())
        .ok_or_else(|| Finding::NotRun("no platform key is published".to_owned()))
}

async fn well_known(seat: Arc<Seat>) -> Found {
    let mut trial = Trial::new(seat.wire());
    let answer = published(&seat).await?;
    trial.taken("/.well-known/anp.json", &answer)?;
    let value = answer.value.clone().unwrap_or(Value::Null);
    let versions = value.get("protocol_versions").and_then(Value::as_array).unwrap_or_default();
    let speaks = versions.iter().any(|version| version.as_text() == Some(PROTOCOL));
    trial.that(
        "protocol_versions",
        if speaks { PROTOCOL } else { "others" },
        speaks,
        "ANP/0.1 is to be among them",
    )?;
    let base = text(&value, "api_base");
    trial.that("api_base", base, base.ends_with("/api/agent/v1"), "the vendors' routes are due")?;
    let fits =
        first_key(&answer).is_some_and(|(key, fingerprint)| key.fingerprint().to_string() == fingerprint);
    let came = if fits { "the key's" } else { "another" };
    trial.that(
        "the first key's fingerprint",
        came,
        fits,
        "the platform's key with its own fingerprint is due",
    )?;
    let stands = Log::read(&log(&seat).await?)?;
    let buyer =
        stands.value().get("keys").and_then(|keys| keys.get("buyer")).map(|key| text(key, "public_key"));
    let same = first_key(&answer).is_some_and(|(key, _)| Some(key.to_string().as_str()) == buyer);
    let came = if same { "the same" } else { "another" };
    trial.that("a log's `buyer` key beside it", came, same, "the platform's key is due")?;
    trial.done()
}

async fn log(seat: &Seat) -> Result<Answer, Finding> {
    seat.call("GET", &seat.path(&seat.session().await?.id, "/log"), b"").await
}

/// Nothing of a kind may have been seen.
fn none_of(seat: &Seat, found: &[String], wanted: &str) -> Found {
    let mut trial = Trial::new(seat.wire());
    let came = if found.is_empty() { "all of them".to_owned() } else { found.join("; ") };
    trial.that(format!("{} requests", seat.wire().answers()), came, found.is_empty(), wanted)?;
    trial.done()
}

async fn error_shape(seat: Arc<Seat>) -> Found {
    none_of(&seat, &seat.wire().misshapen_errors(), r#"{"error":{"code","message"},"protocol"} is due"#)
}

async fn names_protocol(seat: Arc<Seat>) -> Found {
    none_of(&seat, &seat.wire().without_protocol(), "protocol ANP/0.1 is due")
}

async fn statuses(seat: Arc<Seat>) -> Found {
    none_of(&seat, &seat.wire().other_statuses(), "published hosts give 200, 401 refused, 400 bad_request")
}
