//! Lies about what was bought.

use serde_json::Value;

use super::{put, raise_total, reseal};
use crate::profile::Profile;

/// Tells a lie about an acceptance.
pub fn tell(profile: Profile, answer: &mut Value) {
    match profile {
        Profile::BindingsShort => {
            if let Some(bindings) = answer.get_mut("purchase_bindings").and_then(Value::as_array_mut) {
                bindings.pop();
            }
        }
        Profile::AcceptsOtherTerms | Profile::AcceptsOtherBuy => {
            let Some(proposal) = answer.get_mut("accepted_proposal") else { return };
            if profile == Profile::AcceptsOtherBuy {
                put(proposal, "media_buy_id", "buy_of_somebody_else");
            } else {
                raise_total(proposal, 500);
                reseal(proposal);
            }
        }
        _ => {}
    }
}
