//! Benchmarks, and an offer beside them.

use serde::{Deserialize, Serialize};
use specta::Type;

/// What a person chooses about a table; what is empty is proposed.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, Type)]
pub struct TableChoices {
    /// Index of the sheet.
    pub sheet: u32,
    /// Index of the row that names the columns.
    pub header: u32,
    /// What each column means (`sku`, `description`, `unit`, `p25`, `currency`, `ignored`, …).
    pub columns: Vec<String>,
    /// `point`, `comma`, or empty: not said.
    pub style: String,
    /// Currency where no column names one; empty: none.
    pub currency: String,
    /// Unit where no column names one; empty: none.
    pub unit: String,
}

/// A table before it is taken in.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct TablePreview {
    /// The file's name, inert.
    pub file: String,
    /// Names of its sheets, inert.
    pub sheets: Vec<String>,
    /// What is chosen by now.
    pub choices: TableChoices,
    /// True where the choices were remembered from an earlier table of the same columns.
    pub remembered: bool,
    /// The columns.
    pub columns: Vec<ColumnView>,
    /// Examples of numbers that can be read in two ways, where a person has to say which.
    pub ask_style: Vec<String>,
    /// The first benchmarks as they would be taken.
    pub rows: Vec<BenchmarkView>,
    /// The first lines of an offer as they would be taken; none for benchmarks.
    pub lines: Vec<QuoteLineView>,
    /// How many would be taken.
    pub taken: u32,
    /// Rows that would be left out, the first hundred.
    pub faults: Vec<RowFaultView>,
    /// How many would be left out.
    pub left_out: u32,
}

/// A line of a quote as it would be taken.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct QuoteLineView {
    /// Its row in the table, from 1.
    pub row: u32,
    /// What is sold, inert.
    pub description: String,
    /// Decimal text.
    pub quantity: String,
    /// Unit as written, inert.
    pub unit: String,
    /// What of the unit is time: `year`, `month`, …, `once`, or `unread`.
    pub period: String,
    /// Decimal text.
    pub unit_price: String,
    /// Currency.
    pub currency: String,
    /// What the table states for the line, where that is not quantity × unit price.
    pub stated: Option<String>,
}

/// What a person says of a quote that no table says.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, Type)]
pub struct QuoteTerms {
    /// Term in months.
    pub term_months: String,
    /// The last day on which it stands, `2026-12-31`.
    pub valid_until: String,
}

/// A column.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct ColumnView {
    /// Its name as it stands there, inert.
    pub name: String,
    /// Its first cells, inert.
    pub sample: Vec<String>,
}

/// A row that was left out.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct RowFaultView {
    /// Its number, from 1.
    pub row: u32,
    /// The column's number, from 1.
    pub column: Option<u32>,
    /// Why (`nameless`, `priceless`, `not_a_number`, …).
    pub why: String,
}

/// A benchmark.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct BenchmarkView {
    /// Stock-keeping unit.
    pub sku: Option<String>,
    /// What it is, inert.
    pub description: Option<String>,
    /// Currency.
    pub currency: String,
    /// Unit as written.
    pub unit: String,
    /// Prices by percentile, for the unit as written.
    pub points: Vec<PointView>,
    /// Region, inert.
    pub region: Option<String>,
    /// Source, inert.
    pub source: Option<String>,
    /// Date, inert.
    pub date: Option<String>,
}

/// A percentile.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct PointView {
    /// 1 to 99.
    pub rank: u8,
    /// Decimal text.
    pub price: String,
}

/// An import.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct BenchmarkImport {
    /// Its id.
    pub id: String,
    /// The file's name, inert.
    pub file: String,
    /// When.
    pub imported_at: String,
    /// Its benchmarks.
    pub rows: Vec<BenchmarkView>,
}

/// An offer beside benchmarks and the mandate.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, Type)]
pub struct BesideView {
    /// The lines, in the offer's order.
    pub lines: Vec<LineBesideView>,
    /// Distance of the annual total from the target, for those who may see it.
    pub target: Option<TargetView>,
    /// What each year costs, from the first, uplifts included; empty where currencies are mixed.
    pub years: Vec<String>,
    /// Their sum.
    pub years_total: Option<String>,
    /// The uplift that is calculated with, per cent a year; none where no condition names one.
    pub uplift_percent: Option<String>,
    /// What is odd (`total_missing`, `periods_mixed`, …).
    pub traps: Vec<String>,
    /// The arithmetic of the years.
    pub working: Vec<String>,
}

/// A line beside benchmarks and the mandate.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, Type)]
pub struct LineBesideView {
    /// Where its price stands.
    pub band: Option<BandView>,
    /// Distance from the line's target, for those who may see it.
    pub target: Option<TargetView>,
    /// What is odd (`unit_converted`, `term_differs`, …).
    pub traps: Vec<String>,
    /// How the comparison was made.
    pub working: Vec<String>,
}

/// A price among percentiles, all for one unit and year or once.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct BandView {
    /// The price.
    pub price: String,
    /// Currency.
    pub currency: String,
    /// The percentiles.
    pub points: Vec<PointView>,
    /// `below`, `about` or `above`.
    pub position: String,
    /// The percentile; the lowest or highest known one for `below` and `above`.
    pub rank: String,
    /// Distance from the median in per cent, with sign.
    pub from_median_percent: Option<String>,
    /// Where the figures are from: source, region and date, inert.
    pub origin: Vec<String>,
}

/// A distance from a target. `Debug` keeps it to itself.
#[derive(Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct TargetView {
    /// The target.
    pub target: String,
    /// The figure less the target.
    pub by: String,
    /// The same in per cent.
    pub percent: Option<String>,
}

impl core::fmt::Debug for TargetView {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("TargetView(…)")
    }
}
