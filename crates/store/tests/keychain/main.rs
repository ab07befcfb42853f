//! Keys in a real keychain: gnome-keyring on a session bus of its own, with a home of
//! its own. Nothing of the person who runs the tests is read or touched.
//!
//! Each situation is a process of its own: this same program, told to do one of the
//! ignored [`steps`]. That shows as well that a key outlives the process.
#![allow(clippy::unwrap_used, clippy::print_stderr)]
#![cfg(target_os = "linux")]

mod home;
mod steps;

use home::{Bus, Home};

/// Unlocks the keychain before the step, and is answered when it is on the bus.
const UNLOCK: &str = include_str!("unlock.sh");
/// The service is started by the bus at the first call, locked.
const LEAVE: &str = "";

#[test]
fn without_a_bus_it_is_absent() {
    let Some(home) = Home::fresh() else { return };
    home.step("absent", Bus::None, LEAVE);
}

#[test]
fn on_a_bus_without_a_secret_service_it_is_absent() {
    let Some(home) = Home::fresh() else { return };
    home.step("absent", Bus::WithoutServices, LEAVE);
}

#[test]
fn a_key_outlives_the_process_and_the_session_and_is_not_replaced() {
    let Some(home) = Home::fresh() else { return };
    home.step("missing", Bus::Whole, UNLOCK);
    home.step("create", Bus::Whole, UNLOCK);
    home.step("present", Bus::Whole, UNLOCK);
    home.step("present", Bus::Whole, UNLOCK);
}

#[test]
fn a_locked_keychain_is_neither_absent_nor_empty() {
    let Some(home) = Home::fresh() else { return };
    home.step("create", Bus::Whole, UNLOCK);
    home.step("locked", Bus::Whole, LEAVE);
    // Nothing was lost by asking.
    home.step("present", Bus::Whole, UNLOCK);
}

#[test]
fn a_keychain_that_was_never_set_up_holds_nothing_and_takes_nothing() {
    let Some(home) = Home::fresh() else { return };
    home.step("never_set_up", Bus::Whole, LEAVE);
}

#[test]
fn what_another_program_left_is_no_key() {
    let Some(home) = Home::fresh() else { return };
    home.step("of_another_kind", Bus::Whole, UNLOCK);
}

#[test]
fn of_many_that_create_at_once_one_wins() {
    let Some(home) = Home::fresh() else { return };
    home.step("at_once", Bus::Whole, UNLOCK);
}

#[test]
fn unlocked_meanwhile_it_opens_in_the_same_process() {
    let Some(home) = Home::fresh() else { return };
    home.step("create", Bus::Whole, UNLOCK);
    home.step("locked_then_unlocked", Bus::Whole, LEAVE);
}

#[test]
fn started_meanwhile_it_is_found_in_the_same_process() {
    let Some(home) = Home::fresh() else { return };
    home.step("absent_then_there", Bus::None, LEAVE);
}

/// In the session that `cargo xtask test` provides.
#[test]
fn in_the_session_given() {
    if std::env::var_os("COUNTERSIGN_TEST_SESSION").is_none() {
        eprintln!("skipped: COUNTERSIGN_TEST_SESSION is not set");
        return;
    }
    let place = steps::place(&format!("session-{}", std::process::id()));
    steps::hold_nothing(&place);
    steps::make(&place, 7);
    steps::hold(&place, 7);
}
