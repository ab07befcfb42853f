//! What the walk is started with.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// Which path is walked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scenario {
    /// Steps 1 to 6 of the demo, to the altered copy that is red.
    Demo,
    /// The application is killed after an approval and started again.
    Restart,
    /// The usual tasks, counted in interactions; then the ledger card's buttons.
    Tasks,
    /// A second start hands files and links over to the window that is open.
    Home,
    /// A mail that wants to reach out reaches nobody; a quote by mail is held.
    Mail,
    /// A campaign is bought of a seller of media, and a lying one is caught.
    Media,
    /// No Secret Service: the person chooses a key file under a passphrase.
    NoKeychain,
    /// Two people at two windows negotiate over the test server and meet both races.
    Races,
}

/// What the walk is started with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Arguments {
    /// Where screenshots, log and record go. Made where it is not there.
    pub out: PathBuf,
    /// The application; the command line lies beside it.
    pub app: PathBuf,
    /// The workspace; must not hold one yet.
    pub workspace: PathBuf,
    /// Which path.
    pub scenario: Scenario,
}

/// The arguments make no sense.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Usage(String);

impl std::fmt::Display for Usage {
    fn fmt(&self, to: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            to,
            "countersign-walk: {}\nusage: countersign-walk --out DIR [--app PATH] [--workspace DIR] \
             [--scenario demo|restart|tasks|mail|media|home|no-keychain|races]",
            self.0
        )
    }
}

impl std::error::Error for Usage {}

impl Arguments {
    /// Reads the arguments behind the program's name.
    ///
    /// # Errors
    /// [`Usage`] for an unknown one, a missing value, or no `--out`.
    pub fn read(arguments: impl IntoIterator<Item = OsString>) -> Result<Self, Usage> {
        let (mut out, mut app, mut workspace, mut scenario) = (None, None, None, Scenario::Demo);
        let mut arguments = arguments.into_iter();
        while let Some(argument) = arguments.next() {
            let name = argument.to_string_lossy().into_owned();
            let mut value = || arguments.next().ok_or_else(|| Usage(format!("{name} wants a value")));
            match name.as_str() {
                "--out" => out = Some(PathBuf::from(value()?)),
                "--app" => app = Some(PathBuf::from(value()?)),
                "--workspace" => workspace = Some(PathBuf::from(value()?)),
                "--scenario" => scenario = read_scenario(&value()?)?,
                _ => return Err(Usage(format!("unknown argument {name}"))),
            }
        }
        let out = whole(&out.ok_or_else(|| Usage("--out is missing".to_owned()))?)?;
        let app = match app {
            Some(app) => whole(&app)?,
            None => beside()?,
        };
        let workspace = workspace.unwrap_or_else(|| out.join("workspace"));
        let workspace = whole(&workspace)?;
        Ok(Self { out, app, workspace, scenario })
    }
}

fn read_scenario(word: &OsString) -> Result<Scenario, Usage> {
    match word.to_str() {
        Some("demo") => Ok(Scenario::Demo),
        Some("restart") => Ok(Scenario::Restart),
        Some("tasks") => Ok(Scenario::Tasks),
        Some("home") => Ok(Scenario::Home),
        Some("mail") => Ok(Scenario::Mail),
        Some("media") => Ok(Scenario::Media),
        Some("no-keychain") => Ok(Scenario::NoKeychain),
        Some("races") => Ok(Scenario::Races),
        _ => Err(Usage(format!("unknown scenario {}", word.display()))),
    }
}

/// Paths are handed to other processes, which may stand elsewhere.
fn whole(path: &Path) -> Result<PathBuf, Usage> {
    std::path::absolute(path).map_err(|error| Usage(format!("{}: {error}", path.display())))
}

fn beside() -> Result<PathBuf, Usage> {
    let here = std::env::current_exe().map_err(|error| Usage(format!("where this program lies: {error}")))?;
    Ok(here.with_file_name(format!("countersign-desktop{}", std::env::consts::EXE_SUFFIX)))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn read(words: &[&str]) -> Result<Arguments, Usage> {
        Arguments::read(words.iter().map(OsString::from))
    }

    #[test]
    fn the_workspace_lies_in_the_evidence_unless_said_otherwise() {
        let walked = read(&["--out", "/evidence"]).unwrap();
        assert_eq!(walked.workspace, PathBuf::from("/evidence/workspace"));
        assert_eq!(walked.scenario, Scenario::Demo);
        let elsewhere = read(&["--out", "/evidence", "--workspace", "/w", "--scenario", "restart"]).unwrap();
        assert_eq!((elsewhere.workspace, elsewhere.scenario), (PathBuf::from("/w"), Scenario::Restart));
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
        for words in [&[] as &[&str], &["--out"], &["--out", "/o", "--scenario", "x"], &["--loud"]] {
            assert!(read(words).is_err(), "{words:?}");
        }
    }
}
