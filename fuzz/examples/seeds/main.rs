//! Writes the corpus's hand-made seeds: `corpus/TARGET/seed-NAME`. All of them are this
//! project's own: texts of its sessions by the tests' named people, and mails made up.

mod answers;
mod mails;
mod texts;

use std::path::PathBuf;

use anp::checkpoint::Checkpoint;
use anp::event::Kind;
use anp::register::prove;
use anp::request::{Headers, sign};
use anp::time::Moment;
use evidence::bundle;
use fuzz::bundle::threads;
use fuzz::ledger::{self, Draft, message};
use fuzz::log::drafts;
use fuzz::thread;
use support::people;

fn main() -> std::io::Result<()> {
    let mut seeds: Vec<(&str, String, Vec<u8>)> = Vec::new();
    let mut seed = |target, name: &str, bytes: &[u8]| seeds.push((target, name.to_owned(), bytes.to_vec()));
    for (name, text) in texts::JSON {
        seed("canonical_json", name, text.as_bytes());
    }
    for (name, text) in logs() {
        seed("session_log", &name, text.as_bytes());
        // What stands twice does not outlive the rewriting.
        if !name.starts_with("twice") {
            seed("rewritten_log", &name, text.as_bytes());
        }
    }
    for event in Draft::whole().events {
        let target = match event.stated.kind() {
            Kind::Offer | Kind::CounterOffer => "offer",
            Kind::Envelope | Kind::SessionOpen => "envelope",
            Kind::Message | Kind::Decline | Kind::SessionClose => "words",
        };
        seed(target, &format!("said-{}", event.seq), event.stated.canonical().as_bytes());
    }
    for (target, name, text) in texts::PAYLOADS {
        seed(target, name, text.as_bytes());
    }
    for (name, lines) in requests() {
        seed("signed_request", name, &lines);
    }
    for (name, holder) in [("contoso", people::contoso_agent()), ("mallory", people::mallory())] {
        seed("registration", name, format!("{}\n{}", holder.public(), prove(&holder)).as_bytes());
    }
    for (name, signer) in [("olivia", people::olivia()), ("platform", people::platform())] {
        let note = Checkpoint::sign(&ledger::session(), &Draft::whole().head(), at(), &signer);
        seed("checkpoint", name, note.as_bytes());
    }
    // One each: the report inside makes them the largest inputs by far.
    let [whole, short] = threads().map(|thread| thread.contents());
    seed("repacked_bundle", "whole", &thread::sealed(&whole));
    seed("bundle", "unsigned", &bundle::write(&short, None).unwrap_or_default());
    for (name, text) in mails::MAILS {
        seed("mail", name, text.replace('\n', "\r\n").as_bytes());
    }
    for (name, lines) in mails::envelopes() {
        seed("outlook_envelope", name, &lines);
    }
    for (name, text) in answers::answers() {
        seed("adcp_answer", name, text.as_bytes());
    }
    for (name, text) in texts::TABLES {
        seed("sheet", name, text.as_bytes());
    }
    let corpus = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("corpus");
    for (target, name, bytes) in seeds {
        let folder = corpus.join(target);
        std::fs::create_dir_all(&folder)?;
        std::fs::write(folder.join(format!("seed-{name}")), bytes)?;
    }
    Ok(())
}

fn at() -> Moment {
    Moment::parse("2026-07-11T10:00:00Z").unwrap_or(Moment::from_millis(0))
}

/// Sessions at several points, and what may be wrong with one.
fn logs() -> Vec<(String, String)> {
    let [whole, opening, short, late] = drafts();
    let forged = Draft::begun().by(&people::mallory(), message("Sent by nobody of ours."));
    let text = short.text();
    let alone = opening.text();
    let members = ["seq", "actor", "kind", "payload", "payload_hash", "prev_hash", "event_hash", "at"];
    let value = opening.value();
    let twice = members.into_iter().map(|member| {
        // Behind the last member, and with the same value: nothing but the text is odd.
        let again = format!(r#","{member}":{}}}]}}"#, value["events"][0][member]);
        (format!("twice-{member}"), alone.replace("}]}", &again))
    });
    let others = vec![
        ("whole".to_owned(), whole.text()),
        ("opening".to_owned(), opening.text()),
        ("short".to_owned(), text.clone()),
        ("continued".to_owned(), whole.after(2)),
        ("forged".to_owned(), forged.text()),
        ("late".to_owned(), late.text()),
        ("altered".to_owned(), text.replace("1200", "1100")),
        ("twice".to_owned(), text.replace(r#""seq":3"#, r#""seq":2,"seq":3"#)),
        ("loose".to_owned(), text.replace(r#"":"#, r#"" : "#).replace("500,", "5e2 , ")),
        ("escaped".to_owned(), text.replace("CRM", r"\u0043RM")),
        ("bare".to_owned(), r#"{"session":{},"chain":{},"events":[{}]}"#.to_owned()),
    ];
    twice.chain(others).collect()
}

fn requests() -> Vec<(&'static str, Vec<u8>)> {
    let key = people::contoso_agent();
    let parts: [(&str, &str, &str, &[u8]); 3] = [
        ("open", "POST", "/api/agent/v1/sessions", br#"{"target":{"sandbox":true}}"#),
        ("read", "GET", "/api/agent/v1/sessions/0b0f6a0e/log", b""),
        ("binary", "POST", "/api/agent/v1/sessions/0b0f6a0e/events", b"\n\0\xff"),
    ];
    let lines = |(name, method, path, body): (&'static str, &str, &str, &[u8])| {
        let made = sign(&key, "an-agent", (method, path), body, at(), "a-nonce");
        let Headers { agent, timestamp, nonce, signature } = made;
        let head = format!("{method}\n{path}\n{agent}\n{timestamp}\n{nonce}\n{signature}\n");
        (name, [head.as_bytes(), body].concat())
    };
    parts.into_iter().map(lines).collect()
}
