//! `countersign diff`: do both sides hold the same record?

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anp::diff::{Difference, Member, diff};
use anp::json::{Value, canonical};
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
    /// Prints one JSON object: same, common, difference.
    #[arg(long)]
    json: bool,
}

/// Compares the two: exit 0 same, 1 different, 2 unreadable.
pub fn run(arguments: &Arguments) -> ExitCode {
    match compared(arguments) {
        Ok(found) => {
            let same = matches!(found, Difference::None { .. });
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

fn compared(arguments: &Arguments) -> Result<Difference, String> {
    let (first, second) = (log(&arguments.first)?, log(&arguments.second)?);
    diff(&first, &second).map_err(|fault| fault.to_string())
}

fn log(file: &Path) -> Result<Vec<u8>, String> {
    bundle::log_of(&read(file)?).map_err(|fault| format!("{}: {fault}", file.display()))
}

/// `same`, the number of leading events that are the same, and the first difference.
fn json(found: &Difference) -> String {
    let text = |text: &str| Value::from(text);
    let or_null = |text: Option<&str>| text.map_or(Value::Null, Value::from);
    let (common, difference) = match found {
        Difference::None { events } => (*events, Value::Null),
        Difference::Session { first, second } => {
            (0, Value::object([("kind", text("session")), ("first", text(first)), ("second", text(second))]))
        }
        Difference::Event { seq, members } => {
            let member = |member: &Member| {
                Value::object([
                    ("path", text(&member.path)),
                    ("first", or_null(member.first.as_deref())),
                    ("second", or_null(member.second.as_deref())),
                ])
            };
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
    ]))
}

fn count(number: u64) -> Value {
    #[allow(clippy::cast_precision_loss, reason = "counts stay far below 2^53")]
    Value::Number(number as f64)
}

/// The first difference as a person reads it.
fn people(found: &Difference) -> String {
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
            for member in members {
                let side = |text: &Option<String>| text.as_deref().map_or("(none)".to_owned(), inert);
                lines.push(format!("  {}", inert(&member.path)));
                lines.push(format!("    first   {}", side(&member.first)));
                lines.push(format!("    second  {}", side(&member.second)));
            }
            lines.join("\n")
        }
    }
}
