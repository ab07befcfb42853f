//! Node and npm, which build the page.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::failure::{Failure, Outcome};
use crate::process;

/// Asks for both, and for the version that the page's `package.json` names.
///
/// # Errors
/// When one is missing or too old, with what to do.
pub fn check(page: &Path) -> Outcome {
    let wanted = wanted(page)?;
    let how = format!(
        "Install Node {wanted} or newer with its npm: the system's `nodejs` and `npm` packages where \
         they are new enough, else from nodejs.org"
    );
    let Ok(answer) = process::output(Command::new("node").arg("--version")) else {
        return Err(Failure::new(format!("Node is missing; it builds the page. {how}")));
    };
    let version = answer.trim().trim_start_matches('v');
    if !at_least(version, &wanted) {
        return Err(Failure::new(format!("Node {version} is too old. {how}")));
    }
    if !process::succeeds(Command::new("npm").arg("--version")) {
        return Err(Failure::new(format!("Node is here, its npm is missing. {how}")));
    }
    Ok(())
}

/// The lowest version in `engines.node`, which is written `>=X.Y`.
fn wanted(page: &Path) -> Outcome<String> {
    let file = page.join("package.json");
    let text = std::fs::read_to_string(&file).map_err(Failure::when(file.display()))?;
    let package: Value = serde_json::from_str(&text).map_err(Failure::when(file.display()))?;
    package
        .pointer("/engines/node")
        .and_then(Value::as_str)
        .and_then(|range| range.strip_prefix(">="))
        .map(|version| version.trim().to_owned())
        .ok_or_else(|| Failure::new(format!("{}: engines.node is not written >=X.Y", file.display())))
}

/// Whether a version is at least another, part by part; `1.90` stands for
/// `1.90.0`, and what follows a dash is not looked at.
pub fn at_least(version: &str, wanted: &str) -> bool {
    let parts = |text: &str| -> Option<[u64; 3]> {
        let mut numbers = text.split('-').next()?.split('.').map(|part| part.parse().ok());
        let first = numbers.next()??;
        let mut next = || numbers.next().unwrap_or(Some(0));
        Some([first, next()?, next()?])
    };
    matches!((parts(version), parts(wanted)), (Some(have), Some(need)) if have >= need)
}
