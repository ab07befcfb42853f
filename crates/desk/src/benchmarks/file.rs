//! A table's file.

use std::io::Read as _;
use std::path::Path;

use sheet::{LARGEST_FILE, LARGEST_UNFOLDED, Sheet, Trouble};

use crate::trouble;
use crate::view::{Broken, Problem, ProblemCode, WorkStep};
use crate::work::{Work, stopped};

/// Reads a file's sheets. No more than the bound is read, whatever the file says of its size.
pub(super) fn read(path: &Path, work: &Work) -> Result<(String, Vec<Sheet>), Problem> {
    work.step(WorkStep::Reading)?;
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let file = std::fs::File::open(path).map_err(|error| trouble::file(path, &error))?;
    let mut bytes = Vec::new();
    let bound = u64::try_from(LARGEST_FILE).unwrap_or(u64::MAX).saturating_add(1);
    work.reading(file.take(bound)).read_to_end(&mut bytes).map_err(|error| work.trouble(path, &error))?;
    let sheets = sheets(&name, &bytes, work)?;
    Ok((name, sheets))
}

/// A file's sheets out of its bytes.
pub(crate) fn sheets(name: &str, bytes: &[u8], work: &Work) -> Result<Vec<Sheet>, Problem> {
    let of = u64::try_from(bytes.len()).unwrap_or(u64::MAX);
    sheet::read_while(bytes, &|at| work.at(at, of).is_ok()).map_err(|why| match why {
        Trouble::Stopped => stopped(),
        Trouble::TooLarge => trouble(name, Broken::TooLarge).with("most", LARGEST_FILE >> 20),
        Trouble::UnfoldsTooFar => trouble(name, Broken::TooLarge).with("most", LARGEST_UNFOLDED >> 20),
        Trouble::Unreadable => trouble(name, Broken::NoTable),
        Trouble::Empty => trouble(name, Broken::Empty),
    })
}

/// A file that is no table, or none that can be taken.
pub(crate) fn trouble(name: &str, why: Broken) -> Problem {
    Problem::broken(ProblemCode::FileTrouble, why).with("path", name)
}
