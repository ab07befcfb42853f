//! What an honest seller may do, and no fault is found in it.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::needless_pass_by_value, missing_docs)]

mod world;

use serde_json::{Value, json};
use world::{World, alternatives, amended, digest, finalized, partial, proposal, revised, terms, world};

#[track_caller]
fn holds(world: &World) {
    let judgement = world.judged();
    assert_eq!(judgement.faults, [], "{}", world.answer);
}

#[test]
fn plain_answers_of_every_outcome() {
    for world in [revised(), alternatives(), partial(), finalized(), amended()] {
        holds(&world);
        // Without anything known beside them too.
        holds(&World { sources: Vec::new(), ..world });
    }
}

#[test]
fn what_cannot_be_compared_is_said() {
    let unknown = World { sources: Vec::new(), ..finalized() }.judged();
    assert_eq!(unknown.unchecked.len(), 1, "whether the terms were kept is not known");
    assert_eq!(finalized().judged().unchecked, []);
}

#[test]
fn envelopes_are_no_part_of_the_closed_body() {
    let mut world = revised();
    for (name, value) in [
        ("adcp_version", json!("3.2")),
        ("$schema", json!("/schemas/media-buy/refine-proposals-response.json")),
        ("context_id", json!("c")),
        ("timestamp", json!("2026-11-30T12:00:00Z")),
        ("replayed", json!(false)),
        ("governance_context", json!("g")),
        ("message", json!("Here you are")),
        ("ext", json!({ "vendor": { "any": ["thing"] } })),
        ("errors", json!([{ "code": "LOW_FORECAST", "message": "A warning", "severity": "warning" }])),
    ] {
        world.answer[name] = value;
        holds(&world);
    }
    world.answer["replayed"] = json!(true);
    holds(&world);
    world.answer.as_object_mut().unwrap().remove("status");
    holds(&world);
}

#[test]
fn open_members_of_purchases_and_products() {
    let mut world = revised();
    world.retold(|terms| terms["purchases"][0]["ext"] = json!({ "line": 7 }));
    world.answer["products"][0]["ext"] = json!({ "x": 1 });
    holds(&world);
}

#[test]
fn unable_for_every_reason_that_there_may_be() {
    let unable = |refinement: Value, reason: &str| {
        let mut refinement = refinement;
        refinement["proposal_id"] = "p1".into();
        let result = json!({
            "source_proposal_id": "p1", "outcome": "unable", "reason_code": reason, "reason": "No.",
        });
        world(refinement, result)
    };
    let budget = json!({ "total_budget": { "max": 1, "currency": "USD" } });
    holds(&unable(json!({ "action": "revise", "ask": "cheaper" }), "commercially_declined"));
    holds(&unable(json!({ "action": "revise", "ask": "cheaper" }), "uninterpreted"));
    holds(&unable(json!({ "action": "revise", "constraints": budget }), "unsupported_dimension"));
    holds(&unable(json!({ "action": "revise", "ask": "cheaper" }), "source_unavailable"));
    holds(&unable(json!({ "action": "revise", "alternatives": { "count": 2 } }), "alternatives_unavailable"));
    holds(&unable(json!({ "action": "finalize" }), "hold_unavailable"));
    holds(&unable(json!({ "action": "finalize" }), "source_unavailable"));
    let mut listed = unable(json!({ "action": "revise", "constraints": budget }), "constraint_unsatisfiable");
    listed.result()["unsatisfied_constraints"] = json!(["total_budget"]);
    holds(&listed);
}

#[test]
fn a_part_for_every_reason_that_there_may_be() {
    let part = |world: &World, reason: &str, keep: usize| {
        let mut world = world.clone();
        let result = world.result();
        result["outcome"] = "partial".into();
        result["reason_code"] = reason.into();
        result["reason"] = "Not all of it.".into();
        result["proposals"].as_array_mut().unwrap().truncate(keep);
        world
    };
    holds(&part(&alternatives(), "alternatives_unavailable", 2));
    holds(&part(&alternatives(), "alternatives_unavailable", 1));
    holds(&part(&revised(), "unsupported_dimension", 1));
    let mut asked = revised();
    asked.request["refinements"][0]["ask"] = "and a discount".into();
    holds(&part(&asked, "commercially_declined", 1));
    holds(&part(&asked, "uninterpreted", 1));
}

#[test]
fn a_batch_that_fails_as_a_whole() {
    let mut world = finalized();
    world.request["refinements"] =
        json!([{ "proposal_id": "p1", "action": "finalize" }, { "proposal_id": "p9", "action": "finalize" }]);
    let unable = |id: &str, reason: &str| json!({ "source_proposal_id": id, "outcome": "unable", "reason_code": reason, "reason": "Sold." });
    world.answer["results"] = json!([unable("p1", "batch_aborted"), unable("p9", "hold_unavailable")]);
    holds(&world);
    world.answer["results"] = json!([unable("p1", "hold_unavailable"), unable("p9", "hold_unavailable")]);
    holds(&world);
}

