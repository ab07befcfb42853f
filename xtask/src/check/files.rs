//! The files that belong to the house: what git keeps or would keep.

use crate::failure::{Failure, Outcome};
use crate::place::House;
use crate::process;

/// A text file and its path from the root, with `/` between the parts.
pub struct File {
    pub path: String,
    pub text: String,
}

impl File {
    /// The name without folders.
    pub fn name(&self) -> &str {
        self.path.rsplit('/').next().unwrap_or_default()
    }

    /// The name's ending after the last dot.
    pub fn ending(&self) -> &str {
        self.name().rsplit_once('.').map_or("", |(_, ending)| ending)
    }

    /// Lines with their numbers, from 1.
    pub fn lines(&self) -> impl Iterator<Item = (usize, &str)> {
        (1..).zip(self.text.lines())
    }
}

/// Reads all that is tracked or about to be, except what is not text.
///
/// # Errors
/// When git cannot be asked or a file cannot be read.
pub fn read(house: &House) -> Outcome<Vec<File>> {
    let list = process::output(std::process::Command::new("git").current_dir(house.root()).args([
        // The checkout may belong to another user than the one who checks it.
        "-c",
        "safe.directory=*",
        "ls-files",
        "-z",
        "--cached",
        "--others",
        "--exclude-standard",
    ]))?;
    let mut files = Vec::new();
    for path in list.split('\0').filter(|path| !path.is_empty()) {
        let on_disk = house.root().join(path);
        // Removed and not yet committed, or a link to a folder.
        if !on_disk.is_file() {
            continue;
        }
        let bytes = std::fs::read(&on_disk).map_err(Failure::when(path))?;
        if let Ok(text) = String::from_utf8(bytes) {
            files.push(File { path: path.to_owned(), text });
        }
    }
    Ok(files)
}
