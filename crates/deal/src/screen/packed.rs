//! Texts packed into figures or letters: bytes in base two, eight, ten and sixteen, base32 in small
//! letters, base85 in its two alphabets.

use super::views::base64;

/// Decoded texts of one field at most.
const MOST: usize = 24;

/// The alphabet of RFC 1924, which Python and Git write base85 in.
const RFC_1924: &str =
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~";

/// What the packings that a text may hold say.
pub(super) fn packed(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (radix, shortest, longest) in [(2, 7, 8), (8, 2, 3), (10, 2, 3), (16, 2, 2)] {
        found.extend(bytes_apart(text, radix, shortest, longest));
    }
    for chunk in text.split_whitespace().filter(|chunk| chunk.len() >= 8 && chunk.len() <= 20_000) {
        let bare = chunk.trim_matches(|c: char| matches!(c, ',' | '.' | ';' | ':' | '"' | '\''));
        if bare.len() >= 16 && bare.len().is_multiple_of(8) && bare.bytes().all(|b| matches!(b, b'0' | b'1'))
        {
            found.extend(together(bare));
        }
        let framed = chunk.trim_start_matches("<~").trim_end_matches("~>");
        let ascii85 = base85(framed, |byte| (b'!'..=b'u').contains(&byte).then(|| u32::from(byte - b'!')));
        let git = base85(bare, |byte| {
            RFC_1924.bytes().position(|letter| letter == byte).and_then(|place| u32::try_from(place).ok())
        });
        found.extend([ascii85, git].into_iter().flatten().filter_map(readable));
        if found.len() >= MOST {
            break;
        }
    }
    found.truncate(MOST);
    found
}

/// A decoded text that somebody wrote: ASCII, mostly letters, figures and spaces.
fn readable(bytes: Vec<u8>) -> Option<String> {
    let text = String::from_utf8(bytes).ok()?;
    let plain = text.chars().filter(|c| c.is_ascii_alphanumeric() || *c == ' ').count();
    let fair = text.len() >= 3
        && text.is_ascii()
        && text.chars().all(|c| !c.is_ascii_control() || c == '\n')
        && plain * 10 >= text.len() * 8;
    fair.then_some(text)
}

/// `31 32 35`: a byte a word, three or more in a row.
fn bytes_apart(text: &str, radix: u32, shortest: usize, longest: usize) -> Vec<String> {
    let mut found = Vec::new();
    let mut row: Vec<u8> = Vec::new();
    // `chr(49)+chr(50)`
    let bare = text.replace("chr", " ").replace("CHR", " ").replace("Chr", " ");
    let words = bare.split(|c: char| {
        c.is_whitespace()
            || matches!(c, ',' | ':' | '-' | ';' | '\\' | '(' | ')' | '[' | ']' | '+' | '/' | '|')
    });
    for word in words.filter(|word| !word.is_empty()).chain(["."]) {
        let bare = word.trim_start_matches("0x").trim_end_matches('.');
        let long = bare.len() >= shortest && bare.len() <= longest;
        match u8::from_str_radix(bare, radix).ok().filter(|byte| long && byte.is_ascii()) {
            Some(byte) => row.push(byte),
            None if row.len() >= 3 => found.extend(readable(std::mem::take(&mut row))),
            None => row.clear(),
        }
    }
    found
}

/// Bits without spaces.
fn together(bits: &str) -> Option<String> {
    let bytes: Option<Vec<u8>> = bits
        .as_bytes()
        .chunks(8)
        .map(|byte| std::str::from_utf8(byte).ok().and_then(|byte| u8::from_str_radix(byte, 2).ok()))
        .collect();
    readable(bytes?)
}

