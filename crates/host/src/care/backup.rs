//! Backing up while hosts serve, and restoring elsewhere. A backup is a folder like a
//! data folder with the record in SQLite, whatever kept it: it can be checked, served,
//! or restored into either kind of store.

use std::os::unix::fs::DirBuilderExt as _;
use std::path::Path;

use anp::digest::Fingerprint;
use serde::Serialize;

use crate::store::{Base, found};
use crate::{HostError, Place, keys};

/// What was carried.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Carried {
    /// Sessions.
    pub sessions: u64,
    /// Events of all sessions.
    pub events: u64,
}

/// The folder, which must hold nothing yet.
fn empty_folder(folder: &Path) -> Result<(), HostError> {
    let fault = |source| HostError::File { path: folder.to_owned(), source };
    std::fs::DirBuilder::new().recursive(true).mode(0o700).create(folder).map_err(fault)?;
    let mut entries = std::fs::read_dir(folder).map_err(fault)?;
    match entries.next() {
        None => Ok(()),
        Some(_) => Err(HostError::Input {
            what: "the backup's folder",
            why: format!("must be empty, and {} is not", folder.display()),
        }),
    }
}

/// The key with which a record belongs together.
fn known(base: &mut Base, place: &Place) -> Result<Fingerprint, HostError> {
    let org = base.transact(found::standing)?;
    Ok(org.ok_or_else(|| HostError::NotInitialised { folder: place.data.clone() })?.platform)
}

/// Writes a backup into a new or empty folder: the record as it stands at one moment, and
/// the platform key. Hosts may serve meanwhile.
///
/// # Errors
/// [`HostError`] where the record cannot be read or the folder not be written.
pub fn backup(place: impl Into<Place>, into: &Path) -> Result<Carried, HostError> {
    let place = place.into();
    let mut base = Base::open(&place)?;
    let key = keys::read_known(&place.data, known(&mut base, &place)?)?;
    empty_folder(into)?;
    let carried = base.copy_out(into)?;
    // The key comes last: a folder without it is no backup, and says so.
    keys::put(into, &key)?;
    Ok(carried)
}

/// Restores a backup where no host is.
///
/// # Errors
/// [`HostError::AlreadyInitialised`] where one is; the backup's faults.
pub fn restore(from: &Path, place: impl Into<Place>) -> Result<Carried, HostError> {
    let place = place.into();
    let source = Place::from(from);
    let mut copy = Base::open(&source)?;
    let platform = known(&mut copy, &source)?;
    let key = keys::read_known(from, platform)?;
    if crate::operator::is_initialised(&place)? {
        return Err(HostError::AlreadyInitialised { folder: place.data });
    }
    let fault = |source| HostError::File { path: place.data.clone(), source };
    std::fs::DirBuilder::new().recursive(true).mode(0o700).create(&place.data).map_err(fault)?;
    match keys::read(&place.data)? {
        // What an interrupted restore leaves, or an operator has put there for this host.
        Some(there) if there.fingerprint() == platform => {}
        Some(there) => {
            let path = keys::path(&place.data);
            return Err(HostError::KeyDiffers { path, known: platform, found: there.fingerprint() });
        }
        None => keys::put(&place.data, &key)?,
    }
    copy.copy_into(&place)
}
