//! The guardrail's rules as they are written: each can be shown, and all of them are their version.

const BOOK: &str = include_str!("rules.txt");

/// The rules' text, whose digest names their version.
pub(crate) fn text() -> &'static str {
    BOOK
}

/// What stands in the book under an id.
pub(crate) fn rule_text(id: &str) -> Option<&'static str> {
    rules().find_map(|(known, text)| (known == id).then_some(text))
}

fn rules() -> impl Iterator<Item = (&'static str, &'static str)> {
    BOOK.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split_once(" = "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rule;

    /// All that a finding follows from.
    const CODE: [&str; 14] = [
        include_str!("mod.rs"),
        include_str!("bounds.rs"),
        include_str!("conditions.rs"),
        include_str!("finding.rs"),
        include_str!("media.rs"),
        include_str!("pattern.rs"),
        include_str!("price.rs"),
        include_str!("../clause/mod.rs"),
        include_str!("../clause/words.rs"),
        include_str!("../figures.rs"),
        include_str!("../history.rs"),
        include_str!("../likewise.rs"),
        include_str!("../period.rs"),
        include_str!("../../../parley/src/mandate.rs"),
    ];

    /// FNV-1a over the code, without its comments, its layout and its tests.
    fn code() -> String {
        let own = CODE.iter().map(|text| text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default());
        let lines = own.flat_map(str::lines).filter(|line| !line.trim_start().starts_with("//"));
        let signs = lines.flat_map(str::bytes).filter(|byte| !byte.is_ascii_whitespace());
        let hash = signs.fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
        format!("code {hash:016x}")
    }

    #[test]
    fn every_rule_can_be_opened_and_the_book_has_no_other() {
        let written: Vec<&str> = rules().map(|(id, _)| id).collect();
        // The last is `parley`'s, which judges by the bounds that were fixed for a negotiation.
        let known: Vec<&str> = Rule::ALL.iter().map(|rule| rule.id()).chain(["negotiation_bounds"]).collect();
        assert_eq!(written, known);
    }

    #[test]
    fn the_version_changes_with_the_code() {
        assert!(BOOK.lines().any(|line| line == code()), "the book is for other code: {}", code());
    }
}
