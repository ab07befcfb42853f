//! The page's types are generated from these, never written twice.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

use std::path::Path;

use specta_typescript::Typescript;

#[test]
fn bindings_are_those_of_the_commands() {
    let committed = Path::new(env!("CARGO_MANIFEST_DIR")).join("../ui/src/lib/bindings.ts");
    let folder = tempfile::tempdir().unwrap();
    let made = folder.path().join("bindings.ts");
    countersign_desktop::bindings().export(Typescript::default(), &made).unwrap();
    let made = std::fs::read_to_string(made).unwrap();
    if std::env::var_os("UPDATE_BINDINGS").is_some() {
        std::fs::write(&committed, &made).unwrap();
    }
    let committed = std::fs::read_to_string(committed).unwrap();
    assert!(committed == made, "ui/src/lib/bindings.ts is not up to date: run `cargo xtask bindings`");
}
