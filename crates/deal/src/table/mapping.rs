//! What columns mean.

use super::{Cell, MOST_COLUMNS, Table};

/// What a column means.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Column {
    /// Nothing for us.
    Ignored,
    /// Stock-keeping unit.
    Sku,
    /// What is sold.
    Description,
    /// Unit (`seat/year`).
    Unit,
    /// A price's percentile among those paid: 50 is the median.
    Percentile(u8),
    /// Currency code.
    Currency,
    /// Region, for people.
    Region,
    /// Where the figures are from, for people.
    Source,
    /// When they were taken, for people; what sorts as text (`2026-03`) counts as later.
    Date,
    /// How many are offered.
    Quantity,
    /// The offered unit price.
    UnitPrice,
    /// The line's own term in months.
    TermMonths,
    /// The line's total as stated; it is checked and never taken.
    LineTotal,
}

impl Column {
    /// True where its cells are numbers.
    pub fn is_number(&self) -> bool {
        matches!(
            self,
            Self::Percentile(_) | Self::Quantity | Self::UnitPrice | Self::TermMonths | Self::LineTotal
        )
    }

    /// Its name for records and the window: `p50` for percentiles.
    pub fn id(&self) -> String {
        match self {
            Self::Percentile(rank) => return format!("p{rank}"),
            Self::Ignored => "ignored",
            Self::Sku => "sku",
            Self::Description => "description",
            Self::Unit => "unit",
            Self::Currency => "currency",
            Self::Region => "region",
            Self::Source => "source",
            Self::Date => "date",
            Self::Quantity => "quantity",
            Self::UnitPrice => "unit_price",
            Self::TermMonths => "term_months",
            Self::LineTotal => "line_total",
        }
        .to_owned()
    }

    /// Reads [`Column::id`].
    pub fn parse(id: &str) -> Option<Self> {
        let plain = [
            Self::Ignored,
            Self::Sku,
            Self::Description,
            Self::Unit,
            Self::Currency,
            Self::Region,
            Self::Source,
            Self::Date,
            Self::Quantity,
            Self::UnitPrice,
            Self::TermMonths,
            Self::LineTotal,
        ];
        if let Some(column) = plain.into_iter().find(|column| column.id() == id) {
            return Some(column);
        }
        let rank: u8 = id.strip_prefix('p')?.parse().ok()?;
        (1..=99).contains(&rank).then_some(Self::Percentile(rank))
    }
}

/// Words by which a header is known, folded; the first that fits wins, longer ones before shorter.
const NAMES: [(&str, Column); 46] = [
    ("stockkeepingunit", Column::Sku),
    ("artikelnummer", Column::Sku),
    ("productcode", Column::Sku),
    ("partnumber", Column::Sku),
    ("artikelnr", Column::Sku),
    ("partno", Column::Sku),
    ("itemno", Column::Sku),
    ("sku", Column::Sku),
    ("linetotal", Column::LineTotal),
    ("extendedprice", Column::LineTotal),
    ("gesamtpreis", Column::LineTotal),
    ("subtotal", Column::LineTotal),
    ("amount", Column::LineTotal),
    ("betrag", Column::LineTotal),
    ("total", Column::LineTotal),
    ("summe", Column::LineTotal),
    ("unitprice", Column::UnitPrice),
    ("einzelpreis", Column::UnitPrice),
    ("stückpreis", Column::UnitPrice),
    ("listprice", Column::UnitPrice),
    ("netprice", Column::UnitPrice),
    ("price", Column::UnitPrice),
    ("preis", Column::UnitPrice),
    ("unitofmeasure", Column::Unit),
    ("einheit", Column::Unit),
    ("uom", Column::Unit),
    ("metric", Column::Unit),
    ("unit", Column::Unit),
    ("beschreibung", Column::Description),
    ("bezeichnung", Column::Description),
    ("description", Column::Description),
    ("produkt", Column::Description),
    ("product", Column::Description),
    ("item", Column::Description),
    ("service", Column::Description),
    ("quantity", Column::Quantity),
    ("menge", Column::Quantity),
    ("anzahl", Column::Quantity),
    ("qty", Column::Quantity),
    ("currency", Column::Currency),
    ("währung", Column::Currency),
    ("region", Column::Region),
    ("source", Column::Source),
    ("quelle", Column::Source),
    ("date", Column::Date),
    ("datum", Column::Date),
];

/// The row that most likely names the columns: of the first twenty the one with the most known names.
pub fn header_of(table: &Table) -> usize {
    let known = |row: &Vec<Cell>| {
        row.iter().take(MOST_COLUMNS).filter(|cell| meaning(cell) != Column::Ignored).count()
    };
    let rows = table.rows.iter().take(20).enumerate();
    rows.map(|(at, row)| (known(row), std::cmp::Reverse(at))).max().map_or(0, |(_, at)| at.0)
}

/// What the columns of this header mean, as far as their names tell. Each meaning is given once.
pub fn propose(table: &Table, header: usize) -> Vec<Column> {
    let mut columns: Vec<Column> = Vec::new();
    for cell in table.rows.get(header).into_iter().flatten().take(MOST_COLUMNS) {
        let meant = meaning(cell);
        columns.push(if columns.contains(&meant) { Column::Ignored } else { meant });
    }
    columns
}

fn meaning(cell: &Cell) -> Column {
    let Cell::Text(text) = cell else { return Column::Ignored };
    let lower = text.to_lowercase();
    if let Some(rank) = rank(&lower) {
        return Column::Percentile(rank);
    }
    let folded = crate::mandate::folded(text);
    if (folded.contains("term") || folded.contains("laufzeit")) && folded.len() < 24 {
        return Column::TermMonths;
    }
    NAMES.iter().find(|(name, _)| folded.contains(name)).map_or(Column::Ignored, |(_, column)| column.clone())
}

/// `p25`, `P 75`, `25th percentile`, `25 %-Perzentil`, `median`, `Q1`.
fn rank(lower: &str) -> Option<u8> {
    let words: Vec<&str> =
        lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let number = |text: &str| text.parse::<u8>().ok().filter(|rank| (1..=99).contains(rank));
    let said = lower.contains("percentile") || lower.contains("perzentil") || lower.contains("quantil");
    for (at, word) in words.iter().enumerate() {
        if *word == "median" {
            return Some(50);
        }
        if let ["q1" | "q3"] = [*word] {
            return Some(if *word == "q1" { 25 } else { 75 });
        }
        if let Some(rank) = word.strip_prefix('p').and_then(number) {
            return Some(rank);
        }
        let ordinal = word.trim_end_matches(|c: char| c.is_alphabetic());
        if said && let Some(rank) = number(ordinal) {
            return Some(rank);
        }
        if *word == "p"
            && let Some(rank) = words.get(at + 1).and_then(|next| number(next))
        {
            return Some(rank);
        }
    }
    None
}
