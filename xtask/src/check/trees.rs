//! What comes along behind a dependency, asked of `cargo tree` per package: there
//! features are those of that package alone, not of the whole workspace.

use super::Finding;
use super::arrows::Package;
use crate::failure::Outcome;
use crate::place::House;
use crate::process;

/// Crates with a rule: none of these in what they are built of.
const RULES: [(&[&str], &[&str], &str); 2] = [
    (
        &["anp", "deal", "money", "adcp", "parley"],
        &["tokio", "mio", "reqwest", "hyper", "rusqlite", "getrandom", "rand", "iana-time-zone"],
        "which a pure crate may not: no clock, disk, network, chance or async",
    ),
    (
        &["cli"],
        &["tauri", "wry", "tao", "gtk", "webkit2gtk", "webkit2gtk-sys"],
        "which the command line may not: it runs where there is no window",
    ),
];

/// Walks the tree of each package that has a rule.
///
/// # Errors
/// When cargo cannot be asked.
pub fn check(house: &House, packages: &[Package]) -> Outcome<Vec<Finding>> {
    let mut findings = Vec::new();
    for (ruled, barred, reason) in RULES {
        for package in packages.iter().filter(|package| ruled.contains(&package.name.as_str())) {
            let tree = process::output(house.cargo().args([
                "tree",
                "--package",
                &package.name,
                "--edges",
                "normal",
                "--prefix",
                "none",
            ]))?;
            findings.extend(in_tree(&tree, barred).into_iter().map(|found| {
                Finding::new(&package.manifest, format!("`{}` brings `{found}`, {reason}", package.name))
            }));
        }
    }
    Ok(findings)
}

/// The barred names that a tree holds, each once. A line begins `NAME vVERSION`.
fn in_tree<'a>(tree: &str, barred: &[&'a str]) -> Vec<&'a str> {
    let names: Vec<&str> = tree.lines().filter_map(|line| line.split_whitespace().next()).collect();
    barred.iter().copied().filter(|name| names.contains(name)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn barred_crates_are_found_by_their_whole_name() {
        let tree = "anp v0.1.0 (/made/up)\nmoney v0.1.0\ntokio-util v0.7.1\nmio v1.0.0 (*)\n";
        assert_eq!(in_tree(tree, &["tokio", "mio"]), ["mio"]);
    }
}
