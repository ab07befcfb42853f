//! The door's rule: what the channel's state lets a session's two parties do. Pure.

use anp::digest::sha256;

use crate::store::{Agent, Org, Session, Status};

/// Whether a registration may open a session on a handle: the living one, and verified.
///
/// Digests are compared, so that the time taken says nothing about the handle's text.
pub fn lets_in(handle: &str, agent: &Agent, org: &Org) -> bool {
    let living = org.handle.as_deref().unwrap_or_default();
    let same = sha256(living.as_bytes()) == sha256(handle.as_bytes());
    same && org.handle.is_some() && agent.status == Status::Verified
}

/// Whether the vendor may read it: live sessions only while the channel is on.
pub const fn vendor_reads(session: &Session, org: &Org) -> bool {
    session.sandbox() || org.handle.is_some()
}

/// Whether anything may be appended: a live session belongs to the opening of the
/// channel under which it began, and ends with it.
pub const fn takes_appends(session: &Session, org: &Org) -> bool {
    session.sandbox() || (org.handle.is_some() && session.opening == org.opening)
}
