//! Amounts that are told roughly: `four fifty-something`, `a hair under 456`, `the low eighties`, `mid twelve
//! hundreds`. The figure is none of the deal's, and what is meant lies close by.

use money::Amount;

use super::confidential::Confidential;
use super::context::Context;
use super::numerals::ten_to;
use super::quantities::{Quantity, Sort, token};
use super::tokens::{Kind, Token};

/// How far off a rough amount may lie, in thousandths of what is meant.
const NEAR: u32 = 13;
/// The powers that are left out where people speak of such amounts.
const SCALES: [u32; 3] = [0, 3, 6];

/// Words behind a figure that blur it.
const BEHIND: [&str; 12] = [
    "something",
    "odd",
    "ish",
    "plus",
    "change",
    "thereabouts",
    "so",
    "bit",
    "ballpark",
    "give",
    "area",
    "mark",
];
/// Words before a figure that say on which side of it something lies.
const SIDE: [&str; 10] =
    ["over", "under", "above", "below", "shy", "short", "north", "south", "past", "beneath"];
/// Words before those that say how far.
const HOW_FAR: [&str; 19] = [
    "anything",
    "everything",
    "whatever",
    "hair",
    "touch",
    "whisker",
    "shade",
    "notch",
    "bit",
    "tad",
    "fraction",
    "little",
    "smidge",
    "just",
    "slightly",
    "barely",
    "stone's",
    "fingerbreadth",
    "tick",
];
/// Words before a figure that say that it is rough.
const ROUGHLY: [&str; 12] = [
    "nearly",
    "almost",
    "around",
    "about",
    "roughly",
    "some",
    "circa",
    "approximately",
    "near",
    "towards",
    "say",
    "call",
];

impl Confidential {
    /// True for a rough amount close to a secret total, with its thousands left out too, and not closer to one
    /// that may be told.
    pub(super) fn is_about_a_total(&self, quantity: &Quantity, tokens: &[Token]) -> bool {
        if !matches!(quantity.sort, Sort::Bare | Sort::Noun) || !is_rough(tokens, quantity) {
            return false;
        }
        let scales: &[u32] = if quantity.scaled { &[0] } else { &SCALES };
        let side = side_of(tokens, quantity);
        quantity.readings.first().filter(|reading| reading.digits >= 2).is_some_and(|reading| {
            scales.iter().any(|power| {
                let value = reading.times(&ten_to(*power)).value;
                let nearest = |totals: &[Amount]| {
                    let grain = reading.times(&ten_to(*power)).grain;
                    let near = |total: &&Amount| {
                        let off = (&value - *total).abs();
                        let beside = match side {
                            Some(true) => **total > value && off < grain,
                            Some(false) => **total < value && off < grain,
                            None => false,
                        };
                        beside || &off * Amount::from(1_000_u32) <= &value * Amount::from(NEAR)
                    };
                    totals.iter().filter(near).map(|total| (&value - total).abs()).min()
                };
                match (nearest(&self.denied.totals), nearest(&self.told.totals)) {
                    (Some(secret), Some(told)) => secret < told,
                    (secret, None) => secret.is_some(),
                    (None, Some(_)) => false,
                }
            })
        })
    }

    /// `150 less and we are done`: what lies between a secret and something told, its thousands left out.
    pub(super) fn is_a_gap_in_thousands(&self, quantity: &Quantity, context: &Context<'_>) -> bool {
        let thousand = Amount::from(1_000_u32);
        matches!(quantity.sort, Sort::Bare)
            && !quantity.scaled
            && context.compares(quantity.first, quantity.last)
            && quantity.readings.first().is_some_and(|reading| {
                let gap = &reading.value * &thousand;
                reading.value >= Amount::from(10_u32)
                    && reading.value < Amount::from(10_000_u32)
                    && self.denied.gaps.contains(&gap)
                    && !self.told.gaps.contains(&gap)
            })
    }

    /// Where a stretch of numbers is named that a secret total lies in and nothing that is told.
    pub(super) fn names_a_stretch(
        &self,
        quantities: &[Quantity],
        tokens: &[Token],
        context: &Context<'_>,
    ) -> Option<(usize, usize)> {
        let holds = |first: &Amount, last: &Amount| {
            let within = |totals: &[Amount]| {
                SCALES.iter().any(|power| {
                    let scale = ten_to(*power);
                    let (first, last) = (first * &scale, last * &scale);
                    first >= Amount::from(10_000_u32)
                        && totals.iter().any(|total| (&first..=&last).contains(&total))
                })
            };
            within(&self.denied.totals) && !within(&self.told.totals)
        };
        let of_the_deal = |at: usize| context.of_the_deal(at) || context.of_limits(at);
        for (at, word) in tokens.iter().enumerate().filter(|(_, word)| word.kind == Kind::Word) {
            let part = part_of(tokens, at);
            let Some(decade) = decade(&word.text) else { continue };
            let belongs = at.checked_sub(2).is_some_and(|at| is_owner(token(tokens, at)))
                || at.checked_sub(1).is_some_and(|at| is_owner(token(tokens, at)));
            if belongs || part.is_none() && !of_the_deal(at) || is_measured(tokens, at + 1) {
                continue;
            }
            let (first, last) = part.unwrap_or((0, 10));
            if holds(&Amount::from(decade + first), &Amount::from(decade + last)) {
                return Some((at, at));
            }
        }
        // `mid twelve hundreds`, `the low 1.3s`
        quantities.iter().find_map(|quantity| {
            let behind = token(tokens, quantity.last + 1);
            let close = tokens.get(quantity.last + 1).is_some_and(|next| !next.space);
            let power = match behind {
                "hundreds" => 2,
                "thousands" => 3,
                "s" if close => 0_u32,
                _ => return None,
            };
            let reading = quantity.readings.first()?.times(&ten_to(power));
            let year =
                power == 0 && (Amount::from(1_900_u32)..=Amount::from(2_100_u32)).contains(&reading.value);
            let part = part_of(tokens, quantity.first);
            if year || part.is_none() && !of_the_deal(quantity.first) {
                return None;
            }
            let step = if power == 0 { reading.grain.clone() } else { ten_to(power) };
            let tenths = |many: u32| (&step * Amount::from(many)).div_rounded(&Amount::from(10_u32), 10);
            let (from, to) = part.unwrap_or((0, 10));
            let first = &reading.value + tenths(from)?;
            let last = &reading.value + tenths(to)?;
            holds(&first, &last).then_some((quantity.first, quantity.last + 1))
        })
    }
}

