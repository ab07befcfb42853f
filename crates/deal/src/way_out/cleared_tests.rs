use super::*;
use crate::{Limits, Rule, Secret};

#[test]
fn an_answer_is_guarded_once_more_when_it_is_sent() {
    let terms = counter_terms();
    let answer = signed(counter(&terms));
    let now = |now_unix_ms| History { now_unix_ms, ..History::default() };
    assert!(answer.clear(Some(&terms), Some(&mandate()), &now(0)).is_ok());
    // The owner has moved the mandate since.
    let limits = Limits { walk_away_annual: Some(Secret::new(a("1039999.99"))), ..Limits::default() };
    let narrower = Mandate::new(4, terms.currency, limits).unwrap();
    let refused = answer.clear(Some(&terms), Some(&narrower), &now(0)).unwrap_err();
    let ClearError::Outside(found) = &refused else { panic!("{refused:?}") };
    assert_eq!(found.iter().map(|violation| violation.rule).collect::<Vec<_>>(), [Rule::WalkAway]);
    assert!(!format!("{refused} {refused:?}").contains("1039999"), "the refusal keeps the secret");
    let expired = answer.clear(Some(&terms), Some(&mandate()), &now(terms.expires_at_unix_ms));
    assert_eq!(expired.unwrap_err(), ClearError::Expired);
    // Terms that are not what was signed clear nothing.
    let other = Terms { term_months: 12, ..terms.clone() };
    assert_eq!(answer.clear(Some(&other), Some(&mandate()), &now(0)).unwrap_err(), ClearError::TermsDiffer);
    assert_eq!(answer.clear(None, None, &now(0)).unwrap_err(), ClearError::TermsDiffer);
    assert!(signed(message("Thank you.")).clear(None, Some(&narrower), &now(i64::MAX)).is_ok());
    let accepted = signed(acceptance(&terms));
    assert!(matches!(accepted.clear(Some(&terms), Some(&narrower), &now(0)), Err(ClearError::Outside(_))));
}
