//! Who may know whom. The drawing is in ARCHITECTURE.md; this is its other copy.

use serde_json::Value;

use super::Finding;
use crate::failure::{Failure, Outcome};

/// Each package of the workspace with those of ours that it may depend on.
/// What is not drawn here may not be: neither an arrow nor a package.
const DRAWN: [(&str, &[&str]); 24] = [
    ("money", &[]),
    ("anp", &["money"]),
    ("adcp", &["anp", "money"]),
    ("parley", &["anp", "money"]),
    ("mail", &[]),
    ("deal", &["parley", "money"]),
    ("evidence", &["adcp", "anp", "deal", "money", "parley"]),
    ("verify-only", &["evidence", "anp"]),
    ("store", &["deal", "anp", "money"]),
    ("host", &["mail", "anp", "money"]),
    ("training-seller", &["anp", "money"]),
    ("sheet", &["deal", "money"]),
    ("scan", &["deal", "money"]),
    ("desk", &["store", "scan", "sheet", "mail", "evidence", "deal", "anp", "adcp", "parley", "money"]),
    ("cli", &["desk", "host", "evidence", "deal", "adcp", "training-seller", "anp", "money"]),
    ("countersign-desktop", &["desk", "host", "anp"]),
    ("support", &["anp", "deal", "desk", "host", "mail", "money", "store"]),
    ("walk", &["support"]),
    ("bench", &["support", "adcp", "anp", "deal"]),
    ("bench-mail", &["support", "mail", "store"]),
    ("bench-window", &["support", "walk", "desk", "host", "anp"]),
    ("empty-window", &[]),
    ("drill", &["support", "desk", "host", "anp", "store"]),
    ("xtask", &[]),
];

/// What every package's tests may use beyond the drawing.
const FOR_TESTS: &str = "support";

/// What one package's tests may use beyond it: a desk is tried against a real host and
/// against a seller that lies, and the rules take real ballots.
const TRIED_AGAINST: [(&str, &str); 3] = [("desk", "host"), ("desk", "training-seller"), ("deal", "anp")];

/// One package of the workspace.
pub struct Package {
    pub name: String,
    /// Its folder's manifest, from the root.
    pub manifest: String,
    dependencies: Vec<Dependency>,
}

struct Dependency {
    name: String,
    /// Only its tests depend on it.
    dev: bool,
    /// It lies in this repository.
    ours: bool,
}

/// Reads the packages from what `cargo metadata --no-deps` says.
///
/// # Errors
/// When it is not of the form that cargo documents.
pub fn packages(metadata: &Value) -> Outcome<Vec<Package>> {
    let root = text(metadata, "workspace_root")?;
    let listed = metadata.get("packages").and_then(Value::as_array);
    listed.ok_or_else(|| lacking("packages"))?.iter().map(|package| read(package, root)).collect()
}

fn read(package: &Value, root: &str) -> Outcome<Package> {
    let manifest = text(package, "manifest_path")?;
    let manifest = manifest.strip_prefix(root).unwrap_or(manifest).trim_start_matches('/');
    let listed = package.get("dependencies").and_then(Value::as_array);
    let dependencies = listed.ok_or_else(|| lacking("dependencies"))?;
    Ok(Package {
        name: text(package, "name")?.to_owned(),
        manifest: manifest.to_owned(),
        dependencies: dependencies
            .iter()
            .map(|dependency| {
                Ok(Dependency {
                    name: text(dependency, "name")?.to_owned(),
                    dev: dependency.get("kind").and_then(Value::as_str) == Some("dev"),
                    ours: dependency.get("path").is_some_and(Value::is_string),
                })
            })
            .collect::<Outcome<_>>()?,
    })
}

fn text<'a>(value: &'a Value, key: &str) -> Outcome<&'a str> {
    value.get(key).and_then(Value::as_str).ok_or_else(|| lacking(key))
}

fn lacking(key: &str) -> Failure {
    Failure::new(format!("`cargo metadata` has no `{key}` where it is expected"))
}

/// Every arrow and package that is not drawn.
pub fn check(packages: &[Package]) -> Vec<Finding> {
    let mut findings = Vec::new();
    for package in packages {
        let Some((_, drawn)) = DRAWN.iter().find(|(name, _)| *name == package.name) else {
            let reason = format!("`{}` is not drawn in xtask/src/check/arrows.rs", package.name);
            findings.push(Finding::new(&package.manifest, reason));
            continue;
        };
        for dependency in package.dependencies.iter().filter(|dependency| dependency.ours) {
            let name = dependency.name.as_str();
            // A crate's tests may ask for the crate itself with more features.
            let real_part = TRIED_AGAINST.contains(&(package.name.as_str(), name));
            let for_tests = dependency.dev && (name == FOR_TESTS || name == package.name || real_part);
            let allowed = drawn.contains(&name) || for_tests;
            if !allowed {
                let reason = format!("`{}` may not know `{}`", package.name, dependency.name);
                findings.push(Finding::new(&package.manifest, reason));
            }
        }
    }
    findings
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use serde_json::json;

    fn made_up(name: &str, dependencies: &Value) -> Vec<Finding> {
        let metadata = json!({
            "workspace_root": "/made/up",
            "packages": [{
                "name": name,
                "manifest_path": format!("/made/up/crates/{name}/Cargo.toml"),
                "dependencies": dependencies,
            }],
        });
        check(&packages(&metadata).unwrap())
    }

    fn ours(name: &str, kind: &Value) -> Value {
        json!({ "name": name, "kind": kind, "path": format!("/made/up/crates/{name}") })
    }

    #[test]
    fn drawn_arrows_and_others_crates_pass() {
        let tokio = json!({ "name": "tokio", "kind": null });
        let found = made_up("desk", &json!([ours("store", &Value::Null), ours("anp", &Value::Null), tokio]));
        assert_eq!(found, []);
    }

    #[test]
    fn an_arrow_that_is_not_drawn_is_found_whatever_its_kind() {
        for kind in [Value::Null, json!("dev"), json!("build")] {
            let found = made_up("deal", &json!([ours("store", &kind)]));
            let line = found.first().unwrap().to_string();
            assert_eq!(line, "crates/deal/Cargo.toml: `deal` may not know `store`");
        }
    }

    #[test]
    fn the_desk_knows_no_host() {
        assert_eq!(made_up("desk", &json!([ours("host", &Value::Null)])).len(), 1);
    }

    #[test]
    fn tests_may_use_the_people_and_nothing_else_may() {
        assert_eq!(made_up("anp", &json!([ours("support", &json!("dev"))])), []);
        assert_eq!(made_up("host", &json!([ours("host", &json!("dev"))])), []);
        assert_eq!(made_up("anp", &json!([ours("support", &Value::Null)])).len(), 1);
    }

    #[test]
    fn an_outside_crate_of_the_same_name_is_no_arrow_and_a_new_package_must_be_drawn() {
        assert_eq!(made_up("deal", &json!([{ "name": "host", "kind": null }])), []);
        assert_eq!(made_up("attic", &json!([])).len(), 1);
    }

    #[test]
    fn the_drawing_has_no_circle() {
        let mut placed: Vec<&str> = Vec::new();
        while placed.len() < DRAWN.len() {
            let before = placed.len();
            for (name, arrows) in DRAWN {
                if !placed.contains(&name) && arrows.iter().all(|arrow| placed.contains(arrow)) {
                    placed.push(name);
                }
            }
            assert!(placed.len() > before, "a circle among those after {placed:?}");
        }
    }
}
