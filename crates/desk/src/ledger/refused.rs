//! What was stated here without a host and its host has refused since: it is taken back, so
//! that nothing stands at this desk alone, and told until a person has seen it.

use anp::office::{Said, kind};
use serde::{Deserialize, Serialize};
use store::Connection;
use store::tables::ledger_pending::Pending;
use store::tables::{deals, sealed_mandates, sessions, settings};

use super::effects::assigned_to;
use crate::agent;
use crate::changed::Topic;
use crate::mandate;
use crate::state::Desk;
use crate::trouble::defect;
use crate::view::{AppView, Problem, ProblemCode};

/// Where it is kept until it was seen.
const SETTING: &str = "refused";

/// Most that are told of at once; of more the latest are.
const MOST: usize = 20;

/// Something that was refused.
#[derive(Debug, Serialize, Deserialize)]
struct Refused {
    kind: String,
    ledger: String,
    at: String,
}

impl Refused {
    fn problem(&self, db: &Connection) -> Result<Problem, Problem> {
        let deal = deals::get(db, &self.ledger)?.map(|deal| deal.title).unwrap_or_default();
        Ok(Problem::new(ProblemCode::RefusedOnReturn)
            .with("kind", &self.kind)
            .with("deal", deal)
            .with("at", &self.at))
    }
}

/// Takes back what a refused statement had brought about here already, and notes it.
pub(super) fn take_back(db: &Connection, refused: &Pending) -> Result<(), Problem> {
    let said = Said::of(&refused.payload);
    match refused.kind.as_str() {
        kind::ASSIGNED => unassign(db, &said, &refused.ledger)?,
        kind::MANDATE => {
            if let (Some(version), Some(commitment)) = (mandate::version_of(&said), said.text("commitment")) {
                sealed_mandates::remove(db, &refused.ledger, version, commitment)?;
            }
        }
        // That nothing came of a decision which was refused as well goes without saying.
        kind::LAPSED => return Ok(()),
        // Whoever is no owner stops this desk alone, and that holds.
        kind::HALTED => agent::halt_here(db, said.text("name").unwrap_or_default(), &refused.at)?,
        _ => {}
    }
    let mut all = noted(db)?;
    all.push(Refused { kind: refused.kind.clone(), ledger: refused.ledger.clone(), at: refused.at.clone() });
    let skipped = all.len().saturating_sub(MOST);
    let text = serde_json::to_string(all.get(skipped..).unwrap_or_default());
    Ok(settings::set(db, SETTING, &text.map_err(|_| defect("refused statements"))?)?)
}

/// The session goes back to where the ledgers have it.
fn unassign(db: &Connection, said: &Said, deal: &str) -> Result<(), Problem> {
    let Some(session) = said.text("session") else { return Ok(()) };
    let Some(row) = sessions::get(db, session)?.filter(|row| row.deal.as_deref() == Some(deal)) else {
        return Ok(());
    };
    match assigned_to(db, session)? {
        Some(before) if before == deal => return Ok(()),
        Some(before) => sessions::assign(db, session, &before)?,
        None => sessions::unassign(db, session)?,
    }
    // Later sessions of its agent follow only what stands.
    if sessions::of_deal(db, deal)?.iter().all(|other| other.agent_id != row.agent_id) {
        deals::unlink_agent(db, deal, &row.agent_id)?;
    }
    Ok(())
}

fn noted(db: &Connection) -> Result<Vec<Refused>, Problem> {
    let text = settings::get(db, SETTING)?.unwrap_or_else(|| "[]".to_owned());
    serde_json::from_str(&text).map_err(|_| defect("refused statements"))
}

/// The problem of a deal that its host does not let begin.
pub(super) fn unbegun(db: &Connection, pending: &Pending) -> Result<Problem, Problem> {
    let (kind, ledger, at) = (pending.kind.clone(), pending.ledger.clone(), pending.at.clone());
    Refused { kind, ledger, at }.problem(db)
}

impl Desk {
    /// What was refused and nobody has seen yet.
    pub(crate) fn refused_problems(&self) -> Result<Vec<Problem>, Problem> {
        self.read(|db| noted(db)?.iter().map(|refused| refused.problem(db)).collect())
    }

    /// The person has seen what was refused.
    ///
    /// # Errors
    /// Where the database cannot be written.
    pub fn dismiss_refused(&self) -> Result<AppView, Problem> {
        self.write(|db| Ok(settings::remove(db, SETTING)?))?;
        self.tell(Topic::App, None);
        self.app_view()
    }
}
