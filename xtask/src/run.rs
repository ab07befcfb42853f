//! `cargo xtask run`: from a fresh checkout to the open window.

use std::path::{Path, PathBuf};

use crate::failure::{Failure, Outcome};
use crate::place::House;
use crate::process;
use crate::session::Session;
use crate::setup::{self, Wants};

#[derive(Debug, Default, PartialEq)]
struct Options {
    headless: bool,
    out: Option<PathBuf>,
    workspace: Option<PathBuf>,
    /// Which walk; the demo where none is named.
    walk: Option<String>,
}

/// Sets up, builds, and opens the window or walks the demo.
///
/// # Errors
/// When something is missing, does not build, or a step of the walk does not hold.
pub fn command(arguments: &[String]) -> Outcome {
    let options = read(arguments)?;
    let house = House::find()?;
    let headless = options.headless || !display();
    if !headless && options.out.is_some() {
        return Err(Failure::new("--out is for the walk without a display: add --headless"));
    }
    if !headless && options.walk.is_some() {
        return Err(Failure::new("--walk is for a run without a display: add --headless"));
    }
    setup::provide(&house, Wants { headless, checks: false })?;
    build_page(&house)?;
    build(&house, headless)?;
    if headless { walk(&house, &options) } else { open(&house, &options) }
}

/// Builds the binaries that a run starts. All of the workspace is named, and its
/// examples (there are none), so that cargo chooses the same features of shared
/// dependencies as it does for the tests: else whoever runs first and tests then
/// would compile nearly everything twice.
fn build(house: &House, headless: bool) -> Outcome {
    let mut cargo = house.cargo();
    cargo.args(["build", "--workspace", "--examples"]);
    cargo.args(["--bin", "countersign-desktop", "--bin", "countersign", "--bin", "countersign-scan"]);
    if headless {
        cargo.args(["--bin", "countersign-walk"]);
    }
    process::run(&mut cargo)
}

/// Builds the page into `ui/dist`, from where the window's binary takes it.
///
/// # Errors
/// When the build fails.
pub fn build_page(house: &House) -> Outcome {
    process::run(house.npm().args(["run", "build"]))
}

/// Walks the demo by itself on a virtual display and leaves its evidence in `out`.
///
/// # Errors
/// When a step of the walk does not hold.
pub fn walk_into(house: &House, out: &Path, scenario: &str, workspace: Option<&Path>) -> Outcome {
    let session = Session::begin()?;
    let mut command = session.command(house.binary("countersign-walk"));
    command.arg("--out").arg(out).args(["--scenario", scenario]);
    if let Some(workspace) = workspace {
        command.arg("--workspace").arg(workspace);
    }
    let walked = process::run(&mut command);
    println!("Screenshots, log and decision record: {}", out.display());
    walked
}

fn walk(house: &House, options: &Options) -> Outcome {
    let out = match &options.out {
        Some(folder) => folder.clone(),
        None => next_folder(&house.target("walk"))?,
    };
    std::fs::create_dir_all(&out).map_err(Failure::when(format!("making {}", out.display())))?;
    walk_into(house, &out, options.walk.as_deref().unwrap_or("demo"), options.workspace.as_deref())
}

fn open(house: &House, options: &Options) -> Outcome {
    let mut command = std::process::Command::new(house.binary("countersign-desktop"));
    command.arg("--demo");
    if let Some(workspace) = &options.workspace {
        command.arg("--workspace").arg(workspace);
    }
    process::run(&mut command)
}

/// Whether there is a display to open a window on. Only Linux names it by a variable.
fn display() -> bool {
    let named = |variable| std::env::var_os(variable).is_some_and(|value| !value.is_empty());
    !cfg!(target_os = "linux") || named("DISPLAY") || named("WAYLAND_DISPLAY")
}

/// `1`, `2`, … below `parent`: the first that is not there yet. Earlier walks stay.
fn next_folder(parent: &Path) -> Outcome<PathBuf> {
    std::fs::create_dir_all(parent).map_err(Failure::when(format!("making {}", parent.display())))?;
    let mut number = 1_u32;
    loop {
        let folder = parent.join(number.to_string());
        match std::fs::create_dir(&folder) {
            Ok(()) => return Ok(folder),
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => number += 1,
            Err(error) => return Err(Failure::when(format!("making {}", folder.display()))(error)),
        }
    }
}

fn read(arguments: &[String]) -> Outcome<Options> {
    let mut options = Options::default();
    let mut words = arguments.iter();
    while let Some(word) = words.next() {
        let mut folder = || {
            let given = words.next().ok_or_else(|| Failure::new(format!("{word} wants a folder")))?;
            std::path::absolute(given).map(Some).map_err(Failure::when(format!("{word} {given}")))
        };
        match word.as_str() {
            "--headless" => options.headless = true,
            "--out" => options.out = folder()?,
            "--workspace" => options.workspace = folder()?,
            "--walk" => {
                let name = words.next().ok_or_else(|| Failure::new("--walk wants a name"))?;
                options.walk = Some(name.clone());
            }
            other => return Err(Failure::new(format!("`run` does not know `{other}`"))),
        }
    }
    Ok(options)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn words(line: &str) -> Vec<String> {
        line.split_whitespace().map(str::to_owned).collect()
    }

    #[test]
    fn options_are_read_in_any_order() {
        let options = read(&words("--out /a --headless --walk tasks --workspace /b")).unwrap();
        let walk = Some("tasks".to_owned());
        assert_eq!(
            options,
            Options { headless: true, out: Some("/a".into()), workspace: Some("/b".into()), walk }
        );
    }

    #[test]
    fn an_unknown_or_unfinished_option_is_refused() {
        assert!(read(&words("--loud")).is_err());
        assert!(read(&words("--out")).is_err());
    }

    #[test]
    fn each_walk_gets_a_folder_of_its_own() {
        let parent = std::env::temp_dir().join(format!("xtask-walks-{}", std::process::id()));
        let (one, two) = (next_folder(&parent).unwrap(), next_folder(&parent).unwrap());
        assert_eq!((one, two), (parent.join("1"), parent.join("2")));
        std::fs::remove_dir_all(parent).unwrap();
    }
}
