//! A table's file.

use std::io::Read as _;
use std::path::Path;

use sheet::{LARGEST_FILE, Sheet};

use crate::trouble;
use crate::view::{Problem, ProblemCode};

/// Reads a file's sheets. No more than the bound is read, whatever the file says of its size.
pub(super) fn read(path: &Path) -> Result<(String, Vec<Sheet>), Problem> {
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let file = std::fs::File::open(path).map_err(|error| trouble::file(path, &error))?;
    let mut bytes = Vec::new();
    let bound = u64::try_from(LARGEST_FILE).unwrap_or(u64::MAX).saturating_add(1);
    file.take(bound).read_to_end(&mut bytes).map_err(|error| trouble::file(path, &error))?;
    let sheets = sheet::read(&bytes).map_err(|why| self::trouble(&name, why))?;
    Ok((name, sheets))
}

/// A file that is no table, or none that can be taken.
pub(crate) fn trouble(name: &str, why: impl ToString) -> Problem {
    Problem::new(ProblemCode::FileTrouble).with("path", name).with("reason", why)
}
