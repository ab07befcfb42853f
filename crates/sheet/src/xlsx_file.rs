//! XLSX files, by `calamine`. Formulas are not run: a cell has the value that was saved with it.

use std::cell::Cell as Shared;
use std::io::{self, Cursor, Read, Seek, SeekFrom};

use calamine::{Data, Reader as _, Xlsx};
use deal::{Cell, MOST_COLUMNS, MOST_ROWS, Table};
use money::Amount;

use crate::{Sheet, TOLD_EVERY, Trouble, go_on, kept};

/// Sheets of a file that are looked at.
const MOST_SHEETS: usize = 20;
/// Cells of a sheet that its used range may span: one cell at the far corner makes a range of billions.
const MOST_CELLS: u64 = 4_000_000;

pub(crate) fn read(bytes: &[u8], told: &dyn Fn(u64) -> bool) -> Result<Vec<Sheet>, Trouble> {
    let at = Shared::new(0);
    let told = || go_on(told, at.get());
    let mut book: Xlsx<_> =
        Xlsx::new(Followed { bytes: Cursor::new(bytes), at: &at }).map_err(|_| Trouble::Unreadable)?;
    let names: Vec<String> = book.sheet_names().into_iter().take(MOST_SHEETS).collect();
    let mut sheets = Vec::new();
    for name in names {
        let table = sheet(&mut book, &name, &told)?;
        sheets.push(Sheet { name: kept(&name), table });
    }
    Ok(sheets)
}

/// A file's bytes, and at which of them the reader is.
struct Followed<'b> {
    bytes: Cursor<&'b [u8]>,
    at: &'b Shared<u64>,
}

impl Read for Followed<'_> {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        let read = self.bytes.read(room);
        self.at.set(self.bytes.position());
        read
    }
}

impl Seek for Followed<'_> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.bytes.seek(to)
    }
}

/// Cell by cell as they stand in the file, so that a lone far cell costs nothing.
fn sheet(
    book: &mut Xlsx<Followed<'_>>,
    name: &str,
    told: &dyn Fn() -> Result<(), Trouble>,
) -> Result<Table, Trouble> {
    let mut cells = book.worksheet_cells_reader(name).map_err(|_| Trouble::Unreadable)?;
    let mut rows: Vec<Vec<Cell>> = Vec::new();
    let mut seen = 0_u64;
    while let Some(cell) = cells.next_cell().map_err(|_| Trouble::Unreadable)? {
        seen += 1;
        if seen > MOST_CELLS {
            return Err(Trouble::UnfoldsTooFar);
        }
        if seen % (TOLD_EVERY as u64) == 1 {
            told()?;
        }
        let (row, column) = cell.get_position();
        let (Ok(row), Ok(column)) = (usize::try_from(row), usize::try_from(column)) else { continue };
        let value = cell_of(&Data::from(cell.get_value().clone()));
        if row >= MOST_ROWS || column >= MOST_COLUMNS || value.is_blank() {
            continue;
        }
        if rows.len() <= row {
            rows.resize_with(row + 1, Vec::new);
        }
        if let Some(line) = rows.get_mut(row) {
            if line.len() <= column {
                line.resize(column + 1, Cell::Empty);
            }
            if let Some(slot) = line.get_mut(column) {
                *slot = value;
            }
        }
    }
    Ok(Table { rows })
}

fn cell_of(data: &Data) -> Cell {
    match data {
        Data::Int(number) => Cell::Number(Amount::from(*number)),
        // The file has a double; its shortest decimal is what was typed.
        Data::Float(number) => number_of(*number),
        Data::DateTime(moment) if moment.is_datetime() => Cell::Text(date_of(moment.as_f64())),
        Data::DateTime(span) => number_of(span.as_f64()),
        Data::String(text) | Data::DateTimeIso(text) | Data::DurationIso(text) => Cell::Text(kept(text)),
        Data::Bool(truth) => Cell::Text(truth.to_string()),
        Data::Error(_) | Data::Empty => Cell::Empty,
    }
}

fn number_of(number: f64) -> Cell {
    if !number.is_finite() {
        return Cell::Empty;
    }
    Amount::parse(&number.to_string()).map_or(Cell::Empty, Cell::Number)
}

/// The day of a serial number: day 25569 is 1970-01-01.
fn date_of(serial: f64) -> String {
    let days = serial.floor();
    if !(0.0..3_000_000.0).contains(&days) {
        return String::new();
    }
    #[allow(clippy::cast_possible_truncation, reason = "whole and in range")]
    let days = days as i64 - 25_569;
    deal::day_text(days)
}
