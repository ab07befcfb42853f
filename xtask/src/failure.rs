//! Why a command stopped, in words for the person at the terminal.

use std::fmt;

/// The reason, and what can be done about it.
#[derive(Debug)]
pub struct Failure(String);

/// Nothing, or the reason why not.
pub type Outcome<T = ()> = Result<T, Failure>;

impl Failure {
    /// A failure with these words.
    pub fn new(words: impl Into<String>) -> Self {
        Self(words.into())
    }

    /// Turns an error met while doing something into a failure that names it:
    /// `.map_err(Failure::when("writing the stamp"))`.
    pub fn when<E: fmt::Display>(doing: impl fmt::Display) -> impl FnOnce(E) -> Self {
        move |error| Self(format!("{doing}: {error}"))
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
