//! The host for one person, inside the application. Enrolling the person's key is an
//! act of the local operator; everything else goes over HTTP.

use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};

use anp::keys::PublicKey;
use anp::time::Moment;
use desk::view::{Broken, Problem, ProblemCode};
use desk::{Enrolment, HostPlace, Sources};
use host::{HostError, Role, Running, Settings, operator};

/// The embedded host's folder in a workspace.
pub(crate) fn folder(workspace: &Path) -> PathBuf {
    workspace.join("host")
}

/// Starts the host on a free loopback port, making it first where there is none.
pub(crate) async fn start(data: &Path, org: &str, now: Moment) -> Result<(Running, HostPlace), Problem> {
    let (folder, org) = (data.to_owned(), org.to_owned());
    let made = tauri::async_runtime::spawn_blocking(move || {
        if operator::is_initialised(&folder)? {
            return Ok(());
        }
        operator::init(&folder, &org, now).map(|_| ())
    });
    made.await
        .map_err(|_| Problem::new(ProblemCode::Defect).with("reference", "host"))?
        .map_err(|e| told(&e))?;
    let listen = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
    let running = host::start(Settings::new(data, listen)).await.map_err(|error| told(&error))?;
    let place = HostPlace {
        url: running.url.clone(),
        embedded: true,
        platform_fingerprint: Some(running.platform_fingerprint.to_string()),
    };
    Ok((running, place))
}

/// Enrols the one person with all roles.
pub(crate) struct LocalOperator {
    pub(crate) data: PathBuf,
    pub(crate) sources: Sources,
}

impl Enrolment for LocalOperator {
    fn enrol(&self, name: &str, key: &PublicKey) -> Result<String, Problem> {
        if let Some(person) = operator::person_of(&self.data, key).map_err(|error| told(&error))? {
            return Ok(person);
        }
        operator::enrol(&self.data, name, key, &Role::ALL, self.sources.now()).map_err(|error| told(&error))
    }
}

fn database(why: Broken, path: &Path) -> Problem {
    Problem::broken(ProblemCode::DatabaseTrouble, why).with("path", path.display())
}

fn told(error: &HostError) -> Problem {
    match error {
        HostError::DatabaseNewer { path, found, known } => Problem::new(ProblemCode::DatabaseNewer)
            .with("path", path.display())
            .with("found", found)
            .with("known", known),
        HostError::File { path, source } => {
            Problem::of_system(ProblemCode::FileTrouble, source).with("path", path.display())
        }
        HostError::KeyOpenToOthers { path, .. } => {
            Problem::broken(ProblemCode::FileTrouble, Broken::OpenToOthers).with("path", path.display())
        }
        HostError::KeyUnreadable { path }
        | HostError::KeyMissing { path, .. }
        | HostError::KeyDiffers { path, .. } => database(Broken::HostKey, path),
        HostError::DatabaseForeign { path } => database(Broken::Foreign, path),
        HostError::NetworkDrive { folder, .. } => database(Broken::NetworkDrive, folder),
        other => {
            tracing::error!(error = %other, "the host inside");
            database(Broken::HostInside, Path::new(""))
        }
    }
}
