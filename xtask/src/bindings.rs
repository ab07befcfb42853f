//! `cargo xtask bindings`: the page's types, written anew from the Rust ones.

use crate::failure::{Failure, Outcome};
use crate::place::House;
use crate::process;

/// Runs the test that compares the committed bindings, and lets it write instead.
///
/// # Errors
/// When the test fails, or did not run and so wrote nothing.
pub fn command() -> Outcome {
    let house = House::find()?;
    let file = house.page().join("src/lib/bindings.ts");
    let before = written(&file);
    process::run(
        house
            .cargo()
            // All of the workspace is named, so that shared dependencies keep their features.
            .args(["test", "--workspace", "--test", "bindings"])
            .env("UPDATE_BINDINGS", "1"),
    )?;
    // Cargo calls it a success when no test has that name.
    if written(&file) == before {
        return Err(Failure::new(format!(
            "no test named `bindings` in countersign-desktop wrote {}",
            file.display()
        )));
    }
    println!("{} is up to date", file.display());
    Ok(())
}

fn written(file: &std::path::Path) -> Option<std::time::SystemTime> {
    std::fs::metadata(file).and_then(|about| about.modified()).ok()
}
