//! One pass over a folder: what is new since the last mark, decided by its headers,
//! fetched where it is wanted. It ends at any moment and is taken up from the last mark.

use std::collections::HashMap;

use super::folder::Opened;
use super::frame::Limits;
use super::keeper::{Go, Heading, Keeper, Kept, Mark, Progress, SyncEnd, Want};
use super::login::Mailbox;
use super::{BATCH, WHOLE};
use crate::mime::LARGEST_MAIL;
use crate::net::{Cause, Step, Trouble};

/// Bytes of mails fetched by one command, as the server says.
const AT_ONCE: usize = 8 * 1024 * 1024;
/// Mails kept in one transaction.
const TOGETHER: usize = 250;

/// How a pass ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pass {
    /// Up to where the folder was read.
    pub mark: Mark,
    /// Mails that were kept, or found to be kept already.
    pub kept: u32,
    /// Whether the keeper ended it.
    pub stopped: bool,
}

struct Course<'k, K: Keeper> {
    keeper: &'k mut K,
    mark: Mark,
    progress: Progress,
    kept: u32,
    /// Whether the mark moves with the mails: not where older ones are looked at again.
    moves: bool,
}

impl Mailbox {
    /// Reads what is new in a folder since the mark.
    ///
    /// # Errors
    /// Trouble with the mailbox, or the keeper's refusal. What was kept by then stays.
    pub async fn pass<K: Keeper>(
        &mut self,
        folder: &str,
        mark: Option<Mark>,
        keeper: &mut K,
    ) -> Result<Pass, SyncEnd<K::Refusal>> {
        let opened = self.examine(folder).await?;
        let known = mark.filter(|mark| mark.uid_validity == opened.uid_validity);
        let mark = if let Some(mark) = known {
            mark
        } else {
            keeper.renumbered(opened.uid_validity).map_err(SyncEnd::Keeper)?;
            Mark { uid_validity: opened.uid_validity, seen_to: 0, modseq: None }
        };
        let new = self.new_uids(&opened, mark).await?;
        let mut course = Course { keeper, mark, progress: Progress::of(new.len()), kept: 0, moves: true };
        if self.look_at(&new, &mut course).await? == Go::Stop {
            return Ok(course.ended(true));
        }
        // All that was there when the folder was opened has been looked at, also where the
        // latest of it is gone.
        let last = opened.uid_next.map_or(0, |next| next.saturating_sub(1));
        if last > course.mark.seen_to {
            course.keep(Vec::new(), last).map_err(SyncEnd::Keeper)?;
        }
        self.flags(&opened, &mut course).await?;
        Ok(course.ended(false))
    }

    /// Looks again at what is older than the mark: mails from or to one of these domains
    /// or addresses, which were of no interest before.
    ///
    /// # Errors
    /// As [`Mailbox::pass`].
    pub async fn look_back<K: Keeper>(
        &mut self,
        folder: &str,
        mark: Mark,
        terms: &[String],
        keeper: &mut K,
    ) -> Result<Pass, SyncEnd<K::Refusal>> {
        let opened = self.examine(folder).await?;
        let mut found = Vec::new();
        if opened.uid_validity == mark.uid_validity && mark.seen_to > 0 {
            for term in terms {
                let Some(term) = super::conn::quoted(term) else { continue };
                let to = mark.seen_to;
                let condition = format!("UID 1:{to} OR FROM {term} OR TO {term} CC {term}");
                found.extend(self.search(&condition, opened.exists).await?);
            }
        }
        found.sort_unstable();
        found.dedup();
        found.retain(|uid| *uid <= mark.seen_to);
        let mut course = Course { keeper, mark, progress: Progress::of(found.len()), kept: 0, moves: false };
        let stopped = self.look_at(&found, &mut course).await? == Go::Stop;
        Ok(course.ended(stopped))
    }

    async fn new_uids(&mut self, opened: &Opened, mark: Mark) -> Result<Vec<u32>, Trouble> {
        let first = mark.seen_to.saturating_add(1);
        if opened.exists == 0 || opened.uid_next.is_some_and(|next| next <= first) {
            return Ok(Vec::new());
        }
        // `n:*` names the last mail even where its UID is below n.
        let mut new = self.search(&format!("UID {first}:*"), opened.exists).await?;
        new.retain(|uid| *uid >= first);
        Ok(new)
    }

    async fn look_at<K: Keeper>(
        &mut self,
        uids: &[u32],
        course: &mut Course<'_, K>,
    ) -> Result<Go, SyncEnd<K::Refusal>> {
        for batch in uids.chunks(BATCH) {
            let headings = self.headings(batch).await?;
            let wants = course.keeper.judge(&headings).map_err(SyncEnd::Keeper)?;
            if wants.len() != headings.len() {
                return Err(self.conn.trouble(Cause::Confused).into());
            }
            let wanted: Vec<(Heading, Want)> =
                headings.into_iter().zip(wants).filter(|(_, want)| *want != Want::Nothing).collect();
            let before = course.progress.looked_at;
            let last = batch.last().copied().unwrap_or(course.mark.seen_to);
            let groups = together(&wanted);
            let end = groups.len().saturating_sub(1);
            for (number, group) in groups.into_iter().enumerate() {
                let kept = self.texts(group).await?;
                let to = if number == end { last } else { group.last().map_or(last, |(one, _)| one.uid) };
                let looked_at = batch.iter().filter(|uid| **uid <= to).count();
                course.progress.looked_at = before.saturating_add(count(looked_at));
                if course.keep(kept, to).map_err(SyncEnd::Keeper)? == Go::Stop {
                    return Ok(Go::Stop);
                }
            }
            if wanted.is_empty() {
                course.progress.looked_at = before.saturating_add(count(batch.len()));
                if course.keep(Vec::new(), last).map_err(SyncEnd::Keeper)? == Go::Stop {
                    return Ok(Go::Stop);
                }
            }
        }
        Ok(Go::On)
    }

