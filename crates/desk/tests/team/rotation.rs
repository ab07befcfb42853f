//! Going on with another key.

use anp::keys::SecretKey;
use desk::view::{Approved, KeyPlace, ProblemCode, RoleView, Stage, VerdictOutcome};
use support::client::{Client, offer};
use support::line::{Fate, Line};
use support::{ledgers, people};

use crate::ground::{Seat, Team, counter};

fn fresh() -> SecretKey {
    people::pat_anew()
}

/// Pat counters an offer at this desk.
async fn counters(pat: &Seat, session: &str, price: &str) -> Approved {
    let review = pat.desk.review(session, &counter(pat, session, price)).unwrap();
    assert_eq!(review.obstacle, None);
    pat.desk.approve(&review.ticket).await.unwrap()
}

#[tokio::test]
async fn the_new_key_goes_on_with_the_deals_and_what_the_old_one_signed_stays_green() {
    let team = Team::new().await;
    let olivia = team.olivia().await;
    let pat = team.colleague(&olivia, "Pat", people::pat(), &[RoleView::DealOwner]).await;
    let contoso = team.contoso(&olivia).await;
    let deal = pat.deal();
    let session = team.offered(&contoso, &pat, &deal, 1140.0).await;
    assert_eq!(counters(&pat, &session, "1045.6").await, Approved::Sent { seq: 4 });
    olivia.head(&deal, &session, 4).await;
    let (old, person) = (pat.fingerprint(), id_of(&pat));

    pat.desk.rotate_with(fresh()).await.unwrap();
    assert_eq!(pat.fingerprint(), fresh().fingerprint().to_string());
    let as_before = Client::new(&team.host.url, &person, people::pat());
    assert_eq!(as_before.get("/api/buyer/v1/org").await.status, 401, "the old key signs nothing more");
    // Olivia's desk follows by the old key's own word.
    let follows = |desk: &desk::Desk| {
        let members = desk.people_view().unwrap().members;
        members
            .iter()
            .any(|member| member.fingerprint == fresh().fingerprint().to_string())
            .then_some(members)
    };
    let members = olivia.until("the new key", follows).await;
    let before = members.iter().find(|member| member.fingerprint == old).unwrap();
    assert!(before.until.is_some() && before.name == "Pat");
    // The deal is Pat's still, its mandate opens, and the next answer is signed by the new key.
    pat.until("the deal", |desk| desk.deal(&deal).ok().filter(|view| view.owned_by_me)).await;
    contoso.say(&session, "offer", &offer(1100.0)).await.ok();
    pat.head(&deal, &session, 5).await;
    assert_eq!(counters(&pat, &session, "1050").await, Approved::Sent { seq: 6 });
    for seat in [&olivia, &pat] {
        let view = seat.head(&deal, &session, 6).await;
        assert_eq!(view.ledgers[0].verdict.outcome, VerdictOutcome::Green);
        assert_eq!(view.owner, "Pat");
        ledgers::assert_sound(&seat.db());
    }
    let log = contoso.log(&session).await.ok().json();
    let signers: Vec<_> = [3, 5].map(|at| log["events"][at]["signer"].as_str().unwrap().to_owned()).to_vec();
    assert_eq!(signers, [old, fresh().fingerprint().to_string()]);
}

/// The host took the new key and its answer was lost: the desk finds out by itself.
#[tokio::test]
async fn a_rotation_whose_answer_was_lost_is_found_to_stand() {
    let team = Team::new().await;
    let olivia = team.olivia().await;
    let pat = team.colleague(&olivia, "Pat", people::pat(), &[RoleView::DealOwner]).await;
    let deal = pat.deal();
    olivia.until("Pat's deal", |desk| desk.deal(&deal).ok()).await;
    pat.line.decides(|route| {
        if route.starts_with("POST /api/buyer/v1/ledgers/org-") { Fate::AnswerLost } else { Fate::Passes }
    });
    pat.desk.rotate_with(fresh()).await.unwrap();
    pat.line.is_honest();
    assert_eq!(pat.fingerprint(), fresh().fingerprint().to_string());
    pat.desk.comment(&deal, "With my new key.").unwrap();
    let said = olivia.until("it is said", |desk| desk.deal(&deal).unwrap().comments.pop()).await;
    assert_eq!((said.by.as_str(), said.waits), ("Pat", false));
    assert!(pat.desk.deal(&deal).unwrap().mandate.is_some(), "sealed anew under the new key");
}

