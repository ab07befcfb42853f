//! What every part of the walk stands on: the window, the log, the places on disk.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use rustix::process::Pid;

use crate::arguments::{Arguments, Scenario};
use crate::driver::Driver;
use crate::fault::Fault;
use crate::processes;
use crate::report::Report;
use crate::window::{Window, tid};

/// Where things lie.
pub struct Places {
    /// The evidence's folder.
    pub out: PathBuf,
    /// The workspace.
    pub workspace: PathBuf,
    /// The application.
    pub app: PathBuf,
    /// Whether the demo is opened there.
    pub demo: bool,
}

impl Places {
    /// A file of the evidence.
    pub fn out(&self, name: &str) -> PathBuf {
        self.out.join(name)
    }

    /// The command line beside the application.
    pub fn command_line(&self) -> PathBuf {
        self.app.with_file_name(format!("countersign{}", std::env::consts::EXE_SUFFIX))
    }

    /// The desk's database.
    pub fn database(&self) -> PathBuf {
        self.workspace.join("desk.db")
    }

    /// A file of the demo's vendor.
    pub fn vendor(&self, name: &str) -> PathBuf {
        self.workspace.join("vendor").join(name)
    }
}

/// The window with what is said of it.
pub struct Stage {
    /// The window.
    pub window: Window,
    /// The driver that holds it.
    pub driver: Driver,
    /// The places.
    pub places: Places,
    report: Report,
    step: String,
    environment: Vec<(&'static str, OsString)>,
}

impl Stage {
    /// Opens the application on the workspace.
    ///
    /// # Errors
    /// Where the evidence's folder cannot be made or the window does not open.
    pub async fn open(
        arguments: &Arguments,
        mut report: Report,
        environment: Vec<(&'static str, OsString)>,
    ) -> Result<Self, (Report, Fault)> {
        let places = Places {
            out: arguments.out.clone(),
            workspace: arguments.workspace.clone(),
            app: arguments.app.clone(),
            demo: arguments.scenario != Scenario::Races,
        };
        match curtain(&places, &environment, 0).await {
            Ok((driver, window)) => {
                report.held("0 open", &format!("the window is open on {}", places.workspace.display()));
                Ok(Self { window, driver, places, report, step: "0 open".to_owned(), environment })
            }
            Err(fault) => Err((report, fault)),
        }
    }

    /// Starts the application once more on the same workspace, after it has ended.
    ///
    /// # Errors
    /// Where the window does not open.
    pub async fn open_again(&mut self) -> Result<(), Fault> {
        let (driver, window) = curtain(&self.places, &self.environment, self.window.taken()).await?;
        self.driver = driver;
        self.window = window;
        Ok(())
    }

    /// A step begins; what breaks from here on breaks in it.
    pub fn begin(&mut self, step: &str) {
        step.clone_into(&mut self.step);
    }

    /// Something held.
    pub fn held(&mut self, words: &str) {
        self.report.held(&self.step, words);
    }

    /// The step broke: says so, and keeps what stood on the screen.
    pub async fn broke(&mut self, fault: &Fault) {
        self.report.broke(&self.step, fault);
        if let Err(fault) = self.window.shoot("broke").await {
            self.report.say(&format!("no picture: {fault}"));
        }
        let words = self.window.all_text().await;
        let path = self.places.out("broke.txt");
        if std::fs::write(&path, words).is_ok() {
            self.report.say(&format!("the words on the screen: {}", path.display()));
        }
    }

    /// Closes the window and gives the report back, with what came of the closing.
    pub async fn close(self) -> (Report, Result<String, Fault>) {
        let started = started(&self.driver, &self.places);
        // The driver ends last: it answers before it has closed the window.
        let Self { window, driver, report, .. } = self;
        let closed = ended(window, &started).await;
        drop(driver);
        (report, closed)
    }

    /// Presses the guide's one button when it is a step's turn.
    ///
    /// # Errors
    /// Where it does not become its turn.
    pub async fn guide_acts(&self, step: &str) -> Result<(), Fault> {
        self.guide_stands(step, "now").await?;
        self.window.click(&tid("guide-act")).await
    }

    /// Waits until a step of the guide stands at `state`.
    ///
    /// # Errors
    /// Where it stood last.
    pub async fn guide_stands(&self, step: &str, state: &str) -> Result<(), Fault> {
        self.window.attribute_is(&tid(&format!("guide-step-{step}")), "data-state", state).await
    }
}

/// The application and the agents that it started, as far as they still run.
pub fn started(driver: &Driver, places: &Places) -> Vec<Pid> {
    let Ok(application) = driver.application() else { return Vec::new() };
    let mut all = processes::descendants(application, &places.command_line());
    all.push(application);
    all
}

/// Closes the window: application and vendor's agent end with it.
///
/// # Errors
/// Where something of it runs on.
pub async fn ended(window: Window, started: &[Pid]) -> Result<String, Fault> {
    window.close().await?;
    for process in started {
        processes::ends(*process).await?;
    }
    Ok(format!("the window is closed, and nothing of it runs on ({} before)", started.len()))
}

/// Opens a window of the application on a workspace.
///
/// # Errors
/// Where the driver does not start or the window does not open.
pub async fn curtain(
    places: &Places,
    environment: &[(&str, OsString)],
    taken: u32,
) -> Result<(Driver, Window), Fault> {
    // The engine gives pictures of a page that is drawn in layers alone.
    let drawing = ("COUNTERSIGN_DRAWING", std::ffi::OsString::from("layers"));
    let environment: Vec<_> = environment.iter().cloned().chain([drawing]).collect();
    let driver = Driver::start(&places.app, &places.out("application.log"), &environment).await?;
    let mut arguments = vec![OsString::from("--workspace"), places.workspace.clone().into_os_string()];
    if places.demo {
        arguments.push("--demo".into());
    }
    let client = driver.open(&arguments).await?;
    Ok((driver, Window::new(client, shots(&places.out), taken)))
}

/// Where the pictures lie.
pub fn shots(out: &Path) -> PathBuf {
    out.join("shots")
}
