//! A text as words: contractions taken apart, figures marked, sentences parted.

use crate::plain::Plain;

/// Characters of a text that are read; a mail of a vendor is shorter by far.
const MAX_CHARS: usize = 200_000;

/// What a word is beside its letters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Word,
    /// A number in digits or words.
    Number,
    /// A number with its percent sign.
    Percent,
    /// A number that money stands at.
    Money,
    /// `31st`.
    Ordinal,
    /// The end of a sentence.
    Break,
}

/// One word and where it stands, in code points of the original.
#[derive(Debug, Clone)]
pub(crate) struct Word {
    pub(crate) text: String,
    pub(crate) kind: Kind,
    /// What a word behind the number multiplies it by: `million`.
    pub(crate) times: u32,
    pub(crate) start: u32,
    pub(crate) end: u32,
}

/// The words of a text, with a [`Kind::Break`] after each sentence.
pub(crate) fn words(text: &str) -> Vec<Word> {
    let plain = Plain::of(text, MAX_CHARS);
    let mut reader = Reader { plain: &plain, at: 0, words: Vec::new() };
    while reader.at < plain.chars.len() {
        reader.step();
    }
    reader.end_sentence(reader.at.saturating_sub(1));
    mark_figures(reader.words)
}

struct Reader<'a> {
    plain: &'a Plain,
    at: usize,
    words: Vec<Word>,
}

impl Reader<'_> {
    fn char(&self, at: usize) -> char {
        self.plain.chars.get(at).copied().unwrap_or('\n')
    }

    fn step(&mut self) {
        let c = self.char(self.at);
        if c.is_ascii_digit() {
            return self.number();
        }
        if c.is_alphabetic() {
            return self.word();
        }
        let next = self.char(self.at + 1);
        match c {
            '!' | '?' => self.end_sentence(self.at),
            '.' | ';' if !next.is_alphanumeric() && !self.abbreviated() => self.end_sentence(self.at),
            '\n' if next == '\n' || matches!(next, '-' | '*' | '•' | '>') => self.end_sentence(self.at),
            '$' | '€' | '£' | '¥' | '₹' | '%' | '+' => {
                self.push(c.to_string(), Kind::Word, self.at, self.at);
            }
            _ => {}
        }
        self.at += 1;
    }

    fn abbreviated(&self) -> bool {
        let last = self.words.last().map(|word| word.text.as_str());
        matches!(last, Some("mr" | "mrs" | "ms" | "dr" | "no" | "e" | "g" | "approx" | "incl" | "vs" | "ca"))
    }

    fn end_sentence(&mut self, at: usize) {
        if self.words.last().is_some_and(|word| word.kind != Kind::Break) {
            let mark = if self.char(at) == '?' { "?" } else { "." };
            self.push(mark.to_owned(), Kind::Break, at, at);
        }
    }

    fn push(&mut self, text: String, kind: Kind, first: usize, last: usize) {
        let place = |at: usize| self.plain.at.get(at).copied().unwrap_or_default();
        let (start, end) = (place(first), place(last) + 1);
        self.words.push(Word { text, kind, times: 1, start, end });
    }

    /// `1,850` `2.5` `0,92` `10k` `1.1m` `31st` `24/7`
    fn number(&mut self) {
        let start = self.at;
        let mut end = start;
        loop {
            let c = self.char(end);
            let inner = matches!(c, ',' | '.' | '\'' | '/' | ':') && self.char(end + 1).is_ascii_digit();
            if !(c.is_ascii_digit() || inner) {
                break;
            }
            end += 1;
        }
        let mut letters = end;
        while self.char(letters).is_alphanumeric() {
            letters += 1;
        }
        let suffix: String = self.plain.chars.get(end..letters).unwrap_or_default().iter().collect();
        let kind = match suffix.as_str() {
            "st" | "nd" | "rd" | "th" => Kind::Ordinal,
            "k" | "m" | "mn" | "mm" | "bn" | "mio" => Kind::Money,
            _ => Kind::Number,
        };
        let text: String = self.plain.chars.get(start..letters).unwrap_or_default().iter().collect();
        self.push(text, kind, start, letters.saturating_sub(1));
        self.at = letters;
    }

    fn word(&mut self) {
        let start = self.at;
        let mut end = start;
        loop {
            let c = self.char(end);
            let inner = c == '\'' && self.char(end + 1).is_alphabetic();
            if !(c.is_alphanumeric() || inner) {
                break;
            }
            end += 1;
        }
        let text: String = self.plain.chars.get(start..end).unwrap_or_default().iter().collect();
        for part in parts(&text) {
            self.push(part, Kind::Word, start, end.saturating_sub(1));
        }
        self.at = end;
    }
}

