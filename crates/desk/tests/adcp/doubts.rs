//! Connections that break in the midst: nothing is done twice, nothing is forgotten.

use std::time::Duration;

use desk::view::{AdcpDeclineReason, AdcpForm, AdcpStage, AdcpState, MandateForm, ProblemCode};
use training_seller::Profile;

use super::table::{Table, brief, budget, revise};

/// Sends into a broken line: a doubt, shown as one, and settled by the same bytes.
async fn doubted(table: &Table, form: &AdcpForm) {
    assert_eq!(table.send(form).await, AdcpState::Doubt);
    let doubt = table.last();
    assert_eq!((doubt.sends, doubt.may_repeat), (1, true));
    assert!(doubt.again_at.is_some() && doubt.problem.is_some());
    let state = table.desk.adcp_repeat(&table.deal, &doubt.key).await.unwrap();
    assert_eq!(state, AdcpState::Answered, "{:#?}", table.last());
    let settled = table.last();
    assert_eq!((settled.key, settled.arguments, settled.sends), (doubt.key, doubt.arguments, 2));
}

#[tokio::test(flavor = "multi_thread")]
async fn dropped_at_each_mutation_and_done_once() {
    for profile in [Profile::DropsAnswer, Profile::DropsRequest, Profile::NotJson, Profile::PlainError] {
        let table = Table::with(profile).await;
        let send = async |form: AdcpForm| {
            if profile == Profile::PlainError {
                // Words without a code say nothing of what was done.
                assert_eq!(table.send(&form).await, AdcpState::Doubt);
                let key = table.last().key;
                assert_eq!(table.desk.adcp_repeat(&table.deal, &key).await, Ok(AdcpState::Answered));
            } else {
                doubted(&table, &form).await;
            }
        };
        send(brief()).await;
        let source = table.newest();
        send(revise(budget(&source, "50000"))).await;
        let draft = table.newest();
        send(AdcpForm::Finalize { proposals: vec![draft], departures: Vec::new() }).await;
        let held = table.newest();
        send(table.accept(&held)).await;
        assert_eq!(table.proposal(&held).stage, AdcpStage::Accepted);
        let decline = AdcpForm::Decline {
            proposals: vec![source],
            reason: AdcpDeclineReason::Price,
            detail: String::new(),
        };
        send(decline).await;
        let done = [
            ("request_proposals", 1),
            ("refine_proposals", 2),
            ("accept_proposal", 1),
            ("decline_proposals", 1),
            ("media_buys", 1),
        ];
        for (what, times) in done {
            assert_eq!(table.shop.effects(what).await, times, "{}: {what}", profile.name());
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn sellers_that_stall_flood_or_send_one_away() {
    for profile in [Profile::Stalls, Profile::Floods, Profile::Redirects] {
        let table = Table::with(profile).await;
        table.desk.adcp_hold(&table.shop.token, Duration::from_secs(2));
        assert_eq!(table.send(&brief()).await, AdcpState::Doubt, "{}", profile.name());
        table.desk.adcp_hold(&table.shop.token, Duration::from_secs(20));
        assert_eq!(table.settled(AdcpState::Doubt).await, AdcpState::Answered, "{}", profile.name());
        assert_eq!(table.shop.effects("request_proposals").await, 1, "{}", profile.name());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_desk_that_was_closed_takes_up_its_doubts_and_tasks() {
    let table = Table::with(Profile::DropsAnswer).await;
    assert_eq!(table.send(&brief()).await, AdcpState::Doubt);
    let table = table.reopened().await;
    table.desk.adcp_once().await.unwrap();
    assert_eq!(table.last().state, AdcpState::Doubt, "it is not due yet");
    table.clock.ahead_by(5_000);
    table.desk.adcp_once().await.unwrap();
    assert_eq!((table.last().state, table.last().sends), (AdcpState::Answered, 2));
    assert_eq!(table.shop.effects("request_proposals").await, 1);

    let mut table = Table::with(Profile::Submitted).await;
    assert_eq!(table.send(&brief()).await, AdcpState::Pending);
    for turn in 1..=4 {
        table = table.reopened().await;
        table.clock.ahead_by(turn * 70_000);
        table.desk.adcp_once().await.unwrap();
    }
    assert_eq!(table.last().state, AdcpState::Answered);
    assert_eq!((table.last().sends, table.view().proposals.len()), (1, 1));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_desk_that_died_between_writing_and_hearing_asks_again() {
    let table = Table::with(Profile::DropsAnswer).await;
    assert_eq!(table.send(&brief()).await, AdcpState::Doubt);
    // As it stands while the answer is awaited: sent, and nothing known.
    let sql = "UPDATE adcp_requests SET due_ms = NULL, trouble = ''";
    rusqlite::Connection::open(table.folder.path().join("desk.db")).unwrap().execute(sql, []).unwrap();
    let table = table.reopened().await;
    table.desk.adcp_once().await.unwrap();
    assert_eq!(table.last().state, AdcpState::Answered);
    assert_eq!(table.shop.effects("request_proposals").await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_can_write_to_the_database_sends_nothing_by_it() {
    let table = Table::with(Profile::DropsRequest).await;
    assert_eq!(table.send(&brief()).await, AdcpState::Doubt);
    let db = rusqlite::Connection::open(table.folder.path().join("desk.db")).unwrap();
    let sql = "UPDATE adcp_requests SET arguments = replace(arguments, 'autumn', 'winter')";
    assert_eq!(db.execute(sql, []).unwrap(), 1);
    let key = table.last().key;
    let state = table.desk.adcp_repeat(&table.deal, &key).await;
    assert_ne!(state, Ok(AdcpState::Answered));
    assert_eq!(table.shop.effects("request_proposals").await, 0, "it is not what Olivia decided");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hold_that_ends_while_the_dialog_is_open_is_refused_there() {
    let table = Table::with(Profile::Honest).await;
    let draft = table.draft().await;
    let held = table.held(&draft).await;
    let reviewed = table.desk.adcp_review(&table.deal, &table.accept(&held)).unwrap();
    assert_eq!(reviewed.review.obstacle, None);
    assert_eq!(reviewed.hold_ends, table.proposal(&held).expires_at);
    table.clock.ahead_by(16 * 60_000);
    let problem = table.desk.adcp_send(&reviewed.review.ticket, &[]).await.unwrap_err();
    assert_eq!(problem.code, ProblemCode::HoldOver);
    assert_eq!(problem.facts["expires_at"], reviewed.hold_ends.unwrap());
    assert_eq!(table.shop.effects("media_buys").await, 0);
    // The way to fresh terms stays open.
    let ended = table.proposal(&held);
    assert_eq!((ended.stage, ended.may_accept, ended.may_revise), (AdcpStage::Ended, false, true));
    let again = table.desk.adcp_review(&table.deal, &table.accept(&held)).unwrap();
    assert_eq!(again.review.obstacle.unwrap().code, ProblemCode::HoldOver);
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_accepted_by_a_clock_that_cannot_be_trusted() {
    let table = Table::with(Profile::Honest).await;
    let draft = table.draft().await;
    let held = table.held(&draft).await;
    table.clock.ahead_by(-10 * 60_000);
    table.desk.adcp_ask_seller(&table.deal).await.unwrap();
    let reviewed = table.desk.adcp_review(&table.deal, &table.accept(&held)).unwrap();
    let problem = reviewed.review.obstacle.unwrap();
    assert_eq!(problem.code, ProblemCode::ClockWrong);
    assert_eq!(problem.facts["direction"], "behind");
}

#[tokio::test(flavor = "multi_thread")]
async fn one_request_at_a_time_about_a_proposal() {
    let table = Table::with(Profile::DropsAnswer).await;
    let draft = table.draft().await;
    let hold = AdcpForm::Finalize { proposals: vec![draft.clone()], departures: Vec::new() };
    assert_eq!(table.send(&hold).await, AdcpState::Doubt);
    assert!(!table.proposal(&draft).may_finalize);
    let again = table.desk.adcp_review(&table.deal, &hold).unwrap().review.obstacle.unwrap();
    assert_eq!(again.code, ProblemCode::Unsettled);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_mandate_and_the_screen_stand_in_the_way_as_everywhere() {
    let table = Table::with(Profile::Honest).await;
    let draft = table.draft().await;
    let held = table.held(&draft).await;
    let mandate = MandateForm {
        currency: "USD".to_owned(),
        target_annual: "31000".to_owned(),
        walk_away_annual: "37500".to_owned(),
        ..MandateForm::default()
    };
    table.desk.set_mandate(&table.deal, &mandate).unwrap();
    let accept = table.desk.adcp_review(&table.deal, &table.accept(&held)).unwrap();
    assert_eq!(accept.review.obstacle.unwrap().code, ProblemCode::OutsideMandate);
    assert_eq!(accept.review.guard[0].rule, "walk_away");
    // A hold on what nobody would buy is not asked for either.
    let told = |ask: &str, most: &str| {
        let mut revision = budget(&draft, most);
        ask.clone_into(&mut revision.ask);
        table.desk.adcp_review(&table.deal, &revise(revision)).unwrap().review
    };
    let obstacle = told("We cannot go beyond 37,500.", "36000").obstacle.unwrap();
    assert_eq!(obstacle.code, ProblemCode::ScreenBlocked);
    let obstacle = told("", "37500").obstacle.unwrap();
    assert_eq!(obstacle.code, ProblemCode::ScreenBlocked, "as a typed bound it tells the same");
    assert_eq!(told("", "30000").obstacle, None);
    // What stopped is noted for the deal's ledger, once however often it is asked for.
    table.desk.adcp_review(&table.deal, &table.accept(&held)).unwrap();
    let db = rusqlite::Connection::open(table.folder.path().join("desk.db")).unwrap();
    let mut query = db.prepare("SELECT said FROM stops ORDER BY rowid").unwrap();
    let stops: Vec<String> = query.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect();
    assert_eq!(stops.len(), 3, "{stops:?}");
    for (stop, rule) in stops.iter().zip(["guard/walk_away", "screen/secret_figure", "screen/secret_figure"])
    {
        assert!(stop.contains(rule) && stop.contains(r#""channel":"media""#), "{stop}");
        assert!(!stop.contains("37,500") && !stop.contains("37500"), "{stop}");
    }
}
