//! Numbers: doubles, read with correct rounding and written as ECMAScript does.

use super::FlawKind;

/// Text of a finite double as ECMAScript's `Number::toString` writes it: shortest
/// digits that round-trip, exponent form outside [1e-6, 1e21), `-0` as `0`.
pub fn es_text(number: f64) -> String {
    ryu_js::Buffer::new().format(number).to_owned()
}

/// Reads a token that has the grammar of a JSON number.
///
/// Exact reading matters for integers only: a reader with big integers would see
/// another number than one with doubles. The canonical form of a large double
/// (`1152921504606847000` for 2^60) passes though its digits are not exact, since
/// peers write it.
pub(crate) fn read(token: &str) -> Result<f64, FlawKind> {
    let number: f64 = token.parse().map_err(|_| FlawKind::OutOfRange)?;
    if !number.is_finite() {
        return Err(FlawKind::OutOfRange);
    }
    if number == 0.0 && mantissa(token).any(|digit| (b'1'..=b'9').contains(&digit)) {
        return Err(FlawKind::OutOfRange);
    }
    let integer = token.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-');
    // Up to 15 digits every integer is a double.
    if integer && token.len() > 15 {
        let exact = format!("{number:.0}");
        if exact != token && es_text(number) != token {
            return Err(FlawKind::InexactInteger);
        }
    }
    Ok(number)
}

fn mantissa(token: &str) -> impl Iterator<Item = u8> {
    token.bytes().take_while(|byte| !matches!(byte, b'e' | b'E'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_that_no_double_holds_are_refused() {
        assert_eq!(read("9007199254740992"), Ok(9_007_199_254_740_992.0));
        assert_eq!(read("9007199254740993"), Err(FlawKind::InexactInteger));
        assert_eq!(read("-9007199254740993"), Err(FlawKind::InexactInteger));
        assert_eq!(read("1152921504606846976"), Ok(1_152_921_504_606_846_976.0));
        assert_eq!(read("1152921504606847000"), Ok(1_152_921_504_606_846_976.0), "as peers write it");
        assert_eq!(read("1152921504606847001"), Err(FlawKind::InexactInteger));
        assert_eq!(read("1e400"), Err(FlawKind::OutOfRange));
        assert_eq!(read("-1e400"), Err(FlawKind::OutOfRange));
        assert_eq!(read("1e-400"), Err(FlawKind::OutOfRange), "a price that would read as nothing");
        assert_eq!(read("0e-400"), Ok(0.0));
        assert_eq!(read("1.0e+28"), Ok(1e28));
    }

    #[test]
    fn writes_as_ecmascript() {
        let pairs = [
            (1140.0, "1140"),
            (-0.0, "0"),
            (1e21, "1e+21"),
            (1e20, "100000000000000000000"),
            (1e-6, "0.000001"),
            (1e-7, "1e-7"),
            (0.1 + 0.2, "0.30000000000000004"),
        ];
        for (number, text) in pairs {
            assert_eq!(es_text(number), text);
        }
    }
}
