#![allow(clippy::unwrap_used, clippy::panic)]

use super::*;
use crate::process;

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

/// Whether the real parts are there; `cargo xtask test` has installed them by then.
fn ready() -> bool {
    let path = std::env::var_os("PATH").unwrap();
    let ready = ["xvfb-run", "dbus-run-session", "gnome-keyring-daemon"]
        .iter()
        .all(|command| std::env::split_paths(&path).any(|folder| folder.join(command).exists()));
    assert!(ready || std::env::var_os("CI").is_none(), "the session's parts are missing");
    if !ready {
        eprintln!("skipped: the session's parts are missing");
    }
    ready
}

#[test]
fn inside_are_a_display_and_an_unlocked_keychain_and_afterwards_nothing() {
    if !std::env::split_paths(&std::env::var_os("PATH").unwrap())
        .any(|folder| folder.join("xvfb-run").exists())
    {
        assert!(std::env::var_os("CI").is_none(), "xvfb-run is missing");
        eprintln!("skipped: xvfb-run is missing");
        return;
    }
    let session = Session::begin().unwrap();
    let notes = session.folder.join("notes");
    let script = r#"
        read -r _ _ _ _ group _ < /proc/self/stat
        secret=$(dbus-send --session --print-reply=literal --dest=org.freedesktop.secrets \
            /org/freedesktop/secrets org.freedesktop.Secret.Service.ReadAlias string:default)
        echo "$group|$DISPLAY|$WAYLAND_DISPLAY|$COUNTERSIGN_TEST_SESSION|$secret" > "$1""#;
    let mut command = session.command("sh");
    process::run(command.args(["-c", script, "inside"]).arg(&notes)).unwrap();
    let written = std::fs::read_to_string(notes).unwrap();
    let parts: Vec<&str> = written.trim().split('|').collect();
    let [group, display, wayland, test, keychain] = parts.as_slice() else { panic!("{written}") };
    assert!(display.starts_with(':'), "{written}");
    assert_eq!((*wayland, *test), ("", "1"));
    assert!(keychain.contains("/collection/"), "{written}");
    let leader = rustix::process::Pid::from_raw(group.parse().unwrap()).unwrap();
    assert!(!process::lives(leader), "something of the session is left");
}

#[test]
fn the_code_of_what_runs_inside_comes_out() {
    if !ready() {
        return;
    }
    let session = Session::begin().unwrap();
    let mut command = session.command("sh");
    let words = process::run(command.args(["-c", "exit 3"])).unwrap_err().to_string();
    assert!(words.contains("(exit status: 3)"), "{words}");
}
