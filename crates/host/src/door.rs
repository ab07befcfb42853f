//! The door's rule: what the channel's state lets a session's two parties do. Pure.

use crate::store::{Org, Session};

/// Whether the vendor may read it: live sessions only while the channel is on.
pub const fn vendor_reads(session: &Session, org: &Org) -> bool {
    session.sandbox() || org.handle.is_some()
}

/// Whether anything may be appended: a live session belongs to the opening of the
/// channel under which it began, and ends with it.
pub const fn takes_appends(session: &Session, org: &Org) -> bool {
    session.sandbox() || (org.handle.is_some() && session.opening == org.opening)
}
