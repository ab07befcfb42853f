//! The house's own commands, called as `cargo xtask COMMAND`.
//!
//! They install what the machine lacks, build, run and test the application,
//! and hold the source to the rules that a compiler does not know.
//!
//! Environment: `CI` makes tests fail, instead of being skipped, when the
//! published vectors are missing; those lie beside the checkout, in
//! `../shared/vectors` seen from the root. `COUNTERSIGN_TEST_SESSION=1` is set
//! for every test, and says that a session bus with an unlocked keychain is there.

#![allow(clippy::print_stdout, reason = "a command line's answers go to standard output")]

mod again;
mod bench;
mod bindings;
mod bundle;
mod bundle_verify;
mod check;
mod failure;
mod fuzz;
mod gallery;
mod model;
mod mutants;
mod place;
mod process;
mod run;
mod session;
mod setup;
mod stages;
mod test;

use std::process::ExitCode;

use failure::{Failure, Outcome};

const USAGE: &str = "\
cargo xtask COMMAND

  setup                 say what is missing on this machine, install it
  run [--headless [--walk NAME]] [--out DIR] [--workspace DIR]
                        build the application and open it on a demo workspace;
                        without a display (or with --headless) walk the demo on a
                        virtual one and leave screenshots, log and record in DIR
  test [FILTER]         every check and test; with FILTER only the cargo tests
                        whose names contain it
  check                 the rules of the house: who may depend on whom, what is
                        pure, how long a file may be, what may stand in it
  fuzz TARGET|all [--seconds N]
                        try what must hold for any bytes with bytes made up;
                        `fuzz smoke` does so briefly, `fuzz seeds` and `fuzz keep`
                        write the corpus
  bench [--events N]    events verified per second, beside the limit of what
                        verifying consists of, and memory
  bench mail [--mails N]
                        mails read per second from a real server, beside mbsync
  bench window [--deals N] [--mails N]
                        start, memory, actions and the way of an offer to the screen
                        on a big workspace, beside an empty window
  model                 explore the negotiation machine and the votes further than
                        the tests do; bounds and states are printed
  mutants [--shard K/N] change the negotiation machine one place at a time: a test
                        must notice, or a reason stand in crates/parley/mutants.txt
  gallery [--out DIR] [--language en|de] [--pictures-only] [SCENE …]
                        every scene of the page as pictures in both themes, held to
                        the rules for accessible pages at 100 % and 200 %
  bindings              write ui/src/lib/bindings.ts anew from the Rust types
  bundle [--try]        the application as a package for Debian and Ubuntu; --try
                        installs it here, opens it once and removes it
  bundle-verify         build `countersign-verify` as one static file
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let outcome = process::pass_signals_on().and_then(|()| dispatch(&arguments));
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("xtask: {failure}");
            ExitCode::FAILURE
        }
    }
}

fn dispatch(arguments: &[String]) -> Outcome {
    let Some((command, rest)) = arguments.split_first() else {
        return Err(Failure::new(format!("a command is missing\n\n{USAGE}")));
    };
    match command.as_str() {
        "setup" => none(rest).and_then(|()| setup::command()),
        "run" => run::command(rest),
        "test" => test::command(rest),
        "check" => none(rest).and_then(|()| check::command()),
        "fuzz" => fuzz::command(rest),
        "bench" => bench::command(rest),
        "model" => none(rest).and_then(|()| model::command()),
        "mutants" => mutants::command(rest),
        "gallery" => gallery::command(rest),
        "bindings" => none(rest).and_then(|()| bindings::command()),
        "bundle" => bundle::command(rest),
        "bundle-verify" => none(rest).and_then(|()| bundle_verify::command()),
        "help" | "--help" | "-h" => {
            print!("{USAGE}");
            Ok(())
        }
        other => Err(Failure::new(format!("there is no command `{other}`\n\n{USAGE}"))),
    }
}

fn none(rest: &[String]) -> Outcome {
    match rest.first() {
        None => Ok(()),
        Some(extra) => Err(Failure::new(format!("`{extra}` is one word too many\n\n{USAGE}"))),
    }
}
