//! Links into a workspace lead somewhere, or tell nothing.
#![allow(clippy::panic, clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, missing_docs)]

mod ground;

use desk::view::LinkTarget;
use ground::Ground;

#[tokio::test]
async fn a_link_leads_to_deal_event_and_hold_and_every_other_one_gets_the_same_answer() {
    let ground = Ground::new().await;
    let contoso = ground.contoso().await;
    let deal = ground.deal();
    let session = ground.offered(&contoso, &deal, 1088.0).await;
    let follow = |link: String| ground.desk.follow_link(&link);

    assert_eq!(
        follow(format!("countersign://deal/{deal}")).unwrap(),
        LinkTarget { deal: deal.clone(), entry: None }
    );
    let entry = Some(format!("event:{session}:3"));
    for kind in ["event", "hold"] {
        let led = follow(format!("countersign://{kind}/{session}/3")).unwrap();
        assert_eq!(led, LinkTarget { deal: deal.clone(), entry: entry.clone() });
    }

    // A session that exists but stands in no deal of this person, one that does not exist,
    // an event that never was, and what is no link: nothing tells them apart.
    let unsorted = contoso.opened(Some(&ground.handle())).await;
    let there = |desk: &desk::Desk| {
        desk.today().unwrap().unsorted.iter().any(|row| row.session == unsorted).then_some(())
    };
    let linked = |desk: &desk::Desk| {
        desk.deal(&deal).unwrap().ledgers.iter().any(|card| card.session == unsorted).then_some(())
    };
    ground.until("the session", |desk| there(desk).or_else(|| linked(desk))).await;
    let nowhere = [
        "countersign://deal/nobody".to_owned(),
        format!("countersign://event/{session}/0"),
        format!("countersign://event/{session}/99"),
        format!("countersign://event/{session}/-1"),
        format!("countersign://deal/{deal}/more"),
        format!("https://deal/{deal}"),
        format!("countersign://{}", "x".repeat(4000)),
        String::new(),
    ];
    let answers: Vec<_> = nowhere.into_iter().map(|link| follow(link).unwrap_err()).collect();
    assert!(answers.iter().all(|answer| *answer == answers[0]), "{answers:#?}");
}
