//! Acceptance: version 0.1 of the protocol has no kind for it, so it is our equal counter and then a
//! close whose reason names the vendor's offer.

use crate::Terms;
use crate::digest::{Hash, hex, parse_hex};

const ACCEPTED: &str = "accepted ";

/// True where our counter says just what the vendor's offer says, in every field. Amounts are equal
/// as numbers (`36.0` is `36`); texts letter by letter.
pub fn terms_equal(ours: &Terms, theirs: &Terms) -> bool {
    ours == theirs
}

/// The reason of the close that accepts the offer with this event hash.
pub fn acceptance_reason(event_hash: &Hash) -> String {
    format!("{ACCEPTED}{}", hex(event_hash))
}

/// The event hash that a close's reason accepts; `None` for any other reason.
pub fn accepted_event(reason: &str) -> Option<Hash> {
    parse_hex(reason.strip_prefix(ACCEPTED)?)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::indexing_slicing)]
    use super::*;
    use crate::samples::{a, line, terms};

    #[test]
    fn equal_means_every_field() {
        let theirs = terms(36, vec![line("500", "seat/year", "2080.0")], Some("1040000"));
        let changes: [fn(&mut Terms); 8] = [
            |t| t.term_months = 35,
            |t| t.expires_at = "2026-09-30T11:00:00.000Z".into(),
            |t| t.expires_at_unix_ms += 1,
            |t| t.total_annual = None,
            |t| t.conditions.push("net 60".into()),
            |t| t.notes = Some(String::new()),
            |t| t.lines[0].sku = Some("S".into()),
            |t| t.lines[0].quantity = a("501"),
        ];
        assert!(terms_equal(&theirs, &terms(36, vec![line("5e2", "seat/year", "2080")], Some("1040000.00"))));
        for (at, change) in changes.iter().enumerate() {
            let mut ours = theirs.clone();
            change(&mut ours);
            assert!(!terms_equal(&ours, &theirs), "change {at}");
        }
    }

    #[test]
    fn the_reason_names_the_offer() {
        let hash = std::array::from_fn(|at| u8::try_from(at * 7).unwrap());
        let reason = acceptance_reason(&hash);
        assert!(reason.starts_with("accepted 00070e15"));
        assert_eq!(accepted_event(&reason), Some(hash));
        let digits = "0".repeat(64);
        for other in [
            String::new(),
            "accepted".into(),
            format!("Accepted {digits}"),
            format!("accepted  {digits}"),
            format!("accepted {digits} "),
            format!("accepted {}", "A".repeat(64)),
            format!("accepted {}", "é".repeat(32)),
            format!("not accepted {digits}"),
        ] {
            assert_eq!(accepted_event(&other), None, "{other}");
        }
    }
}
