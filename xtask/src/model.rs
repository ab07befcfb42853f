//! `cargo xtask model`: the negotiation machine and the votes, explored further than the
//! tests do.

use crate::failure::Outcome;
use crate::place::House;
use crate::process;

/// Runs the long explorations with the release profile; each prints its bounds and how
/// many states it has seen.
///
/// # Errors
/// When a promise is broken, or where what must happen sometimes never does.
pub fn command() -> Outcome {
    let house = House::find()?;
    process::run(house.cargo().args([
        "test",
        "--release",
        "--package",
        "parley",
        "--test",
        "model",
        "--test",
        "votes_model",
        "--",
        "--include-ignored",
        "--nocapture",
        "--test-threads=1",
    ]))
}
