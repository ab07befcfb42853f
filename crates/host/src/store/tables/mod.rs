//! The tables, whatever keeps them: one file a table, with its row and the trait that
//! each kind of store implements in a file of the same name.

pub mod acts;
pub mod agents;
pub mod changes;
pub mod codes;
pub mod conflicts;
pub mod decisions;
pub mod events;
pub mod invitations;
pub mod ledgers;
pub mod limits;
pub mod nonces;
pub mod org;
pub mod people;
pub mod sessions;

use acts::Acts;
use agents::Agents;
use changes::Changes;
use codes::Codes;
use conflicts::Conflicts;
use decisions::Decisions;
use events::Events;
use invitations::Invitations;
use ledgers::Ledgers;
use limits::Limits;
use nonces::Nonces;
use org::Orgs;
use people::People;
use sessions::Sessions;

/// All tables within one transaction. What a use case does with them is written once,
/// for every kind of store.
pub trait Tables:
    Acts
    + Agents
    + Changes
    + Codes
    + Conflicts
    + Decisions
    + Events
    + Invitations
    + Ledgers
    + Limits
    + Nonces
    + Orgs
    + People
    + Sessions
{
}

impl<T> Tables for T where
    T: Acts
        + Agents
        + Changes
        + Codes
        + Conflicts
        + Decisions
        + Events
        + Invitations
        + Ledgers
        + Limits
        + Nonces
        + Orgs
        + People
        + Sessions
{
}

/// What a transaction needs of a row that it reads. SQLite has one writer at a time and
/// keeps everything; where writers work side by side this is a row lock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hold {
    /// It looks: a reading transaction, or one for which an older state does as well.
    Look,
    /// The row must stand as it is read until the commit; others may read it so too.
    Share,
    /// It will write the row: nobody else may until the commit.
    Change,
}
