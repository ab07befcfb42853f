//! How a mail is divided, as the server says before anything of it is fetched.

use imap_proto::{BodyContentCommon, BodyContentSinglePart, BodyStructure, ContentEncoding};

use super::keeper::Left;
use super::{LARGE_PART, LARGE_TEXT};
use crate::mime::MOST_PARTS;

/// How a part's bytes are coded on the wire.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Coding {
    /// As they are.
    Plain,
    /// Base64.
    Base64,
    /// Quoted-printable.
    Quoted,
}

/// A mail or a part of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Shape {
    /// A part that holds no others. A mail within a mail is one, too.
    Leaf(Leaf),
    /// A part of parts.
    Parts {
        /// Its number; empty for the mail itself.
        path: String,
        /// What stands between its parts.
        boundary: String,
        /// They.
        parts: Vec<Shape>,
    },
}

/// A part that holds no others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Leaf {
    /// What is known of it.
    pub about: Left,
    /// Whether people read it.
    pub is_text: bool,
}

impl Leaf {
    /// Whether it stays on the server until it is asked for.
    pub fn stays(&self) -> bool {
        let bytes = usize::try_from(self.about.bytes).unwrap_or(usize::MAX);
        bytes > if self.is_text { LARGE_TEXT } else { LARGE_PART }
    }
}

impl Shape {
    /// Reads what the server says. None where it cannot be made use of: a part of parts
    /// without a boundary, or more parts than a mail may have.
    pub fn read(said: &BodyStructure<'_>) -> Option<Self> {
        let mut parts = 0;
        read(said, "", &mut parts)
    }
}

fn read(said: &BodyStructure<'_>, path: &str, count: &mut usize) -> Option<Shape> {
    *count += 1;
    if *count > MOST_PARTS {
        return None;
    }
    match said {
        BodyStructure::Multipart { common, bodies, .. } => {
            let boundary = parameter(common.ty.params.as_ref(), "boundary")?;
            let path_of = |number: usize| {
                if path.is_empty() { number.to_string() } else { format!("{path}.{number}") }
            };
            let parts = (1..).zip(bodies).map(|(number, body)| read(body, &path_of(number), count));
            Some(Shape::Parts { path: path.to_owned(), boundary, parts: parts.collect::<Option<_>>()? })
        }
        BodyStructure::Basic { common, other, .. }
        | BodyStructure::Text { common, other, .. }
        | BodyStructure::Message { common, other, .. } => Some(Shape::Leaf(leaf(common, other, path))),
    }
}

fn leaf(common: &BodyContentCommon<'_>, other: &BodyContentSinglePart<'_>, path: &str) -> Leaf {
    let media_type = format!("{}/{}", common.ty.ty, common.ty.subtype).to_lowercase();
    let disposition = common.disposition.as_ref();
    let name = disposition
        .and_then(|disposition| parameter(disposition.params.as_ref(), "filename"))
        .or_else(|| parameter(common.ty.params.as_ref(), "name"))
        .unwrap_or_default();
    let apart = disposition.is_some_and(|disposition| disposition.ty.eq_ignore_ascii_case("attachment"));
    let is_text = matches!(media_type.as_str(), "text/plain" | "text/html") && !apart && name.is_empty();
    let coding = match &other.transfer_encoding {
        ContentEncoding::Base64 => Coding::Base64,
        ContentEncoding::QuotedPrintable => Coding::Quoted,
        _ => Coding::Plain,
    };
    let part = if path.is_empty() { "1" } else { path }.to_owned();
    Leaf { about: Left { part, name, media_type, bytes: other.octets, coding }, is_text }
}

fn parameter(
    parameters: Option<&Vec<(std::borrow::Cow<'_, str>, std::borrow::Cow<'_, str>)>>,
    name: &str,
) -> Option<String> {
    let found = parameters?.iter().find(|(key, _)| key.eq_ignore_ascii_case(name))?;
    Some(found.1.to_string()).filter(|value| !value.is_empty())
}
