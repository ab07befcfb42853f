//! What was done without a host and is refused on return stands at no desk.

use desk::view::{Approved, MandateForm, ProblemCode, RoleView, VerdictOutcome};
use support::line::Fate;
use support::people;

use crate::ground::{Seat, Team, counter, stands_in};

/// What the frame says was refused, by kind.
fn refused(seat: &Seat) -> Vec<String> {
    let problems = seat.app().problems.into_iter();
    let refused = problems.filter(|problem| problem.code == ProblemCode::RefusedOnReturn);
    refused.map(|problem| problem.facts["kind"].clone()).collect()
}

async fn told(seat: &Seat, kinds: &[&str]) {
    seat.until(&format!("{kinds:?} refused"), |_| (refused(seat) == kinds).then_some(())).await;
}

/// Pat sorts a session offline and loses the right to meanwhile: it is unsorted again.
#[tokio::test]
async fn a_session_that_was_sorted_offline_goes_back_where_the_host_refuses() {
    let team = Team::new().await;
    let olivia = team.olivia().await;
    let pat = team.colleague(&olivia, "Pat", people::pat(), &[RoleView::Procurement]).await;
    let contoso = team.contoso(&olivia).await;
    let deal = olivia.deal();
    pat.until("the deal", |desk| desk.deal(&deal).ok()).await;
    let handle = pat.until("the channel", |desk| desk.app_view().unwrap().org?.channel.handle).await;
    let session = contoso.opened(Some(&handle)).await;
    let unsorted = |desk: &desk::Desk| {
        desk.today().unwrap().unsorted.iter().any(|row| row.session == session).then_some(())
    };
    pat.until("the session", unsorted).await;
    pat.line.decides(|_| Fate::Lost);
    pat.desk.assign_session(&session, &deal).unwrap();
    assert_eq!(unsorted(&pat.desk), None);
    olivia.desk.give_roles(&pat.fingerprint(), &[RoleView::Legal]).await.unwrap();
    pat.line.is_honest();
    told(&pat, &["assigned"]).await;
    pat.until("the session is unsorted again", unsorted).await;
    assert!(pat.desk.deal(&deal).unwrap().ledgers.is_empty());
    // A later session of the same agent does not follow what never stood.
    let second = contoso.opened(Some(&handle)).await;
    let later = |desk: &desk::Desk| {
        desk.today().unwrap().unsorted.iter().any(|row| row.session == second).then_some(())
    };
    pat.until("the second session", later).await;
    assert_eq!(refused(&pat), ["assigned"]);
    pat.desk.dismiss_refused().unwrap();
    assert_eq!(refused(&pat), [""; 0]);
    support::ledgers::assert_sound(&pat.db());
}

/// Pat sets a mandate offline for a deal that is handed over meanwhile: it is not in force.
#[tokio::test]
async fn a_mandate_that_was_set_offline_is_not_in_force_where_the_host_refuses() {
    let team = Team::new().await;
    let olivia = team.olivia().await;
    let pat = team.colleague(&olivia, "Pat", people::pat(), &[RoleView::DealOwner]).await;
    let deal = pat.deal();
    olivia.until("Pat's deal", |desk| desk.deal(&deal).ok()).await;
    let version = |seat: &Seat| -> u32 {
        let sql = "SELECT max(version) FROM sealed_mandates WHERE deal = ?1";
        seat.db().query_row(sql, [&deal], |row| row.get(0)).unwrap()
    };
    assert_eq!(version(&pat), 1);
    let stands = |_: &desk::Desk| {
        let waiting = "SELECT count(*) FROM ledger_pending";
        let left: i64 = pat.db().query_row(waiting, [], |row| row.get(0)).unwrap();
        (left == 0).then_some(())
    };
    pat.until("all is stated", stands).await;
    pat.line.decides(|_| Fate::Lost);
    let wider = MandateForm {
        currency: "USD".to_owned(),
        target_annual: "600000".to_owned(),
        walk_away_annual: "700000".to_owned(),
        ..MandateForm::default()
    };
    pat.desk.set_mandate(&deal, &wider).unwrap();
    pat.desk.comment(&deal, "Wider, as we said.").unwrap();
    assert_eq!(version(&pat), 2);
    olivia.desk.hand_over_deal(&deal, &olivia.fingerprint()).await.unwrap();
    pat.line.is_honest();
    told(&pat, &["mandate"]).await;
    assert_eq!(version(&pat), 1, "what the host refused is not judged by");
    // What may be said goes on under the next number.
    let said = olivia.until("Pat's comment", |desk| desk.deal(&deal).unwrap().comments.pop()).await;
    assert_eq!(said.text, "Wider, as we said.");
    // It stays told until it was seen.
    assert_eq!(refused(&pat), ["mandate"]);
    support::ledgers::assert_sound(&pat.db());
}

