//! Authorship: every vendor event carries its author's signature over kind and payload.

use std::sync::Arc;

use super::super::check::{Check, Found, Trial};
use super::super::payloads::{message, offer};
use super::super::seat::{Seat, event_body};
use super::requests::altered;
use super::{ours, protocol, story};

const SECTION: &str = "The session log";

pub const CHECKS: &[Check] = &[
    protocol("authorship.missing", SECTION, "an event without a signature is refused", story!(missing)),
    protocol("authorship.invalid", SECTION, "a signature that does not hold is refused", story!(invalid)),
    protocol("authorship.another_key", SECTION, "another's signature is refused", story!(another_key)),
    protocol(
        "authorship.another_kind",
        SECTION,
        "a signature over another kind is refused",
        story!(another_kind),
    ),
    protocol(
        "authorship.another_payload",
        SECTION,
        "a signature over another price is refused",
        story!(another_payload),
    ),
    protocol(
        "authorship.base64url",
        SECTION,
        "the signature is base64url without padding and in no other dress",
        story!(dress),
    ),
    ours(
        "authorship.leftover_bits",
        SECTION,
        "bits beyond the signature's last byte are refused",
        story!(leftover_bits),
    ),
    protocol("authorship.no_trace", SECTION, "what is refused does not stand in the log", story!(no_trace)),
];

async fn missing(seat: Arc<Seat>) -> Found {
    let mut trial = Trial::new(seat.wire());
    let session = &seat.session().await?.id;
    let payload = message("unsigned");
    for (what, more) in [
        ("no signature", ""),
        ("null", r#","signature":null"#),
        ("an empty signature", r#","signature":"""#),
        ("a number", r#","signature":7"#),
    ] {
        let body = format!(r#"{{"kind":"message","payload":{payload}{more}}}"#);
        trial.invalid(what, &seat.append(session, body.as_bytes()).await?)?;
    }
    trial.done()
}

async fn invalid(seat: Arc<Seat>) -> Found {
    let mut trial = Trial::new(seat.wire());
    let session = &seat.session().await?.id;
    let payload = message("badly signed");
    let own = seat.agent().await?.author("message", &payload);
    for (what, signature) in [
        ("a signature altered in its first character", altered(&own)),
        ("zeros", "A".repeat(86)),
        ("half a signature", own.chars().take(43).collect()),
        ("a word", "signed".to_owned()),
    ] {
        let body = event_body("message", &payload, &signature);
        trial.invalid(what, &seat.append(session, body.as_bytes()).await?)?;
    }
    trial.done()
}

async fn another_key(seat: Arc<Seat>) -> Found {
    let mut trial = Trial::new(seat.wire());
    let session = &seat.session().await?.id;
    let payload = message("by another");
    let body = event_body("message", &payload, &seat.other().await?.author("message", &payload));
    let answer = seat.append(session, body.as_bytes()).await?;
    trial.invalid("a message with another registered agent's signature", &answer)?;
    trial.done()
}

async fn another_kind(seat: Arc<Seat>) -> Found {
    let mut trial = Trial::new(seat.wire());
    let session = &seat.session().await?.id;
    let (agent, payload) = (seat.agent().await?, offer().text());
    for (kind, signed) in [("offer", "counter_offer"), ("counter_offer", "offer")] {
        let body = event_body(kind, &payload, &agent.author(signed, &payload));
        let answer = seat.append(session, body.as_bytes()).await?;
        trial.invalid(format!("{kind}, signed as {signed}"), &answer)?;
    }
    trial.done()
}

async fn another_payload(seat: Arc<Seat>) -> Found {
    let mut trial = Trial::new(seat.wire());
    let session = &seat.session().await?.id;
    let (agent, payload) = (seat.agent().await?, offer().text());
    let cheaper = payload.replace("100", "99");
    let body = event_body("offer", &cheaper, &agent.author("offer", &payload));
    trial.invalid("an offer of 99, signed at 100", &seat.append(session, body.as_bytes()).await?)?;
    trial.done()
}

async fn dress(seat: Arc<Seat>) -> Found {
    let mut trial = Trial::new(seat.wire());
    let session = &seat.session().await?.id;
    let agent = seat.agent().await?;
    // One of a few texts has a signature in which the alphabets differ.
    let signed = (0..64).map(|number| {
        let payload = message(&format!("dressed {number}"));
        let signature = agent.author("message", &payload);
        (payload, signature)
    });
    let (payload, own) = signed
        .into_iter()
        .find(|(_, signature)| signature.contains(['-', '_']))
        .unwrap_or_else(|| (message("dressed"), agent.author("message", &message("dressed"))));
    for (what, signature) in [
        ("padded", format!("{own}==")),
        ("in the standard alphabet", own.replace('-', "+").replace('_', "/")),
        ("with a line break behind it", format!("{own}\n")),
    ] {
        let body = event_body("message", &payload, &signature);
        trial.invalid(what, &seat.append(session, body.as_bytes()).await?)?;
    }
    trial.done()
}

/// The character behind an `A`, `Q`, `g` or `w` in the alphabet: the same two bits, and one
/// of the four that are left over.
const fn next_form(last: char) -> char {
    match last {
        'A' => 'B',
        'Q' => 'R',
        'g' => 'h',
        _ => 'x',
    }
}

/// The other texts that a lenient reader takes for the same 64 bytes: 86 characters have
/// four bits more.
async fn leftover_bits(seat: Arc<Seat>) -> Found {
    let mut trial = Trial::new(seat.wire());
    let session = &seat.session().await?.id;
    let payload = message("bits left over");
    let own = seat.agent().await?.author("message", &payload);
    let other: String = own.chars().take(85).chain(own.chars().skip(85).map(next_form)).collect();
    let body = event_body("message", &payload, &other);
    trial.invalid(
        "the last character with another of its 16 forms",
        &seat.append(session, body.as_bytes()).await?,
    )?;
    trial.done()
}

async fn no_trace(seat: Arc<Seat>) -> Found {
    let mut trial = Trial::new(seat.wire());
    let session = seat.new_session().await?.id;
    let payload = message("refused");
    let (own, other) = (seat.agent().await?, seat.other().await?);
    let unsigned = format!(r#"{{"kind":"message","payload":{payload}}}"#);
    let foreign = event_body("message", &payload, &other.author("message", &payload));
    let unknown = own.event("message", r#"{"body":"refused","x":1}"#);
    for (what, body) in [("no signature", unsigned), ("another's", foreign), ("an unknown key", unknown)] {
        trial.invalid(what, &seat.append(&session, body.as_bytes()).await?)?;
    }
    let log = seat.log(&session).await?;
    let found = log.events().len();
    trial.that("the log after these", format!("{found} events"), found == 2, "two are due")?;
    trial.done()
}
