//! Rows as benchmarks.

use super::{Choices, Column, Row, RowFault, RowTrouble, Table};
use crate::Period;
use crate::benchmark::{Benchmark, Point};

/// What came of a table.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct BenchmarkRows {
    /// The benchmarks, in the table's order.
    pub taken: Vec<Benchmark>,
    /// Rows that were left out, and why.
    pub faults: Vec<RowFault>,
}

/// Reads the rows below the header as benchmarks. A row with a fault is left out whole.
pub fn benchmarks_of(table: &Table, choices: &Choices) -> BenchmarkRows {
    let mut rows = BenchmarkRows::default();
    for row in Row::all(table, choices) {
        match benchmark(&row) {
            Ok(benchmark) => rows.taken.push(benchmark),
            Err(fault) => rows.faults.push(fault),
        }
    }
    rows
}

fn benchmark(row: &Row<'_>) -> Result<Benchmark, RowFault> {
    let (sku, description) = (row.text(&Column::Sku), row.text(&Column::Description));
    if sku.is_none() && description.is_none() {
        return Err(row.fault(None, RowTrouble::Nameless));
    }
    let mut sign = None;
    let mut points = Vec::new();
    for (place, column) in row.choices.columns.iter().enumerate() {
        let Column::Percentile(rank) = column else { continue };
        let Some(read) = row.number(column)? else { continue };
        if read.number.is_negative() {
            return Err(row.fault(Some(place + 1), RowTrouble::Negative));
        }
        sign = sign.or(read.currency);
        points.push(Point { rank: *rank, price: read.number });
    }
    points.sort_by_key(|point| point.rank);
    if points.is_empty() {
        return Err(row.fault(None, RowTrouble::Priceless));
    }
    if points.windows(2).any(|pair| matches!(pair, [one, next] if one.price > next.price)) {
        return Err(row.fault(None, RowTrouble::Disordered));
    }
    let unit = row.unit()?;
    if Period::unread(&unit) {
        return Err(row.fault(None, RowTrouble::UnitUnread));
    }
    Ok(Benchmark {
        sku,
        description,
        currency: row.currency(sign)?,
        unit,
        points,
        region: row.text(&Column::Region),
        source: row.text(&Column::Source),
        date: row.text(&Column::Date),
    })
}
