//! Randomness, from the operating system alone.

use uuid::Builder;

use anp::base64url;

use crate::HostError;

/// So many random bytes.
///
/// # Errors
/// [`HostError::Randomness`] where the system gives none; nothing weaker stands in.
pub fn bytes<const N: usize>() -> Result<[u8; N], HostError> {
    let mut room = [0; N];
    getrandom::fill(&mut room).map_err(|fault| HostError::Randomness(fault.to_string()))?;
    Ok(room)
}

/// A new UUID (version 4).
pub fn id() -> Result<String, HostError> {
    Ok(Builder::from_random_bytes(bytes()?).into_uuid().to_string())
}

/// A new handle: 192 random bits, so that nobody guesses one.
pub fn handle() -> Result<String, HostError> {
    Ok(format!("anp_org_{}", base64url::encode(&bytes::<24>()?)))
}
