//! Logs taken out, and logs judged at somebody's wish.

use std::fs::File;
use std::io::{Cursor, Read, Seek, Write as _};
use std::path::{Path, PathBuf};

use ::evidence::bundle;
use anp::digest::EventHash;
use anp::event::{Head, SessionId};
use anp::verify::{Outcome, Outline, Stream, Trust, Verdict, claimed_session};
use store::tables::sessions;

use crate::changed::Topic;
use crate::replica::KnownKeys;
use crate::state::Desk;
use crate::timeline::{bundle_view, verdict_view};
use crate::trouble::{self, gone};
use crate::vendors::path_part;
use crate::view::{Broken, FileVerdict, Missing, Problem, ProblemCode, Saved, VerdictView, WorkStep};
use crate::work::Work;

/// Largest file that is held in memory for the window, in bytes. A log needs none.
const LARGEST_FILE: u64 = 256 << 20;
/// How many bytes are written between two words about it.
const WRITTEN_AT_ONCE: usize = 1 << 20;
/// How much of a file says what it is, in bytes.
const BEGINNING: u64 = 4;

impl Desk {
    /// Saves a session's log byte for byte as the vendor can fetch it. Without a path it
    /// goes to the workspace's `exports` folder under a name of its own.
    ///
    /// # Errors
    /// Where the host does not answer or the file cannot be written.
    pub async fn save_log(
        &self,
        session: &str,
        path: Option<PathBuf>,
        work: &Work,
    ) -> Result<Saved, Problem> {
        let bytes = self.fetched_log(session, work).await?;
        let verdict = verdict_view(&self.judged_log(session, &bytes, work)?.0);
        let path = match path {
            Some(path) => path,
            None => self.0.root.join("exports").join(format!("{session}.anp.json")),
        };
        write_watched(&path, &bytes, work)?;
        // The demo's guide reads off the disk that it was saved.
        self.tell(Topic::App, None);
        Ok(Saved {
            path: path.display().to_string(),
            bytes: u32::try_from(bytes.len()).unwrap_or(u32::MAX),
            verdict,
            problem: None,
        })
    }

    /// A session's log as the host gives it.
    pub(crate) async fn fetched_log(&self, session: &str, work: &Work) -> Result<Vec<u8>, Problem> {
        let signer = self.signer()?;
        let route = format!("sessions/{}/log", path_part(session)?);
        work.step(WorkStep::Fetching)?;
        work.unless_stopped(signer.client.get(&route)).await??.success(&signer.client)
    }

    /// Judges a log that the host gave of a session.
    pub(crate) fn judged_log(
        &self,
        session: &str,
        log: &[u8],
        work: &Work,
    ) -> Result<(Verdict, Option<Outline>), Problem> {
        work.step(WorkStep::Verifying)?;
        let trust = self.trust_in(session)?;
        let outlined = Stream::new(&trust, workers()).outline(work.reading(Cursor::new(log)), |now| {
            let _ = work.at(now.bytes, length(log));
        });
        let (verdict, outline) = outlined.map_err(|error| work.trouble(Path::new(session), &error))?;
        // A host that hands out another record than the one that was verified here is in
        // dispute from then on, though its changes alone had looked well.
        if verdict.outcome == Outcome::Red {
            self.dispute(session, log, &verdict.faults)?;
            self.told_of(session)?;
        }
        Ok((verdict, outline))
    }

    /// Judges a file with what this desk knows of its session.
    ///
    /// # Errors
    /// Where the file cannot be read, or a person stopped it.
    pub fn verify_file(&self, path: &Path, work: &Work) -> Result<FileVerdict, Problem> {
        let trouble = |error: std::io::Error| work.trouble(path, &error);
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let file = File::open(path).map_err(trouble)?;
        let mut beginning = Vec::new();
        (&file).take(BEGINNING).read_to_end(&mut beginning).map_err(trouble)?;
        if ::evidence::looks_like_a_bundle(&beginning) {
            return self.verify_bytes(&name, &read_file(path, work)?, work);
        }
        let length = file.metadata().map_err(trouble)?.len();
        self.verify_log(&name, file, length, work)?.map_err(trouble)
    }

    /// Judges a text, for a file that was dropped on the window.
    ///
    /// # Errors
    /// Where the database cannot be read, or a person stopped it.
    pub fn verify_text(&self, name: &str, text: &str, work: &Work) -> Result<FileVerdict, Problem> {
        self.verify_bytes(name, text.as_bytes(), work)
    }

