//! What a lying seller can do, each lie caught by its own rule.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::needless_pass_by_value, missing_docs)]

mod world;

use serde_json::{Value, json};
use world::{World, alternatives, amended, finalized, partial, proposal, revised, terms};

/// Tells the lie and says which rules it broke.
fn broken(mut world: World, lie: impl FnOnce(&mut World)) -> Vec<&'static str> {
    assert_eq!(world.broken(), [] as [&str; 0], "honest before");
    lie(&mut world);
    world.broken()
}

/// A hold on an amendment of `a0`, which was accepted.
fn held_amendment() -> World {
    let mut world = finalized();
    let mut accepted = proposal("a0", None, &terms(40_000));
    accepted["proposal_status"] = "accepted".into();
    world.sources.push(accepted);
    world.sources[0]["parent_proposal_id"] = "a0".into();
    for at in [&mut world.sources[0], &mut world.answer["results"][0]["proposal"]] {
        at["proposal_kind"] = "media_buy_update".into();
        at["media_buy_id"] = "mb1".into();
        at["base_media_buy_revision"] = 1.into();
    }
    world
}

/// A hold with an insertion order that a person is to sign.
fn ordered() -> World {
    let mut world = finalized();
    world.draft()["insertion_order"] = json!({
        "io_id": "io1", "requires_signature": true, "signed_by_others": [],
        "terms": {
            "advertiser": "Northwind", "total_budget": { "amount": 50_000.0, "currency": "USD" },
            "flight_start": "2026-12-01T01:00:00+01:00", "flight_end": "2026-12-31T00:00:00Z",
        },
    });
    world
}

macro_rules! caught {
    ($($name:ident: $world:expr, $lie:expr => [$($rule:literal),*];)*) => {$(
        #[test]
        fn $name() {
            assert_eq!(broken($world, $lie), [$($rule),*] as [&str; _]);
        }
    )*};
}

