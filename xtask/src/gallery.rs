//! `cargo xtask gallery`: every scene of the page as pictures, by the engine of the window.

use std::path::PathBuf;

use crate::failure::{Failure, Outcome};
use crate::place::House;
use crate::process;
use crate::session::Session;
use crate::setup::{self, Wants};

/// Builds the gallery and draws it on a virtual display; `arguments` are scenes' names and
/// options of the drawing binary, and `--out`.
///
/// # Errors
/// When it does not build, a scene does not stand, or a rule for accessible pages is broken.
pub fn command(arguments: &[String]) -> Outcome {
    let house = House::find()?;
    let (out, rest) = read(&house, arguments)?;
    setup::provide(&house, Wants { headless: true, checks: true })?;
    process::run(house.npm().args(["run", "gallery"]))?;
    process::run(house.cargo().args(["build", "--workspace", "--bin", "countersign-gallery"]))?;
    draw(&house, &out, &rest)
}

/// Draws what was built.
///
/// # Errors
/// When a scene does not stand or a rule is broken.
pub fn draw(house: &House, out: &PathBuf, rest: &[String]) -> Outcome {
    let session = Session::begin()?;
    let mut drawing = session.command(house.binary("countersign-gallery"));
    drawing.arg("--pages").arg(house.page().join("dist-gallery")).arg("--out").arg(out).args(rest);
    process::run(&mut drawing)
}

fn read(house: &House, arguments: &[String]) -> Outcome<(PathBuf, Vec<String>)> {
    let mut out = house.target("gallery");
    let mut rest = Vec::new();
    let mut words = arguments.iter();
    while let Some(word) = words.next() {
        if word == "--out" {
            let given = words.next().ok_or_else(|| Failure::new("--out wants a folder"))?;
            out = std::path::absolute(given).map_err(Failure::when(given))?;
        } else {
            rest.push(word.clone());
        }
    }
    Ok((out, rest))
}
