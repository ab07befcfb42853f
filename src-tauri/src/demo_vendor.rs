//! The demo's vendor agent: another process, the command line beside this program.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;

use desk::view::{Broken, Problem, ProblemCode};
use desk::{DemoVendor, VendorStarter};

/// Starts `countersign vendor demo`.
pub(crate) struct CommandLine;

/// A running agent; ended when dropped.
struct Agent(Mutex<Child>);

impl DemoVendor for Agent {}

impl Drop for Agent {
    fn drop(&mut self) {
        if let Ok(child) = self.0.get_mut() {
            // It may have ended by itself; both calls then have nothing to do.
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

impl VendorStarter for CommandLine {
    fn start(&self, host: &str, handle: &str, state: &Path) -> Result<Box<dyn DemoVendor>, Problem> {
        let failed = |error: std::io::Error| Problem::of_system(ProblemCode::DemoVendorFailed, &error);
        std::fs::create_dir_all(state).map_err(failed)?;
        let log = std::fs::File::create(state.join("steps.jsonl")).map_err(failed)?;
        let errors = std::fs::File::create(state.join("errors.txt")).map_err(failed)?;
        let program =
            program().ok_or_else(|| Problem::broken(ProblemCode::DemoVendorFailed, Broken::NoProgram))?;
        let child = Command::new(program)
            .args(["vendor", "demo", "--attached", "--host", host, "--handle", handle, "--state"])
            .arg(state)
            // Held open as long as this program lives: the agent ends with it even where
            // nothing is dropped, after a kill or the window system's own exit.
            .stdin(Stdio::piped())
            .stdout(log)
            .stderr(errors)
            .spawn()
            .map_err(failed)?;
        Ok(Box::new(Agent(Mutex::new(child))))
    }
}

fn program() -> Option<PathBuf> {
    let here = std::env::current_exe().ok()?;
    let name = format!("countersign{}", std::env::consts::EXE_SUFFIX);
    Some(here.parent()?.join(name)).filter(|path| path.is_file())
}
