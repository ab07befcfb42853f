//! A table before it is taken in, whatever is to become of its rows.

use deal::{RowFault, StyleGuess};
use sheet::Sheet;

use super::choices::Chosen;
use crate::people::count;
use crate::view::{ColumnView, RowFaultView, TablePreview};

/// Faults that are listed.
const LISTED: usize = 100;

/// Its columns, what holds of them, and what is left out; the rows are the caller's.
pub(crate) fn of(name: &str, sheets: &[Sheet], chosen: &Chosen<'_>, left_out: &[RowFault]) -> TablePreview {
    TablePreview {
        file: name.to_owned(),
        sheets: sheets.iter().map(|sheet| sheet.name.clone()).collect(),
        columns: columns(chosen),
        ask_style: match (&chosen.guess, chosen.said) {
            (StyleGuess::Ask(examples), false) => examples.clone(),
            _ => Vec::new(),
        },
        remembered: chosen.remembered,
        choices: chosen.view(),
        rows: Vec::new(),
        lines: Vec::new(),
        taken: 0,
        left_out: count(left_out.len()),
        faults: left_out.iter().take(LISTED).map(fault).collect(),
    }
}

fn columns(chosen: &Chosen<'_>) -> Vec<ColumnView> {
    let table = &chosen.sheet.table;
    let header = table.rows.get(chosen.choices.header);
    let below = || table.rows.iter().skip(chosen.choices.header + 1);
    let widest = below().map(Vec::len).chain(header.map(Vec::len)).max().unwrap_or(0);
    (0..widest.min(deal::MOST_COLUMNS))
        .map(|place| ColumnView {
            name: header.and_then(|row| row.get(place)).map(deal::Cell::text).unwrap_or_default(),
            sample: below()
                .filter_map(|row| row.get(place))
                .map(deal::Cell::text)
                .filter(|text| !text.is_empty())
                .take(3)
                .collect(),
        })
        .collect()
}

fn fault(fault: &RowFault) -> RowFaultView {
    RowFaultView { row: count(fault.row), column: fault.column.map(count), why: fault.why.id().to_owned() }
}
