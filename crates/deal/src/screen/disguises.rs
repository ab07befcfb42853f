//! Figures in disguise: letters for figures, other bases, Morse, shifted alphabets.

/// Letters moved along the alphabet, figures by five.
pub(super) fn shifted(text: &str, by: u8) -> String {
    let turn = |c: char, first: u8, many: u8, by: u8| {
        u8::try_from(c).map_or(c, |byte| char::from(first + (byte - first + by) % many))
    };
    text.chars()
        .map(|c| match c {
            'a'..='z' => turn(c, b'a', 26, by),
            'A'..='Z' => turn(c, b'A', 26, by),
            _ => c,
        })
        .collect()
}

/// A text whose words are read one by one. Its spaces and lines stay: what stands in the next line belongs to no figure.
fn word_by_word(text: &str, mut read: impl FnMut(&str) -> String) -> String {
    let mut all = String::with_capacity(text.len());
    for part in text.split_inclusive(char::is_whitespace) {
        let word = part.trim_end();
        all.push_str(&read(word));
        all.push_str(part.get(word.len()..).unwrap_or_default());
    }
    all
}

/// Letters that look like figures, in words that hold figures or signs of money: `I,25O,OOO`.
pub(super) fn leet(text: &str) -> Option<String> {
    let mut changed = false;
    let read = word_by_word(text, |word| {
        let like: String = word
            .chars()
            .map(|c| match c {
                'O' | 'o' | 'Q' | 'D' | 'О' | 'о' | 'Ο' | 'ο' | 'օ' => '0',
                'I' | 'l' | 'i' | '|' | '!' | 'І' | 'і' | 'Ӏ' | 'ӏ' | 'Ι' | 'ι' => '1',
                'Z' | 'z' => '2',
                'E' | 'З' | 'з' => '3',
                'A' => '4',
                'S' | 's' => '5',
                'G' | 'б' => '6',
                'T' => '7',
                'B' | 'В' => '8',
                _ => c,
            })
            .collect();
        let core = like.trim_matches(|c: char| !c.is_alphanumeric());
        let figures = core.chars().filter(char::is_ascii_digit).count();
        let strange = core.chars().filter(|c| c.is_alphabetic()).count();
        let disguised = figures >= 3 && strange <= 1 && like != word;
        changed |= disguised;
        // The words between stay, for a scale may be among them.
        if disguised { like } else { word.to_owned() }
    });
    changed.then_some(read)
}

/// Figures that stand for letters inside of words: `m1ll10n`.
pub(super) fn unleet(text: &str) -> Option<String> {
    let mut changed = false;
    let read = word_by_word(text, |word| {
        let letters = word.chars().filter(|c| c.is_alphabetic()).count();
        let figures = word.chars().filter(|c| c.is_ascii_digit() || matches!(c, '@' | '$' | '!')).count();
        if letters < 2 || figures == 0 {
            return word.to_owned();
        }
        changed = true;
        let letter = |c| match c {
            '0' => 'o',
            '1' | '!' => 'i',
            '3' => 'e',
            '4' | '@' => 'a',
            '5' | '$' => 's',
            '6' | '9' => 'g',
            '7' => 't',
            '8' => 'b',
            _ => c,
        };
        // `0n3.7w0f1v3` has a point in the middle.
        let inner = word.trim_end_matches(['.', ',', '!', '?']);
        let read: String = inner.chars().map(letter).collect();
        read.replace('.', " point ") + word.get(inner.len()..).unwrap_or_default()
    });
    changed.then_some(read)
}

/// Letters, figures and signs moved by half of their alphabet (ROT47).
pub(super) fn turned(text: &str) -> String {
    let turn = |c: char| {
        let place = u32::from(c).checked_sub(33).filter(|place| *place < 94)?;
        char::from_u32((place + 47) % 94 + 33)
    };
    text.chars().map(|c| turn(c).unwrap_or(c)).collect()
}