    /// Fetches what is wanted of these.
    async fn texts(&mut self, group: &[(Heading, Want)]) -> Result<Vec<Kept>, Trouble> {
        let is_large = |heading: &Heading| usize::try_from(heading.size).unwrap_or(usize::MAX) > WHOLE;
        let fetched = || group.iter().filter(|(_, want)| *want == Want::Text).map(|(heading, _)| heading);
        let large: Vec<u32> = fetched().filter(|one| is_large(one)).map(|one| one.uid).collect();
        let small: Vec<u32> = fetched().filter(|one| !is_large(one)).map(|one| one.uid).collect();
        let shapes = if large.is_empty() { HashMap::default() } else { self.shapes(&large).await? };
        let mut whole = self.whole(&small).await?;
        let mut kept = Vec::new();
        for (heading, want) in group {
            let uid = heading.uid;
            let (raw, left) = match (want, shapes.get(&uid)) {
                (Want::Text, Some(shape)) => {
                    let (raw, left) = self.composed(uid, shape).await?;
                    (Some(raw), left)
                }
                (Want::Text, None) if is_large(heading) => {
                    (Some(self.section(uid, "", LARGEST_MAIL + 1).await?), Vec::new())
                }
                (Want::Text, None) => (whole.remove(&uid), Vec::new()),
                _ => (None, Vec::new()),
            };
            let gone = *want == Want::Text && raw.as_ref().is_none_or(Vec::is_empty);
            if !gone {
                let message_id = heading.mail.message_id.clone();
                kept.push(Kept { uid, size: heading.size, message_id, raw, left });
            }
        }
        Ok(kept)
    }

    /// Learns which kept mails were answered: from the count of changes where the server
    /// keeps one, mail by mail where not.
    async fn flags<K: Keeper>(
        &mut self,
        opened: &Opened,
        course: &mut Course<'_, K>,
    ) -> Result<(), SyncEnd<K::Refusal>> {
        if opened.modseq.is_some() && opened.modseq == course.mark.modseq {
            return Ok(());
        }
        let kept = course.keeper.kept().map_err(SyncEnd::Keeper)?;
        let mut answered = Vec::new();
        for batch in kept.chunks(BATCH) {
            answered
                .extend(self.answered(batch, course.mark.modseq.filter(|_| opened.modseq.is_some())).await?);
        }
        course.mark.modseq = opened.modseq;
        course.keeper.answered(&answered, course.mark).map_err(SyncEnd::Keeper)
    }

    async fn answered(&mut self, uids: &[u32], since: Option<u64>) -> Result<Vec<u32>, Trouble> {
        let what = match since {
            Some(since) => format!("(UID FLAGS) (CHANGEDSINCE {since})"),
            None => "(UID FLAGS)".to_owned(),
        };
        let answers = self.fetch(uids, &what, Limits::PLAIN).await?;
        let mut answered: Vec<u32> =
            answers.iter().filter(|(_, answer)| answer.answered == Some(true)).map(|(uid, _)| *uid).collect();
        answered.sort_unstable();
        Ok(answered)
    }

    /// UIDs of the mails with this `Message-ID` in a folder.
    ///
    /// # Errors
    /// [`Trouble`] of the mailbox.
    pub async fn by_message_id(&mut self, folder: &str, message_id: &str) -> Result<Vec<u32>, Trouble> {
        let opened = self.examine(folder).await?;
        self.conn.step = Step::Reading;
        let Some(id) = super::conn::quoted(message_id) else { return Ok(Vec::new()) };
        self.search(&format!("HEADER Message-ID {id}"), opened.exists).await
    }
}

impl<K: Keeper> Course<'_, K> {
    fn keep(&mut self, mails: Vec<Kept>, to: u32) -> Result<Go, K::Refusal> {
        if self.moves {
            self.mark.seen_to = to;
        }
        self.kept = self.kept.saturating_add(count(mails.len()));
        self.keeper.keep(mails, self.mark, self.progress)
    }

    const fn ended(&self, stopped: bool) -> Pass {
        Pass { mark: self.mark, kept: self.kept, stopped }
    }
}

impl Progress {
    fn of(mails: usize) -> Self {
        Self { looked_at: 0, of: count(mails) }
    }
}

fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// Divides mails so that none of the groups is too much at once.
fn together(wanted: &[(Heading, Want)]) -> Vec<&[(Heading, Want)]> {
    let mut groups = Vec::new();
    let (mut from, mut bytes) = (0, 0_usize);
    for (at, (heading, _)) in wanted.iter().enumerate() {
        let size = usize::try_from(heading.size).unwrap_or(usize::MAX).min(AT_ONCE);
        if at > from && (bytes + size > AT_ONCE || at - from >= TOGETHER) {
            groups.push(wanted.get(from..at).unwrap_or_default());
            (from, bytes) = (at, 0);
        }
        bytes += size;
    }
    if from < wanted.len() {
        groups.push(wanted.get(from..).unwrap_or_default());
    }
    groups
}
