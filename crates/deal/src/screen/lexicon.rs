//! What the words of numbers say in each language (`words/languages.txt`), with endings, in compounds and one slip away.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use unicode_normalization::UnicodeNormalization;

use crate::digits::invisible;
use crate::lookalike::one_edit;
use crate::number_words::is_number;

/// What a word adds to a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Item {
    Small(u128),
    /// In hundredths, before a power.
    Broken(u128),
    /// Multiplies what is below it.
    Times(u128),
    /// Ten, or ten more than what stands before.
    Teen,
    /// Twenty, or four of them.
    Twenty,
    Power(u32),
    And,
    Point,
    /// In hundredths of the power.
    Share(u128),
    /// In thousandths, changes the next number.
    Next(i32),
}

#[derive(Default)]
pub(super) struct Language {
    pub(super) words: HashMap<String, Item>,
    stems: Vec<(String, Item)>,
    /// The power stands before its number.
    pub(super) first: bool,
    /// No spaces between words.
    pub(super) close: bool,
}

#[derive(Default)]
pub(super) struct Languages {
    pub(super) all: Vec<Language>,
    /// Which languages know a word, or begin a compound with it.
    index: HashMap<String, u64>,
    stems: HashMap<String, u64>,
}

/// Words of English, or of nearly every language: a number needs another one.
pub(super) static WEAK: LazyLock<HashSet<&str>> = LazyLock::new(|| {
    "to fire fem en et on at e a i o un uno una se de z s na ve sex ten mil mille million millions mill mio bin dos \
     set due tri tre hat het six cent cents do ton dan in then elf half mia das ek sau char vent di pet pat sem \
     ba tam bat bi mila pol po pool lac lacs lakh lakhs crore crores quart cinc nou deu tin mie sute alf we wa tys \
     duo three hundred thousand billion null zero nul nil sita saba isa una a dua sette ses tris"
        .split_whitespace()
        .collect()
});

/// Endings of a word that a stem may take, in characters.
const LONGEST_ENDING: usize = 4;

/// So long is a compound in which a slip is looked for, in characters.
const LONG_COMPOUND: usize = 13;

/// Longer words are no numbers.
const LONGEST_WORD: usize = 80;

pub(super) static LANGUAGES: LazyLock<Languages> = LazyLock::new(|| {
    let mut languages = Languages::default();
    let text: Vec<&str> =
        include_str!("words/languages.txt").lines().filter(|line| !line.starts_with("--")).collect();
    for block in text.split(|line| line.is_empty()) {
        let mut lines = block.iter();
        let Some(head) = lines.next() else { continue };
        let Some(bit) = u32::try_from(languages.all.len()).ok().and_then(|at| 1_u64.checked_shl(at)) else {
            continue;
        };
        let mut language = Language {
            first: head.ends_with(" first"),
            close: head.ends_with(" close"),
            ..Language::default()
        };
        for line in lines {
            let mut words = line.split_whitespace();
            let Some(item) = words.next().and_then(item) else { continue };
            for word in words {
                if let Some(stem) = word.strip_suffix('*') {
                    let stem = folded(stem);
                    *languages.stems.entry(stem.clone()).or_default() |= bit;
                    language.stems.push((stem, item));
                } else {
                    let word = folded(word);
                    *languages.index.entry(word.clone()).or_default() |= bit;
                    language.words.entry(word).or_insert(item);
                }
            }
        }
        languages.all.push(language);
    }
    languages
});

fn item(name: &str) -> Option<Item> {
    Some(match name {
        "+" => Item::And,
        "." => Item::Point,
        "h" => Item::Share(50),
        "q" => Item::Share(25),
        "t10" => Item::Teen,
        "v20" => Item::Twenty,
        "n+h" => Item::Next(500),
        "n+q" => Item::Next(250),
        "n-q" => Item::Next(-250),
        _ => {
            if let Some(power) = name.strip_prefix('e') {
                Item::Power(power.parse().ok()?)
            } else if let Some(times) = name.strip_prefix('x') {
                Item::Times(times.parse().ok()?)
            } else if let Some((whole, part)) = name.split_once('.') {
                let (whole, tenths): (u128, u128) = (whole.parse().ok()?, part.parse().ok()?);
                Item::Broken(whole * 100 + if part.len() == 1 { tenths * 10 } else { tenths })
            } else {
                Item::Small(name.parse().ok()?)
            }
        }
    })
}

/// A word without capitals, accents and points, in the letters that the lists are written in.
pub(super) fn folded(word: &str) -> String {
    let dropped = |c: &char| {
        matches!(u32::from(*c), 0x0300..=0x036F | 0x0591..=0x05C7 | 0x064B..=0x065F | 0x0640 | 0x0670 | 0x093C)
            || matches!(c, '\'' | '’' | 'ʼ' | '`')
            || invisible(u32::from(*c))
    };
    word.chars()
        .flat_map(char::to_lowercase)
        .nfkd()
        .filter(|c| !dropped(c))
        .map(|c| match c {
            'ς' => 'σ',
            'ø' => 'o',
            'ł' => 'l',
            'đ' => 'd',
            'ı' => 'i',
            'ی' | 'ى' => 'ي',
            'ک' => 'ك',
            'ँ' => 'ं',
            c => c,
        })
        .collect()
}

impl Language {
    /// What a whole word says: a word of the list, one with an ending, or a compound.
    pub(super) fn items(&self, word: &str) -> Option<Vec<Item>> {
        if let Some(item) = self.words.get(word) {
            return Some(vec![*item]);
        }
        if let Some(item) = self.stem(word) {
            return Some(vec![item]);
        }
        let many = word.chars().count();
        let joined = word.chars().next().is_some_and(|c| !c.is_ascii());
        if !(if joined { 3 } else { 6 }..=LONGEST_WORD).contains(&many) {
            return None;
        }
        self.compound(word, &mut HashSet::new())
    }

