//! The arithmetic behind an offer's figures, a step each, for people to follow.

use std::fmt;

use money::{Amount, Currency};

/// One step. Its text ([`fmt::Display`]) is plain English; a window writes it in the
/// reader's language from the same figures.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// A line's quantity × unit price, and × how often a year where it is not paid once.
    Line {
        /// Its number from 1.
        line: u32,
        /// Quantity.
        quantity: Amount,
        /// Unit price.
        unit_price: Amount,
        /// How often a year the price falls due; none where it is paid once.
        a_year: Option<u32>,
        /// What it gives.
        gives: Amount,
        /// The line's currency.
        currency: Currency,
    },
    /// A line's annual figure × months / 12.
    Term {
        /// Its number from 1.
        line: u32,
        /// Months.
        months: u32,
        /// The annual figure.
        annual: Amount,
        /// What it gives.
        gives: Amount,
        /// The line's currency.
        currency: Currency,
        /// To how many decimals it was rounded; none where it is exact.
        rounded_to: Option<u32>,
    },
    /// The sum over the lines.
    Sum {
        /// Of their annual figures, or of those over the term.
        annual: bool,
        /// The summands; empty where they are too many to be read.
        summands: Vec<Amount>,
        /// How many lines.
        lines: u32,
        /// What it gives.
        gives: Amount,
        /// The offer's currency.
        currency: Currency,
    },
    /// Lines name different currencies: there is no sum.
    Mixed,
    /// The stated total is not the computed one.
    Stated {
        /// As stated.
        stated: Amount,
        /// As computed.
        computed: Amount,
        /// Stated − computed.
        by: Amount,
        /// Whether the stated one is quantity × unit price without the periods.
        without_periods: bool,
    },
}

impl fmt::Display for Step {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line { line, quantity, unit_price, a_year, gives, currency } => {
                write!(to, "line {line}: {quantity} × {unit_price}")?;
                match a_year {
                    None => write!(to, " = {gives} {currency}, once"),
                    Some(1) => write!(to, " = {gives} {currency} a year"),
                    Some(times) => write!(to, " × {times} = {gives} {currency} a year"),
                }
            }
            Self::Term { line, months, annual, gives, currency, rounded_to } => {
                write!(to, "line {line}, {months} months: {annual} × {months} / 12 = {gives} {currency}")?;
                match rounded_to {
                    None => Ok(()),
                    Some(places) => write!(to, ", rounded to {places} decimals"),
                }
            }
            Self::Sum { annual, summands, lines, gives, currency } => {
                to.write_str(if *annual { "annual total: " } else { "over the term: " })?;
                if summands.is_empty() {
                    return write!(to, "the sum of {lines} lines = {gives} {currency}");
                }
                let summands: Vec<String> = summands.iter().map(ToString::to_string).collect();
                write!(to, "{} = {gives} {currency}", summands.join(" + "))
            }
            Self::Mixed => to.write_str("lines name different currencies: no total"),
            Self::Stated { stated, computed, by, without_periods } => {
                write!(to, "stated {stated} − computed {computed} = {by}")?;
                if *without_periods {
                    to.write_str(" (the stated total is quantity × unit price, without the periods)")?;
                }
                Ok(())
            }
        }
    }
}