/// Pat makes a deal offline and may make none when the host hears of it: it begins nowhere, that is told, and
/// nothing else of Pat's waits behind it.
#[tokio::test]
async fn a_deal_that_the_host_does_not_let_begin_is_told_and_stops_nothing_else() {
    let team = Team::new().await;
    let olivia = team.olivia().await;
    let pat = team.colleague(&olivia, "Pat", people::pat(), &[RoleView::DealOwner]).await;
    let known = olivia.deal();
    pat.until("Olivia's deal", |desk| desk.deal(&known).ok()).await;
    pat.line.decides(|_| Fate::Lost);
    let refused_deal = pat.deal();
    pat.desk.comment(&known, "From the train.").unwrap();
    olivia.desk.give_roles(&pat.fingerprint(), &[RoleView::Legal]).await.unwrap();
    pat.line.is_honest();
    told(&pat, &["deal"]).await;
    let of = |seat: &Seat| {
        let problems = seat.app().problems.into_iter();
        let mut told = problems.filter(|problem| problem.code == ProblemCode::RefusedOnReturn);
        told.next().unwrap().facts["deal"].clone()
    };
    assert_eq!(of(&pat), "CRM renewal");
    let said = olivia.until("Pat's comment", |desk| desk.deal(&known).unwrap().comments.pop()).await;
    assert_eq!(said.text, "From the train.");
    assert!(olivia.desk.deal(&refused_deal).is_err(), "nobody else hears of it");
    // Once Pat may, what was made begins as it was.
    olivia.desk.give_roles(&pat.fingerprint(), &[RoleView::DealOwner]).await.unwrap();
    let begun = olivia.until("Pat's deal", |desk| desk.deal(&refused_deal).ok()).await;
    assert_eq!(begun.owner, "Pat");
    told(&pat, &[]).await;
    for seat in [&olivia, &pat] {
        support::ledgers::assert_sound(&seat.db());
    }
}

/// Pat decides offline for Olivia and may no longer when the host hears of it: nothing leaves, and the offer
/// is hers to decide.
#[tokio::test]
async fn a_decision_that_was_made_offline_comes_to_nothing_where_the_host_refuses() {
    let team = Team::new().await;
    let olivia = team.olivia().await;
    let pat = team.colleague(&olivia, "Pat", people::pat(), &[RoleView::DealOwner]).await;
    let contoso = team.contoso(&olivia).await;
    let deal = olivia.deal();
    let session = team.offered(&contoso, &olivia, &deal, 1140.0).await;
    pat.head(&deal, &session, 3).await;
    stands_in(&olivia, &pat, &deal).await;
    let his = pat.desk.review(&session, &counter(&pat, &session, "1050")).unwrap();
    pat.line.decides(|_| Fate::Lost);
    assert!(matches!(pat.desk.approve(&his.ticket).await.unwrap(), Approved::Waiting { .. }));
    let ended = support::client::now().to_text();
    olivia.desk.name_stand_in(&pat.fingerprint(), Some(&deal), &ended).await.unwrap();
    pat.line.is_honest();
    told(&pat, &["decision"]).await;
    let state = |_: &desk::Desk| {
        let sql = "SELECT state FROM outbox";
        let state: String = pat.db().query_row(sql, [], |row| row.get(0)).unwrap();
        (state == "refused").then_some(())
    };
    pat.until("his answer came to nothing", state).await;
    let hers = olivia.desk.review(&session, &counter(&olivia, &session, "1045.6")).unwrap();
    assert_eq!(olivia.desk.approve(&hers.ticket).await.unwrap(), Approved::Sent { seq: 4 });
    for seat in [&olivia, &pat] {
        let view = seat.head(&deal, &session, 4).await;
        assert_eq!(view.ledgers[0].verdict.outcome, VerdictOutcome::Green);
        assert_eq!(support::ledgers::decisions(&seat.db(), &deal).len(), 1);
        support::ledgers::assert_sound(&seat.db());
    }
    assert_eq!(refused(&pat), ["decision"], "and no more than that is told");
}

/// Whoever is no org owner stops the own desk, and that is what is shown.
#[tokio::test]
async fn a_members_press_stops_the_own_desk_alone_and_an_owners_every_desk() {
    let team = Team::new().await;
    let olivia = team.olivia().await;
    let pat = team.colleague(&olivia, "Pat", people::pat(), &[RoleView::DealOwner]).await;
    let own = pat.desk.halt().unwrap();
    assert_eq!((own.halted, own.here_only, own.may_lift, own.by.as_str()), (true, true, true, "Pat"));
    assert!(!olivia.desk.halt_view().unwrap().halted);
    assert!(!pat.desk.resume().unwrap().halted);
    olivia.desk.halt().unwrap();
    let hers =
        pat.until("Olivia's halt", |desk| Some(desk.halt_view().unwrap()).filter(|view| view.halted)).await;
    assert_eq!((hers.here_only, hers.may_lift, hers.by.as_str()), (false, false, "Olivia"));
    assert_eq!(pat.desk.resume().unwrap_err().code, ProblemCode::NotAllowed);
    assert_eq!(refused(&pat), [""; 0], "nothing was stated that the host refuses");
}
