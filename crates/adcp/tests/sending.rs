//! Before sending: the whole request or nothing. And accepting: what was sent, to the letter.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::needless_pass_by_value, missing_docs)]

mod world;

use adcp::accepted::{self, Acceptance};
use adcp::capability::RefinementSupport;
use adcp::constraint::evaluate;
use adcp::key::IdempotencyKey;
use adcp::number;
use adcp::preflight::{plain, refine};
use adcp::request::read::RefineRequest;
use adcp::request::refine::{BudgetBounds, ChangeKind, Constraints, Refinement, Revision, Wish};
use adcp::request::tools::{self, Account, BrandSource, DeclineReason, Signed};
use adcp::schema::Body;
use anp::json::{self, Value};
use money::{Amount, Currency};
use proptest::prelude::*;
use serde_json::json;
use world::{digest, proposal, terms};

fn read(value: &serde_json::Value) -> Value {
    json::parse_flawless(value.to_string().as_bytes()).unwrap()
}

fn key() -> IdempotencyKey {
    IdempotencyKey::from_random([7; 16])
}

/// The rules that a request of these entries breaks.
fn broken(refinements: serde_json::Value, support: Option<serde_json::Value>) -> Vec<&'static str> {
    let support = support.map(|block| RefinementSupport::read(&read(&block)));
    let request = json!({ "idempotency_key": key().as_str(), "adcp_version": "3.2", "adcp_major_version": 3,
        "refinements": refinements });
    let faults = refine(read(&request), support.as_ref()).err().unwrap_or_default();
    let mut rules: Vec<_> = faults.iter().map(|fault| fault.rule.as_str()).collect();
    rules.dedup();
    rules
}

const NONE: [&str; 0] = [];

#[test]
fn requests_that_may_go() {
    let ask = |id: &str| json!({ "proposal_id": id, "action": "revise", "ask": "cheaper" });
    assert_eq!(broken(json!([ask("a")]), None), NONE);
    let most: Vec<_> = (0..25).map(|number| ask(&format!("p{number}"))).collect();
    assert_eq!(broken(json!(most), None), NONE);
    assert_eq!(broken(json!([ask("a")]), Some(json!({ "supported_dimensions": [] }))), NONE, "words always");
    let cancel = json!([{ "proposal_id": "a", "action": "revise", "change_kind": "cancellation" }]);
    assert_eq!(broken(cancel, None), NONE);
    let three = json!([{ "proposal_id": "a", "action": "revise", "alternatives": { "count": 3 } }]);
    let up_to_three = json!({ "supported_dimensions": ["alternatives"], "max_alternatives": 3 });
    assert_eq!(broken(three, Some(up_to_three)), NONE);
}

#[test]
fn requests_that_may_not() {
    let ask = |id: &str| json!({ "proposal_id": id, "action": "revise", "ask": "cheaper" });
    let revise = |name: &str, value: serde_json::Value| json!([{ "proposal_id": "a", "action": "revise", name: value }]);
    let hold = |id: &str| json!({ "proposal_id": id, "action": "finalize" });
    assert_eq!(broken(json!([]), None), ["schema", "entries"]);
    let many: Vec<_> = (0..26).map(|number| ask(&format!("p{number}"))).collect();
    assert_eq!(broken(json!(many), None), ["schema", "entries"]);
    assert_eq!(
        broken(json!([ask("a"), { "proposal_id": "a", "action": "revise", "ask": "x" }]), None),
        ["entries"]
    );
    assert!(broken(json!([hold("a"), ask("b")]), None).contains(&"mixed_finalize_batch"));
    assert_eq!(
        broken(json!([{ "proposal_id": "a", "action": "finalize", "ask": "and cheaper" }]), None),
        ["schema"]
    );
    assert_eq!(broken(json!([{ "proposal_id": "a", "action": "revise" }]), None), ["schema"]);
    assert!(broken(revise("alternatives", json!({ "count": 1 })), None).contains(&"alternative_count"));
    assert!(broken(revise("alternatives", json!({ "count": 11 })), None).contains(&"alternative_count"));
    let budget = |min: u32, max: u32, currency: &str| {
        revise("constraints", json!({ "total_budget": { "min": min, "max": max, "currency": currency } }))
    };
    assert_eq!(broken(budget(2, 1, "USD"), None), ["bounds"]);
    assert_eq!(broken(budget(1, 1, "USD"), None), NONE);
    assert_eq!(broken(budget(1, 2, "usd"), None), ["schema"]);
    let flight = |text: &str| revise("constraints", json!({ "flight": { "start_no_later_than": text } }));
    assert_eq!(broken(flight("2026-12-01T00:00:00Z"), None), NONE);
    assert_eq!(broken(flight("1 December"), None), ["schema"]);
}

