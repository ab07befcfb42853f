//! Numbers in words, of several languages at once.

use std::collections::HashMap;
use std::sync::LazyLock;

use money::Amount;

use super::slips::mistyped;
use crate::number_words::{POWERS, SMALL};

/// A part of a number in words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    /// Below a hundred.
    Small(u32),
    Hundred,
    /// A power of ten.
    Scale(u32),
    Point,
    /// Quarters of one.
    Quarters(u32),
    And,
    A,
    /// The next digit so many times (`triple zero`).
    Repeat(u32),
}

static NUMBERS: LazyLock<HashMap<&str, Part>> = LazyLock::new(|| {
    include_str!("words/numbers.txt").lines().filter_map(number_line).chain(in_english()).collect()
});

/// The words of English, which are shared with all that reads numbers.
pub(super) fn in_english() -> impl Iterator<Item = (&'static str, Part)> {
    let powers = POWERS.into_iter().map(|(word, power)| match power {
        2 => (word, Part::Hundred),
        power => (word, Part::Scale(power)),
    });
    SMALL.into_iter().map(|(word, value)| (word, Part::Small(value))).chain(powers)
}

fn number_line(line: &'static str) -> Option<(&'static str, Part)> {
    let mut parts = line.split(' ');
    let (kind, name, value) = (parts.next()?, parts.next()?, parts.next()?.parse().ok()?);
    let part = match kind {
        "small" => Part::Small(value),
        "scale" => Part::Scale(value),
        "hundred" => Part::Hundred,
        _ => return None,
    };
    Some((name, part))
}

/// The parts of a word, where it is a number or made of numbers.
pub(super) fn parts(word: &str) -> Option<Vec<Part>> {
    if let Some(part) = part(word) {
        return Some(vec![part]);
    }
    if word.chars().count() < 6 || word.chars().count() > 80 {
        return None;
    }
    segmented(word, 0)
}

/// The power of ten of a scale's word or sign.
pub(super) fn scale(word: &str) -> Option<u32> {
    match NUMBERS.get(word) {
        Some(Part::Scale(power)) => Some(*power),
        _ => None,
    }
}

fn part(word: &str) -> Option<Part> {
    match NUMBERS.get(word) {
        // `m` and `cr` are scales only right behind a figure.
        Some(Part::Scale(_))
            if word.chars().count() <= 2 && !matches!(word, "k" | "万" | "億" | "亿" | "萬") => {}
        Some(part) => return Some(*part),
        None => {
            if let Some(part) = mistyped(word) {
                return Some(part);
            }
        }
    }
    Some(match word {
        "point" | "dot" | "komma" | "virgule" | "coma" | "virgola" | "punto" | "virgula" | "comma" => {
            Part::Point
        }
        "half" | "halb" | "demi" | "medio" | "media" | "mezzo" | "mezza" | "halve" | "halves" => {
            Part::Quarters(2)
        }
        "quarter" | "quarters" | "viertel" | "quart" | "quarts" | "cuarto" | "quarto" => Part::Quarters(1),
        "anderthalb" | "eineinhalb" => Part::Quarters(6),
        "zweieinhalb" => Part::Quarters(10),
        "dreieinhalb" => Part::Quarters(14),
        "viereinhalb" => Part::Quarters(18),
        "dreiviertel" => Part::Quarters(3),
        "zweieinviertel" => Part::Quarters(9),
        "eineinviertel" => Part::Quarters(5),
        "and" | "und" | "et" | "y" | "e" | "en_" => Part::And,
        "a" | "an" => Part::A,
        "double" => Part::Repeat(2),
        "triple" => Part::Repeat(3),
        _ => return None,
    })
}

/// `zweihundertfunfzigtausend`: the whole word must be made of parts.
fn segmented(word: &str, depth: u8) -> Option<Vec<Part>> {
    if word.is_empty() {
        return Some(Vec::new());
    }
    if depth > 12 {
        return None;
    }
    let ends: Vec<usize> = word.char_indices().map(|(at, c)| at + c.len_utf8()).collect();
    for end in ends.into_iter().rev() {
        let (head, tail) = word.split_at_checked(end)?;
        let part = match head {
            "und" | "e" => Some(Part::And),
            _ if head.chars().count() < 3 => None,
            _ => {
                part(head).filter(|part| !matches!(part, Part::A | Part::Point | Part::And | Part::Repeat(_)))
            }
        };
        if let Some(part) = part
            && let Some(mut rest) = segmented(tail, depth + 1)
        {
            rest.insert(0, part);
            return Some(rest);
        }
    }
    None
}

/// A number in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Spoken {
    pub(super) value: Amount,
    /// A word of scale or a hundred is in it.
    pub(super) scaled: bool,
    /// Not whole, or a fraction.
    pub(super) broken: bool,
    /// Parts that are numbers by themselves.
    pub(super) parts: usize,
    /// Spelled digit by digit.
    pub(super) digits: Option<String>,
}

/// A whole number.
pub(super) fn n(value: u32) -> Amount {
    Amount::from(value)
}

