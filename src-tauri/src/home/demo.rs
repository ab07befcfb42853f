//! The demo beside the workspace that is open: a window of its own.

use std::process::{Command, Stdio};

use desk::view::{Problem, ProblemCode};

use super::instance::ANEW;

/// Opens it, or brings it forward where it is open.
///
/// # Errors
/// Where this program cannot be started once more.
pub fn open() -> Result<(), Problem> {
    let failed = |error: std::io::Error| Problem::of_system(ProblemCode::DemoVendorFailed, &error);
    let program = std::env::current_exe().map_err(failed)?;
    let mut demo = Command::new(program);
    // A start of its own, with a count of its own.
    demo.arg("--demo").env_remove(ANEW).stdin(Stdio::null());
    let mut child = demo.spawn().map_err(failed)?;
    // It lives on by itself; somebody has to learn of its end, or it stays among the processes.
    std::thread::spawn(move || child.wait());
    Ok(())
}