/// Five letters are four bytes; a shorter group at the end has one byte less than letters.
fn base85(text: &str, value: impl Fn(u8) -> Option<u32>) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    for group in text.as_bytes().chunks(5) {
        let mut word = 0_u32;
        for at in 0..5 {
            let digit = match group.get(at) {
                Some(letter) => value(*letter)?,
                None => 84,
            };
            word = word.checked_mul(85)?.checked_add(digit)?;
        }
        let kept = group.len().checked_sub(1)?;
        bytes.extend(word.to_be_bytes().iter().take(kept));
    }
    Some(bytes)
}

/// What older mail is packed in: UTF-7 (`+ADEAMg-`) and lines of uuencode.
pub(super) fn of_mail(text: &str) -> Vec<String> {
    let shifted = text.split('+').skip(1).filter_map(|rest| {
        let packed = rest.split(|c: char| !(c.is_ascii_alphanumeric() || c == '/')).next()?;
        let bytes = base64(packed).filter(|_| (4..=400).contains(&packed.len()))?;
        let units: Vec<u16> = bytes
            .chunks_exact(2)
            .filter_map(|pair| Some(u16::from_be_bytes(pair.try_into().ok()?)))
            .collect();
        String::from_utf16(&units).ok().filter(|text| text.len() >= 2 && text.is_ascii())
    });
    let lines = text.lines().filter_map(uuencoded);
    shifted.take(MOST).chain(lines.take(MOST)).collect()
}

/// A line of uuencode: its length, then four signs for three bytes.
fn uuencoded(line: &str) -> Option<String> {
    let value = |byte: u8| (32..=96).contains(&byte).then(|| u32::from(byte - 32) & 63);
    let (first, rest) = line.as_bytes().split_first()?;
    let many = usize::try_from(value(*first)?).ok()?;
    let groups = many.div_ceil(3);
    if many < 3 || rest.len() > groups * 4 || rest.len() + 3 < groups * 4 {
        return None;
    }
    let mut bytes = Vec::new();
    for group in rest.chunks(4) {
        let mut word = 0;
        for at in 0..4 {
            word = word << 6 | value(group.get(at).copied().unwrap_or(b'`'))?;
        }
        bytes.extend(word.to_be_bytes().iter().skip(1));
    }
    bytes.truncate(many);
    readable(bytes)
}

/// Runs in base58, which leaves out what looks alike.
pub(super) fn base58s(text: &str) -> Vec<String> {
    const LETTERS: &[u8] = b"123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
    let place = |byte: u8| LETTERS.iter().position(|letter| *letter == byte);
    let runs = text.split(|c: char| !c.is_ascii_alphanumeric()).filter(|run| {
        (8..=40).contains(&run.len())
            && run.contains(|c: char| c.is_ascii_digit())
            && run.contains(|c: char| c.is_ascii_lowercase())
            && run.contains(|c: char| c.is_ascii_uppercase())
    });
    let read = |run: &str| {
        let mut bytes: Vec<u8> = Vec::new();
        for letter in run.bytes() {
            let mut carry = place(letter)?;
            for byte in bytes.iter_mut().rev() {
                carry += usize::from(*byte) * 58;
                *byte = u8::try_from(carry & 0xFF).ok()?;
                carry >>= 8;
            }
            while carry > 0 {
                bytes.insert(0, u8::try_from(carry & 0xFF).ok()?);
                carry >>= 8;
            }
        }
        readable(bytes)
    };
    runs.take(MOST).filter_map(read).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_packing_is_taken_off() {
        for (text, inside) in [
            ("00110001 00110010 00110101", "125"),
            ("001100010011001000110101", "125"),
            ("061 062 065 060", "1250"),
            ("49 50 53 48", "1250"),
            ("31 32 35 30", "1250"),
            (r"<~@ps=!0etU?0JG0~>", "125"),
        ] {
            let found = packed(text);
            assert!(found.iter().any(|found| found.contains(inside)), "{text}: {found:?}");
        }
        for text in ["30 60 90 days", "", "See sections 12, 14 and 15.", "<~~>"] {
            assert!(packed(text).iter().all(|found| found.len() < 4), "{text}");
        }
    }
}
