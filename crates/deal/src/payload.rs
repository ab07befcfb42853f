//! The leaves of an event's exact payload.
//!
//! What is guarded and screened must be what leaves, so the rules read the very bytes that will be
//! signed rather than values that someone passes along with them. The payload is canonical JSON
//! (RFC 8785); this reader takes that form alone: no white space, keys in order (so none stands twice).

use std::collections::BTreeMap;

use money::Amount;

use crate::{Line, Terms};

/// Deeper than any payload of the protocol.
const MAX_DEPTH: u32 = 16;

/// A value at a place (`line_items[0].unit_price`).
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Leaf {
    pub(crate) place: String,
    pub(crate) value: Value,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Value {
    Text(String),
    Number(Amount),
    /// `true`, `false` or `null`.
    Word,
    /// A member's name: it leaves too.
    Key(String),
}

/// Reads them; `None` where the text is not canonical JSON.
pub(crate) fn leaves(payload: &str) -> Option<Vec<Leaf>> {
    let mut reader = Reader { rest: payload, leaves: Vec::new() };
    reader.value(String::new(), 0)?;
    reader.rest.is_empty().then_some(reader.leaves)
}

/// True where the payload is an offer with these terms, all of them and nothing else.
pub(crate) fn says(leaves: &[Leaf], terms: &Terms) -> bool {
    let mut wanted = expected(terms);
    // Each place is taken out once: a member called `a.b` cannot stand in for `b` within `a`.
    let mut values = leaves.iter().filter(|leaf| !matches!(leaf.value, Value::Key(_)));
    values.all(|leaf| wanted.remove(&leaf.place).as_ref() == Some(&leaf.value)) && wanted.is_empty()
}

fn expected(terms: &Terms) -> BTreeMap<String, Value> {
    let text = |text: &str| Value::Text(text.to_owned());
    let mut wanted = BTreeMap::from([
        ("currency".to_owned(), text(terms.currency.as_str())),
        ("term_months".to_owned(), Value::Number(Amount::from(terms.term_months))),
        ("expires_at".to_owned(), text(&terms.expires_at)),
    ]);
    if let Some(total) = &terms.total_annual {
        wanted.insert("total_annual".to_owned(), Value::Number(total.clone()));
    }
    if let Some(notes) = &terms.notes {
        wanted.insert("notes".to_owned(), text(notes));
    }
    for (at, condition) in terms.conditions.iter().enumerate() {
        wanted.insert(format!("conditions[{at}]"), text(condition));
    }
    for (at, line) in terms.lines.iter().enumerate() {
        for (name, value) in expected_line(line) {
            wanted.insert(format!("line_items[{at}].{name}"), value);
        }
    }
    wanted
}

fn expected_line(line: &Line) -> Vec<(&'static str, Value)> {
    let mut members = vec![
        ("description", Value::Text(line.description.clone())),
        ("quantity", Value::Number(line.quantity.clone())),
        ("unit", Value::Text(line.unit.clone())),
        ("unit_price", Value::Number(line.unit_price.clone())),
        ("currency", Value::Text(line.currency.as_str().to_owned())),
    ];
    if let Some(sku) = &line.sku {
        members.push(("sku", Value::Text(sku.clone())));
    }
    if let Some(months) = line.term_months {
        members.push(("term_months", Value::Number(Amount::from(months))));
    }
    members
}

struct Reader<'a> {
    rest: &'a str,
    leaves: Vec<Leaf>,
}

