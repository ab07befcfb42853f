//! Typed requirements in words, for a seller that reads words alone.

use super::refine::{Dimension, Membership, Revision};

/// What a requirement says, as a sentence for the seller's people; none where it is not asked for, or
/// cannot be said (criteria have no words of their own).
pub fn said(revision: &Revision, dimension: Dimension) -> Option<String> {
    let constraints = &revision.constraints;
    Some(match dimension {
        Dimension::TotalBudget => {
            let bounds = constraints.total_budget.as_ref()?;
            let currency = bounds.currency;
            match (&bounds.min, &bounds.max) {
                (Some(min), Some(max)) => {
                    format!("The total budget must be from {currency} {min} to {currency} {max}.")
                }
                (Some(min), None) => format!("The total budget must be at least {currency} {min}."),
                (None, Some(max)) => format!("The total budget must be at most {currency} {max}."),
                (None, None) => return None,
            }
        }
        Dimension::Cpm => {
            let ceiling = constraints.cpm.as_ref()?;
            format!(
                "Every purchase must have a fixed price of at most {} {} for a thousand impressions.",
                ceiling.currency, ceiling.max
            )
        }
        Dimension::Impressions => {
            let least = constraints.impressions.as_ref()?;
            format!("All purchases together must have at least {least} impressions.")
        }
        Dimension::Flight => {
            let flight = constraints.flight.as_ref()?;
            let start = flight.start_no_later_than.as_ref();
            let end = flight.end_no_earlier_than.as_ref();
            let start = start.map(|start| format!("The flight must start no later than {start}."));
            let end = end.map(|end| format!("The flight must end no earlier than {end}."));
            [start, end].into_iter().flatten().collect::<Vec<_>>().join(" ")
        }
        Dimension::ProductChanges => {
            let changes = revision.product_changes.iter();
            let said = changes.map(|(product, change)| match change {
                Membership::Include => format!("Include {product}."),
                Membership::Omit => format!("Leave out {product}."),
            });
            said.collect::<Vec<_>>().join(" ")
        }
        Dimension::Alternatives => {
            format!("Please send {} drafts with different terms.", revision.alternatives?)
        }
        Dimension::Criteria => return None,
    })
    .filter(|said| !said.is_empty())
}

/// The revision without these dimensions, with their words behind those that are asked already. A dimension
/// that has no words stays as it is.
#[must_use]
pub fn in_words(revision: &Revision, dimensions: &[Dimension]) -> Revision {
    let mut instead = revision.clone();
    let mut words: Vec<String> = revision.ask.iter().map(|ask| ask.trim().to_owned()).collect();
    for dimension in dimensions {
        let Some(said) = said(revision, *dimension) else { continue };
        words.push(said);
        match dimension {
            Dimension::TotalBudget => instead.constraints.total_budget = None,
            Dimension::Cpm => instead.constraints.cpm = None,
            Dimension::Impressions => instead.constraints.impressions = None,
            Dimension::Flight => instead.constraints.flight = None,
            Dimension::ProductChanges => instead.product_changes.clear(),
            Dimension::Alternatives => instead.alternatives = None,
            Dimension::Criteria => {}
        }
    }
    words.retain(|words| !words.is_empty());
    instead.ask = (!words.is_empty()).then(|| words.join(" "));
    instead
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::request::refine::{CpmCeiling, FlightBounds};

    #[test]
    fn what_is_said_in_words_is_typed_no_more() {
        let mut revision = Revision { ask: Some("Thank you.".to_owned()), ..Revision::default() };
        revision.constraints.cpm =
            Some(CpmCeiling { max: "18.5".parse_amount(), currency: money::Currency::parse("USD").unwrap() });
        revision.constraints.flight = Some(FlightBounds {
            start_no_later_than: Some("2026-10-01T00:00:00Z".to_owned()),
            end_no_earlier_than: None,
        });
        let instead = in_words(&revision, &[Dimension::Flight, Dimension::TotalBudget]);
        assert_eq!(
            instead.ask.as_deref(),
            Some("Thank you. The flight must start no later than 2026-10-01T00:00:00Z.")
        );
        assert_eq!(instead.dimensions(), [Dimension::Cpm]);
    }

    trait ParseAmount {
        fn parse_amount(&self) -> money::Amount;
    }

    impl ParseAmount for str {
        fn parse_amount(&self) -> money::Amount {
            money::Amount::parse(self).unwrap()
        }
    }
}
