//! Limits of the process that screens.

use rustix::process::{Resource, Rlimit};

/// Address space that it may have, in bytes.
const MEMORY: u64 = 512 << 20;

/// Memory, and no picture of it on the disk: it holds secrets. The time is for whoever asks to keep.
pub fn limits() -> [(Resource, Rlimit); 2] {
    let most = |most| Rlimit { current: Some(most), maximum: Some(most) };
    [(Resource::As, most(MEMORY)), (Resource::Core, most(0))]
}

/// Takes the limits upon this process.
///
/// # Errors
/// Where the system refuses them.
pub fn take_limits() -> std::io::Result<()> {
    for (resource, most) in limits() {
        rustix::process::setrlimit(resource, most)?;
    }
    Ok(())
}
