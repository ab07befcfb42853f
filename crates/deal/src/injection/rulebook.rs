//! The rules for speech to a machine, read once.

use std::sync::LazyLock;

use super::InjectionKind;
use crate::tactic::pattern::{Lexicon, Rule, lines};

pub(super) struct Rulebook {
    pub(super) lexicon: Lexicon,
    pub(super) rules: Vec<(InjectionKind, Rule)>,
}

pub(super) static RULEBOOK: LazyLock<Rulebook> = LazyLock::new(Rulebook::read);

const CLASSES: &str = include_str!("rules/classes.txt");

/// What the house's own acts and those of others' tools are called.
const ACTS: &str = "act: accept_offer approve_offer send_counter set_mandate close_session verify_vendor \
                    switch_channel send_mail approve_event sign_offer accept_counter pay_invoice \
                    angebot_annehmen freigabe_erteilen auftrag_bestätigen";

pub(super) const FILES: [(InjectionKind, &str); 4] = [
    (InjectionKind::Overrides, include_str!("rules/overrides.txt")),
    (InjectionKind::Addresses, include_str!("rules/addresses.txt")),
    (InjectionKind::Tool, include_str!("rules/tool.txt")),
    (InjectionKind::Exfiltration, include_str!("rules/exfiltration.txt")),
];

impl Rulebook {
    fn read() -> Self {
        let mut lexicon = Lexicon::default();
        lexicon.learn_classes(CLASSES);
        lexicon.learn_classes(ACTS);
        let mut rules = Vec::new();
        for (kind, text) in FILES {
            for (number, line) in (1..).zip(lines(text)) {
                let id = format!("injection/{}/{number}", kind.code());
                rules.extend(lexicon.rule(line).map(|rule| (kind, rule.named(id))));
            }
        }
        for (_, rule) in &mut rules {
            lexicon.note_begin(rule);
        }
        Self { lexicon, rules }
    }
}

/// All texts that make up the rules.
pub(crate) fn rule_texts() -> impl Iterator<Item = &'static str> {
    FILES.into_iter().map(|(_, text)| text).chain([CLASSES, ACTS])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_a_rule_and_every_class_is_explained() {
        let written: usize = FILES.iter().map(|(_, text)| lines(text).count()).sum();
        assert_eq!(RULEBOOK.rules.len(), written);
        assert_eq!(RULEBOOK.lexicon.unexplained(), Vec::<&str>::new());
    }
}
