//! The one base64url decoding: no padding, no `+` or `/`, no left-over bits, exact
//! length. Event hashes do not cover the signature's text, so a lenient reader would
//! let a host split verdicts by rewriting it.

use base64ct::{Base64UrlUnpadded, Encoding as _};

/// Writes bytes as base64url without padding.
pub fn encode(bytes: &[u8]) -> String {
    Base64UrlUnpadded::encode_string(bytes)
}

/// Reads exactly `N` bytes.
///
/// # Errors
/// [`NotBase64Url`] for any other alphabet, padding, white space, length, or for bits
/// beyond the last byte that are not zero.
pub fn decode<const N: usize>(text: &str) -> Result<[u8; N], NotBase64Url> {
    let mut room = [0_u8; N];
    let read = Base64UrlUnpadded::decode(text, &mut room).map_err(|_| NotBase64Url)?;
    if read.len() != N {
        return Err(NotBase64Url);
    }
    // Encoding again settles left-over bits without trusting the decoder's strictness.
    if encode(&room) == text { Ok(room) } else { Err(NotBase64Url) }
}

/// Reads any number of bytes.
///
/// # Errors
/// [`NotBase64Url`] as [`decode`], but for the length.
pub fn decode_any(text: &str) -> Result<Vec<u8>, NotBase64Url> {
    let bytes = Base64UrlUnpadded::decode_vec(text).map_err(|_| NotBase64Url)?;
    if encode(&bytes) == text { Ok(bytes) } else { Err(NotBase64Url) }
}

/// The text is not the one base64url form of the expected number of bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not base64url without padding of the expected length")]
pub struct NotBase64Url;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_one_text_stands_for_the_bytes() {
        assert_eq!(decode::<1>("_w"), Ok([255]));
        for other in ["_w=", "_w==", "/w", "_x", "_w ", " _w", "", "_", "_wA", "\u{ff3f}w"] {
            assert_eq!(decode::<1>(other), Err(NotBase64Url), "{other:?}");
        }
    }
}
