//! `countersign adcp verify`: does what a seller answered hold, as far as it can be computed?

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use adcp::capability::RefinementSupport;
use adcp::fault::Fault;
use adcp::request::read::RefineRequest;
use adcp::sources::Sources;
use adcp::verify::{Circumstances, Judgement, LEAD_MILLIS, Remark, judge};
use anp::json::{Value, canonical, parse_flawless};
use anp::time::Moment;

use crate::out::{self, inert};
use crate::verify::read;

/// What `adcp verify` is given.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// The arguments of the call, as they were sent.
    #[arg(long, value_name = "FILE")]
    request: PathBuf,
    /// The structured content of the answer, as it came.
    #[arg(long, value_name = "FILE")]
    answer: PathBuf,
    /// Proposals that came earlier: an array, the earliest first.
    #[arg(long, value_name = "FILE")]
    sources: Option<PathBuf>,
    /// The seller's `proposal_refinement` block.
    #[arg(long, value_name = "FILE")]
    capabilities: Option<PathBuf>,
    /// The time of judging (RFC 3339); without it, now.
    #[arg(long, value_name = "TIME", value_parser = time)]
    now: Option<Moment>,
    /// Seconds that a new hold must leave at least.
    #[arg(long, value_name = "SECONDS", default_value_t = LEAD_MILLIS / 1000,
          value_parser = clap::value_parser!(i64).range(0..=31_536_000))]
    lead: i64,
    /// Prints one JSON object.
    #[arg(long)]
    json: bool,
}

fn time(text: &str) -> Result<Moment, String> {
    Moment::parse(text).map_err(|fault| fault.to_string())
}

/// Judges and says what came of it.
pub fn run(arguments: &Arguments, now: Moment) -> ExitCode {
    match judged(arguments, now) {
        Ok(judgement) => {
            out::line(&if arguments.json { json(&judgement) } else { people(&judgement) });
            ExitCode::from(u8::from(!judgement.holds()))
        }
        Err(why) => {
            if arguments.json {
                let fault = [("rule", "file".into()), ("path", "".into()), ("detail", why.as_str().into())];
                let faults = Value::Array(vec![Value::object(fault)]);
                let said = [("holds", false.into()), ("error", why.as_str().into()), ("faults", faults)];
                out::line(&canonical(&Value::object(said)));
            }
            out::complaint(&why);
            ExitCode::from(2)
        }
    }
}

fn judged(arguments: &Arguments, now: Moment) -> Result<Judgement, String> {
    let request = value(&arguments.request)?;
    let request =
        RefineRequest::read(&request).map_err(|fault| format!("{}: {fault}", arguments.request.display()))?;
    let sources = match &arguments.sources {
        None => Sources::default(),
        Some(file) => match value(file)? {
            Value::Array(proposals) if proposals.iter().all(named) => Sources::new(proposals),
            _ => return Err(format!("{}: no array of proposals", file.display())),
        },
    };
    let support = match &arguments.capabilities {
        None => None,
        Some(file) => match value(file)? {
            block if block.get("supported_dimensions").and_then(Value::as_array).is_some() => {
                Some(RefinementSupport::read(&block))
            }
            _ => return Err(format!("{}: no proposal_refinement block", file.display())),
        },
    };
    let circumstances = Circumstances {
        sources: &sources,
        support: support.as_ref(),
        now: arguments.now.unwrap_or(now),
        lead_millis: arguments.lead.saturating_mul(1000),
    };
    judge(&request, &read(&arguments.answer)?, &circumstances)
        .map_err(|fault| format!("{}: {fault}", arguments.answer.display()))
}

/// Whether this can be looked up as an earlier proposal.
fn named(proposal: &Value) -> bool {
    proposal.get("proposal_id").and_then(Value::as_text).is_some()
}

fn value(file: &Path) -> Result<Value, String> {
    parse_flawless(&read(file)?).map_err(|fault| format!("{}: {fault}", file.display()))
}

/// The fixed contract for scripts.
fn json(judgement: &Judgement) -> String {
    let three = |rule: &str, path: &str, detail: &str| {
        Value::object([("rule", rule.into()), ("path", path.into()), ("detail", detail.into())])
    };
    let fault = |fault: &Fault| three(fault.rule.as_str(), &fault.path, &fault.detail);
    let remark = |remark: &Remark| three(remark.rule.as_str(), &remark.path, &remark.detail);
    canonical(&Value::object([
        ("holds", judgement.holds().into()),
        ("pending", judgement.pending.is_some().into()),
        ("faults", Value::Array(judgement.faults.iter().map(fault).collect())),
        ("departures", Value::Array(judgement.departures.iter().map(remark).collect())),
        ("unchecked", Value::Array(judgement.unchecked.iter().map(remark).collect())),
    ]))
}

/// The text for people.
fn people(judgement: &Judgement) -> String {
    let mut lines = vec![match (judgement.holds(), &judgement.pending) {
        (true, None) => "HOLDS: everything that can be computed is as the seller says.".to_owned(),
        (true, Some(_)) => "PENDING: the seller has taken the request; there is no answer yet.".to_owned(),
        (false, _) => "DOES NOT HOLD".to_owned(),
    }];
    let line = |rule: &str, path: &str, detail: &str| {
        let path = if path.is_empty() { "the answer" } else { path };
        format!("  {rule}, {}: {}", inert(path), inert(detail))
    };
    lines.extend(judgement.faults.iter().map(|one| line(one.rule.as_str(), &one.path, &one.detail)));
    let parts = [("To accept before choosing", &judgement.departures), ("Not checked", &judgement.unchecked)];
    for (title, remarks) in parts {
        if !remarks.is_empty() {
            lines.push(String::new());
            lines.push(title.to_owned());
            lines.extend(remarks.iter().map(|one| line(one.rule.as_str(), &one.path, &one.detail)));
        }
    }
    lines.join("\n")
}
