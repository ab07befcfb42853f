//! Every step said as it happens, on standard output and in the log.

use std::fs::File;
use std::io::Write as _;
use std::path::Path;

use crate::fault::Fault;

/// The walk's log.
pub struct Report {
    log: File,
    held: usize,
}

impl Report {
    /// Begins the log.
    ///
    /// # Errors
    /// Where the file cannot be made.
    pub fn begin(path: &Path) -> Result<Self, Fault> {
        let log = File::create(path).map_err(Fault::cannot(path.display()))?;
        Ok(Self { log, held: 0 })
    }

    /// A step that held.
    pub fn held(&mut self, step: &str, words: &str) {
        self.held += 1;
        self.line(&format!("✓ {step:<12} {words}"));
    }

    /// A step that did not.
    pub fn broke(&mut self, step: &str, fault: &Fault) {
        self.line(&format!("✗ {step:<12} {fault}"));
    }

    /// What a person should know besides.
    pub fn say(&mut self, words: &str) {
        self.line(&format!("  {words}"));
    }

    /// How many steps held so far.
    pub fn count(&self) -> usize {
        self.held
    }

    fn line(&mut self, words: &str) {
        // Whoever reads may have gone away; the log then still tells.
        let _ = writeln!(std::io::stdout().lock(), "{words}");
        let _ = writeln!(self.log, "{words}");
    }
}
