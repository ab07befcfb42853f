//! A mail that has others below it, each under its headers.

use super::{Line, MOST, Spoken, Transcript, is_blank, spoken};

/// Lines of headers that are read below a `From:`.
const MOST_HEADERS: usize = 6;
const HEADERS: [&str; 12] = [
    "from",
    "sent",
    "to",
    "cc",
    "subject",
    "date",
    "von",
    "gesendet",
    "an",
    "betreff",
    "datum",
    "importance",
];

struct Part {
    from: Option<String>,
    text: String,
    start: usize,
}

/// The one on top is the vendor's, and so are those of the same sender; of the others the first is ours.
pub(super) fn forwarded(lines: &[Line<'_>]) -> Option<Transcript> {
    let mut parts: Vec<Part> = Vec::new();
    let mut at = 0;
    while let Some(line) = lines.get(at) {
        let headers = headers_from(lines, at);
        if headers > 1 && parts.len() < MOST {
            let start = lines.get(at + headers).map_or(line.start, |next| next.start);
            parts.push(Part { from: value(line.text).map(|(_, from)| from), text: String::new(), start });
            at += headers;
            continue;
        }
        if line.text.starts_with("-----") && headers_from(lines, at + 1) > 1 {
            at += 1;
            continue;
        }
        if parts.is_empty() {
            parts.push(Part { from: None, text: String::new(), start: line.start });
        }
        if let Some(last) = parts.last_mut() {
            last.text.push_str(line.text);
        }
        at += 1;
    }
    parts.retain(|part| !is_blank(&part.text));
    let top = parts.first()?.from.clone();
    let ours = parts.iter().filter_map(|part| part.from.clone()).find(|from| Some(from) != top.as_ref())?;
    if parts.len() < 2 {
        return None;
    }
    let mut messages: Vec<Spoken> = parts
        .into_iter()
        .map(|part| spoken(part.from.as_ref() != Some(&ours), part.text, part.start))
        .collect();
    messages.reverse();
    let own = messages.len().checked_sub(1);
    Some(Transcript { messages, own })
}

/// How many lines from here are headers, beginning with who wrote it.
fn headers_from(lines: &[Line<'_>], at: usize) -> usize {
    let begins = lines.get(at).and_then(|line| value(line.text));
    if !begins.is_some_and(|(name, _)| name == "from" || name == "von") {
        return 0;
    }
    let below = lines.get(at + 1..).unwrap_or_default().iter().take(MOST_HEADERS);
    1 + below.take_while(|line| value(line.text).is_some()).count()
}

fn value(line: &str) -> Option<(String, String)> {
    let (name, value) = line.split_once(':')?;
    let name = name.trim_matches(|c: char| c == '*' || c == ' ').to_lowercase();
    HEADERS.contains(&name.as_str()).then(|| (name, value.trim().to_lowercase()))
}
