//! A disputed chain: both versions kept and saved side by side, and the deal stands
//! still until a person with the legal role has looked.

use std::path::PathBuf;

use anp::digest::{PayloadHash, sha256};
use anp::json::quote;
use anp::log::{SessionWord, document_of};
use anp::office::kind;
use anp::roles::Act;
use store::tables::{disputes, events, sessions};

use crate::changed::Topic;
use crate::evidence::write_whole;
use crate::ledger;
use crate::replica::place;
use crate::state::Desk;
use crate::trouble::{self, gone};
use crate::view::{Missing, Problem};

impl Desk {
    /// Saves the version that was verified here and every one that was refused, into the
    /// workspace's `exports` folder. Gives their paths.
    ///
    /// # Errors
    /// Where there is no dispute, or a file cannot be written.
    pub fn save_dispute(&self, session: &str) -> Result<Vec<String>, Problem> {
        let (known, refused) =
            self.read(|db| Ok((sessions::get(db, session)?, disputes::all(db, session)?)))?;
        if refused.is_empty() {
            return Err(gone(Missing::Dispute));
        }
        let mut files: Vec<(PathBuf, Vec<u8>)> = Vec::new();
        let folder = self.0.root.join("exports");
        if let Some(known) = known {
            files.push((
                folder.join(format!("{session}.known.anp.json")),
                self.replica_text(&known)?.into_bytes(),
            ));
        }
        for (number, dispute) in (1_u32..).zip(refused) {
            files.push((folder.join(format!("{session}.refused-{number}.anp.json")), dispute.document));
        }
        files
            .into_iter()
            .map(|(path, bytes)| {
                write_whole(&path, &bytes).map_err(|error| trouble::file(&path, &error))?;
                Ok(path.display().to_string())
            })
            .collect()
    }

    /// A person of the legal department has looked: the desk listens to the host again,
    /// from the head that it verified. A document that is refused again is a new dispute.
    ///
    /// # Errors
    /// Where the person has no legal role, or there is no dispute.
    pub fn look_at_dispute(&self, session: &str) -> Result<(), Problem> {
        let signer = self.signer()?;
        self.may(Act::SettleDispute)?;
        let at = self.stamp();
        let row = self.read(|db| Ok(sessions::get(db, session)?))?;
        let ledger_id = row.as_ref().and_then(|row| row.deal.clone()).unwrap_or_else(|| session.to_owned());
        self.write(|db| {
            let refused = disputes::all(db, session)?;
            if disputes::seen(db, session, &signer.name, &at)? == 0 {
                return Err(gone(Missing::Dispute));
            }
            let digests: Vec<String> = refused
                .iter()
                .map(|dispute| quote(&PayloadHash(sha256(&dispute.document)).to_string()))
                .collect();
            let payload = format!(r#"{{"refused":[{}],"session":{}}}"#, digests.join(","), quote(session));
            ledger::state(db, &ledger_id, (kind::DISPUTE_SEEN, &payload), &signer, &at)
        })?;
        self.0.hurry.notify_waiters();
        self.tell(Topic::Today, None);
        self.tell(Topic::App, None);
        self.tell(Topic::Deal, row.and_then(|row| row.deal).as_deref());
        Ok(())
    }

    /// The log of a session as this desk verified it.
    fn replica_text(&self, session: &sessions::Session) -> Result<String, Problem> {
        let events = self.read(|db| Ok(events::all(db, &session.id)?))?;
        let (id, head) = place(session)?;
        let word = SessionWord {
            id,
            sandbox: false,
            closed_at: session.closed.then(|| session.last_at.clone()),
            opened_at: session.opened_at.clone(),
            head,
        };
        Ok(document_of(&word, &session.keys, &events))
    }
}
