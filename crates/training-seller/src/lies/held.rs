//! Lies about a hold.

use anp::time::Moment;
use serde_json::Value;

use super::{put, raise_total, reseal};
use crate::plan::seconds;
use crate::profile::Profile;

/// Tells a lie about one finalized result.
pub fn tell(profile: Profile, now: Moment, result: &mut Value) {
    let Some(hold) = result.get_mut("proposal") else { return };
    match profile {
        Profile::TermsChanged => {
            raise_total(hold, 500);
            reseal(hold);
        }
        Profile::TermsChangedQuietly => raise_total(hold, 500),
        Profile::HoldExpired => put(hold, "expires_at", seconds(now.plus_millis(-60_000))),
        Profile::HoldShort => put(hold, "expires_at", seconds(now.plus_millis(20_000))),
        Profile::HoldUnread => put(hold, "expires_at", "until further notice"),
        Profile::FinalizedDraft => put(hold, "proposal_status", "draft"),
        _ => {}
    }
}
