//! Evidence taken out: bundles, checkpoints, and the comparison with the other side.

use std::path::{Path, PathBuf};

use ::evidence::bundle::{self, Unsealed};
use ::evidence::{Contents, NotABundle, Seal};
use anp::checkpoint::Checkpoint;
use anp::diff::{self, Difference};
use anp::event::{Actor, Head};
use anp::time::Moment;
use anp::verify::{Pin, Trust};
use store::Store;
use store::tables::{events, sessions};

use crate::bundle::{Disclose, Export, Of, contents};
use crate::changed::Topic;
use crate::evidence::{checked, write_watched, write_whole};
use crate::replica::document;
use crate::state::{Desk, Signer};
use crate::timeline::bundle_view;
use crate::trouble::{self, gone};
use crate::vendors::path_part;
use crate::view::{
    AnswerForm, Broken, DifferenceView, MemberView, Missing, Problem, ProblemCode, RecordDiff, Saved,
    WorkStep,
};
use crate::work::Work;

impl Desk {
    /// Exports a session's evidence: one bundle with the log as the host gives it, signed
    /// by the person, and beside it a checkpoint that the person signs now. Without a path
    /// it goes to the workspace's `exports` folder.
    ///
    /// # Errors
    /// Where the host does not answer, the file cannot be written, or a person stopped it: then
    /// nothing was written.
    pub async fn export(&self, session: &str, path: Option<PathBuf>, work: &Work) -> Result<Saved, Problem> {
        self.export_telling(session, Disclose::Decisions, path, work).await
    }

    /// The same, telling of the deal's ledger what the person chooses.
    ///
    /// # Errors
    /// As [`Desk::export`].
    pub async fn export_telling(
        &self,
        session: &str,
        disclose: Disclose,
        path: Option<PathBuf>,
        work: &Work,
    ) -> Result<Saved, Problem> {
        let signer = self.signer()?;
        let log = self.fetched_log(session, work).await?;
        let (_, outline) = self.judged_log(session, &log, work)?;
        let path =
            path.unwrap_or_else(|| self.0.root.join("exports").join(format!("{session}.evidence.zip")));
        let now = self.0.sources.now();
        // What does not verify gets no signature of ours over its head.
        let noted = outline.map(|log| {
            let note = Checkpoint::sign(log.session(), log.head(), now, &signer.key);
            self.checkpoint_of(session, log.head(), note, &signer)
        });
        let noted = noted.transpose()?;
        let mut checkpoints = checkpoints(&self.0.root, session)?;
        checkpoints.extend(noted.iter().filter(|noted| noted.is_new).map(|noted| noted.note.clone()));
        let signs = Some(signer.key.public());
        let export = Export { log: Some(log), checkpoints, at: now, signs, disclose };
        work.step(WorkStep::Gathering)?;
        let gathered = self.read(|db| contents(db, Of::Session(session), export))?;
        let saved = self.sealed(&gathered, &path, (&signer, now), &self.trust_in(session)?, work)?;
        if let Some(noted) = noted {
            let beside = path.with_extension("checkpoint.txt");
            write_whole(&beside, noted.note.as_bytes()).map_err(|error| trouble::file(&beside, &error))?;
            noted.keep()?;
        }
        Ok(saved)
    }

    /// Exports the evidence of a deal that was negotiated without a session: by typed proposals of media,
    /// by mail, or both. It is signed by the person.
    ///
    /// # Errors
    /// Where the deal is not here, the file cannot be written, or a person stopped it.
    pub fn export_deal(
        &self,
        deal: &str,
        disclose: Disclose,
        path: Option<PathBuf>,
        work: &Work,
    ) -> Result<Saved, Problem> {
        let (signer, now) = (self.signer()?, self.0.sources.now());
        let path = path.unwrap_or_else(|| self.0.root.join("exports").join(format!("{deal}.evidence.zip")));
        let own = signer.key.public();
        let export = Export { log: None, checkpoints: Vec::new(), at: now, signs: Some(own), disclose };
        work.step(WorkStep::Gathering)?;
        let gathered = self.read(|db| contents(db, Of::Deal(deal), export))?;
        // What this desk knows of the buyer's side: the founder, from whom all follow, and its own person.
        let founder = self.read(crate::ledger::founder)?;
        let keys = founder.into_iter().chain([own.fingerprint()]);
        let pins = keys.map(|fingerprint| Pin { party: Actor::Buyer, fingerprint }).collect();
        self.sealed(&gathered, &path, (&signer, now), &Trust { pins, ..Trust::default() }, work)
    }

