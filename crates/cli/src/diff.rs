//! `countersign diff`: do both sides hold the same record?

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anp::diff::{Difference, Member, beside, diff};
use anp::json::{Value, canonical};
use anp::verify::{Outcome, Trust, Verdict, verdict};
use evidence::bundle;

use crate::out::{self, inert};
use crate::verify::read;

/// What `diff` is given.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// A log or evidence bundle.
    first: PathBuf,
    /// The other side's.
    second: PathBuf,
    /// Prints one JSON object: same, common, difference, what differs beside the events,
    /// and each side's own verdict.
    #[arg(long)]
    json: bool,
}

/// Compares the two: exit 0 same, 1 different, 2 unreadable.
pub fn run(arguments: &Arguments) -> ExitCode {
    match compared(arguments) {
        Ok(found) => {
            let same = matches!(found.events, Difference::None { .. });
            out::line(&if arguments.json { json(&found) } else { people(&found) });
            ExitCode::from(u8::from(!same))
        }
        Err(why) => {
            if arguments.json {
                let error = Value::object([("error", Value::from(why.as_str()))]);
                out::line(&canonical(&error));
            }
            out::complaint(&why);
            ExitCode::from(2)
        }
    }
}

/// What there is to tell of the two.
struct Compared {
    events: Difference,
    beside: Vec<Member>,
    /// What each is by itself: a record that both hold may still be a false one.
    verdicts: [Verdict; 2],
}

fn compared(arguments: &Arguments) -> Result<Compared, String> {
    let (first, second) = (log(&arguments.first)?, log(&arguments.second)?);
    let events = diff(&first, &second).map_err(|fault| fault.to_string())?;
    let beside = beside(&first, &second).map_err(|fault| fault.to_string())?;
    let verdicts = [first, second].map(|log| verdict(&log, &Trust::default(), 1));
    Ok(Compared { events, beside, verdicts })
}

fn log(file: &Path) -> Result<Vec<u8>, String> {
    bundle::log_of(&read(file)?).map_err(|fault| format!("{}: {fault}", file.display()))
}

/// `same`, the number of leading events that are the same, and the first difference.
fn json(Compared { events: found, beside, verdicts }: &Compared) -> String {
    let text = |text: &str| Value::from(text);
    let or_null = |text: Option<&str>| text.map_or(Value::Null, Value::from);
    let member = |member: &Member| {
        Value::object([
            ("path", text(&member.path)),
            ("first", or_null(member.first.as_deref())),
            ("second", or_null(member.second.as_deref())),
        ])
    };
    let (common, difference) = match found {
        Difference::None { events } => (*events, Value::Null),
        Difference::Session { first, second } => {
            (0, Value::object([("kind", text("session")), ("first", text(first)), ("second", text(second))]))
        }
        Difference::Event { seq, members } => {
            let members = Value::Array(members.iter().map(member).collect());
            let event = [("kind", text("event")), ("seq", count(*seq)), ("members", members)];
            (seq.saturating_sub(1), Value::object(event))
        }
        Difference::Longer { common, first, more } => {
            let longer = text(if *first { "first" } else { "second" });
            (*common, Value::object([("kind", text("length")), ("longer", longer), ("more", count(*more))]))
        }
    };
    let same = matches!(found, Difference::None { .. });
    canonical(&Value::object([
        ("same", Value::from(same)),
        ("common", count(common)),
        ("difference", difference),
        ("beside", Value::Array(beside.iter().map(member).collect())),
        ("verdicts", Value::Array(verdicts.iter().map(|verdict| text(verdict.outcome.as_str())).collect())),
    ]))
}

fn count(number: u64) -> Value {
    #[allow(clippy::cast_precision_loss, reason = "counts stay far below 2^53")]
    Value::Number(number as f64)
}

/// The first difference as a person reads it, and what the comparison does not say.
fn people(found: &Compared) -> String {
    let mut lines = vec![first_difference(&found.events)];
    if !found.beside.is_empty() {
        lines.push("Beside the events, where no hash covers it, these differ:".to_owned());
        lines.extend(found.beside.iter().flat_map(both_sides));
    }
    let [first, second] = &found.verdicts;
    lines.push(format!(
        "By itself the first is {}, the second {}. Comparing proves neither: `verify` with pins does.",
        by_itself(first),
        by_itself(second)
    ));
    lines.join("\n")
}

fn by_itself(verdict: &Verdict) -> String {
    match verdict.outcome {
        Outcome::Green => "consistent".to_owned(),
        Outcome::Red => format!("red ({} faults)", verdict.faults.len()),
        Outcome::Unreadable => "unreadable".to_owned(),
    }
}

/// A member's texts. Where they part at a letter outside ASCII, which may look like
/// another, the two are named by their numbers.
fn both_sides(member: &Member) -> Vec<String> {
    let side = |text: &Option<String>| text.as_deref().map_or("(none)".to_owned(), inert);
    let mut lines = vec![
        format!("  {}", inert(&member.path)),
        format!("    first   {}", side(&member.first)),
        format!("    second  {}", side(&member.second)),
    ];
    if let (Some(first), Some(second)) = (&member.first, &member.second)
        && let Some((at, (one, other))) =
            (1..).zip(first.chars().zip(second.chars())).find(|(_, (a, b))| a != b)
        && !(one.is_ascii() && other.is_ascii())
    {
        let (one, other) = (u32::from(one), u32::from(other));
        lines.push(format!("    they part at character {at}: U+{one:04X} and U+{other:04X}"));
    }
    lines
}

fn first_difference(found: &Difference) -> String {
    match found {
        Difference::None { events } => format!("SAME: both hold the same {events} events."),
        Difference::Session { first, second } => format!(
            "DIFFERENT: they are of two sessions.\n  first   {}\n  second  {}",
            inert(first),
            inert(second)
        ),
        Difference::Longer { common, first, more } => format!(
            "DIFFERENT: the first {common} events are the same; the {} goes on with {more} more.",
            if *first { "first" } else { "second" }
        ),
        Difference::Event { seq, members } => {
            let mut lines = vec![format!("DIFFERENT: event {seq} is the first that differs.")];
            lines.extend(members.iter().flat_map(both_sides));
            lines.join("\n")
        }
    }
}
