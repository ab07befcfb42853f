//! The agent of a colleague's desk: let in by the colleague's own statement, and known at every desk.

use desk::Work;
use desk::view::{ModeForm, RoleView, Standing, VerdictOutcome};
use serde_json::json;
use support::line::Fate;
use support::{ledgers, people};

use crate::ground::{Seat, Team};

async fn automatic(seat: &Seat, deal: &str) {
    let mode = ModeForm { mode: "auto".to_owned(), per_day: 10, per_session: 5 };
    seat.desk.set_mode(deal, &mode).await.unwrap();
}

/// Pat owns deals and not the organisation. His desk answers a routine message under its agent's key, and
/// Olivia's desk follows by his word.
#[tokio::test]
async fn what_a_desks_agent_answers_is_verified_at_every_desk() {
    let team = Team::new().await;
    let olivia = team.olivia().await;
    let pat = team.colleague(&olivia, "Pat", people::pat(), &[RoleView::DealOwner]).await;
    let lena = team.colleague(&olivia, "Lena", people::lena(), &[RoleView::Legal]).await;
    assert!(!lena.desk.agent_view().unwrap().may_make);
    assert!(lena.desk.make_agent().await.is_err());
    let contoso = team.contoso(&olivia).await;
    let deal = pat.deal();
    let session = team.offered(&contoso, &pat, &deal, 1140.0).await;
    olivia.head(&deal, &session, 3).await;
    let made = pat.desk.make_agent().await.unwrap();
    assert!(made.ready && pat.desk.make_agent().await.is_err(), "once");
    automatic(&pat, &deal).await;
    contoso.say(&session, "message", &json!({"body": "Did you receive our offer?"})).await.ok();
    let log = |seq: usize| {
        let (contoso, session) = (&contoso, &session);
        async move { contoso.log(session).await.json()["events"][seq - 1].clone() }
    };
    for seat in [&pat, &olivia, &lena] {
        let view = seat.head(&deal, &session, 5).await;
        assert_eq!(view.ledgers[0].verdict.outcome, VerdictOutcome::Green);
        let answer = view.timeline.iter().find(|entry| entry.id.ends_with(":5")).unwrap();
        assert_eq!((answer.standing, answer.author.as_str()), (Standing::AgentKey, "Desk agent"));
        ledgers::assert_sound(&seat.db());
    }
    let answer = log(5).await;
    assert_eq!(
        (answer["kind"].as_str(), answer["signer"].as_str()),
        (Some("message"), made.fingerprint.as_deref())
    );
    // The record that Lena takes out is green, and says so.
    let saved = lena.desk.export(&session, None, &Work::unwatched()).await.unwrap();
    assert_eq!((saved.verdict.outcome, saved.problem), (VerdictOutcome::Green, None));

    // A key that follows Pat's goes on with the agent.
    pat.desk.rotate_with(people::pat_anew()).await.unwrap();
    pat.until("the deal", |desk| desk.deal(&deal).ok().filter(|view| view.owned_by_me)).await;
    automatic(&pat, &deal).await;
    contoso.say(&session, "message", &json!({"body": "When may we expect to hear from you?"})).await.ok();
    let view = olivia.head(&deal, &session, 7).await;
    assert_eq!(view.ledgers[0].verdict.outcome, VerdictOutcome::Green);

    // When Pat leaves his agent answers nothing more, and what it said stays green.
    olivia.desk.let_go(&pat.fingerprint()).await.unwrap();
    contoso.say(&session, "message", &json!({"body": "Did you receive our offer?"})).await.ok();
    let view = olivia.head(&deal, &session, 8).await;
    assert_eq!(view.ledgers[0].verdict.outcome, VerdictOutcome::Green);
}

/// Without its place on the ledger an answer of the agent's stays in the house: colleagues could not tell
/// whose it is.
#[tokio::test]
async fn an_agents_answer_leaves_only_behind_its_owners_word() {
    let team = Team::new().await;
    let olivia = team.olivia().await;
    let contoso = team.contoso(&olivia).await;
    let deal = olivia.deal();
    let session = team.offered(&contoso, &olivia, &deal, 1140.0).await;
    olivia.desk.make_agent().await.unwrap();
    automatic(&olivia, &deal).await;
    let stated = |_: &desk::Desk| {
        let sql = "SELECT count(*) FROM ledger_pending";
        let waiting: i64 = olivia.db().query_row(sql, [], |row| row.get(0)).unwrap();
        (waiting == 0).then_some(())
    };
    olivia.until("the mode is stated", stated).await;
    let route = format!("POST /api/buyer/v1/ledgers/{deal}");
    olivia.line.decides(move |asked| if asked == route { Fate::Lost } else { Fate::Passes });
    contoso.say(&session, "message", &json!({"body": "Did you receive our offer?"})).await.ok();
    let tried = |_: &desk::Desk| {
        let sql = "SELECT count(*) FROM outbox WHERE state = 'stale'";
        let tried: i64 = olivia.db().query_row(sql, [], |row| row.get(0)).unwrap();
        (tried == 1).then_some(())
    };
    olivia.until("the answer is given up", tried).await;
    olivia.line.is_honest();
    let log = contoso.log(&session).await.json();
    assert_eq!(log["events"].as_array().unwrap().len(), 4, "nothing of ours");
}
