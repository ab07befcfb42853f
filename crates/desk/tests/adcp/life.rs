//! The whole life of a proposal at the desk.

use desk::view::{AdcpClaim, AdcpForm, AdcpRevision, AdcpStage, AdcpState};
use training_seller::{Framing, Profile};

use super::table::{Shop, Table, budget, revise};

pub async fn walk(table: &Table) {
    let seller = table.view().seller.unwrap();
    assert_eq!(seller.problem, None);
    assert_eq!(seller.version.as_deref(), Some("3.2"));
    assert_eq!(seller.tools.len(), 4);
    let source = table.draft().await;

    let state = table.done(&revise(budget(&source, "50000"))).await;
    assert_eq!(state, AdcpState::Answered, "{:#?}", table.last());
    let result = table.last().answer.unwrap().results.remove(0);
    assert_eq!(result.outcome, "revised");
    let cell = &result.rows[0].cells[0];
    assert_eq!((cell.met, cell.claim), (Some(true), AdcpClaim::Met));
    let chosen = table.newest();
    assert_eq!(table.proposal(&chosen).parent.as_deref(), Some(source.as_str()));

    assert_eq!(table.done(&revise(budget(&source, "100"))).await, AdcpState::Answered);
    let result = table.last().answer.unwrap().results.remove(0);
    assert_eq!(result.outcome, "partial");
    let cell = &result.rows[0].cells[0];
    assert_eq!((cell.met, cell.claim), (Some(false), AdcpClaim::Unmet), "said and seen alike");

    let held = table.held(&chosen).await;
    assert!(table.proposal(&held).may_accept);
    assert_eq!(table.done(&table.accept(&held)).await, AdcpState::Answered, "{:#?}", table.last());
    let bought = table.view().media_buys;
    assert_eq!(bought.len(), 1);
    assert_eq!(table.proposal(&held).stage, AdcpStage::Accepted);

    let change = |change, ask: &str| {
        revise(AdcpRevision {
            proposal: held.clone(),
            change: Some(change),
            ask: ask.to_owned(),
            ..AdcpRevision::default()
        })
    };
    let longer = change(desk::view::AdcpChange::Amendment, "Extend the flight by two weeks.");
    assert_eq!(table.done(&longer).await, AdcpState::Answered, "{:#?}", table.last());
    let amendment = table.held(&table.newest()).await;
    assert_eq!(table.done(&table.accept(&amendment)).await, AdcpState::Answered);
    assert_eq!(table.view().media_buys[0].id, bought[0].id, "the same media buy");

    let end = revise(AdcpRevision {
        proposal: amendment.clone(),
        change: Some(desk::view::AdcpChange::Cancellation),
        ..AdcpRevision::default()
    });
    assert_eq!(table.done(&end).await, AdcpState::Answered, "{:#?}", table.last());
    let ending = table.held(&table.newest()).await;
    assert_eq!(table.done(&table.accept(&ending)).await, AdcpState::Answered, "{:#?}", table.last());
    assert!(table.view().media_buys[0].ended);

    let decline = AdcpForm::Decline {
        proposals: vec![source.clone()],
        reason: desk::view::AdcpDeclineReason::Price,
        detail: String::new(),
    };
    assert_eq!(table.done(&decline).await, AdcpState::Answered, "{:#?}", table.last());
    assert_eq!(table.proposal(&source).stage, AdcpStage::Declined);
    // Every decision stands on the deal's ledger.
    let decided = table.view().exchanges.len();
    assert_eq!(decided, 12);
}

#[tokio::test(flavor = "multi_thread")]
async fn from_a_brief_to_the_end_of_a_media_buy() {
    walk(&Table::with(Profile::Honest).await).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_over_events_in_a_session() {
    walk(&Table::at(Shop::open(Profile::Honest, Framing::Sse, true).await).await).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sellers_that_are_honest_in_other_ways() {
    for profile in [
        Profile::Submitted,
        Profile::InFlight,
        Profile::TextOnly,
        Profile::SessionLost,
        Profile::AcceptUndeclared,
        Profile::ErrorInData,
        Profile::IoRequired,
    ] {
        let table = Table::with(profile).await;
        let draft = table.draft().await;
        let held = table.held(&draft).await;
        assert_eq!(table.done(&table.accept(&held)).await, AdcpState::Answered, "{}", profile.name());
        assert_eq!(table.shop.effects("media_buys").await, 1, "{}", profile.name());
    }
}
