//! `countersign tactic`: which negotiation tactic a text plays.
//!
//! The text stands on standard input. Both sides' messages together are a thread: lines that begin with
//! `Vendor:` or `Buyer:`, a mail that quotes those before it, or JSON: a list of messages (`from`, `text`,
//! `offer.total_annual`), or an object that holds one as `messages` or `thread`.

use std::io::Read;
use std::process::ExitCode;

use deal::{Said, Tactic, Transcript, lone_tactics, tactics, thread_tactics, transcript};
use money::Amount;
use serde::{Deserialize, Serialize};

use crate::out;

/// More is not read.
const MAX_BYTES: u64 = 4 << 20;

const THREADS: &str =
    "A text is one message. A thread is given as lines that begin with `Vendor:` or `Buyer:`, as a mail that
quotes the others (`> …`, or below `From: …`), or as JSON:
{\"messages\": [{\"from\": \"vendor\", \"text\": \"…\", \"offer\": {\"total_annual\": 1140000}}, …]}";

/// Options of `countersign tactic`.
#[derive(Debug, clap::Args)]
#[command(after_help = THREADS)]
pub struct Arguments {
    /// Writes the result as JSON.
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report {
    tactics: Vec<Named>,
    /// Of a thread: what each of the vendor's messages plays by itself.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    messages: Vec<OfMessage>,
}

#[derive(Serialize)]
struct OfMessage {
    message: usize,
    tactics: Vec<Named>,
}

#[derive(Serialize)]
struct Named {
    family: &'static str,
    confidence: f64,
    evidence: Vec<Shown>,
}

/// `start` and `end` count Unicode code points of the text, or of the message's text in a JSON thread.
#[derive(Serialize)]
struct Shown {
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<usize>,
    start: usize,
    end: usize,
    text: String,
}

#[derive(Deserialize)]
struct Thread {
    #[serde(alias = "thread", alias = "conversation", alias = "emails")]
    messages: Vec<Message>,
}

#[derive(Deserialize)]
struct Message {
    #[serde(default, alias = "role", alias = "sender", alias = "speaker", alias = "author", alias = "side")]
    from: String,
    #[serde(default, alias = "content", alias = "body", alias = "message")]
    text: String,
    #[serde(default)]
    offer: Option<Offered>,
}

#[derive(Deserialize)]
struct Offered {
    #[serde(default)]
    total_annual: Option<serde_json::Number>,
}

/// Exit 0 where the text could be read, whatever it plays; 2 where it could not.
pub fn run(arguments: &Arguments) -> ExitCode {
    let mut bytes = Vec::new();
    if let Err(fault) = std::io::stdin().lock().take(MAX_BYTES + 1).read_to_end(&mut bytes) {
        out::complaint(&format!("cannot read standard input: {fault}"));
        return ExitCode::from(2);
    }
    if bytes.len() as u64 > MAX_BYTES {
        out::complaint("the text has more than 4 MiB");
        return ExitCode::from(2);
    }
    let report = report(&String::from_utf8_lossy(&bytes));
    let text = if arguments.json {
        serde_json::to_string_pretty(&report).unwrap_or_default()
    } else {
        in_words(&report)
    };
    out::line(&text);
    ExitCode::SUCCESS
}

fn report(text: &str) -> Report {
    if let Some(messages) = messages(text) {
        let said: Vec<Said> = messages.into_iter().map(said).collect();
        return of_thread(&said, &|_, start| start, true);
    }
    if let Some(found) = transcript(text) {
        return of_transcript(text, &found);
    }
    let tactics = lone_tactics(text).into_iter().map(|tactic| named(tactic, &|_, at| at, false)).collect();
    Report { tactics, messages: Vec::new() }
}

/// Places are those of the whole text. A mail that quotes the others plays what it plays by itself, too.
fn of_transcript(text: &str, found: &Transcript) -> Report {
    let spoken = &found.messages;
    let said: Vec<Said> = spoken.iter().map(|message| message.said.clone()).collect();
    let place =
        |message: usize, at: usize| at + spoken.get(message).map(|message| message.start).unwrap_or_default();
    let mut report = of_thread(&said, &place, false);
    if let Some(own) = found.own {
        let own =
            report.messages.iter().position(|of| of.message == own).map(|at| report.messages.remove(at));
        report.tactics.extend(own.into_iter().flat_map(|of| of.tactics));
        report.tactics.sort_by(|one, other| other.confidence.total_cmp(&one.confidence));
        report.messages.clear();
    }
    let words: Vec<char> = text.chars().collect();
    let shown = report.tactics.iter_mut().chain(report.messages.iter_mut().flat_map(|of| &mut of.tactics));
    for shown in shown.flat_map(|named| &mut named.evidence) {
        shown.text = words.get(shown.start..shown.end).unwrap_or_default().iter().collect();
    }
    report
}

/// The messages of a thread in JSON.
fn messages(text: &str) -> Option<Vec<Message>> {
    let listed = || {
        serde_json::from_str::<Vec<Message>>(text)
            .ok()
            .filter(|messages| messages.iter().any(|message| !message.from.is_empty()))
    };
    serde_json::from_str::<Thread>(text).map(|thread| thread.messages).ok().or_else(listed)
}

fn said(message: Message) -> Said {
    let total = message.offer.and_then(|offer| offer.total_annual);
    let from = message.from.to_lowercase();
    Said {
        by_vendor: ["vendor", "seller", "supplier", "sales", "account"]
            .iter()
            .any(|side| from.contains(side)),
        text: message.text,
        total_annual: total.and_then(|total| Amount::parse(&total.to_string()).ok()),
    }
}

fn of_thread(said: &[Said], place: &dyn Fn(usize, usize) -> usize, in_message: bool) -> Report {
    let tactics_of_thread =
        thread_tactics(said).into_iter().map(|tactic| named(tactic, place, in_message)).collect();
    let messages = said
        .iter()
        .enumerate()
        .filter(|(_, message)| message.by_vendor)
        .map(|(at, message)| OfMessage {
            message: at,
            tactics: tactics(&message.text)
                .into_iter()
                .map(|mut tactic| {
                    tactic.evidence.iter_mut().for_each(|evidence| evidence.message = at);
                    named(tactic, place, in_message)
                })
                .collect(),
        })
        .filter(|of| !of.tactics.is_empty())
        .collect();
    Report { tactics: tactics_of_thread, messages }
}

fn named(tactic: Tactic, place: &dyn Fn(usize, usize) -> usize, in_message: bool) -> Named {
    let evidence = tactic
        .evidence
        .into_iter()
        .map(|evidence| Shown {
            message: in_message.then_some(evidence.message),
            start: place(evidence.message, evidence.start),
            end: place(evidence.message, evidence.end),
            text: evidence.text,
        })
        .collect();
    Named { family: tactic.family.code(), confidence: tactic.confidence, evidence }
}

fn in_words(report: &Report) -> String {
    if report.tactics.is_empty() {
        return "no tactic named".to_owned();
    }
    let line = |named: &Named| {
        let shown: Vec<String> = named.evidence.iter().map(|shown| format!("{:?}", shown.text)).collect();
        format!("{} {:.2} {}", named.family, named.confidence, shown.join(" "))
    };
    report.tactics.iter().map(line).collect::<Vec<_>>().join("\n")
}