    /// Judges a file's bytes, for a bundle that was dropped on the window.
    ///
    /// # Errors
    /// Where the database cannot be read, or a person stopped it.
    pub fn verify_bytes(&self, name: &str, bytes: &[u8], work: &Work) -> Result<FileVerdict, Problem> {
        let trouble = |error: std::io::Error| work.trouble(Path::new(name), &error);
        if !::evidence::looks_like_a_bundle(bytes) {
            return self.verify_log(name, Cursor::new(bytes), length(bytes), work)?.map_err(trouble);
        }
        work.step(WorkStep::Checking)?;
        let log = bundle::log_of(bytes).unwrap_or_default();
        let claimed = claimed_session(work.reading(Cursor::new(&log))).map_err(trouble)?;
        let (known_session, trust) = self.trust_in_claimed(claimed.as_deref())?;
        let verdict = bundle_view(&checked(bytes, &trust, work)?);
        Ok(FileVerdict { file: name.to_owned(), session: claimed, known_session, verdict })
    }

    /// Judges a log piece by piece as it is read. The inner error is the reader's.
    fn verify_log(
        &self,
        name: &str,
        mut log: impl Read + Seek,
        length: u64,
        work: &Work,
    ) -> Result<std::io::Result<FileVerdict>, Problem> {
        work.step(WorkStep::Verifying)?;
        let claimed = match claimed_session(work.reading(&mut log)) {
            Ok(claimed) => claimed,
            Err(error) => return Ok(Err(error)),
        };
        let (known_session, trust) = self.trust_in_claimed(claimed.as_deref())?;
        let verdict = Stream::new(&trust, workers()).verdict_of(work.reading(log), |now| {
            let _ = work.at(now.bytes, length);
        });
        let view = |verdict: VerdictView| FileVerdict {
            file: name.to_owned(),
            session: claimed,
            known_session,
            verdict,
        };
        Ok(verdict.map(|verdict| view(verdict_view(&verdict))))
    }

    /// Whether this desk knows the session that a file says it is of, and what it knows of it.
    fn trust_in_claimed(&self, claimed: Option<&str>) -> Result<(bool, Trust), Problem> {
        let Some(session) = claimed else { return Ok((false, Trust::default())) };
        if self.read(|db| Ok(sessions::get(db, session)?))?.is_none() {
            return Ok((false, Trust::default()));
        }
        Ok((true, self.trust_in(session)?))
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

/// Judges a bundle, and says on the way how far that is.
pub(crate) fn checked(bytes: &[u8], trust: &Trust, work: &Work) -> Result<::evidence::Verdict, Problem> {
    work.step(WorkStep::Checking)?;
    let number = |number: usize| u64::try_from(number).unwrap_or(u64::MAX);
    let judged = bundle::check_while(bytes, trust, |done, of| work.at(number(done), number(of)))?;
    Ok(judged.verdict)
}

/// As many as there are processors.
fn workers() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

fn length(bytes: &[u8]) -> u64 {
    u64::try_from(bytes.len()).unwrap_or(u64::MAX)
}

/// A file's bytes, up to a bound.
pub(crate) fn read_file(path: &Path, work: &Work) -> Result<Vec<u8>, Problem> {
    work.step(WorkStep::Reading)?;
    let trouble = |error: std::io::Error| work.trouble(path, &error);
    let file = File::open(path).map_err(trouble)?;
    let length = file.metadata().map_err(trouble)?.len();
    if length > LARGEST_FILE {
        return Err(Problem::broken(ProblemCode::FileTrouble, Broken::TooLarge)
            .with("path", path.display())
            .with("most", LARGEST_FILE >> 20));
    }
    let mut bytes = Vec::with_capacity(usize::try_from(length).unwrap_or(0));
    work.reading(file).take(LARGEST_FILE).read_to_end(&mut bytes).map_err(trouble)?;
    Ok(bytes)
}

/// The same, with a word now and then about how far it is. Where a person stops it, no file
/// is there, and one that was there before is as it was.
pub(crate) fn write_watched(path: &Path, bytes: &[u8], work: &Work) -> Result<(), Problem> {
    work.step(WorkStep::Writing)?;
    let trouble = |error: std::io::Error| work.trouble(path, &error);
    let (part, mut file) = begun(path).map_err(trouble)?;
    let mut done = 0;
    let mut write = || {
        for piece in bytes.chunks(WRITTEN_AT_ONCE) {
            file.write_all(piece).map_err(trouble)?;
            done += length(piece);
            work.at(done, length(bytes))?;
        }
        file.sync_all().map_err(trouble)?;
        work.go_on()
    };
    let written = write().and_then(|()| std::fs::rename(&part, path).map_err(trouble));
    if written.is_err() {
        // What is half written is nothing; where even that fails, the next attempt begins it anew.
        let _ = std::fs::remove_file(&part);
    }
    written
}

/// Writes a file so that it is there whole or not at all.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let (part, mut file) = begun(path)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    std::fs::rename(part, path)
}

/// A file beside the one that it is to become.
fn begun(path: &Path) -> std::io::Result<(PathBuf, File)> {
    let folder = path.parent().unwrap_or(Path::new("."));
    std::fs::create_dir_all(folder)?;
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".part");
    let part = folder.join(name);
    let file = File::create(&part)?;
    Ok((part, file))
}
