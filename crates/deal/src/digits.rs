//! Digits of every script, separators, and what no eye sees.

/// Zeros of Unicode's decimal digits (general category Nd), ASCII's own left out; each begins a run of
/// ten.
const ZEROS: [u32; 75] = [
    0x0660, 0x06F0, 0x07C0, 0x0966, 0x09E6, 0x0A66, 0x0AE6, 0x0B66, 0x0BE6, 0x0C66, 0x0CE6, 0x0D66, 0x0DE6,
    0x0E50, 0x0ED0, 0x0F20, 0x1040, 0x1090, 0x17E0, 0x1810, 0x1946, 0x19D0, 0x1A80, 0x1A90, 0x1B50, 0x1BB0,
    0x1C40, 0x1C50, 0xA620, 0xA8D0, 0xA900, 0xA9D0, 0xA9F0, 0xAA50, 0xABF0, 0xFF10, 0x104A0, 0x10D30,
    0x10D40, 0x11066, 0x110F0, 0x11136, 0x111D0, 0x112F0, 0x11450, 0x114D0, 0x11650, 0x116C0, 0x116D0,
    0x116DA, 0x11730, 0x118E0, 0x11950, 0x11BF0, 0x11C50, 0x11D50, 0x11DA0, 0x11F50, 0x16130, 0x16A60,
    0x16AC0, 0x16B50, 0x16D70, 0x1CCF0, 0x1D7CE, 0x1D7D8, 0x1D7E2, 0x1D7EC, 0x1D7F6, 0x1E140, 0x1E2F0,
    0x1E4F0, 0x1E5F1, 0x1E950, 0x1FBF0,
];

/// Runs of digits in circles, brackets and the like that begin with **one**, nine long.
const ONES: [u32; 8] = [0x2460, 0x2474, 0x2488, 0x24F5, 0x2776, 0x2780, 0x278A, 0x2081];

/// The ASCII separator, sign or quotation mark that a character stands for.
pub(crate) fn separator(c: char) -> Option<char> {
    Some(match c {
        '，' | '、' | '٬' | '﹐' | '‚' | '︐' | '،' => ',',
        '．' | '。' | '٫' | '﹒' | '․' | '·' | '‧' | '⎖' | '∙' | '•' => '.',
        '’' | '‘' | 'ʼ' | '′' | '＇' | '´' | '`' | '˙' | '‛' => '\'',
        '“' | '”' | '„' | '«' | '»' => '"',
        '＿' => '_',
        '‐' | '‑' | '‒' | '–' | '—' | '−' | '－' | '﹣' | '―' => '-',
        '＄' | '﹩' => '$',
        '／' | '⁄' | '∕' => '/',
        '％' | '﹪' | '٪' => '%',
        _ if c.is_whitespace() || matches!(u32::from(c), 0x2800 | 0x3164) => ' ',
        _ => return None,
    })
}

/// The value of a digit of any script, or in a circle, raised or lowered.
pub(crate) fn digit(code: u32) -> Option<u32> {
    let in_run = |start: u32, long: u32| code.checked_sub(start).filter(|digit| *digit < long);
    if let Some(digit) = ZEROS.iter().find_map(|zero| in_run(*zero, 10)) {
        return Some(digit);
    }
    if let Some(digit) = ONES.iter().find_map(|one| in_run(*one, 9)) {
        return Some(digit + 1);
    }
    match code {
        // Superscripts have their own order; circled and subscript zeros stand apart.
        0x24EA | 0x24FF | 0x2070 | 0x2080 => Some(0),
        0xB9 => Some(1),
        0xB2 => Some(2),
        0xB3 => Some(3),
        0x2074..=0x2079 => Some(code - 0x2070),
        _ => None,
    }
}

/// True for zero-width, joining, direction and variation characters, soft hyphens
/// and fillers.
pub(crate) fn invisible(code: u32) -> bool {
    matches!(code,
        0xAD | 0x034F | 0x061C | 0x115F | 0x1160 | 0x17B4 | 0x17B5 | 0x180B..=0x180F | 0x200B..=0x200F
        | 0x202A..=0x202E | 0x2060..=0x206F | 0x0300..=0x036F | 0x20D0..=0x20F0 | 0xFE00..=0xFE0F | 0xFEFF
        | 0xFFA0 | 0xFFF9..=0xFFFB | 0xE_0001 | 0xE_007F | 0xE_0100..=0xE_01EF)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digit_runs_are_what_the_standard_library_calls_numeric() {
        for zero in ZEROS {
            for value in 0..10 {
                let c = char::from_u32(zero + value).filter(|c| c.is_numeric());
                assert!(c.is_some(), "{zero:x}+{value}");
                assert_eq!(digit(zero + value), Some(value));
            }
            // The run begins here: what stands before is no digit of the same run.
            assert_ne!(digit(zero - 1), Some(9).filter(|_| !ZEROS.contains(&(zero - 10))), "{zero:x}");
        }
    }
}
