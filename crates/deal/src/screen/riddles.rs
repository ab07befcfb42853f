//! Arithmetic that a text spells out: `the product of the primes 2, 2 and 5`, `a thousand squared plus a quarter of
//! it`. It is worked out from each figure on, from left to right and with products before sums, and only an exact
//! secret counts.

use money::Amount;

use super::calculation::{LARGEST, Machine, Op, is, joined, raised};
use super::quantities::{Quantity, token};
use super::reading::figure_readings;
use super::tokens::{Kind, Token};

/// Quantities of one text that are worked out; more are a table.
const MOST: usize = 60;
/// Steps of one calculation at most.
const LONGEST: usize = 32;
/// Words without a meaning here after which another thing is spoken of.
const FAR: usize = 8;
#[derive(Debug, Clone, Copy, PartialEq)]
enum Step {
    /// A number, with the first and last token.
    Value(f64, usize, usize),
    Op(Op),
    /// What is not said between the numbers of a list.
    List(Op),
    Mean,
    /// Raised to a power: what stands before, or what follows.
    Raised(u32),
    Square(u32),
    /// So many times what follows, or what stands before where nothing follows.
    Again(u32),
    /// `of it`
    OfIt,
    Of,
    By,
    Stop,
}

/// The first and last token of a calculation that comes to one of the totals.
pub(super) fn works_out(
    totals: &[Amount],
    quantities: &[Quantity],
    tokens: &[Token],
) -> Option<(usize, usize)> {
    let totals: Vec<f64> =
        totals.iter().map(number).filter(|total| (10_000.0..LARGEST).contains(total)).collect();
    if totals.is_empty() {
        return None;
    }
    let many = quantities.len().min(MOST);
    let quantities = quantities.get(..many)?;
    [false, true].into_iter().find_map(|apart| {
        let steps = steps(quantities, tokens, apart);
        (0..steps.len()).find_map(|start| run(steps.get(start..(start + LONGEST).min(steps.len()))?, &totals))
    })
}

/// An amount as this arithmetic takes it; what is no such number comes to nothing.
fn number(value: &Amount) -> f64 {
    value.to_string().parse().unwrap_or(f64::NAN)
}

/// What the text says, as steps. `apart` takes figures that stand in a row each for itself.
fn steps(quantities: &[Quantity], tokens: &[Token], apart: bool) -> Vec<Step> {
    let mut steps = Vec::new();
    let (mut at, mut idle) = (0, 0);
    let mut left = quantities.iter().peekable();
    let (mut raises, mut by_dozens) = (false, false);
    while at < tokens.len() {
        if left.peek().is_none() && idle > FAR {
            break;
        }
        if let Some(quantity) = left.next_if(|quantity| quantity.first <= at) {
            let values = values(quantity, tokens, apart);
            if std::mem::take(&mut raises)
                && let Some(power) = (2..32).find(|power| {
                    values.first().is_some_and(|(value, ..)| (value - f64::from(*power)).abs() < 0.1)
                })
            {
                steps.push(Step::Raised(power));
            } else {
                // `fifty-five score thousand`
                if by_dozens && matches!(steps.last(), Some(Step::Value(..))) {
                    steps.push(Step::Op(Op::Times));
                }
                steps.extend(values.into_iter().map(|(value, first, last)| Step::Value(value, first, last)));
            }
            (at, idle) = (quantity.last.max(at) + 1, 0);
            continue;
        }
        let (step, long) = step(tokens, at);
        let dozens = dozens(token(tokens, at)).is_some();
        if dozens && matches!(steps.last(), Some(Step::Value(..))) {
            steps.push(Step::Op(Op::Times));
        }
        by_dozens |= dozens;
        match step {
            // `nine dozen and two`
            None if by_dozens
                && token(tokens, at) == "and"
                && matches!(steps.last(), Some(Step::Value(..))) =>
            {
                steps.push(Step::Op(Op::Add));
            }
            Some(Step::Raised(0)) => raises = true,
            Some(step) => {
                steps.push(step);
                idle = 0;
            }
            None if tokens.get(at).is_some_and(|token| token.kind == Kind::Word) => idle += 1,
            None => {}
        }
        if idle == FAR {
            steps.push(Step::Stop);
        }
        at += long;
    }
    steps
}

