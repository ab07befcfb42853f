//! Three capital letters, and how finely that money divides.

use std::fmt;
use std::str::FromStr;

/// A currency code as ISO 4217 spells them: three ASCII capital letters.
///
/// Any such code is accepted, since the wire accepts any; only [`Currency::minor_units`] knows which
/// of them exist.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Currency([u8; 3]);

/// The text is not three ASCII capital letters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CurrencyError;

impl fmt::Display for CurrencyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a currency is three capital letters")
    }
}

impl std::error::Error for CurrencyError {}

/// ISO 4217, list one (currencies and funds in use): every code whose minor unit is not 2, codes that
/// name no minor unit (`XAU`, `XDR`, …) left aside.
const WITHOUT_MINOR: [&[u8; 3]; 17] = [
    b"BIF", b"CLP", b"DJF", b"GNF", b"ISK", b"JPY", b"KMF", b"KRW", b"PYG", b"RWF", b"UGX", b"UYI", b"VND",
    b"VUV", b"XAF", b"XOF", b"XPF",
];
const THREE_MINOR: [&[u8; 3]; 7] = [b"BHD", b"IQD", b"JOD", b"KWD", b"LYD", b"OMR", b"TND"];
const FOUR_MINOR: [&[u8; 3]; 2] = [b"CLF", b"UYW"];

impl Currency {
    /// Reads a code.
    ///
    /// # Errors
    /// [`CurrencyError`] for anything but three ASCII capital letters.
    pub fn parse(text: &str) -> Result<Self, CurrencyError> {
        let code: [u8; 3] = text.as_bytes().try_into().map_err(|_| CurrencyError)?;
        if code.iter().all(u8::is_ascii_uppercase) { Ok(Self(code)) } else { Err(CurrencyError) }
    }

    /// The three letters.
    pub fn as_str(&self) -> &str {
        // Checked at the only constructor.
        std::str::from_utf8(&self.0).unwrap_or_default()
    }

    /// Digits after the point that this money is paid in, by ISO 4217; 2 for codes it does not list.
    pub fn minor_units(&self) -> u32 {
        if WITHOUT_MINOR.contains(&&self.0) {
            0
        } else if THREE_MINOR.contains(&&self.0) {
            3
        } else if FOUR_MINOR.contains(&&self.0) {
            4
        } else {
            2
        }
    }
}

impl fmt::Display for Currency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for Currency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Currency({self})")
    }
}

impl FromStr for Currency {
    type Err = CurrencyError;

    fn from_str(text: &str) -> Result<Self, CurrencyError> {
        Self::parse(text)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn three_capital_letters_alone() {
        for text in ["", "US", "USDT", "usd", "U5D", "U D", "ÜSD", "€", "ＵＳＤ"] {
            assert_eq!(Currency::parse(text), Err(CurrencyError), "{text}");
        }
        assert_eq!(Currency::parse("EUR").unwrap().to_string(), "EUR");
        assert!(Currency::parse("QQQ").is_ok());
    }

    #[test]
    fn minor_units_follow_the_standard() {
        for (code, units) in [
            ("USD", 2),
            ("EUR", 2),
            ("JPY", 0),
            ("KRW", 0),
            ("KWD", 3),
            ("BHD", 3),
            ("CLF", 4),
            ("UYW", 4),
            ("QQQ", 2),
        ] {
            assert_eq!(Currency::parse(code).unwrap().minor_units(), units, "{code}");
        }
    }
}
