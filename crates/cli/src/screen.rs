//! `countersign screen`: whether a text may leave, by a scenario of what is secret and what may be told.
//!
//! The text stands on standard input. The scenario is JSON: `secret` and `public` hold the deal's figures
//! by name, `approved_counter` what the owner approved, `rates` what one unit of `currency` is in others.

use std::io::Read;
use std::path::PathBuf;
use std::process::ExitCode;

use deal::{Confidential, DealFigures, ScreenReason, SecretFigures};
use money::Amount;
use serde::Serialize;
use serde_json::Value;

use crate::out;

/// More is not read, and what is not read does not leave.
const MAX_BYTES: u64 = 1 << 20;

/// Options of `countersign screen`.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// The scenario: what is secret, what may be told.
    #[arg(long, value_name = "FILE")]
    scenario: PathBuf,
    /// Writes the outcome and its reasons as JSON.
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report {
    outcome: &'static str,
    reasons: Vec<Shown>,
}

/// `start` and `end` count Unicode code points of the text. The words themselves are never said.
#[derive(Serialize)]
struct Shown {
    kind: &'static str,
    start: usize,
    end: usize,
    decoded: bool,
}

/// Exit 0 where the text may leave, 1 where it is blocked, 3 where a person has to look; 2 where nothing
/// could be judged.
pub fn run(arguments: &Arguments) -> ExitCode {
    match judged(arguments) {
        Ok(reasons) => tell(&reasons, arguments.json),
        Err(problem) => {
            out::complaint(&problem);
            ExitCode::from(2)
        }
    }
}

fn judged(arguments: &Arguments) -> Result<Vec<ScreenReason>, String> {
    let scenario = std::fs::read_to_string(&arguments.scenario)
        .map_err(|fault| format!("cannot read the scenario: {fault}"))?;
    let scenario: Value =
        serde_json::from_str(&scenario).map_err(|_| "the scenario is not JSON".to_owned())?;
    let (deal, secret) = figures(&scenario);
    let mut bytes = Vec::new();
    std::io::stdin()
        .lock()
        .take(MAX_BYTES + 1)
        .read_to_end(&mut bytes)
        .map_err(|fault| format!("cannot read standard input: {fault}"))?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err("the text has more than 1 MiB".to_owned());
    }
    Ok(Confidential::new(&deal, &secret).reasons(&String::from_utf8_lossy(&bytes)))
}

fn tell(reasons: &[ScreenReason], json: bool) -> ExitCode {
    let blocked = reasons.iter().any(|reason| reason.kind.blocks());
    let (outcome, code) = match (blocked, reasons.is_empty()) {
        (true, _) => ("blocked", 1),
        (false, false) => ("held", 3),
        (false, true) => ("passed", 0),
    };
    let shown: Vec<Shown> = reasons
        .iter()
        .map(|reason| Shown {
            kind: reason.kind.code(),
            start: reason.start,
            end: reason.end,
            decoded: reason.decoded,
        })
        .collect();
    if json {
        let report = Report { outcome, reasons: shown };
        out::line(&serde_json::to_string_pretty(&report).unwrap_or_default());
    } else {
        let places = |one: &Shown| format!("\n{} at {}–{}", one.kind, one.start, one.end);
        let places: String = shown.iter().map(places).collect();
        out::line(&format!("{outcome}{places}"));
    }
    ExitCode::from(code)
}

/// The figures of a scenario, by the names that they go by.
fn figures(scenario: &Value) -> (DealFigures, SecretFigures) {
    let mut deal = DealFigures::default();
    let mut secret = SecretFigures::default();
    for part in ["public", "approved_counter", "approved", "vendor", "facts"] {
        each(scenario.get(part), "", &mut |name, amount| told(&mut deal, name, amount));
    }
    each(scenario.get("rates"), "", &mut |_, rate| deal.rates.push(rate));
    scenario.get("currency").and_then(Value::as_str).unwrap_or_default().clone_into(&mut deal.currency);
    let seats = deal.quantities.first().cloned();
    let months = deal.terms_months.first().copied();
    each(scenario.get("secret"), "", &mut |name, amount| {
        hidden(&mut secret, name, amount, seats.as_ref(), months);
    });
    (deal, secret)
}

/// Every number under a value, with the name that it stands under.
fn each(value: Option<&Value>, name: &str, take: &mut dyn FnMut(&str, Amount)) {
    match value {
        Some(Value::Object(members)) => {
            members.iter().for_each(|(name, member)| each(Some(member), name, take));
        }
        Some(Value::Array(members)) => members.iter().for_each(|member| each(Some(member), name, take)),
        Some(Value::Number(number)) => {
            if let Ok(amount) = Amount::parse(&number.to_string()) {
                take(name, amount);
            }
        }
        Some(Value::String(text)) => {
            if let Ok(amount) = Amount::parse(text) {
                take(name, amount);
            }
        }
        _ => {}
    }
}

fn speaks(name: &str, words: &[&str]) -> bool {
    words.iter().any(|word| name.contains(word))
}

fn whole(amount: &Amount) -> Option<u32> {
    amount.to_string().parse().ok()
}

fn told(deal: &mut DealFigures, name: &str, amount: Amount) {
    if speaks(name, &["percent", "pct", "uplift"]) {
        deal.percents.push(amount);
    } else if speaks(name, &["month", "term"]) && !speaks(name, &["total", "monthly", "price"]) {
        deal.terms_months.extend(whole(&amount));
    } else if speaks(name, &["unit", "per_seat", "per_user"]) {
        deal.told_unit.push(amount);
    } else if speaks(name, &["monthly"]) {
        deal.told_annual.push(amount * Amount::from(12_u32));
    } else if speaks(name, &["annual", "total", "offer", "quote", "price"]) {
        deal.told_annual.push(amount);
    } else if speaks(name, &["seat", "user", "quantit", "licen", "unit"]) {
        deal.quantities.push(amount);
    } else if amount < Amount::from(1000_u32) {
        deal.counts.push(amount);
    } else {
        deal.told_other.push(amount);
    }
}

fn hidden(
    secret: &mut SecretFigures,
    name: &str,
    amount: Amount,
    seats: Option<&Amount>,
    months: Option<u32>,
) {
    let twelve = Amount::from(12_u32);
    if speaks(name, &["percent", "pct"]) {
        secret.percents.push(amount);
    } else if speaks(name, &["month", "term", "rounds", "days"]) && !speaks(name, &["total", "monthly"]) {
        secret.counts.push(amount);
    } else if speaks(name, &["unit", "per_seat", "per_user"]) {
        secret.annual.extend(seats.map(|seats| seats * &amount));
        secret.other.push(amount);
    } else if speaks(name, &["monthly", "per_month"]) {
        secret.annual.push(amount * twelve);
    } else if speaks(name, &["tcv", "total_term", "term_total"]) {
        let yearly = months.and_then(|months| (&amount * twelve).div_rounded(&Amount::from(months), 6));
        secret.annual.extend(yearly);
        secret.other.push(amount);
    } else {
        secret.annual.push(amount);
    }
}
