//! Numbers of East Asia in Latin letters: `78 man-yen`, `nanajuhachi man`, `yi bai er shi wu wan`.
//!
//! Most of these syllables are words of other languages too, so that only an exact secret counts
//! ([`super::views::View::exact_only`]).

use money::Amount;

use super::numerals::n;

/// Syllables of one language: below ten their value, from ten on a power.
type Sounds = &'static [(&'static str, u32)];
/// From here on a power takes all that stands before it.
const MYRIAD: u32 = 10_000;

const JAPANESE: Sounds = &[
    ("ichi", 1),
    ("ni", 2),
    ("san", 3),
    ("yon", 4),
    ("shi", 4),
    ("go", 5),
    ("roku", 6),
    ("ro", 6),
    ("nana", 7),
    ("shichi", 7),
    ("hachi", 8),
    ("ha", 8),
    ("kyuu", 9),
    ("kyu", 9),
    ("ku", 9),
    ("juu", 10),
    ("ju", 10),
    ("jyu", 10),
    ("hyaku", 100),
    ("byaku", 100),
    ("pyaku", 100),
    ("ppyaku", 100),
    ("sen", 1_000),
    ("zen", 1_000),
    ("man", 10_000),
    ("oku", 100_000_000),
];
const CHINESE: Sounds = &[
    ("ling", 0),
    ("yi", 1),
    ("er", 2),
    ("liang", 2),
    ("san", 3),
    ("si", 4),
    ("wu", 5),
    ("liu", 6),
    ("qi", 7),
    ("ba", 8),
    ("jiu", 9),
    ("shi", 10),
    ("bai", 100),
    ("qian", 1_000),
    ("wan", 10_000),
];
const KOREAN: Sounds = &[
    ("il", 1),
    ("i", 2),
    ("ee", 2),
    ("sam", 3),
    ("sa", 4),
    ("o", 5),
    ("oh", 5),
    ("yuk", 6),
    ("ryuk", 6),
    ("chil", 7),
    ("pal", 8),
    ("gu", 9),
    ("sip", 10),
    ("ship", 10),
    ("baek", 100),
    ("cheon", 1_000),
    ("chon", 1_000),
    ("man", 10_000),
    ("eok", 100_000_000),
];

/// What may stand behind the last syllable without a space.
const ENDS: [&str; 10] = ["yen", "en", "won", "yuan", "rmb", "kuai", "jpy", "krw", "cny", "desu"];
/// Syllables of one number at most.
const MOST: usize = 24;
/// Numbers of one text at most.
const MOST_NUMBERS: usize = 64;

/// The numbers of a text, in figures.
pub(super) fn sounded(text: &str) -> Option<String> {
    let lower = text.to_lowercase();
    let words: Vec<&str> = lower
        .split(|c: char| !(c.is_alphanumeric() || matches!(c, '.' | ',')))
        .filter(|word| !word.is_empty())
        .collect();
    let mut found: Vec<String> = Vec::new();
    for sounds in [JAPANESE, CHINESE, KOREAN] {
        let mut row: Vec<Part> = Vec::new();
        for word in words.iter().copied().chain(["\n"]) {
            match parts(word, sounds) {
                Some(more) if row.len() < MOST => row.extend(more),
                _ => {
                    found.extend(value(&row));
                    row.clear();
                }
            }
        }
    }
    found.truncate(MOST_NUMBERS);
    (!found.is_empty()).then(|| found.join(" ; "))
}

#[derive(Clone)]
enum Part {
    Figure(Amount),
    Sound(u32),
}

/// The parts of a word that is made of syllables alone, with figures before them and money behind.
fn parts(word: &str, sounds: Sounds) -> Option<Vec<Part>> {
    let bare = word.trim_matches(['.', ',']);
    let figures = bare.chars().take_while(|c| c.is_ascii_digit() || matches!(c, '.' | ',')).count();
    let (figure, rest) = bare.split_at_checked(figures)?;
    let mut parts = Vec::new();
    if !figure.is_empty() {
        parts.push(Part::Figure(Amount::parse(&figure.replace(',', "")).ok()?));
    }
    if rest.is_empty() {
        return (!parts.is_empty()).then_some(parts);
    }
    let ends = ENDS.iter().filter_map(|end| rest.strip_suffix(end));
    std::iter::once(rest).chain(ends).find_map(|rest| syllables(rest, sounds, 0)).map(|sounds| {
        parts.extend(sounds);
        parts
    })
}

fn syllables(rest: &str, sounds: Sounds, depth: u8) -> Option<Vec<Part>> {
    if rest.is_empty() {
        return Some(Vec::new());
    }
    if depth > 12 || rest.len() > 60 {
        return None;
    }
    sounds.iter().find_map(|(sound, value)| {
        let mut tail = syllables(rest.strip_prefix(sound)?, sounds, depth + 1)?;
        tail.insert(0, Part::Sound(*value));
        Some(tail)
    })
}

/// What a row of parts comes to, where it holds ten thousands, the power that these languages count by.
fn value(row: &[Part]) -> Option<String> {
    let (mut total, mut section, mut current) = (Amount::zero(), Amount::zero(), None::<Amount>);
    let mut counted = false;
    for part in row {
        match part {
            Part::Figure(figure) => current = Some(figure.clone()),
            Part::Sound(digit) if *digit < 10 => current = Some(n(*digit)),
            Part::Sound(power) if *power < MYRIAD => {
                section += current.take().unwrap_or_else(|| n(1)) * n(*power);
            }
            Part::Sound(power) => {
                counted = true;
                let own = std::mem::take(&mut section) + current.take().unwrap_or_default();
                total += if own.is_zero() { n(1) } else { own } * n(*power);
            }
        }
    }
    counted.then(|| (total + section + current.unwrap_or_default()).to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_heard_and_words_mean_nothing() {
        for (text, value) in [
            ("It is 78 man-yen.", "780000"),
            ("78man yen", "780000"),
            ("nanajuhachi man yen", "780000"),
            ("hyaku nijuu go man desu", "1250000"),
            ("hyakunijugoman'en", "1250000"),
            ("yi bai er shi wu wan yuan", "1250000"),
            ("baek isip o man won", "1250000"),
        ] {
            assert!(sounded(text).unwrap_or_default().split(" ; ").any(|found| found == value), "{text}");
        }
        assert_eq!(sounded("We meet on Tuesday."), None);
        assert_eq!(sounded(""), None);
    }
}
