#![allow(clippy::unwrap_used)]

use super::*;

#[test]
fn the_dead_are_not_members() {
    assert!(living_member("12 (a) b) S 1 40 40 0", "40"));
    assert!(!living_member("12 (a) b) Z 1 40 40 0", "40"));
    assert!(!living_member("12 (a) b) S 40 41 40 0", "40"));
    assert!(!living_member("nonsense", "40"));
}

#[test]
fn what_a_group_leaves_behind_is_ended() {
    let folder = std::env::temp_dir().join(format!("xtask-group-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let note = folder.join("pid");
    let script = format!("sleep 600 & echo $! > {}", note.display());
    run(Command::new("sh").args(["-c", &script])).unwrap();
    let pid = std::fs::read_to_string(&note).unwrap();
    let stat = std::fs::read_to_string(format!("/proc/{}/stat", pid.trim())).unwrap_or_default();
    let alive = stat.rsplit_once(") ").is_some_and(|(_, rest)| !rest.starts_with('Z'));
    assert!(!alive, "left behind: {stat}");
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_failed_command_says_what_it_said() {
    let failure = output(Command::new("sh").args(["-c", "echo no paper >&2; exit 3"])).unwrap_err();
    let words = failure.to_string();
    assert!(words.contains("no paper") && words.contains('3'), "{words}");
}
