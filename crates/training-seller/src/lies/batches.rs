//! Lies about the list of results.

use serde_json::Value;

use super::{put, remove, text};
use crate::profile::Profile;

/// Tells a lie about a batch.
pub fn tell(profile: Profile, results: &mut Vec<Value>) {
    match profile {
        Profile::ResultMissing => drop(results.pop()),
        Profile::ResultExtra => results.extend(results.last().cloned()),
        Profile::ResultsSwapped => results.reverse(),
        Profile::HalfFinalized if results.len() > 1 => {
            let last = results.last_mut().filter(|last| text(last, "outcome") == "finalized");
            if let Some(last) = last {
                remove(last, "proposal");
                put(last, "outcome", "unable");
                put(last, "reason_code", "hold_unavailable");
                put(last, "reason", "StreamHaus cannot hold this now.");
            }
        }
        Profile::IdTwice => {
            let first = results.first().and_then(|first| first.pointer("/proposals/0/proposal_id")).cloned();
            let first = first.unwrap_or(Value::Null);
            for draft in results.iter_mut().filter_map(|result| result.pointer_mut("/proposals/0")) {
                put(draft, "proposal_id", first.clone());
            }
        }
        _ => {}
    }
}
