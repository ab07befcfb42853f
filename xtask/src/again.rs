//! Tests that failed in the great run are run once more, each program alone.
//!
//! The tests start servers, windows and a hundred programs on whatever else the machine
//! does. A failure that does not come again still is one: it is named at the end, so that
//! somebody mends it, but it does not throw away a whole run.

use std::io::{BufRead as _, BufReader, Write};
use std::process::{Command, Stdio};
use std::thread;

use crate::failure::{Failure, Outcome};
use crate::process;

/// More programs than this have something in common that is broken.
const AT_MOST: usize = 3;

/// How cargo begins the line that says how to run one failed program again.
const FAILED: &str = "error: test failed, to rerun pass `";

/// Runs the tests, and those programs of tests that failed once more. Returns what held
/// only then. What the great run complains of goes to `errors`.
///
/// # Errors
/// Where anything else but a few programs of tests failed, or they failed again.
pub fn tests(make: impl Fn(&[&str]) -> Command, errors: impl Write + Send + 'static) -> Outcome<Vec<String>> {
    let mut whole = make(&["--workspace", "--no-fail-fast"]);
    let (outcome, failed) = heard(&mut whole, errors)?;
    let Err(failure) = outcome else { return Ok(Vec::new()) };
    if failed.is_empty() || failed.len() > AT_MOST {
        return Err(failure);
    }
    for selection in &failed {
        println!("\n--- once more: {selection}");
        let words: Vec<&str> = selection.split(' ').collect();
        process::run(&mut make(&words))?;
    }
    Ok(failed)
}

/// Runs a command whose complaints are passed on, and heard for what failed.
fn heard(command: &mut Command, mut errors: impl Write + Send + 'static) -> Outcome<(Outcome, Vec<String>)> {
    let (reader, writer) = std::io::pipe().map_err(Failure::when("making a pipe"))?;
    command.stderr(writer);
    let listening = thread::spawn(move || {
        let mut failed = Vec::new();
        for line in BufReader::new(reader).split(b'\n').map_while(Result::ok) {
            let _ = errors.write_all(&line).and_then(|()| errors.write_all(b"\n"));
            failed.extend(String::from_utf8(line).ok().and_then(|line| selection(&line)));
        }
        failed
    });
    let outcome = process::run(command);
    // The command holds the last end of the pipe that this process has.
    command.stderr(Stdio::null());
    let failed = listening.join().map_err(|_| Failure::new("what the tests complained of was not heard"))?;
    Ok((outcome, failed))
}

/// The words that select one failed program.
fn selection(line: &str) -> Option<String> {
    let (selection, _) = line.strip_prefix(FAILED)?.split_once('`')?;
    Some(selection.to_owned())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use std::cell::Cell;

    use super::*;

    fn shell(script: &str) -> Command {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        command
    }

    fn complaint(selection: &str) -> String {
        format!("echo 'error: test failed, to rerun pass `{selection}`' >&2")
    }

    /// The tests, of which these words' program fails, and ends like this when run alone.
    fn of(selection: &str, alone: &str) -> Outcome<Vec<String>> {
        let great = |words: &[&str]| words.first() == Some(&"--workspace");
        let once = format!("{}; exit 101", complaint(selection));
        super::tests(|words| shell(if great(words) { &once } else { alone }), std::io::sink())
    }

    #[test]
    fn what_failed_once_is_named_and_what_fails_twice_fails() {
        assert_eq!(of("-p ink --test dry", "true").unwrap(), ["-p ink --test dry"]);
        assert!(of("-p ink --test dry", "exit 101").is_err());
    }

    #[test]
    fn nothing_is_run_again_where_nothing_or_much_failed_or_it_did_not_compile() {
        let runs = |script: &str| {
            let asked = Cell::new(0);
            let make = |_: &[&str]| {
                asked.set(asked.get() + 1);
                shell(script)
            };
            (super::tests(make, std::io::sink()).is_ok(), asked.get())
        };
        assert_eq!(runs("true"), (true, 1));
        assert_eq!(runs("echo 'error: could not compile' >&2; exit 101"), (false, 1));
        let much = ["a", "b", "c", "d"].map(|name| complaint(&format!("-p {name} --lib"))).join("; ");
        assert_eq!(runs(&format!("{much}; exit 101")), (false, 1));
    }
}