    fn sealed(
        &self,
        gathered: &Contents,
        path: &Path,
        (signer, now): (&Signer, Moment),
        trust: &Trust,
        work: &Work,
    ) -> Result<Saved, Problem> {
        work.step(WorkStep::Packing)?;
        let unsealed = Unsealed::of(gathered);
        work.go_on()?;
        let seal = Seal::sign(&unsealed.manifest_hash(), now, &signer.key);
        let bytes = unsealed.write(Some(&seal)).map_err(|_| too_much(path))?;
        let verdict = bundle_view(&checked(&bytes, trust, work)?);
        write_watched(path, &bytes, work)?;
        self.tell(Topic::App, None);
        Ok(Saved {
            path: path.display().to_string(),
            bytes: u32::try_from(bytes.len()).unwrap_or(u32::MAX),
            verdict,
            problem: None,
        })
    }

    /// A message that hands the counterparty a checkpoint of what was verified here. It
    /// is reviewed, screened and approved like any other.
    ///
    /// # Errors
    /// Where the session is not here or does not verify.
    pub fn checkpoint_message(&self, session: &str) -> Result<AnswerForm, Problem> {
        let signer = self.signer()?;
        let note = self.checkpoint(session, &signer)?;
        Ok(AnswerForm::Message {
            subject: "Checkpoint of our record".to_owned(),
            body: format!(
                "This is the head of the record as we have verified it, signed by us. Keep it: with it you can prove \
                 that nothing before it was changed later.\n\n{note}\nThe lines from COUNTERSIGN/1 to the signature, \
                 each with its line end, are the file that `countersign verify --checkpoint` takes."
            ),
        })
    }

    /// A checkpoint of the verified head, kept in the workspace.
    fn checkpoint(&self, session: &str, signer: &Signer) -> Result<String, Problem> {
        let row = self.read(|db| Ok(sessions::get(db, session)?))?.ok_or_else(|| gone(Missing::Session))?;
        let log = self.verified(&row)?;
        let note = Checkpoint::sign(log.session(), log.head(), self.0.sources.now(), &signer.key);
        let noted = self.checkpoint_of(session, log.head(), note, signer)?;
        noted.keep()?;
        Ok(noted.note)
    }

    /// The checkpoint that is kept of this head, or else this one: the first signature over
    /// a head is as good as a later one, and the older.
    fn checkpoint_of(
        &self,
        session: &str,
        head: &Head,
        note: String,
        signer: &Signer,
    ) -> Result<Noted, Problem> {
        let path = checkpoint_folder(&self.0.root, session)?.join(format!("{:09}.txt", head.seq));
        if let Ok(kept) = std::fs::read_to_string(&path) {
            let ours = |checkpoint: &Checkpoint| {
                checkpoint.head() == head && checkpoint.key().fingerprint() == signer.key.fingerprint()
            };
            let same = Checkpoint::read(kept.as_bytes()).is_ok_and(|checkpoint| ours(&checkpoint));
            return Ok(Noted { path, note: if same { kept } else { note }, is_new: false });
        }
        Ok(Noted { path, note, is_new: true })
    }

    /// Compares a session, as it was verified here, with a file from the other side: a log
    /// or a bundle.
    ///
    /// # Errors
    /// Where the file cannot be read, is neither, or a person stopped it.
    pub fn diff_file(&self, session: &str, path: &Path, work: &Work) -> Result<RecordDiff, Problem> {
        let bytes = crate::evidence::read_file(path, work)?;
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        self.diff_bytes(session, &name, &bytes, work)
    }

    /// Compares a session with a file's bytes, for one that was dropped on the window.
    ///
    /// # Errors
    /// Where they are neither a log nor a bundle, or a person stopped it.
    pub fn diff_bytes(
        &self,
        session: &str,
        name: &str,
        bytes: &[u8],
        work: &Work,
    ) -> Result<RecordDiff, Problem> {
        work.step(WorkStep::Comparing)?;
        let ours = self.read(|db| {
            let row = sessions::get(db, session)?.ok_or_else(|| gone(Missing::Session))?;
            document(&row, &events::all(db, session)?)
        })?;
        let unreadable = |why| Problem::broken(ProblemCode::FileTrouble, why).with("path", name);
        let theirs = bundle::log_of(bytes).map_err(|why| unreadable(no_bundle(&why)))?;
        work.go_on()?;
        let found = diff::diff(ours.as_bytes(), &theirs).map_err(|_| unreadable(Broken::NoRecord))?;
        Ok(view_of(name, &found))
    }
}

/// A checkpoint of a head, and where it is kept. The screen knows what is kept.
struct Noted {
    path: PathBuf,
    note: String,
    is_new: bool,
}

impl Noted {
    fn keep(&self) -> Result<(), Problem> {
        if !self.is_new {
            return Ok(());
        }
        write_whole(&self.path, self.note.as_bytes()).map_err(|error| trouble::file(&self.path, &error))
    }
}