fn is_owner(word: &str) -> bool {
    matches!(word, "their" | "his" | "her" | "my" | "its" | "temperature" | "temperatures")
}

/// What no amount is followed by.
fn is_measured(tokens: &[Token], at: usize) -> bool {
    matches!(token(tokens, at), "percent" | "%" | "degrees" | "fahrenheit" | "and")
}

/// Which part of ten the words before name.
fn part_of(tokens: &[Token], at: usize) -> Option<(u32, u32)> {
    (1..=3).filter_map(|back| at.checked_sub(back)).find_map(|at| match token(tokens, at) {
        "low" | "lower" | "early" => Some((0, 4)),
        "mid" | "middle" | "mids" => Some((3, 7)),
        "high" | "higher" | "upper" | "late" => Some((6, 10)),
        _ => None,
    })
}

fn decade(word: &str) -> Option<u32> {
    Some(match word {
        "twenties" => 20,
        "thirties" => 30,
        "forties" => 40,
        "fifties" => 50,
        "sixties" => 60,
        "seventies" => 70,
        "eighties" => 80,
        "nineties" => 90,
        _ => return None,
    })
}

/// Whether what is meant lies above the figure, or below, by the words before it.
fn side_of(tokens: &[Token], quantity: &Quantity) -> Option<bool> {
    (1..=2).filter_map(|back| quantity.first.checked_sub(back)).find_map(|at| match token(tokens, at) {
        "over" | "above" | "north" | "past" => Some(true),
        "under" | "below" | "shy" | "short" | "south" | "beneath" => Some(false),
        _ => None,
    })
}

fn is_rough(tokens: &[Token], quantity: &Quantity) -> bool {
    let behind = |skip: usize| token(tokens, quantity.last + skip);
    let blurred = (1..=3)
        .take_while(|skip| {
            *skip == 1 || matches!(behind(*skip - 1), "-" | "and" | "or" | "a" | "," | "there")
        })
        .any(|skip| BEHIND.contains(&behind(skip)));
    let before =
        |back: usize| quantity.first.checked_sub(back).map(|at| token(tokens, at)).unwrap_or_default();
    let rough = ROUGHLY.contains(&before(1)) || before(2) == "call" && before(1) == "it";
    let side = (1..=2).any(|back| SIDE.contains(&before(back)));
    blurred || rough || side && (2..=4).any(|back| HOW_FAR.contains(&before(back)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plain::Plain;
    use crate::screen::figures::{DealFigures, SecretFigures};
    use crate::screen::numerals::n;
    use crate::screen::quantities::quantities;
    use crate::screen::tokens::tokens;
    use crate::screen::typed::typed;

    fn tells(text: &str) -> bool {
        let original: Vec<char> = text.chars().collect();
        let tokens = tokens(&Plain::of(text, usize::MAX), &original);
        let quantities = quantities(&tokens, &typed(&tokens));
        let deal = DealFigures { told_annual: vec![n(468_000), n(402_000)], ..DealFigures::default() };
        let secret = SecretFigures { annual: vec![n(455_000), n(84_000)], ..SecretFigures::default() };
        let screen = Confidential::new(&deal, &secret);
        quantities.iter().any(|quantity| screen.is_about_a_total(quantity, &tokens))
            || screen.names_a_stretch(&quantities, &tokens, &Context::of(&tokens)).is_some()
    }

    #[test]
    fn what_is_told_roughly_is_heard() {
        for text in [
            "Four fifty-something is where this ends.",
            "a hair under 456",
            "about 455",
            "450 odd",
            "It goes to the low eighties.",
            "the mid 450s",
            "in the low 80s",
        ] {
            assert!(tells(text), "{text}");
        }
        for text in [
            "About 400 of them came.",
            "just over 402",
            "People in their low eighties use it.",
            "We met in the eighties.",
            "It was in the mid 1980s.",
            "455 is the number of the bus.",
            "about 468",
        ] {
            assert!(!tells(text), "{text}");
        }
    }
}
