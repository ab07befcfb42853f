//! A session in the database: the log first, then the wire.

use anp::digest::Fingerprint;
use anp::keys::PublicKey;
use anp::time::Moment;
use parley::caps::Setup;
use parley::envelope::Envelope;
use parley::log::{Entry, restore};
use parley::session::{Event, Session, Step, reduce};
use store::Connection;
use store::tables::parleys;

use crate::state::Desk;
use crate::trouble::{damaged, defect, gone};
use crate::view::{Missing, Problem};

/// A negotiation taken up from its log.
pub(crate) struct Kept {
    pub(crate) row: parleys::Parley,
    pub(crate) session: Session,
    /// Entries of the log.
    pub(crate) known: usize,
}

impl Desk {
    /// The key of a person whose approvals may stand in a log: this desk's own.
    pub(crate) fn approver(&self) -> impl Fn(&Fingerprint) -> Option<PublicKey> + use<> {
        let own = self.now().signer.as_ref().map(|signer| signer.key.public());
        move |fingerprint| own.filter(|key| key.fingerprint() == *fingerprint)
    }
}

/// Takes a negotiation up. Every signature in its log is checked again.
pub(crate) fn take_up(
    db: &Connection,
    session: &str,
    keys: &dyn Fn(&Fingerprint) -> Option<PublicKey>,
) -> Result<Kept, Problem> {
    let row = parleys::get(db, session)?.ok_or_else(|| gone(Missing::Parley))?;
    let setup = Setup::parse(&row.setup).ok_or_else(|| damaged("parleys"))?;
    let log = parleys::log(db, session)?;
    let (session, entries) = restore(setup, &log, keys).map_err(|why| {
        tracing::error!(%why, "a negotiation's log is not to be taken up");
        damaged("parleys")
    })?;
    Ok(Kept { row, session, known: entries.len() })
}

/// Applies an event: what changed is in the log before anything is due on the wire, in
/// one transaction with it. The note is for the other side's people.
pub(crate) fn apply(
    db: &Connection,
    kept: &mut Kept,
    event: Event,
    note: &str,
    now: Moment,
) -> Result<Step, Problem> {
    let step = reduce(&kept.session, &event, now);
    let session = &kept.row.session;
    if step.changed {
        parleys::append(db, session, kept.known, &Entry { at: now, event }.to_json())?;
        kept.known = kept.known.checked_add(1).ok_or_else(|| defect("parley log"))?;
        kept.session = step.session.clone();
    }
    for message in &step.send {
        let digest = digest_text(message.digest());
        let envelope = Envelope::of(message.clone()).with_note(note);
        parleys::post(db, session, &digest, &envelope.to_json(), now.millis())?;
    }
    Ok(step)
}

/// The name of a message for channels: its digest, in hex.
pub(crate) fn digest_text(digest: &[u8; 32]) -> String {
    anp::digest::PayloadHash(*digest).to_string()
}
