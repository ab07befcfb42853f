//! The vendor's totals along a thread: from its offers, else from its words.

use money::Amount;

use super::thread::Said;
use super::words::{Kind, Word, words};

/// The vendor's totals, each with the number of its message; a total said again counts once.
pub(super) fn totals_of(thread: &[Said]) -> Vec<(usize, Amount)> {
    let mut totals: Vec<(usize, Amount)> = Vec::new();
    // Without a single offer the words have to do.
    let silent = thread.iter().all(|said| said.total_annual.is_none());
    for (at, said) in thread.iter().enumerate().filter(|(_, said)| said.by_vendor) {
        let last = totals.last().map(|(_, total)| total);
        let total = match &said.total_annual {
            Some(total) => Some(total.clone()),
            None if silent => spoken(&words(&said.text), last),
            None => None,
        };
        if let Some(total) = total.filter(|total| last != Some(total)) {
            totals.push((at, total));
        }
    }
    totals
}

/// Where the first figure of money stands, in code points.
pub(super) fn headline(words: &[Word]) -> Option<(usize, usize)> {
    let money = words.iter().find(|word| word.kind == Kind::Money);
    let figure = money.or_else(|| words.iter().find(|word| word.kind == Kind::Number))?;
    Some((figure.start as usize, figure.end as usize))
}

/// The figure in the words that can be the total: the first of money, later one of the same size.
fn spoken(words: &[Word], last: Option<&Amount>) -> Option<Amount> {
    let figures = words.iter().filter(|word| matches!(word.kind, Kind::Money | Kind::Number));
    let mut values = figures.filter_map(|word| value(&word.text));
    match last {
        None => values.find(|value| *value >= Amount::from(1000_u32)).or_else(|| per_unit(words)),
        Some(last) => values.find_map(|value| {
            let thousands = &value * Amount::from(1000_u32);
            [value, thousands].into_iter().find(|value| near(value, last))
        }),
    }
}

/// `12.50 per unit`: a price that stands for the whole.
fn per_unit(words: &[Word]) -> Option<Amount> {
    let rated = |word: &Word| matches!(word.text.as_str(), "per" | "a" | "each" | "apiece");
    words.windows(2).find_map(|pair| match pair {
        [figure, next] if figure.kind == Kind::Money || figure.kind == Kind::Number && rated(next) => {
            value(&figure.text).filter(Amount::is_positive)
        }
        _ => None,
    })
}

/// Within half and one and a half times.
fn near(value: &Amount, last: &Amount) -> bool {
    let twice = value * Amount::from(2_u32);
    twice >= *last && twice <= last * Amount::from(3_u32)
}

pub(super) fn value(text: &str) -> Option<Amount> {
    let digits: String = text.chars().take_while(|c| !c.is_alphabetic()).collect();
    let suffix: String = text.chars().skip_while(|c| !c.is_alphabetic()).collect();
    let thousands = digits.rsplit([',', '.', '\'']).next().is_some_and(|last| last.len() == 3);
    let plain: String = if thousands {
        digits.chars().filter(char::is_ascii_digit).collect()
    } else {
        digits.replace(',', ".")
    };
    let amount = Amount::parse(&plain).ok()?;
    Some(match suffix.as_str() {
        "k" => amount * Amount::from(1000_u32),
        "m" | "mio" | "mn" | "mm" => amount * Amount::from(1_000_000_u32),
        _ => amount,
    })
}
