//! The whole life of a proposal with the honest sellers, every answer held against the
//! published schemas.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, missing_docs)]

mod table;

use serde_json::json;
use table::{Table, acceptance, brief, id};
use training_seller::{Buyer, Profile, digest};

/// What Sam of Pinnacle Agency asks for in the protocol's guide.
fn sam() -> serde_json::Value {
    json!({
        "constraints": {
            "total_budget": { "max": 50000, "currency": "USD" },
            "cpm": { "max": 18, "currency": "USD" },
        },
        "product_changes": { "premium_video_q4": "include", "display_standard_q4": "omit" },
        "criteria": { "targeting_overlay": { "geo_countries": ["US", "CA"] } },
        "alternatives": { "count": 3 },
        "ask": "Use materially different mixes and prioritize reach.",
    })
}

#[test]
fn a_campaign_of_50_000_is_negotiated_bought_amended_and_ended() {
    let mut table = Table::set(Profile::Honest);
    let capabilities = table.call("get_adcp_capabilities", &json!({})).unwrap();
    assert_eq!(capabilities["adcp"]["supported_versions"][1], "3.2");
    assert_eq!(capabilities["media_buy"]["proposal_refinement"]["max_alternatives"], 3);

    let source = table.draft();
    let result = table.revise(&source, sam());
    assert_eq!(result["outcome"], "revised", "{result:#}");
    let drafts = result["proposals"].as_array().unwrap();
    assert_eq!(drafts.len(), 3);
    for draft in drafts {
        assert_eq!(draft["parent_proposal_id"], source.as_str());
        assert_eq!(draft["terms_digest"], digest(&draft["commercial_terms"]));
        assert!(draft["commercial_terms"]["total_budget"]["amount"].as_f64().unwrap() <= 50_000.0);
    }

    let hold = table.hold(&id(&drafts[1]));
    assert_eq!(hold["commercial_terms"], drafts[1]["commercial_terms"]);
    assert_eq!(hold["expires_at"], "2026-09-15T10:15:00Z");
    let bought = table.accept(&hold).unwrap();
    assert_eq!(bought["accepted_proposal"]["terms_digest"], hold["terms_digest"]);
    assert_eq!(bought["revision"], 1);

    let longer = json!({ "change_kind": "amendment", "ask": "Extend flight by two weeks." });
    let amendment = table.revise(&id(&hold), longer);
    assert_eq!(amendment["outcome"], "revised");
    let amendment = &amendment["proposals"][0];
    assert_eq!(amendment["proposal_kind"], "media_buy_update");
    assert_eq!(amendment["commercial_terms"]["end_time"], "2026-11-15T00:00:00Z");
    let second = table.hold(&id(amendment));
    let changed = table.accept(&second).unwrap();
    assert_eq!((&changed["media_buy_id"], changed["revision"].as_u64()), (&bought["media_buy_id"], Some(2)));
    assert_eq!(changed["purchase_bindings"], bought["purchase_bindings"]);

    let ended = table.revise(&id(&second), json!({ "change_kind": "cancellation" }));
    let third = table.hold(&id(&ended["proposals"][0]));
    assert_eq!(third["commercial_terms"]["cancellation_terms"]["fee"]["amount"], 5000);
    let ended = table.accept(&third).unwrap();
    assert_eq!((ended["media_buy_status"].as_str(), ended["revision"].as_u64()), (Some("canceled"), Some(3)));
    let again = json!({ "proposal_id": id(&third), "action": "revise", "change_kind": "cancellation" });
    let refused = table.ask("refine_proposals", json!({ "refinements": [again] })).unwrap_err();
    assert_eq!(refused["code"], "INVALID_STATE");
}

#[test]
fn the_guides_terms_come_out_to_the_letter() {
    let mut table = Table::set(Profile::Guide);
    let source = table.draft();
    let mut asked = sam();
    asked["alternatives"]["count"] = 2.into();
    let result = table.revise(&source, asked);
    assert_eq!(result["proposals"][0]["terms_digest"], "sha256:Fy6Bo7wUa_FmXGJssc37kGyHNjzBiBZLB9rtVNz8I-E");
    assert_eq!(result["proposals"][1]["terms_digest"], "sha256:ed58dHH_xw98Gxkt8-dCQi9HZKdkIjuJ4NVLoP3txjs");
}

