//! Numbers in words, language by language, said in figures so that they are read as any other figure.
//!
//! A row of words is a number where all of them are numbers of one language and fit together. Words that
//! English has as well make none by themselves.

use std::ops::Range;

use unicode_normalization::char::is_combining_mark;

use super::addends::{ONE, Sum};
use super::lexicon::{Item, LANGUAGES, Language, WEAK, folded, languages_of};
use super::parts_of::in_percent;
use crate::digits::invisible;

/// Words of one number at most.
const MOST_WORDS: usize = 40;
/// Numbers of one text at most.
const MOST: usize = 400;
/// What a number of several words comes to at least.
const LEAST: u128 = 1_000;

struct Word {
    /// In bytes of the text.
    place: Range<usize>,
    folded: String,
    /// Only a space or a hyphen before it.
    joined: bool,
    /// A figure right before it.
    behind_figure: bool,
}

fn words(text: &str) -> Vec<Word> {
    let mut words: Vec<Word> = Vec::new();
    let mut start: Option<usize> = None;
    let mut last_end = 0;
    let part = |c: char| {
        c.is_alphabetic() || is_combining_mark(c) || invisible(u32::from(c)) || matches!(c, '\'' | '’' | 'ʼ')
    };
    for (at, c) in text.char_indices().chain([(text.len(), '\n')]) {
        let inside = part(c) && at < text.len();
        match (inside, start) {
            (true, None) => start = Some(at),
            (false, Some(first)) => {
                let gap = text.get(last_end..first).unwrap_or_default();
                let close = gap.len() <= 6
                    && gap.chars().all(|c| c.is_whitespace() || matches!(c, '-' | '‐' | '‑'))
                    && gap.matches('\n').count() < 2
                    && !gap.is_empty();
                let before = text.get(..first).unwrap_or_default().trim_end();
                words.push(Word {
                    place: first..at,
                    folded: folded(text.get(first..at).unwrap_or_default()),
                    joined: close && !words.is_empty(),
                    behind_figure: before.ends_with(|c: char| c.is_numeric())
                        && first.saturating_sub(before.len()) <= 3,
                });
                last_end = at;
                start = None;
            }
            _ => {}
        }
    }
    words
}

/// A text whose numbers in words are said in figures, and for each its place there and in the text, in
/// characters.
#[derive(Debug)]
pub(super) struct InFigures {
    pub(super) text: String,
    /// First in the new text, then in the old one.
    pub(super) places: Vec<(Range<usize>, Range<usize>)>,
}

impl InFigures {
    /// Where something of the new text stands in the old one, if it holds a number that was said in words.
    pub(super) fn place(&self, start: usize, end: usize) -> Option<(usize, usize)> {
        let mut own =
            self.places.iter().filter(|(new, _)| new.start < end && start < new.end).map(|(_, old)| old);
        let first = own.next()?;
        let last = own.next_back().unwrap_or(first);
        Some((first.start, last.end))
    }
}

/// The text with its numbers in figures; none where it has no number in words of these languages.
pub(super) fn in_figures(text: &str) -> Option<InFigures> {
    let words = words(text);
    let known: Vec<u64> = words.iter().map(|word| languages_of(&word.folded)).collect();
    if known.iter().all(|languages| *languages == 0) {
        return None;
    }
    let mut found: Vec<(Range<usize>, String)> = Vec::new();
    let mut at = 0;
    while at < words.len() && found.len() < MOST {
        let languages = known.get(at).copied().unwrap_or_default();
        let Some(word) = words.get(at) else { break };
        if languages == 0 {
            at += 1;
            continue;
        }
        let own = LANGUAGES.all.iter().enumerate().filter(|(bit, _)| languages >> bit & 1 == 1);
        if let Some(close) = own.clone().map(|(_, language)| language).find(|language| language.close) {
            let there = within(close, &word.folded);
            if let Some(read) = there {
                found.push((word.place.clone(), read));
            }
            at += 1;
            continue;
        }
        if word.behind_figure {
            let scale =
                own.clone().find_map(|(_, language)| english(language.items(&word.folded)?.as_slice()));
            if let Some(scale) = scale.filter(|_| !WEAK.contains(word.folded.as_str())) {
                found.push((word.place.clone(), scale.to_owned()));
                at += 1;
                continue;
            }
        }
        let next = words.get(at + 1).filter(|next| next.joined);
        if let Some((next, percent)) =
            next.and_then(|next| Some((next, in_percent(&word.folded, &next.folded)?)))
        {
            found.push((word.place.start..next.place.end, format!("{percent} percent")));
            at += 2;
            continue;
        }
        let rows = own.filter_map(|(_, language)| row(language, words.get(at..)?));
        let best = rows.max_by_key(|(many, _)| *many);
        if let Some((many, value)) = best
            && let Some(last) = words.get(at + many - 1)
        {
            // `elf Prozent`, `onze per cent`
            let after = |skip: usize| words.get(at + many + skip).filter(|word| word.joined);
            let parted = after(0).zip(after(1)).filter(|(per, cent)| {
                matches!(per.folded.as_str(), "per" | "por" | "pour" | "pro" | "la")
                    && matches!(cent.folded.as_str(), "cent" | "cento" | "ciento" | "suta")
            });
            let percent = after(0)
                .filter(|word| is_percent(&word.folded))
                .map(|word| (word, 1))
                .or(parted.map(|(_, cent)| (cent, 2)));
            if let Some((percent, long)) = percent {
                found.push((word.place.start..percent.place.end, format!("{value} percent")));
                at += many + long;
                continue;
            }
            if value.len() >= 4 && !value.contains('.') || value.len() >= 6 {
                found.push((word.place.start..last.place.end, value));
                at += many;
                continue;
            }
        }
        at += 1;
    }
    rewritten(text, &found)
}

