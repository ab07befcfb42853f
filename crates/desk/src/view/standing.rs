//! How far the author of an entry is proven.

use serde::{Deserialize, Serialize};
use specta::Type;

/// How far an author is proven.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum Standing {
    /// Signed with the counterparty's pinned key; chain green.
    VerifiedKey,
    /// Signed with a person's key of this organisation.
    PersonKey,
    /// Signed with the key of the desk's own agent, which writes messages alone.
    AgentKey,
    /// Signed with the platform's key.
    PlatformKey,
    /// Assembled by the host: a claim (event 1).
    HostClaim,
    /// The chain does not verify (here or before).
    Unverified,
    /// Mail whose sender nothing proves.
    MailUnauthenticated,
    /// Mail with a DMARC pass by the receiving server.
    MailDmarcPass,
    /// It came from the seller's address by a line that its certificate vouches for; nobody signed it.
    SellerLine,
}
