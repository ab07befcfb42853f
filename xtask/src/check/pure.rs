//! Clock, disk, network and chance are arguments in the pure crates. That these
//! cannot be had through a dependency is seen in their trees; the standard
//! library offers them to everybody, so the sources are read.

use super::Finding;
use super::files::File;

/// Folders whose sources are pure.
const PURE: [&str; 7] = [
    "crates/anp/src/",
    "crates/deal/src/",
    "crates/evidence/src/",
    "crates/money/src/",
    "crates/adcp/src/",
    "crates/parley/src/",
    "crates/mail/src/mime",
];

const BARRED: [&str; 13] = [
    "SystemTime::now",
    "Instant::now",
    "Utc::now",
    "Local::now",
    "std::fs",
    "std::net",
    "std::env",
    "std::process",
    "thread_rng",
    "getrandom",
    "OsRng",
    "new_v4",
    "now_v7",
];

/// Files that are compiled for tests alone: they may read the sets that they judge.
const FOR_TESTS: [&str; 2] = ["/tests.rs", "/cases.rs"];

/// Every line of a pure crate that reaches outside. Comments may speak of it.
pub fn check(files: &[File]) -> Vec<Finding> {
    let mut findings = Vec::new();
    for file in files {
        let pure = PURE.iter().any(|folder| file.path.starts_with(folder));
        if file.ending() != "rs" || !pure || FOR_TESTS.iter().any(|name| file.path.ends_with(name)) {
            continue;
        }
        for (number, line) in file.lines() {
            let code = line.split("//").next().unwrap_or_default();
            for barred in BARRED.iter().filter(|barred| code.contains(**barred)) {
                let place = format!("{}:{number}", file.path);
                findings.push(Finding::new(place, format!("`{barred}` in a pure crate")));
            }
        }
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(path: &str, text: &str) -> usize {
        check(&[File { path: path.to_owned(), text: text.to_owned() }]).len()
    }

    #[test]
    fn reaching_outside_is_found_in_pure_crates_alone() {
        assert_eq!(found("crates/deal/src/hold.rs", "let now = Utc::now();\n"), 1);
        assert_eq!(found("crates/desk/src/clock.rs", "let now = Utc::now();\n"), 0);
        assert_eq!(found("crates/mail/src/imap.rs", "use std::net::TcpStream;\n"), 0);
    }

    #[test]
    fn comments_may_speak_of_it() {
        assert_eq!(found("crates/anp/src/time.rs", "// never Utc::now\n/// nor `std::fs`\n"), 0);
    }
}
