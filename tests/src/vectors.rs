//! Test data that stands beside the project, not in it.

use std::path::{Path, PathBuf};

/// The folder of these vectors. Where they are missing the test that asks says that it
/// was skipped; with `CI` set their absence fails the run.
///
/// # Panics
/// Where they are missing and `CI` is set.
pub fn folder(name: &str) -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/vectors").join(name);
    if folder.exists() {
        return Some(folder);
    }
    assert!(std::env::var_os("CI").is_none(), "test vectors are missing: {}", folder.display());
    println!("skipped: no test vectors at {}", folder.display());
    None
}

/// A file's bytes.
///
/// # Panics
/// Where it cannot be read.
pub fn bytes(path: &Path) -> Vec<u8> {
    std::fs::read(path).unwrap_or_else(|fault| panic!("{}: {fault}", path.display()))
}
