//! The screen's rules in words, so that a reader of the ledger can open each by its id.

const BOOK: &str = include_str!("rules.txt");

/// What a rule of the screen looks for, and why.
pub(crate) fn rule_text(id: &str) -> Option<&'static str> {
    rules().find_map(|(known, text)| (known == id).then_some(text))
}

fn rules() -> impl Iterator<Item = (&'static str, &'static str)> {
    BOOK.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split_once(" = "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::screen::{ReasonKind, ScreenDown};

    #[test]
    fn every_rule_can_be_opened_and_the_book_has_no_other() {
        let written: Vec<&str> = rules().map(|(id, _)| id).collect();
        let kinds = ReasonKind::ALL.iter().map(|kind| kind.code());
        let known: Vec<&str> = kinds.chain(ScreenDown::ALL.iter().map(|down| down.code())).collect();
        assert_eq!(written, known);
    }

    #[test]
    fn no_rule_names_a_figure() {
        assert!(rules().all(|(_, text)| !text.contains(|c: char| c.is_ascii_digit()) && text.len() > 40));
        assert!(rules().count() > 10);
    }
}