fn rewritten(text: &str, found: &[(Range<usize>, String)]) -> Option<InFigures> {
    if found.is_empty() {
        return None;
    }
    let mut new = String::with_capacity(text.len());
    let (mut places, mut behind, mut old_at, mut new_at) = (Vec::new(), 0, 0, 0);
    for (place, value) in found {
        let between = text.get(behind..place.start)?;
        let said = text.get(place.clone())?;
        new.push_str(between);
        let spaced = if between.is_empty() && !new.is_empty() { " " } else { "" };
        new.push_str(spaced);
        new.push_str(value);
        let many = between.chars().count();
        (old_at, new_at) = (old_at + many, new_at + many + spaced.len());
        let (old_end, new_end) = (old_at + said.chars().count(), new_at + value.chars().count());
        places.push((new_at..new_end, old_at..old_end));
        (old_at, new_at, behind) = (old_end, new_end, place.end);
    }
    new.push_str(text.get(behind..)?);
    Some(InFigures { text: new, places })
}

/// The longest row of numbers from the first word on: so many words, and their value in figures.
fn row(language: &Language, words: &[Word]) -> Option<(usize, String)> {
    let mut sum = Sum::default();
    let mut whole: Option<(usize, Sum)> = None;
    let (mut strong, mut items_of_first) = (false, 0);
    for (at, word) in words.iter().enumerate().take(MOST_WORDS) {
        if at > 0 && !word.joined {
            break;
        }
        let known = language.items(&word.folded).or_else(|| language.slip_inside(&word.folded));
        strong |= known.is_some() && !WEAK.contains(word.folded.as_str());
        let Some(items) =
            known.or_else(|| language.slipped(&word.folded).filter(|_| at > 0 && sum.numbers > 0))
        else {
            break;
        };
        // `två och en halv`
        let next_is_share = || {
            let next = words.get(at + 1).filter(|next| next.joined);
            next.and_then(|next| language.items(&next.folded))
                .is_some_and(|items| matches!(items.as_slice(), [Item::Share(_)]))
        };
        if at > 0 && sum.after_and && items == [Item::Small(1)] && next_is_share() {
            continue;
        }
        let mut tried = sum.clone();
        if !items.iter().all(|item| tried.add(*item, language.first)) {
            break;
        }
        sum = tried;
        if at == 0 {
            items_of_first = items.len();
        }
        if !matches!(items.last(), Some(Item::And | Item::Point | Item::Next(_))) {
            whole = Some((at + 1, sum.clone()));
        }
    }
    let (many, sum) = whole?;
    let percent = words.get(many).is_some_and(|word| {
        word.joined && (is_percent(&word.folded) || matches!(word.folded.as_str(), "per" | "por" | "pour"))
    });
    let enough = sum.numbers >= 2 && (many > 1 || items_of_first > 1) && sum.value() >= LEAST * ONE;
    (strong && (enough || percent)).then(|| (many, sum.written()))
}

/// A number inside of words that no space parts.
fn within(language: &Language, word: &str) -> Option<String> {
    let mut rest = word;
    let (mut new, mut some) = (String::new(), false);
    while let Some(c) = rest.chars().next() {
        let (mut sum, mut end, mut whole) = (Sum::default(), 0, None);
        while let Some((item, long)) = longest(language, rest.get(end..)?) {
            if !sum.add(item, false) {
                break;
            }
            end += long;
            if !matches!(item, Item::Point) {
                whole = Some((end, sum.clone()));
            }
        }
        let read = whole.filter(|(_, sum)| sum.numbers >= 2 && sum.value() >= LEAST * ONE);
        let (long, said) = read.map_or_else(
            || (c.len_utf8(), c.to_string()),
            |(end, sum)| {
                some = true;
                (end, format!(" {} ", sum.written()))
            },
        );
        new.push_str(&said);
        rest = rest.get(long..)?;
    }
    some.then_some(new)
}

