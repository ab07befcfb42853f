//! What comes out of files, whole and hostile.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, missing_docs)]

use std::io::{Cursor, Write as _};

use deal::{Cell, Column, DecimalStyle, StyleGuess};
use sheet::{LARGEST_FILE, Trouble, read};
use zip::write::SimpleFileOptions;

fn texts(bytes: &[u8]) -> Vec<Vec<String>> {
    let sheets = read(bytes).unwrap();
    sheets[0].table.rows.iter().map(|row| row.iter().map(Cell::text).collect()).collect()
}

#[test]
fn csv_comes_with_any_separator_and_encoding() {
    let wanted = vec![vec!["SKU", "Préis"], vec!["A, B", "1,5"]];
    let utf16: Vec<u8> =
        "\u{feff}SKU;Préis\r\n\"A, B\";1,5\r\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    for bytes in [
        "SKU;Préis\r\n\"A, B\";1,5\r\n".as_bytes().to_vec(),
        "\u{feff}SKU\tPréis\n\"A, B\"\t1,5\n".as_bytes().to_vec(),
        "SKU|Préis\nA, B|1,5".as_bytes().to_vec(),
        "SKU,Préis\n\"A, B\",\"1,5\"\n".as_bytes().to_vec(),
        b"SKU;Pr\xe9is\n\"A, B\";1,5\n".to_vec(),
        utf16,
    ] {
        assert_eq!(texts(&bytes), wanted, "{bytes:?}");
    }
}

/// A workbook with one sheet of this XML.
fn workbook(sheet: &str) -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
    let rels = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    let package = "http://schemas.openxmlformats.org/package/2006/relationships";
    let parts = [
        (
            "[Content_Types].xml",
            "<Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\"/>".to_owned(),
        ),
        (
            "_rels/.rels",
            format!(
                "<Relationships xmlns=\"{package}\"><Relationship Id=\"r1\" Type=\"{rels}/officeDocument\" Target=\"xl/workbook.xml\"/></Relationships>"
            ),
        ),
        (
            "xl/workbook.xml",
            format!(
                "<workbook xmlns=\"{main}\" xmlns:r=\"{rels}\"><sheets><sheet name=\"Prices\" sheetId=\"1\" r:id=\"r1\"/></sheets></workbook>"
            ),
        ),
        (
            "xl/_rels/workbook.xml.rels",
            format!(
                "<Relationships xmlns=\"{package}\"><Relationship Id=\"r1\" Type=\"{rels}/worksheet\" Target=\"worksheets/sheet1.xml\"/></Relationships>"
            ),
        ),
        (
            "xl/worksheets/sheet1.xml",
            format!("<worksheet xmlns=\"{main}\"><sheetData>{sheet}</sheetData></worksheet>"),
        ),
    ];
    for (name, text) in parts {
        zip.start_file(name, SimpleFileOptions::default()).unwrap();
        zip.write_all(text.as_bytes()).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

fn text_cell(place: &str, text: &str) -> String {
    format!("<c r=\"{place}\" t=\"inlineStr\"><is><t>{text}</t></is></c>")
}

#[test]
fn a_workbook_gives_typed_numbers_without_a_binary_tail() {
    let header = ["A1", "B1", "C1"].iter().zip(["SKU", "p50", "Unit"]).map(|(at, text)| text_cell(at, text));
    let rows = format!(
        "<row r=\"1\">{}</row><row r=\"3\">{}<c r=\"B3\"><v>1234.1</v></c>{}</row>",
        header.collect::<String>(),
        text_cell("A3", "CRM"),
        text_cell("C3", "seat/year")
    );
    let sheets = read(&workbook(&rows)).unwrap();
    assert_eq!(sheets[0].name, "Prices");
    let table = &sheets[0].table;
    assert_eq!(table.rows.len(), 3);
    assert_eq!(table.rows[2][1].text(), "1234.1");
    assert!(matches!(table.rows[2][1], Cell::Number(_)));
    let columns = deal::propose(table, 0);
    assert_eq!(columns, [Column::Sku, Column::Percentile(50), Column::Unit]);
    let choices = deal::Choices {
        header: 0,
        columns,
        style: DecimalStyle::Comma,
        currency: money::Currency::parse("USD").ok(),
        unit: None,
    };
    assert_eq!(deal::style_of(table, &choices), StyleGuess::Either);
    assert_eq!(deal::benchmarks_of(table, &choices).taken[0].points[0].price.to_string(), "1234.1");
}

#[test]
fn a_cell_in_the_far_corner_costs_nothing() {
    let far = format!("<row r=\"1048576\">{}</row>", text_cell("XFD1048576", "x"));
    assert_eq!(read(&workbook(&far)), Err(Trouble::Empty));
}

#[test]
fn hostile_files_are_refused() {
    assert_eq!(read(&vec![b'a'; LARGEST_FILE + 1]), Err(Trouble::TooLarge));
    assert_eq!(read(b""), Err(Trouble::Empty));
    assert_eq!(read(b" ,,\n\n"), Err(Trouble::Empty));
    assert_eq!(read(b"PK\x03\x04 nothing"), Err(Trouble::Unreadable));
    assert_eq!(read(b"\x7fELF\0\0\0"), Err(Trouble::Unreadable));
    let mut bomb = zip::ZipWriter::new(Cursor::new(Vec::new()));
    bomb.start_file("xl/sharedStrings.xml", SimpleFileOptions::default()).unwrap();
    let zeros = vec![b' '; 1 << 20];
    for _ in 0..65 {
        bomb.write_all(&zeros).unwrap();
    }
    assert_eq!(read(&bomb.finish().unwrap().into_inner()), Err(Trouble::UnfoldsTooFar));
}
