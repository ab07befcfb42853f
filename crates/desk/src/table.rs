//! Tables of the window for a spreadsheet. What a counterparty wrote stays text there: a
//! program that opens the file must not take it for a formula.

use std::path::PathBuf;

use money::Amount;
use rust_xlsxwriter::{Workbook, XlsxError};

use crate::evidence::write_whole;
use crate::state::Desk;
use crate::trouble;
use crate::view::{CellForm, Problem, SavedTable, TableForm, TableKind};

/// Rows and columns of a table that is saved at most.
const MOST_ROWS: usize = 100_000;
const MOST_COLUMNS: usize = 200;

/// Characters of a cell: what a spreadsheet takes.
const LONGEST_CELL: usize = 32_000;

/// Digits that a spreadsheet's numbers hold exactly.
const EXACT_DIGITS: usize = 15;

impl Desk {
    /// Saves a table. Without a path it goes to the workspace's `exports` folder.
    ///
    /// # Errors
    /// Where the file cannot be written.
    pub fn save_table(
        &self,
        table: &TableForm,
        kind: TableKind,
        path: Option<PathBuf>,
    ) -> Result<SavedTable, Problem> {
        let (bytes, end) = match kind {
            TableKind::Csv => (csv(table).into_bytes(), "csv"),
            TableKind::Xlsx => (xlsx(table).map_err(|_| trouble::defect("workbook"))?, "xlsx"),
        };
        let path = path.unwrap_or_else(|| {
            let exports = self.0.root.join("exports");
            let name = file_name(&table.name);
            let free = (1_u32..).map(|n| match n {
                1 => exports.join(format!("{name}.{end}")),
                n => exports.join(format!("{name} {n}.{end}")),
            });
            free.into_iter()
                .find(|path| !path.exists())
                .unwrap_or_else(|| exports.join(format!("table.{end}")))
        });
        write_whole(&path, &bytes).map_err(|error| trouble::file(&path, &error))?;
        Ok(SavedTable {
            path: path.display().to_string(),
            bytes: u32::try_from(bytes.len()).unwrap_or(u32::MAX),
        })
    }
}

/// A name for people that no file system misreads: letters, digits, blanks, `-` and `.`.
fn file_name(name: &str) -> String {
    let kept: String = name
        .chars()
        .map(|sign| if sign.is_alphanumeric() || matches!(sign, ' ' | '-' | '.') { sign } else { '-' })
        .take(80)
        .collect();
    let kept = kept.trim_matches([' ', '.', '-']);
    if kept.is_empty() { "table".to_owned() } else { kept.to_owned() }
}

/// The table as text (RFC 4180, with a byte order mark, by which spreadsheets know UTF-8).
/// A text that a spreadsheet would take for a formula gets an apostrophe before it; a
/// figure is written as it is only if it is one.
fn csv(table: &TableForm) -> String {
    let mut out = String::from("\u{feff}");
    line(&mut out, table.columns.iter().take(MOST_COLUMNS).map(|heading| inert(heading)));
    for row in table.rows.iter().take(MOST_ROWS) {
        line(&mut out, row.iter().take(MOST_COLUMNS).map(cell));
    }
    out
}

fn cell(cell: &CellForm) -> String {
    match number(cell) {
        Some(amount) => amount.to_string(),
        None => inert(&cell.text),
    }
}

fn number(cell: &CellForm) -> Option<Amount> {
    cell.figure.then(|| Amount::parse(cell.text.trim()).ok()).flatten()
}

fn line(out: &mut String, cells: impl Iterator<Item = String>) {
    for (at, text) in cells.enumerate() {
        if at > 0 {
            out.push(',');
        }
        out.push('"');
        out.push_str(&text.replace('"', "\"\""));
        out.push('"');
    }
    out.push_str("\r\n");
}

/// The text as no spreadsheet calculates it. Blanks and marks that hide before the first
/// sign are looked through, since spreadsheets trim them.
fn inert(text: &str) -> String {
    let text: String = text
        .chars()
        .map(|sign| if sign.is_control() && !matches!(sign, '\n' | '\t') { ' ' } else { sign })
        .take(LONGEST_CELL)
        .collect();
    let first = text.chars().find(|sign| !sign.is_whitespace() && !hides(*sign));
    let formula = matches!(first, Some('=' | '+' | '-' | '@' | '|' | '%' | '＝' | '＋' | '－' | '＠'));
    let breaks = text.starts_with(['\t', '\r', '\n']);
    if formula || breaks { format!("'{text}") } else { text }
}

