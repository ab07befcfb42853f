//! In step: what one desk states, the others verify and show.

use desk::Work;
use desk::view::{AnswerForm, Approved, EntryBody, ProblemCode, RoleView, VerdictOutcome};
use support::line::Fate;
use support::{ledgers, people};

use crate::ground::{Team, counter, stands_in};

/// Drafted on one, approved on another, exported on the third.
#[tokio::test]
async fn a_counter_is_drafted_approved_and_exported_at_three_desks() {
    let team = Team::new().await;
    let olivia = team.olivia().await;
    let pat = team.colleague(&olivia, "Pat", people::pat(), &[RoleView::Procurement]).await;
    let lena = team.colleague(&olivia, "Lena", people::lena(), &[RoleView::Legal]).await;
    olivia.desk.set_four_eyes(true).await.unwrap();
    let contoso = team.contoso(&olivia).await;
    let deal = olivia.deal();
    // Pat hears of the deal by its ledger and sorts the session into it.
    pat.until("the deal", |desk| desk.deal(&deal).ok()).await;
    let session = team.offered(&contoso, &pat, &deal, 1140.0).await;
    for seat in [&olivia, &pat, &lena] {
        seat.head(&deal, &session, 3).await;
    }
    // Her own counter is refused in plain words, before anything is asked of the host.
    let own = olivia.desk.review(&session, &counter(&olivia, &session, "1045.6")).unwrap();
    assert_eq!(own.obstacle.unwrap().code, ProblemCode::FourEyes);
    // The walk-away is not for Pat's desk, who neither opened the deal nor stands in.
    assert!(pat.desk.deal(&deal).unwrap().mandate.is_none());
    pat.desk.propose(&session, &counter(&pat, &session, "1045.6")).unwrap();
    let draft = olivia.until("Pat's draft", |desk| desk.deal(&deal).unwrap().drafts.pop()).await;
    assert_eq!((draft.by.as_str(), draft.mine), ("Pat", false));
    // Pat replaces it while Olivia has the first before her: the first is not approved.
    let stale = olivia.desk.review_draft(&deal, &draft.id).unwrap();
    assert_eq!(stale.obstacle, None);
    pat.desk.propose(&session, &counter(&pat, &session, "1050")).unwrap();
    let next = olivia.until("Pat's second draft", |desk| {
        desk.deal(&deal).unwrap().drafts.pop().filter(|next| next.id != draft.id)
    });
    let next = next.await;
    assert_eq!(olivia.desk.approve(&stale.ticket).await.unwrap_err().code, ProblemCode::Gone);
    let review = olivia.desk.review_draft(&deal, &next.id).unwrap();
    assert_eq!(review.obstacle, None);
    assert_eq!(olivia.desk.approve(&review.ticket).await.unwrap(), Approved::Sent { seq: 4 });
    // The others' desks find it on the ledger by Olivia's own signature: green everywhere.
    for seat in [&pat, &lena] {
        let view = seat.head(&deal, &session, 4).await;
        assert_eq!(view.ledgers[0].verdict.outcome, VerdictOutcome::Green);
        let ours =
            view.timeline.iter().filter(|entry| entry.ours && matches!(entry.body, EntryBody::Offer { .. }));
        assert_eq!(ours.count(), 1);
    }
    let saved = lena.desk.export(&session, None, &Work::unwatched()).await.unwrap();
    assert_eq!(saved.verdict.outcome, VerdictOutcome::Green);
    assert_eq!(saved.problem, None);
    olivia.desk.comment(&deal, "Thank you both.").unwrap();
    let said = lena.until("Olivia's comment", |desk| desk.deal(&deal).unwrap().comments.pop()).await;
    assert_eq!((said.by.as_str(), said.text.as_str()), ("Olivia", "Thank you both."));
    for seat in [&olivia, &pat, &lena] {
        ledgers::assert_sound(&seat.db());
    }
}

/// Two who decide on one offer at once: one decision, one plain refusal that names who.
#[tokio::test]
async fn of_two_who_decide_on_one_offer_the_first_stands() {
    let team = Team::new().await;
    let olivia = team.olivia().await;
    let pat = team.colleague(&olivia, "Pat", people::pat(), &[RoleView::DealOwner]).await;
    let contoso = team.contoso(&olivia).await;
    let deal = olivia.deal();
    let session = team.offered(&contoso, &olivia, &deal, 1140.0).await;
    pat.head(&deal, &session, 3).await;
    let refused = pat.desk.review(&session, &AnswerForm::Accept).unwrap_err();
    assert_eq!(refused.code, ProblemCode::MandateSealed, "not Pat's deal, and not for Pat's eyes");
    stands_in(&olivia, &pat, &deal).await;
    let hers = olivia.desk.review(&session, &counter(&olivia, &session, "1045.6")).unwrap();
    let his = pat.desk.review(&session, &counter(&pat, &session, "1050")).unwrap();
    assert_eq!((hers.obstacle, his.obstacle), (None, None));
    // Pat's answer is held up on its way to the session, behind his decision.
    pat.line.decides(|route| {
        if route.starts_with("POST /api/buyer/v1/sessions/") { Fate::Lost } else { Fate::Passes }
    });
    assert_eq!(pat.desk.approve(&his.ticket).await.unwrap(), Approved::Unknown);
    let Approved::Stale { problem } = olivia.desk.approve(&hers.ticket).await.unwrap() else { panic!() };
    assert_eq!((problem.code, problem.facts["who"].as_str()), (ProblemCode::DecidedAlready, "Pat"));
    pat.line.is_honest();
    let view = olivia.head(&deal, &session, 4).await;
    assert_eq!(view.ledgers[0].verdict.outcome, VerdictOutcome::Green);
    let log = contoso.log(&session).await.ok().json();
    let ours = log["events"].as_array().unwrap().iter().filter(|event| event["kind"] == "counter_offer");
    assert_eq!(ours.count(), 1, "one decision, sent once");
    for seat in [&olivia, &pat] {
        ledgers::assert_sound(&seat.db());
    }
}