    fn stem(&self, word: &str) -> Option<Item> {
        let fits = |stem: &str| {
            word.strip_prefix(stem).is_some_and(|ending| ending.chars().count() <= LONGEST_ENDING)
        };
        self.stems.iter().find(|(stem, _)| fits(stem)).map(|(_, item)| *item)
    }

    fn compound(&self, word: &str, failed: &mut HashSet<usize>) -> Option<Vec<Item>> {
        if word.is_empty() {
            return Some(Vec::new());
        }
        if failed.contains(&word.len()) {
            return None;
        }
        let ends: Vec<usize> = word.char_indices().map(|(at, c)| at + c.len_utf8()).collect();
        for (letters, end) in ends.into_iter().enumerate().rev() {
            let (head, tail) = word.split_at_checked(end)?;
            let item =
                self.words.get(head).copied().or_else(|| tail.is_empty().then(|| self.stem(head)).flatten());
            let Some(item) = item.filter(|item| letters > 0 || *item == Item::And) else { continue };
            if let Some(mut rest) = self.compound(tail, failed) {
                rest.insert(0, item);
                return Some(rest);
            }
        }
        failed.insert(word.len());
        None
    }

    /// What a word says that is one slip away from a number, in a row of numbers.
    pub(super) fn slipped(&self, word: &str) -> Option<Vec<Item>> {
        // A number of English is no slip of another language's.
        if word.len() < 4 || is_number(word) {
            return None;
        }
        if let Some(compound) = self.slipped_compound(word) {
            return Some(compound);
        }
        let long = |known: &str| known.len() >= 5 && word.len() >= 4 && known.len().abs_diff(word.len()) <= 2;
        let close = |known: &&String| long(known) && one_edit(known.as_bytes(), word.as_bytes());
        self.words.iter().find(|(known, _)| close(known)).map(|(_, item)| vec![*item])
    }

    /// A long compound in which one of its words has a slip: what stands before and behind it is whole.
    pub(super) fn slip_inside(&self, word: &str) -> Option<Vec<Item>> {
        let many = word.chars().count();
        if !(LONG_COMPOUND..=LONGEST_WORD).contains(&many) {
            return None;
        }
        let places: Vec<usize> = word.char_indices().map(|(at, _)| at).chain([word.len()]).collect();
        // Where a row of whole words ends that begins with the word, and what it says.
        let mut heads: Vec<(usize, Vec<Item>)> = vec![(0, Vec::new())];
        let mut at = 0;
        while let Some((start, said)) = heads.get(at).cloned() {
            for end in places.iter().copied().filter(|end| *end > start + 1) {
                if let Some(item) = word.get(start..end).and_then(|part| self.words.get(part))
                    && !heads.iter().any(|(known, _)| *known == end)
                {
                    let said = said.iter().copied().chain([*item]).collect();
                    heads.push((end, said));
                }
            }
            at += 1;
        }
        heads.iter().filter(|(_, said)| !said.is_empty()).find_map(|(start, said)| {
            let ends = places.iter().copied().filter(|end| (start + 4..=start + 16).contains(end));
            ends.rev().find_map(|end| {
                let slip = word.get(*start..end)?;
                let near = |known: &&String| {
                    known.len() >= 5
                        && known.len().abs_diff(slip.len()) <= 1
                        && one_edit(known.as_bytes(), slip.as_bytes())
                };
                let item = self.words.iter().find(|(known, _)| near(known)).map(|(_, item)| *item)?;
                let tail = word.get(end..)?;
                let rest = if tail.is_empty() { Some(Vec::new()) } else { self.whole(tail) }?;
                Some(said.iter().copied().chain([item]).chain(rest).collect())
            })
        })
    }

    /// A word of the list, or a compound of such words alone.
    fn whole(&self, word: &str) -> Option<Vec<Item>> {
        self.words.get(word).map(|item| vec![*item]).or_else(|| self.compound(word, &mut HashSet::new()))
    }

    /// A long compound with a letter left out: what stands before is whole, and the rest is one slip away.
    fn slipped_compound(&self, word: &str) -> Option<Vec<Item>> {
        let many = word.chars().count();
        if !(12..=LONGEST_WORD).contains(&many) {
            return None;
        }
        let ends = word.char_indices().map(|(at, _)| at).skip(3);
        ends.filter_map(|at| word.split_at_checked(at)).find_map(|(head, tail)| {
            let near = |known: &&String| {
                known.len() >= 5
                    && known.len().abs_diff(tail.len()) <= 2
                    && one_edit(known.as_bytes(), tail.as_bytes())
            };
            let last = self.words.iter().find(|(known, _)| near(known)).map(|(_, item)| *item)?;
            let mut items = self.items(head)?;
            items.push(last);
            Some(items)
        })
    }
}

/// Which languages may know a word, one bit each.
pub(super) fn languages_of(word: &str) -> u64 {
    let languages = &*LANGUAGES;
    let mut known = languages.index.get(word).copied().unwrap_or_default();
    let mut begun = 0_u64;
    for (letters, (at, c)) in word.char_indices().enumerate().take(16) {
        let Some(head) = word.get(..at + c.len_utf8()) else { break };
        known |= languages.stems.get(head).copied().unwrap_or_default();
        if letters > 0 || !c.is_ascii() {
            begun |= languages.index.get(head).copied().unwrap_or_default();
        }
    }
    let compound = if word.chars().count() >= if word.is_ascii() { 6 } else { 3 } { begun } else { 0 };
    known | compound
}