#[test]
fn what_the_seller_leaves_out_is_not_sent() {
    let budget = json!([{ "proposal_id": "a", "action": "revise",
        "constraints": { "total_budget": { "max": 1, "currency": "USD" } } }]);
    let only = |dimensions: serde_json::Value| Some(json!({ "supported_dimensions": dimensions }));
    assert_eq!(broken(budget.clone(), only(json!(["cpm"]))), ["unsupported_dimension"]);
    assert_eq!(broken(budget.clone(), only(json!([]))), ["unsupported_dimension"]);
    assert_eq!(broken(budget.clone(), only(json!(["total_budget"]))), NONE);
    assert_eq!(broken(budget, None), NONE, "nothing said is nothing left out");
    let four = json!([{ "proposal_id": "a", "action": "revise", "alternatives": { "count": 4 } }]);
    let most = Some(json!({ "supported_dimensions": ["alternatives"], "max_alternatives": 3 }));
    assert_eq!(broken(four, most), ["max_alternatives"]);
}

#[test]
fn arguments_are_what_the_schemas_take() {
    let natural =
        || Account::Natural { brand: "northwind.example".into(), operator: "northwind.example".into() };
    let mut committed = proposal("p2", Some("p1"), &terms(50_000));
    committed["proposal_status"] = "committed".into();
    let acceptance = Acceptance::of(&read(&committed)).unwrap();
    let order =
        Signed { io_id: "io1".into(), accepted_at: "2026-11-30T12:00:00Z".into(), signatory: "Nadia".into() };
    let accept =
        |account: &Account| tools::accept_proposal("3.2", &key(), account, &acceptance, Some(&order));
    let brand = BrandSource::Domain("northwind.example".into());
    let account =
        BrandSource::Account { brand: "northwind.example".into(), operator: "agency.example".into() };
    let asked = |brand| tools::request_proposals("3.2", &key(), brand, "A campaign", None);
    let declines = [("p1".to_owned(), DeclineReason::Other, Some("Too late".to_owned()))];
    for (body, arguments) in [
        (Body::RequestProposals, asked(&brand)),
        (Body::RequestProposals, asked(&account)),
        (Body::AcceptProposal, accept(&natural())),
        (Body::AcceptProposal, accept(&Account::Id("acc".into()))),
        (Body::DeclineProposals, tools::decline_proposals("3.2", &key(), &declines)),
    ] {
        plain(body, arguments).unwrap();
    }
    let text = json::canonical(&accept(&natural()));
    assert!(text.contains(&acceptance.digest.to_string()));
}

#[test]
fn a_draft_cannot_be_accepted() {
    assert_eq!(Acceptance::of(&read(&proposal("p1", None, &terms(1)))), None);
}

/// The committed proposal and the honest answer to its acceptance.
fn accepting() -> (Acceptance, serde_json::Value) {
    let mut committed = proposal("p2", Some("p1"), &terms(50_000));
    committed["proposal_status"] = "committed".into();
    let acceptance = Acceptance::of(&read(&committed)).unwrap();
    let mut accepted = committed;
    accepted["proposal_status"] = "accepted".into();
    accepted["media_buy_id"] = "mb1".into();
    accepted["accepted_at"] = "2026-11-30T12:00:00Z".into();
    let answer = json!({
        "status": "completed", "media_buy_id": "mb1", "revision": 1, "accepted_proposal": accepted,
        "purchase_bindings": [
            { "purchase_index": 0, "product_id": "premium_video_q4", "package_id": "k0" },
            { "purchase_index": 1, "product_id": "display_standard_q4", "package_id": "k1" },
        ],
        "available_actions": [],
    });
    (acceptance, answer)
}

#[test]
fn accepted_is_what_was_sent() {
    type Lie = fn(&mut serde_json::Value);
    let lies: [(Lie, &str); 7] = [
        (
            |a| a["accepted_proposal"]["commercial_terms"]["total_budget"]["amount"] = json!(50_001),
            "terms_digest",
        ),
        (
            |a| {
                let accepted = &mut a["accepted_proposal"];
                accepted["commercial_terms"]["total_budget"]["amount"] = json!(50_001);
                accepted["terms_digest"] = digest(&accepted["commercial_terms"]).into();
            },
            "accepted_digest",
        ),
        (|a| a["accepted_proposal"]["proposal_id"] = "p9".into(), "accepted_proposal"),
        (|a| a["media_buy_id"] = "mb9".into(), "media_buy"),
        (|a| a["purchase_bindings"][1]["product_id"] = "native_feed_q4".into(), "accepted_proposal"),
        (|a| a["purchase_bindings"][1]["purchase_index"] = 7.into(), "accepted_proposal"),
        (|a| *a = json!({ "adcp_error": { "code": "INVALID_STATE", "message": "m" } }), "task_error"),
    ];
    let (sent, answer) = accepting();
    assert_eq!(accepted::judge(&sent, answer.to_string().as_bytes()).unwrap(), []);
    for (lie, rule) in lies {
        let mut answer = answer.clone();
        lie(&mut answer);
        let faults = accepted::judge(&sent, answer.to_string().as_bytes()).unwrap();
        assert!(faults.iter().any(|fault| fault.rule.as_str() == rule), "{rule}: {faults:?}");
    }
}

