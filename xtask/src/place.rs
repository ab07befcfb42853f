//! Where things lie: the root of the house, and cargo's target directory.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::failure::{Failure, Outcome};
use crate::process;

/// The checkout, and what cargo says of it.
pub struct House {
    root: PathBuf,
    target: PathBuf,
    metadata: Value,
}

impl House {
    /// Finds the root and asks cargo for the workspace's description.
    ///
    /// # Errors
    /// When cargo cannot read the workspace.
    pub fn find() -> Outcome<Self> {
        // Cargo says at run time where the package lies; the compiled-in path is
        // only for a binary that was started by hand.
        let package = std::env::var_os("CARGO_MANIFEST_DIR")
            .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
        let root = package
            .parent()
            .ok_or_else(|| Failure::new("xtask lies at the root of a file system"))?
            .to_path_buf();
        let text = process::output(
            Command::new("cargo").args(["metadata", "--no-deps", "--format-version", "1"]).current_dir(&root),
        )?;
        let metadata: Value =
            serde_json::from_str(&text).map_err(Failure::when("reading what `cargo metadata` says"))?;
        let target = metadata
            .get("target_directory")
            .and_then(Value::as_str)
            .map(PathBuf::from)
            .ok_or_else(|| Failure::new("`cargo metadata` names no target_directory"))?;
        Ok(Self { root, target, metadata })
    }

    /// The root of the checkout.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The page's folder.
    pub fn page(&self) -> PathBuf {
        self.root.join("ui")
    }

    /// A path inside cargo's target directory.
    pub fn target(&self, below: &str) -> PathBuf {
        self.target.join(below)
    }

    /// A binary of the dev profile, as `cargo build` leaves it.
    pub fn binary(&self, name: &str) -> PathBuf {
        self.target.join("debug").join(name)
    }

    /// What `cargo metadata --no-deps` says.
    pub fn metadata(&self) -> &Value {
        &self.metadata
    }

    /// Cargo, called at the root.
    pub fn cargo(&self) -> Command {
        let mut cargo = Command::new("cargo");
        cargo.current_dir(&self.root);
        cargo
    }

    /// npm, called in the page's folder.
    pub fn npm(&self) -> Command {
        let mut npm = Command::new("npm");
        npm.current_dir(self.page());
        npm
    }
}