const fn hides(sign: char) -> bool {
    matches!(sign, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}

/// The table as a workbook. Texts are cells of text, never formulas; a figure is a number
/// where a spreadsheet's numbers hold it exactly, else text.
fn xlsx(table: &TableForm) -> Result<Vec<u8>, XlsxError> {
    let mut book = Workbook::new();
    let sheet = book.add_worksheet();
    let bold = rust_xlsxwriter::Format::new().set_bold();
    for (column, heading) in (0_u16..).zip(table.columns.iter().take(MOST_COLUMNS)) {
        sheet.write_string_with_format(0, column, short(heading), &bold)?;
    }
    for (at, row) in (1_u32..).zip(table.rows.iter().take(MOST_ROWS)) {
        for (column, cell) in (0_u16..).zip(row.iter().take(MOST_COLUMNS)) {
            match exact(cell) {
                Some(number) => sheet.write_number(at, column, number)?,
                None => sheet.write_string(at, column, short(&cell.text))?,
            };
        }
    }
    sheet.set_freeze_panes(1, 0)?;
    sheet.autofit();
    book.save_to_buffer()
}

fn exact(cell: &CellForm) -> Option<f64> {
    let amount = number(cell)?.to_string();
    let digits = amount.chars().filter(char::is_ascii_digit).count();
    // Not a figure that is calculated with: a cell of the file, read back by people.
    (digits <= EXACT_DIGITS).then(|| amount.parse().ok()).flatten()
}

fn short(text: &str) -> String {
    text.chars().take(LONGEST_CELL).collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn text(text: &str) -> CellForm {
        CellForm { text: text.to_owned(), figure: false }
    }

    fn figure(text: &str) -> CellForm {
        CellForm { text: text.to_owned(), figure: true }
    }

    #[test]
    fn what_a_vendor_writes_is_no_formula() {
        for hostile in [
            "=HYPERLINK(\"http://evil.example\",\"pay\")",
            "+1+cmd|' /C calc'!A0",
            "-2+3",
            "@SUM(A1)",
            "\t=1+1",
            "  =1+1",
            "\u{200b}=1+1",
            "\u{feff}\u{202e}=1+1",
            "＝1+1",
            "%0A-3",
        ] {
            assert!(inert(hostile).starts_with('\''), "{hostile:?}");
        }
        assert_eq!(inert("CRM seats = 500"), "CRM seats = 500");
        assert_eq!(inert("line\rbreak\u{7}"), "line break ");
    }

    #[test]
    fn a_figure_is_written_plain_only_if_it_is_one() {
        let table = TableForm {
            name: "t".to_owned(),
            columns: vec!["=cmd".to_owned(), "Annual".to_owned()],
            rows: vec![vec![text("a \"b\", c"), figure("-52.00")], vec![text("x"), figure("=1+1")]],
        };
        assert_eq!(
            csv(&table),
            "\u{feff}\"'=cmd\",\"Annual\"\r\n\"a \"\"b\"\", c\",\"-52\"\r\n\"x\",\"'=1+1\"\r\n"
        );
    }

    #[test]
    fn numbers_that_a_spreadsheet_would_round_stay_text() {
        assert_eq!(exact(&figure("1088.25")), Some(1088.25));
        assert_eq!(exact(&figure("12345678901234.56")), None);
        assert_eq!(exact(&text("1088.25")), None);
        assert_eq!(exact(&figure("NaN")), None);
    }

    #[test]
    fn a_workbook_holds_the_texts_and_no_formula() {
        let table = TableForm {
            name: "t".to_owned(),
            columns: vec!["Line".to_owned()],
            rows: vec![vec![text("=1+1")], vec![figure("7")]],
        };
        let bytes = xlsx(&table).unwrap();
        assert!(bytes.starts_with(b"PK"));
        assert!(xlsx(&TableForm { rows: vec![vec![text(&"x".repeat(40_000))]], ..table }).is_ok());
    }

    #[test]
    fn names_stay_inside_their_folder() {
        assert_eq!(file_name("../../etc/passwd"), "etc-passwd");
        assert_eq!(file_name("Contoso: offer 7"), "Contoso- offer 7");
        assert_eq!(file_name("///"), "table");
    }
}
