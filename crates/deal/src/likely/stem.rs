//! Words without their endings.

/// The longest first, so that the first that fits is taken.
const ENDINGS: [&str; 21] = [
    "ations", "ation", "ingly", "ments", "ment", "edly", "ings", "ing", "ies", "ied", "ions", "ion", "ers",
    "er", "ed", "es", "ly", "al", "s", "e", "y",
];
/// What is left must have so many letters to be told apart from other words.
const SHORTEST: usize = 3;

/// What the forms of one word have in common. It knows no grammar: that two words fall together now and
/// then costs less than that two forms of one word stay apart.
pub(super) fn stem(word: &str) -> String {
    let word = word.strip_suffix("'s").unwrap_or(word);
    let many = word.chars().count();
    if many == 4 {
        return word.strip_suffix('s').unwrap_or(word).to_owned();
    }
    if many < 4 {
        return word.to_owned();
    }
    let bare = ENDINGS
        .iter()
        .find_map(|ending| word.strip_suffix(ending).filter(|bare| bare.chars().count() >= SHORTEST))
        .unwrap_or(word);
    // `stopped` is `stop`, `sell` stays.
    let mut last = bare.chars().rev();
    let doubled = last.next().filter(|one| last.next() == Some(*one) && !matches!(one, 'l' | 's'));
    let bare = doubled.and_then(|one| bare.strip_suffix(one)).unwrap_or(bare);
    bare.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_of_one_word_fall_together() {
        for forms in [
            &["stop", "stops", "stopped", "stopping"][..],
            &["approve", "approved", "approves"],
            &["commitment", "commitments", "commit"],
            &["price", "prices", "pricing"],
        ] {
            let stems: Vec<String> = forms.iter().map(|form| stem(form)).collect();
            assert!(stems.windows(2).all(|pair| pair.first() == pair.last()), "{stems:?}");
        }
        assert_eq!((stem("us").as_str(), stem("été").as_str(), stem("").as_str()), ("us", "été", ""));
    }
}
