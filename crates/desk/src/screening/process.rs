//! The screen in a process of its own: one for each question, with limits on time and memory.
//!
//! A process for each question costs some milliseconds, keeps nothing of one deal for the next, and leaves
//! nothing to be restarted. It is told its question over a pipe, gets no environment, and is killed at its
//! time, whatever it does.

use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use deal::{Field, Scenario, Screen, ScreenDown, ScreenFinding};

/// Its name beside the program.
const NAME: &str = "countersign-scan";
/// How long a question may take.
const TIME: Duration = Duration::from_secs(10);
/// How often it is looked whether a process that has answered has ended.
const LOOK: Duration = Duration::from_millis(1);

/// The screen of this desk, wherever its program lies.
#[derive(Debug, Clone)]
pub(crate) struct OwnProcess {
    program: PathBuf,
    time: Duration,
}

impl OwnProcess {
    /// The scanner beside this program; beside the folder that tests are built into, where they run.
    pub(crate) fn beside_this_program() -> Self {
        let here = std::env::current_exe().ok();
        let folder = here.as_deref().and_then(Path::parent).unwrap_or(Path::new("."));
        let folder = match folder.parent() {
            Some(above) if folder.ends_with("deps") => above,
            _ => folder,
        };
        let program = folder.join(NAME).with_extension(std::env::consts::EXE_EXTENSION);
        Self { program, time: TIME }
    }

    /// Another program in its place, for tests.
    #[cfg(feature = "fault-injection")]
    pub(crate) fn at(program: PathBuf, time: Duration) -> Self {
        Self { program, time }
    }
}

impl Screen for OwnProcess {
    fn screen(&self, fields: &[Field], scenario: &Scenario) -> Result<Vec<ScreenFinding>, ScreenDown> {
        let question = scan::question(fields, scenario)?;
        scan::answer(&self.asked(question)?, fields)
    }
}

impl OwnProcess {
    /// What the process answers to the question.
    fn asked(&self, question: Vec<u8>) -> Result<Vec<u8>, ScreenDown> {
        let until = Instant::now() + self.time;
        let child = Command::new(&self.program)
            .env_clear()
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|_| ScreenDown::Unavailable)?;
        let mut running = Running(child);
        limit(&running.0)?;
        let answer = running.answers(question).ok_or(ScreenDown::Unavailable)?;
        let answer = match answer.recv_timeout(until.saturating_duration_since(Instant::now())) {
            Ok(answer) => answer,
            Err(mpsc::RecvTimeoutError::Timeout) => return Err(ScreenDown::TimedOut),
            Err(mpsc::RecvTimeoutError::Disconnected) => return Err(ScreenDown::Unavailable),
        };
        loop {
            match running.0.try_wait() {
                Ok(Some(status)) if status.success() => return Ok(answer),
                Ok(None) if Instant::now() < until => std::thread::sleep(LOOK),
                Ok(None) => return Err(ScreenDown::TimedOut),
                Ok(Some(_)) | Err(_) => return Err(ScreenDown::Unavailable),
            }
        }
    }
}

/// A process that ends with this, answered or not.
struct Running(Child);

impl Running {
    /// Writes the question and reads the answer, each by a thread of its own: a process that does not read
    /// must not hold up the one that waits for it. The threads end when the process does.
    fn answers(&mut self, question: Vec<u8>) -> Option<mpsc::Receiver<Vec<u8>>> {
        let (mut input, output) = (self.0.stdin.take()?, self.0.stdout.take()?);
        let (tell, told) = mpsc::channel();
        std::thread::spawn(move || {
            // A process that ends before it has read everything has its own word for it.
            let _ = input.write_all(&question);
        });
        std::thread::spawn(move || {
            let mut answer = Vec::new();
            let most = scan::LONGEST_ANSWER as u64 + 5;
            if output.take(most).read_to_end(&mut answer).is_ok() {
                let _ = tell.send(answer);
            }
        });
        Some(told)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // It may have ended by itself: then there is nobody to kill, and it is waited for all the same.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Sets the limits from outside, where the system lets one process do so for another.
#[cfg(target_os = "linux")]
fn limit(child: &Child) -> Result<(), ScreenDown> {
    let pid = rustix::process::Pid::from_child(child);
    for (resource, most) in scan::limits() {
        rustix::process::prlimit(Some(pid), resource, most).map_err(|_| ScreenDown::Unavailable)?;
    }
    Ok(())
}

#[cfg(not(target_os = "linux"))]
fn limit(_: &Child) -> Result<(), ScreenDown> {
    Ok(())
}
