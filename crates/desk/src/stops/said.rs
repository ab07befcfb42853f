//! A guard's word as it is stated, and as it is read again.

use std::collections::BTreeSet;

use anp::json::{self, Value};
use anp::office::Said;
use deal::{ReasonKind, ScreenDown, ScreenFinding, Violation};

use crate::explain::{GUARD, GUARD_RULES, SCREEN};
use crate::people::count;
use crate::view::{StopChannel, StopRule, StopVerdict, StopWhen};

/// Rules with their places that one statement names at most.
const MOST: usize = 40;

/// Most lines and conditions that a place tells apart: a larger number is no place of an offer, and could be
/// anything.
const MOST_LINES: u32 = 999;

/// The kinds of a session's events, which stand before a place where two are sent.
const EVENTS: [&str; 5] = ["counter_offer", "decline", "message", "offer", "session_close"];

/// Members that protocols and forms name. Another's name is words of somebody's: it could be a secret itself.
const MEMBERS: &[&str] = &[
    "account",
    "act",
    "action",
    "alternatives",
    "amendment",
    "arguments",
    "ask",
    "attachments",
    "best_final",
    "body",
    "brand",
    "brief",
    "budget_max",
    "budget_min",
    "cancellation",
    "cause",
    "change_kind",
    "conditions",
    "constraints",
    "context",
    "count",
    "cpm",
    "cpm_max",
    "criteria",
    "currency",
    "declines",
    "description",
    "detail",
    "domain",
    "end_no_earlier_than",
    "expires_at",
    "final_offer",
    "flight",
    "from",
    "hidden",
    "idempotency_key",
    "impressions",
    "impressions_min",
    "include",
    "io_acceptance",
    "io_id",
    "line_items",
    "max",
    "min",
    "name",
    "note",
    "notes",
    "omit",
    "party",
    "po_number",
    "price",
    "product_changes",
    "product_id",
    "proposal_id",
    "proposals",
    "quantity",
    "quote",
    "quoted",
    "reason",
    "refinements",
    "revisions",
    "signatory",
    "sku",
    "start_no_later_than",
    "subject",
    "term_months",
    "terms",
    "text",
    "timing",
    "title",
    "to",
    "total_annual",
    "total_budget",
    "type",
    "unit",
    "unit_price",
    "url",
];

/// What the guards said of one thing that was about to leave.
#[derive(Debug, Clone, Default)]
pub(crate) struct Spoken {
    verdict: Option<StopVerdict>,
    rules: BTreeSet<(String, Option<String>, Option<u32>)>,
}

impl Spoken {
    /// What of the guardrail's findings forbids sending.
    pub(crate) fn guard(&mut self, found: &[Violation]) {
        for violation in found.iter().filter(|violation| violation.blocks) {
            let line = violation.line.map(|place| count(place + 1));
            self.add(StopVerdict::Blocked, format!("{GUARD}{}", violation.rule.id()), None, line);
        }
    }

    /// That terms lie beyond the bounds of a negotiation.
    pub(crate) fn beyond_bounds(&mut self) {
        let place = Some("terms".to_owned());
        self.add(StopVerdict::Blocked, format!("{GUARD}negotiation_bounds"), place, None);
    }

    /// What the screen found.
    pub(crate) fn found(&mut self, found: &[ScreenFinding]) {
        for ScreenFinding { place, kind, .. } in found {
            let verdict = if kind.blocks() { StopVerdict::Blocked } else { StopVerdict::Held };
            self.add(verdict, format!("{SCREEN}{}", kind.code()), Some(place.clone()), None);
        }
    }

    /// That the screen could not run.
    pub(crate) fn down(&mut self, why: ScreenDown) {
        self.add(StopVerdict::Down, format!("{SCREEN}{}", why.code()), None, None);
    }

    fn add(&mut self, verdict: StopVerdict, rule: String, place: Option<String>, line: Option<u32>) {
        self.verdict = self.verdict.max(Some(verdict));
        self.rules.insert((rule, place, line));
    }

    /// Whether nothing keeps it from leaving.
    pub(crate) fn is_silent(&self) -> bool {
        self.verdict.is_none()
    }