#[test]
fn a_ceiling_of_80_000_is_met_and_one_of_100_is_not() {
    let mut table = Table::set(Profile::Honest);
    let source = table.draft();
    let capped = |max: u32| json!({ "constraints": { "total_budget": { "max": max, "currency": "USD" } } });
    assert_eq!(table.revise(&source, capped(80_000))["outcome"], "revised");
    let result = table.revise(&source, capped(100));
    assert_eq!(result["outcome"], "partial");
    assert_eq!(result["reason_code"], "constraint_unsatisfiable");
    assert_eq!(result["unsatisfied_constraints"], json!(["total_budget"]));
    let result = table.revise(&source, json!({ "constraints": { "cpm": { "max": 8, "currency": "USD" } } }));
    assert_eq!((&result["outcome"], &result["unsatisfied_constraints"]), (&json!("unable"), &json!(["cpm"])));
    assert!(result.get("proposals").is_none());
}

#[test]
fn each_honest_refusal_has_its_own_reason() {
    let mut table = Table::set(Profile::Honest);
    let source = table.draft();
    let mut reason = |source: &str, asked| table.revise(source, asked)["reason_code"].clone();
    assert_eq!(reason(&source, json!({ "ask": "Give us exclusivity." })), "commercially_declined");
    assert_eq!(reason(&source, json!({ "ask": "Lorem ipsum." })), "uninterpreted");
    assert_eq!(reason("proposal_of_nobody", json!({ "ask": "More reach." })), "source_unavailable");
    let unknown = json!({ "product_changes": { "radio_q4": "include" } });
    let result = table.revise(&source, unknown);
    assert_eq!(result["unsatisfied_product_changes"], json!({ "radio_q4": "include" }));
    let none_left = json!({ "product_changes": {
        "premium_video_q4": "omit", "display_standard_q4": "omit", "native_feed_q4": "omit" } });
    assert_eq!(table.revise(&source, none_left)["outcome"], "unable");
    let mut table = Table::set(Profile::Constrained);
    let source = table.draft();
    let result = table.revise(&source, sam());
    assert_eq!(
        (&result["outcome"], &result["reason_code"]),
        (&json!("partial"), &json!("alternatives_unavailable"))
    );
    assert_eq!(result["proposals"].as_array().unwrap().len(), 2);
}

#[test]
fn one_fault_refuses_the_whole_request() {
    let mut table = Table::set(Profile::Honest);
    let source = table.draft();
    let before = table.seller.effects(Buyer::Pinnacle, table.now);
    let good = json!({ "proposal_id": source, "action": "revise", "ask": "More reach." });
    let flight = json!({ "flight": { "start_no_later_than": "2026-10-01T00:00:00Z" } });
    let cases = [
        (json!({ "proposal_id": "b", "action": "revise", "constraints": flight }), "UNSUPPORTED_FEATURE"),
        (json!({ "proposal_id": "b", "action": "revise" }), "VALIDATION_ERROR"),
        (json!({ "proposal_id": "b", "action": "finalize" }), "VALIDATION_ERROR"),
        (json!({ "proposal_id": source, "action": "revise", "ask": "Less." }), "VALIDATION_ERROR"),
        (
            json!({ "proposal_id": "b", "action": "revise", "alternatives": { "count": 4 } }),
            "VALIDATION_ERROR",
        ),
        (json!({ "proposal_id": "b", "action": "revise", "price": 1 }), "VALIDATION_ERROR"),
    ];
    for (bad, code) in cases {
        let fault = table.ask("refine_proposals", json!({ "refinements": [good, bad] })).unwrap_err();
        assert_eq!(fault["code"], code, "{bad}");
    }
    assert_eq!(table.seller.effects(Buyer::Pinnacle, table.now), before);
    let fault = table.ask("refine_proposals", json!({ "refinements": [good], "account": {} })).unwrap_err();
    assert_eq!(fault["issues"][0]["pointer"], "/account");
    let versioned = json!({ "adcp_version": "3.2.4" });
    assert_eq!(table.call("get_adcp_capabilities", &versioned).unwrap_err()["code"], "VERSION_UNSUPPORTED");
}

#[test]
fn a_key_goes_with_the_same_bytes_alone_and_for_a_day() {
    let mut table = Table::set(Profile::Honest);
    let source = table.draft();
    let mut asked = json!({
        "idempotency_key": "typed-negotiation-sam-finalize-0001",
        "refinements": [{ "proposal_id": source, "action": "finalize" }],
    });
    let first = table.call("refine_proposals", &asked).unwrap();
    table.now = table.now.plus_millis(60_000);
    let mut replay = table.call("refine_proposals", &asked).unwrap();
    assert_eq!(replay["replayed"].take(), true);
    assert_eq!(replay["results"], first["results"], "a replay keeps id and expiry");
    asked["adcp_version"] = "3.2".into();
    assert_eq!(table.call("refine_proposals", &asked).unwrap_err()["code"], "IDEMPOTENCY_CONFLICT");
    table.now = table.now.plus_millis(86_400_000);
    assert_eq!(table.call("refine_proposals", &asked).unwrap_err()["code"], "IDEMPOTENCY_EXPIRED");
}

