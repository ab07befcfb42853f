//! No code outside the crate of the rules can send without a person's decision: it does not compile.
//!
//! Each file of `compile_fail` marks the lines that must be refused with `//~` and the error's code; the
//! compiler must refuse exactly these, for exactly these reasons. `whole_way.rs` marks none and must
//! compile, or the others would prove nothing. Codes and lines are compared, not the words, which change
//! from one compiler to the next.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A refusal: line of the case, code of the error.
type Refusals = BTreeSet<(usize, String)>;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

#[test]
fn no_sending_without_a_decision() {
    let room = Room::furnish();
    let mut cases: Vec<PathBuf> = fs::read_dir(Path::new(ROOT).join("compile_fail"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
        .collect();
    cases.sort();
    let mut compiled = 0;
    let mut refused = 0;
    for case in &cases {
        let source = fs::read_to_string(case).unwrap();
        let wanted = marked(&source);
        let (found, words) = room.compile(&source);
        assert_eq!(found, wanted, "{}: {words}", case.display());
        if wanted.is_empty() { compiled += 1 } else { refused += 1 }
    }
    assert!(compiled >= 1 && refused >= 5, "{compiled} cases compiled, {refused} were refused");
}

fn marked(source: &str) -> Refusals {
    (1..)
        .zip(source.lines())
        .filter_map(|(number, line)| Some((number, line.split_once("//~ ")?.1.trim().to_owned())))
        .collect()
}

/// A package beside the workspace whose only dependency is `deal`.
struct Room {
    folder: PathBuf,
}

impl Room {
    fn furnish() -> Self {
        let root = Path::new(ROOT).parent().unwrap();
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("outside");
        fs::create_dir_all(folder.join("src")).unwrap();
        let deal = root.join("crates").join("deal");
        let manifest = format!(
            "[package]\nname = \"outside\"\nversion = \"0.0.0\"\nedition = \"2024\"\npublish = false\n\n\
             [dependencies]\ndeal = {{ path = {:?} }}\n\n[workspace]\n",
            deal.display().to_string()
        );
        fs::write(folder.join("Cargo.toml"), manifest).unwrap();
        // The same versions as in the workspace, so that nothing needs to be fetched.
        fs::copy(root.join("Cargo.lock"), folder.join("Cargo.lock")).unwrap();
        Self { folder }
    }

    /// The errors of the case, and all that the compiler said.
    fn compile(&self, source: &str) -> (Refusals, String) {
        fs::write(self.folder.join("src").join("lib.rs"), source).unwrap();
        let output = Command::new(env!("CARGO"))
            .args(["check", "--offline", "--quiet", "--message-format=short", "--color=never"])
            .current_dir(&self.folder)
            .env("CARGO_TARGET_DIR", self.folder.join("target"))
            .output()
            .unwrap();
        let words = String::from_utf8_lossy(&output.stderr).into_owned();
        let found: Refusals = words.lines().filter_map(refusal).collect();
        assert_eq!(output.status.success(), found.is_empty(), "the compiler failed otherwise: {words}");
        (found, words)
    }
}

/// Reads `src/lib.rs:12:5: error[E0451]: …`.
fn refusal(line: &str) -> Option<(usize, String)> {
    let rest = line.strip_prefix("src/lib.rs:").or_else(|| line.strip_prefix("src\\lib.rs:"))?;
    let (number, rest) = rest.split_once(':')?;
    let (_, rest) = rest.split_once("error[")?;
    let (code, _) = rest.split_once(']')?;
    Some((number.parse().ok()?, code.to_owned()))
}
