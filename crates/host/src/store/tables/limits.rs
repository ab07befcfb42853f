//! Table `limits`: how much was taken of what is let in, by whom. It is the same for
//! all that serve from one database, and where it cannot be written nothing is let in.

use crate::Rate;

use super::super::Stored;

/// What is limited.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Limited {
    /// Registrations by an address.
    Registrations,
    /// Signed requests by an agent or person.
    Requests,
    /// Appends to a session.
    Appends,
}

/// So much of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Quota {
    /// Of what.
    pub limited: Limited,
    /// How much.
    pub rate: Rate,
}

impl Quota {
    /// Its name in the table.
    pub const fn kind(self) -> &'static str {
        match self.limited {
            Limited::Registrations => "registrations",
            Limited::Requests => "requests",
            Limited::Appends => "appends",
        }
    }

    /// After how many microseconds one more may be taken; at least one.
    pub fn step_micros(self) -> i64 {
        (1_000_000 / i64::from(self.rate.per_second.get())).max(1)
    }

    /// The microseconds that all that may be taken at once stands for.
    pub fn span_micros(self) -> i64 {
        self.step_micros().saturating_mul(i64::from(self.rate.burst.get()))
    }

    /// What is told where all is full again only `full_in` microseconds from now.
    pub fn wait(self, full_in: i64) -> Taken {
        let micros = full_in.saturating_add(self.step_micros()).saturating_sub(self.span_micros());
        Taken::Wait { seconds: u64::try_from(micros / 1_000_000).unwrap_or(0).saturating_add(1) }
    }
}

/// What became of taking one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Taken {
    /// It is let in.
    Granted,
    /// It is not, for so many seconds, rounded up.
    Wait {
        /// How long.
        seconds: u64,
    },
}

/// The table.
pub trait Limits {
    /// Takes one, if one is left.
    fn take(&self, quota: Quota, who: &str) -> Stored<Taken>;
}
