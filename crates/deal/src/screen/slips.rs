//! Words of numbers with a slip of the pen, or as they sound.

use std::sync::LazyLock;

use super::numerals::{Part, in_english};
use crate::lookalike::one_edit;

/// Words of numbers in which a slip is heard: the longer ones.
static SLIPPED: LazyLock<Vec<(&str, Part)>> =
    LazyLock::new(|| in_english().filter(|(word, _)| word.len() >= 5).collect());

/// Words that are one letter away from a number and none.
const NO_SLIPS: [&str; 50] = [
    "there",
    "these",
    "threw",
    "tree",
    "trees",
    "thee",
    "throe",
    "sever",
    "severn",
    "even",
    "seventh",
    "steven",
    "sevens",
    "right",
    "weight",
    "height",
    "sight",
    "light",
    "might",
    "night",
    "fight",
    "tight",
    "bight",
    "eights",
    "eighth",
    "elven",
    "fifth",
    "fifths",
    "forth",
    "sixth",
    "sixths",
    "thirsty",
    "dirty",
    "nicety",
    "ninety",
    "mighty",
    "weighty",
    "nifty",
    "shifty",
    "thrifty",
    "eleventh",
    "thousandth",
    "hundredth",
    "millionth",
    "mullion",
    "pillion",
    "zillion",
    "stevens",
    "fort",
    "hundredweight",
];

/// A word of a number with one letter wrong, missing, doubled or swapped, that is no other word.
pub(super) fn mistyped(word: &str) -> Option<Part> {
    let long = word.len();
    if !(4..=10).contains(&long) || NO_SLIPS.contains(&word) {
        return None;
    }
    let close = |known: &str| one_edit(known.as_bytes(), word.as_bytes());
    SLIPPED.iter().find(|(known, _)| close(known)).map(|(_, part)| *part)
}

/// A short word of a number with a slip, or as it sounds, where the words around it are of a number: `open` where
/// one has begun, `before_power` where a hundred or a thousand follows.
pub(super) fn heard(word: &str, open: bool, before_power: impl Fn() -> bool) -> Option<Part> {
    const SHORT: [(&str, Part); 10] = [
        ("one", Part::Small(1)),
        ("two", Part::Small(2)),
        ("four", Part::Small(4)),
        ("five", Part::Small(5)),
        ("six", Part::Small(6)),
        ("nine", Part::Small(9)),
        ("ten", Part::Small(10)),
        ("half", Part::Quarters(2)),
        ("quarter", Part::Quarters(1)),
        ("point", Part::Point),
    ];
    /// Words of English that stand beside numbers.
    const OTHERS: [&str; 58] = [
        "on", "once", "ones", "none", "done", "gone", "own", "to", "tow", "twos", "for", "your", "our",
        "hour", "hours", "tour", "pour", "form", "from", "fine", "line", "mine", "nice", "wine", "give",
        "live", "file", "fire", "fix", "mix", "sit", "sir", "than", "then", "tan", "tin", "the", "tens",
        "ton", "men", "net", "end", "halt", "hall", "behalf", "halves", "points", "paint", "print", "joint",
        "quarters", "quartet", "any", "and", "its", "over", "per", "six's",
    ];
    let sound = match word {
        "wun" => Some(Part::Small(1)),
        "too" | "tow" | "tu" => Some(Part::Small(2)),
        "fore" | "foru" | "fuor" => Some(Part::Small(4)),
        "ate" => Some(Part::Small(8)),
        "pont" | "poin" => Some(Part::Point),
        "haf" => Some(Part::Quarters(2)),
        "quater" | "qarter" => Some(Part::Quarters(1)),
        "hundr" | "hunnerd" | "hunderd" | "hunnid" | "hunnert" => Some(Part::Hundred),
        "thou" | "thousan" | "thowsan" | "tousand" | "fousand" | "tausan" => Some(Part::Scale(3)),
        "milyun" | "millyun" | "milyin" => Some(Part::Scale(6)),
        "fitty" | "fiddy" | "fifdy" => Some(Part::Small(50)),
        "twenny" | "tweny" => Some(Part::Small(20)),
        "thirdy" => Some(Part::Small(30)),
        _ => None,
    };
    let close =
        |known: &str| known.len().abs_diff(word.len()) <= 1 && one_edit(known.as_bytes(), word.as_bytes());
    let slip = || SHORT.into_iter().find(|(known, _)| close(known)).map(|(_, part)| part);
    let part = sound
        .or_else(|| if (3..=8).contains(&word.len()) && !OTHERS.contains(&word) { slip() } else { None })?;
    // In the middle of a number a slip of a figure counts only where a power follows it.
    let surely = open && (sound.is_some() || !matches!(part, Part::Small(_)));
    (surely || before_power()).then_some(part)
}
