//! Where people's Ed25519 seeds rest: the system's keychain, or, where the person
//! chooses it, a file under a passphrase.
//!
//! Every call here **blocks**, the keychain's for as long as the person leaves the
//! unlocking dialog open: call from a thread that may wait, and show that the
//! keychain is being waited for. No failure is remembered; each call asks anew.
//!
//! A key is made where [`KeyPlace::create`] or [`KeyFile::create`] is called and
//! nowhere else. Reading never makes one, and creating never replaces one.

mod entry;
mod file;
mod secret;
mod trouble;

pub use entry::KeyPlace;
pub use file::{KeyFile, LEAST_PASSPHRASE, Passphrase, WorkFactor};
pub use secret::SecretPlace;
pub use trouble::{FileAct, KeyTrouble};

use anp::keys::SecretKey;
use zeroize::Zeroizing;

/// Bytes of a seed.
const SEED: usize = 32;

/// The key of a seed that comes from outside.
fn key_of(seed: &Zeroizing<Vec<u8>>) -> Result<SecretKey, KeyTrouble> {
    let mut room = Zeroizing::new([0_u8; SEED]);
    if seed.len() != SEED {
        return Err(KeyTrouble::NotASeed { bytes: seed.len() });
    }
    room.copy_from_slice(seed);
    Ok(SecretKey::from_seed(&room))
}
