//! The window. It shows and passes on; it decides nothing and holds no secret.

#![cfg_attr(not(debug_assertions), windows_subsystem = "windows")]

use std::process::ExitCode;

use countersign_desktop::{Arguments, begin_anew, open};

/// A score of threads reads mails and proves logs here. The system's own allocator keeps a heap for each
/// of them and gives little of it back.
#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

fn main() -> ExitCode {
    let arguments = match Arguments::read(std::env::args_os().skip(1)) {
        Ok(arguments) => arguments,
        Err(usage) => {
            eprintln!("countersign-desktop: {usage}");
            return ExitCode::from(2);
        }
    };
    match open(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            begin_anew(&error);
            eprintln!("countersign-desktop: the window could not be opened: {error}");
            ExitCode::FAILURE
        }
    }
}