caught! {
    a_wrong_digest: revised(), |w| w.draft()["terms_digest"] = format!("sha256:{}", "A".repeat(43)).into()
        => ["terms_digest"];
    terms_changed_after_the_digest: revised(),
        |w| w.draft()["commercial_terms"]["total_budget"]["amount"] = 70_001.into() => ["terms_digest"];
    a_wrong_parent: revised(), |w| w.draft()["parent_proposal_id"] = "p0".into() => ["lineage"];
    the_source_under_its_own_id: revised(), |w| w.draft()["proposal_id"] = "p1".into()
        => ["successor_proposal_id"];
    an_id_from_earlier: revised(), |w| w.sources.push(proposal("p2", None, &terms(9))) => ["successor_proposal_id"];
    an_id_from_before_what_is_known: revised(), |w| {
        w.sources[0]["parent_proposal_id"] = "p0".into();
        w.draft()["proposal_id"] = "p0".into();
    } => ["successor_proposal_id"];
    an_id_twice: alternatives(), |w| w.result()["proposals"][1]["proposal_id"] = "p2".into()
        => ["duplicate_successor_proposal_id"];
    the_same_terms_under_new_ids: alternatives(), |w| {
        let mut same = w.result()["proposals"][1].clone();
        same["proposal_id"] = "p9".into();
        same["name"] = "Quite another plan".into();
        w.result()["proposals"][2] = same;
    } => ["duplicate_alternative"];
    too_few_alternatives_called_all: alternatives(),
        |w| { w.result()["proposals"].as_array_mut().unwrap().pop(); } => ["alternative_count"];
    more_drafts_than_asked_for: revised(), |w| {
        let more = proposal("p3", Some("p1"), &terms(60_000));
        w.result()["proposals"].as_array_mut().unwrap().push(more);
    } => ["alternative_count"];
    a_result_too_many: revised(), |w| {
        let more = json!({ "source_proposal_id": "px", "outcome": "unable", "reason_code": "source_unavailable",
            "reason": "?" });
        w.answer["results"].as_array_mut().unwrap().push(more);
    } => ["cardinality", "result_order"];
    no_result: revised(), |w| w.answer["results"] = json!([]) => ["cardinality", "schema"];
    a_budget_over_the_cap_unsaid: revised(), |w| w.retold(|t| t["total_budget"]["amount"] = json!(80_000.01))
        => ["constraint_mismatch"];
    a_budget_in_other_money: revised(), |w| w.retold(|t| {
        t["total_budget"]["currency"] = "EUR".into();
        for purchase in t["purchases"].as_array_mut().unwrap() { purchase["pricing"]["currency"] = "EUR".into(); }
    }) => ["constraint_mismatch"];
    no_budget_at_all: revised(), |w| w.retold(|t| { t.as_object_mut().unwrap().remove("total_budget"); })
        => ["constraint_mismatch"];
    a_price_over_the_ceiling: partial(),
        |w| w.retold(|t| t["purchases"][1]["pricing"]["fixed_price"] = json!(25.001)) => ["constraint_mismatch"];
    an_auction_under_a_ceiling: partial(), |w| w.retold(|t| {
        let pricing = t["purchases"][1]["pricing"].as_object_mut().unwrap();
        pricing.remove("fixed_price");
        pricing.insert("floor_price".into(), json!(1));
    }) => ["constraint_mismatch"];
    something_met_called_unmet: partial(),
        |w| w.result()["unsatisfied_constraints"] = json!(["total_budget", "cpm"]) => ["constraint_mismatch"];
    something_listed_that_nobody_asked_for: partial(),
        |w| w.result()["unsatisfied_constraints"] = json!(["total_budget", "flight"]) => ["constraint_mismatch"];
    an_unmet_constraint_called_commercial: partial(), |w| {
        w.request["refinements"][0]["ask"] = "cheaper".into();
        w.result()["reason_code"] = "commercially_declined".into();
    } => ["constraint_precedence"];
    a_decline_where_nothing_was_asked_in_words: partial(), |w| {
        w.result()["reason_code"] = "commercially_declined".into();
        w.result().as_object_mut().unwrap().remove("unsatisfied_constraints");
    } => ["constraint_mismatch", "reason_mismatch"];
    a_part_called_whole: partial(), |w| w.result()["outcome"] = "revised".into()
        => ["schema", "unsatisfied_outcome"];
    terms_changed_at_finalize: finalized(), |w| w.retold(|t| t["total_budget"]["amount"] = json!(50_001))
        => ["finalize_terms_changed"];
    a_hold_that_has_ended: finalized(), |w| w.draft()["expires_at"] = "2026-11-30T12:00:00Z".into()
        => ["proposal_expired"];
    a_hold_about_to_end: finalized(), |w| w.draft()["expires_at"] = "2026-11-30T12:01:59Z".into()
        => ["hold_too_short"];
    a_hold_that_is_a_draft: finalized(), |w| w.draft()["proposal_status"] = "draft".into()
        => ["proposal_status", "schema"];
    a_hold_on_another_kind: finalized(), |w| w.draft()["proposal_kind"] = "media_buy_update".into()
        => ["finalize_terms_changed", "schema"];
    a_hold_on_another_revision: held_amendment(),
        |w| w.draft()["base_media_buy_revision"] = 2.into() => ["finalize_terms_changed"];
    an_order_over_another_budget: ordered(),
        |w| w.draft()["insertion_order"]["terms"]["total_budget"]["amount"] = json!(90_000) => ["insertion_order"];
    an_order_in_other_money: ordered(),
        |w| w.draft()["insertion_order"]["terms"]["total_budget"]["currency"] = "EUR".into() => ["insertion_order"];
    an_order_with_another_flight: ordered(),
        |w| w.draft()["insertion_order"]["terms"]["flight_end"] = "2027-01-31T00:00:00Z".into()
        => ["insertion_order"];
    a_finalize_revised: finalized(), |w| {
        w.answer = revised().answer;
    } => ["action_outcome_mismatch"];
    a_revision_finalized: revised(), |w| w.answer = finalized().answer
        => ["action_outcome_mismatch"];
    an_amendment_that_changes_nothing: amended(), |w| w.retold(|t| *t = terms(50_000))
        => ["amendment_unchanged"];
    an_amendment_of_another_media_buy: amended(), |w| w.draft()["media_buy_id"] = "mb2".into() => ["media_buy"];
    a_cancellation_instead_of_an_amendment: amended(), |w| {
        w.draft()["proposal_kind"] = "media_buy_cancellation".into();
        w.retold(|t| t["cancellation_terms"] = json!({ "effective_at": "2026-12-10T00:00:00Z" }));
    } => ["proposal_kind"];
    two_currencies: revised(), |w| w.retold(|t| t["purchases"][1]["pricing"]["currency"] = "EUR".into())
        => ["currency"];
    another_price_than_the_option: revised(),
        |w| w.retold(|t| t["purchases"][1]["pricing_option_id"] = "cheap".into()) => ["pricing_option_id"];
    a_member_where_none_may_be: revised(), |w| w.draft()["hidden_fee"] = 5.into() => ["schema"];
    an_enum_of_its_own: revised(), |w| w.retold(|t| t["pacing"] = "whenever".into()) => ["schema"];
    no_products: revised(), |w| { w.answer.as_object_mut().unwrap().remove("products"); } => ["schema"];
    a_reason_beside_revised: revised(), |w| w.result()["reason"] = "Because.".into() => ["schema"];
    an_error_beside_results: revised(), |w| w.answer["adcp_error"] = json!({ "code": "X", "message": "m" })
        => ["task_error"];
    a_failure: revised(), |w| w.answer = json!({
        "status": "failed", "errors": [{ "code": "INVALID_STATE", "message": "No." }],
    }) => ["task_error"];
    a_task_that_wants_more: revised(), |w| w.answer = json!({ "status": "input-required", "task_id": "t" })
        => ["status"];
    results_of_a_task_at_work: revised(), |w| {
        w.answer["status"] = "submitted".into();
        w.answer["task_id"] = "t".into();
    } => ["status"];
    submitted_without_a_task: revised(), |w| w.answer = json!({ "status": "submitted" }) => ["schema"];
    another_context: revised(), |w| {
        w.request["context"] = json!({ "trace": "a" });
        w.answer["context"] = json!({ "trace": "b" });
    } => ["context_echo"];
    a_product_kept_that_was_to_go: revised(),
        |w| w.request["refinements"][0]["product_changes"] = json!({ "display_standard_q4": "omit" })
        => ["product_change_mismatch"];
    criteria_left_out: revised(), |w| w.request["refinements"][0]["criteria"] =
        json!({ "product_ids": ["premium_video_q4"] }) => ["criteria"];
    other_targeting_than_asked_for: revised(), |w| {
        w.request["refinements"][0]["criteria"] = json!({ "targeting_overlay": { "geo_countries": ["US"] } });
        w.retold(|t| t["purchases"][1]["targeting_overlay"] = json!({ "geo_countries": ["US", "MX"] }));
    } => ["targeting"];
    a_cap_of_its_own: revised(), |w| {
        let cap = |most: u32| json!({ "max_impressions": most, "per": "individuals",
            "window": { "interval": 1, "unit": "days" } });
        w.request["refinements"][0]["criteria"] = json!({ "media_buy_frequency_cap": cap(3) });
        w.retold(|t| t["frequency_cap"] = cap(4));
    } => ["criteria"];
    nothing_at_all: revised(), |w| w.answer = json!([]) => ["schema"];
}

