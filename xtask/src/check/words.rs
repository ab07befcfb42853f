//! What must not stand in a public repository: paths of one machine, and the
//! hosts of registries in lock files, which tie a build to where it was made.

use serde_json::Value;

use super::Finding;
use super::files::File;
use crate::failure::{Failure, Outcome};

// Written in halves, or this file would be the first finding.
const PATHS: [&str; 2] = [concat!("/ro", "ot/"), concat!("/wo", "rk/")];
const HOSTS: [&str; 5] = [
    concat!("crates", ".io"),
    concat!("registry.npm", "js.org"),
    concat!("registry.yarn", "pkg.com"),
    concat!("py", "pi.org"),
    concat!("deb.deb", "ian.org"),
];

/// How cargo names its default registry in every `Cargo.lock`.
const DEFAULT_REGISTRY: &str = concat!("registry+https://github.com/rust-lang/crates", ".io-index");

/// Every such word, and every address in the page's lock file.
///
/// # Errors
/// When a `package-lock.json` is not JSON.
pub fn check(files: &[File]) -> Outcome<Vec<Finding>> {
    let mut findings = Vec::new();
    for file in files {
        for (number, line) in file.lines() {
            let line = line.replace(DEFAULT_REGISTRY, "");
            let place = || format!("{}:{number}", file.path);
            for path in PATHS.iter().filter(|path| has_path(&line, path)) {
                findings.push(Finding::new(place(), format!("`{path}` is a path of one machine")));
            }
            for host in HOSTS.iter().filter(|host| line.contains(**host)) {
                findings.push(Finding::new(place(), format!("`{host}` is a registry's host")));
            }
        }
        if file.name() == "package-lock.json" {
            let lock: Value = serde_json::from_str(&file.text).map_err(Failure::when(&file.path))?;
            findings.extend(resolved(&lock).into_iter().map(|(package, address)| {
                let reason = format!(
                    "`{package}` is bound to {address}: install with omit-lockfile-registry-resolved=true"
                );
                Finding::new(&file.path, reason)
            }));
        }
    }
    Ok(findings)
}

/// Whether a line holds the path from its beginning: `../shared/work/` is none.
fn has_path(line: &str, path: &str) -> bool {
    line.match_indices(path).any(|(at, _)| {
        let before = line.get(..at).and_then(|text| text.chars().next_back());
        !before
            .is_some_and(|sign| sign.is_alphanumeric() || matches!(sign, '.' | '_' | '-' | '}' | '~' | ')'))
    })
}

/// Packages of a lock file with the address that they were fetched from.
fn resolved(lock: &Value) -> Vec<(&str, &str)> {
    let packages = lock.get("packages").and_then(Value::as_object);
    packages
        .into_iter()
        .flatten()
        .filter_map(|(name, package)| {
            let address = package.get("resolved").and_then(Value::as_str)?;
            address.contains("://").then_some((name.as_str(), address))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn found(path: &str, text: &str) -> usize {
        check(&[File { path: path.to_owned(), text: text.to_owned() }]).unwrap().len()
    }

    #[test]
    fn a_path_of_one_machine_is_found_and_a_part_of_another_is_not() {
        assert_eq!(found("README.md", &format!("see {}notes\n", PATHS[1])), 1);
        assert_eq!(found("README.md", "see ../work/notes and net/root/ca\n"), 0);
    }

    #[test]
    fn cargos_own_name_for_its_registry_passes_and_another_address_does_not() {
        assert_eq!(found("Cargo.lock", &format!("source = \"{DEFAULT_REGISTRY}\"\n")), 0);
        assert_eq!(found("Cargo.lock", &format!("source = \"sparse+https://index.{}/\"\n", HOSTS[0])), 1);
    }

    #[test]
    fn a_lock_file_names_no_address() {
        let lock = |address: &str| format!(r#"{{"packages":{{"a":{{"resolved":"{address}"}}}}}}"#);
        assert_eq!(found("ui/package-lock.json", &lock("https://mirror.example/a.tgz")), 1);
        assert_eq!(found("ui/package-lock.json", &lock("packages/a")), 0);
        assert!(check(&[File { path: "package-lock.json".into(), text: "{".into() }]).is_err());
    }
}
