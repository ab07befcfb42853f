//! What did not hold.

use std::fmt::{self, Debug, Display};

/// A step that did not hold: what was expected, and what stood there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    what: String,
    expected: String,
    found: String,
}

impl Fault {
    /// Something other than expected stood there.
    pub fn new(what: impl Display, expected: impl Display, found: impl Display) -> Self {
        Self { what: what.to_string(), expected: expected.to_string(), found: found.to_string() }
    }

    /// Something could not be done at all.
    pub fn cannot<E: Display>(what: impl Display) -> impl FnOnce(E) -> Self {
        move |error| Self::new(what, "no error", error)
    }
}

impl Display for Fault {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(to, "{}\n    expected: {}\n    found:    {}", self.what, self.expected, self.found)
    }
}

impl std::error::Error for Fault {}

/// Whether both are the same.
///
/// # Errors
/// Both, where they are not.
pub fn same<T: PartialEq + Debug>(what: &str, expected: &T, found: &T) -> Result<(), Fault> {
    if expected == found {
        return Ok(());
    }
    Err(Fault::new(what, format!("{expected:?}"), format!("{found:?}")))
}

/// Whether something holds; `found` says what stands there.
///
/// # Errors
/// Where it does not.
pub fn holds(what: &str, holds: bool, expected: &str, found: impl Display) -> Result<(), Fault> {
    if holds { Ok(()) } else { Err(Fault::new(what, expected, found)) }
}
