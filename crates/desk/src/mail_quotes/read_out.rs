//! Lines of a table and what a person says beside them, as an offer of the protocol.

use anp::payload::{Line, Offer};
use deal::QuoteRows;

use crate::unfit::unfit_payload;
use crate::view::{Problem, QuoteTerms, Unfit};
use crate::wire_form::invalid;

/// The offer.
pub(super) fn offer(made: &QuoteRows, terms: &QuoteTerms) -> Result<Offer, Problem> {
    let currency = made.currency.ok_or_else(|| invalid("line_items", Unfit::NoLines))?;
    let months = terms.term_months.trim().parse::<u32>().ok().filter(|months| (1..=120).contains(months));
    let term_months =
        months.ok_or_else(|| invalid("term_months", Unfit::Range).with("least", 1).with("most", 120))?;
    let line = |line: &deal::Line| Line {
        sku: line.sku.clone(),
        description: line.description.clone(),
        quantity: line.quantity.clone(),
        unit: line.unit.clone(),
        unit_price: line.unit_price.clone(),
        currency: line.currency,
        term_months: line.term_months,
    };
    let offer = Offer {
        currency,
        term_months,
        expires_at: end_of(terms.valid_until.trim())?,
        line_items: made.lines.iter().map(line).collect(),
        total_annual: None,
        conditions: None,
        notes: None,
    };
    offer.checked().map_err(|fault| unfit_payload(&fault))
}

/// The end of a day, everywhere on earth: a quote says a date and no place.
fn end_of(day: &str) -> Result<String, Problem> {
    let unfit = || invalid("valid_until", Unfit::Day);
    let day = chrono::NaiveDate::parse_from_str(day, "%Y-%m-%d").map_err(|_| unfit())?;
    Ok(format!("{}T23:59:59Z", day.format("%Y-%m-%d")))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use money::{Amount, Currency};

    fn rows(quantity: &str) -> QuoteRows {
        let line = deal::Line {
            sku: None,
            description: "CRM".to_owned(),
            quantity: Amount::parse(quantity).unwrap(),
            unit: "seat/year".to_owned(),
            unit_price: Amount::parse("1234.50").unwrap(),
            currency: Currency::parse("EUR").unwrap(),
            term_months: None,
        };
        QuoteRows {
            lines: vec![line],
            rows: vec![2],
            currency: Currency::parse("EUR").ok(),
            ..QuoteRows::default()
        }
    }

    fn terms(months: &str, day: &str) -> QuoteTerms {
        QuoteTerms { term_months: months.to_owned(), valid_until: day.to_owned() }
    }

    #[test]
    fn an_offer_is_held_to_the_protocols_bounds() {
        let made = offer(&rows("400"), &terms(" 36 ", "2026-12-31")).unwrap();
        assert_eq!((made.term_months, made.expires_at.as_str()), (36, "2026-12-31T23:59:59Z"));
        for (rows, terms, path) in [
            (rows("0"), terms("36", "2026-12-31"), "line_items[0].quantity"),
            (rows("1"), terms("0", "2026-12-31"), "term_months"),
            (rows("1"), terms("", "2026-12-31"), "term_months"),
            (rows("1"), terms("12", "31.12.2026"), "valid_until"),
            (rows("1"), terms("12", "2026-02-30"), "valid_until"),
            (QuoteRows::default(), terms("12", "2026-12-31"), "line_items"),
        ] {
            let problem = offer(&rows, &terms).unwrap_err();
            assert_eq!(problem.facts.get("path").map(String::as_str), Some(path));
        }
    }
}