/// What was written without a host is stated on return, and what came meanwhile is seen.
#[tokio::test]
async fn what_was_done_offline_is_merged_on_return() {
    let team = Team::new().await;
    let olivia = team.olivia().await;
    let pat =
        team.colleague(&olivia, "Pat", people::pat(), &[RoleView::Procurement, RoleView::DealOwner]).await;
    let deal = olivia.deal();
    pat.until("the deal", |desk| desk.deal(&deal).ok()).await;
    pat.line.decides(|_| Fate::Lost);
    pat.desk.comment(&deal, "Written on the train.").unwrap();
    let waiting = pat.desk.deal(&deal).unwrap().comments;
    assert!(waiting[0].waits && waiting[0].mine);
    let own = pat.deal();
    olivia.desk.comment(&deal, "Said in the office.").unwrap();
    olivia
        .until("it has its place", |desk| {
            let said = desk.deal(&deal).unwrap().comments.pop();
            said.filter(|said| !said.waits)
        })
        .await;
    pat.line.is_honest();
    for seat in [&olivia, &pat] {
        let both = seat.until("both comments in one order", |desk| {
            let said = desk.deal(&deal).unwrap().comments;
            (said.len() == 2 && said.iter().all(|said| !said.waits)).then_some(said)
        });
        let said: Vec<String> = both.await.into_iter().map(|said| said.text).collect();
        assert_eq!(said, ["Said in the office.", "Written on the train."]);
        let view = seat.until("Pat's deal", |desk| desk.deal(&own).ok()).await;
        assert_eq!(view.owner, "Pat");
    }
    ledgers::assert_sound(&olivia.db());
    ledgers::assert_sound(&pat.db());
}

/// Whoever takes a deal over judges by its mandate, which travels before the word that hands it over.
#[tokio::test]
async fn a_deal_that_is_handed_over_brings_its_mandate() {
    let team = Team::new().await;
    let olivia = team.olivia().await;
    let pat = team.colleague(&olivia, "Pat", people::pat(), &[RoleView::DealOwner]).await;
    let deal = olivia.deal();
    pat.until("the deal", |desk| desk.deal(&deal).ok()).await;
    olivia.desk.hand_over_deal(&deal, &pat.fingerprint()).await.unwrap();
    let mandate = pat.until("the mandate", |desk| desk.deal(&deal).unwrap().mandate).await;
    assert_eq!(mandate.version, 1);
    pat.until("the deal is his", |desk| desk.deal(&deal).ok().filter(|view| view.owned_by_me)).await;
    assert!(olivia.desk.deal(&deal).unwrap().mandate.is_none(), "no longer hers to see");
    for seat in [&olivia, &pat] {
        ledgers::assert_sound(&seat.db());
    }
}

/// A leaver's signatures stay valid; the desk itself is shut out.
#[tokio::test]
async fn who_leaves_signs_nothing_more_and_what_was_signed_stays_green() {
    let team = Team::new().await;
    let olivia = team.olivia().await;
    let pat = team.colleague(&olivia, "Pat", people::pat(), &[RoleView::DealOwner]).await;
    let contoso = team.contoso(&olivia).await;
    let deal = pat.deal();
    let session = team.offered(&contoso, &pat, &deal, 1140.0).await;
    let review = pat.desk.review(&session, &counter(&pat, &session, "1045.6")).unwrap();
    assert_eq!(pat.desk.approve(&review.ticket).await.unwrap(), Approved::Sent { seq: 4 });
    olivia.head(&deal, &session, 4).await;
    olivia.desk.let_go(&pat.fingerprint()).await.unwrap();
    let left = olivia.desk.people_view().unwrap();
    assert!(left.members[1].until.is_some());
    contoso.say(&session, "message", &serde_json::json!({"body": "Hello?"})).await.ok();
    let view = olivia.head(&deal, &session, 5).await;
    assert_eq!(view.ledgers[0].verdict.outcome, VerdictOutcome::Green);
    pat.until("the host refuses Pat", |desk| {
        let problems = desk.app_view().unwrap().problems;
        problems.into_iter().find(|problem| problem.code == ProblemCode::HostRefused)
    })
    .await;
    let alone = olivia.desk.let_go(&olivia.fingerprint()).await.unwrap_err();
    assert_eq!(alone.code, ProblemCode::LastOwner);
    // Somebody has to go on with the deal: the org owner hands it over.
    olivia.desk.hand_over_deal(&deal, &olivia.fingerprint()).await.unwrap();
    assert!(olivia.desk.deal(&deal).unwrap().owned_by_me);
}
