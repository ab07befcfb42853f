#![allow(clippy::unwrap_used)]

use super::*;

use std::collections::HashMap;
use std::os::unix::fs::PermissionsExt;

#[test]
fn the_home_is_fresh_private_and_gone_afterwards() {
    let session = Session::begin().unwrap();
    let command = session.command("true");
    let set: HashMap<_, _> = command.get_envs().collect();
    let mut seen = Vec::new();
    for (variable, _) in FOLDERS {
        let folder = PathBuf::from(set.get(OsStr::new(variable)).unwrap().unwrap());
        let mode = std::fs::metadata(&folder).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o700, "{variable}");
        seen.push(folder);
    }
    assert_eq!(set.get(OsStr::new("DBUS_SESSION_BUS_ADDRESS")), Some(&None));
    drop(session);
    assert!(seen.iter().all(|folder| !folder.exists()));
}

#[test]
fn two_homes_are_never_the_same() {
    let (one, other) = (Session::begin().unwrap(), Session::begin().unwrap());
    assert_ne!(one.folder, other.folder);
}
