//! Criteria that a revision replaces: met, missed, and those of which nobody can tell.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::needless_pass_by_value, missing_docs)]

mod world;

use serde_json::{Value, json};
use world::{World, partial, revised};

/// The revision of `revised` with these criteria.
fn asking(criteria: Value) -> World {
    let mut world = revised();
    world.request["refinements"][0]["criteria"] = criteria;
    world
}

/// What is said to be unchecked.
fn unchecked(world: &World) -> Vec<(String, String)> {
    world.judged().unchecked.into_iter().map(|remark| (remark.path, remark.detail)).collect()
}

/// The paths of what is wrong; all of it criteria or targeting.
fn missed(world: &World) -> Vec<String> {
    let faults = world.judged().faults;
    assert!(
        faults.iter().all(|fault| ["criteria", "targeting"].contains(&fault.rule.as_str())),
        "{faults:?}"
    );
    faults
        .into_iter()
        .map(|fault| fault.path.replace("/results/0/proposals/0/commercial_terms", ""))
        .collect()
}

#[test]
fn what_nobody_can_compute_is_said_criterion_by_criterion() {
    for (criteria, name) in [
        (json!({ "required_overlay_support": { "geo_countries": true } }), "required_overlay_support"),
        (json!({ "required_media_buy_support": { "frequency_cap": {} } }), "required_media_buy_support"),
        (json!({ "acceptance_context": {} }), "acceptance_context"),
        (json!({ "catalog": { "catalog_id": "c" } }), "catalog"),
        (json!({ "policy_ids": ["p"] }), "policy_ids"),
        (json!({ "offer_filters": { "min_exposures": 1 } }), "offer_filters.min_exposures"),
        (json!({ "offer_filters": { "countries": ["DE"] } }), "offer_filters.countries"),
        (
            json!({ "offer_filters": { "budget_range": { "max": 1, "currency": "USD" } } }),
            "offer_filters.budget_range",
        ),
        (json!({ "outcome_target": { "goal": {}, "volume": 9 } }), "outcome_target.volume"),
        (json!({ "of_a_later_release": 1 }), "of_a_later_release"),
    ] {
        let world = asking(criteria);
        assert_eq!(missed(&world), [] as [&str; 0]);
        let said = format!("{name} was asked for, and whether it is met cannot be computed");
        assert_eq!(unchecked(&world), [("/results/0/proposals".to_owned(), said)]);
    }
    assert_eq!(unchecked(&asking(json!({ "ext": { "x": 1 }, "product_ids": [] }))), []);
}

#[test]
fn a_product_that_says_nothing_of_itself_leaves_it_open() {
    let filters = json!({ "delivery_type": "guaranteed", "exclusivity": "none", "channels": ["ctv"] });
    let mut world = asking(json!({ "offer_filters": filters }));
    assert_eq!(missed(&world), [] as [&str; 0]);
    assert_eq!(unchecked(&world).len(), 6, "each of three filters for each of two products");
    for product in world.answer["products"].as_array_mut().unwrap() {
        product["delivery_type"] = "guaranteed".into();
        product["exclusivity"] = "none".into();
        product["channels"] = json!(["olv", "ctv"]);
    }
    assert_eq!((missed(&world), unchecked(&world)), (vec![], vec![]));
    world.answer["products"][1]["channels"] = json!(["olv"]);
    world.answer["products"][1]["delivery_type"] = "non_guaranteed".into();
    assert_eq!(missed(&world), ["/products/1/delivery_type", "/products/1/channels"]);
    // Nor does one that did not come along.
    world.answer["products"] = json!([]);
    assert_eq!(unchecked(&world).len(), 6);
}

#[test]
fn a_price_is_of_the_structure_that_was_asked_for() {
    let mut world = asking(json!({}));
    let mut priced = |filters: Value, price: Value| {
        world.request["refinements"][0]["criteria"] = json!({ "offer_filters": filters });
        world.retold(|terms| {
            let pricing = terms["purchases"][1]["pricing"].as_object_mut().unwrap();
            pricing.remove("fixed_price");
            pricing.remove("floor_price");
            pricing.extend(price.as_object().unwrap().clone());
        });
        missed(&world)
    };
    let second = ["/purchases/1/pricing"];
    let first = ["/purchases/0/pricing"];
    let fixed = json!({ "is_fixed_price": true });
    assert_eq!(priced(fixed.clone(), json!({ "fixed_price": 3 })), [] as [&str; 0]);
    assert_eq!(priced(fixed.clone(), json!({ "floor_price": 3 })), second);
    assert_eq!(priced(fixed, json!({})), second, "an auction needs no floor");
    assert_eq!(priced(json!({ "is_fixed_price": false }), json!({})), first);
    assert_eq!(priced(json!({ "pricing_structures": ["auction"] }), json!({})), first);
    assert_eq!(priced(json!({ "pricing_structures": ["auction", "fixed"] }), json!({})), [] as [&str; 0]);
    assert_eq!(priced(json!({ "pricing_structures": ["contingent", "fixed"] }), json!({})), second);
}

