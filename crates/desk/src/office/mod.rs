//! The organisation's people as this desk knows them, and what they say to each other
//! beside the protocol. What the person here may do follows from the one table of roles.

mod acts;
mod show;
mod words;

use anp::roles::{Act, Role, may};

pub(crate) use words::{DraftName, drafted_by_another};

use crate::state::Desk;
use crate::view::{Problem, ProblemCode};

impl Desk {
    /// Whether the person here may: by the organisation's ledger where it has begun, by the
    /// host's word until then. Before either is known the host will say.
    ///
    /// # Errors
    /// [`ProblemCode::NotAllowed`] with the roles of which one is needed.
    pub(crate) fn may(&self, act: Act) -> Result<(), Problem> {
        let signer = self.signer()?;
        let at = self.0.sources.now();
        let known = self.office()?;
        let member = known.as_ref().and_then(|known| known.office.as_ref()?.by_key(signer.key.fingerprint()));
        let allowed = match member {
            Some(member) => member.may(act, at),
            None => self.now().org.as_ref().is_none_or(|org| {
                let roles: Vec<Role> = org.me.roles.iter().filter_map(|role| Role::parse(role)).collect();
                may(&roles, act)
            }),
        };
        if allowed {
            return Ok(());
        }
        let needed: Vec<&str> = act.allowed().iter().map(|role| role.as_str()).collect();
        Err(Problem::new(ProblemCode::NotAllowed).with("role", needed.join(", ")))
    }
}
