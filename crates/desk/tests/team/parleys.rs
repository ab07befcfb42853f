//! A negotiation with caps, and its first offer.

use desk::view::{ParleyAct, ParleyBoundForm, ParleyBoundRule, ParleyForm};

fn ahead(days: i64) -> String {
    support::client::now().plus_millis(days * 86_400_000).to_text()
}

pub fn parley(deal: &str) -> ParleyForm {
    let bound = ParleyBoundForm {
        member: "price_cents".to_owned(),
        rule: ParleyBoundRule::AtMost,
        limit: "200".to_owned(),
    };
    ParleyForm {
        deal: deal.to_owned(),
        peer: "seller@theirs".to_owned(),
        session: "neg_1".to_owned(),
        opens: true,
        confirms: true,
        max_rounds: "6".to_owned(),
        deadline: ahead(3),
        bounds: vec![bound],
        best_final: String::new(),
    }
}

pub fn first_offer() -> ParleyAct {
    ParleyAct::Offer {
        terms: r#"{"price_cents":150}"#.to_owned(),
        expires_at: ahead(2),
        note: "Closest I can get.".to_owned(),
    }
}