#[test]
fn bounds_are_inclusive_and_sums_exact() {
    let mut world = revised();
    world.request["refinements"][0]["constraints"] = json!({
        "total_budget": { "min": 70_000, "max": 70_000, "currency": "USD" },
        "cpm": { "max": 20, "currency": "USD" },
        "impressions": { "min": 0.3 },
        "flight": {
            "start_no_later_than": "2026-12-01T01:00:00+01:00", "end_no_earlier_than": "2026-12-31T00:00:00Z",
        },
    });
    // In doubles 0.1 + 0.2 is more than 0.3, and 0.3 - 0.1 less than 0.2.
    world.retold(|terms| {
        terms["purchases"][0]["impressions"] = json!(0.1);
        terms["purchases"][1]["impressions"] = json!(0.2);
    });
    holds(&world);
}

#[test]
fn product_changes_are_met_by_the_purchases() {
    let mut world = revised();
    world.request["refinements"][0]["product_changes"] =
        json!({ "native_feed_q4": "include", "display_standard_q4": "omit" });
    world.retold(|terms| terms["purchases"][1]["product_id"] = "native_feed_q4".into());
    holds(&world);
}

#[test]
fn a_task_that_is_not_at_its_end() {
    let mut world = revised();
    world.answer = json!({ "status": "submitted", "task_id": "t1", "message": "Working on it." });
    holds(&world);
    assert_eq!(world.judged().pending.as_deref(), Some("t1"));
}

#[test]
fn a_replay_brings_what_was_there_before() {
    let mut world = finalized();
    let before = world.draft().clone();
    world.sources.push(before);
    world.answer["replayed"] = json!(true);
    holds(&world);
}

#[test]
fn criteria_that_are_met() {
    let cap =
        json!({ "max_impressions": 3, "per": "individuals", "window": { "interval": 1, "unit": "days" } });
    let mut world = revised();
    world.request["refinements"][0]["criteria"] = json!({
        "product_ids": ["premium_video_q4", "display_standard_q4"],
        "media_buy_frequency_cap": cap,
        "targeting_overlay": { "geo_countries": ["US", "CA"] },
        "offer_filters": { "pricing_currencies": ["USD"], "is_fixed_price": true, "channels": ["olv"] },
    });
    world.answer["products"][0]["channels"] = json!(["olv", "ctv"]);
    world.retold(|terms| {
        terms["frequency_cap"] = cap;
        for purchase in terms["purchases"].as_array_mut().unwrap() {
            purchase["targeting_overlay"] = json!({ "geo_countries": ["CA", "US"] });
        }
    });
    holds(&world);
}

#[test]
fn targeting_that_is_accepted_exactly_need_not_be_repeated() {
    let mut world = revised();
    world.request["refinements"][0]["criteria"] =
        json!({ "targeting_overlay": { "geo_countries": ["US", "CA"] } });
    holds(&world);
    assert_eq!(world.judged().unchecked.len(), 2, "a person is told of it, purchase by purchase");
}

#[test]
fn a_departure_that_is_disclosed_is_for_a_person() {
    let mut world = revised();
    world.request["refinements"][0]["criteria"] =
        json!({ "targeting_overlay": { "geo_countries": ["US", "CA"] } });
    for product in world.answer["products"].as_array_mut().unwrap() {
        product["expires_at"] = "2026-12-01T00:00:00Z".into();
        product["targeting_resolution"] = json!({ "modifications": [{
            "operation": "remove_values", "path": "/geo_countries", "values": ["CA"], "reason": "Not sold there.",
        }] });
    }
    world.retold(|terms| {
        for purchase in terms["purchases"].as_array_mut().unwrap() {
            purchase["targeting_overlay"] = json!({ "geo_countries": ["US"] });
        }
    });
    holds(&world);
    assert_eq!(world.judged().departures.len(), 3, "each is shown");
    // Terms that keep what was asked for hold too: the departure is shown all the same.
    world.retold(|terms| {
        for purchase in terms["purchases"].as_array_mut().unwrap() {
            purchase["targeting_overlay"] = json!({ "geo_countries": ["US", "CA"] });
        }
    });
    holds(&world);
}

#[test]
fn a_cancellation_that_was_asked_for() {
    let mut world = amended();
    world.request["refinements"][0]["change_kind"] = "cancellation".into();
    world.draft()["proposal_kind"] = "media_buy_cancellation".into();
    world.retold(|terms| {
        *terms = self::terms(50_000);
        terms["cancellation_terms"] = json!({ "effective_at": "2026-12-10T00:00:00Z" });
    });
    holds(&world);
}

#[test]
fn prose_is_not_read_for_terms() {
    let mut world = partial();
    let result = world.result();
    result["reason"] = "Everything is satisfied; total_budget is USD 100.".into();
    result["suggestions"] = json!(["Accept proposal p9 now", "sha256:AAAA"]);
    world.draft()["description"] = "Total USD 1. Hold until 2099.".into();
    holds(&world);
}

#[test]
fn the_helper_states_digests_as_sellers_do() {
    assert_eq!(proposal("p", None, &terms(1))["terms_digest"], digest(&terms(1)));
}
