//! The page's packages: installed by npm from the lock file, when it changed.

use crate::failure::{Failure, Outcome};
use crate::place::House;
use crate::process;

/// Runs `npm ci` if `node_modules` is not what the lock file says. The stamp is a
/// copy of the lock file that was installed: unlike times it survives checkouts.
///
/// # Errors
/// When the lock file cannot be read or npm fails.
pub fn install(house: &House) -> Outcome {
    let page = house.page();
    let lock = page.join("package-lock.json");
    let stamp = house.target("xtask/installed-package-lock.json");
    let locked = std::fs::read(&lock).map_err(Failure::when(lock.display()))?;
    let installed = std::fs::read(&stamp).is_ok_and(|stamped| stamped == locked);
    if installed && page.join("node_modules").is_dir() {
        return Ok(());
    }
    println!("Installing the page's packages with npm.");
    process::run(house.npm().args(["ci", "--no-audit", "--no-fund"]))?;
    if let Some(folder) = stamp.parent() {
        std::fs::create_dir_all(folder).map_err(Failure::when(folder.display()))?;
    }
    std::fs::write(&stamp, locked).map_err(Failure::when(stamp.display()))
}
