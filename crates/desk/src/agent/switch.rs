//! The organisation's switch: one press, and nothing leaves any more; an owner lifts it.

use anp::json::{self, Value};
use anp::office::kind::{HALTED, RESUMED};
use serde::{Deserialize, Serialize};
use store::Connection;
use store::tables::{deals, settings};

use super::{last_of, org_ledger};
use crate::changed::Topic;
use crate::ledger;
use crate::state::Desk;
use crate::trouble::defect;
use crate::view::{HaltView, Problem, ProblemCode};

/// Where a stop rests that holds at this desk alone.
const HERE: &str = "halted_here";

/// A stop that holds.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Halt {
    by: String,
    at: String,
    #[serde(skip)]
    here_only: bool,
}

impl Desk {
    /// Stops everything that leaves, at once: what a person approves, what the agent answers, and what waits
    /// to be sent again. An org owner stops every desk; anybody else this one.
    ///
    /// # Errors
    /// Where there is no key, or the database cannot be written.
    pub fn halt(&self) -> Result<HaltView, Problem> {
        let signer = self.signer()?;
        // Before the host has said who is who it is stated, and stops this desk where it is refused.
        if self.org().is_ok() && self.only_org_owner().is_err() {
            let at = self.stamp();
            self.write(|db| if halted(db)?.is_some() { Ok(()) } else { halt_here(db, &signer.name, &at) })?;
            return self.switched();
        }
        self.switch(HALTED)
    }

    /// Lets answers leave again. What an org owner has stopped only an org owner lets go on.
    ///
    /// # Errors
    /// As [`Desk::halt`]; where the person is no org owner.
    pub fn resume(&self) -> Result<HaltView, Problem> {
        self.write(|db| Ok(settings::remove(db, HERE)?))?;
        if self.read(halted)?.is_none() {
            return self.switched();
        }
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
        self.switched()
    }

    fn switched(&self) -> Result<HaltView, Problem> {
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
        let halt = self.read(halted)?;
        let owner = self.only_org_owner().is_ok();
        Ok(match halt {
            Some(Halt { by, at, here_only }) => {
                HaltView { halted: true, by, at, here_only, may_lift: owner || here_only }
            }
            None => HaltView {
                halted: false,
                by: String::new(),
                at: String::new(),
                here_only: false,
                may_lift: owner,
            },
        })
    }

    /// The problem that stands in the way of everything that would leave.
    pub(crate) fn not_halted(&self) -> Result<(), Problem> {
        match self.read(halted)? {
            Some(halt) => Err(Problem::new(ProblemCode::Halted)
                .with("by", halt.by)
                .with("at", halt.at)
                .with("here", if halt.here_only { "yes" } else { "no" })),
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

/// Stops this desk alone.
pub(crate) fn halt_here(db: &Connection, by: &str, at: &str) -> Result<(), Problem> {
    let halt = Halt { by: by.to_owned(), at: at.to_owned(), here_only: true };
    let text = serde_json::to_string(&halt).map_err(|_| defect("halt"))?;
    Ok(settings::set(db, HERE, &text)?)
}

/// Who stopped everything and when, while it is stopped: the organisation, else this desk.
fn halted(db: &Connection) -> Result<Option<Halt>, Problem> {
    let last = last_of(db, &org_ledger(db)?, &[HALTED, RESUMED])?;
    if let Some(entry) = last.filter(|entry| entry.kind == HALTED) {
        let said: serde_json::Value = serde_json::from_str(&entry.payload).unwrap_or_default();
        let by = said.get("name").and_then(serde_json::Value::as_str).unwrap_or_default();
        return Ok(Some(Halt { by: by.to_owned(), at: entry.at, here_only: false }));
    }
    let Some(text) = settings::get(db, HERE)? else { return Ok(None) };
    // What cannot be read stops as well.
    let halt =
        serde_json::from_str(&text).unwrap_or(Halt { by: String::new(), at: String::new(), here_only: true });
    Ok(Some(Halt { here_only: true, ..halt }))
}
