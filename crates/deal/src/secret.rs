//! A value that nobody prints by accident.

use std::fmt;

/// A value that nobody prints by accident: `{}` and `{:?}` give `…`.
///
/// Reading it has a loud name, so that a search for `expose_secret` finds every place that does.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret<T>(T);

impl<T> Secret<T> {
    /// Hides the value.
    pub fn new(value: T) -> Self {
        Self(value)
    }

    /// The value itself. It must not reach a log, an error's text or anything outbound.
    pub fn expose_secret(&self) -> &T {
        &self.0
    }
}

impl<T> fmt::Debug for Secret<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("…")
    }
}

impl<T> fmt::Display for Secret<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("…")
    }
}
