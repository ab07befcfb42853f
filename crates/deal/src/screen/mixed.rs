//! Numbers in which figures and words stand side by side: `7 hundred 80 thousand`, `1 million two hundred
//! fifty thousand`.

use super::numerals::{Part, Sum, parts, ten_to};
use super::quantities::{Quantity, Sort, set_sort, token};
use super::reading::{exact, figure_readings, power_at};
use super::tokens::{Kind, Token};
use super::wording::parts_groups;

/// Figures and words of one number at most.
const MOST: usize = 24;

/// What stood before in the row.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Last {
    Nothing,
    Figure,
    Small,
    /// A power of ten that multiplies.
    Power(u32),
}

/// Numbers of other languages that are words of English as well.
const WORDS_TOO: [&str; 16] = [
    "once", "due", "set", "on", "en", "fem", "um", "un", "sept", "dos", "een", "mil", "sto", "tre", "sei",
    "fire",
];

/// A number that begins at a token and has figures as well as words, or figures with a power behind each.
pub(super) fn in_both(tokens: &[Token], typed: &[bool], first: usize) -> Option<Quantity> {
    let near = tokens.get(first..(first + MOST).min(tokens.len())).unwrap_or_default();
    if !near.iter().any(|token| token.kind == Kind::Figure) {
        return None;
    }
    let mut row = Row::default();
    let mut whole: Option<(Row, usize)> = None;
    let mut at = first;
    while at < tokens.len() && at < first + MOST {
        let read = tokens.get(at)?;
        let in_groups = matches!(row.last, Last::Power(power) if parts_groups(tokens, at, power));
        if at > first && (in_groups || matches!(read.text.as_str(), "-" | "and" | "a" | "und" | "et" | "y")) {
            at += 1;
            continue;
        }
        let goes_on = match read.kind {
            Kind::Figure if !typed.get(at).copied().unwrap_or_default() => row.figure(tokens, at),
            Kind::Word => row.word(tokens, at),
            _ => None,
        };
        if goes_on.is_none() {
            break;
        }
        // What stands behind the last power counts only where it is written out: `1 million two licences`.
        if matches!(row.last, Last::Power(_)) || row.figures > 1 && read.text.contains(',') {
            whole = Some((row.clone(), at));
        }
        at += 1;
    }
    let (row, last) = whole?;
    if row.figures == 0 || row.powers == 0 || row.figures + row.smalls < 2 {
        return None;
    }
    let mut quantity = Quantity {
        readings: vec![exact(&row.sum.value())],
        sort: Sort::Bare,
        scaled: true,
        first,
        last,
        in_words: false,
        spelled: false,
    };
    set_sort(&mut quantity, tokens);
    Some(quantity)
}

#[derive(Clone)]
struct Row {
    sum: Sum,
    last: Last,
    figures: usize,
    smalls: usize,
    powers: usize,
}

impl Default for Row {
    fn default() -> Self {
        Self { sum: Sum::default(), last: Last::Nothing, figures: 0, smalls: 0, powers: 0 }
    }
}

impl Row {
    /// A figure opens the row, or fills up what a power left open.
    fn figure(&mut self, tokens: &[Token], at: usize) -> Option<()> {
        let value = figure_readings(token(tokens, at)).into_iter().next()?.value;
        // `1 250 thousand` and `1/4` are read as figures.
        let beside = tokens.get(at + 1).is_some_and(|next| next.kind == Kind::Figure || next.text == "/");
        let fits = match self.last {
            Last::Nothing => true,
            Last::Power(power) => value < ten_to(power),
            Last::Figure | Last::Small => false,
        };
        if beside || !fits {
            return None;
        }
        self.sum.figure(&value);
        (self.last, self.figures) = (Last::Figure, self.figures + 1);
        Some(())
    }

    fn word(&mut self, tokens: &[Token], at: usize) -> Option<()> {
        if self.last != Last::Nothing
            && let Some(power) = power_at(tokens, at)
        {
            self.power(power);
            return Some(());
        }
        let text = token(tokens, at);
        if WORDS_TOO.contains(&text) {
            return None;
        }
        for part in parts(text)? {
            match part {
                Part::Small(_) if self.last != Last::Figure => {
                    self.sum.add(part);
                    (self.last, self.smalls) = (Last::Small, self.smalls + 1);
                }
                Part::Hundred if self.last != Last::Nothing => self.power(2),
                Part::Scale(power) if self.last != Last::Nothing => self.power(power),
                _ => return None,
            }
        }
        Some(())
    }

    fn power(&mut self, power: u32) {
        self.sum.add(if power == 2 { Part::Hundred } else { Part::Scale(power) });
        (self.last, self.powers) = (Last::Power(power), self.powers + 1);
    }
}