/// Terms of the protocol's own guide, with the digests that stand beside them there.
#[test]
fn the_guides_digests_recompute() {
    let flight = ("2026-10-01T00:00:00Z", "2026-11-01T00:00:00Z");
    let bought = |product: &str, option: &str, price: f64| {
        json!({
            "product_id": product, "pricing_option_id": option,
            "pricing": {
                "pricing_option_id": option, "pricing_model": "cpm", "currency": "USD", "fixed_price": price,
            },
            "start_time": flight.0, "end_time": flight.1,
        })
    };
    let terms = |purchases: serde_json::Value| {
        json!({
            "brand": { "domain": "acmeoutdoor.example" }, "purchases": purchases,
            "start_time": flight.0, "end_time": flight.1,
            "total_budget": { "amount": 50000, "currency": "USD" },
        })
    };
    let video = |price| bought("premium_video_q4", "cpm_guaranteed", price);
    let one = terms(json!([video(18.0)]));
    let two = terms(json!([video(17.5), bought("native_feed_q4", "cpm_native", 16.0)]));
    for (terms, stated) in [
        (one, "sha256:Fy6Bo7wUa_FmXGJssc37kGyHNjzBiBZLB9rtVNz8I-E"),
        (two, "sha256:ed58dHH_xw98Gxkt8-dCQi9HZKdkIjuJ4NVLoP3txjs"),
    ] {
        assert_eq!(digest(&terms), stated);
        assert_eq!(adcp::digest::TermsDigest::parse(stated).unwrap().to_string(), stated);
    }
}

prop_compose! {
    fn amounts()(cents in 0_u64..10_000_000_000, decimals in 0_u32..4) -> Amount {
        let scale = Amount::from(10_u64.pow(decimals));
        Amount::from(cents).div_exact(&scale).unwrap()
    }
}

prop_compose! {
    fn revisions()(
        min in proptest::option::of(amounts()), max in amounts(), count in proptest::option::of(2_u64..=10),
        ask in proptest::option::of("[a-z ]{1,20}x"), cancels in any::<bool>(),
    ) -> Revision {
        let currency = Currency::parse("USD").unwrap();
        Revision {
            change_kind: cancels.then_some(ChangeKind::Cancellation),
            constraints: Constraints {
                total_budget: Some(BudgetBounds { min: min.filter(|min| *min <= max), max: Some(max), currency }),
                ..Constraints::default()
            },
            alternatives: count,
            ask,
            ..Revision::default()
        }
    }
}

proptest! {
    #[test]
    fn what_is_built_passes_and_is_read_again(revisions in proptest::collection::vec(revisions(), 1..25)) {
        let entries: Vec<Refinement> = revisions
            .into_iter()
            .enumerate()
            .map(|(number, revision)| Refinement {
                proposal_id: format!("p{number}"), wish: Wish::Revise(Box::new(revision)),
            })
            .collect();
        let arguments = tools::refine_proposals("3.2", &key(), &entries).unwrap();
        let sent = refine(arguments, None).unwrap();
        let again = RefineRequest::read(&json::parse_flawless(sent.text().as_bytes()).unwrap()).unwrap();
        prop_assert_eq!(again.refinements, entries);
    }

    #[test]
    fn a_budget_is_within_its_bounds_to_the_last_digit(amount in amounts(), max in amounts()) {
        let stated = number::to_wire(&amount).unwrap();
        let budget = Value::object([("amount", stated), ("currency", "USD".into())]);
        let terms = Value::object([("total_budget", budget)]);
        let bounds = |max: &Amount| Constraints {
            total_budget: Some(BudgetBounds {
                min: None, max: Some(max.clone()), currency: Currency::parse("USD").unwrap(),
            }),
            ..Constraints::default()
        };
        prop_assert_eq!(evaluate(&bounds(&max), &terms)[0].met, amount <= max);
        prop_assert!(evaluate(&bounds(&amount), &terms)[0].met, "inclusive");
    }
}
