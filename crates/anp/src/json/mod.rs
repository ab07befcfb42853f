//! JSON as the protocol means it: read strictly, written canonically (RFC 8785).
//!
//! The reader finishes wherever the text is JSON at all, and lists as [`Flaw`]s what
//! two readers could read differently: duplicate keys, lone surrogates, numbers that
//! no double holds, nesting beyond [`MAX_DEPTH`]. A door refuses flaws; a verdict
//! names each with its event and path.

mod number;
mod read;
mod value;
mod write;

pub use number::es_text;
pub(crate) use number::read as read_number;
pub(crate) use read::Reader;
pub use read::{MAX_DEPTH, MAX_FLAWS, Parsed, parse, parse_flawless};
pub use value::{Flaw, FlawKind, Path, Refused, Step, SyntaxFault, Value};
pub use write::canonical;
pub(crate) use write::character;

/// JSON text of a string, escaped as ECMAScript's `JSON.stringify` does.
pub fn quote(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    write::quoted(text, &mut out);
    out
}
