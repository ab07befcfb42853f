//! Rows as the lines of an offer: a quote that came as a file.

use money::{Amount, Currency};

use super::{Choices, Column, Row, RowFault, RowTrouble, Table};
use crate::Line;

/// What came of a quote.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct QuoteRows {
    /// The lines, in the table's order.
    pub lines: Vec<Line>,
    /// The row of each line, as people count.
    pub rows: Vec<usize>,
    /// Rows that are no lines, and why; sums at the end are among them.
    pub faults: Vec<RowFault>,
    /// Rows whose stated total is not quantity × unit price: the row, what is stated, what it is.
    pub totals_wrong: Vec<(usize, Amount, Amount)>,
    /// The currency of the offer: the one of most lines.
    pub currency: Option<Currency>,
}

/// Most characters of a description, an SKU and a unit on the wire.
const BOUNDS: [usize; 3] = [300, 80, 40];

/// Reads the rows below the header as an offer's lines.
pub fn quote_of(table: &Table, choices: &Choices) -> QuoteRows {
    let mut quote = QuoteRows::default();
    for row in Row::all(table, choices) {
        match line(&row) {
            Ok((line, stated)) => {
                let computed = line.extended();
                if let Some(stated) = stated.filter(|stated| *stated != computed) {
                    quote.totals_wrong.push((row.number, stated, computed));
                }
                quote.lines.push(line);
                quote.rows.push(row.number);
            }
            Err(fault) => quote.faults.push(fault),
        }
    }
    quote.currency = most_common(&quote.lines);
    quote
}

fn line(row: &Row<'_>) -> Result<(Line, Option<Amount>), RowFault> {
    let sku = row.text(&Column::Sku);
    let description = row.text(&Column::Description).or_else(|| sku.clone());
    let description = description.ok_or_else(|| row.fault(None, RowTrouble::Nameless))?;
    let price = row.number(&Column::UnitPrice)?.ok_or_else(|| row.fault(None, RowTrouble::Priceless))?;
    if price.number.is_negative() {
        return Err(row.fault(None, RowTrouble::Negative));
    }
    let quantity = row.number(&Column::Quantity)?.map_or_else(|| Amount::from(1_u32), |read| read.number);
    if quantity.is_negative() {
        return Err(row.fault(None, RowTrouble::Negative));
    }
    let unit = row.unit()?;
    let sizes =
        [description.chars().count(), sku.iter().flat_map(|sku| sku.chars()).count(), unit.chars().count()];
    if sizes.iter().zip(BOUNDS).any(|(size, most)| *size > most) {
        return Err(row.fault(None, RowTrouble::TooLong));
    }
    let term_months = row
        .number(&Column::TermMonths)?
        .map(|read| read.number.to_string().parse().ok().filter(|months| (1..=120).contains(months)))
        .map(|months: Option<u32>| months.ok_or_else(|| row.fault(None, RowTrouble::BadTerm)))
        .transpose()?;
    let stated = row.number(&Column::LineTotal)?.map(|read| read.number);
    let currency = row.currency(price.currency)?;
    Ok((Line { sku, description, quantity, unit, unit_price: price.number, currency, term_months }, stated))
}

/// The first of those that most lines name.
fn most_common(lines: &[Line]) -> Option<Currency> {
    let mut counts: Vec<(Currency, usize)> = Vec::new();
    for line in lines {
        match counts.iter_mut().find(|(currency, _)| *currency == line.currency) {
            Some((_, count)) => *count += 1,
            None => counts.push((line.currency, 1)),
        }
    }
    let most = counts.iter().map(|(_, count)| *count).max()?;
    counts.into_iter().find(|(_, count)| *count == most).map(|(currency, _)| currency)
}
