//! Vendors as a team sees them.

use desk::view::{RoleView, VendorStatus, VendorWarningKind};
use support::client::Client;
use support::people;

use crate::ground::Team;

#[tokio::test]
async fn a_registration_that_imitates_a_known_vendor_is_marked_and_a_pin_reaches_every_desk() {
    let team = Team::new().await;
    let olivia = team.olivia().await;
    let pat = team.colleague(&olivia, "Pat", people::pat(), &[RoleView::Procurement]).await;
    olivia.deal();
    let contoso = team.contoso(&olivia).await;
    // Somebody else registers with a domain that looks like Contoso's, and letters of another alphabet.
    let imitator = Client::new(&team.host.url, "", people::tailspin_agent());
    imitator.register("Contos\u{43e} Seller", "sales@c0ntoso.example").await.ok();
    let seen = olivia
        .until("the imitator", |desk| {
            desk.vendors().into_iter().find(|vendor| vendor.contact == "sales@c0ntoso.example")
        })
        .await;
    let kinds: Vec<_> = seen.warnings.iter().map(|warning| warning.kind).collect();
    assert_eq!(kinds, [VendorWarningKind::Domain, VendorWarningKind::Scripts]);
    assert_eq!(seen.warnings[0].like, "contoso.example");
    let known = pat
        .until("Olivia's word", |desk| {
            let vendors = desk.vendors().into_iter();
            vendors.into_iter().find(|vendor| vendor.status == VendorStatus::Verified)
        })
        .await;
    assert_eq!((known.agent_id, known.decided_by.as_deref()), (contoso.id, Some("Olivia")));
    assert!(known.warnings.is_empty(), "what is known imitates nobody");
}