/// `won't` is two words to a rule, so that it needs to know one way of saying no.
fn parts(word: &str) -> Vec<String> {
    let both = |one: &str, two: &str| vec![one.to_owned(), two.to_owned()];
    match word {
        "can't" | "cant" | "cannot" => return both("can", "not"),
        "won't" | "wont" => return both("will", "not"),
        "shan't" => return both("shall", "not"),
        "ain't" => return both("is", "not"),
        "let's" => return both("let", "us"),
        "gonna" => return both("going", "to"),
        "i'm" => return both("i", "am"),
        "dont" => return both("do", "not"),
        "doesnt" => return both("does", "not"),
        _ => {}
    }
    let Some((stem, tail)) = word.rsplit_once('\'') else { return vec![word.to_owned()] };
    match tail {
        "t" if stem.ends_with('n') => both(stem.strip_suffix('n').unwrap_or(stem), "not"),
        "re" => both(stem, "are"),
        "ve" => both(stem, "have"),
        "ll" => both(stem, "will"),
        "d" => both(stem, "would"),
        "s" if matches!(stem, "it" | "that" | "there" | "he" | "she" | "what" | "here" | "who" | "where") => {
            both(stem, "is")
        }
        "s" => vec![stem.to_owned()],
        _ => vec![stem.to_owned(), tail.to_owned()],
    }
}

const NUMBER_WORDS: [&str; 36] = [
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
    "twenty",
    "thirty",
    "forty",
    "fifty",
    "sixty",
    "seventy",
    "eighty",
    "ninety",
    "hundred",
    "thousand",
    "million",
    "dozen",
    "half",
    "couple",
    "twice",
    "double",
    "triple",
];

/// Joins percent signs and names of money to their figures and reads numbers in words.
fn mark_figures(words: Vec<Word>) -> Vec<Word> {
    let mut marked: Vec<Word> = Vec::with_capacity(words.len());
    for mut word in words {
        let last = marked.last_mut();
        let after_figure = last.as_ref().is_some_and(|last| matches!(last.kind, Kind::Number | Kind::Money));
        match (word.text.as_str(), last) {
            ("%" | "percent" | "pct", Some(last)) if after_figure => {
                last.kind = Kind::Percent;
                last.end = word.end;
                continue;
            }
            ("cent", Some(last)) if last.text == "per" => {
                marked.pop();
                if let Some(figure) = marked.last_mut() {
                    figure.kind = Kind::Percent;
                    figure.end = word.end;
                }
                continue;
            }
            (
                "k" | "m" | "mio" | "thousand" | "million" | "eur" | "usd" | "gbp" | "chf" | "euro" | "euros"
                | "dollars" | "pounds" | "€" | "£" | "cpm" | "lakh" | "crore",
                Some(last),
            ) if after_figure => {
                last.kind = Kind::Money;
                last.end = word.end;
                last.times = last.times.saturating_mul(times(&word.text));
                continue;
            }
            ("€" | "$" | "£" | "¥" | "₹" | "eur" | "usd" | "gbp" | "chf" | "inr", _) => {}
            (_, Some(last)) if is_money_name(&last.text) && word.kind == Kind::Number => {
                word.kind = Kind::Money;
                word.start = last.start;
                marked.pop();
            }
            (_, Some(last)) if is_money_name(&last.text) && word.kind == Kind::Money => {
                word.start = last.start;
                marked.pop();
            }
            _ => {}
        }
        if word.kind == Kind::Word && NUMBER_WORDS.contains(&word.text.as_str()) {
            word.kind = Kind::Number;
        }
        let long = word.text.chars().filter(char::is_ascii_digit).count() > 4;
        if word.kind == Kind::Number && long {
            word.kind = Kind::Money;
        }
        marked.push(word);
    }
    marked
}

fn times(word: &str) -> u32 {
    match word {
        "k" | "thousand" => 1_000,
        "lakh" => 100_000,
        "m" | "mio" | "million" => 1_000_000,
        "crore" => 10_000_000,
        _ => 1,
    }
}

fn is_money_name(text: &str) -> bool {
    matches!(text, "€" | "$" | "£" | "¥" | "₹" | "eur" | "usd" | "gbp" | "chf" | "inr")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(text: &str) -> Vec<(String, Kind)> {
        words(text).into_iter().map(|word| (word.text, word.kind)).collect()
    }

    #[test]
    fn contractions_and_figures_are_taken_apart() {
        let text = "We can’t do €1.1m, 22 per cent or the 31st. You're Mr. Ray?";
        let expected = [
            ("we", Kind::Word),
            ("can", Kind::Word),
            ("not", Kind::Word),
            ("do", Kind::Word),
            ("1.1m", Kind::Money),
            ("22", Kind::Percent),
            ("or", Kind::Word),
            ("the", Kind::Word),
            ("31st", Kind::Ordinal),
            (".", Kind::Break),
            ("you", Kind::Word),
            ("are", Kind::Word),
            ("mr", Kind::Word),
            ("ray", Kind::Word),
            ("?", Kind::Break),
        ];
        let expected: Vec<(String, Kind)> =
            expected.into_iter().map(|(text, kind)| (text.to_owned(), kind)).collect();
        assert_eq!(said(text), expected);
    }

    #[test]
    fn places_are_those_of_the_original() {
        let text = "Né… £540,000 now";
        let found = words(text);
        let money = found.iter().find(|word| word.kind == Kind::Money);
        let slice: Option<String> = money.map(|word| {
            text.chars().skip(word.start as usize).take((word.end - word.start) as usize).collect()
        });
        assert_eq!(slice.as_deref(), Some("£540,000"));
    }
}
