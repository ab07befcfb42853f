//! The machine that ships, explored: two parties, loss, duplication, reordering, delay,
//! skewed clocks, crash and restart from the log. Every promise of `parley`'s first page
//! is checked in every state; `sometimes` properties show that the states in question are
//! there at all.
//!
//! The bounds of the tests keep them short; `cargo xtask model` runs the wide ones.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, clippy::print_stdout)]

mod checks;
#[path = "../table/mod.rs"]
mod table;
mod transitions;
mod world;

use stateright::{Checker, Model};

use world::{Bounds, Table};

/// Explores and says what was explored. Fails where a promise is broken, or where what
/// must happen sometimes never does.
fn explore(name: &str, bounds: Bounds) {
    println!("{name}: {bounds:?}");
    let began = std::time::Instant::now();
    let checker = Table::new(bounds).checker().threads(2).spawn_bfs().join();
    println!(
        "{name}: {} states, {} distinct, depth {}, {:.1} s",
        checker.state_count(),
        checker.unique_state_count(),
        checker.max_depth(),
        began.elapsed().as_secs_f64()
    );
    checker.assert_properties();
}

/// Two offers at most, a message lost and one doubled.
#[test]
fn one_loss_one_double() {
    explore("narrow", Bounds { crashes: 0, ..Bounds::narrow() });
}

/// One offer, with a crash beside a loss.
#[test]
fn one_crash_one_loss() {
    explore("crash", Bounds { rounds: [1, 1], doubles: 0, ..Bounds::narrow() });
}

/// Two offers and a crash.
#[test]
fn a_crash_in_the_second_round() {
    explore("crash, two rounds", Bounds { losses: 0, doubles: 0, ..Bounds::narrow() });
}

/// The offeror's clock is ahead: what the acceptor believes in time comes late.
#[test]
fn the_offerors_clock_is_ahead() {
    explore("skewed", Bounds { skew: [1, 0], losses: 1, doubles: 0, crashes: 0, ..Bounds::narrow() });
}

/// The acceptor's clock is ahead.
#[test]
fn the_acceptors_clock_is_ahead() {
    explore("skewed back", Bounds { skew: [0, 1], losses: 0, doubles: 1, crashes: 0, ..Bounds::narrow() });
}

/// The sides have different caps: one more round than the other allows, and no budget.
#[test]
fn caps_differ_and_are_hit() {
    explore(
        "caps",
        Bounds { rounds: [3, 2], losses: 0, doubles: 0, crashes: 0, dear: true, ..Bounds::narrow() },
    );
}

/// More losses than retries: what stays open is said to be open.
#[test]
fn more_losses_than_retries() {
    explore(
        "lossy",
        Bounds { losses: 3, doubles: 0, crashes: 0, sends: 2, rounds: [1, 1], ..Bounds::narrow() },
    );
}

/// A message is altered on its way: disputed, never silently agreed.
#[test]
fn altered_on_the_way() {
    explore("altered", Bounds { tampers: 1, losses: 0, doubles: 0, crashes: 0, ..Bounds::narrow() });
}

#[test]
#[ignore = "long: cargo xtask model"]
fn wide() {
    explore(
        "wide",
        Bounds { losses: 1, doubles: 1, crashes: 1, skew: [1, 0], dear: true, ..Bounds::narrow() },
    );
    explore("wide, one offer, all at once", Bounds { rounds: [1, 1], ..Bounds::narrow() });
    explore("wide, three rounds", Bounds { rounds: [3, 3], crashes: 0, doubles: 0, ..Bounds::narrow() });
    explore("wide, two losses", Bounds { losses: 2, doubles: 1, crashes: 0, ..Bounds::narrow() });
    explore(
        "wide, two crashes",
        Bounds { losses: 0, doubles: 1, crashes: 2, skew: [0, 1], ..Bounds::narrow() },
    );
}
