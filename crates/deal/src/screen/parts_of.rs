//! Fractions in the words of other languages (`dertien veertiende`, `drei Vierzehntel`), said in percent.

use money::Amount;

use super::addends::{ONE, Sum};
use super::lexicon::{LANGUAGES, Language};
use super::numerals::n;

/// What makes the part out of a number, with what the number may have lost before it.
const ENDINGS: [&str; 14] = [
    "steln", "teln", "stel", "tel", "ste", "de", "sten", "den", "iemes", "ieme", "delar", "dele", "del",
    "avos",
];
/// A part is at most a hundredth.
const SMALLEST: u128 = 100;

/// What two words come to as a fraction below one, in percent.
pub(super) fn in_percent(above: &str, below: &str) -> Option<String> {
    let stems: Vec<&str> = ENDINGS.iter().filter_map(|ending| below.strip_suffix(ending)).collect();
    if stems.is_empty() {
        return None;
    }
    LANGUAGES.all.iter().find_map(|language| {
        let above = value(language, above)?;
        let whole = |stem: &&str| value(language, stem).or_else(|| value(language, &format!("{stem}e")));
        let below = stems.iter().find_map(whole).filter(|below| (3..=SMALLEST).contains(below))?;
        let (above, below) = (u32::try_from(above).ok()?, u32::try_from(below).ok()?);
        (above < below)
            .then(|| n(100 * above).div_rounded(&n(below), 4))?
            .map(|part: Amount| part.to_string())
    })
}

fn value(language: &Language, word: &str) -> Option<u128> {
    let mut sum = Sum::default();
    let items = language.items(word)?;
    items
        .into_iter()
        .all(|item| sum.add(item, language.first))
        .then(|| sum.value() / ONE)
        .filter(|value| *value > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fractions_of_several_languages_are_read() {
        for (above, below, percent) in [
            ("dreizehn", "vierzehntel", "92.8571"),
            ("dertien", "veertiende", "92.8571"),
            ("treize", "quatorziemes", "92.8571"),
            ("elf", "vierzehntel", "78.5714"),
        ] {
            assert_eq!(in_percent(above, below).as_deref(), Some(percent), "{above} {below}");
        }
        for (above, below) in [("vier", "wandel"), ("drei", "mittel"), ("een", "derde-rangs"), ("", "")] {
            assert_eq!(in_percent(above, below), None, "{above} {below}");
        }
    }
}
