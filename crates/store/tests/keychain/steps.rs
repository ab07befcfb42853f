//! One situation each, run by the tests in a session made for it.

use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};

use keyring_core::Entry;
use store::keychain::{KeyPlace, KeyTrouble};
use zeroize::Zeroizing;

use crate::UNLOCK;
use crate::home::MARK;

/// A place in the keychain for the person of a test.
pub fn place(person: &str) -> KeyPlace {
    KeyPlace::new("fabrikam", person).unwrap()
}

/// There is no key, and asking makes none.
pub fn hold_nothing(place: &KeyPlace) {
    let missing = KeyTrouble::Missing { place: place.as_str().to_owned() };
    assert_eq!(place.read().unwrap_err(), missing);
    assert_eq!(place.read().unwrap_err(), missing);
}

/// The key is made, once.
pub fn make(place: &KeyPlace, byte: u8) {
    let made = place.create(&Zeroizing::new([byte; 32])).unwrap();
    assert_eq!(*made.expose_seed(), [byte; 32]);
    let there = KeyTrouble::AlreadyThere { place: place.as_str().to_owned() };
    assert_eq!(place.create(&Zeroizing::new([byte + 1; 32])).unwrap_err(), there);
    hold(place, byte);
}

/// The key is this one.
pub fn hold(place: &KeyPlace, byte: u8) {
    assert_eq!(*place.read().unwrap().expose_seed(), [byte; 32]);
}

/// The step's place, unless this is a person's own session.
fn owner() -> KeyPlace {
    assert!(std::env::var_os(MARK).is_some(), "a step is run by the tests alone");
    place("owner")
}

#[test]
#[ignore = "a step of the tests"]
fn absent() {
    let owner = owner();
    for _ in 0..2 {
        assert!(matches!(owner.read(), Err(KeyTrouble::Absent { .. })));
        let created = owner.create(&Zeroizing::new([7; 32]));
        assert!(matches!(created, Err(KeyTrouble::Absent { .. })));
    }
}

#[test]
#[ignore = "a step of the tests"]
fn missing() {
    hold_nothing(&owner());
}

#[test]
#[ignore = "a step of the tests"]
fn create() {
    make(&owner(), 7);
    hold_nothing(&place("another"));
    hold_nothing(&KeyPlace::new("another", "owner").unwrap());
}

#[test]
#[ignore = "a step of the tests"]
fn present() {
    make_no_other(&owner());
}

fn make_no_other(owner: &KeyPlace) {
    hold(owner, 7);
    let created = owner.create(&Zeroizing::new([8; 32]));
    assert!(matches!(created, Err(KeyTrouble::AlreadyThere { .. })));
    hold(owner, 7);
}

#[test]
#[ignore = "a step of the tests"]
fn locked() {
    let owner = owner();
    for _ in 0..2 {
        let read = owner.read().unwrap_err();
        assert!(matches!(read, KeyTrouble::Locked { .. }), "{read}");
        let created = owner.create(&Zeroizing::new([8; 32])).unwrap_err();
        assert!(matches!(created, KeyTrouble::Locked { .. }), "{created}");
    }
}

#[test]
#[ignore = "a step of the tests"]
fn never_set_up() {
    let owner = owner();
    hold_nothing(&owner);
    let created = owner.create(&Zeroizing::new([8; 32])).unwrap_err();
    assert!(matches!(created, KeyTrouble::Locked { .. }), "{created}");
    hold_nothing(&owner);
}

#[test]
#[ignore = "a step of the tests"]
fn of_another_kind() {
    let owner = owner();
    let keychain: std::sync::Arc<keyring_core::CredentialStore> =
        zbus_secret_service_keyring_store::Store::new().unwrap();
    let entry = Entry::new_in_store(&keychain, "app.countersign.desktop", owner.as_str()).unwrap();
    entry.set_secret(b"hunter2").unwrap();
    assert_eq!(owner.read().unwrap_err(), KeyTrouble::NotASeed { bytes: 7 });
    let created = owner.create(&Zeroizing::new([7; 32])).unwrap_err();
    assert!(matches!(created, KeyTrouble::AlreadyThere { .. }), "{created}");
    assert_eq!(entry.get_secret().unwrap(), b"hunter2");
}

#[test]
#[ignore = "a step of the tests"]
fn at_once() {
    let owner = owner();
    let made: Vec<_> = std::thread::scope(|scope| {
        let create = |byte| {
            let owner = owner.clone();
            move || owner.create(&Zeroizing::new([byte; 32]))
        };
        let threads: Vec<_> = (0..6).map(|byte| scope.spawn(create(byte))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    let winners: Vec<_> = made.iter().filter_map(|result| result.as_ref().ok()).collect();
    assert_eq!(winners.len(), 1, "{made:?}");
    let kept = owner.read().unwrap().fingerprint();
    assert_eq!(kept, winners.first().unwrap().fingerprint());
    let refused = made.iter().filter(|result| matches!(result, Err(KeyTrouble::AlreadyThere { .. })));
    assert_eq!(refused.count(), 5);
}

#[test]
#[ignore = "a step of the tests"]
fn locked_then_unlocked() {
    let owner = owner();
    assert!(matches!(owner.read(), Err(KeyTrouble::Locked { .. })));
    let bus = std::env::var("DBUS_SESSION_BUS_ADDRESS").unwrap();
    unlock(&bus);
    make_no_other(&owner);
}

#[test]
#[ignore = "a step of the tests"]
fn absent_then_there() {
    let owner = owner();
    assert!(matches!(owner.read(), Err(KeyTrouble::Absent { .. })));
    // Where a session bus is looked for that no variable names.
    let address = format!("unix:path={}/bus", std::env::var("XDG_RUNTIME_DIR").unwrap());
    let (bus, address) = start_bus(&address);
    unlock(&address);
    make(&owner, 7);
    end(bus);
    assert!(matches!(owner.read(), Err(KeyTrouble::Absent { .. })));
    let (bus, address) = start_bus(address.split(',').next().unwrap());
    unlock(&address);
    hold(&owner, 7);
    end(bus);
}

fn unlock(bus: &str) {
    let status = Command::new("sh").args(["-c", UNLOCK]).env("DBUS_SESSION_BUS_ADDRESS", bus).status();
    assert!(status.unwrap().success());
}

/// A bus, once it says that it listens.
fn start_bus(address: &str) -> (Child, String) {
    let mut bus = Command::new("dbus-daemon")
        .args(["--session", "--nofork", "--print-address", "--address", address])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut said = String::new();
    BufReader::new(bus.stdout.take().unwrap()).read_line(&mut said).unwrap();
    (bus, said.trim().to_owned())
}

fn end(mut bus: Child) {
    bus.kill().unwrap();
    bus.wait().unwrap();
}