#[test]
fn a_cost_that_was_asked_for_is_answered_in_its_own_terms() {
    let target = json!({
        "outcome_target": {
            "goal": { "kind": "metric", "metric": "clicks" },
            "cost_per": { "amount": 3, "currency": "USD", "strength": "cap" },
        },
        "offer_filters": { "budget_range": { "max": 80_000, "currency": "USD" } },
    });
    let answered = |change: &dyn Fn(&mut Value)| {
        let mut world = asking(target.clone());
        world.retold(|terms| {
            terms["bidding"] = json!({ "cost_per": { "amount": 3, "strength": "cap" } });
            change(terms);
        });
        assert_eq!(unchecked(&world), []);
        missed(&world)
    };
    assert_eq!(answered(&|_| {}), [] as [&str; 0]);
    assert_eq!(answered(&|terms| terms["bidding"]["cost_per"]["amount"] = json!(4.5)), [] as [&str; 0]);
    assert_eq!(
        answered(&|terms| terms["bidding"]["cost_per"]["amount"] = json!(2.99)),
        ["/bidding/cost_per/amount"]
    );
    assert_eq!(
        answered(&|terms| terms["bidding"]["cost_per"]["strength"] = "target".into()),
        ["/bidding/cost_per/strength"]
    );
    let gone = |terms: &mut Value| terms["bidding"] = json!({ "automatic": true });
    assert_eq!(answered(&gone), ["/bidding/cost_per"]);
    let own = |terms: &mut Value| terms["purchases"][1]["bidding"] = json!({ "automatic": true });
    assert_eq!(answered(&own), ["/purchases/1/bidding"]);
    let euro = |terms: &mut Value| {
        terms["total_budget"]["currency"] = "EUR".into();
        for purchase in terms["purchases"].as_array_mut().unwrap() {
            purchase["pricing"]["currency"] = "EUR".into();
        }
    };
    let mut world = asking(target.clone());
    world.request["refinements"][0].as_object_mut().unwrap().remove("constraints");
    world.retold(|terms| {
        terms["bidding"] = json!({ "cost_per": { "amount": 3, "strength": "cap" } });
        euro(terms);
    });
    let elsewhere =
        ["/purchases/0/pricing/currency", "/purchases/1/pricing/currency", "/total_budget/currency"];
    assert_eq!(missed(&world), elsewhere);
    let mut narrow = asking(target.clone());
    narrow.request["refinements"][0]["criteria"]["offer_filters"]["budget_range"]["max"] = json!(69_999.99);
    narrow.retold(|terms| terms["bidding"] = json!({ "cost_per": { "amount": 3, "strength": "cap" } }));
    assert_eq!(missed(&narrow), ["/total_budget/amount"]);
}

#[test]
fn targeting_that_stands_there_leaves_nothing_out() {
    let wanted = json!({ "geo_countries": ["US", "CA"], "device_platform": ["ios"] });
    let mut world = asking(json!({ "targeting_overlay": wanted }));
    world.retold(|terms| {
        for purchase in terms["purchases"].as_array_mut().unwrap() {
            purchase["targeting_overlay"] = wanted.clone();
        }
    });
    assert_eq!((missed(&world), unchecked(&world)), (vec![], vec![]));
    world.retold(|terms| {
        terms["purchases"][1]["targeting_overlay"].as_object_mut().unwrap().remove("device_platform");
    });
    assert_eq!(missed(&world), ["/purchases/1/targeting_overlay/device_platform"]);
    // All of it disclosed as removed: a departure, and nothing is hidden.
    world.answer["products"][1]["expires_at"] = "2026-12-01T00:00:00Z".into();
    world.answer["products"][1]["targeting_resolution"] = json!({ "modifications": [{
        "operation": "remove_values", "path": "/device_platform", "values": ["ios"], "reason": "Not sold so.",
    }] });
    assert_eq!(missed(&world), [] as [&str; 0]);
    assert_eq!(world.judged().departures.len(), 1);
}

#[test]
fn what_the_seller_has_read_out_of_the_words_binds_its_own_terms() {
    let mut world = revised();
    world.request["refinements"][0]["ask"] = "Only Germany.".into();
    world.result()["targeting_resolution"] = json!({ "brief_targeting": { "geo_countries": ["DE"] } });
    assert_eq!(missed(&world), [] as [&str; 0], "terms that say nothing have accepted it");
    world.retold(|terms| terms["purchases"][0]["targeting_overlay"] = json!({ "geo_countries": ["DE"] }));
    assert_eq!(missed(&world), [] as [&str; 0]);
    world.retold(|terms| terms["purchases"][0]["targeting_overlay"] = json!({ "geo_countries": ["FR"] }));
    assert_eq!(missed(&world), ["/purchases/0/targeting_overlay/geo_countries"]);
    assert_eq!(world.judged().departures.len(), 1, "and the reading itself is for a person");
}

#[test]
fn a_result_without_drafts_has_nothing_to_check() {
    let mut world = partial();
    world.request["refinements"][0]["criteria"] = json!({ "policy_ids": ["p"] });
    let result = world.result();
    result["outcome"] = "unable".into();
    result.as_object_mut().unwrap().remove("proposals");
    assert_eq!((missed(&world), unchecked(&world)), (vec![], vec![]));
}
