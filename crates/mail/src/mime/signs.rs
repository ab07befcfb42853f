//! Characters that a person cannot see.

use super::letter::Warning;

/// Where scripts begin that need joiners between their letters; emoji lie above too.
const JOINING_SCRIPTS: char = '\u{0590}';

/// Whether the character turns the direction of reading.
pub fn turns(sign: char) -> bool {
    matches!(sign, '\u{061C}' | '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

/// Whether the character has no width and no use in a text. Joiners are judged by
/// [`note`], which sees what stands before them.
pub fn is_widthless(sign: char) -> bool {
    matches!(
        sign,
        '\u{00AD}' | '\u{034F}' | '\u{180E}' | '\u{200B}' | '\u{2060}'..='\u{2064}' | '\u{FEFF}'
            | '\u{FFF9}'..='\u{FFFB}' | '\u{E0000}'..='\u{E007F}'
    )
}

/// Warns of such characters in a text.
pub fn note(place: &str, text: &str, warnings: &mut Vec<Warning>) {
    let (mut bidi, mut zero_width, mut before) = (0, 0, ' ');
    for sign in text.chars() {
        let joiner = matches!(sign, '\u{200C}' | '\u{200D}') && before < JOINING_SCRIPTS;
        bidi += usize::from(turns(sign));
        zero_width += usize::from(joiner || is_widthless(sign));
        before = sign;
    }
    if bidi + zero_width > 0 {
        warnings.push(Warning::HiddenSigns { place: place.to_owned(), bidi, zero_width });
    }
}

/// The text without control characters, tabs and line ends excepted.
pub fn without_controls(text: &str) -> String {
    text.chars().filter(|sign| !sign.is_control() || matches!(sign, '\n' | '\t')).collect()
}

/// The text of a field without control characters. An encoded word can hold a line's end,
/// with which a name would write lines of its own where it is shown; blanks stand there.
pub fn in_one_line(text: &str) -> String {
    let breaks = |sign| matches!(sign, '\n' | '\r' | '\t' | '\u{2028}' | '\u{2029}');
    let signs = text.chars().map(|sign| if breaks(sign) { ' ' } else { sign });
    signs.filter(|sign| !sign.is_control()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Option<(usize, usize)> {
        let mut warnings = Vec::new();
        note("the text", text, &mut warnings);
        warnings.into_iter().find_map(|warning| match warning {
            Warning::HiddenSigns { bidi, zero_width, .. } => Some((bidi, zero_width)),
            _ => None,
        })
    }

    #[test]
    fn what_turns_or_has_no_width_is_counted() {
        assert_eq!(found("100\u{200B}0 and \u{202E}0001\u{202C}"), Some((2, 1)));
        assert_eq!(found("con\u{200D}toso"), Some((0, 1)));
        assert_eq!(found("soft\u{00AD}hyphen, tag \u{E0041}"), Some((0, 2)));
    }

    #[test]
    fn scripts_and_emoji_keep_their_joiners() {
        assert_eq!(found("می\u{200C}خواهم"), None);
        assert_eq!(found("👩\u{200D}💻 and plain text, ünïcode included"), None);
    }
}