/// Integers in base sixteen, eight and two, said in tens.
pub(super) fn integers(text: &str) -> Option<String> {
    let read: Vec<String> = text
        .split(|c: char| !c.is_ascii_alphanumeric())
        .filter_map(|word| {
            let lower = word.to_ascii_lowercase();
            let (digits, radix) = match lower.split_at_checked(2) {
                Some(("0x", rest)) => (rest, 16),
                Some(("0b", rest)) => (rest, 2),
                Some(("0o", rest)) => (rest, 8),
                _ if lower.len() >= 12 && lower.chars().all(|c| matches!(c, '0' | '1')) => {
                    (lower.as_str(), 2)
                }
                // As assemblers write it.
                _ if lower.len() >= 5 && lower.len() <= 8 => (lower.strip_suffix('h')?, 16),
                _ => return None,
            };
            u64::from_str_radix(digits, radix).ok().map(|value| value.to_string())
        })
        .take(64)
        .collect();
    (!read.is_empty()).then(|| read.join(" ; "))
}

/// True where a run of letters and figures is one of these numbers in some base up to thirty-six. What could be
/// a word is none.
pub(super) fn in_some_base(text: &str, numbers: &[u64]) -> bool {
    text.split(|c: char| !c.is_ascii_alphanumeric()).filter(|run| (4..=24).contains(&run.len())).any(|run| {
        let figures = run.contains(|c: char| c.is_ascii_digit());
        let capitals = run.chars().all(|c| c.is_ascii_uppercase());
        (figures || capitals)
            && (2..=36)
                .filter(|radix| *radix != 10)
                .any(|radix| u64::from_str_radix(run, radix).is_ok_and(|value| numbers.contains(&value)))
    })
}

/// Figures moved by five (ROT5), as far as they stand for figures again.
pub(super) fn moved(text: &str) -> Option<String> {
    let turn = |c: char| c.to_digit(10).and_then(|digit| char::from_digit((digit + 5) % 10, 10)).unwrap_or(c);
    text.contains(|c: char| c.is_ascii_digit()).then(|| text.chars().map(turn).collect())
}

/// Figures in Morse's code.
pub(super) fn morse(text: &str) -> Option<String> {
    const FIGURES: [&str; 10] =
        ["-----", ".----", "..---", "...--", "....-", ".....", "-....", "--...", "---..", "----."];
    let plain: String = text
        .chars()
        .map(|c| {
            if matches!(c, '–' | '—' | '−') {
                '-'
            } else if matches!(c, '·' | '•') {
                '.'
            } else {
                c
            }
        })
        .collect();
    let figures: String = plain
        .split(|c: char| !matches!(c, '.' | '-'))
        .filter_map(|sign| FIGURES.iter().position(|figure| *figure == sign))
        .filter_map(|value| u32::try_from(value).ok().and_then(|value| char::from_digit(value, 10)))
        .collect();
    (figures.len() >= 4).then_some(figures)
}

/// `2⁴` as `2^4`, and letters with a line above as thousands (`M̅C̅C̅L̅`).
pub(super) fn raised(text: &str) -> Option<String> {
    let power = |c: char| matches!(c, '⁰' | '¹' | '²' | '³' | '⁴'..='⁹');
    let line = |c: char| matches!(c, '\u{0305}' | '\u{033F}' | '\u{0304}');
    let roman = |c: char| matches!(c, 'I' | 'V' | 'X' | 'L' | 'C' | 'D' | 'M');
    if !text.contains(|c| power(c) || line(c)) {
        return None;
    }
    let mut read = String::with_capacity(text.len());
    let (mut before, mut some) = (' ', false);
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        if power(c) && before.is_numeric() && !power(before) {
            read.push('^');
            some = true;
        }
        // `seat²⁵⁰⁰`: no footnote has so many.
        if power(c) && before.is_alphabetic() && chars.clone().take_while(|c| power(*c)).count() >= 2 {
            read.push(' ');
            some = true;
        }
        read.push(if matches!(c, '·' | '⋅' | '∙') { '×' } else { c });
        if line(c) && roman(before) {
            some = true;
            if !chars.peek().copied().is_some_and(roman) {
                read.push_str(" thousand ");
            }
        }
        before = c;
    }
    some.then_some(read)
}
