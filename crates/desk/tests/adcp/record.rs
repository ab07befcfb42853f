//! What is negotiated with a seller of media stands on the deal's timeline, and what of it waits is told.

use desk::view::{
    AdcpAct, AdcpDeclineReason, AdcpForm, AdcpState, DealState, EntryBody, MediaSaid, Need, NeedKind,
    Standing,
};
use training_seller::Profile;

use super::table::{Table, brief, budget, revise};

fn entries(table: &Table) -> Vec<(bool, AdcpAct, MediaSaid)> {
    let timeline = table.desk.deal(&table.deal).unwrap().timeline;
    let entry = |entry: desk::view::Entry| match entry.body {
        EntryBody::Media { media } => {
            let standing = if entry.ours { Standing::PersonKey } else { Standing::SellerLine };
            assert_eq!(entry.standing, standing, "what came over a line was signed by nobody");
            Some((entry.ours, media.act, media.said))
        }
        _ => None,
    };
    timeline.into_iter().filter_map(entry).collect()
}

fn needs(table: &Table) -> Vec<Need> {
    table.desk.today().unwrap().needs
}

fn state(table: &Table) -> DealState {
    let today = table.desk.today().unwrap();
    let row = today.needs_you.into_iter().chain(today.quiet).next().unwrap();
    let view = table.desk.deal(&table.deal).unwrap();
    assert_eq!(row.state, view.state, "the list and the deal say the same");
    view.state
}

fn look(table: &Table) {
    let view = table.desk.deal(&table.deal).unwrap();
    table.desk.mark_seen(&table.deal, &view.marks).unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn each_request_and_each_answer_stands_on_the_timeline_with_its_bytes() {
    let table = Table::with(Profile::Honest).await;
    assert_eq!((state(&table), entries(&table)), (DealState::Quiet, Vec::new()));
    let draft = table.draft().await;
    let stand = entries(&table);
    assert!(matches!(
        stand[0],
        (true, AdcpAct::Request, MediaSaid::Asked { state: AdcpState::Answered, sends: 1 })
    ));
    let MediaSaid::Answered { holds, ref rules, proposals, .. } = stand[1].2 else { panic!("{stand:#?}") };
    assert!(holds && rules.is_empty() && proposals > 0 && !stand[1].0);
    // The very bytes are at hand.
    let view = table.desk.deal(&table.deal).unwrap();
    let EntryBody::Media { media } = &view.timeline[0].body else { panic!() };
    let sent = anp::digest::EventHash(anp::digest::sha256(table.last().arguments.as_bytes()));
    assert_eq!(media.sha256, sent.to_string());

    // It is new until somebody has looked at it.
    assert_eq!(view.unread, [view.timeline[1].id.clone()]);
    assert_eq!(needs(&table).len(), 1);
    assert!(matches!(needs(&table)[0].what, NeedKind::MediaAnswer { number: 1, holds: true }));
    look(&table);
    assert_eq!((table.desk.deal(&table.deal).unwrap().unread, needs(&table)), (Vec::new(), Vec::new()));

    // A hold waits until its end, whoever has looked.
    let held = table.held(&draft).await;
    look(&table);
    assert_eq!(state(&table), DealState::HeldOffer);
    let waits = needs(&table);
    assert_eq!(waits.len(), 1, "{waits:#?}");
    let NeedKind::MediaHold { ref proposal, .. } = waits[0].what else { panic!() };
    assert_eq!(*proposal, held);
    assert_eq!(
        waits[0].deadline,
        table.proposal(&held).expires_at.map(|at| anp::time::Moment::parse(&at).unwrap().to_text())
    );
    table.clock.ahead_by(16 * 60 * 1000);
    assert_eq!((needs(&table), state(&table)), (Vec::new(), DealState::Quiet), "it has ended");
    table.clock.ahead_by(0);

    table.done(&table.accept(&held)).await;
    look(&table);
    assert_eq!((needs(&table), state(&table)), (Vec::new(), DealState::Accepted));
    let last = entries(&table).pop().unwrap();
    assert!(matches!(last.2, MediaSaid::Answered { media_buy: Some(_), .. }), "{last:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_doubt_waits_until_it_is_settled_or_given_up() {
    let table = Table::with(Profile::DropsAnswer).await;
    assert_eq!(table.send(&brief()).await, AdcpState::Doubt);
    assert_eq!(state(&table), DealState::DeliveryUnknown);
    let waits = needs(&table);
    assert_eq!(waits.len(), 1, "{waits:#?}");
    assert!(matches!(waits[0].what, NeedKind::MediaDoubt { number: 1 }));
    assert_eq!(waits[0].deadline.as_deref(), Some(table.last().replay_until.as_str()));
    table.settled(AdcpState::Doubt).await;
    look(&table);
    assert_eq!((needs(&table), state(&table)), (Vec::new(), DealState::Quiet));
    // The attempt that failed and the one that settled it are one request with one answer.
    assert_eq!(entries(&table).len(), 2);

    let table = Table::with(Profile::DropsRequest).await;
    assert_eq!(table.send(&brief()).await, AdcpState::Doubt);
    table.desk.adcp_give_up(&table.deal, &table.last().key).await.unwrap();
    assert_eq!((needs(&table), state(&table)), (Vec::new(), DealState::Quiet));
    let said: Vec<MediaSaid> = entries(&table).into_iter().map(|(_, _, said)| said).collect();
    assert_eq!(said, [MediaSaid::Asked { state: AdcpState::GivenUp, sends: 1 }, MediaSaid::GivenUp]);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_that_does_not_hold_is_told_with_the_rule_that_it_breaks() {
    let table = Table::with(Profile::WrongDigest).await;
    let draft = table.draft().await;
    look(&table);
    table.done(&revise(budget(&draft, "50000"))).await;
    let said = entries(&table).pop().unwrap().2;
    let MediaSaid::Answered { holds: false, rules, .. } = said else { panic!("{said:?}") };
    assert_eq!(rules, ["terms_digest"]);
    assert!(matches!(needs(&table)[0].what, NeedKind::MediaAnswer { number: 2, holds: false }));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deal_whose_drafts_are_all_declined_is_over() {
    let table = Table::with(Profile::Honest).await;
    table.draft().await;
    let proposals = table.view().proposals.into_iter().map(|proposal| proposal.id).collect();
    let decline = AdcpForm::Decline { proposals, reason: AdcpDeclineReason::Price, detail: String::new() };
    assert_eq!(table.done(&decline).await, AdcpState::Answered, "{:#?}", table.last());
    assert_eq!(state(&table), DealState::Closed);
}
