//! CSV texts, in whatever encoding and with whatever separator their programs write.

use csv::ReaderBuilder;
use deal::{Cell, MOST_COLUMNS, MOST_ROWS, Table};

use crate::{Sheet, TOLD_EVERY, Trouble, go_on, kept};

/// Separators in use, the likelier first.
const SEPARATORS: [u8; 4] = [b',', b';', b'\t', b'|'];

pub(crate) fn read(bytes: &[u8], told: &dyn Fn(u64) -> bool) -> Result<Sheet, Trouble> {
    if bytes.contains(&0) && !bytes.starts_with(&[0xFF, 0xFE]) && !bytes.starts_with(&[0xFE, 0xFF]) {
        return Err(Trouble::Unreadable);
    }
    let text = decoded(bytes);
    let separator = separator_of(&text);
    let mut reader = ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .delimiter(separator)
        .from_reader(text.as_bytes());
    let mut rows = Vec::new();
    for (place, record) in reader.records().take(MOST_ROWS).enumerate() {
        let record = record.map_err(|_| Trouble::Unreadable)?;
        if place % TOLD_EVERY == 0 {
            go_on(told, record.position().map_or(0, csv::Position::byte))?;
        }
        let cell = |text: &str| if text.is_empty() { Cell::Empty } else { Cell::Text(kept(text)) };
        rows.push(record.iter().take(MOST_COLUMNS).map(cell).collect());
    }
    Ok(Sheet { name: String::new(), table: Table { rows } })
}

/// UTF-8 and UTF-16 by their marks, UTF-8 where it is valid, else the western code page that spreadsheet
/// programs write. `encoding_rs` replaces what it cannot read, so this never fails.
fn decoded(bytes: &[u8]) -> String {
    let fallback =
        if std::str::from_utf8(bytes).is_ok() { encoding_rs::UTF_8 } else { encoding_rs::WINDOWS_1252 };
    let (text, _, _) = fallback.decode(bytes);
    text.into_owned()
}

/// The separator that parts the first lines most evenly: the most lines alike, then the most columns.
/// Excel's own `sep=;` line counts before all.
fn separator_of(text: &str) -> u8 {
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    if let Some(said) = text.lines().next().and_then(|line| line.trim().strip_prefix("sep="))
        && let [separator] = said.as_bytes()
    {
        return *separator;
    }
    let sample: Vec<&str> = lines.by_ref().take(20).collect();
    let evenness = |separator: u8| {
        let counts: Vec<usize> = sample.iter().map(|line| outside_quotes(line, separator)).collect();
        let most = counts.iter().copied().max().unwrap_or(0);
        let common = counts.iter().filter(|count| **count == most && most > 0).count();
        (common, most.min(50))
    };
    let best = SEPARATORS.iter().rev().max_by_key(|separator| evenness(**separator));
    best.copied().unwrap_or(b',')
}

fn outside_quotes(line: &str, separator: u8) -> usize {
    let mut quoted = false;
    let mut count = 0;
    for byte in line.bytes() {
        match byte {
            b'"' => quoted = !quoted,
            byte if byte == separator && !quoted => count += 1,
            _ => {}
        }
    }
    count
}
