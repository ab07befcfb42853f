//! Structured text as a person would read it: `"ref":"4711"` speaks of a reference as `ref: 4711` does.

/// The same text, character by character, with a space where JSON only marks where things begin and end and a
/// semicolon where the next member begins; none where the text is no object or list.
///
/// It is read beside the text as it stands, never instead of it: what blocks there blocks here too.
pub(super) fn laid_out(text: &str) -> Option<String> {
    let trimmed = text.trim();
    let ends = [('{', '}'), ('[', ']')];
    if !ends.iter().any(|(open, close)| trimmed.starts_with(*open) && trimmed.ends_with(*close)) {
        return None;
    }
    let mut laid = String::with_capacity(text.len());
    let (mut depth, mut inside, mut escaped) = (0_u32, false, false);
    let mut chars = text.chars().peekable();
    let mut named = false;
    while let Some(c) = chars.next() {
        if inside {
            let closes = c == '"' && !escaped;
            // A name's colon stands by the name, as people set it.
            named = closes && chars.peek() == Some(&':');
            laid.push(match c {
                // What is written by its number is read as that by what reads encodings.
                '\\' if !escaped && chars.peek() != Some(&'u') => ' ',
                'n' | 'r' if escaped => '\n',
                't' if escaped => ' ',
                '"' if named => ':',
                '"' if closes => ' ',
                _ => c,
            });
            escaped = c == '\\' && !escaped;
            inside = !closes;
            continue;
        }
        laid.push(match c {
            '"' => {
                inside = true;
                ' '
            }
            // The outermost stay, so that it is still seen to be a record.
            '{' | '[' => {
                depth += 1;
                if depth == 1 { c } else { ' ' }
            }
            '}' | ']' => {
                depth = depth.checked_sub(1)?;
                if depth == 0 { c } else { ' ' }
            }
            ':' if named => ' ',
            ',' => ';',
            _ => c,
        });
        named = false;
    }
    (depth == 0 && !inside).then_some(laid)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn what_marks_the_structure_is_no_part_of_what_is_said() {
        let text = r#"{"ref":"PO 4711","lines":[1,250],"note":"one\ntwo \"three\""}"#;
        let laid = laid_out(text).unwrap();
        assert_eq!(laid, "{ ref:  PO 4711 ; lines:  1;250 ; note:  one \ntwo  \"three \" }");
        assert_eq!(laid.chars().count(), text.chars().count());
        for other in ["Dear all, {see below}", "{\"a\":\"b}", "[1]]", "}{", ""] {
            assert_eq!(laid_out(other), None, "{other}");
        }
    }
}
