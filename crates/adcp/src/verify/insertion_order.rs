//! The insertion order that a person signs sums up the terms. It makes none of its own.

use anp::json::Value;

use super::Findings;
use super::drafts::Draft;
use crate::fault::Rule;
use crate::instant::Instant;
use crate::number;
use crate::sources::text;

/// Judges the summary by the terms that it is of.
pub fn check(draft: &Draft<'_>, findings: &mut Findings) {
    let summary = draft.proposal.get("insertion_order").and_then(|order| order.get("terms"));
    let (Some(summary), Some(terms)) = (summary, draft.terms) else { return };
    let at = draft.at.key("insertion_order").key("terms");
    let budget = |of: &Value| of.get("total_budget").and_then(number::money);
    match (budget(summary), budget(terms)) {
        (Some(said), Some(bound)) if said != bound => {
            let detail = format!("the order says {said}, and the terms say {bound}");
            findings.fault(Rule::InsertionOrder, &at.key("total_budget"), detail);
        }
        (Some(_), None) => {
            let detail = "the order has a total budget, and the terms have none to hold it against";
            findings.unchecked(Rule::InsertionOrder, &at.key("total_budget"), detail);
        }
        _ => {}
    }
    for (said, bound) in [("flight_start", "start_time"), ("flight_end", "end_time")] {
        let time = |of: &Value, key: &str| text(of, key).and_then(Instant::parse);
        // A start as soon as possible is no time that a summary could miss.
        if let (Some(here), Some(there)) = (time(summary, said), time(terms, bound))
            && here != there
        {
            let detail = "another time than that of the terms";
            findings.fault(Rule::InsertionOrder, &at.key(said), detail);
        }
    }
}