#[test]
fn results_out_of_order_are_judged_by_their_source() {
    let mut world = revised();
    world.request["refinements"] = json!([
        world.request["refinements"][0],
        { "proposal_id": "q1", "action": "revise", "ask": "cheaper" },
    ]);
    let other = json!({ "source_proposal_id": "q1", "outcome": "revised",
        "proposals": [proposal("q2", Some("q1"), &terms(90_000))] });
    world.answer["results"] = json!([world.answer["results"][0], other]);
    assert_eq!(world.broken(), [] as [&str; 0]);
    world.answer["results"].as_array_mut().unwrap().reverse();
    assert_eq!(world.broken(), ["result_order"], "and nothing else is wrong with them");
    assert_eq!(world.judged().faults.len(), 2);
}

#[test]
fn a_flight_is_judged_to_the_last_digit() {
    let mut world = revised();
    world.request["refinements"][0]["constraints"] = json!({ "flight": {
        "start_no_later_than": "2026-12-01T00:00:00Z", "end_no_earlier_than": "2026-12-31T23:59:60Z",
    } });
    let mut flight = |start: &str, end: &str| {
        world.retold(|terms| {
            terms["start_time"] = start.into();
            terms["end_time"] = end.into();
        });
        world.broken()
    };
    assert_eq!(flight("2026-12-01T00:00:00.000000Z", "2026-12-31T23:59:60.000Z"), [] as [&str; 0]);
    assert_eq!(flight("2026-12-01T00:00:00Z", "2027-01-01T00:00:00Z"), [] as [&str; 0]);
    assert_eq!(flight("2026-12-01T00:00:00.000001Z", "2027-01-01T00:00:00Z"), ["constraint_mismatch"]);
    assert_eq!(flight("2026-12-01T00:00:00Z", "2026-12-31T23:59:59.999999999Z"), ["constraint_mismatch"]);
    // A leap second where there is none is no time at all.
    assert_eq!(flight("2026-12-01T00:00:00Z", "2027-01-05T12:30:60Z"), ["constraint_mismatch", "schema"]);
}

