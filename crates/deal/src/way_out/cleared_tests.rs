use super::*;
use crate::{Limits, Mandate, Rule, Secret};

#[test]
fn an_answer_is_guarded_once_more_when_it_is_sent() {
    let terms = counter_terms();
    let answer = signed(counter(&terms));
    let quorum = free(&screened(counter(&terms)));
    let now = |now_unix_ms| History { now_unix_ms, ..History::default() };
    let scenario = scenario();
    let screen: (&dyn Screen, &Scenario) = (&InThisProcess, &scenario);
    assert!(answer.clear(Some(&terms), Some(&mandate()), &now(0), screen, &quorum).is_ok());
    // The owner has moved the mandate since.
    let limits = Limits { walk_away_annual: Some(Secret::new(a("1039999.99"))), ..Limits::default() };
    let narrower = Mandate::new(4, terms.currency, limits).unwrap();
    let refused = answer.clear(Some(&terms), Some(&narrower), &now(0), screen, &quorum).unwrap_err();
    let ClearError::Outside(found) = &refused else { panic!("{refused:?}") };
    assert_eq!(found.iter().map(|violation| violation.rule).collect::<Vec<_>>(), [Rule::WalkAway]);
    assert!(!format!("{refused} {refused:?}").contains("1039999"), "the refusal keeps the secret");
    let expired =
        answer.clear(Some(&terms), Some(&mandate()), &now(terms.expires_at_unix_ms), screen, &quorum);
    assert_eq!(expired.unwrap_err(), ClearError::Expired);
    // Terms that are not what was signed clear nothing.
    let other = Terms { term_months: 12, ..terms.clone() };
    assert_eq!(
        answer.clear(Some(&other), Some(&mandate()), &now(0), screen, &quorum).unwrap_err(),
        ClearError::TermsDiffer
    );
    assert_eq!(answer.clear(None, None, &now(0), screen, &quorum).unwrap_err(), ClearError::TermsDiffer);
    assert!(
        signed(message("Thank you.")).clear(None, Some(&narrower), &now(i64::MAX), screen, &quorum).is_ok()
    );
    let accepted = signed(acceptance(&terms));
    let quorum = free(&screened(acceptance(&terms)));
    assert!(matches!(
        accepted.clear(Some(&terms), Some(&narrower), &now(0), screen, &quorum),
        Err(ClearError::Outside(_))
    ));
}

#[test]
fn an_answer_is_screened_once_more_when_it_is_sent() {
    let history = History::default();
    let answer = signed(message("Thank you."));
    let (scenario, quorum) = (scenario(), free(&screened(message("Thank you."))));
    let cleared = answer.clear(None, Some(&mandate()), &history, (&InThisProcess, &scenario), &quorum);
    assert!(cleared.is_ok());
    let down = answer.clear(None, Some(&mandate()), &history, (&NoScreen, &scenario), &quorum).unwrap_err();
    assert_eq!(down, ClearError::ScreenDown(ScreenDown::Unavailable));
    // What was released is released then too, and nothing else.
    let released = held_message().release(&[0]).unwrap();
    let answer = decide(released, olivia(), 1, place(), &seal()).unwrap().sign(&seal()).unwrap();
    let clear = |scenario: &Scenario| {
        answer.clear(None, Some(&mandate()), &history, (&InThisProcess, scenario), &quorum).map(|_| ())
    };
    assert_eq!(clear(&scenario), Ok(()));
    let mut since = scenario;
    since.secret.annual.push(a("777000"));
    let Err(ClearError::Stopped(found)) = clear(&since) else { panic!("a secret by now") };
    assert!(found.iter().all(|finding| finding.kind == ReasonKind::SecretFigure));
}
