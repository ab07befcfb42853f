//! Terms for the unit tests of this crate.
#![allow(clippy::unwrap_used)]

use money::{Amount, Currency};

use crate::{Authority, Limits, Line, LineKey, LineLimit, Mandate, Period, Secret, Span, Terms};

pub(crate) fn a(text: &str) -> Amount {
    Amount::parse(text).unwrap()
}

pub(crate) fn usd() -> Currency {
    Currency::parse("USD").unwrap()
}

pub(crate) fn line(quantity: &str, unit: &str, unit_price: &str) -> Line {
    Line {
        sku: None,
        description: "Seats".to_owned(),
        quantity: a(quantity),
        unit: unit.to_owned(),
        unit_price: a(unit_price),
        currency: usd(),
        term_months: None,
    }
}

pub(crate) fn terms(term_months: u32, lines: Vec<Line>, stated: Option<&str>) -> Terms {
    Terms {
        currency: usd(),
        term_months,
        expires_at: "2026-09-30T11:00:00Z".to_owned(),
        expires_at_unix_ms: 1_790_766_000_000,
        lines,
        total_annual: stated.map(a),
        conditions: Vec::new(),
        notes: None,
    }
}

/// Target 1,100,000 and walk-away 1,250,000 dollars a year, at most 36 months and five rounds.
pub(crate) fn mandate() -> Mandate {
    let limits = Limits {
        target_annual: Some(Secret::new(a("1100000"))),
        walk_away_annual: Some(Secret::new(a("1250000"))),
        longest_term_months: Some(36),
        most_rounds: Some(5),
        ..Limits::default()
    };
    Mandate::new(3, usd(), limits).unwrap()
}

/// The same with everything set that can be.
pub(crate) fn full_mandate() -> Mandate {
    let secret = |text: &str| Some(Secret::new(a(text)));
    let limits = Limits {
        budget_annual: secret("1300000"),
        lines: vec![
            LineLimit {
                line: LineKey::Sku("CRM-ENT".to_owned()),
                basis: Period::Year,
                target: secret("2000"),
                walk_away: secret("2400.505"),
            },
            LineLimit {
                line: LineKey::Description("Premier support".to_owned()),
                basis: Period::Once,
                target: None,
                walk_away: secret("60000"),
            },
        ],
        shortest_term_months: Some(12),
        payment_days: Span { least: Some(30), most: None },
        most_uplift_percent: Some(a("3")),
        notice_days: Span { least: None, most: Some(90) },
        expiry_days: Span { least: Some(7), most: Some(30) },
        conditions_wanted: vec!["Price hold at renewal".to_owned()],
        conditions_refused: vec!["auto-renewal".to_owned(), "exclusivity".to_owned()],
        may_discuss: vec!["pricing".to_owned(), "term".to_owned()],
        may_disclose: vec!["number of seats".to_owned()],
        authority: Some(Authority::Bind),
        deadline_unix_ms: Some(1_798_736_400_000),
        concessions_shrink: true,
        not_against_oneself: true,
        ..mandate().limits().clone()
    };
    Mandate::new(3, usd(), limits).unwrap()
}

/// The canonical payload of an offer with these terms, written by hand for tests.
pub(crate) fn payload_of(terms: &Terms) -> String {
    let quote = crate::way_out::quoted;
    let mut members = std::collections::BTreeMap::from([
        ("currency", quote(terms.currency.as_str())),
        ("expires_at", quote(&terms.expires_at)),
        ("term_months", terms.term_months.to_string()),
        ("line_items", format!("[{}]", terms.lines.iter().map(line_text).collect::<Vec<_>>().join(","))),
    ]);
    if let Some(total) = &terms.total_annual {
        members.insert("total_annual", total.to_string());
    }
    if let Some(notes) = &terms.notes {
        members.insert("notes", quote(notes));
    }
    if !terms.conditions.is_empty() {
        let conditions: Vec<_> = terms.conditions.iter().map(|condition| quote(condition)).collect();
        members.insert("conditions", format!("[{}]", conditions.join(",")));
    }
    object(&members)
}

fn line_text(line: &Line) -> String {
    let quote = crate::way_out::quoted;
    let mut members = std::collections::BTreeMap::from([
        ("currency", quote(line.currency.as_str())),
        ("description", quote(&line.description)),
        ("quantity", line.quantity.to_string()),
        ("unit", quote(&line.unit)),
        ("unit_price", line.unit_price.to_string()),
    ]);
    if let Some(sku) = &line.sku {
        members.insert("sku", quote(sku));
    }
    if let Some(months) = line.term_months {
        members.insert("term_months", months.to_string());
    }
    object(&members)
}

fn object(members: &std::collections::BTreeMap<&str, String>) -> String {
    let members: Vec<_> = members.iter().map(|(name, value)| format!("\"{name}\":{value}")).collect();
    format!("{{{}}}", members.join(","))
}
