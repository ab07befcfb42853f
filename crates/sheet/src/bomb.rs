//! Whether a packed file stays small when it is unfolded.

use std::io::{self, Cursor, Read as _};

use zip::ZipArchive;

use crate::{LARGEST_UNFOLDED, Trouble, go_on};

/// Unfolds everything once into nothing, and stops where it grows too far: what an entry says of its own
/// size is only a claim. Twice the work is the price of never holding more than the bound.
pub(crate) fn unfolds_within(bytes: &[u8], told: &dyn Fn(u64) -> bool) -> Result<(), Trouble> {
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(|_| Trouble::Unreadable)?;
    let mut left = LARGEST_UNFOLDED;
    for place in 0..archive.len() {
        go_on(told, 0)?;
        let entry = archive.by_index(place).map_err(|_| Trouble::Unreadable)?;
        let unfolded =
            io::copy(&mut entry.take(left + 1), &mut io::sink()).map_err(|_| Trouble::Unreadable)?;
        left = left.checked_sub(unfolded).ok_or(Trouble::UnfoldsTooFar)?;
    }
    Ok(())
}
