//! The official AdCP package, against which buyer and training seller are tried: in an
//! environment of its own under the target folder, every file by its hash.

use std::process::Command;

use crate::failure::{Failure, Outcome};
use crate::place::House;
use crate::process;

/// Where the pinned packages stand, from the root.
const PINNED: &str = "tests/adcp/requirements.txt";

/// Makes the environment, or makes it anew where the pinned packages changed; says nothing
/// where all is there.
///
/// # Errors
/// When Python or a package cannot be had.
pub fn provide(house: &House) -> Outcome {
    let list = house.root().join(PINNED);
    let wanted = std::fs::read(&list).map_err(Failure::when(format!("reading {}", list.display())))?;
    let place = house.target("adcp-venv");
    // Written last, so that a half-made environment never counts.
    let made_of = place.join("made-of.txt");
    if std::fs::read(&made_of).is_ok_and(|there| there == wanted) {
        return Ok(());
    }
    println!("Fetching the official AdCP package for the tests, which takes half a minute.");
    process::run(Command::new("python3").args(["-m", "venv", "--clear"]).arg(&place))?;
    let pip = ["-m", "pip", "--disable-pip-version-check", "--quiet", "install"];
    let by_hash = ["--only-binary", ":all:", "--no-deps", "--require-hashes", "--requirement"];
    process::run(Command::new(place.join("bin/python")).args(pip).args(by_hash).arg(&list))?;
    std::fs::write(&made_of, wanted).map_err(Failure::when(format!("writing {}", made_of.display())))
}
