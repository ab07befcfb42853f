//! What kind of disk a folder lies on, and how much room there is.

use std::path::Path;

use crate::HostError;

/// What `statfs` calls drives that other machines serve, with the names people know.
const NETWORK: [(u64, &str); 6] = [
    (0x6969, "NFS"),
    (0xFF53_4D42, "CIFS"),
    (0xFE53_4D42, "SMB"),
    (0x517B, "SMB"),
    (0x5346_414F, "AFS"),
    (0x00C3_6400, "Ceph"),
];

/// The name of a network drive, if `kind` is one's.
fn network(kind: u64) -> Option<&'static str> {
    NETWORK.iter().find(|(known, _)| *known == kind & 0xFFFF_FFFF).map(|(_, name)| *name)
}

/// The network drive on which a folder lies, if it does, and the bytes that are free.
pub fn of(folder: &Path) -> std::io::Result<(Option<&'static str>, u64)> {
    let found = rustix::fs::statfs(folder)?;
    let free = found.f_bavail.saturating_mul(u64::try_from(found.f_bsize).unwrap_or(0));
    // The kernel's type is signed on some machines: the bits are what is compared.
    #[allow(clippy::cast_sign_loss, clippy::unnecessary_cast, reason = "bits, not a number")]
    let kind = found.f_type as u64;
    Ok((network(kind), free))
}

/// Refuses to keep a SQLite record on a drive that another machine serves: its locks
/// and its shared memory do not hold there, and two hosts could write over each other.
///
/// # Errors
/// [`HostError::NetworkDrive`].
pub fn refuse_network_drive(folder: &Path) -> Result<(), HostError> {
    match of(folder) {
        Ok((Some(kind), _)) => Err(HostError::NetworkDrive { folder: folder.to_owned(), kind }),
        // Where the system does not say, nothing speaks against it.
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn network_drives_are_known_by_their_kind_and_local_ones_are_not() {
        assert_eq!(network(0x6969), Some("NFS"));
        assert_eq!(network(0xFFFF_FFFF_FF53_4D42), Some("CIFS"), "as a signed number");
        for local in [0xEF53, 0x0102_1994, 0x5846_5342, 0x9123_683E] {
            assert_eq!(network(local), None);
        }
        let folder = tempfile::tempdir().unwrap();
        let (kind, free) = of(folder.path()).unwrap();
        assert_eq!(kind, None);
        assert!(free > 0);
        refuse_network_drive(folder.path()).unwrap();
    }
}