impl Reader<'_> {
    fn eat(&mut self, token: &str) -> Option<()> {
        self.rest = self.rest.strip_prefix(token)?;
        Some(())
    }

    fn next(&mut self) -> Option<char> {
        let mut chars = self.rest.chars();
        let next = chars.next();
        self.rest = chars.as_str();
        next
    }

    fn value(&mut self, place: String, depth: u32) -> Option<()> {
        if depth > MAX_DEPTH {
            return None;
        }
        let value = match self.rest.chars().next()? {
            '{' => return self.object(&place, depth),
            '[' => return self.array(&place, depth),
            '"' => Value::Text(self.string()?),
            't' => self.eat("true").map(|()| Value::Word)?,
            'f' => self.eat("false").map(|()| Value::Word)?,
            'n' => self.eat("null").map(|()| Value::Word)?,
            _ => self.number()?,
        };
        self.leaves.push(Leaf { place, value });
        Some(())
    }

    fn object(&mut self, place: &str, depth: u32) -> Option<()> {
        self.eat("{")?;
        if self.eat("}").is_some() {
            return Some(());
        }
        let mut last: Option<String> = None;
        loop {
            let key = self.string()?;
            if last.is_some_and(|last| !last.encode_utf16().lt(key.encode_utf16())) {
                return None;
            }
            self.eat(":")?;
            let inner = if place.is_empty() { key.clone() } else { format!("{place}.{key}") };
            self.leaves.push(Leaf { place: inner.clone(), value: Value::Key(key.clone()) });
            self.value(inner, depth + 1)?;
            last = Some(key);
            match self.next()? {
                ',' => {}
                '}' => return Some(()),
                _ => return None,
            }
        }
    }

    fn array(&mut self, place: &str, depth: u32) -> Option<()> {
        self.eat("[")?;
        if self.eat("]").is_some() {
            return Some(());
        }
        for at in 0_usize.. {
            self.value(format!("{place}[{at}]"), depth + 1)?;
            match self.next()? {
                ',' => {}
                ']' => return Some(()),
                _ => return None,
            }
        }
        None
    }

    fn number(&mut self) -> Option<Value> {
        let end = self
            .rest
            .find(|c: char| !matches!(c, '0'..='9' | '-' | '+' | '.' | 'e' | 'E'))
            .unwrap_or(self.rest.len());
        let (text, rest) = self.rest.split_at_checked(end)?;
        self.rest = rest;
        Amount::parse(text).ok().map(Value::Number)
    }

    fn string(&mut self) -> Option<String> {
        self.eat("\"")?;
        let mut text = String::new();
        loop {
            match self.next()? {
                '"' => return Some(text),
                '\\' => text.push(self.escape()?),
                c if c < ' ' => return None,
                c => text.push(c),
            }
        }
    }

    fn escape(&mut self) -> Option<char> {
        Some(match self.next()? {
            c @ ('"' | '\\' | '/') => c,
            'b' => '\u{8}',
            'f' => '\u{c}',
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            'u' => {
                let first = self.unit()?;
                if !(0xD800..0xDC00).contains(&first) {
                    return char::from_u32(first);
                }
                self.eat("\\u")?;
                let second = self.unit()?.checked_sub(0xDC00).filter(|low| *low < 0x400)?;
                return char::from_u32(0x1_0000 + ((first - 0xD800) << 10) + second);
            }
            _ => return None,
        })
    }

    fn unit(&mut self) -> Option<u32> {
        let (digits, rest) = self.rest.split_at_checked(4)?;
        self.rest = rest;
        digits.chars().try_fold(0, |unit, digit| Some(unit * 16 + digit.to_digit(16)?))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::indexing_slicing)]
    use super::*;
    use crate::samples::{a, line, payload_of, terms};

    #[test]
    fn leaves_have_places() {
        let read = leaves(r#"{"a":"x\"\\\n\u0001😀","b":[1,{"c":true}],"d":{},"e":[],"f":-1.5e-7}"#).unwrap();
        let values: Vec<_> = read
            .iter()
            .filter(|leaf| !matches!(leaf.value, Value::Key(_)))
            .map(|leaf| (leaf.place.as_str(), leaf.value.clone()))
            .collect();
        assert_eq!(
            values,
            [
                ("a", Value::Text("x\"\\\n\u{1}😀".into())),
                ("b[0]", Value::Number(a("1"))),
                ("b[1].c", Value::Word),
                ("f", Value::Number(a("-0.00000015"))),
            ]
        );
        assert_eq!(read.iter().filter(|leaf| matches!(leaf.value, Value::Key(_))).count(), 6);
    }

    #[test]
    fn what_is_not_canonical_is_not_read() {
        for text in [
            "",
            " {}",
            "{} ",
            "{\"a\": 1}",
            "{\"b\":1,\"a\":1}",
            "{\"a\":1,\"a\":2}",
            "{\"a\":1,}",
            "[1,]",
            "[",
            "{",
            "\"\n\"",
            "\"\\x\"",
            "\"\\ud800\"",
            "\"\\ud800\\u0041\"",
            "\"\\udc00\"",
            "\"\\u00é\"",
            "nul",
            "1e999",
            "01x",
            "+1",
        ] {
            assert_eq!(leaves(text), None, "{text}");
        }
        assert_eq!(leaves(&"[".repeat(100_000)), None);
        assert!(leaves(r#""\ud83d\ude00""#).is_some());
    }

    #[test]
    fn an_offer_says_its_terms_and_no_others() {
        let mut lines = vec![line("500", "seat/year", "2080"), line("1.5", "day", "1e-7")];
        lines[0].sku = Some("S-1".into());
        lines[1].term_months = Some(12);
        let mut said = terms(36, lines, Some("1040000"));
        said.conditions = vec!["net \"60\"".into(), "né\n".into()];
        said.notes = Some("x".into());
        let read = leaves(&payload_of(&said)).unwrap();
        assert!(says(&read, &said));
        let changes: [fn(&mut Terms); 9] = [
            |t| t.term_months = 35,
            |t| t.total_annual = None,
            |t| t.total_annual = Some(Amount::from(1_040_001_u32)),
            |t| t.notes = None,
            |t| t.conditions.swap(0, 1),
            |t| t.lines.reverse(),
            |t| t.lines.truncate(1),
            |t| t.expires_at.push('0'),
            |t| t.lines.iter_mut().for_each(|line| line.unit_price = Amount::from(1_u32)),
        ];
        for (at, change) in changes.iter().enumerate() {
            let mut other = said.clone();
            change(&mut other);
            assert!(!says(&read, &other), "change {at}");
        }
        // A member whose name looks like a place hides no other price behind the one that was given.
        let payload = payload_of(&said).replace("\"unit_price\":2080}", "\"unit_price\":9999}");
        let disguised = payload.replace(",\"notes\"", ",\"line_items[0].unit_price\":2080,\"notes\"");
        assert!(disguised.contains("9999") && disguised.contains("[0].unit_price"), "{disguised}");
        assert!(!says(&leaves(&disguised).unwrap(), &said));
        assert!(!says(&[], &said));
    }
}