fn longest(language: &Language, rest: &str) -> Option<(Item, usize)> {
    let ends: Vec<usize> = rest.char_indices().map(|(at, c)| at + c.len_utf8()).take(12).collect();
    ends.into_iter().rev().find_map(|end| Some((*language.words.get(rest.get(..end)?)?, end)))
}

/// A power behind a figure, in English.
fn english(items: &[Item]) -> Option<&'static str> {
    Some(match items {
        [Item::Power(3)] => "thousand",
        [Item::Power(5)] => "lakh",
        [Item::Power(6)] => "million",
        [Item::Power(7)] => "crore",
        [Item::Power(9)] => "billion",
        [Item::Times(100)] => "hundred",
        _ => return None,
    })
}

fn is_percent(word: &str) -> bool {
    const STEMS: [&str; 17] = [
        "procent",
        "prosent",
        "prozent",
        "percent",
        "porcent",
        "percento",
        "szazalek",
        "persen",
        "posto",
        "odsto",
        "процент",
        "відсот",
        "प्रतिशत",
        "אחוז",
        "درصد",
        "بالمئة",
        "بالمائة",
    ];
    STEMS.iter().any(|stem| word.starts_with(folded(stem).as_str()))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn said(text: &str) -> String {
        in_figures(text).map_or_else(|| text.to_owned(), |read| read.text)
    }

    #[test]
    fn numbers_of_many_languages_are_read_to_the_last_word() {
        for (text, value) in [
            ("en million to hundrede og halvtreds tusind", 1_250_000_u32),
            ("femogtyve tusind", 25_000),
            ("fem og tjue tusen", 25_000),
            ("to og en halv tusen", 2_500),
            ("en miljon tvåhundrafemtiotusen", 1_250_000),
            ("milion dvě stě padesát tisíc", 1_250_000),
            ("pětadvacet tisíc", 25_000),
            ("miljoona kaksisataaviisikymmentätuhatta", 1_250_000),
            ("viisitoista tuhatta", 15_000),
            ("egymillió-kétszázötvenezer", 1_250_000),
            ("un milion două sute cincizeci de mii", 1_250_000),
            ("bir milyon iki yüz elli bin", 1_250_000),
            ("một triệu hai trăm năm mươi nghìn", 1_250_000),
            ("बारह लाख पचास हज़ार", 1_250_000),
            ("साढ़े बारह लाख", 1_250_000),
            ("सवा लाख", 125_000),
            ("zwölfhundertfünfigtausend", 1_250_000),
            ("elfhunderttausnd", 1_100_000),
            ("מיליון ומאתיים וחמישים אלף", 1_250_000),
            ("مليون ومائتان وخمسة وعشرون ألف", 1_225_000),
            ("milioni moja laki mbili na elfu hamsini", 1_250_000),
            ("quatre-vingt-dix mille", 90_000),
            ("soixante-quinze mille", 75_000),
            ("dos mil millones", 2_000_000_000),
            ("halvanden million", 1_500_000),
            ("два с половиной миллиона", 2_500_000),
        ] {
            assert_eq!(said(text), value.to_string(), "{text}");
        }
        assert_eq!(said("หนึ่งล้านสองแสนห้าหมื่นบาท").trim_end_matches("บาท").trim(), "1250000");
        assert_eq!(said("1,25 millioner"), "1,25 million");
        assert_eq!(said("elva procent"), "11 percent");
    }

    #[test]
    fn english_and_small_talk_are_left_as_they_are() {
        for text in [
            "We have one million to fire on in the end.",
            "Go on, a million thanks to all of them.",
            "It is due on the sixth, set in two versions.",
            "Vi ses på mødet på tirsdag.",
            "Hay unos mil documentos.",
            "",
        ] {
            assert_eq!(said(text), text);
        }
    }

    #[test]
    fn a_place_leads_back_to_the_words() {
        let text = "Vi når en miljon tvåhundra tusen nu.";
        let read = in_figures(text).unwrap();
        let start = read.text.find("1200000").map(|at| read.text.get(..at).unwrap().chars().count()).unwrap();
        let (from, to) = read.place(start, start + 7).unwrap();
        let there: String = text.chars().skip(from).take(to - from).collect();
        assert_eq!(there, "en miljon tvåhundra tusen");
        assert_eq!(read.place(0, 2), None);
    }
}
