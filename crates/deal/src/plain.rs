//! Any text in one plain dress, with the way back to where each character stood.
//!
//! Small letters, ASCII digits and separators, no accents, compatibility forms taken apart (`ﬁ` `№` `𝟏`),
//! look-alikes of other scripts inside Latin words read as what they look like, nothing invisible. What
//! only machines see (tag characters) becomes visible here.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use crate::digits::{digit, invisible, separator};

/// A plain text. `at` gives for each character the place of the one that it came from, in Unicode code
/// points of the original.
#[derive(Debug, Default)]
pub(crate) struct Plain {
    pub(crate) chars: Vec<char>,
    pub(crate) at: Vec<u32>,
}

impl Plain {
    /// Reads at most `limit` characters of the original.
    pub(crate) fn of(text: &str, limit: usize) -> Self {
        let mut plain = Self::default();
        for (at, c) in text.chars().take(limit).enumerate() {
            let at = u32::try_from(at).unwrap_or(u32::MAX);
            plain.add(c, at);
        }
        plain.read_lookalikes();
        plain
    }

    fn add(&mut self, c: char, at: u32) {
        if c == '\n' || c == '\r' || c == '\u{2028}' || c == '\u{2029}' {
            return self.push('\n', at);
        }
        if c.is_ascii() {
            return self.push(if c.is_ascii_control() { ' ' } else { c.to_ascii_lowercase() }, at);
        }
        let code = u32::from(c);
        // Tag characters: ASCII that no screen shows and every model reads.
        if let Some(hidden) = code.checked_sub(0xE_0000).and_then(char::from_u32)
            && (' '..='~').contains(&hidden)
        {
            return self.push(hidden.to_ascii_lowercase(), at);
        }
        if invisible(code) {
            return;
        }
        if let Some(digit) = digit(code).and_then(|digit| char::from_digit(digit, 10)) {
            return self.push(digit, at);
        }
        if let Some(mark) = separator(c) {
            return self.push(mark, at);
        }
        // A syllable is a letter, not the three that it is made of.
        if ('가'..='힣').contains(&c) {
            return self.push(c, at);
        }
        // `1½` is one and a half, never eleven halves.
        let fraction = matches!(code, 0xBC..=0xBE | 0x2150..=0x215F | 0x2189);
        if fraction && self.chars.last().is_some_and(char::is_ascii_digit) {
            self.push(' ', at);
        }
        for part in std::iter::once(c).nfkd().filter(|part| !is_combining_mark(*part)) {
            let part = separator(part).unwrap_or(part);
            let part = digit(u32::from(part)).and_then(|digit| char::from_digit(digit, 10)).unwrap_or(part);
            for small in part.to_lowercase() {
                self.push(small, at);
            }
        }
        // Where all of it was a mark on nothing it is left out, as a reader's eye leaves it out.
    }

    fn push(&mut self, c: char, at: u32) {
        self.chars.push(c);
        self.at.push(at);
    }

    /// A word that has Latin letters has no others by right.
    fn read_lookalikes(&mut self) {
        let mut start = 0;
        while start < self.chars.len() {
            let rest = self.chars.get(start..).unwrap_or_default();
            let long = rest.iter().take_while(|c| c.is_alphabetic()).count();
            if let Some(word) = self.chars.get_mut(start..start + long)
                && word.iter().any(char::is_ascii_alphabetic)
            {
                for c in word {
                    *c = looks_like(*c).unwrap_or(*c);
                }
            }
            start += long.max(1);
        }
    }
}

/// The Latin letter that a small letter of another script looks like.
pub(crate) fn looks_like(c: char) -> Option<char> {
    Some(match c {
        'а' | 'α' | 'ɑ' => 'a',
        'в' | 'β' | 'ь' => 'b',
        'с' | 'ϲ' => 'c',
        'ԁ' | 'đ' => 'd',
        'е' | 'є' | 'ε' => 'e',
        'ɡ' => 'g',
        'һ' | 'н' => 'h',
        'і' | 'ι' | 'ı' | 'ӏ' => 'i',
        'ј' => 'j',
        'к' | 'κ' => 'k',
        'м' => 'm',
        'п' | 'η' | 'ո' => 'n',
        'о' | 'ο' | 'օ' | 'σ' | 'ø' => 'o',
        'р' | 'ρ' => 'p',
        'ԛ' => 'q',
        'г' => 'r',
        'ѕ' => 's',
        'т' | 'τ' => 't',
        'υ' | 'ս' => 'u',
        'ν' | 'ѵ' => 'v',
        'ԝ' | 'ω' => 'w',
        'х' | 'χ' => 'x',
        'у' | 'γ' => 'y',
        'ł' => 'l',
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(text: &str) -> String {
        Plain::of(text, usize::MAX).chars.into_iter().collect()
    }

    #[test]
    fn every_dress_is_taken_off() {
        for (text, expected) in [
            ("１，２５０，０００", "1,250,000"),
            ("𝟏,𝟐𝟓𝟎", "1,250"),
            ("①②⑤⓪", "1250"),
            ("Ｌａｓｔ Óffer", "last offer"),
            ("оffеr", "offer"),
            ("ﬁnal №3", "final no3"),
            ("1½", "1 1/2"),
            ("don’t", "don't"),
            ("a\u{200B}b\u{00AD}c", "abc"),
            ("\u{E0031}\u{E0032}", "12"),
            ("straße", "straße"),
        ] {
            assert_eq!(plain(text), expected, "{text:?}");
        }
    }

    #[test]
    fn every_character_knows_its_place() {
        let text = "a\u{200B}½é";
        let plain = Plain::of(text, usize::MAX);
        assert_eq!(plain.chars, vec!['a', '1', '/', '2', 'e']);
        assert_eq!(plain.at, vec![0, 2, 2, 2, 3]);
    }
}
