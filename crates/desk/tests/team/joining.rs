//! How people come to a team, and go.

use desk::view::{ProblemCode, RoleView, Stage};
use support::people;

use crate::ground::Team;

#[tokio::test]
async fn the_operators_invitation_founds_and_an_owners_invitation_joins() {
    let team = Team::new().await;
    let olivia = team.olivia().await;
    let founded = olivia.until("the organisation is founded", |desk| {
        desk.people_view().ok().filter(|view| !view.members.is_empty())
    });
    assert!(founded.await.i_govern);
    let pat = team.colleague(&olivia, "Pat", people::pat(), &[RoleView::Procurement]).await;
    for seat in [&olivia, &pat] {
        let view = seat
            .until("both are known", |desk| desk.people_view().ok().filter(|view| view.members.len() == 2));
        let view = view.await;
        let shown: Vec<_> =
            view.members.iter().map(|member| (member.name.as_str(), &*member.roles)).collect();
        assert_eq!(shown[1], ("Pat", &[RoleView::Procurement][..]));
        assert_eq!(view.members[1].let_in_by.as_deref(), Some("Olivia"));
        assert_eq!(view.invitations.len(), 1);
    }
    let app = pat.app();
    assert!(!app.host.embedded && app.host.url == pat.line.url);
    assert_eq!(app.org.unwrap().platform_fingerprint, team.host.platform_fingerprint.to_string());
    // Who does not govern is told so before anything is asked of the host.
    let refused = pat.desk.invite("Lena", &[RoleView::Legal], 7).await.unwrap_err();
    assert_eq!(refused.code, ProblemCode::NotAllowed);
}

#[tokio::test]
async fn an_invitation_serves_once_and_one_that_was_withdrawn_not_at_all() {
    let team = Team::new().await;
    let olivia = team.olivia().await;
    let invitation = olivia.desk.invite("Pat", &[RoleView::DealOwner], 7).await.unwrap();
    let open = olivia.desk.people_view().unwrap().invitations[0].id.clone();
    olivia.desk.withdraw_invitation(&open).await.unwrap();
    let line = support::line::Line::to(&team.host.url).await;
    let text = Team::by_line(&invitation.text, &line);
    let seat = team.seat("Pat", line, 0);
    let refused = seat.desk.join_with(&text, "Pat", people::pat()).await.unwrap_err();
    assert_eq!(refused.code, ProblemCode::InvitationRefused);
    assert_eq!(seat.app().stage, Stage::KeyNeeded);
    assert_eq!(seat.desk.key_view().await.unwrap().lost_fingerprint, None, "the key is at hand");
    // Another invitation serves, with the key that was made.
    let again = olivia.desk.invite("Pat", &[RoleView::DealOwner], 7).await.unwrap();
    let text = Team::by_line(&again.text, &seat.line);
    let place = desk::view::KeyPlace::PassphraseFile;
    let joined = seat.desk.join(&text, "Pat".to_owned(), place, None).await.unwrap();
    assert_eq!(joined.stage, Stage::Ready);
    assert_eq!(seat.fingerprint(), people::pat().fingerprint().to_string());
    let refused = seat.desk.read_invitation("countersign-join:nothing").unwrap_err();
    assert_eq!(refused.code, ProblemCode::InvitationUnreadable);
}
