//! One dress for every text: ASCII digits and separators, small letters, nothing invisible.

use crate::digits::{digit, invisible};

/// Folds a text. Grows it by nothing, so it is as bounded as what came in.
pub(super) fn fold(text: &str) -> Vec<char> {
    text.chars().filter_map(fold_char).collect()
}

fn fold_char(c: char) -> Option<char> {
    if c.is_ascii() {
        return Some(if c.is_ascii_control() { ' ' } else { c.to_ascii_lowercase() });
    }
    let code = u32::from(c);
    if invisible(code) {
        return None;
    }
    // Tag characters: ASCII that no screen shows and every model reads.
    if let Some(hidden) = code.checked_sub(0xE_0000).and_then(char::from_u32).filter(char::is_ascii) {
        return fold_char(hidden);
    }
    if let Some(digit) = digit(code) {
        return char::from_digit(digit, 10);
    }
    Some(match c {
        '，' | '、' | '٬' | '﹐' | '‚' | '︐' => ',',
        '．' | '。' | '٫' | '﹒' | '․' | '·' | '‧' | '⎖' => '.',
        '’' | '‘' | 'ʼ' | '′' | '＇' | '´' | '`' | '˙' => '\'',
        '＿' => '_',
        '‐' | '‑' | '‒' | '–' | '—' | '−' | '－' | '﹣' => '-',
        '＄' | '﹩' => '$',
        '／' | '⁄' | '∕' => '/',
        _ if c.is_whitespace() || code == 0x2800 || code == 0x3164 => ' ',
        // Fullwidth letters and signs stand in ASCII's order.
        '！'..='～' => char::from_u32(code - 0xFEE0).map_or(c, |ascii| ascii.to_ascii_lowercase()),
        _ => c.to_lowercase().next().unwrap_or(c),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_dress_folds_to_ascii() {
        for (text, folded) in [
            ("１，２５０，０００", "1,250,000"),
            ("𝟏,𝟐𝟓𝟎,𝟎𝟎𝟎", "1,250,000"),
            ("①②⑤⓪⓪⓪⓪", "1250000"),
            ("١٬٢٥٠٬٠٠٠٫٥", "1,250,000.5"),
            ("१२५", "125"),
            ("1\u{200B}2\u{2060}5\u{202E}0", "1250"),
            ("1\u{0336}2", "12"),
            ("1\u{00A0}250\u{202F}000", "1 250 000"),
            ("1’250’000 ＵＳＤ", "1'250'000 usd"),
            ("\u{E0031}\u{E0032}", "12"),
            ("1,2\n50", "1,2 50"),
            ("x²¹⁹₁₀", "x21910"),
        ] {
            assert_eq!(fold(text).into_iter().collect::<String>(), folded, "{text:?}");
        }
    }
}
