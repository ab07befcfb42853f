//! Builds the targets with the marks that libFuzzer steers by. The stable compiler can
//! write them: they are a pass of LLVM's, and the fuzzer is linked as a library.

use std::path::PathBuf;
use std::process::Command;

use crate::failure::{Failure, Outcome};
use crate::place::House;
use crate::process;

/// In place of those of `.cargo/config.toml`, which say the first line too: the curve
/// is tried with the backend that the application has.
const FLAGS: [&str; 7] = [
    "--cfg curve25519_dalek_backend=\"avx512\"",
    "--cfg fuzzing",
    "-Cpasses=sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=4",
    "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
    "-Cllvm-args=-sanitizer-coverage-pc-table",
    "-Cllvm-args=-sanitizer-coverage-trace-compares",
];

/// Builds all targets.
///
/// # Errors
/// When they cannot be built.
pub fn targets(house: &House) -> Outcome {
    let host = host()?;
    // With a target of its own named, cargo leaves build scripts and macros without the
    // flags; they have no fuzzer to be linked with.
    process::run(
        cargo(house, "build").args(["--bins", "--target", host.trim()]).env("RUSTFLAGS", FLAGS.join(" ")),
    )
}

/// Writes the hand-made seeds.
///
/// # Errors
/// When they cannot be built or written.
pub fn seeds(house: &House) -> Outcome {
    process::run(cargo(house, "run").args(["--example", "seeds"]))
}

fn cargo(house: &House, what: &str) -> Command {
    let mut cargo = house.cargo();
    cargo
        .args([what, "--quiet", "--locked", "--release", "--manifest-path", "fuzz/Cargo.toml"])
        .arg("--target-dir")
        .arg(house.target("fuzz"));
    cargo
}

/// Where a target's binary lies.
///
/// # Errors
/// When the compiler does not name its host.
pub fn binary(house: &House, name: &str) -> Outcome<PathBuf> {
    Ok(house.target("fuzz").join(host()?).join("release").join(name))
}

/// The machine that the compiler builds for.
fn host() -> Outcome<String> {
    let told = process::output(Command::new("rustc").arg("-vV"))?;
    let host = told.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned).ok_or_else(|| Failure::new("`rustc -vV` names no host"))
}
