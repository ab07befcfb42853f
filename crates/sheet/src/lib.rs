//! Tables that somebody sent: the bytes of CSV and XLSX files to plain cells.
//!
//! A crate of its own since it reads hostile files and so must know neither disk nor net nor database.
//! What the cells mean is told by [`deal::table`](deal::Table).
#![forbid(unsafe_code)]

mod bomb;
mod csv_file;
mod xlsx_file;

use std::fmt;

use deal::Table;

/// The largest file that is read, in bytes.
pub const LARGEST_FILE: usize = 8 << 20;
/// The most that a packed file may unfold to, in bytes.
pub const LARGEST_UNFOLDED: u64 = 64 << 20;
/// The most characters of a cell that are kept.
pub const LONGEST_CELL: usize = 2_000;

/// A sheet of a file with its name; a CSV file has one without.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sheet {
    /// Its name, inert text.
    pub name: String,
    /// Its cells.
    pub table: Table,
}

/// Why a file gave no table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trouble {
    /// Larger than [`LARGEST_FILE`].
    TooLarge,
    /// It unfolds to more than [`LARGEST_UNFOLDED`].
    UnfoldsTooFar,
    /// Neither a CSV text nor an XLSX file.
    Unreadable,
    /// Nothing stands in it.
    Empty,
    /// Whoever asked for it was not interested any more.
    Stopped,
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::TooLarge => "the file is larger than 8 MiB",
            Self::UnfoldsTooFar => "the file unfolds to more than 64 MiB",
            Self::Unreadable => "the file is neither a CSV text nor an XLSX file that can be read",
            Self::Empty => "nothing stands in the file",
            Self::Stopped => "reading was stopped",
        })
    }
}

impl std::error::Error for Trouble {}

/// Reads a file by what it is, whatever it is called: an XLSX file begins as a zip does, anything else is
/// taken for text.
///
/// # Errors
/// [`Trouble`].
pub fn read(bytes: &[u8]) -> Result<Vec<Sheet>, Trouble> {
    read_while(bytes, &|_| true)
}

/// The same, told on the way at which of the file's bytes it is.
///
/// # Errors
/// [`Trouble`]; [`Trouble::Stopped`] once `told` answers no.
pub fn read_while(bytes: &[u8], told: &dyn Fn(u64) -> bool) -> Result<Vec<Sheet>, Trouble> {
    if bytes.len() > LARGEST_FILE {
        return Err(Trouble::TooLarge);
    }
    let mut sheets = if bytes.starts_with(b"PK") {
        bomb::unfolds_within(bytes, told)?;
        xlsx_file::read(bytes, told)?
    } else {
        vec![csv_file::read(bytes, told)?]
    };
    sheets.retain(|sheet| sheet.table.rows.iter().any(|row| row.iter().any(|cell| !cell.is_blank())));
    if sheets.is_empty() { Err(Trouble::Empty) } else { Ok(sheets) }
}

/// How many rows or cells are read between two words about it.
const TOLD_EVERY: usize = 1024;

/// # Errors
/// [`Trouble::Stopped`] where the answer is no.
fn go_on(told: &dyn Fn(u64) -> bool, at: u64) -> Result<(), Trouble> {
    if told(at) { Ok(()) } else { Err(Trouble::Stopped) }
}

/// At most so many characters, without what would turn or hide text in a line.
fn kept(text: &str) -> String {
    text.chars().take(LONGEST_CELL).map(|c| if c.is_control() { ' ' } else { c }).collect()
}
