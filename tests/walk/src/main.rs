//! `countersign-walk`: exit 0 only if the whole path held.

use std::process::ExitCode;

use walk::{Arguments, walk};

#[tokio::main]
async fn main() -> ExitCode {
    let arguments = match Arguments::read(std::env::args_os().skip(1)) {
        Ok(arguments) => arguments,
        Err(usage) => {
            eprintln!("{usage}");
            return ExitCode::from(2);
        }
    };
    if walk(&arguments).await { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
