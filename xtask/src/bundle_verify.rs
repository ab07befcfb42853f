//! `cargo xtask bundle-verify`: the small verifier as one static file, for people who
//! install nothing.

use std::process::Command;

use crate::failure::{Failure, Outcome};
use crate::place::House;
use crate::process;

/// The machine it is built for. Its C library goes into the file.
const TARGET: &str = "x86_64-unknown-linux-gnu";

/// Builds it and makes sure that it needs nothing of the machine it runs on.
///
/// # Errors
/// When it does not build, or is not static.
pub fn command() -> Outcome {
    let house = House::find()?;
    process::run(house.cargo().args([
        "rustc",
        "--release",
        "--package",
        "verify-only",
        "--bin",
        "countersign-verify",
        "--target",
        TARGET,
        "--",
        "--codegen",
        "target-feature=+crt-static",
    ]))?;
    let file = house.target(&format!("{TARGET}/release/countersign-verify"));
    let headers = process::output(Command::new("readelf").arg("--program-headers").arg(&file))?;
    // A program that wants libraries names the loader that finds them.
    if headers.contains("INTERP") {
        return Err(Failure::new(format!("{} is not static", file.display())));
    }
    let about = std::fs::metadata(&file).map_err(Failure::when("looking at the verifier"))?;
    println!("{}: static, {} bytes", file.display(), about.len());
    Ok(())
}
