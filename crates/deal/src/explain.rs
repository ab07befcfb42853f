//! What stands behind a name in a record: the rule as it is written, and all rules for their version.

use crate::{guard, injection, screen, tactic};

/// The rule that a record names, as it is written in its book; of a concept the first line; the guardrail's
/// begin with `guard/`, the screen's, in words since they are code, with `screen/`. `None` for a
/// rule that is code (`structure/…`, `thread/…`, `signs/…`), for a person's word, and for names of other
/// versions.
pub fn rule_text(rule: &str) -> Option<&'static str> {
    match rule.split_once('/') {
        Some(("injection", rest)) => injection::rule_text(rest),
        Some(("guard", rest)) => guard::rule_text(rest),
        Some(("screen", rest)) => screen::rule_text(rest),
        _ => tactic::rule_text(rule),
    }
}

/// The text of the guardrail's rules: its digest is the version that a finding names.
pub fn guard_rules_text() -> &'static str {
    guard::text()
}

/// Every text that rules about inbound texts are made of, in a fixed order: their digest is the version
/// that a judgement names.
pub fn rule_texts() -> impl Iterator<Item = &'static str> {
    tactic::rule_texts().chain(injection::rule_texts())
}
