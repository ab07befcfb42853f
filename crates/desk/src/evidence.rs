//! Logs taken out, and logs judged at somebody's wish.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use ::evidence::bundle;
use anp::digest::EventHash;
use anp::event::{Head, SessionId};
use anp::json;
use anp::verify::{Outcome, Trust, judge};
use store::tables::sessions;

use crate::changed::Topic;
use crate::replica::KnownKeys;
use crate::state::Desk;
use crate::timeline::{bundle_view, verdict_view};
use crate::trouble::{self, gone};
use crate::vendors::path_part;
use crate::view::{FileVerdict, Missing, Problem, ProblemCode, Saved};

/// Largest file that is judged in the window, in bytes.
const LARGEST_FILE: u64 = 256 << 20;

impl Desk {
    /// Saves a session's log byte for byte as the vendor can fetch it. Without a path it
    /// goes to the workspace's `exports` folder under a name of its own.
    ///
    /// # Errors
    /// Where the host does not answer or the file cannot be written.
    pub async fn save_log(&self, session: &str, path: Option<PathBuf>) -> Result<Saved, Problem> {
        let signer = self.signer()?;
        let route = format!("sessions/{}/log", path_part(session)?);
        let bytes = signer.client.get(&route).await?.success(&signer.client)?;
        let trust = self.trust_in(session)?;
        let judged = judge(&bytes, &trust).verdict;
        // A host that hands out another record than the one that was verified here is in
        // dispute from then on, though its changes alone had looked well.
        if judged.outcome == Outcome::Red {
            self.dispute(session, &bytes, &judged.faults)?;
            self.told_of(session)?;
        }
        let verdict = verdict_view(&judged);
        let path = match path {
            Some(path) => path,
            None => self.0.root.join("exports").join(format!("{session}.anp.json")),
        };
        write_whole(&path, &bytes).map_err(|error| trouble::file(&path, &error))?;
        // The demo's guide reads off the disk that it was saved.
        self.tell(Topic::App, None);
        Ok(Saved {
            path: path.display().to_string(),
            bytes: u32::try_from(bytes.len()).unwrap_or(u32::MAX),
            verdict,
            problem: None,
        })
    }

    /// Judges a file with what this desk knows of its session.
    ///
    /// # Errors
    /// Where the file cannot be read.
    pub fn verify_file(&self, path: &Path) -> Result<FileVerdict, Problem> {
        let bytes = read_file(path)?;
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        self.verify_bytes(&name, &bytes)
    }

    /// Judges a text, for a file that was dropped on the window.
    ///
    /// # Errors
    /// Where the database cannot be read.
    pub fn verify_text(&self, name: &str, text: &str) -> Result<FileVerdict, Problem> {
        self.verify_bytes(name, text.as_bytes())
    }

    /// Judges a file's bytes, for a bundle that was dropped on the window.
    ///
    /// # Errors
    /// Where the database cannot be read.
    pub fn verify_bytes(&self, name: &str, bytes: &[u8]) -> Result<FileVerdict, Problem> {
        let log = bundle::log_of(bytes).unwrap_or_default();
        let claimed = json::parse(&log)
            .ok()
            .and_then(|parsed| Some(parsed.value.get("session")?.get("id")?.as_text()?.to_owned()));
        let known = match &claimed {
            Some(session) => self.read(|db| Ok(sessions::get(db, session)?))?.is_some(),
            None => false,
        };
        let trust = match (&claimed, known) {
            (Some(session), true) => self.trust_in(session)?,
            _ => Trust::default(),
        };
        Ok(FileVerdict {
            file: name.to_owned(),
            session: claimed,
            known_session: known,
            verdict: if ::evidence::looks_like_a_bundle(bytes) {
                bundle_view(&bundle::check(bytes, &trust).verdict)
            } else {
                verdict_view(&judge(bytes, &trust).verdict)
            },
        })
    }

    /// What this desk knows of a session: pins of both parties and the head it verified.
    pub(crate) fn trust_in(&self, session: &str) -> Result<Trust, Problem> {
        self.read(|db| {
            let row = sessions::get(db, session)?.ok_or_else(|| gone(Missing::Session))?;
            let id = SessionId::parse(session).ok_or_else(|| gone(Missing::Session))?;
            let keys = KnownKeys::read(db, Some(&row.agent_id))?;
            let hash = EventHash::parse(&row.head_hash).map_err(|_| trouble::defect("head"))?;
            Ok(Trust { seen: vec![Head { seq: row.head_seq, hash }], ..keys.trust(&id) })
        })
    }

    /// The exact text of an event, as it stands in the log.
    ///
    /// # Errors
    /// Where it is not here.
    pub fn raw_event(&self, session: &str, seq: u32) -> Result<String, Problem> {
        self.read(|db| {
            store::tables::events::get(db, session, u64::from(seq))?.ok_or_else(|| gone(Missing::Event))
        })
    }
}

/// A file's bytes, up to a bound.
pub(crate) fn read_file(path: &Path) -> Result<Vec<u8>, Problem> {
    let length = std::fs::metadata(path).map_err(|error| trouble::file(path, &error))?.len();
    if length > LARGEST_FILE {
        return Err(Problem::new(ProblemCode::FileTrouble)
            .with("path", path.display())
            .with("reason", "it is larger than 256 MiB; use the command line"));
    }
    std::fs::read(path).map_err(|error| trouble::file(path, &error))
}

/// Writes a file so that it is there whole or not at all.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    std::fs::create_dir_all(folder)?;
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".part");
    let part = folder.join(name);
    let mut file = std::fs::File::create(&part)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    std::fs::rename(part, path)
}