#[test]
fn drafts_beside_unable_are_counted_as_none_asked_for() {
    let mut world = revised();
    let result = world.result();
    result["outcome"] = "unable".into();
    result["reason_code"] = "source_unavailable".into();
    result["reason"] = "Gone.".into();
    let judgement = world.judged();
    let counted = judgement.faults.iter().find(|fault| fault.rule.as_str() == "alternative_count").unwrap();
    assert_eq!(counted.detail, "proposals here: 1; this outcome has 0 of them");
}

#[test]
fn a_batch_that_is_held_in_part() {
    let mut world = finalized();
    world.request["refinements"] =
        json!([{ "proposal_id": "p1", "action": "finalize" }, { "proposal_id": "p9", "action": "finalize" }]);
    let unable = |id: &str, reason: &str| json!({ "source_proposal_id": id, "outcome": "unable", "reason_code": reason, "reason": "Sold." });
    world.answer["results"] = json!([world.answer["results"][0], unable("p9", "hold_unavailable")]);
    assert_eq!(world.broken(), ["mixed_finalize_batch", "schema"]);
    world.answer["results"] = json!([unable("p1", "batch_aborted"), unable("p9", "batch_aborted")]);
    assert_eq!(world.broken(), ["reason_mismatch"], "nobody says what failed");
}

#[test]
fn a_key_twice_is_two_answers() {
    let world = revised();
    let text = world.answer.to_string();
    let twice = text.replacen("\"outcome\":\"revised\"", "\"outcome\":\"unable\",\"outcome\":\"revised\"", 1);
    assert_ne!(text, twice);
    let judgement = world.judged_bytes(twice.as_bytes());
    let found: Vec<_> =
        judgement.faults.iter().map(|fault| (fault.rule.as_str(), fault.path.as_str())).collect();
    assert_eq!(found, [("json", "/results/0/outcome")]);
    assert!(judgement.answer.get("results").is_some(), "and it is kept as it was read");
}

#[test]
fn all_faults_are_told_with_their_places() {
    let mut world = alternatives();
    let drafts = world.result()["proposals"].as_array_mut().unwrap();
    drafts[0]["terms_digest"] = format!("sha256:{}", "B".repeat(43)).into();
    drafts[2]["parent_proposal_id"] = Value::from("elsewhere");
    let judgement = world.judged();
    let found: Vec<_> = judgement.faults.iter().map(|fault| fault.path.as_str()).collect();
    assert_eq!(found, ["/results/0/proposals/0/terms_digest", "/results/0/proposals/2/parent_proposal_id"]);
}
