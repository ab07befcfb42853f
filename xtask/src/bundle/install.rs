//! The package, tried: installed on this machine, opened once until the window is usable,
//! and removed.

use std::path::Path;
use std::process::Command;

use super::PACKAGE;
use crate::failure::{Failure, Outcome};
use crate::place::House;
use crate::process;
use crate::session::Session;
use crate::setup::{self, Wants};

/// What has to lie there for a desktop to know the application, its files and its links.
const INSTALLED: [&str; 6] = [
    "/usr/bin/countersign-desktop",
    "/usr/bin/countersign",
    "/usr/bin/countersign-scan",
    "/usr/share/applications/countersign-desktop.desktop",
    "/usr/share/mime/packages/countersign.xml",
    "/usr/share/icons/hicolor/128x128/apps/countersign-desktop.png",
];

/// Installs the package, walks a first run in the installed window, removes it.
///
/// # Errors
/// When a step does not hold. What was installed is removed all the same.
pub fn attempt(house: &House, package: &Path) -> Outcome {
    setup::provide(house, Wants { headless: true, checks: false })?;
    process::run(house.cargo().args(["build", "--workspace", "--examples", "--bin", "countersign-walk"]))?;
    if process::succeeds(Command::new("dpkg").args(["--status", PACKAGE])) {
        return Err(Failure::new(format!("{PACKAGE} is installed on this machine: it is not touched")));
    }
    process::run(&mut apt(&["install", "--no-install-recommends"], package.as_os_str()))?;
    let opened = open(house);
    let removed = process::run(&mut apt(&["purge"], PACKAGE.as_ref()));
    opened?;
    removed?;
    if let Some(left) = INSTALLED.iter().find(|file| Path::new(file).exists()) {
        return Err(Failure::new(format!("{left} is left after the removal")));
    }
    println!("installed, opened, handed a file and links, and removed: nothing is left");
    Ok(())
}

fn open(house: &House) -> Outcome {
    if let Some(missing) = INSTALLED.iter().find(|file| !Path::new(file).exists()) {
        return Err(Failure::new(format!("{missing} was not installed")));
    }
    let out = house.target("deb/walk");
    if out.exists() {
        std::fs::remove_dir_all(&out).map_err(Failure::when("removing the last walk"))?;
    }
    std::fs::create_dir_all(&out).map_err(Failure::when("making the walk's folder"))?;
    let session = Session::begin()?;
    let mut walking = session.command(house.binary("countersign-walk"));
    walking.arg("--out").arg(&out).args(["--scenario", "home", "--app", "/usr/bin/countersign-desktop"]);
    process::run(&mut walking)
}

fn apt(what: &[&str], package: &std::ffi::OsStr) -> Command {
    let root = process::output(Command::new("id").arg("-u")).is_ok_and(|id| id.trim() == "0");
    let mut command = if root { Command::new("apt-get") } else { Command::new("sudo") };
    if !root {
        // It would ask for a password where nobody sits.
        command.args(["-n", "apt-get"]);
    }
    command.env("DEBIAN_FRONTEND", "noninteractive").args(["-q", "-y"]).args(what).arg(package);
    command
}
