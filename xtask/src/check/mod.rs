//! `cargo xtask check`: the rules of the house that the compiler does not know.

mod arrows;
mod files;
mod names;
mod pure;
mod sizes;
mod trees;
mod words;

use std::fmt;

use crate::failure::{Failure, Outcome};
use crate::place::House;

/// One thing that is not as it should be.
#[derive(Debug, PartialEq)]
struct Finding {
    place: String,
    reason: String,
}

impl Finding {
    fn new(place: impl Into<String>, reason: impl Into<String>) -> Self {
        Self { place: place.into(), reason: reason.into() }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.reason)
    }
}

/// Checks, and says that all is well.
///
/// # Errors
/// As [`check`].
pub fn command() -> Outcome {
    check(&House::find()?)
}

/// Prints every finding on a line of its own.
///
/// # Errors
/// When there is one, or when git or cargo cannot be asked.
pub fn check(house: &House) -> Outcome {
    let files = files::read(house)?;
    let packages = arrows::packages(house.metadata())?;
    let mut findings = arrows::check(&packages);
    findings.extend(trees::check(house, &packages)?);
    findings.extend(pure::check(&files));
    findings.extend(sizes::check(&files));
    findings.extend(names::check(&files));
    findings.extend(words::check(&files)?);
    for finding in &findings {
        println!("{finding}");
    }
    match findings.len() {
        0 => {
            println!("{} files and {} packages: the house is in order", files.len(), packages.len());
            Ok(())
        }
        1 => Err(Failure::new("one finding in the house")),
        many => Err(Failure::new(format!("{many} findings in the house"))),
    }
}
