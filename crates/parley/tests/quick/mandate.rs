//! Nothing binds without a person's signature and beyond the mandate.

use anp::time::Moment;
use money::Amount;
use parley::caps::Role;
use parley::mandate::{Act, Approval, Bound, Limit, Mandate, Matter, NotCleared};
use parley::terms::{Round, Terms};

use crate::table::{clear, free, mandate, matter, person, price};

fn bound(member: &str, limit: Limit) -> Bound {
    Bound { member: member.to_owned(), limit }
}

fn keeps(limit: Limit, value: &str) -> bool {
    let mandate = Mandate { bounds: vec![bound("x", limit)] };
    mandate.judge(&Terms::parse(&format!("{{\"x\":{value}}}")).unwrap()).is_ok()
}

#[test]
fn bounds_are_exact() {
    let most = || Limit::AtMost(Amount::parse("0.3").unwrap());
    for (value, kept) in [
        ("0.3", true),
        ("0.30000000000000004", false),
        (r#""0.3""#, true),
        (r#""0.31""#, false),
        ("-5", true),
        ("null", false),
        ("true", false),
        (r#""cheap""#, false),
        ("[0.1]", false),
    ] {
        assert_eq!(keeps(most(), value), kept, "{value}");
    }
    let least = || Limit::AtLeast(Amount::from(100_u32));
    assert!(keeps(least(), "100") && !keeps(least(), "99.99"));
    let noon = Moment::parse("2026-07-11T12:00:00Z").unwrap();
    assert!(keeps(Limit::NotBefore(noon), r#""2026-07-11T12:00:00Z""#));
    assert!(!keeps(Limit::NotBefore(noon), r#""2026-07-11T13:59:59+02:00""#));
    assert!(keeps(Limit::NotAfter(noon), r#""2026-07-11T12:00:00Z""#));
    assert!(!keeps(Limit::NotAfter(noon), r#""2026-07-11T12:00:01Z""#));
    assert!(
        keeps(Limit::Is("EUR".to_owned()), r#""EUR""#) && !keeps(Limit::Is("EUR".to_owned()), r#""USD""#)
    );
}

#[test]
fn a_bounded_member_must_be_there_and_others_are_named_for_people() {
    let mandate = Mandate {
        bounds: vec![
            bound("price", Limit::AtMost(Amount::from(10_u32))),
            bound("currency", Limit::Is("EUR".to_owned())),
        ],
    };
    let terms = Terms::parse(r#"{"price":11,"renews_automatically":true}"#).unwrap();
    assert_eq!(mandate.judge(&terms).unwrap_err().members, ["price", "currency"]);
    assert_eq!(mandate.unjudged(&terms), ["renews_automatically"]);
}

#[test]
fn a_clearance_takes_the_person_whose_key_it_is_and_exactly_the_matter() {
    let buyer = person(Role::Answerer);
    let approved = matter(Act::Accept, 1, &price(150), 10);
    let approval = Approval::sign(&approved, &buyer);
    let cleared = |matter: Matter| {
        let quorum = free(&matter);
        mandate(Role::Answerer).clear(matter, &approval, &buyer.public(), &quorum)
    };
    assert!(cleared(approved.clone()).is_ok());
    let mut others = vec![
        matter(Act::Offer, 1, &price(150), 10),
        matter(Act::Accept, 2, &price(150), 10),
        matter(Act::Accept, 1, &price(151), 10),
        matter(Act::Accept, 1, &price(150), 11),
    ];
    let mut elsewhere = approved.clone();
    elsewhere.session = parley::terms::SessionId::parse("other").unwrap();
    others.push(elsewhere);
    for other in others {
        assert_eq!(cleared(other), Err(NotCleared::NotApproved));
    }
    let mallory = support::people::mallory().public();
    let quorum = free(&approved);
    let by_mallory = mandate(Role::Answerer).clear(approved, &approval, &mallory, &quorum);
    assert_eq!(by_mallory, Err(NotCleared::NotApproved));
}

#[test]
fn nobody_can_approve_beyond_the_mandate() {
    assert!(matches!(clear(Role::Answerer, Act::Accept, 1, &price(201), 10), Err(NotCleared::Beyond(_))));
    assert!(matches!(clear(Role::Opener, Act::Offer, 1, &price(99), 10), Err(NotCleared::Beyond(_))));
    let cleared = clear(Role::Answerer, Act::Accept, 1, &price(200), 10).unwrap();
    assert_eq!(cleared.matter().round, Round(1));
    assert_eq!(cleared.approval().person, person(Role::Answerer).fingerprint());
}

#[test]
fn nothing_is_cleared_with_the_quorum_of_something_else() {
    let buyer = person(Role::Answerer);
    let approved = matter(Act::Accept, 1, &price(150), 10);
    let approval = Approval::sign(&approved, &buyer);
    let other = free(&matter(Act::Accept, 2, &price(150), 10));
    let refused = mandate(Role::Answerer).clear(approved, &approval, &buyer.public(), &other);
    assert_eq!(refused, Err(NotCleared::NoQuorum));
}