fn values(quantity: &Quantity, tokens: &[Token], apart: bool) -> Vec<(f64, usize, usize)> {
    let figures: Vec<usize> = (quantity.first..=quantity.last)
        .filter(|at| tokens.get(*at).is_some_and(|token| token.kind == Kind::Figure))
        .collect();
    if apart && figures.len() > 1 && !quantity.scaled {
        let value =
            |at: usize| Some((number(&figure_readings(token(tokens, at)).into_iter().next()?.value), at, at));
        return figures.into_iter().filter_map(value).collect();
    }
    // `19 × 103` is a power of ten only where the figure was raised.
    if apart
        && let [one, other] = figures.as_slice()
        && matches!(token(tokens, one + 1), "×" | "x" | "*" | "·")
        && one + 2 == *other
    {
        let value =
            |at: usize| figure_readings(token(tokens, at)).into_iter().next().map(|read| number(&read.value));
        let product =
            value(*one).zip(value(*other)).map(|(one, other)| (one * other, quantity.first, quantity.last));
        return product.into_iter().collect();
    }
    let own =
        quantity.readings.first().map(|reading| (number(&reading.value), quantity.first, quantity.last));
    own.into_iter().collect()
}

/// What a word says of arithmetic, and how many tokens it takes.
fn step(tokens: &[Token], at: usize) -> (Option<Step>, usize) {
    let word = |skip: usize| token(tokens, at + skip);
    let of_it = matches!(word(1), "it" | "that" | "this");
    if let Some(below) = part(word(0)) {
        // `a sixth of it`, `the hundredth part of`
        let of = if word(1) == "part" { 2 } else { 1 };
        if word(of) == "of" {
            return (Some(Step::Value(f64::from(below).recip(), at, at)), 1);
        }
    }
    let step = match word(0) {
        "plus" | "+" | "add" | "added" | "adding" => Step::Op(Op::Add),
        "minus" | "less" | "subtract" | "subtracting" | "-" | "without" => Step::Op(Op::Less),
        "times" | "x" | "×" | "*" | "·" | "multiplied" => Step::Op(Op::Times),
        "over" if word(1) != "again" => Step::Op(Op::Over),
        "divided" | "÷" | "/" => Step::Op(Op::Over),
        "product" | "multiply" | "multiplying" | "factors" | "factor" | "primes" | "factorisation"
        | "factorization" => Step::List(Op::Times),
        "sum" | "total" | "together" => Step::List(Op::Add),
        "quotient" | "ratio" | "divide" => Step::List(Op::Over),
        "mean" | "average" | "midpoint" | "midway" | "halfway" => Step::Mean,
        "squared" => Step::Raised(2),
        "cubed" => Step::Raised(3),
        "square" => Step::Square(2),
        "cube" => Step::Square(3),
        "^" => Step::Raised(0),
        "to" if word(1) == "the" && word(2) == "power" => {
            return (Some(Step::Raised(0)), if word(3) == "of" { 4 } else { 3 });
        }
        "to" if word(1) == "the" => match ordinal(word(2)) {
            Some(power) => return (Some(Step::Raised(power)), 3),
            None => return (None, 1),
        },
        "double" | "twice" | "doubled" => Step::Again(2),
        "triple" | "thrice" | "treble" | "tripled" => Step::Again(3),
        "quadruple" => Step::Again(4),
        word if dozens(word).is_some() => Step::Value(dozens(word).unwrap_or_default(), at, at),
        "half" | "halve" | "halved" => Step::Value(0.5, at, at),
        "of" if of_it => return (Some(Step::OfIt), 2),
        "of" => Step::Of,
        "by" => Step::By,
        _ => return (None, 1),
    };
    (Some(step), 1)
}

/// What people count by besides tens.
fn dozens(word: &str) -> Option<f64> {
    Some(match word {
        "dozen" | "dozens" => 12.0,
        "score" | "scores" => 20.0,
        "gross" => 144.0,
        _ => return None,
    })
}

fn part(word: &str) -> Option<u32> {
    Some(match word {
        "third" => 3,
        "quarter" => 4,
        "sixteenth" => 16,
        "twentieth" => 20,
        "hundredth" => 100,
        "thousandth" => 1_000,
        _ => ordinal(word)?,
    })
}

fn ordinal(word: &str) -> Option<u32> {
    const ORDINALS: [&str; 12] = [
        "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
        "eleventh", "twelfth",
    ];
    let place = ORDINALS.iter().position(|ordinal| *ordinal == word)?;
    u32::try_from(place + 1).ok().filter(|ordinal| *ordinal > 1)
}

