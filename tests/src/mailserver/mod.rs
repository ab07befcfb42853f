//! Real mail servers for tests: the system's Dovecot with a configuration and folders of
//! its own on free ports, a server that delivers into it, and a line to it that can be cut.
#![allow(clippy::expect_used, reason = "a test ends where its ground is missing")]

mod cutting;
mod dovecot;

pub use cutting::{Cut, CuttingLine};
pub use dovecot::{Dovecot, Offers};

/// Whether a test that needs a server can run here. Where it is missing that is said;
/// with `CI` set it ends the test.
///
/// # Panics
/// Where it is missing and `CI` is set.
pub fn there(program: &str) -> bool {
    let path = std::env::var("PATH").unwrap_or_default();
    let found = path
        .split(':')
        .chain(["/usr/sbin", "/usr/local/sbin"])
        .any(|folder| std::path::Path::new(folder).join(program).is_file());
    if !found {
        assert!(std::env::var_os("CI").is_none(), "{program} is not installed");
        println!("skipped: {program} is not installed");
    }
    found
}
