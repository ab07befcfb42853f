//! The platform key: a file of mode 0600 in the data folder. It is made once, by
//! [`create`], and never silently anew.

use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Read as _, Write as _};
use std::os::unix::fs::{OpenOptionsExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};

use anp::base64url;
use anp::digest::Fingerprint;
use anp::keys::SecretKey;
use zeroize::Zeroizing;

use crate::{HostError, random};

/// Longest key file that is read, in bytes: 43 characters and a line end.
const LONGEST: u64 = 64;

/// Where the key stands.
pub fn path(data: &Path) -> PathBuf {
    data.join("platform.key")
}

/// Makes a key. The file is complete on disk before its name is, so that no crash
/// leaves half a key; where the name is taken already nothing is written.
///
/// # Errors
/// [`HostError::File`] where it cannot be written or is there already.
pub fn create(data: &Path) -> Result<SecretKey, HostError> {
    let key = SecretKey::from_seed(&Zeroizing::new(random::bytes::<32>()?));
    put(data, &key)?;
    Ok(key)
}

/// Writes a key where none is.
///
/// # Errors
/// As [`create`].
pub fn put(data: &Path, key: &SecretKey) -> Result<(), HostError> {
    let seed = key.expose_seed();
    let path = path(data);
    let draft = data.join(format!("platform.key.{}", random::id()?));
    let write = || {
        let mut file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(&draft)?;
        let mut text = Zeroizing::new(base64url::encode(&*seed));
        text.push('\n');
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        // A hard link, unlike a rename, fails where the name is taken.
        std::fs::hard_link(&draft, &path)?;
        File::open(data)?.sync_all()
    };
    let written = write();
    let removed = std::fs::remove_file(&draft);
    written.and(removed).map_err(|source| HostError::File { path, source })
}

/// Reads the key, if there is a file.
///
/// # Errors
/// [`HostError`] where others may read the file, or it holds no key.
pub fn read(data: &Path) -> Result<Option<SecretKey>, HostError> {
    let path = path(data);
    let file = match File::open(&path) {
        Ok(file) => file,
        Err(fault) if fault.kind() == ErrorKind::NotFound => return Ok(None),
        Err(source) => return Err(HostError::File { path, source }),
    };
    let meta = file.metadata().map_err(|source| HostError::File { path: path.clone(), source })?;
    let mode = meta.permissions().mode() & 0o777;
    if mode & 0o077 != 0 {
        return Err(HostError::KeyOpenToOthers { path, mode });
    }
    let mut text = Zeroizing::new(String::with_capacity(usize::try_from(LONGEST).unwrap_or(64)));
    file.take(LONGEST)
        .read_to_string(&mut text)
        .map_err(|source| HostError::File { path: path.clone(), source })?;
    let seed = base64url::decode::<32>(text.trim_end_matches('\n'))
        .map(Zeroizing::new)
        .map_err(|_| HostError::KeyUnreadable { path })?;
    Ok(Some(SecretKey::from_seed(&seed)))
}

/// Reads the key that the database knows.
///
/// # Errors
/// [`HostError`] where it is missing, another, or open to others.
pub fn read_known(data: &Path, known: Fingerprint) -> Result<SecretKey, HostError> {
    match read(data)? {
        None => Err(HostError::KeyMissing { path: path(data), known }),
        Some(key) if key.fingerprint() != known => {
            Err(HostError::KeyDiffers { path: path(data), known, found: key.fingerprint() })
        }
        Some(key) => Ok(key),
    }
}
