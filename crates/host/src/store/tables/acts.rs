//! Table `acts`: who switched, verified, revoked, enrolled or answered.

use anp::time::Moment;

use super::super::Stored;

/// Who acts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Who {
    /// A person, by id.
    Person(String),
    /// A vendor's agent, by the id of its registration.
    Agent(String),
    /// Whoever holds the host's machine.
    LocalOperator,
}

impl Who {
    /// As it is recorded.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Person(id) | Self::Agent(id) => id,
            Self::LocalOperator => "local operator",
        }
    }
}

/// The table.
pub trait Acts {
    /// Records an act.
    fn record_act(&self, at: Moment, who: &Who, act: &str, subject: &str) -> Stored<()>;
}
