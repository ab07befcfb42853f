//! `cargo xtask setup`: what this machine lacks for the application, said in
//! plain words and installed where that can be done without asking.

mod debian;
mod machine;
mod needs;
mod node;
mod page;
mod python;
mod rust;

use crate::failure::{Failure, Outcome};
use crate::place::House;

use machine::Machine;
use needs::{Need, Purpose};

/// What the machine is wanted for, besides building and opening the window.
#[derive(Clone, Copy)]
pub struct Wants {
    /// A virtual display with a driver, a session bus and a keychain.
    pub headless: bool,
    /// Formatting, lints and the checks of the house.
    pub checks: bool,
}

/// Provides for everything, and says so.
///
/// # Errors
/// As [`provide`].
pub fn command() -> Outcome {
    let house = House::find()?;
    provide(&house, Wants { headless: true, checks: true })?;
    println!("This machine has what Countersign needs.");
    Ok(())
}

/// Finds what is missing and installs it; says nothing when all is there.
///
/// # Errors
/// When something is missing that only the person can bring, with what to do.
pub fn provide(house: &House, wants: Wants) -> Outcome {
    let machine = Machine::this();
    rust::check(wants.checks)?;
    node::check(&house.page())?;
    system(&machine, wants)?;
    if wants.checks {
        python::provide(house)?;
    }
    page::install(house)
}

/// The system's own packages.
fn system(machine: &Machine, wants: Wants) -> Outcome {
    let wanted = |need: &&Need| match need.purpose {
        Purpose::Window => true,
        Purpose::Headless => wants.headless,
        Purpose::Checks => wants.checks,
    };
    let needs: Vec<&Need> = needs::ALL.iter().filter(wanted).collect();
    if !machine.is_debian() {
        return elsewhere(machine, &needs);
    }
    let missing = debian::missing(machine, &needs)?;
    if missing.is_empty() {
        return Ok(());
    }
    println!("Missing on this machine:");
    for need in &missing {
        println!("  {:<28} {}", need.package, need.reason);
    }
    debian::install(machine, &missing)?;
    let still = debian::missing(machine, &needs)?;
    if still.is_empty() {
        return Ok(());
    }
    let names: Vec<&str> = still.iter().map(|need| need.package).collect();
    Err(Failure::new(format!("apt-get ended well, yet these are still missing: {}", names.join(" "))))
}

/// Only Debian and Ubuntu are tried; elsewhere the commands that can be looked
/// for are, and the rest is left to the compiler's own messages.
fn elsewhere(machine: &Machine, needs: &[&Need]) -> Outcome {
    let absent = |need: &&&Need| need.command.is_some_and(|command| !machine.has(command));
    let missing: Vec<&&Need> = needs.iter().filter(absent).collect();
    println!("This is not Debian or Ubuntu, the only systems this set-up was tried on.");
    println!("What is needed, by Debian's names:");
    for need in needs {
        println!("  {:<28} {}", need.package, need.reason);
    }
    if missing.is_empty() {
        return Ok(());
    }
    let commands: Vec<&str> = missing.iter().filter_map(|need| need.command).collect();
    Err(Failure::new(format!("not found on this machine: {}", commands.join(", "))))
}

#[cfg(test)]
mod tests;
