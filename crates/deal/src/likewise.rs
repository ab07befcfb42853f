//! Whether a condition bears on one that a mandate lists.
//!
//! By words and their stems, part by part: `auto-renewal` is borne on by `The contract renews
//! automatically` and by `autorenews`. A denial just before (`no automatic renewal`) or at the part's end
//! (`auto-renewal is excluded`) makes it the contrary.

/// How a condition bears on a listed one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Bearing {
    /// It says it.
    Says,
    /// It says the contrary.
    Denies,
}

const EMPTY: [&str; 22] = [
    "a", "an", "the", "of", "for", "to", "in", "on", "at", "and", "or", "any", "with", "by", "is", "are",
    "be", "der", "die", "das", "und", "für",
];
const DENIALS: [&str; 13] = [
    "no",
    "not",
    "non",
    "without",
    "never",
    "neither",
    "nor",
    "excluding",
    "except",
    "kein",
    "keine",
    "ohne",
    "nicht",
];
const DENIED: [&str; 6] = ["excluded", "waived", "deleted", "removed", "ausgeschlossen", "gestrichen"];

/// How `condition` bears on `listed`; none where it does not.
pub(crate) fn bearing(condition: &str, listed: &str) -> Option<Bearing> {
    let stems: Vec<String> =
        tokens(listed).iter().filter(|word| !EMPTY.contains(&word.as_str())).map(|word| stem(word)).collect();
    if stems.is_empty() {
        return None;
    }
    let mut denied = false;
    for part in condition.split([';', ',', '.', '\n']) {
        match of_part(&tokens(part), &stems) {
            Some(Bearing::Says) => return Some(Bearing::Says),
            Some(Bearing::Denies) => denied = true,
            None => {}
        }
    }
    if denied {
        return Some(Bearing::Denies);
    }
    // Spread over several parts it is not denied by anything that could be told.
    (of_part(&tokens(condition), &stems).is_some()).then_some(Bearing::Says)
}

fn of_part(words: &[String], stems: &[String]) -> Option<Bearing> {
    let places: Vec<usize> =
        stems.iter().map(|stem| words.iter().position(|word| matches(word, stem))).collect::<Option<_>>()?;
    let first = places.iter().min().copied()?;
    let before = words.get(first.saturating_sub(2)..first).unwrap_or_default();
    let denied = before.iter().any(|word| DENIALS.contains(&word.as_str()))
        || words.last().is_some_and(|word| DENIED.contains(&word.as_str()))
        || matches!(words, [.., not, last] if DENIALS.contains(&not.as_str()) && matches(last, "appl"));
    Some(if denied { Bearing::Denies } else { Bearing::Says })
}

fn tokens(text: &str) -> Vec<String> {
    text.to_lowercase()
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect()
}

/// What is left of a word when it is bent: about two thirds of it, at least four letters.
fn stem(word: &str) -> String {
    let long = word.chars().count();
    word.chars().take((long * 7 / 10).max(4).min(long)).collect()
}

fn matches(word: &str, stem: &str) -> bool {
    if stem.chars().count() < 4 { word == stem } else { word.contains(stem) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_bear_on_what_is_listed() {
        use Bearing::{Denies, Says};
        for (condition, listed, bears) in [
            ("Automatic renewal for 12 months", "auto-renewal", Some(Says)),
            ("The contract renews automatically", "auto-renewal", Some(Says)),
            ("Autorenews yearly", "auto-renewal", Some(Says)),
            ("No automatic renewal", "auto-renewal", Some(Denies)),
            ("Without any automatic renewal", "auto-renewal", Some(Denies)),
            ("Auto-renewal is excluded", "auto-renewal", Some(Denies)),
            ("Auto-renewal applies, no refunds", "auto-renewal", Some(Says)),
            ("No refunds. Renews automatically", "auto-renewal", Some(Says)),
            ("Renewal by agreement", "auto-renewal", None),
            ("Exclusive supplier of CRM", "exclusivity", Some(Says)),
            ("Price hold at renewal", "Price hold at renewal", Some(Says)),
            ("Prices are held on renewal", "Price hold at renewal", None),
            ("Premier support included", "exclusivity", None),
            ("", "auto-renewal", None),
            ("anything", "of the", None),
        ] {
            assert_eq!(bearing(condition, listed), bears, "{condition} / {listed}");
        }
    }
}
