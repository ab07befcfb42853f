//! What stands behind the name of a rule: its text, where it is written, and the version that judges here.

use std::sync::LazyLock;

use anp::digest::{PayloadHash, sha256};

use crate::reading::RULES;
use crate::state::Desk;
use crate::view::RuleView;

/// The version of the guardrail's rules.
pub(crate) static GUARD_RULES: LazyLock<String> = LazyLock::new(|| version_of([deal::guard_rules_text()]));

/// Begins the names of the guardrail's rules.
pub(crate) const GUARD: &str = "guard/";
/// Begins the names of the screen's rules.
pub(crate) const SCREEN: &str = "screen/";

/// The version of rules: a digest of their texts.
pub(crate) fn version_of<'a>(texts: impl IntoIterator<Item = &'a str>) -> String {
    let mut text = String::new();
    for part in texts {
        text.push_str(part);
        text.push('\0');
    }
    PayloadHash(sha256(text.as_bytes())).to_string().chars().take(16).collect()
}

impl Desk {
    /// What stands behind the name of a rule.
    pub fn rule(&self, rule: &str) -> RuleView {
        let version = if rule.starts_with(GUARD) {
            GUARD_RULES.clone()
        } else if rule.starts_with(SCREEN) {
            deal::SCREEN_RULES.to_string()
        } else {
            RULES.clone()
        };
        RuleView { rule: rule.to_owned(), text: deal::rule_text(rule).map(str::to_owned), version }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_version_is_of_all_texts_in_their_order() {
        let version = version_of(["a", "b"]);
        assert_eq!(version.len(), 16);
        for other in
            [version_of(["b", "a"]), version_of(["ab"]), version_of(["a"]), version_of(["a", "b", ""])]
        {
            assert_ne!(version, other);
        }
    }
}
