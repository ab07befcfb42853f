//! The two processes that are killed. Each is started again when it is dead, without
//! the point at which it died.

use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use serde_json::{Value, json};
use support::line::Line;
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader, Lines};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};
use tokio::sync::watch;

/// How a process is to die: at a named point, after some milliseconds, or not at all.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Doom {
    #[default]
    None,
    At(String),
    After(u64),
}

impl Doom {
    fn arm(&self, command: &mut Command) {
        command.env_remove("COUNTERSIGN_CRASH_AT").env("RUST_BACKTRACE", "0");
        if let Self::At(point) = self {
            command.env("COUNTERSIGN_CRASH_AT", point);
        }
    }

    /// Ends when the moment has come; never for a named point.
    async fn comes(&self) {
        match self {
            Self::After(millis) => tokio::time::sleep(Duration::from_millis(*millis)).await,
            _ => std::future::pending().await,
        }
    }
}

fn spawned(command: &mut Command) -> (Child, Lines<BufReader<ChildStdout>>) {
    let mut child = command.stdout(Stdio::piped()).kill_on_drop(true).spawn().unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    (child, lines)
}

/// The host: started again whenever it has died.
pub struct Host {
    pub platform: String,
    url: watch::Receiver<String>,
    pub deaths: Arc<AtomicU32>,
    running: tokio::task::JoinHandle<()>,
}

impl Drop for Host {
    fn drop(&mut self) {
        self.running.abort();
    }
}

impl Host {
    pub async fn start(data: &Path, doom: Doom, line: Arc<Line>) -> Self {
        let (told, mut url) = watch::channel(String::new());
        let deaths = Arc::new(AtomicU32::new(0));
        let (ready, platform) = tokio::sync::oneshot::channel();
        let running = tokio::spawn(keep(data.to_owned(), doom, line, told, Arc::clone(&deaths), ready));
        url.wait_for(|url| !url.is_empty()).await.unwrap();
        Self { platform: platform.await.unwrap(), url, deaths, running }
    }

    /// Where it serves now.
    pub fn url(&self) -> String {
        self.url.borrow().clone()
    }

    /// Waits for another address than one at which nobody answers any more.
    pub async fn after(&mut self, dead: &str) {
        self.url.wait_for(|url| url != dead).await.unwrap();
    }
}

async fn keep(
    data: PathBuf,
    doom: Doom,
    line: Arc<Line>,
    told: watch::Sender<String>,
    deaths: Arc<AtomicU32>,
    ready: tokio::sync::oneshot::Sender<String>,
) {
    let mut doom = doom;
    let mut ready = Some(ready);
    loop {
        let mut command = Command::new(env!("CARGO_BIN_EXE_drill-host"));
        doom.arm(&mut command);
        let (mut child, mut lines) = spawned(command.arg(&data).stdin(Stdio::piped()));
        // Held while it is wanted: it ends when this is dropped.
        let _stdin = child.stdin.take();
        if let Ok(Some(text)) = lines.next_line().await {
            let words: Value = serde_json::from_str(&text).unwrap();
            let url = words["url"].as_str().unwrap().to_owned();
            line.lead_to(&url);
            if let Some(ready) = ready.take() {
                let _ = ready.send(words["platform"].as_str().unwrap().to_owned());
            }
            told.send_replace(url);
        }
        tokio::select! {
            _ = child.wait() => {}
            () = doom.comes() => child.kill().await.unwrap(),
        }
        deaths.fetch_add(1, Ordering::SeqCst);
        doom = Doom::None;
    }
}

/// What the desk told before it died.
#[derive(Debug, Default)]
pub struct Told {
    /// Session, events, head.
    pub heads: Vec<(String, u64, String)>,
    /// Payload hashes of answers that were said to stand, with the last one's number.
    pub sent: Vec<(Vec<String>, u64)>,
}

/// The desk, as its person sees it.
pub struct Desk {
    root: PathBuf,
    data: PathBuf,
    url: String,
    platform: String,
    doom: Doom,
    process: Option<(Child, ChildStdin, Lines<BufReader<ChildStdout>>)>,
    pub told: Told,
    pub deaths: u32,
}

impl Desk {
    pub fn new(folder: &Path, line: &Line, platform: &str, doom: Doom) -> Self {
        Self {
            root: folder.join("desk"),
            data: folder.join("host"),
            url: line.url.clone(),
            platform: platform.to_owned(),
            doom,
            process: None,
            told: Told::default(),
            deaths: 0,
        }
    }

    fn start(&mut self) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_drill-desk"));
        self.doom.arm(&mut command);
        command.args([&self.root, &self.data]).args([&self.url, &self.platform]).stdin(Stdio::piped());
        let (mut child, lines) = spawned(&mut command);
        let stdin = child.stdin.take().unwrap();
        self.process = Some((child, stdin, lines));
    }

    /// Asks; none where the desk died before it answered.
    pub async fn ask(&mut self, asked: &Value) -> Option<Result<Value, Value>> {
        if self.process.is_none() {
            self.start();
        }
        let doom = self.doom.clone();
        tokio::select! {
            answer = self.answered(asked) => if answer.is_some() { return answer },
            () = doom.comes() => {}
        }
        self.end().await;
        self.deaths += 1;
        self.doom = Doom::None;
        None
    }

    async fn answered(&mut self, asked: &Value) -> Option<Result<Value, Value>> {
        let (_, stdin, lines) = self.process.as_mut()?;
        stdin.write_all(format!("{asked}\n").as_bytes()).await.ok()?;
        loop {
            let line = lines.next_line().await.ok()??;
            // A line that was cut off was not told.
            let Ok(words) = serde_json::from_str::<Value>(&line) else { continue };
            match words["told"].as_str().unwrap() {
                "head" => self.told.heads.push((
                    words["session"].as_str().unwrap().to_owned(),
                    words["events"].as_u64().unwrap(),
                    words["head"].as_str().unwrap().to_owned(),
                )),
                "done" => {
                    return Some(match words.get("problem") {
                        Some(problem) => Err(problem.clone()),
                        None => Ok(words["answer"].clone()),
                    });
                }
                _ => {}
            }
        }
    }

    /// Asks until it is answered, whoever dies meanwhile.
    pub async fn insist(&mut self, asked: Value) -> Result<Value, Value> {
        loop {
            if let Some(answer) = self.ask(&asked).await {
                return answer;
            }
        }
    }

    /// Waits until the desk has so many events and no answer is under way.
    pub async fn settled(&mut self, deal: &str, events: u64) -> Value {
        self.insist(json!({"do": "settled", "deal": deal, "events": events})).await.unwrap()
    }

    pub async fn end(&mut self) {
        if let Some((mut child, ..)) = self.process.take() {
            let _ = child.kill().await;
        }
    }
}
