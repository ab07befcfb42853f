//! Where a log's bytes come from: memory, or a reader that can go back.

use std::borrow::Cow;
use std::io::{self, Read, Seek, SeekFrom};

use super::piece::Piece;

/// Gives pieces of a text from anywhere in it.
pub(super) trait Source<'s> {
    /// The piece that begins at `from` and has `length` bytes, or as many as there are.
    fn piece(&mut self, from: usize, length: usize) -> io::Result<Piece<'s>>;
}

/// A text in memory; its pieces are not copied.
pub(super) struct Memory<'s>(pub(super) &'s [u8]);

impl<'s> Source<'s> for Memory<'s> {
    fn piece(&mut self, from: usize, length: usize) -> io::Result<Piece<'s>> {
        let rest = self.0.get(from..).unwrap_or_default();
        let text = rest.get(..length);
        Ok(Piece { text: Cow::Borrowed(text.unwrap_or(rest)), from, last: text.is_none() })
    }
}

/// A reader, whose start is the text's.
pub(super) struct Stored<R>(pub(super) R);

impl<R: Read + Seek> Source<'static> for Stored<R> {
    fn piece(&mut self, from: usize, length: usize) -> io::Result<Piece<'static>> {
        self.0.seek(SeekFrom::Start(from as u64))?;
        let mut text = Vec::with_capacity(length.min(LARGEST_GUESS));
        let read = self.0.by_ref().take(length as u64).read_to_end(&mut text)?;
        Ok(Piece { text: Cow::Owned(text), from, last: read < length })
    }
}

/// Room is made for no more than this before anything was read.
const LARGEST_GUESS: usize = 1 << 24;
