//! Debian and Ubuntu: what dpkg knows, and apt-get to bring the rest.

use std::process::{Command, Stdio};

use super::machine::Machine;
use super::needs::Need;
use crate::failure::{Failure, Outcome};
use crate::process;

/// The needs that are not met.
///
/// # Errors
/// When dpkg cannot be asked.
pub fn missing<'a>(machine: &Machine, needs: &[&'a Need]) -> Outcome<Vec<&'a Need>> {
    let asked: Vec<&&Need> = needs.iter().filter(|need| need.command.is_none()).collect();
    let installed = installed(machine, asked.iter().map(|need| need.package))?;
    Ok(needs
        .iter()
        .copied()
        .filter(|need| match need.command {
            Some(command) => !machine.has(command),
            None => !installed.iter().any(|name| name == need.package),
        })
        .collect())
}

/// Those of the packages that are installed whole.
fn installed<'a>(machine: &Machine, packages: impl Iterator<Item = &'a str>) -> Outcome<Vec<String>> {
    // It fails as soon as one name is unknown to it, and prints the others all
    // the same: only what it prints counts.
    let answer = machine
        .command("dpkg-query")
        .args(["--show", "--showformat", "${Package} ${db:Status-Status}\\n"])
        .args(packages)
        .stdin(Stdio::null())
        .output()
        .map_err(Failure::when("`dpkg-query` cannot be started"))?;
    Ok(String::from_utf8_lossy(&answer.stdout)
        .lines()
        .filter_map(|line| line.strip_suffix(" installed"))
        .map(str::to_owned)
        .collect())
}

/// Who may install.
enum Right {
    Root,
    Sudo,
    None,
}

/// Installs the packages, with fresh lists where the present ones do not do.
///
/// # Errors
/// When nobody here may install (with the one line to run), or apt-get fails.
pub fn install(machine: &Machine, needs: &[&Need]) -> Outcome {
    let packages: Vec<&str> = needs.iter().map(|need| need.package).collect();
    let right = right(machine);
    if let Right::None = right {
        return Err(Failure::new(format!(
            "installing needs root. Run this line, then the same command again:\n\n  {}\n",
            line(&packages)
        )));
    }
    println!("Installing with apt-get, which takes a minute or two: {}", packages.join(" "));
    bring(machine, &right, &packages).map_err(|failure| {
        Failure::new(format!("{failure}\nBy hand this would be:\n\n  {}\n", line(&packages)))
    })
}

fn bring(machine: &Machine, right: &Right, packages: &[&str]) -> Outcome {
    let update = || process::run_aside(apt_get(machine, right).arg("update"));
    let install = || process::run_aside(install_command(machine, right).args(packages));
    if lists_are_empty(machine) {
        update()?;
        return install();
    }
    install().or_else(|_| {
        // Old lists do not know a package, or name a version that is gone.
        println!("That failed; once more with fresh lists.");
        update()?;
        install()
    })
}

fn line(packages: &[&str]) -> String {
    let packages = packages.join(" ");
    format!("sudo apt-get update && sudo apt-get install -y --no-install-recommends {packages}")
}

fn right(machine: &Machine) -> Right {
    let root = process::output(machine.command("id").arg("-u")).is_ok_and(|id| id.trim() == "0");
    if root {
        Right::Root
    } else if process::succeeds(machine.command("sudo").args(["-n", "true"])) {
        // It would ask for no password; a question in the middle of a build, or
        // where nobody sits, is worse than the line to run.
        Right::Sudo
    } else {
        Right::None
    }
}

fn install_command(machine: &Machine, right: &Right) -> Command {
    let mut command = apt_get(machine, right);
    command.args(["install", "-y", "--no-install-recommends"]);
    command
}

/// apt-get that asks nothing, and waits for another one to finish.
fn apt_get(machine: &Machine, right: &Right) -> Command {
    let mut command = match right {
        // sudo drops the variables that it is called with.
        Right::Sudo => {
            let mut sudo = machine.command("sudo");
            sudo.args(["-n", "env", "DEBIAN_FRONTEND=noninteractive", "apt-get"]);
            sudo
        }
        Right::Root | Right::None => machine.command("apt-get"),
    };
    command.env("DEBIAN_FRONTEND", "noninteractive");
    command.args(["-q", "-o", "DPkg::Lock::Timeout=300"]);
    command
}

/// Images for containers come without lists.
fn lists_are_empty(machine: &Machine) -> bool {
    let Ok(files) = std::fs::read_dir(&machine.apt_lists) else { return true };
    !files.flatten().any(|file| file.file_name().to_string_lossy().contains("_Packages"))
}
