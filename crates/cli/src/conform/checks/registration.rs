//! Registration: possession proven, one identity for one key.

use std::sync::Arc;

use anp::base64url;
use anp::json::quote;
use anp::keys::SecretKey;

use super::super::check::{Check, Finding, Found, Trial};
use super::super::payloads::{self, Members, long};
use super::super::seat::{Seat, new_key};
use super::super::wire::Answer;
use super::bounds::lacking;
use super::{ours, protocol, story};

const SECTION: &str = "Identity";

pub const CHECKS: &[Check] = &[
    protocol("registration.proof", SECTION, "the proof of possession is checked", story!(proof)),
    protocol("registration.weak_key", SECTION, "a key of small order is refused", story!(weak_key)),
    protocol("registration.same_key", SECTION, "the same key is the same identity", story!(same_key)),
    protocol("registration.status", SECTION, "a registration starts in the sandbox", story!(status)),
    protocol("registration.fingerprint", SECTION, "the fingerprint is the key's", story!(fingerprint)),
    protocol(
        "registration.base64url",
        SECTION,
        "key and proof are base64url without padding and in no other dress",
        story!(dress),
    ),
    protocol("registration.agent_name", SECTION, "a name has 3 to 120 characters", story!(agent_name)),
    protocol("registration.required", SECTION, "every member is required", story!(required)),
    ours(
        "registration.first_stands",
        SECTION,
        "the first registration of a key stands whatever a later one says",
        story!(first_stands),
    ),
];

async fn sent(seat: &Seat, body: &Members) -> Result<Answer, Finding> {
    seat.ground.register(&body.text()).await
}

fn registration(key: &SecretKey) -> Members {
    payloads::registration(key, "Conformance check")
}

async fn proof(seat: Arc<Seat>) -> Found {
    let mut trial = Trial::new(seat.wire());
    let (key, other) = (new_key()?, new_key()?);
    let own = registration(&key);
    let by = |signer: &SecretKey, text: &str| quote(&signer.sign(text.as_bytes()).to_string());
    let statement = anp::register::statement(&key.public());
    let another = anp::register::prove(&other).to_string();
    for (what, proof) in [
        ("another key's signature", by(&other, &statement)),
        ("another key's proof", quote(&another)),
        ("a signature over the key's text alone", by(&key, &key.public().to_string())),
        ("zeros", quote(&"A".repeat(86))),
        ("an empty proof", quote("")),
    ] {
        trial.invalid(what, &sent(&seat, &own.clone().with("proof", proof)).await?)?;
    }
    trial.taken("the key's own proof", &sent(&seat, &own).await?)?;
    trial.done()
}

async fn weak_key(seat: Arc<Seat>) -> Found {
    let mut trial = Trial::new(seat.wire());
    // The neutral point, for which one signature fits every text in a lenient verifier.
    let mut point = [0_u8; 32];
    point[0] = 1;
    let mut signature = [0_u8; 64];
    signature[0] = 1;
    let body = registration(&new_key()?)
        .with("public_key", quote(&base64url::encode(&point)))
        .with("proof", quote(&base64url::encode(&signature)));
    trial.invalid("the neutral point with a signature that fits every text", &sent(&seat, &body).await?)?;
    trial.done()
}

async fn same_key(seat: Arc<Seat>) -> Found {
    let mut trial = Trial::new(seat.wire());
    let body = registration(&new_key()?);
    let (first, second) = (sent(&seat, &body).await?, sent(&seat, &body).await?);
    trial.taken("a registration", &first)?;
    trial.taken("the same again", &second)?;
    let same = first.text("agent_id").is_some() && first.text("agent_id") == second.text("agent_id");
    let came = if same { "the same agent_id" } else { "another agent_id" };
    trial.that("both ids", came, same, "one identity is due")?;
    trial.done()
}

async fn status(seat: Arc<Seat>) -> Found {
    let mut trial = Trial::new(seat.wire());
    let answer = sent(&seat, &registration(&new_key()?)).await?;
    trial.taken("a registration", &answer)?;
    let status = answer.text("status").unwrap_or_default();
    trial.that("its status", format!("“{status}”"), status == "sandbox", "“sandbox” is due")?;
    trial.done()
}

async fn fingerprint(seat: Arc<Seat>) -> Found {
    let mut trial = Trial::new(seat.wire());
    let key = new_key()?;
    let answer = sent(&seat, &registration(&key)).await?;
    trial.taken("a registration", &answer)?;
    let found = answer.text("fingerprint").unwrap_or_default();
    let due = key.fingerprint().to_string();
    let came = if found == due { "SHA-256 of the raw key".to_owned() } else { found.clone() };
    trial.that("its fingerprint", came, found == due, "SHA-256 of the 32 raw bytes in hex is due")?;
    trial.done()
}

async fn dress(seat: Arc<Seat>) -> Found {
    let mut trial = Trial::new(seat.wire());
    let (key, proof) = loop {
        let key = new_key()?;
        let proof = anp::register::prove(&key).to_string();
        if proof.contains(['-', '_']) {
            break (key, proof);
        }
    };
    let own = registration(&key);
    let standard = proof.replace('-', "+").replace('_', "/");
    let public = key.public().to_string();
    for (what, member, text) in [
        ("a padded proof", "proof", format!("{proof}==")),
        ("a proof in the standard alphabet", "proof", standard),
        ("a padded key", "public_key", format!("{public}=")),
    ] {
        trial.invalid(what, &sent(&seat, &own.clone().with(member, quote(&text))).await?)?;
    }
    trial.done()
}

async fn agent_name(seat: Arc<Seat>) -> Found {
    let mut trial = Trial::new(seat.wire());
    let named = |length| Ok::<_, Finding>(registration(&new_key()?).with("agent_name", long('n', length)));
    for length in [3, 120] {
        trial.taken(format!("a name of {length}"), &sent(&seat, &named(length)?).await?)?;
    }
    for length in [2, 121] {
        trial.invalid(format!("a name of {length}"), &sent(&seat, &named(length)?).await?)?;
    }
    trial.done()
}

async fn required(seat: Arc<Seat>) -> Found {
    let mut trial = Trial::new(seat.wire());
    for (what, body) in lacking(&registration(&new_key()?)) {
        trial.invalid(what, &seat.ground.register(&body).await?)?;
    }
    trial.done()
}

async fn first_stands(seat: Arc<Seat>) -> Found {
    let mut trial = Trial::new(seat.wire());
    let body = registration(&new_key()?);
    let first = sent(&seat, &body).await?;
    trial.taken("a registration", &first)?;
    let changed = body
        .with("agent_name", quote("Somebody else"))
        .with("contact_email", quote("elsewhere@example.invalid"));
    let second = sent(&seat, &changed).await?;
    trial.taken("the same key and proof under another name and contact", &second)?;
    let same = first.text("agent_id") == second.text("agent_id");
    let came = if same { "the same agent_id" } else { "another agent_id" };
    trial.that("both ids", came, same, "the first registration stands")?;
    trial.done()
}