#[test]
fn holds_are_made_all_or_none_capped_and_only_once() {
    let mut table = Table::set(Profile::Honest);
    let drafts: Vec<String> = (0..5).map(|_| table.draft()).collect();
    let batch = |drafts: &[String]| {
        let refinements: Vec<_> =
            drafts.iter().map(|id| json!({ "proposal_id": id, "action": "finalize" })).collect();
        json!({ "refinements": refinements })
    };
    let both = table.ask("refine_proposals", batch(&drafts[..2])).unwrap();
    assert_eq!(both["results"][1]["outcome"], "finalized");
    let capped = table.ask("refine_proposals", batch(&drafts[2..4])).unwrap();
    let reasons = [&capped["results"][0]["reason_code"], &capped["results"][1]["reason_code"]];
    assert_eq!(reasons, ["batch_aborted", "hold_unavailable"]);
    assert_eq!(table.seller.effects(Buyer::Pinnacle, table.now)["holds"], 2);

    let twice = table.ask("refine_proposals", batch(&drafts[..1])).unwrap_err();
    assert_eq!(twice["code"], "INVALID_STATE");
    let hold = &both["results"][0]["proposal"];
    let twice = table.ask("refine_proposals", batch(&[id(hold)])).unwrap_err();
    assert_eq!(twice["code"], "INVALID_STATE");

    table.now = table.now.plus_millis(15 * 60_000);
    assert_eq!(table.accept(hold).unwrap_err()["code"], "PROPOSAL_EXPIRED");
    let again = table.ask("refine_proposals", batch(&drafts[..1])).unwrap();
    assert_eq!(again["results"][0]["outcome"], "finalized", "an ended hold is free again");
}

#[test]
fn nothing_is_bought_but_what_is_held_and_seen() {
    let mut table = Table::set(Profile::Honest);
    let source = table.draft();
    let draft = json!({ "proposal_id": source, "terms_digest": format!("sha256:{}", "A".repeat(43)) });
    assert_eq!(table.accept(&draft).unwrap_err()["code"], "PROPOSAL_NOT_COMMITTED");
    let mut hold = table.hold(&source);
    let digest = hold["terms_digest"].clone();
    hold["terms_digest"] = format!("sha256:{}", "A".repeat(43)).into();
    assert_eq!(table.accept(&hold).unwrap_err()["field"], "proposal_terms_digest");
    hold["terms_digest"] = digest;
    let mut other = acceptance(&hold);
    other["account"] = json!({ "account_id": "account_northwind" });
    assert_eq!(table.ask("accept_proposal", other).unwrap_err()["code"], "ACCOUNT_NOT_FOUND");
    let mut named = acceptance(&hold);
    let brand = json!({ "domain": "acmeoutdoor.example" });
    named["account"] = json!({ "brand": brand, "operator": "pinnacle-agency.example" });
    assert_eq!(table.ask("accept_proposal", named).unwrap()["revision"], 1);
    assert_eq!(table.accept(&hold).unwrap_err()["code"], "INVALID_STATE");
    assert_eq!(table.seller.effects(Buyer::Pinnacle, table.now)["media_buys"], 1);
}

#[test]
fn an_insertion_order_is_signed_where_it_is_wanted() {
    let mut table = Table::set(Profile::IoRequired);
    let source = table.draft();
    let hold = table.hold(&source);
    assert_eq!(table.accept(&hold).unwrap_err()["code"], "IO_REQUIRED");
    let mut signed = acceptance(&hold);
    signed["io_acceptance"] = json!({
        "io_id": hold["insertion_order"]["io_id"],
        "accepted_at": table::NOW,
        "signatory": "ops@pinnacle-agency.example",
    });
    assert_eq!(table.ask("accept_proposal", signed).unwrap()["revision"], 1);
}