/// Works out the steps from the first on; the tokens from its first number to its last where it comes to a total.
fn run(steps: &[Step], totals: &[f64]) -> Option<(usize, usize)> {
    let mut machine: Option<Machine> = None;
    let (mut between, mut op, mut mean, mut square, mut again) = (None, None, None, None, None);
    let mut last_op = Op::Times;
    let (mut begin, mut share) = (0, false);
    for (at, step) in steps.iter().enumerate() {
        match step {
            Step::List(of) if machine.is_none() => between = Some(*of),
            Step::List(_) => {}
            Step::Mean if machine.is_none() => mean = Some(()),
            Step::Mean | Step::Stop => return None,
            Step::Square(power) => square = Some(*power),
            Step::Again(times) => again = Some(*times),
            Step::Op(Op::Add) if machine.is_none() => between = Some(Op::Add),
            Step::Op(new) => op = Some(*new),
            Step::By => op = op.or(between).or(machine.as_ref().map(|_| last_op)),
            Step::Of => op = op.filter(|_| !share).or(share.then_some(Op::Times)),
            Step::OfIt => {
                let machine = machine.as_mut()?;
                let (op, part) = machine.open.take().filter(|_| share)?;
                let whole = machine.row;
                machine.open = Some((op, joined(Op::Times, part, whole)?));
                if machine.comes_to(totals) {
                    return Some((begin, begin));
                }
            }
            Step::Raised(power) => {
                let machine = machine.as_mut()?;
                machine.raise(*power)?;
                if machine.comes_to(totals) {
                    return Some((begin, begin));
                }
            }
            Step::Value(value, first, last) => {
                let mut value = *value;
                if let Some(power) = square.take() {
                    value = raised(value, power)?;
                }
                if let Some(times) = again.take() {
                    value = joined(Op::Times, value, f64::from(times))?;
                }
                let of_share = share;
                share = value < 1.0;
                let Some(machine) = machine.as_mut() else {
                    // A between or a prefix begins at the word that says so.
                    if at > 0
                        && between.is_none()
                        && mean.is_none()
                        && !matches!(steps.first(), Some(Step::Square(_) | Step::Again(_)))
                    {
                        return None;
                    }
                    begin = *first;
                    let doubled = !matches!(steps.first(), Some(Step::Value(..)));
                    machine = Some(Machine { row: value, sum: 0.0, product: value, open: None });
                    op = None;
                    if doubled
                        && machine.as_ref().is_some_and(|machine| machine.comes_to(totals))
                        && between.is_none()
                        && mean.is_none()
                    {
                        return Some((begin, *last));
                    }
                    continue;
                };
                if mean.is_some() {
                    let middle = f64::midpoint(machine.row, value);
                    return totals.iter().any(|total| is(middle, *total)).then_some((begin, *last));
                }
                let join = op.take().or(between)?;
                // `plus a tenth of a million`: the share is of what follows.
                if of_share && join == Op::Times && machine.open.is_some() {
                    let (before, part) = machine.open.take()?;
                    machine.open = Some((before, joined(Op::Times, part, value)?));
                } else {
                    machine.settle()?;
                    machine.open = Some((join, value));
                }
                last_op = join;
                if machine.comes_to(totals) {
                    return Some((begin, *last));
                }
            }
        }
    }
    // `650,000 twice over`
    let machine = machine.as_mut()?;
    let times = again?;
    machine.settle()?;
    machine.open = Some((Op::Times, f64::from(times)));
    machine.comes_to(totals).then_some((begin, begin))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plain::Plain;
    use crate::screen::numerals::n;
    use crate::screen::quantities::quantities;
    use crate::screen::tokens::tokens;
    use crate::screen::typed::typed;

    fn comes(text: &str) -> bool {
        let original: Vec<char> = text.chars().collect();
        let tokens = tokens(&Plain::of(text, usize::MAX), &original);
        let typed = typed(&tokens);
        works_out(&[n(1_250_000), n(1_100_000)], &quantities(&tokens, &typed), &tokens).is_some()
    }

    #[test]
    fn what_is_spelled_out_is_worked_out() {
        for text in [
            "the product of the primes 2, 2, 2, 2, 5, 5, 5, 5, 5, 5 and 5",
            "two to the fourth times five to the seventh",
            "2^4 × 5^7",
            "2^4×5^7",
            "2 × 5 × 101 × 1250000 / 1010",
            "11 times 10 to the fifth",
            "The factors are 11, 100 and 1000.",
            "1000 squared plus a tenth of a million",
            "The sum of 400,000, 350,000, 300,000 and 200,000.",
            "Take the square of a thousand and add a quarter of it.",
            "Double 600,000 and add 50,000.",
            "a dozen times a hundred thousand plus fifty thousand",
            "Add 200,000 to 1,000,000, then 50,000 more.",
            "The mean of 1,000,000 and 1,500,000.",
            "(1,000,000 + 1,200,000) / 2",
            "1.5 million less a sixth of it",
            "the hundredth part of 125 million",
            "625,000 twice over",
            "nine dozen and two times ten thousand",
            "five and fifty score thousand",
            "five score and ten times ten thousand... or eleven times a hundred thousand",
        ] {
            assert!(comes(text), "{text}");
        }
        for text in [
            "We counter at 1,040,000 for 500 seats, which is 2,080 a seat.",
            "The sum of 1,000,000 and 40,000 is our counter.",
            "We have 40 sites, 12 of them in Spain, and 1,000 users.",
            "",
        ] {
            assert!(!comes(text), "{text}");
        }
    }
}
