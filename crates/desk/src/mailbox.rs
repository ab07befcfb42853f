//! The mail folder: `.eml` files that are put there arrive as mail. No receiving server's
//! word counts in them: anybody can write to a folder.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::time::Duration;

use mail::mime::{self, Unreadable};
use store::tables::{mail_places, mails};

use crate::changed::Topic;
use crate::mail_sort::{Belongs, KnownSenders, belongs};
use crate::mailboxes::take;
use crate::state::Desk;
use crate::trouble;
use crate::view::{Broken, Problem, ProblemCode};

/// How often the folder is looked at. Files have no event that all systems give.
const LOOK: Duration = Duration::from_secs(1);

impl Desk {
    pub(crate) async fn watch_mail(&self) {
        let mut seen = HashSet::new();
        let mut tick = tokio::time::interval(LOOK);
        loop {
            tick.tick().await;
            if let Err(problem) = self.read_folder(&mut seen) {
                self.note_mail(String::new(), problem);
            }
        }
    }

    /// Trouble with a mail stands until its file is gone.
    fn note_mail(&self, file: String, problem: Problem) {
        tracing::warn!(code = ?problem.code, "a mail could not be taken in");
        let before = self.now().mails.insert(file, problem.clone());
        if before != Some(problem) {
            self.tell(Topic::App, None);
        }
    }

    fn read_folder(&self, seen: &mut HashSet<PathBuf>) -> Result<(), Problem> {
        let folder = self.0.root.join("mail");
        let entries = std::fs::read_dir(&folder).map_err(|error| trouble::file(&folder, &error))?;
        let mut paths: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
        paths.retain(|path| path.extension().is_some_and(|end| end.eq_ignore_ascii_case("eml")));
        paths.sort();
        let there: HashSet<&PathBuf> = paths.iter().collect();
        seen.retain(|path| there.contains(path));
        self.forget_mails(&paths);
        for path in paths {
            if seen.insert(path.clone())
                && let Err(problem) = self.take_mail(&path)
            {
                self.note_mail(name_of(&path), problem);
            }
        }
        Ok(())
    }

    fn forget_mails(&self, there: &[PathBuf]) {
        let names: HashSet<String> = there.iter().map(|path| name_of(path)).collect();
        let forgotten = {
            let mut now = self.now();
            let known = now.mails.len();
            now.mails.retain(|file, _| names.contains(file));
            now.mails.len() < known
        };
        if forgotten {
            self.tell(Topic::App, None);
        }
    }

    fn take_mail(&self, path: &Path) -> Result<(), Problem> {
        let raw = std::fs::read(path).map_err(|error| trouble::file(path, &error))?;
        let mail = mime::read(&raw, None).map_err(|why| unreadable(&why).with("file", name_of(path)))?;
        let now = self.0.sources.now();
        let size = u32::try_from(raw.len()).unwrap_or(u32::MAX);
        let deal = self.write(|db| Ok(take(db, &raw, &mail, now, None, size)?.new_in))?;
        self.tell(Topic::Today, None);
        if let Some(deal) = deal {
            self.tell(Topic::Deal, Some(&deal));
        }
        Ok(())
    }
}

/// Gives mails that came before their deal was made to it.
pub(crate) fn adopt(db: &store::Connection) -> Result<(), Problem> {
    let senders = KnownSenders::of(db);
    for row in mails::without_deal(db)? {
        let own = mail_places::origin(db, row.id)?.map(|origin| origin.address);
        if let Ok(mail) = mime::read(&row.raw, None)
            && let Belongs::To(deal) = belongs(&senders, &mail, own.as_deref())?
        {
            mails::assign(db, row.id, &deal)?;
        }
    }
    Ok(())
}

fn name_of(path: &Path) -> String {
    path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

/// Why a file is no mail, or none that can be taken in.
fn unreadable(why: &Unreadable) -> Problem {
    let broken = |why| Problem::broken(ProblemCode::MailUnreadable, why);
    match why {
        Unreadable::TooLarge { .. } => broken(Broken::TooLarge).with("most", mime::LARGEST_MAIL >> 20),
        Unreadable::NoHeader { line } => broken(Broken::NoMail).with("line", line),
        Unreadable::LongHeader { .. } => broken(Broken::LongHeader),
        Unreadable::NoAuthor => broken(Broken::NoAuthor),
        Unreadable::TooDeep { part }
        | Unreadable::TooManyParts { part }
        | Unreadable::TooManyAttachments { part } => broken(Broken::Parts).with("part", part),
    }
}
