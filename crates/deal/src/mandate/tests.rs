#![allow(clippy::unwrap_used)]
use super::*;
use crate::Period;
use crate::samples::{a, full_mandate, line, usd};

#[allow(clippy::unnecessary_wraps, reason = "as limits take it")]
fn secret(text: &str) -> Option<Secret<Amount>> {
    Some(Secret::new(a(text)))
}

fn limits(target: &str, walk_away: &str) -> Limits {
    Limits {
        target_annual: secret(target),
        walk_away_annual: secret(walk_away),
        longest_term_months: Some(36),
        ..Limits::default()
    }
}

#[test]
fn a_mandate_never_prints_its_secrets() {
    let mandate = full_mandate();
    let shown = format!("{mandate:?} {mandate:#?} {}", mandate.walk_away_annual().unwrap());
    assert!(shown.contains('…'));
    for (name, secret) in mandate.secrets() {
        assert!(!shown.contains(&secret.expose_secret().to_string()), "{name:?}");
    }
    assert_eq!(mandate.secrets().len(), 6);
}

#[test]
fn a_mandate_makes_sense_or_is_none() {
    let refused = |version, limits| Mandate::new(version, usd(), limits).unwrap_err();
    let with = |change: fn(&mut Limits)| {
        let mut limits = limits("1", "2");
        change(&mut limits);
        refused(1, limits)
    };
    assert_eq!(refused(0, limits("1", "2")), MandateError::VersionZero);
    assert_eq!(refused(1, limits("0", "2")), MandateError::NotPositive);
    assert_eq!(refused(1, limits("3", "2")), MandateError::TargetAboveWalkAway);
    assert_eq!(with(|l| l.budget_annual = secret("1.5")), MandateError::WalkAwayAboveBudget);
    assert_eq!(with(|l| l.longest_term_months = Some(0)), MandateError::NothingAllowed);
    assert_eq!(with(|l| l.most_rounds = Some(0)), MandateError::NothingAllowed);
    assert_eq!(with(|l| l.shortest_term_months = Some(37)), MandateError::BoundsCrossed);
    assert_eq!(
        with(|l| l.payment_days = Span { least: Some(60), most: Some(30) }),
        MandateError::BoundsCrossed
    );
    assert_eq!(with(|l| l.most_uplift_percent = Some(a("-1"))), MandateError::NotPositive);
    assert_eq!(with(|l| l.conditions_refused = vec![" ".into()]), MandateError::TextUnfit);
    assert_eq!(with(|l| l.may_discuss = vec!["a\nb".into()]), MandateError::TextUnfit);
    let twice = |limits: &mut Limits| {
        let named = |name: &str| LineLimit {
            line: LineKey::Sku(name.into()),
            basis: Period::Year,
            target: None,
            walk_away: secret("5"),
        };
        limits.lines = vec![named("CRM-1"), named("crm 1")];
    };
    assert_eq!(with(twice), MandateError::LineUnclear);
    assert!(Mandate::new(1, usd(), limits("2", "2")).is_ok());
}

#[test]
fn a_line_is_found_by_its_unit_before_its_description() {
    let mandate = full_mandate();
    let mut seats = line("1", "seat/year", "1");
    seats.description = "premier SUPPORT".to_owned();
    let by_description = mandate.line_limit(&seats).unwrap();
    assert_eq!(by_description.line, LineKey::Description("Premier support".to_owned()));
    seats.sku = Some(" crm-ent ".to_owned());
    assert_eq!(mandate.line_limit(&seats).unwrap().line, LineKey::Sku("CRM-ENT".to_owned()));
    seats.description = "Other".to_owned();
    seats.sku = None;
    assert_eq!(mandate.line_limit(&seats), None);
}

/// What a lawyer reads. The words are part of the record: a change is deliberate.
#[test]
fn a_mandate_reads_as_it_did() {
    let read = full_mandate().readable("Contoso CRM renewal", "Olivia Owens");
    assert_eq!(read.expose_secret(), include_str!("reads.txt"));
    let empty = Mandate::new(1, usd(), Limits::default()).unwrap().readable("Deal", "Owner");
    assert_eq!(empty.expose_secret(), include_str!("reads_empty.txt"));
}