/// A power of ten.
pub(super) fn ten_to(power: u32) -> Amount {
    (0..power).fold(n(1), |product, _| product * n(10))
}

/// What parts in a row say.
pub(super) fn spoken(parts: &[Part]) -> Option<Spoken> {
    let mut sum = Sum::default();
    for part in parts {
        sum.add(*part);
    }
    sum.said()
}

/// A number in the making, part by part.
#[derive(Debug, Clone, Default)]
pub(super) struct Sum {
    total: Amount,
    current: Amount,
    /// Quarters that wait for their scale.
    shares: Amount,
    scaled: bool,
    broken: bool,
    last_power: u32,
    decimals: Option<u32>,
    numbers: usize,
    spelled: String,
    last_small: Option<u32>,
    after_and: bool,
    repeat: u32,
}

impl Sum {
    /// A number in figures between the words.
    pub(super) fn figure(&mut self, value: &Amount) {
        self.numbers += 1;
        self.spelled.push('x');
        self.current = &self.current + value;
        (self.last_small, self.after_and) = (None, false);
    }

    pub(super) fn value(&self) -> Amount {
        &self.total + &self.shares + &self.current
    }

    pub(super) fn add(&mut self, part: Part) {
        match part {
            Part::Small(value) => {
                for _ in 0..self.repeat.max(1) {
                    self.small(value);
                }
                self.repeat = 0;
            }
            Part::Hundred => {
                self.numbers += 1;
                (self.scaled, self.last_small) = (true, Some(100));
                let own = if self.current.is_zero() { n(1) } else { self.current.clone() };
                self.current = own * n(100);
            }
            Part::Scale(power) => self.scale(power),
            Part::Point => {
                self.decimals = Some(0);
                self.broken = true;
                self.spelled.push('.');
            }
            Part::Quarters(quarters) => self.quarters(quarters),
            Part::Repeat(times) => self.repeat = times,
            Part::And | Part::A => {}
        }
        // `two and a half`
        self.after_and = part == Part::And || self.after_and && part == Part::A;
    }

    fn small(&mut self, value: u32) {
        self.numbers += 1;
        self.spelled.push_str(&if value < 10 { value.to_string() } else { "x".to_owned() });
        if let Some(places) = self.decimals.as_mut() {
            *places += if value < 10 { 1 } else { 2 };
            self.current = &self.current + n(value).div_rounded(&ten_to(*places), 12).unwrap_or_default();
        } else {
            // German and Dutch say the one before the ten, with an `and` between.
            let turned = self.after_and && value >= 20 && self.last_small.is_some_and(|last| last < 10);
            let last = self.last_small.filter(|_| !turned);
            self.current = join(&self.current, value, last);
        }
        self.last_small = Some(value);
    }

    fn scale(&mut self, power: u32) {
        self.numbers += 1;
        self.scaled = true;
        let own = &self.shares + &self.current;
        // `a thousand thousand`
        let again = own.is_zero() && self.last_power == power;
        let own = if own.is_zero() && !again { n(1) } else { own };
        self.total = if again || self.last_power != 0 && power > self.last_power {
            (&self.total + own) * ten_to(power)
        } else {
            &self.total + own * ten_to(power)
        };
        (self.shares, self.current) = (Amount::zero(), Amount::zero());
        (self.last_power, self.decimals, self.last_small) = (power, None, None);
    }

    fn quarters(&mut self, quarters: u32) {
        self.broken = true;
        let share = n(quarters).div_rounded(&n(4), 2).unwrap_or_default();
        let counted = self.last_small.filter(|last| *last > 1 && !self.after_and && self.current == n(*last));
        if let Some(count) = counted.filter(|_| quarters < 3) {
            // Three quarters, five quarters, five halves.
            self.shares = &self.shares + n(count) * share;
            self.current = Amount::zero();
        } else if self.last_power > 0 && self.current.is_zero() {
            // A million and a half.
            self.total = &self.total + share * ten_to(self.last_power);
        } else {
            self.shares = &self.shares + share;
        }
    }

    fn said(self) -> Option<Spoken> {
        let value = self.value();
        let digits =
            (self.numbers >= 4 && !self.scaled && !self.spelled.contains(['x', '.'])).then_some(self.spelled);
        let (scaled, broken, parts) = (self.scaled, self.broken, self.numbers);
        (parts > 0 || !value.is_zero()).then_some(Spoken { value, scaled, broken, parts, digits })
    }
}

/// `twenty five` adds, `twelve fifty` and `one two five` follow each other.
fn join(current: &Amount, value: u32, last: Option<u32>) -> Amount {
    match last {
        None | Some(100) => current + n(value),
        Some(last) if last >= 100 && last % 100 == 0 && value < 100 => current + n(value),
        Some(last) if last >= 20 && last % 10 == 0 && value < 10 => current + n(value),
        Some(_) if value < 10 => current * n(10) + n(value),
        Some(_) => current * n(100) + n(value),
    }
}
