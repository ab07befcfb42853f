//! Where a cap of the mandate is reached, the end by a word is drafted.

use desk::view::{
    AdcpDeclineReason, AdcpForm, AdcpStage, AdcpState, CleanEndPlace, MandateForm, NeedKind, ProblemCode,
};
use training_seller::Profile;

use super::table::{Table, budget, revise};

fn drafted(table: &Table) -> Option<(String, Vec<String>, String)> {
    let mut ends = table.desk.clean_ends(&table.deal).unwrap();
    let end = ends.pop()?;
    let CleanEndPlace::Media { proposals, detail, .. } = end.place else { panic!() };
    Some((end.cap, proposals, detail))
}

fn waits(table: &Table) -> bool {
    let needs = table.desk.today().unwrap().needs;
    needs.iter().any(|need| matches!(need.what, NeedKind::CleanEnd { .. }))
}

#[tokio::test(flavor = "multi_thread")]
async fn after_the_last_round_proposals_are_declined_by_a_word_and_not_by_silence() {
    let table = Table::with(Profile::Honest).await;
    let mandate = |deadline: &str| MandateForm {
        currency: "USD".to_owned(),
        walk_away_annual: "500000".to_owned(),
        most_rounds: "1".to_owned(),
        deadline: deadline.to_owned(),
        ..MandateForm::default()
    };
    table.desk.set_mandate(&table.deal, &mandate("")).unwrap();
    let draft = table.draft().await;
    assert_eq!((drafted(&table), waits(&table)), (None, false), "a round is left");
    assert_eq!(table.done(&revise(budget(&draft, "50000"))).await, AdcpState::Answered);
    // The mandate leaves no other revision.
    let again = table.desk.adcp_review(&table.deal, &revise(budget(&draft, "40000"))).unwrap();
    assert_eq!(again.review.obstacle.unwrap().code, ProblemCode::OutsideMandate);
    assert_eq!(again.review.guard[0].rule, "rounds");
    let (cap, proposals, detail) = drafted(&table).unwrap();
    assert_eq!((cap.as_str(), waits(&table)), ("rounds", true));
    assert!(proposals.contains(&draft) && proposals.len() == 2);
    // It is a draft: nothing has left, and it goes the way of every request.
    let decline =
        AdcpForm::Decline { proposals: proposals.clone(), reason: AdcpDeclineReason::Other, detail };
    assert_eq!(table.done(&decline).await, AdcpState::Answered, "{:#?}", table.last());
    assert!(proposals.iter().all(|id| table.proposal(id).stage == AdcpStage::Declined));
    assert_eq!((drafted(&table), waits(&table)), (None, false));
}

#[tokio::test(flavor = "multi_thread")]
async fn when_the_hour_has_come_what_is_on_the_table_is_declined() {
    let table = Table::with(Profile::Honest).await;
    let draft = table.draft().await;
    let deadline = support::client::now().plus_millis(60_000).to_text();
    let mandate = MandateForm {
        currency: "USD".to_owned(),
        walk_away_annual: "500000".to_owned(),
        deadline,
        ..MandateForm::default()
    };
    table.desk.set_mandate(&table.deal, &mandate).unwrap();
    assert_eq!(drafted(&table), None);
    table.clock.ahead_by(61_000);
    let (cap, proposals, _) = drafted(&table).unwrap();
    assert_eq!((cap.as_str(), proposals), ("deadline", vec![draft]));
}