/// A key that somebody else has cannot follow: nothing is changed by the try.
#[tokio::test]
async fn a_rotation_that_the_host_refuses_leaves_everything_as_it_was() {
    let team = Team::new().await;
    let olivia = team.olivia().await;
    let pat = team.colleague(&olivia, "Pat", people::pat(), &[RoleView::DealOwner]).await;
    let before = pat.fingerprint();
    assert!(pat.desk.rotate_with(people::olivia()).await.is_err());
    assert_eq!(pat.fingerprint(), before);
    let deal = pat.deal();
    olivia.until("Pat still signs", |desk| desk.deal(&deal).ok()).await;
}

/// Where the key rests in a file its passphrase is asked for, and opens the new one from then on.
#[tokio::test]
async fn a_key_in_a_file_is_followed_by_one_under_the_same_passphrase() {
    const PASSPHRASE: &str = "two horses and a barn";
    let team = Team::new().await;
    let olivia = team.olivia().await;
    let invitation = olivia.desk.invite("Pat", &[RoleView::DealOwner], 7).await.unwrap();
    let line = Line::to(&team.host.url).await;
    let text = Team::by_line(&invitation.text, &line);
    let pat = team.seat("Pat", line, 0);
    let place = KeyPlace::PassphraseFile;
    let made = pat.desk.join(&text, "Pat".to_owned(), place, Some(PASSPHRASE.to_owned())).await.unwrap();
    assert_eq!(made.stage, Stage::Ready);
    let deal = pat.deal();
    olivia.until("Pat's deal", |desk| desk.deal(&deal).ok()).await;
    let old = pat.fingerprint();
    // Another passphrase would lock Pat out of the new key: nothing is changed by it.
    let slip = pat.desk.rotate_key(Some("two horses and a born".to_owned())).await.unwrap_err();
    assert_eq!((slip.code, pat.fingerprint()), (ProblemCode::PassphraseWrong, old.clone()));
    assert!(pat.desk.rotate_key(None).await.is_err());
    pat.desk.rotate_key(Some(PASSPHRASE.to_owned())).await.unwrap();
    let new = pat.fingerprint();
    assert_ne!(new, old);
    pat.until("the deal", |desk| desk.deal(&deal).ok().filter(|view| view.owned_by_me)).await;
    // After a restart the passphrase opens the key that follows, and what rests sealed under it.
    let pat = team.restarted(pat).await;
    assert_eq!(pat.desk.open_key().await.unwrap().stage, Stage::PassphraseNeeded);
    let wrong = pat.desk.unlock("no horse at all".to_owned()).await.unwrap_err();
    assert_eq!(wrong.code, ProblemCode::PassphraseWrong);
    assert_eq!(pat.desk.unlock(PASSPHRASE.to_owned()).await.unwrap().stage, Stage::Ready);
    assert_eq!(pat.fingerprint(), new);
    assert!(pat.desk.deal(&deal).unwrap().mandate.is_some());
    pat.desk.comment(&deal, "With my new key.").unwrap();
    let said = olivia.until("it is said", |desk| desk.deal(&deal).unwrap().comments.pop()).await;
    assert_eq!((said.by.as_str(), said.waits), ("Pat", false));
}

fn id_of(seat: &Seat) -> String {
    let sql = "SELECT value FROM settings WHERE name = 'person_id'";
    seat.db().query_row(sql, [], |row| row.get(0)).unwrap()
}
