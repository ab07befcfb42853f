//! The tree, paths into it, and what is wrong with a text.

use core::fmt;

/// A JSON value. Numbers are doubles, as everywhere on this wire; members stand in
/// the order in which they came, of duplicates the last, as peers keep it.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// `null`
    Null,
    /// `true`, `false`
    Bool(bool),
    /// A finite double.
    Number(f64),
    /// A string.
    Text(String),
    /// An array.
    Array(Vec<Value>),
    /// An object.
    Object(Vec<(String, Value)>),
}

impl Value {
    /// A member of an object; none for other values.
    pub fn get(&self, key: &str) -> Option<&Self> {
        match self {
            Self::Object(members) => members.iter().find(|(name, _)| name == key).map(|(_, value)| value),
            _ => None,
        }
    }

    /// The text of a string.
    pub fn as_text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The number.
    pub const fn as_number(&self) -> Option<f64> {
        match self {
            Self::Number(number) => Some(*number),
            _ => None,
        }
    }

    /// A number that counts something: whole, from 0 to 2^53.
    pub fn as_count(&self) -> Option<u64> {
        const LIMIT: f64 = 9_007_199_254_740_992.0;
        let number = self.as_number()?;
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "whole and in range")]
        (number.fract() == 0.0 && (0.0..=LIMIT).contains(&number)).then_some(number as u64)
    }

    /// The boolean.
    pub const fn as_bool(&self) -> Option<bool> {
        match self {
            Self::Bool(truth) => Some(*truth),
            _ => None,
        }
    }

    /// The array's items.
    pub fn as_array(&self) -> Option<&[Self]> {
        match self {
            Self::Array(items) => Some(items),
            _ => None,
        }
    }

    /// The object's members.
    pub fn as_object(&self) -> Option<&[(String, Self)]> {
        match self {
            Self::Object(members) => Some(members),
            _ => None,
        }
    }

    /// An object of these members.
    pub fn object<const N: usize>(members: [(&str, Self); N]) -> Self {
        Self::Object(members.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
    }

    /// What kind of value it is, for people.
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool(_) => "true or false",
            Self::Number(_) => "a number",
            Self::Text(_) => "a text",
            Self::Array(_) => "a list",
            Self::Object(_) => "an object",
        }
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<bool> for Value {
    fn from(truth: bool) -> Self {
        Self::Bool(truth)
    }
}

impl From<u32> for Value {
    fn from(number: u32) -> Self {
        Self::Number(f64::from(number))
    }
}

/// A step into a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// Into an object's member.
    Key(String),
    /// Into an array's item, from 0.
    Index(usize),
}

/// A place in a value, written `events[2].payload.unit_price`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Path(pub Vec<Step>);

/// Longest key that is shown of a path, in characters; keys come from outside.
const SHOWN_KEY: usize = 60;

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, step) in self.0.iter().enumerate() {
            match step {
                Step::Index(index) => write!(f, "[{index}]")?,
                Step::Key(key) => {
                    let plain = !key.is_empty()
                        && key.chars().count() <= SHOWN_KEY
                        && key.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
                    let dot = if place == 0 { "" } else { "." };
                    if plain {
                        write!(f, "{dot}{key}")?;
                    } else {
                        let shown: String = key.chars().take(SHOWN_KEY).collect();
                        write!(f, "[{shown:?}]")?;
                    }
                }
            }
        }
        Ok(())
    }
}

/// Something that two readers could read differently.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Flaw {
    /// Where in the value.
    pub path: Path,
    /// Where in the text, in bytes.
    pub offset: usize,
    /// What.
    pub kind: FlawKind,
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "at {} (byte {}): {}", self.path, self.offset, self.kind)
    }
}

/// Kinds of flaws.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum FlawKind {
    /// A key stands twice in one object.
    #[error("the same key stands twice, so two readers could read two values")]
    DuplicateKey,
    /// Half of a surrogate pair.
    #[error("a lone surrogate, which no Unicode text can hold")]
    LoneSurrogate,
    /// An integer that no double holds.
    #[error("an integer that no double holds exactly, so two readers could read two numbers")]
    InexactInteger,
    /// Beyond the doubles, or so small that it reads as zero.
    #[error("a number outside the range of doubles")]
    OutOfRange,
    /// Nested deeper than the limit.
    #[error("nested deeper than 64 levels")]
    TooDeep,
}

/// The text is not JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not JSON: {what} at byte {offset}")]
pub struct SyntaxFault {
    /// Where in the text, in bytes.
    pub offset: usize,
    /// What stands or lacks there.
    pub what: &'static str,
}

/// Why a door refuses a text.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// Not JSON.
    #[error(transparent)]
    Syntax(#[from] SyntaxFault),
    /// JSON with a flaw; the first is named.
    #[error("{0}")]
    Flaw(Flaw),
}
