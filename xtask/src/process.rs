//! Child processes: started so that they end when this one does.

use std::io::IsTerminal;
use std::os::unix::process::CommandExt;
use std::process::{Command, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process_group};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;

use crate::failure::{Failure, Outcome};
use crate::session;

/// How long a group may take to end after SIGTERM before SIGKILL follows.
const GRACE: Duration = Duration::from_secs(10);

/// What a signal has to know, under one lock: it finds either no child or the one
/// that runs, and after it none is started.
struct State {
    /// The leader of the running child's group.
    running: Option<Pid>,
    stopping: bool,
}

static STATE: Mutex<State> = Mutex::new(State { running: None, stopping: false });

/// The state, once it may be acted upon: after a signal never, since its thread
/// ends the children and then this process.
fn state() -> MutexGuard<'static, State> {
    loop {
        let state = STATE.lock().unwrap_or_else(PoisonError::into_inner);
        if !state.stopping {
            return state;
        }
        drop(state);
        thread::park();
    }
}

/// From here on SIGINT, SIGTERM and SIGHUP end the running child, with all that
/// it started, before they end this process.
///
/// # Errors
/// When the handlers cannot be set.
pub fn pass_signals_on() -> Outcome {
    let mut signals =
        Signals::new([SIGINT, SIGTERM, SIGHUP]).map_err(Failure::when("listening for signals"))?;
    thread::spawn(move || {
        if let Some(signal) = signals.forever().next() {
            let running = {
                let mut state = STATE.lock().unwrap_or_else(PoisonError::into_inner);
                state.stopping = true;
                state.running
            };
            if let Some(leader) = running {
                end_group(leader);
            }
            session::sweep();
            std::process::exit(128 + signal);
        }
    });
    Ok(())
}

/// Runs a command in a process group of its own, without standard input, and waits
/// for it; then ends what it started and left running.
///
/// # Errors
/// When it cannot be started, or ends with anything but success.
pub fn run(command: &mut Command) -> Outcome {
    let name = shown(command);
    command.process_group(0).stdin(Stdio::null());
    let (mut child, leader) = {
        let mut state = state();
        let child =
            command.spawn().map_err(|error| Failure::new(format!("`{name}` cannot be started: {error}")))?;
        let leader = Pid::from_child(&child);
        state.running = Some(leader);
        (child, leader)
    };
    let status = child.wait().map_err(Failure::when(format!("waiting for `{name}`")))?;
    end_group(leader);
    state().running = None;
    if status.success() { Ok(()) } else { Err(Failure::new(format!("`{name}` failed ({status})"))) }
}

/// Runs a command that says much: at a terminal its progress is shown,
/// elsewhere its words only if it fails.
///
/// # Errors
/// As [`run`].
pub fn run_aside(command: &mut Command) -> Outcome {
    if std::io::stdout().is_terminal() {
        return run(command);
    }
    output(command).map(drop)
}

/// Runs a command quietly and returns its standard output.
///
/// # Errors
/// When it cannot be started, fails (its standard error is in the words), or
/// does not print UTF-8.
pub fn output(command: &mut Command) -> Outcome<String> {
    let name = shown(command);
    let done = command
        .stdin(Stdio::null())
        .output()
        .map_err(|error| Failure::new(format!("`{name}` cannot be started: {error}")))?;
    if !done.status.success() {
        let said = String::from_utf8_lossy(&done.stderr);
        return Err(Failure::new(format!("`{name}` failed ({}):\n{}", done.status, said.trim_end())));
    }
    String::from_utf8(done.stdout).map_err(Failure::when(format!("reading what `{name}` printed")))
}

/// Whether a command can be started and succeeds; what it prints is dropped.
pub fn succeeds(command: &mut Command) -> bool {
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

fn end_group(leader: Pid) {
    if !lives(leader) {
        return;
    }
    // An error says that the group has ended in between, which is what is wanted.
    let _ = kill_process_group(leader, Signal::TERM);
    let asked = Instant::now();
    while lives(leader) {
        if asked.elapsed() > GRACE {
            let _ = kill_process_group(leader, Signal::KILL);
            return;
        }
        thread::sleep(Duration::from_millis(20));
    }
}

/// Whether a process of the group is alive. Asked of `/proc`, since signal 0
/// also finds the dead that nobody has reaped, and in a container whose first
/// process does not reap they stay for ever.
pub fn lives(leader: Pid) -> bool {
    let Ok(processes) = std::fs::read_dir("/proc") else { return false };
    let group = leader.as_raw_nonzero().to_string();
    processes.flatten().any(|process| {
        std::fs::read_to_string(process.path().join("stat")).is_ok_and(|stat| living_member(&stat, &group))
    })
}

/// Reads `PID (NAME) STATE PPID PGRP …`; the name may itself hold parentheses.
fn living_member(stat: &str, group: &str) -> bool {
    let Some((_, after)) = stat.rsplit_once(") ") else { return false };
    let mut fields = after.split(' ');
    let state = fields.next();
    fields.nth(1) == Some(group) && !matches!(state, Some("Z" | "X"))
}

/// The command as it would be typed, but for words that are whole scripts.
fn shown(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    let shown = words.map(|word| {
        let word = word.to_string_lossy();
        if word.contains('\n') { "…".into() } else { word }
    });
    shown.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
#[path = "process_tests.rs"]
mod tests;
