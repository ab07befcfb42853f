#![allow(clippy::unwrap_used, clippy::indexing_slicing)]
use money::Currency;

use super::*;
use crate::samples::a;

fn table(rows: &[&[&str]]) -> Table {
    let cell = |text: &&str| if text.is_empty() { Cell::Empty } else { Cell::Text((*text).to_owned()) };
    Table { rows: rows.iter().map(|row| row.iter().map(cell).collect()).collect() }
}

fn chosen(table: &Table, style: DecimalStyle) -> Choices {
    let header = header_of(table);
    Choices { header, columns: propose(table, header), style, currency: None, unit: None }
}

#[allow(clippy::unnecessary_wraps, reason = "as choices take it")]
fn currency(code: &str) -> Option<Currency> {
    Some(Currency::parse(code).unwrap())
}

#[test]
fn numbers_are_read_in_the_style_that_was_chosen() {
    use DecimalStyle::{Comma, Point};
    for (text, style, number, code) in [
        ("1,234.56", Point, Some("1234.56"), None),
        ("1.234,56", Comma, Some("1234.56"), None),
        ("1.234", Point, Some("1.234"), None),
        ("1.234", Comma, Some("1234"), None),
        ("1'234.50", Point, Some("1234.5"), None),
        ("1 234,50 €", Comma, Some("1234.5"), Some("EUR")),
        ("USD 12", Point, Some("12"), Some("USD")),
        ("US$ 12.00", Point, Some("12"), Some("USD")),
        ("$12", Point, Some("12"), None),
        ("(3.50)", Point, Some("-3.5"), None),
        ("-3", Point, Some("-3"), None),
        ("12,34", Point, None, None),
        ("1,23,456", Point, None, None),
        ("1234,567", Point, None, None),
        ("1.2.3", Point, None, None),
        ("twelve", Point, None, None),
        ("12 apples", Point, None, None),
        ("", Point, None, None),
    ] {
        let read = read_number(text, style);
        assert_eq!(read.as_ref().map(|read| read.number.to_string()).as_deref(), number, "{text}");
        assert_eq!(read.and_then(|read| read.currency), code.and_then(currency), "{text}");
    }
}

#[test]
fn the_style_is_asked_about_where_it_matters() {
    let guess = |cells: &[&str]| {
        let mut rows = vec![vec!["sku", "p50"]];
        rows.extend(cells.iter().map(|cell| vec!["x", *cell]));
        let rows: Vec<&[&str]> = rows.iter().map(Vec::as_slice).collect();
        let table = table(&rows);
        style_of(&table, &chosen(&table, DecimalStyle::Point))
    };
    assert_eq!(guess(&["1234", "99"]), StyleGuess::Either);
    assert_eq!(guess(&["1.234", "99"]), StyleGuess::Ask(vec!["1.234".to_owned()]));
    // One that is clear tells for the others.
    assert_eq!(guess(&["1.234", "99,50"]), StyleGuess::Clear(DecimalStyle::Comma));
    assert_eq!(guess(&["1,234", "1,234.50"]), StyleGuess::Clear(DecimalStyle::Point));
    assert_eq!(guess(&["1.234,5", "1,234.5"]), StyleGuess::Ask(vec!["1,234.5".into(), "1.234,5".into()]));
    assert_eq!(guess(&[]), StyleGuess::Either);
}

#[test]
fn columns_are_known_by_their_names() {
    let header = |names: &[&str]| propose(&table(&[names]), 0);
    assert_eq!(
        header(&[
            "SKU",
            "Product",
            "Unit",
            "P25",
            "Median",
            "75th percentile",
            "Currency",
            "Region",
            "Source",
            "Date"
        ]),
        [
            Column::Sku,
            Column::Description,
            Column::Unit,
            Column::Percentile(25),
            Column::Percentile(50),
            Column::Percentile(75),
            Column::Currency,
            Column::Region,
            Column::Source,
            Column::Date
        ]
    );
    assert_eq!(
        header(&[
            "Artikelnummer",
            "Bezeichnung",
            "Menge",
            "Einheit",
            "Einzelpreis",
            "Gesamtpreis",
            "Laufzeit (Monate)"
        ]),
        [
            Column::Sku,
            Column::Description,
            Column::Quantity,
            Column::Unit,
            Column::UnitPrice,
            Column::LineTotal,
            Column::TermMonths
        ]
    );
    assert_eq!(header(&["Notes", "Notes", "Unit price", "Price"])[2..], [Column::UnitPrice, Column::Ignored]);
    for column in ["ignored", "sku", "p1", "p99", "line_total", "term_months"] {
        assert_eq!(Column::parse(column).unwrap().id(), column);
    }
    assert_eq!((Column::parse("p0"), Column::parse("p100"), Column::parse("price")), (None, None, None));
    let titled = table(&[&["Benchmarks 2026"], &[], &["SKU", "p50", "Unit"], &["A", "1", "seat"]]);
    assert_eq!(header_of(&titled), 2);
}

