//! Pictures that stand in a text: their bytes are no letters, but what can be read in them is read.

use std::borrow::Cow;

use super::views::{View, base64};

/// How a picture begins that stands in a text.
const MARK: &str = "data:image/";

/// The text with every picture's bytes blanked out, place by place, and what can be read in them.
pub(super) fn without_pictures(text: &str) -> (Cow<'_, str>, Vec<View>) {
    if !text.contains(MARK) {
        return (Cow::Borrowed(text), Vec::new());
    }
    let (mut bare, mut views, mut rest) = (String::with_capacity(text.len()), Vec::new(), text);
    while let Some((before, after)) = rest.split_once(MARK) {
        bare.push_str(before);
        bare.push_str(MARK);
        let head = after.find(";base64,").filter(|at| *at <= 20).map(|at| at + ";base64,".len());
        let (head, tail) = after.split_at_checked(head.unwrap_or_default()).unwrap_or(("", after));
        bare.push_str(head);
        let letter = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '/' | '=' | '_' | '-');
        let end = tail.find(|c| !letter(c)).unwrap_or(tail.len());
        let (payload, tail) = tail.split_at_checked(end).unwrap_or((tail, ""));
        match base64(payload).filter(|bytes| !head.is_empty() && is_picture(bytes)) {
            Some(bytes) => {
                bare.extend(payload.chars().map(|_| ' '));
                views.push(View { text: pieces(&bytes), exact_only: true, words_only: false });
            }
            None => bare.push_str(payload),
        }
        rest = tail;
    }
    bare.push_str(rest);
    (Cow::Owned(bare), views)
}

/// True for the first bytes of a picture.
pub(super) fn is_picture(bytes: &[u8]) -> bool {
    [&b"\x89PNG"[..], b"GIF8", b"\xff\xd8\xff", b"RIFF", b"BM"].iter().any(|magic| bytes.starts_with(magic))
}

/// What can be read in bytes that are no text.
pub(super) fn pieces(bytes: &[u8]) -> String {
    bytes
        .split(|byte| !(b' '..=b'~').contains(byte))
        .filter(|piece| piece.len() >= 5)
        .map(|piece| String::from_utf8_lossy(piece).into_owned())
        .collect::<Vec<_>>()
        .join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pictures_bytes_are_blanked_and_other_bytes_are_not() {
        let text = "a data:image/png;base64,iVBORw0KGgoAAAANSUhEUg== b data:image/png;base64,MTI1MDAwMA== c";
        let (bare, views) = without_pictures(text);
        assert_eq!(bare.chars().count(), text.chars().count());
        assert!(!bare.contains("iVBOR") && bare.contains("MTI1MDAwMA==") && bare.ends_with(" c"), "{bare}");
        assert_eq!(views.len(), 1);
        assert_eq!(without_pictures("data:image/ é").0, "data:image/ é");
    }
}
