//! The screen, and the tactic that a text plays.

use deal::{Field, InThisProcess, Nature, Scenario, Screen as _};
use money::Amount;

/// Whatever stands before or behind a secret in plain figures, the text does not leave; every finding
/// lies within its field, and the same text is judged alike each time.
///
/// # Panics
/// Where that does not hold.
pub fn keeps_a_secret(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let scenario = scenario();
    let findings = |text: &str| {
        let field = Field { place: "body".to_owned(), text: text.to_owned(), nature: Nature::Prose };
        InThisProcess.screen(&[field], &scenario)
    };
    let Ok(found) = findings(&text) else { return };
    assert_eq!(findings(&text).as_ref(), Ok(&found));
    let whole = text.chars().count();
    assert!(found.iter().all(|finding| finding.start <= finding.end && finding.end <= whole));
    let telling = format!("{text}\nOur limit is 1,250,000 dollars.");
    assert!(findings(&telling).is_ok_and(|found| !found.is_empty()), "a secret leaves");
}

fn scenario() -> Scenario {
    let figure = |text: &str| Amount::parse(text).unwrap_or_default();
    let mut scenario = Scenario::default();
    scenario.secret.annual = vec![figure("1100000"), figure("1250000")];
    scenario.secret.limits = vec![figure("1250000")];
    scenario.deal.told_annual = vec![figure("1400000"), figure("1000000")];
    scenario.deal.quantities = vec![figure("500")];
    scenario.deal.terms_months = vec![36];
    scenario
}

/// Evidence lies within the text, and confidences within 0 and 1.
///
/// # Panics
/// Where that does not hold.
pub fn names_tactics_in_the_text(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let whole = text.chars().count();
    for tactic in deal::lone_tactics(&text) {
        assert!(
            tactic.evidence.iter().all(|evidence| evidence.start <= evidence.end && evidence.end <= whole)
        );
    }
    if let Some(found) = deal::transcript(&text) {
        let said: Vec<deal::Said> = found.messages.into_iter().map(|message| message.said).collect();
        for evidence in deal::thread_tactics(&said).into_iter().flat_map(|tactic| tactic.evidence) {
            let long = said.get(evidence.message).map(|said| said.text.chars().count());
            assert!(long.is_some_and(|long| evidence.end <= long));
        }
    }
}
