//! Houses and telephones.

use super::tokens::{Kind, Token};

const STREETS: [&str; 22] = [
    "street",
    "st",
    "avenue",
    "ave",
    "road",
    "rd",
    "lane",
    "drive",
    "boulevard",
    "blvd",
    "square",
    "place",
    "court",
    "way",
    "broadway",
    "park",
    "plaza",
    "quay",
    "terrace",
    "row",
    "crescent",
    "parkway",
];
const PHONE: [&str; 18] = [
    "phone",
    "call",
    "tel",
    "telephone",
    "mobile",
    "cell",
    "fax",
    "dial",
    "hotline",
    "whatsapp",
    "ring",
    "sms",
    "telefon",
    "reach",
    "line",
    "switchboard",
    "extension",
    "text",
];

/// True for a house's number or a code of the post.
pub(super) fn is_address(tokens: &[Token], at: usize) -> bool {
    let Some(own) = tokens.get(at) else { return false };
    if own.text.contains([',', '.', '\'']) || own.text.len() > 6 {
        return false;
    }
    let after = tokens.get(at + 1..at + 5).unwrap_or_default();
    let street = after
        .iter()
        .take_while(|token| token.kind == Kind::Word && token.capital)
        .any(|token| STREETS.contains(&token.text.as_str()));
    let abroad = [
        "rue", "via", "calle", "avenida", "piazza", "rua", "ulica", "ul", "plaza", "platz", "avenue", "box",
        "route",
    ];
    let near = tokens.get(at.saturating_sub(4)..at + 5).unwrap_or_default();
    let named = near.iter().any(|token| token.capital && abroad.contains(&token.text.as_str()));
    let before = at.checked_sub(1).and_then(|before| tokens.get(before));
    let german = before.is_some_and(|token| {
        token.capital
            && ["strasse", "straße", "str", "gasse", "platz", "weg", "allee", "laan", "straat", "ring"]
                .iter()
                .any(|end| token.text.ends_with(end))
    });
    let zip = own.text.len() == 5
        && after
            .first()
            .is_some_and(|token| token.capital && token.kind == Kind::Word && token.text.len() > 3);
    let state = own.text.len() == 5 && before.is_some_and(|token| token.capital && token.text.len() == 2);
    // `1100-053 Lisboa`
    let word = |at: usize| tokens.get(at);
    let capital = |at: usize| word(at).is_some_and(|token| token.capital && token.kind == Kind::Word);
    let dash = |at: usize| word(at).is_some_and(|token| token.text == "-" && !token.space);
    let portuguese = own.text.len() == 4 && dash(at + 1) && capital(at + 3)
        || own.text.len() == 3 && at.checked_sub(1).is_some_and(dash) && capital(at + 1);
    street || named || german || zip || state || portuguese
}

/// Runs of figures that are phone numbers: a plus or a word of calling before, nine figures or more.
pub(super) fn phones(tokens: &[Token]) -> Vec<(usize, usize)> {
    let mut phones = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let start = at;
        let mut figures = 0;
        while let Some(token) = tokens.get(at) {
            let joins = token.kind == Kind::Figure && !token.text.contains([',', '\''])
                || matches!(token.text.as_str(), "+" | "(" | ")" | "-" | "/" | ".");
            if !joins || (at > start && token.sentence != tokens.get(start).map_or(0, |first| first.sentence))
            {
                break;
            }
            figures += token.text.chars().filter(char::is_ascii_digit).count();
            at += 1;
        }
        let plus = tokens.get(start).is_some_and(|token| token.text == "+");
        let called = tokens
            .get(start.saturating_sub(5)..start)
            .unwrap_or_default()
            .iter()
            .any(|token| PHONE.contains(&token.text.as_str()));
        // Nobody writes an amount with a nought before it.
        let bracketed = tokens.get(start).is_some_and(|open| open.text == "(")
            && tokens.get(start + 1).is_some_and(|nought| nought.text == "0")
            && tokens.get(start + 2).is_some_and(|close| close.text == ")")
            && (9..=15).contains(&figures);
        let national = bracketed
            || tokens
                .get(start..at)
                .unwrap_or_default()
                .iter()
                .find(|token| token.kind == Kind::Figure)
                .is_some_and(|first| {
                    first.text.len() >= 3
                        && first.text.starts_with('0')
                        && !first.text.starts_with("000")
                        && !first.text.contains('.')
                })
                && at - start > 1
                && (9..=15).contains(&figures);
        if national || (plus && figures >= 9) || (called && (8..=15).contains(&figures) && at - start > 1) {
            phones.push((start, at));
        }
        at = at.max(start + 1);
    }
    phones
}
