//! What the person here has looked at, and what came since.

use std::collections::HashMap;

use store::Connection;
use store::tables::seen;

use crate::changed::Topic;
use crate::state::Desk;
use crate::timeline::SessionState;
use crate::view::{Entry, Problem, SeenMark};

/// What is new in a deal, and what is looked at with its view.
pub(crate) struct Looked {
    pub(crate) unread: Vec<String>,
    pub(crate) marks: Vec<SeenMark>,
}

impl Desk {
    /// Notes that a deal was on the screen as its view told it.
    ///
    /// # Errors
    /// Where the database cannot be written.
    pub fn mark_seen(&self, deal: &str, marks: &[SeenMark]) -> Result<(), Problem> {
        let further = self.write(|db| {
            let mut further = false;
            for mark in marks {
                further |= seen::note(db, deal, &mark.place, u64::from(mark.upto))?;
            }
            Ok::<_, Problem>(further)
        })?;
        if further {
            self.tell(Topic::Today, None);
        }
        Ok(())
    }
}

/// Compares a deal's entries with what was seen of it.
pub(crate) fn looked(
    db: &Connection,
    deal: &str,
    entries: &[Entry],
    states: &[SessionState],
) -> Result<Looked, Problem> {
    let seen: HashMap<String, u64> = seen::of_deal(db, deal)?.into_iter().collect();
    let upto = |place: &str| seen.get(place).copied().unwrap_or(0);
    let (mut last_mail, mut last_answer) = (0, 0);
    let mut unread = Vec::new();
    for entry in entries {
        let new = if let Some(event) = &entry.event {
            !entry.ours && u64::from(event.seq) > upto(&event.session)
        } else if let Some(number) = numbered(&entry.id, "mail:") {
            last_mail = last_mail.max(number);
            number > upto(seen::MAILS)
        } else if let Some(number) = numbered(&entry.id, "media_answer:") {
            last_answer = last_answer.max(number);
            number > upto(seen::MEDIA)
        } else {
            false
        };
        if new {
            unread.push(entry.id.clone());
        }
    }
    let mark = |place: &str, upto: u64| SeenMark {
        place: place.to_owned(),
        upto: u32::try_from(upto).unwrap_or(u32::MAX),
    };
    let mut marks: Vec<SeenMark> =
        states.iter().map(|state| mark(&state.session.id, state.session.head_seq)).collect();
    if last_mail > 0 {
        marks.push(mark(seen::MAILS, last_mail));
    }
    if last_answer > 0 {
        marks.push(mark(seen::MEDIA, last_answer));
    }
    Ok(Looked { unread, marks })
}

fn numbered(id: &str, kind: &str) -> Option<u64> {
    id.strip_prefix(kind)?.parse().ok()
}
