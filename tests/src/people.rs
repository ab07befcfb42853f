//! The people of the tests. Their keys are fixed, so that logs and signatures are the
//! same in every run.

use anp::keys::SecretKey;

/// Sells for Contoso, by way of an agent.
pub fn contoso_agent() -> SecretKey {
    SecretKey::from_seed(&[11; 32])
}

/// Another vendor's agent.
pub fn tailspin_agent() -> SecretKey {
    SecretKey::from_seed(&[12; 32])
}

/// The buyer's platform key.
pub fn platform() -> SecretKey {
    SecretKey::from_seed(&[21; 32])
}

/// Olivia owns deals.
pub fn olivia() -> SecretKey {
    SecretKey::from_seed(&[31; 32])
}

/// Pat works in procurement.
pub fn pat() -> SecretKey {
    SecretKey::from_seed(&[32; 32])
}

/// The key with which Pat goes on.
pub fn pat_anew() -> SecretKey {
    SecretKey::from_seed(&[77; 32])
}

/// Lena is of the legal department.
pub fn lena() -> SecretKey {
    SecretKey::from_seed(&[33; 32])
}

/// Kim owns deals of other people.
pub fn kim() -> SecretKey {
    SecretKey::from_seed(&[34; 32])
}

/// Mallory has a key and no business here.
pub fn mallory() -> SecretKey {
    SecretKey::from_seed(&[66; 32])
}