/// A session's evidence from a workspace, offline: the log is the desk's own copy, and
/// nobody signs the list of files.
///
/// # Errors
/// Where there is no workspace or no such session.
pub fn export_workspace(
    workspace: &Path,
    session: &str,
    disclose: Disclose,
    at: Moment,
) -> Result<Vec<u8>, Problem> {
    let store = opened(workspace)?;
    let export =
        Export { log: None, checkpoints: checkpoints(workspace, session)?, at, signs: None, disclose };
    let gathered = contents(store.reader(), Of::Session(session), export)?;
    bundle::write(&gathered, None).map_err(|_| too_much(workspace))
}

/// The evidence of a workspace's deal that was negotiated without a session, offline: nobody signs the list
/// of files.
///
/// # Errors
/// Where there is no workspace or no such deal.
pub fn export_deal_of(
    workspace: &Path,
    deal: &str,
    disclose: Disclose,
    at: Moment,
) -> Result<Vec<u8>, Problem> {
    let store = opened(workspace)?;
    let export = Export { log: None, checkpoints: Vec::new(), at, signs: None, disclose };
    let gathered = contents(store.reader(), Of::Deal(deal), export)?;
    bundle::write(&gathered, None).map_err(|_| too_much(workspace))
}

/// A session that a workspace holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Held {
    /// Its id.
    pub session: String,
    /// The vendor, as it opened the session.
    pub vendor: String,
    /// When it was opened, RFC 3339.
    pub opened_at: String,
}

/// The sessions of a workspace, for who does not know their ids.
///
/// # Errors
/// Where there is no workspace or it cannot be read.
pub fn sessions_in(workspace: &Path) -> Result<Vec<Held>, Problem> {
    let store = opened(workspace)?;
    let rows = sessions::all(store.reader())?;
    let held = |row: sessions::Session| Held { session: row.id, vendor: row.party, opened_at: row.opened_at };
    Ok(rows.into_iter().map(held).collect())
}

/// Opening would make a database where there is none.
fn opened(workspace: &Path) -> Result<Store, Problem> {
    let path = workspace.join("desk.db");
    std::fs::metadata(&path).map_err(|error| trouble::file(&path, &error))?;
    Ok(Store::open(&path)?)
}

fn checkpoint_folder(workspace: &Path, session: &str) -> Result<PathBuf, Problem> {
    Ok(workspace.join("checkpoints").join(path_part(session)?))
}

/// The checkpoints that were signed here, the earliest first.
pub(crate) fn checkpoints(workspace: &Path, session: &str) -> Result<Vec<String>, Problem> {
    let folder = checkpoint_folder(workspace, session)?;
    let Ok(listed) = std::fs::read_dir(&folder) else { return Ok(Vec::new()) };
    let mut paths: Vec<PathBuf> = listed.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "txt"));
    paths.sort();
    paths
        .iter()
        .map(|path| std::fs::read_to_string(path).map_err(|error| trouble::file(path, &error)))
        .collect()
}

fn too_much(path: &Path) -> Problem {
    Problem::broken(ProblemCode::FileTrouble, Broken::TooMuch).with("path", path.display())
}

/// Why a file that begins as a bundle does is none.
const fn no_bundle(why: &NotABundle) -> Broken {
    match why {
        NotABundle::TooMuch(_) => Broken::TooMuch,
        NotABundle::NoLog | NotABundle::NotAZip => Broken::NoRecord,
        NotABundle::Name { .. }
        | NotABundle::Twice { .. }
        | NotABundle::NotStored { .. }
        | NotABundle::CutOff { .. }
        | NotABundle::PackedAgain { .. }
        | NotABundle::Layout => Broken::PackedAgain,
    }
}

fn view_of(name: &str, found: &Difference) -> RecordDiff {
    let number = |number: u64| u32::try_from(number).unwrap_or(u32::MAX);
    let (common, difference) = match found {
        Difference::None { events } => (number(*events), None),
        Difference::Session { first, second } => {
            (0, Some(DifferenceView::Session { ours: first.clone(), theirs: second.clone() }))
        }
        Difference::Event { seq, members } => {
            let members = members
                .iter()
                .map(|member| MemberView {
                    path: member.path.clone(),
                    ours: member.first.clone(),
                    theirs: member.second.clone(),
                })
                .collect();
            (number(seq.saturating_sub(1)), Some(DifferenceView::Event { seq: number(*seq), members }))
        }
        Difference::Longer { common, first, more } => {
            (number(*common), Some(DifferenceView::Length { ours_goes_on: *first, more: number(*more) }))
        }
    };
    RecordDiff { file: name.to_owned(), same: difference.is_none(), common, difference }
}
