//! Set-up on made-up machines: their `dpkg-query`, `apt-get`, `sudo` and `id` are
//! small scripts that write down how they are called.

#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use std::path::PathBuf;
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};

use super::*;
use crate::process;

const ALL: Wants = Wants { headless: true, checks: true };
const WINDOW: Wants = Wants { headless: false, checks: false };

static NUMBER: AtomicU32 = AtomicU32::new(0);

/// A machine below a folder of its own.
struct Made {
    folder: PathBuf,
    machine: Machine,
}

impl Made {
    /// A Debian of the user `id` with the compiler and no package of ours.
    fn debian(id: &str) -> Self {
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("xtask-machine-{}-{number}", std::process::id()));
        std::fs::create_dir_all(folder.join("bin")).unwrap();
        std::fs::create_dir_all(folder.join("lists")).unwrap();
        std::fs::write(folder.join("installed"), "").unwrap();
        let machine = Machine {
            path: folder.join("bin").into_os_string(),
            os_release: "NAME=\"Made up\"\nID=debian\n".to_owned(),
            apt_lists: folder.join("lists"),
        };
        let made = Self { folder, machine };
        made.script("id", &format!("echo {id}"));
        made.script("cc", "exit 0");
        made.script("dpkg-query", "while read -r p; do echo \"$p installed\"; done < installed");
        made.script("env", "shift; exec \"$@\"");
        made.script(
            "apt-get",
            "echo \"apt-get $*\" >> calls
             case \" $* \" in
             *' update '*) : > lists/made_Packages; : > fresh ;;
             *) [ -e fresh ] || exit 100
                for p in \"$@\"; do echo \"$p\" >> installed; : > bin/\"$p\"; done
                for c in c++ pkg-config WebKitWebDriver Xvfb dbus-send dbus-run-session gnome-keyring-daemon; do
                  : > bin/$c
                done ;;
             esac",
        );
        made
    }

    /// Written by a process of its own: a script that this one holds open for
    /// writing, if only in a child that another test is just starting, is busy.
    fn script(&self, name: &str, body: &str) {
        let folder = self.folder.display();
        let text = self.folder.join(format!("{name}.text"));
        std::fs::write(&text, format!("#!/bin/sh\ncd '{folder}' || exit 9\n{body}\n")).unwrap();
        let file = self.folder.join("bin").join(name);
        process::run(Command::new("install").args(["-m", "755"]).args([text, file])).unwrap();
    }

    fn calls(&self) -> Vec<String> {
        let calls = std::fs::read_to_string(self.folder.join("calls")).unwrap_or_default();
        calls.lines().map(str::to_owned).collect()
    }
}

impl Drop for Made {
    fn drop(&mut self) {
        std::fs::remove_dir_all(&self.folder).unwrap();
    }
}

fn is_update(call: &str) -> bool {
    call.ends_with(" update")
}

#[test]
fn root_gets_what_is_missing_and_nothing_twice() {
    let made = Made::debian("0");
    system(&made.machine, ALL).unwrap();
    let calls = made.calls();
    // No lists yet: they come first, and only then the packages, in one call.
    assert_eq!(calls.len(), 2, "{calls:?}");
    assert!(is_update(&calls[0]), "{calls:?}");
    assert!(calls[1].contains("install -y") && calls[1].contains(" xvfb "), "{calls:?}");
    assert!(!calls[1].contains("build-essential"), "the compiler was there: {calls:?}");
    system(&made.machine, ALL).unwrap();
    assert_eq!(made.calls().len(), 2, "the second time there is nothing to do");
}

#[test]
fn the_window_alone_asks_for_no_virtual_display() {
    let made = Made::debian("0");
    system(&made.machine, WINDOW).unwrap();
    let calls = made.calls().join("\n");
    assert!(calls.contains("libwebkit2gtk-4.1-dev") && !calls.contains("xvfb"), "{calls}");
}

#[test]
fn lists_that_do_not_know_a_package_are_fetched_anew() {
    let made = Made::debian("0");
    std::fs::write(made.folder.join("lists/old_Packages"), "").unwrap();
    system(&made.machine, ALL).unwrap();
    let updates: Vec<bool> = made.calls().iter().map(|call| is_update(call)).collect();
    assert_eq!(updates, [false, true, false]);
}

#[test]
fn sudo_is_used_where_it_asks_nothing() {
    let made = Made::debian("1000");
    made.script("sudo", "echo \"sudo $*\" >> calls; shift; [ \"$1\" = true ] || exec \"$@\"");
    system(&made.machine, ALL).unwrap();
    let calls = made.calls();
    assert!(calls.contains(&"sudo -n true".to_owned()), "{calls:?}");
    assert!(calls.iter().any(|call| call.starts_with("sudo -n env ")), "{calls:?}");
}

#[test]
fn without_root_the_one_line_to_run_is_said_and_nothing_is_called() {
    for sudo in [None, Some("exit 1")] {
        let made = Made::debian("1000");
        if let Some(body) = sudo {
            made.script("sudo", body);
        }
        let words = system(&made.machine, ALL).unwrap_err().to_string();
        assert!(words.contains("sudo apt-get update && sudo apt-get install -y"), "{words}");
        assert!(words.contains("webkit2gtk-driver"), "{words}");
        assert!(made.calls().is_empty());
    }
}

#[test]
fn an_install_that_changes_nothing_is_not_believed() {
    let made = Made::debian("0");
    made.script("apt-get", "exit 0");
    let words = system(&made.machine, WINDOW).unwrap_err().to_string();
    assert!(words.contains("still missing") && words.contains("libgtk-3-dev"), "{words}");
}

#[test]
fn a_failed_install_says_the_line_too() {
    let made = Made::debian("0");
    made.script("apt-get", "exit 100");
    let words = system(&made.machine, WINDOW).unwrap_err().to_string();
    assert!(words.contains("failed"), "{words}");
    assert!(words.contains("sudo apt-get update && sudo apt-get install -y"), "{words}");
}

#[test]
fn other_systems_are_told_what_to_bring() {
    let mut made = Made::debian("0");
    made.machine.os_release = "ID=fedora\n".to_owned();
    let words = system(&made.machine, WINDOW).unwrap_err().to_string();
    assert!(words.contains("pkg-config") && !words.contains("Xvfb"), "{words}");
    assert!(made.calls().is_empty());
}

#[test]
fn debian_and_its_likes_are_known_by_os_release() {
    let mut made = Made::debian("0");
    for (text, debian) in [
        ("ID=ubuntu", true),
        ("ID=linuxmint\nID_LIKE=\"ubuntu debian\"", true),
        ("ID=arch\nNAME=debian", false),
        ("", false),
    ] {
        made.machine.os_release = text.to_owned();
        assert_eq!(made.machine.is_debian(), debian, "{text}");
    }
}

#[test]
fn versions_compare_by_their_numbers() {
    for (version, wanted, enough) in [
        ("20.19.0", "20.19", true),
        ("20.2.0", "20.19", false),
        ("22.0.0", "20.19", true),
        ("1.95.0-nightly", "1.90", true),
        ("18", "20", false),
        ("", "20", false),
        ("new", "20", false),
    ] {
        assert_eq!(node::at_least(version, wanted), enough, "{version} for {wanted}");
    }
}
