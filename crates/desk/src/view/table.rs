//! A table of the window, as it is saved for a spreadsheet.

use serde::{Deserialize, Serialize};
use specta::Type;

/// A table as the person sees it, words and all.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct TableForm {
    /// What it is of; becomes the file's name.
    pub name: String,
    /// The headings.
    pub columns: Vec<String>,
    /// The rows.
    pub rows: Vec<Vec<CellForm>>,
}

/// A cell.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct CellForm {
    /// Its text; decimal text where it is a figure.
    pub text: String,
    /// Whether it is a figure.
    pub figure: bool,
}

/// In which form it is saved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum TableKind {
    /// Comma-separated values, UTF-8.
    Csv,
    /// An Office Open XML workbook.
    Xlsx,
}

/// A saved table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct SavedTable {
    /// Where.
    pub path: String,
    /// Size in bytes.
    pub bytes: u32,
}
