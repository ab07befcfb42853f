//! Why a mail cannot be read at all.

use super::{DEEPEST_PART, LARGEST_HEADER, LARGEST_MAIL, MOST_ATTACHMENTS, MOST_PARTS};

/// Why a mail cannot be read, and where. Parts are counted from 1 within the part
/// that holds them: `2.1` is the first part of the mail's second part.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unreadable {
    /// More bytes than a mail may have.
    #[error("the mail has {bytes} bytes; {LARGEST_MAIL} are read at most")]
    TooLarge {
        /// How many it has.
        bytes: usize,
    },
    /// No header field: these bytes are no mail.
    #[error("line {line}: here a mail's header should begin")]
    NoHeader {
        /// The line, from 1.
        line: usize,
    },
    /// A header section that does not end soon enough.
    #[error("{place}: the header has more than {LARGEST_HEADER} bytes")]
    LongHeader {
        /// `the mail` or `part 2.1`.
        place: String,
    },
    /// Nobody says that they wrote it.
    #[error("header From: no author's address")]
    NoAuthor,
    /// Parts in parts in parts.
    #[error("part {part}: lies deeper than {DEEPEST_PART} parts")]
    TooDeep {
        /// The first that is too deep.
        part: String,
    },
    /// More parts than a mail may have.
    #[error("part {part}: more than {MOST_PARTS} parts")]
    TooManyParts {
        /// The first that is too many.
        part: String,
    },
    /// More attachments than a mail may have.
    #[error("part {part}: more than {MOST_ATTACHMENTS} attachments")]
    TooManyAttachments {
        /// The first that is too many.
        part: String,
    },
}
