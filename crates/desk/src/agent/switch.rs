//! The organisation's switch: one press, and nothing leaves any more; an owner lifts it.

use anp::json::{self, Value};
use store::Connection;
use store::tables::deals;

use super::{last_of, org_ledger};
use crate::changed::Topic;
use crate::ledger;
use crate::state::Desk;
use crate::view::{HaltView, Problem, ProblemCode};

const HALTED: &str = "halted";
const RESUMED: &str = "resumed";

impl Desk {
    /// Stops everything that leaves, at once: what a person approves, what the agent answers, and what waits
    /// to be sent again. Anybody at the desk may.
    ///
    /// # Errors
    /// Where there is no key, or the database cannot be written.
    pub fn halt(&self) -> Result<HaltView, Problem> {
        self.switch(HALTED)
    }

    /// Lets answers leave again. Only an org owner may.
    ///
    /// # Errors
    /// As [`Desk::halt`]; where the person is no org owner.
    pub fn resume(&self) -> Result<HaltView, Problem> {
        self.only_org_owner()?;
        self.switch(RESUMED)
    }

    fn switch(&self, kind: &str) -> Result<HaltView, Problem> {
        let signer = self.signer()?;
        let at = self.stamp();
        let by = Value::object([("name", signer.name.as_str().into()), ("v", Value::Number(1.0))]);
        self.write(|db| {
            if halted(db)?.is_some() == (kind == HALTED) {
                return Ok(());
            }
            ledger::state(db, &org_ledger(db)?, (kind, &json::canonical(&by)), &signer, &at)
        })?;
        self.tell(Topic::App, None);
        for deal in self.read(|db| Ok(deals::all(db)?))? {
            self.tell(Topic::Deal, Some(&deal.id));
        }
        // What was kept back is looked after again.
        self.0.hurry.notify_waiters();
        self.halt_view()
    }

    /// Whether everything is stopped, by whom and since when.
    ///
    /// # Errors
    /// Where the database cannot be read.
    pub fn halt_view(&self) -> Result<HaltView, Problem> {
        let entry = self.read(halted)?;
        let may_lift = self.only_org_owner().is_ok();
        Ok(match entry {
            Some((by, at)) => HaltView { halted: true, by, at, may_lift },
            None => HaltView { halted: false, by: String::new(), at: String::new(), may_lift },
        })
    }

    /// The problem that stands in the way of everything that would leave.
    pub(crate) fn not_halted(&self) -> Result<(), Problem> {
        match self.read(halted)? {
            Some((by, at)) => Err(Problem::new(ProblemCode::Halted).with("by", by).with("at", at)),
            None => Ok(()),
        }
    }

    pub(crate) fn only_org_owner(&self) -> Result<(), Problem> {
        let roles = self.org()?.me.roles;
        if roles.iter().any(|role| role == "org_owner") {
            return Ok(());
        }
        Err(Problem::new(ProblemCode::NotAllowed).with("role", "org_owner"))
    }
}

/// Who stopped everything and when, while it is stopped.
fn halted(db: &Connection) -> Result<Option<(String, String)>, Problem> {
    let last = last_of(db, &org_ledger(db)?, &[HALTED, RESUMED])?;
    Ok(last.filter(|entry| entry.kind == HALTED).map(|entry| {
        let said: serde_json::Value = serde_json::from_str(&entry.payload).unwrap_or_default();
        let by = said.get("name").and_then(serde_json::Value::as_str).unwrap_or_default();
        (by.to_owned(), entry.at)
    }))
}
