//! Tables that somebody sent.

use deal::{
    Choices, DecimalStyle, MOST_COLUMNS, MOST_ROWS, benchmarks_of, header_of, propose, quote_of, style_of,
};

/// What is read keeps its bounds and reads alike each time; whatever it means, each row is taken or left
/// out once, and no price below zero is taken.
pub fn within_bounds(bytes: &[u8]) {
    let Ok(sheets) = sheet::read(bytes) else { return };
    assert_eq!(sheet::read(bytes).as_ref(), Ok(&sheets));
    for sheet in &sheets {
        let table = &sheet.table;
        assert!(table.rows.len() <= MOST_ROWS && table.rows.iter().all(|row| row.len() <= MOST_COLUMNS));
        let header = header_of(table);
        for style in [DecimalStyle::Point, DecimalStyle::Comma] {
            let columns = propose(table, header);
            let choices = Choices {
                header,
                columns,
                style,
                currency: money::Currency::parse("USD").ok(),
                unit: Some("seat".to_owned()),
            };
            let _ = style_of(table, &choices);
            let below = table.rows.len().saturating_sub(header + 1);
            let taken = benchmarks_of(table, &choices);
            assert!(taken.taken.len() + taken.faults.len() <= below);
            assert!(taken.taken.iter().all(|one| one.points.iter().all(|point| !point.price.is_negative())));
            let quote = quote_of(table, &choices);
            assert!(quote.lines.len() + quote.faults.len() <= below);
            assert!(quote.lines.iter().all(|line| !line.unit_price.is_negative()));
        }
    }
}
