//! A session's life: opened, appended to, closed.

use std::sync::Arc;

use anp::json::Value;

use super::super::check::{Check, Found, Trial};
use super::super::log::{Log, text};
use super::super::payloads::{envelope, message, offer, opening, session_open};
use super::super::seat::Seat;
use super::{ours, protocol, story};

const SECTION: &str = "Routes of a buyer host";

pub const CHECKS: &[Check] = &[
    protocol("sessions.open", SECTION, "an opening is answered in full", story!(open)),
    protocol("sessions.target", SECTION, "a target is a handle or the sandbox", story!(target)),
    ours("sessions.both_targets", SECTION, "a target is not both at once", story!(both_targets)),
    protocol(
        "sessions.append_answer",
        SECTION,
        "the answer to an append has the log with the event in it",
        story!(append_answer),
    ),
    protocol("sessions.required", SECTION, "an append needs kind and payload", story!(required)),
    protocol("sessions.kinds", SECTION, "only what a party may say is appended", story!(kinds)),
    protocol("sessions.closed", "The session log", "nothing follows session_close", story!(closed)),
];

async fn open(seat: Arc<Seat>) -> Found {
    let mut trial = Trial::new(seat.wire());
    let answer = seat.open(&opening(&envelope().text())).await?;
    trial.taken("an opening with the sandbox", &answer)?;
    let value = answer.value.clone().unwrap_or(Value::Null);
    let id = text(&value, "session_id");
    let log_of =
        value.get("log").and_then(|log| log.get("session")).map_or("", |session| text(session, "id"));
    let members = [
        ("session_id", !id.is_empty()),
        (
            "buyer_envelope",
            value.get("buyer_envelope").is_some_and(|envelope| envelope.as_object().is_some()),
        ),
        ("log of this session", !id.is_empty() && log_of == id),
    ];
    for (name, there) in members {
        trial.that(name, if there { "there" } else { "missing" }, there, "it is part of the answer")?;
    }
    trial.done()
}

async fn target(seat: Arc<Seat>) -> Found {
    let mut trial = Trial::new(seat.wire());
    let envelope = envelope().text();
    for target in ["{}", "null", "7", r#"{"sandbox":false}"#, r#"{"sandbox":"yes"}"#, r#"{"org_handle":7}"#] {
        let answer = seat.open(&format!(r#"{{"target":{target},"envelope":{envelope}}}"#)).await?;
        trial.invalid(format!("target {target}"), &answer)?;
    }
    trial.invalid("no target", &seat.open(&format!(r#"{{"envelope":{envelope}}}"#)).await?)?;
    trial.invalid("no envelope", &seat.open(r#"{"target":{"sandbox":true}}"#).await?)?;
    trial.done()
}

async fn both_targets(seat: Arc<Seat>) -> Found {
    let mut trial = Trial::new(seat.wire());
    let target = r#"{"sandbox":true,"org_handle":"anp_org_AAAAAAAAAAAAAAAAAAAAAA"}"#;
    let answer = seat.open(&format!(r#"{{"target":{target},"envelope":{}}}"#, envelope().text())).await?;
    trial.invalid("a target of a handle and the sandbox", &answer)?;
    trial.done()
}

async fn append_answer(seat: Arc<Seat>) -> Found {
    let mut trial = Trial::new(seat.wire());
    let session = &seat.session().await?.id;
    let answer = seat.say(session, "message", &message("look for me")).await?;
    trial.taken("a message", &answer)?;
    let log = Log::within(&answer)?;
    let stands = log
        .vendors()
        .any(|event| event.get("payload").is_some_and(|payload| text(payload, "body") == "look for me"));
    let came = if stands { "the event is in it" } else { "the event is not in it" };
    trial.that("the log in the answer", came, stands, "the event is to stand there")?;
    trial.done()
}

async fn required(seat: Arc<Seat>) -> Found {
    let mut trial = Trial::new(seat.wire());
    let session = &seat.session().await?.id;
    let signature = seat.agent().await?.author("message", &message("hello"));
    let payload = message("hello");
    for (what, body) in [
        ("no kind", format!(r#"{{"payload":{payload},"signature":"{signature}"}}"#)),
        ("no payload", format!(r#"{{"kind":"message","signature":"{signature}"}}"#)),
        ("a kind that is no text", format!(r#"{{"kind":7,"payload":{payload},"signature":"{signature}"}}"#)),
    ] {
        trial.invalid(what, &seat.append(session, body.as_bytes()).await?)?;
    }
    trial.done()
}

async fn kinds(seat: Arc<Seat>) -> Found {
    let mut trial = Trial::new(seat.wire());
    let session = &seat.session().await?.id;
    let agent = seat.agent().await?;
    let forged = session_open(&agent.id, &agent.key);
    trial.invalid("session_open", &seat.say(session, "session_open", &forged).await?)?;
    for kind in ["accept", "MESSAGE", "message ", ""] {
        let answer = seat.say(session, kind, &message("hello")).await?;
        trial.invalid(format!("the kind “{kind}”"), &answer)?;
    }
    trial.invalid("an offer as a message", &seat.say(session, "message", &offer().text()).await?)?;
    trial.done()
}

async fn closed(seat: Arc<Seat>) -> Found {
    let mut trial = Trial::new(seat.wire());
    let session = seat.new_session().await?.id;
    let answer = seat.say(&session, "session_close", r#"{"reason":"conformance check"}"#).await?;
    trial.taken("session_close", &answer)?;
    for (kind, payload) in
        [("message", message("too late")), ("offer", offer().text()), ("session_close", "{}".to_owned())]
    {
        trial.invalid(format!("{kind} after it"), &seat.say(&session, kind, &payload).await?)?;
    }
    let log = seat.log(&session).await?;
    let last = log.events().last().map_or("", |event| text(event, "kind"));
    trial.that("the log's last event", last, last == "session_close", "session_close is due")?;
    trial.done()
}
