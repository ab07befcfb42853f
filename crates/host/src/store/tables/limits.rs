//! Table `limits`: how much was taken of what is let in, by whom. It is the same for
//! all that serve from one database, and where it cannot be written nothing is let in.

use std::num::NonZeroU32;

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
    /// Codes mailed to a contact address.
    CodesMailed,
    /// Answers with a code about a registration.
    CodesAnswered,
}

/// So much of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Quota {
    /// Of what.
    pub limited: Limited,
    /// At once.
    burst: NonZeroU32,
    /// After how many microseconds one more.
    step_micros: i64,
}

impl Quota {
    /// Three codes to one address at once, then one in twenty minutes: whoever is registered
    /// under somebody's address is not to fill that mailbox through us.
    pub const CODES_MAILED: Self = Self::slow(Limited::CodesMailed, 3, 20 * 60);

    /// Ten answers about one registration at once, then one a minute.
    pub const CODES_ANSWERED: Self = Self::slow(Limited::CodesAnswered, 10, 60);

    /// So many at once, then so many a second.
    pub fn of(limited: Limited, rate: Rate) -> Self {
        let step = (1_000_000 / i64::from(rate.per_second.get())).max(1);
        Self { limited, burst: rate.burst, step_micros: step }
    }

    /// So many at once, then one in so many seconds.
    const fn slow(limited: Limited, burst: u32, seconds: i64) -> Self {
        let burst = match NonZeroU32::new(burst) {
            Some(burst) => burst,
            None => NonZeroU32::MIN,
        };
        Self { limited, burst, step_micros: seconds * 1_000_000 }
    }

    /// Its name in the table.
    pub const fn kind(self) -> &'static str {
        match self.limited {
            Limited::Registrations => "registrations",
            Limited::Requests => "requests",
            Limited::Appends => "appends",
            Limited::CodesMailed => "codes_mailed",
            Limited::CodesAnswered => "codes_answered",
        }
    }

    /// After how many microseconds one more may be taken; at least one.
    pub const fn step_micros(self) -> i64 {
        self.step_micros
    }

    /// The microseconds that all that may be taken at once stands for.
    pub fn span_micros(self) -> i64 {
        self.step_micros.saturating_mul(i64::from(self.burst.get()))
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
