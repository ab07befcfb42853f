//! `countersign-scan`: the screen in a process of its own. It reads one question, answers it and ends.
//!
//! It takes its limits upon itself before it is told anything; on Linux the desk sets the same from
//! outside. It says nothing but the answer: what it is told must not reach a log.

use std::io;
use std::process::ExitCode;

fn main() -> ExitCode {
    #[cfg(unix)]
    if scan::take_limits().is_err() {
        return ExitCode::FAILURE;
    }
    match scan::serve(&mut io::stdin().lock(), &mut io::stdout().lock(), &deal::InThisProcess) {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}
