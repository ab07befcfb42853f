//! Places in what came, as JSON Pointers (RFC 6901), which is how this protocol names them.

use core::fmt;

use anp::json::{Path, Step};

/// A place, written `/results/0/proposals/2/terms_digest`; the whole is the empty text.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct At(String);

impl At {
    /// The whole.
    pub fn root() -> Self {
        Self::default()
    }

    /// A member of what stands here.
    #[must_use]
    pub fn key(&self, key: &str) -> Self {
        Self(format!("{}/{}", self.0, key.replace('~', "~0").replace('/', "~1")))
    }

    /// An item of what stands here, from 0.
    #[must_use]
    pub fn item(&self, place: usize) -> Self {
        Self(format!("{}/{place}", self.0))
    }
}

impl From<&Path> for At {
    fn from(path: &Path) -> Self {
        path.0.iter().fold(Self::root(), |at, step| match step {
            Step::Key(key) => at.key(key),
            Step::Index(place) => at.item(*place),
        })
    }
}

impl fmt::Display for At {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_escaped() {
        let at = At::root().key("results").item(3).key("a/b~c");
        assert_eq!(at.to_string(), "/results/3/a~1b~0c");
    }
}