    /// What the ledger says of it.
    pub(super) fn statement(&self, channel: StopChannel, when: StopWhen, draft: &[u8; 32]) -> String {
        let reduced: BTreeSet<_> = self
            .rules
            .iter()
            .map(|(rule, place, line)| (rule, place.as_deref().map(|place| told(channel, place)), *line))
            .collect();
        let rule = |(rule, place, line): &(&String, Option<String>, Option<u32>)| {
            let mut members = vec![("rule", Value::from(rule.as_str()))];
            members.extend(version_of(rule).map(|version| ("version", Value::from(version))));
            members.extend(place.as_deref().map(|place| ("place", Value::from(place))));
            members.extend(line.map(|line| ("line", Value::from(line))));
            Value::Object(members.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
        };
        json::canonical(&Value::object([
            ("channel", channel.code().into()),
            ("draft", anp::digest::EventHash(*draft).to_string().into()),
            ("rules", Value::Array(reduced.iter().take(MOST).map(rule).collect())),
            ("v", Value::Number(1.0)),
            ("verdict", self.verdict.map_or("", StopVerdict::code).into()),
            ("when", when.code().into()),
        ]))
    }
}

/// The version of a rule of this program's; an additional scanner's rules are its own.
fn version_of(rule: &str) -> Option<String> {
    match rule.split_once('/') {
        Some(("guard", _)) => Some(GUARD_RULES.clone()),
        Some(("screen", code)) if code != ReasonKind::Outside.code() => Some(deal::SCREEN_RULES.to_string()),
        _ => None,
    }
}

/// A place by names that protocols and forms have; `*` stands for any other. Terms of a negotiation have
/// no names but those that people gave them, so there the first part is all.
fn told(channel: StopChannel, place: &str) -> String {
    let (event, rest) = match place.split_once(": ") {
        Some((event, rest)) if EVENTS.contains(&event) => (format!("{event}: "), rest),
        _ => (String::new(), place),
    };
    let most = if channel == StopChannel::Negotiation { 1 } else { usize::MAX };
    let parts: Vec<String> = rest.split('.').take(most).map(|part| part_of(part, most > 1)).collect();
    event + &parts.join(".")
}

fn part_of(part: &str, numbered: bool) -> String {
    let (name, rest) = part.split_once('[').map_or((part, None), |(name, rest)| (name, Some(rest)));
    if !MEMBERS.contains(&name) {
        return "*".to_owned();
    }
    let number = rest.and_then(|rest| rest.strip_suffix(']')?.parse::<u32>().ok());
    match number.filter(|number| numbered && *number <= MOST_LINES) {
        Some(number) => format!("{name}[{number}]"),
        None => name.to_owned(),
    }
}

/// What a statement says; none where it is of no kind that is known here.
pub(super) fn read(said: &Said) -> Option<(StopChannel, StopWhen, StopVerdict, Vec<StopRule>)> {
    let channel = StopChannel::of_code(said.text("channel")?)?;
    let rules = said.member("rules")?.as_array()?.iter().take(MOST);
    let rules = rules.filter_map(|rule| {
        let text = |key: &str| rule.get(key).and_then(Value::as_text);
        Some(StopRule {
            rule: text("rule")?.to_owned(),
            version: text("version").map(str::to_owned),
            // A colleague's desk said it; nothing but what this one would say is shown.
            place: text("place").map(|place| told(channel, place)),
            line: rule.get("line").and_then(Value::as_count).and_then(|line| line.try_into().ok()),
        })
    });
    Some((
        channel,
        StopWhen::of_code(said.text("when")?)?,
        StopVerdict::of_code(said.text("verdict")?)?,
        rules.collect(),
    ))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn a_place_is_told_by_names_that_nobody_chose() {
        let session = StopChannel::Session;
        for place in ["body", "conditions[1]", "line_items[0].unit_price", "counter_offer: notes"] {
            assert_eq!(told(session, place), place);
        }
        for (place, as_told) in [
            ("568000", "*"),
            ("cap 568000.body", "*.body"),
            ("conditions[568000]", "conditions"),
            ("conditions[1][568]", "conditions"),
            ("568000: notes", "*"),
            ("line_items[0].at most 568", "line_items[0].*"),
        ] {
            assert_eq!(told(session, place), as_told);
        }
        for place in ["terms.cap 568000", "terms[568]", "terms.body.568"] {
            assert_eq!(told(StopChannel::Negotiation, place), "terms");
        }
    }

    #[test]
    fn a_statement_is_read_as_it_was_made() {
        let mut spoken = Spoken::default();
        assert!(spoken.is_silent());
        spoken.down(ScreenDown::TimedOut);
        let kind = ReasonKind::SecretFigure;
        let place = "body".to_owned();
        spoken.found(&[ScreenFinding { place, kind, start: 3, end: 9, decoded: false }]);
        let text = spoken.statement(StopChannel::Mail, StopWhen::Sending, &[7; 32]);
        let (channel, when, verdict, rules) = read(&Said::of(&text)).unwrap();
        assert_eq!((channel, when, verdict), (StopChannel::Mail, StopWhen::Sending, StopVerdict::Blocked));
        let named: Vec<&str> = rules.iter().map(|rule| rule.rule.as_str()).collect();
        assert_eq!(named, ["screen/secret_figure", "screen/timed_out"]);
        let version = deal::SCREEN_RULES.to_string();
        assert!(rules.iter().all(|rule| rule.version.as_deref() == Some(version.as_str())));
    }
}