#[test]
fn rows_become_benchmarks_or_say_why_not() {
    let table = table(&[
        &["SKU", "Description", "Unit", "p25", "p50", "p75", "Currency"],
        &["CRM", "CRM", "seat/month", "80", "95.5", "1,100", "USD"],
        &["", "", "seat/month", "80", "95", "110", "USD"],
        &["A", "", "seat/month", "", "", "", "USD"],
        &["B", "", "seat/month", "80", "70", "110", "USD"],
        &["C", "", "seat/month", "80", "x", "110", "USD"],
        &["D", "", "", "80", "90", "110", "USD"],
        &["E", "", "seat/week", "80", "90", "110", "USD"],
        &["F", "", "seat", "80", "90", "110", "dollars"],
        &["G", "", "seat", "-1", "90", "110", "USD"],
        &["", "", "", "", "", "", ""],
        &["H", "", "seat", "", "€ 90", "", ""],
    ]);
    let made = benchmarks_of(&table, &chosen(&table, DecimalStyle::Point));
    assert_eq!(made.taken.len(), 2);
    assert_eq!(made.taken[0].yearly().last().unwrap().price, a("13200"));
    assert_eq!(Some(made.taken[1].currency), currency("EUR"));
    let faults: Vec<(usize, RowTrouble)> = made.faults.iter().map(|fault| (fault.row, fault.why)).collect();
    assert_eq!(
        faults,
        [
            (3, RowTrouble::Nameless),
            (4, RowTrouble::Priceless),
            (5, RowTrouble::Disordered),
            (6, RowTrouble::NotANumber),
            (7, RowTrouble::NoUnit),
            (8, RowTrouble::UnitUnread),
            (9, RowTrouble::BadCurrency),
            (10, RowTrouble::Negative),
        ]
    );
    assert_eq!(made.faults[3].column, Some(5));
}

#[test]
fn a_quote_becomes_lines() {
    let table = table(&[
        &["Pos", "Artikelnummer", "Bezeichnung", "Menge", "Einheit", "Einzelpreis", "Gesamtpreis"],
        &["1", "CRM-ENT", "CRM Enterprise", "500", "Nutzer/Jahr", "1.140,00 €", "570.000,00 €"],
        &["2", "", "Einrichtung", "1", "pauschal", "12.500,50 €", "12.500,00 €"],
        &["", "", "Summe", "", "", "", "582.500,50 €"],
    ]);
    let guess = style_of(&table, &chosen(&table, DecimalStyle::Point));
    assert_eq!(guess, StyleGuess::Clear(DecimalStyle::Comma));
    let made = quote_of(&table, &chosen(&table, DecimalStyle::Comma));
    assert_eq!((made.lines.len(), made.currency), (2, currency("EUR")));
    assert_eq!(made.lines[0].unit_price, a("1140"));
    assert_eq!(made.rows, [2, 3]);
    // The sum at the end is no line, and says so.
    assert_eq!(made.faults, [RowFault { row: 4, column: None, why: RowTrouble::Priceless }]);
    assert_eq!(made.totals_wrong, [(3, a("12500"), a("12500.5"))]);
}

#[test]
fn typed_numbers_have_no_style() {
    let mut table = table(&[&["SKU", "Unit", "p50", "Currency"], &["A", "seat/year", "", "JPY"]]);
    table.rows[1][2] = Cell::Number(a("1.234"));
    let choices = chosen(&table, DecimalStyle::Comma);
    assert_eq!(style_of(&table, &choices), StyleGuess::Either);
    assert_eq!(benchmarks_of(&table, &choices).taken[0].points[0].price, a("1.234"));
}
