//! A campaign of USD 50,000 and a seller who answers honestly; the tests make it lie.
#![allow(missing_docs, dead_code, clippy::needless_pass_by_value)]

use adcp::capability::RefinementSupport;
use adcp::digest::TermsDigest;
use adcp::request::read::RefineRequest;
use adcp::sources::Sources;
use adcp::verify::{Circumstances, Judgement, LEAD_MILLIS, judge};
use anp::json;
use anp::time::Moment;
use serde_json::{Value, json};

pub const NOW: &str = "2026-11-30T12:00:00Z";

/// Two purchases of 1,000,000 impressions each, at USD 20 a thousand.
pub fn terms(budget: u32) -> Value {
    let purchase = |product: &str| {
        json!({
            "product_id": product,
            "pricing_option_id": "fixed",
            "pricing": {
                "pricing_option_id": "fixed", "pricing_model": "cpm", "currency": "USD", "fixed_price": 20,
            },
            "start_time": "2026-12-01T00:00:00Z",
            "end_time": "2026-12-31T00:00:00Z",
            "impressions": 1_000_000,
        })
    };
    json!({
        "brand": { "domain": "northwind.example" },
        "purchases": [purchase("premium_video_q4"), purchase("display_standard_q4")],
        "start_time": "2026-12-01T00:00:00Z",
        "end_time": "2026-12-31T00:00:00Z",
        "total_budget": { "amount": budget, "currency": "USD" },
    })
}

/// The digest that an honest seller states.
pub fn digest(terms: &Value) -> String {
    TermsDigest::of(&json::parse_flawless(terms.to_string().as_bytes()).unwrap()).to_string()
}

pub fn proposal(id: &str, parent: Option<&str>, terms: &Value) -> Value {
    let mut proposal = json!({
        "proposal_id": id,
        "proposal_kind": "new_media_buy",
        "proposal_status": "draft",
        "name": "Quarter four",
        "commercial_terms": terms,
        "terms_digest": digest(terms),
    });
    if let Some(parent) = parent {
        proposal["parent_proposal_id"] = parent.into();
    }
    proposal
}

/// A request, its answer, and what is known beside them.
#[derive(Clone)]
pub struct World {
    pub request: Value,
    pub answer: Value,
    pub sources: Vec<Value>,
    pub support: Option<Value>,
    pub now: String,
}

/// Asks for one thing of the draft `p1` of USD 50,000; the answer is yours to fill.
pub fn world(refinement: Value, result: Value) -> World {
    World {
        request: json!({
            "adcp_version": "3.2", "adcp_major_version": 3, "idempotency_key": "0123456789abcdef-1",
            "refinements": [refinement],
        }),
        answer: json!({
            "status": "completed",
            "results": [result],
            "products": [
                { "product_id": "premium_video_q4", "name": "Premium video" },
                { "product_id": "display_standard_q4", "name": "Display" },
                { "product_id": "native_feed_q4", "name": "Native feed" },
            ],
        }),
        sources: vec![proposal("p1", None, &terms(50_000))],
        support: None,
        now: NOW.to_owned(),
    }
}

/// A revision by a budget, met.
pub fn revised() -> World {
    world(
        json!({
            "proposal_id": "p1", "action": "revise",
            "constraints": { "total_budget": { "max": 80_000, "currency": "USD" } },
        }),
        json!({
            "source_proposal_id": "p1", "outcome": "revised",
            "proposals": [proposal("p2", Some("p1"), &terms(70_000))],
        }),
    )
}

/// Three alternatives, all different.
pub fn alternatives() -> World {
    let draft = |id: &str, budget| proposal(id, Some("p1"), &terms(budget));
    world(
        json!({ "proposal_id": "p1", "action": "revise", "alternatives": { "count": 3 } }),
        json!({
            "source_proposal_id": "p1", "outcome": "revised",
            "proposals": [draft("p2", 40_000), draft("p3", 50_000), draft("p4", 60_000)],
        }),
    )
}

/// A cap of USD 100, which cannot be met.
pub fn partial() -> World {
    world(
        json!({
            "proposal_id": "p1", "action": "revise",
            "constraints": {
                "total_budget": { "max": 100, "currency": "USD" },
                "cpm": { "max": 25, "currency": "USD" },
            },
        }),
        json!({
            "source_proposal_id": "p1", "outcome": "partial",
            "proposals": [proposal("p2", Some("p1"), &terms(40_000))],
            "reason_code": "constraint_unsatisfiable", "reason": "The floor of these products is higher.",
            "unsatisfied_constraints": ["total_budget"],
        }),
    )
}

/// A hold of fifteen minutes on `p1`.
pub fn finalized() -> World {
    let mut held = proposal("p2", Some("p1"), &terms(50_000));
    held["proposal_status"] = "committed".into();
    held["expires_at"] = "2026-11-30T12:15:00Z".into();
    world(
        json!({ "proposal_id": "p1", "action": "finalize" }),
        json!({ "source_proposal_id": "p1", "outcome": "finalized", "proposal": held }),
    )
}

/// The accepted `p1`, amended to USD 60,000.
pub fn amended() -> World {
    let mut world = world(
        json!({ "proposal_id": "p1", "action": "revise", "change_kind": "amendment", "ask": "More budget" }),
        json!({
            "source_proposal_id": "p1", "outcome": "revised",
            "proposals": [proposal("p2", Some("p1"), &terms(60_000))],
        }),
    );
    world.sources[0]["proposal_status"] = "accepted".into();
    world.sources[0]["media_buy_id"] = "mb1".into();
    world.sources[0]["accepted_at"] = "2026-11-01T00:00:00Z".into();
    let draft = &mut world.answer["results"][0]["proposals"][0];
    draft["proposal_kind"] = "media_buy_update".into();
    draft["media_buy_id"] = "mb1".into();
    draft["base_media_buy_revision"] = 1.into();
    world
}

impl World {
    pub fn result(&mut self) -> &mut Value {
        &mut self.answer["results"][0]
    }

    /// The first draft of the first result.
    pub fn draft(&mut self) -> &mut Value {
        let result = self.result();
        if result.get("proposal").is_some() { &mut result["proposal"] } else { &mut result["proposals"][0] }
    }

    /// Other terms, with the digest that is theirs: a seller who lies carefully.
    pub fn retold(&mut self, change: impl FnOnce(&mut Value)) {
        let draft = self.draft();
        change(&mut draft["commercial_terms"]);
        draft["terms_digest"] = digest(&draft["commercial_terms"]).into();
    }

    pub fn judged(&self) -> Judgement {
        self.judged_bytes(self.answer.to_string().as_bytes())
    }

    pub fn judged_bytes(&self, answer: &[u8]) -> Judgement {
        let read = |value: &Value| json::parse_flawless(value.to_string().as_bytes()).unwrap();
        let support = self.support.as_ref().map(|block| RefinementSupport::read(&read(block)));
        let sources = Sources::new(self.sources.iter().map(read).collect());
        let circumstances = Circumstances {
            sources: &sources,
            support: support.as_ref(),
            now: Moment::parse(&self.now).unwrap(),
            lead_millis: LEAD_MILLIS,
        };
        let request = RefineRequest::read(&read(&self.request)).unwrap();
        judge(&request, answer, &circumstances).unwrap()
    }

    /// The rules that the answer breaks.
    pub fn broken(&self) -> Vec<&'static str> {
        let mut rules: Vec<_> = self.judged().faults.iter().map(|fault| fault.rule.as_str()).collect();
        rules.sort_unstable();
        rules.dedup();
        rules
    }
}