#[test]
fn another_buyers_proposal_is_as_one_that_is_not() {
    let mut table = Table::set(Profile::Honest);
    let source = table.draft();
    let hold = table.hold(&source);
    table.buyer = Buyer::Northwind;
    let mut nobodys = hold.clone();
    nobodys["proposal_id"] = "hold_of_nobody".into();
    assert_eq!(table.accept(&hold).unwrap_err(), table.accept(&nobodys).unwrap_err());
    let mut asked = |id: &str, asked: serde_json::Value| {
        let mut result = table.revise(id, asked);
        result["source_proposal_id"].take();
        result
    };
    let ask = || json!({ "ask": "More reach." });
    assert_eq!(asked(&source, ask()), asked("proposal_of_nobody", ask()));
    let cancel = || json!({ "change_kind": "cancellation" });
    assert_eq!(asked(&source, cancel()), asked("proposal_of_nobody", cancel()));
    let mut refined = |id: &str| {
        let mut result = table.refine(&json!({ "proposal_id": id, "action": "finalize" }));
        result["source_proposal_id"].take();
        result
    };
    assert_eq!(refined(&source), refined("proposal_of_nobody"));
    let declines = json!({ "declines": [{ "proposal_id": source, "reason": "price" }] });
    assert_eq!(table.ask("decline_proposals", declines).unwrap()["results"][0]["outcome"], "unable");
}

#[test]
fn what_was_declined_is_over() {
    let mut table = Table::set(Profile::Honest);
    let source = table.draft();
    let hold = table.hold(&source);
    let declines = json!({ "declines": [
        { "proposal_id": source, "reason": "price" },
        { "proposal_id": id(&hold), "reason": "other", "detail": "The campaign is off." },
        { "proposal_id": "proposal_of_nobody", "reason": "timing" },
    ] });
    let answer = table.ask("decline_proposals", declines).unwrap();
    let outcomes: Vec<_> = answer["results"].as_array().unwrap().iter().map(|one| &one["outcome"]).collect();
    assert_eq!(outcomes, ["declined", "declined", "unable"]);
    assert_eq!(table.accept(&hold).unwrap_err()["code"], "PROPOSAL_NOT_FOUND");
    assert_eq!(table.revise(&source, json!({ "ask": "More reach." }))["outcome"], "unable");
    assert_eq!(table.seller.effects(Buyer::Pinnacle, table.now)["holds"], 0);
}

#[test]
fn who_probes_for_prices_hears_less_and_then_waits() {
    let mut table = Table::bare(Profile::Honest);
    let source = table.draft();
    let capped = |max: u32| json!({ "constraints": { "total_budget": { "max": max, "currency": "USD" } } });
    for max in 0..5 {
        assert_eq!(table.revise(&source, capped(max))["outcome"], "partial");
    }
    let coarse = table.revise(&source, capped(100));
    assert_eq!(
        (&coarse["outcome"], &coarse["reason"]),
        (&json!("unable"), &json!("Not available on these terms."))
    );
    for max in 6..20 {
        table.revise(&source, capped(max));
    }
    let refinement = json!({ "proposal_id": source, "action": "revise", "ask": "More reach." });
    let fault = table.ask("refine_proposals", json!({ "refinements": [refinement] })).unwrap_err();
    assert_eq!(fault["code"], "RATE_LIMITED");
    table.now = table.now.plus_millis(3_600_000);
    assert_eq!(table.revise(&source, capped(100))["outcome"], "partial");
}

#[test]
fn a_submitted_task_ends_with_the_answer_that_would_have_come() {
    let mut table = Table::set(Profile::Submitted);
    let submitted = table.ask("request_proposals", brief()).unwrap();
    assert_eq!(submitted["status"], "submitted");
    let poll = json!({ "task_id": submitted["task_id"], "include_result": true });
    let steps: Vec<_> = (0..3).map(|_| table.call("get_task_status", &poll).unwrap()).collect();
    let statuses: Vec<_> = steps.iter().map(|step| step["status"].as_str().unwrap()).collect();
    assert_eq!(statuses, ["submitted", "working", "completed"]);
    assert_eq!(steps[2]["result"]["outcome"], "proposed");
    table.buyer = Buyer::Northwind;
    assert_eq!(table.call("get_task_status", &poll).unwrap_err()["code"], "REFERENCE_NOT_FOUND");
}

#[test]
fn the_same_seed_and_moments_give_the_same_words() {
    let play = |seed| {
        let mut table = Table::bare(Profile::Honest);
        table.seller = training_seller::Seller::new(Profile::Honest, seed);
        let source = table.draft();
        let result = table.revise(&source, sam());
        table.hold(&id(&result["proposals"][2]))
    };
    assert_eq!(play(1), play(1));
    assert_ne!(play(1)["proposal_id"], play(2)["proposal_id"]);
    assert_eq!(play(1)["terms_digest"], play(2)["terms_digest"]);
}
