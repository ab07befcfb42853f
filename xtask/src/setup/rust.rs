//! Rust: the version that the workspace asks for, and its two checkers.

use std::process::Command;

use super::node::at_least;
use crate::failure::{Failure, Outcome};
use crate::process;

/// Asks rustc for its version, and cargo for the checkers if they are wanted.
///
/// # Errors
/// When Rust is too old or a checker is missing, with what to do.
pub fn check(checkers: bool) -> Outcome {
    let wanted = env!("CARGO_PKG_RUST_VERSION");
    let answer = process::output(Command::new("rustc").arg("--version"))?;
    let version = answer.split_whitespace().nth(1).unwrap_or_default();
    if !at_least(version, wanted) {
        return Err(Failure::new(format!(
            "Rust {wanted} or newer is needed, here is {version}. With rustup: rustup update stable"
        )));
    }
    for (tool, component) in [("fmt", "rustfmt"), ("clippy", "clippy")] {
        if checkers && !process::succeeds(Command::new("cargo").args([tool, "--version"])) {
            return Err(Failure::new(format!(
                "`cargo {tool}` is missing. With rustup: rustup component add {component}"
            )));
        }
    }
    Ok(())
}
