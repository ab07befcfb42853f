//! The log of one side: every event that changed its state, with its time. The state is
//! the fold of it, so a restart ends where the crash began.

mod text;

use anp::digest::Fingerprint;
use anp::keys::PublicKey;
use anp::time::Moment;

use crate::caps::Setup;
use crate::session::{Event, Phase, Session, reduce};

/// An event that changed the state.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Entry {
    /// When, by this side's clock.
    pub at: Moment,
    /// What happened.
    pub event: Event,
}

/// Why a log does not give a state. The number counts from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NotRestored {
    /// An entry cannot be read, or the signature in it does not hold.
    #[error("entry {0} of the negotiation's log cannot be read or is not signed as it claims")]
    Unreadable(usize),
    /// An entry changes nothing where it stands.
    #[error("entry {0} of the negotiation's log does not fit what stands before it")]
    DoesNotFit(usize),
}

/// The state that a log leads to.
///
/// # Errors
/// [`NotRestored::DoesNotFit`] where an entry is not one that this machine would have
/// written there.
pub fn replay(setup: Setup, entries: &[Entry]) -> Result<Session, NotRestored> {
    let mut session = Session::begin(setup);
    for (number, entry) in (1..).zip(entries) {
        session = next(&session, entry, number)?;
    }
    Ok(session)
}

/// Reads a log from its texts and plays it. `keys` gives the keys of the people whose
/// approvals stand in it.
///
/// # Errors
/// [`NotRestored`] with the first entry that does not hold.
pub fn restore(
    setup: Setup,
    texts: &[String],
    keys: &dyn Fn(&Fingerprint) -> Option<PublicKey>,
) -> Result<(Session, Vec<Entry>), NotRestored> {
    let mut session = Session::begin(setup);
    let mut entries = Vec::with_capacity(texts.len());
    for (number, text) in (1..).zip(texts) {
        let entry = text::read(text, &session, keys).ok_or(NotRestored::Unreadable(number))?;
        session = next(&session, &entry, number)?;
        entries.push(entry);
    }
    Ok((session, entries))
}

fn next(session: &Session, entry: &Entry, number: usize) -> Result<Session, NotRestored> {
    let step = reduce(session, &entry.event, entry.at);
    if step.changed { Ok(step.session) } else { Err(NotRestored::DoesNotFit(number)) }
}

/// How many entries of a log end the session; 0 while it runs, 1 afterwards.
///
/// # Errors
/// [`NotRestored`] where the log is none of this machine's.
pub fn endings(setup: Setup, entries: &[Entry]) -> Result<usize, NotRestored> {
    let mut session = Session::begin(setup);
    let mut endings = 0;
    for (number, entry) in (1..).zip(entries) {
        let after = next(&session, entry, number)?;
        endings += usize::from(after.phase() != session.phase() && matches!(after.phase(), Phase::Ended(_)));
        session = after;
    }
    Ok(endings)
}
