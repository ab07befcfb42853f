//! Session ids.

use std::collections::BTreeMap;

use crate::profile::Profile;

/// After so many calls the forgetful profile forgets a session.
const REMEMBERED: u32 = 3;

/// What is to be done with a request by its session id.
#[derive(Debug, PartialEq, Eq)]
pub enum Standing {
    /// Go on.
    Good,
    /// One was needed.
    Missing,
    /// It is not known, or no longer.
    Unknown,
}

/// The open sessions. Ids are counted: they guard nothing.
#[derive(Debug)]
pub struct Sessions {
    wanted: bool,
    forgetful: bool,
    made: u32,
    open: BTreeMap<String, u32>,
}

impl Sessions {
    /// None open.
    pub fn new(wanted: bool, profile: Profile) -> Self {
        let forgetful = profile == Profile::SessionLost;
        Self { wanted: wanted || forgetful, forgetful, made: 0, open: BTreeMap::new() }
    }

    /// A new session's id; none where the door gives none.
    pub fn open(&mut self) -> Option<String> {
        if !self.wanted {
            return None;
        }
        self.made = self.made.saturating_add(1);
        let id = format!("training-session-{}", self.made);
        self.open.insert(id.clone(), 0);
        Some(id)
    }

    /// Judges a request's session id, and counts it where it is a call.
    pub fn judge(&mut self, id: Option<&str>, call: bool) -> Standing {
        if !self.wanted {
            return Standing::Good;
        }
        let Some(id) = id else { return Standing::Missing };
        let Some(calls) = self.open.get_mut(id) else { return Standing::Unknown };
        if call {
            *calls = calls.saturating_add(1);
        }
        if self.forgetful && *calls > REMEMBERED {
            self.open.remove(id);
            return Standing::Unknown;
        }
        Standing::Good
    }

    /// Ends one.
    pub fn close(&mut self, id: Option<&str>) -> bool {
        id.is_some_and(|id| self.open.remove(id).is_some())
    }
}
