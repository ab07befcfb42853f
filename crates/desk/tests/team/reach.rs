//! Whether vendors reach the host, as each desk's window says it.

use crate::ground::Team;

/// A host on loopback that nobody else reaches says so at every desk; one that a proxy serves to the world
/// under a name of its own does not.
#[tokio::test]
async fn a_host_that_vendors_cannot_reach_is_said_to_be_so() {
    for (public, hidden) in [
        (None, true),
        (Some("http://127.0.0.1:8443"), true),
        (Some("http://localhost:8443"), true),
        (Some("https://[::1]"), true),
        (Some("https://desk.northwind.example"), false),
    ] {
        let team = Team::with(|settings| settings.public_url = public.map(str::to_owned)).await;
        let olivia = team.olivia().await;
        let met = |desk: &desk::Desk| Some(desk.app_view().unwrap().host).filter(|host| host.reachable);
        let host = olivia.until("the host answers", met).await;
        assert_eq!((host.loopback, host.public_url.as_deref()), (hidden, public), "{public:?}");
        assert!(!host.embedded);
        // Colleagues are invited to where they reach it.
        let invitation = olivia.desk.invite("Pat", &[desk::view::RoleView::Legal], 7).await.unwrap();
        let reached = olivia.desk.read_invitation(&invitation.text).unwrap().host;
        assert_eq!(reached, public.unwrap_or(&olivia.line.url), "{public:?}");
    }
}
