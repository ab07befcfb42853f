//! WebKit's own WebDriver, one process a window, on a port of its own.

use std::ffi::OsString;
use std::fs::File;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use fantoccini::{Client, ClientBuilder};
use hyper_util::client::legacy::connect::HttpConnector;
use rustix::process::{Pid, Signal};
use serde_json::json;
use tokio::time::Instant;

use crate::fault::Fault;
use crate::processes;

const DRIVER: &str = "/usr/bin/WebKitWebDriver";

/// The driver answers in a moment, a session begins in a second or four; a machine
/// that also compiles needs far longer.
const PATIENCE: Duration = Duration::from_mins(2);

/// A running driver; ends when dropped, by SIGTERM: killed harder it leaves an orphan
/// that holds the port.
pub struct Driver {
    child: Child,
    id: Pid,
    app: PathBuf,
    port: u16,
}

impl Driver {
    /// Starts a driver; `environment` is set over this process's for it and the window.
    ///
    /// # Errors
    /// Where it cannot be started or does not answer.
    pub async fn start(app: &Path, log: &Path, environment: &[(&str, OsString)]) -> Result<Self, Fault> {
        let port = support::port::free();
        let log = File::options().create(true).append(true).open(log).map_err(Fault::cannot("its log"))?;
        let errors = log.try_clone().map_err(Fault::cannot("its log"))?;
        let child = Command::new(DRIVER)
            .arg(format!("--port={port}"))
            .env("TAURI_WEBVIEW_AUTOMATION", "true")
            .envs(environment.iter().map(|(name, value)| (name, value)))
            .stdin(Stdio::null())
            .stdout(log)
            .stderr(errors)
            .spawn()
            .map_err(Fault::cannot(DRIVER))?;
        let id = Pid::from_child(&child);
        let driver = Self { child, id, app: app.to_owned(), port };
        driver.answers().await?;
        Ok(driver)
    }

    async fn answers(&self) -> Result<(), Fault> {
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, self.port));
        let until = Instant::now() + PATIENCE;
        loop {
            match tokio::net::TcpStream::connect(address).await {
                Ok(_) => return Ok(()),
                Err(error) if Instant::now() > until => {
                    return Err(Fault::new(DRIVER, "it answers on its port", error));
                }
                Err(_) => tokio::time::sleep(Duration::from_millis(20)).await,
            }
        }
    }

    /// Opens the application's window.
    ///
    /// # Errors
    /// Where the driver cannot start it.
    pub async fn open(&self, arguments: &[OsString]) -> Result<Client, Fault> {
        self.open_as("wry", arguments).await
    }

    /// Opens a window of a program that calls itself `browser` towards the driver.
    ///
    /// # Errors
    /// Where the driver cannot start it.
    pub async fn open_as(&self, browser: &str, arguments: &[OsString]) -> Result<Client, Fault> {
        let words: Vec<_> = arguments.iter().map(|word| word.to_string_lossy()).collect();
        let wanted = json!({
            "browserName": browser,
            "webkitgtk:browserOptions": { "binary": self.app, "args": words },
        });
        let wanted = wanted.as_object().cloned().unwrap_or_default();
        let connecting = async {
            ClientBuilder::new(HttpConnector::new())
                .capabilities(wanted)
                .connect(&format!("http://127.0.0.1:{}", self.port))
                .await
        };
        match tokio::time::timeout(PATIENCE, connecting).await {
            Ok(opened) => opened.map_err(Fault::cannot(format!("opening {}", self.app.display()))),
            Err(_) => Err(Fault::new("opening the window", format!("within {PATIENCE:?}"), "nothing")),
        }
    }

    /// The application's process.
    ///
    /// # Errors
    /// Where it does not run.
    pub fn application(&self) -> Result<Pid, Fault> {
        // WebKit's own processes run other programs.
        let found = processes::descendants(self.id, &self.app);
        let first = found.first().copied();
        first.ok_or_else(|| Fault::new("the application's process", self.app.display(), "none runs"))
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        let _ = processes::signal(self.id, Signal::TERM);
        let _ = self.child.wait();
    }
}
