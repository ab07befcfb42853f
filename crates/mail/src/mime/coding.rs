//! Transfer encodings, undone. What is broken is read as far as it can be.

use mail_parser::decoders::base64::base64_decode;
use mail_parser::decoders::quoted_printable::quoted_printable_decode;

use super::letter::Warning;

/// A part's bytes as they were before they were encoded for the way.
pub fn decode(body: &[u8], encoding: Option<&str>, place: &str, warnings: &mut Vec<Warning>) -> Vec<u8> {
    let mut damaged = |what| warnings.push(Warning::Damaged { place: place.to_owned(), what });
    match encoding.map(|name| name.trim().to_lowercase()).as_deref() {
        None | Some("" | "7bit" | "8bit" | "binary") => body.to_vec(),
        Some("base64") => {
            let (decoded, fault) = base64(body);
            fault.into_iter().for_each(damaged);
            decoded
        }
        Some("quoted-printable") => quoted_printable_decode(body).unwrap_or_else(|| {
            damaged("its quoted-printable has a `=` that is none");
            as_far_as_quoted_printable(body)
        }),
        Some(_) => {
            damaged("its transfer encoding is unknown");
            body.to_vec()
        }
    }
}

/// The bytes, and what is wrong with their writing.
fn base64(body: &[u8]) -> (Vec<u8>, Option<&'static str>) {
    let padded = body.contains(&b'=');
    let signs = body.iter().filter(|byte| is_base64(**byte)).count();
    match base64_decode(body) {
        Some(decoded) if padded || signs % 4 == 0 => (decoded, None),
        // The decoder leaves out what does not fill its group of four.
        Some(_) => (filled_up(body), Some("its base64 ends too early")),
        None => (filled_up(body), Some("its base64 holds what is no base64")),
    }
}

/// What the base64 in a text holds.
fn filled_up(body: &[u8]) -> Vec<u8> {
    let mut kept: Vec<u8> = body.iter().copied().filter(|byte| is_base64(*byte)).collect();
    while !kept.len().is_multiple_of(4) {
        kept.push(b'=');
    }
    base64_decode(&kept).unwrap_or_default()
}

fn is_base64(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=')
}

/// Leaves a `=` that begins nothing where it is.
fn as_far_as_quoted_printable(body: &[u8]) -> Vec<u8> {
    let mut decoded = Vec::with_capacity(body.len());
    let mut rest = body;
    while let Some((first, after)) = rest.split_first() {
        rest = after;
        if *first != b'=' {
            decoded.push(*first);
        } else if let [high, low, after @ ..] = rest
            && let (Some(high), Some(low)) = (hex_digit(*high), hex_digit(*low))
        {
            decoded.push(high * 16 + low);
            rest = after;
        } else if let Some(after) = rest.strip_prefix(b"\r\n").or_else(|| rest.strip_prefix(b"\n")) {
            rest = after;
        } else {
            decoded.push(b'=');
        }
    }
    decoded
}

fn hex_digit(byte: u8) -> Option<u8> {
    char::from(byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_broken_escape_stays_and_the_rest_is_read() {
        let mut warnings = Vec::new();
        let text =
            decode(b"100 =E2=82=AC =ZZ a=b so=\r\nft=", Some("Quoted-Printable"), "part 1", &mut warnings);
        assert_eq!(String::from_utf8_lossy(&text), "100 € =ZZ a=b soft=");
        assert_eq!(warnings.len(), 1);
    }

    #[test]
    fn broken_base64_gives_what_it_holds() {
        let mut warnings = Vec::new();
        assert_eq!(decode(b"SGVs!bG8=\r\n", Some("BASE64"), "part 1", &mut warnings), b"Hello");
        assert_eq!(warnings.len(), 1);
        assert_eq!(decode(b"SGVsbG8", Some("base64"), "part 1", &mut warnings), b"Hello");
        assert_eq!(warnings.len(), 2);
        assert_eq!(decode(b"SGVs\r\nbG8=\r\n", Some("base64"), "part 1", &mut warnings), b"Hello");
        assert_eq!(warnings.len(), 2);
    }

    #[test]
    fn an_unknown_encoding_is_said_to_be_one() {
        let mut warnings = Vec::new();
        assert_eq!(decode(b"begin 644", Some("x-uuencode"), "part 1", &mut warnings), b"begin 644");
        assert_eq!(warnings.len(), 1);
        assert_eq!(decode(b"as it is", Some(" 8BIT "), "part 1", &mut warnings), b"as it is");
        assert_eq!(warnings.len(), 1);
    }
}
