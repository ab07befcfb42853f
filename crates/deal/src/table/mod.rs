//! Rows of a table that somebody sent, as benchmarks or as an offer.
//!
//! Whoever reads the file (CSV, XLSX) gives its cells; what they mean is told here, from a **mapping** of
//! columns and a few **choices** that a person makes once and the desk remembers for the source. Nothing
//! is guessed silently: what a column means is proposed and shown, and a number that could be read in two
//! ways (`1.234`) is asked about.

mod benchmarks;
mod mapping;
mod number;
mod quote;
#[cfg(test)]
mod tests;

use std::fmt;

use money::Amount;

pub use benchmarks::{BenchmarkRows, benchmarks_of};
pub use mapping::{Column, header_of, propose};
pub use number::{DecimalStyle, StyleGuess, read_number, style_of};
pub use quote::{QuoteRows, quote_of};

/// Most rows of a table that are looked at.
pub const MOST_ROWS: usize = 20_000;
/// Most columns that are looked at.
pub const MOST_COLUMNS: usize = 200;

/// A cell.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Cell {
    /// Nothing in it.
    #[default]
    Empty,
    /// Text as it stands there, inert.
    Text(String),
    /// A number that the file itself types as one; it has no decimal style.
    Number(Amount),
}

impl Cell {
    /// Its text without spaces around it; numbers as plain decimals.
    pub fn text(&self) -> String {
        match self {
            Self::Empty => String::new(),
            Self::Text(text) => text.trim().to_owned(),
            Self::Number(number) => number.to_string(),
        }
    }

    /// True where nothing can be seen in it.
    pub fn is_blank(&self) -> bool {
        match self {
            Self::Empty => true,
            Self::Text(text) => text.trim().is_empty(),
            Self::Number(_) => false,
        }
    }
}

/// A table as it was read: rows of cells, of any lengths.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Table {
    /// The rows, from the top.
    pub rows: Vec<Vec<Cell>>,
}

/// What a person has chosen, or confirmed, about a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choices {
    /// Index of the row that names the columns.
    pub header: usize,
    /// What each column means; columns beyond are ignored.
    pub columns: Vec<Column>,
    /// How numbers that are written as text are read.
    pub style: DecimalStyle,
    /// The currency where no column and no sign names one.
    pub currency: Option<money::Currency>,
    /// The unit where no column names one (`seat/year`).
    pub unit: Option<String>,
}

/// Why a row was left out, or a table is none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RowFault {
    /// The row's number as people count, from 1.
    pub row: usize,
    /// The column's number, from 1, where it is one.
    pub column: Option<usize>,
    /// What is wrong.
    pub why: RowTrouble,
}

/// What is wrong with a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RowTrouble {
    /// Neither a stock-keeping unit nor a description.
    Nameless,
    /// No price.
    Priceless,
    /// A cell is no number in the chosen style.
    NotANumber,
    /// A price below zero.
    Negative,
    /// Percentiles do not rise with their ranks.
    Disordered,
    /// No currency is named, by the row, by a sign or by choice.
    NoCurrency,
    /// The currency is none.
    BadCurrency,
    /// No unit is named.
    NoUnit,
    /// The unit names a period that is not read (`seat/week`).
    UnitUnread,
    /// A term that is no whole number of months from 1 to 120.
    BadTerm,
    /// A text is longer than the protocol takes.
    TooLong,
}

impl RowTrouble {
    /// Its name for records and the window.
    pub fn id(self) -> &'static str {
        match self {
            Self::Nameless => "nameless",
            Self::Priceless => "priceless",
            Self::NotANumber => "not_a_number",
            Self::Negative => "negative",
            Self::Disordered => "disordered",
            Self::NoCurrency => "no_currency",
            Self::BadCurrency => "bad_currency",
            Self::NoUnit => "no_unit",
            Self::UnitUnread => "unit_unread",
            Self::BadTerm => "bad_term",
            Self::TooLong => "too_long",
        }
    }
}

impl fmt::Display for RowTrouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

/// A row under its mapping.
struct Row<'a> {
    number: usize,
    cells: &'a [Cell],
    choices: &'a Choices,
}

impl<'a> Row<'a> {
    /// The rows below the header that are not blank.
    fn all(table: &'a Table, choices: &'a Choices) -> impl Iterator<Item = Row<'a>> {
        let rows = table.rows.iter().take(MOST_ROWS).enumerate().skip(choices.header + 1);
        rows.filter(|(_, cells)| cells.iter().take(MOST_COLUMNS).any(|cell| !cell.is_blank()))
            .map(move |(at, cells)| Row { number: at + 1, cells, choices })
    }

    /// The first cell of a column that means this, with its place.
    fn cell(&self, wanted: &Column) -> Option<(usize, &'a Cell)> {
        let place = self.choices.columns.iter().position(|column| column == wanted)?;
        let cell = self.cells.get(place).filter(|cell| !cell.is_blank())?;
        Some((place + 1, cell))
    }

    fn text(&self, wanted: &Column) -> Option<String> {
        self.cell(wanted).map(|(_, cell)| cell.text())
    }

    fn fault(&self, column: Option<usize>, why: RowTrouble) -> RowFault {
        RowFault { row: self.number, column, why }
    }

    /// A number with the currency that its sign names.
    fn number(&self, wanted: &Column) -> Result<Option<number::Read>, RowFault> {
        let Some((place, cell)) = self.cell(wanted) else { return Ok(None) };
        let read = match cell {
            Cell::Number(number) => Some(number::Read { number: number.clone(), currency: None }),
            other => read_number(&other.text(), self.choices.style),
        };
        read.map(Some).ok_or_else(|| self.fault(Some(place), RowTrouble::NotANumber))
    }

    /// The row's currency: its own column, else a sign beside a number, else the choice.
    fn currency(&self, sign: Option<money::Currency>) -> Result<money::Currency, RowFault> {
        if let Some((place, cell)) = self.cell(&Column::Currency) {
            let bad = || self.fault(Some(place), RowTrouble::BadCurrency);
            return number::currency_of(&cell.text()).ok_or_else(bad);
        }
        sign.or(self.choices.currency).ok_or_else(|| self.fault(None, RowTrouble::NoCurrency))
    }

    fn unit(&self) -> Result<String, RowFault> {
        let unit = self.text(&Column::Unit).or_else(|| self.choices.unit.clone());
        unit.filter(|unit| !unit.trim().is_empty()).ok_or_else(|| self.fault(None, RowTrouble::NoUnit))
    }
}
