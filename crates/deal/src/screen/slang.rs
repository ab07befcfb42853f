//! Slang for thousands and millions: `a bar and a quarter`, `1.25 bars`, `eleven hundred large`. Most of its words are
//! others as well, so that only a secret total counts, and none where the sentence speaks of what they else are.

use money::Amount;

use super::confidential::Confidential;
use super::context::Context;
use super::numerals::{Part, n, parts, ten_to};
use super::quantities::token;
use super::reading::{exact, figure_readings};
use super::tokens::{Kind, Token};

/// Slang by the power that it stands for; the first four mean a million, `yard` a thousand of them.
const SLANG: [(&str, u32); 30] = [
    ("bar", 6),
    ("bars", 6),
    ("rock", 6),
    ("rocks", 6),
    ("mill", 6),
    ("mills", 6),
    ("milly", 6),
    ("millies", 6),
    ("mils", 6),
    ("mil", 6),
    ("meg", 6),
    ("megs", 6),
    ("big ones", 6),
    ("big one", 6),
    ("ones", 6),
    ("unit", 6),
    ("schleps", 6),
    ("milli", 6),
    ("large", 3),
    ("rack", 3),
    ("racks", 3),
    ("stack", 3),
    ("stacks", 3),
    ("band", 3),
    ("bands", 3),
    ("g", 3),
    ("gs", 3),
    ("gees", 3),
    ("thou", 3),
    ("kilo", 3),
];
/// Words that these are said with where they are no money.
const OF_THINGS: [&str; 24] = [
    "pressure",
    "psi",
    "valve",
    "hose",
    "pump",
    "compressor",
    "tyre",
    "tire",
    "hydraulic",
    "pneumatic",
    "seal",
    "server",
    "servers",
    "cabinet",
    "chart",
    "gauge",
    "coffee",
    "snack",
    "drinks",
    "chocolate",
    "frequency",
    "metal",
    "stone",
    "boiler",
];

impl Confidential {
    /// The place of slang that comes to a secret total.
    pub(super) fn says_in_slang(&self, tokens: &[Token], context: &Context<'_>) -> Option<(usize, usize)> {
        tokens.iter().enumerate().filter(|(_, token)| token.kind == Kind::Word).find_map(|(at, word)| {
            let big = word.text == "big" && matches!(token(tokens, at + 1), "one" | "ones");
            let (_, power) = SLANG
                .iter()
                .find(|(slang, _)| if big { *slang == "big ones" } else { *slang == word.text })?;
            let last = if big { at + 1 } else { at };
            let (before, first) = before(tokens, at)?;
            let (more, last) = behind(tokens, last);
            let value = (before + more) * ten_to(*power);
            let own = exact(&value);
            let secret =
                own.digits >= 2 && self.denied.totals.contains(&value) && !self.told.totals.contains(&value);
            let things = || context.any(at, |word| OF_THINGS.contains(&word)) || context.surely_elsewhere(at);
            (secret && !things()).then_some((first, last))
        })
    }
}

/// The number that stands before: figures, or words up to `and a quarter`.
fn before(tokens: &[Token], at: usize) -> Option<(Amount, usize)> {
    let last = at.checked_sub(1)?;
    let back = if token(tokens, last) == "-" { last.checked_sub(1)? } else { last };
    if tokens.get(back)?.kind == Kind::Figure {
        return Some((figure_readings(token(tokens, back)).pop()?.value, back));
    }
    // The longest row of words of a number that ends here.
    (back.saturating_sub(7)..=back).find_map(|first| {
        let row: Option<Vec<Vec<Part>>> = (first..=back)
            .filter(|at| token(tokens, *at) != "-")
            .map(|at| parts(token(tokens, at)))
            .collect();
        let row: Vec<Part> = row?.into_iter().flatten().collect();
        if matches!(row.as_slice(), [Part::A]) {
            return Some((n(1), first));
        }
        if matches!(row.first(), Some(Part::And | Part::Point)) {
            return None;
        }
        Some((super::numerals::spoken(&row)?.value, first))
    })
}

/// `and a quarter`, `and a half`, `and a tenth` behind it.
fn behind(tokens: &[Token], last: usize) -> (Amount, usize) {
    let none = (Amount::zero(), last);
    let mut at = last + 1;
    if matches!(token(tokens, at), "and" | "plus" | ",") {
        at += 1;
    }
    let article = matches!(token(tokens, at), "a" | "an" | "one");
    let above = match token(tokens, at) {
        "three" => 3,
        "two" => 2,
        _ => 1,
    };
    let at = if article || above > 1 { at + 1 } else { at };
    let below = match token(tokens, at).trim_end_matches('s') {
        "half" => 2,
        "third" => 3,
        "quarter" | "fourth" => 4,
        "fifth" => 5,
        "eighth" => 8,
        "tenth" => 10,
        _ => return none,
    };
    n(above).div_rounded(&n(below), 6).map_or(none, |share| (share, at))
}
