//! A buyer at the seller's table: every answer is held against the published schemas.

#![allow(dead_code, clippy::unwrap_used, clippy::indexing_slicing, missing_docs)]

use anp::time::Moment;
use jsonschema::{Retrieve, Uri, Validator};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::LazyLock;
use training_seller::{Buyer, Manner, Profile, Seller};

/// The guide's moment.
pub const NOW: &str = "2026-09-15T10:00:00Z";

/// The schemas' folder, by the address under which they refer to each other.
struct Folder(PathBuf);

impl Retrieve for Folder {
    fn retrieve(&self, uri: &Uri<String>) -> Result<Value, Box<dyn std::error::Error + Send + Sync>> {
        let path = uri.as_str().split('#').next().unwrap();
        let path =
            path.strip_prefix("https://adcontextprotocol.org/schemas/3.2.4/").ok_or("another's schema")?;
        Ok(serde_json::from_slice(&std::fs::read(self.0.join(path))?)?)
    }
}

/// The schemas of answers by task; none where they are not at hand. Made once: they are
/// large.
static ANSWERS: LazyLock<BTreeMap<&'static str, Validator>> = LazyLock::new(|| {
    let Some(folder) = support::vectors::folder("adcp/schemas-3.2.4") else { return BTreeMap::new() };
    let validator = |file: &str| {
        let schema = json!({ "$ref": format!("https://adcontextprotocol.org/schemas/3.2.4/{file}") });
        let options = jsonschema::options().with_retriever(Folder(folder.clone()));
        let options = options.with_draft(jsonschema::Draft::Draft7).should_validate_formats(true);
        options.build(&schema).unwrap()
    };
    SCHEMAS.iter().map(|(task, file)| (*task, validator(file))).collect()
});

/// A seller and who asks it.
pub struct Table {
    pub seller: Seller,
    pub buyer: Buyer,
    pub now: Moment,
    judged: bool,
    keys: u32,
}

const SCHEMAS: [(&str, &str); 6] = [
    ("get_adcp_capabilities", "protocol/get-adcp-capabilities-response.json"),
    ("request_proposals", "media-buy/request-proposals-response.json"),
    ("refine_proposals", "media-buy/refine-proposals-response.json"),
    ("accept_proposal", "media-buy/accept-proposal-response.json"),
    ("decline_proposals", "media-buy/decline-proposals-response.json"),
    ("get_task_status", "protocol/get-task-status-response.json"),
];

impl Table {
    /// Holds every answer against the schemas.
    pub fn set(profile: Profile) -> Self {
        Self { judged: true, ..Self::bare(profile) }
    }

    /// Holds nothing against them.
    pub fn bare(profile: Profile) -> Self {
        let now = Moment::parse(NOW).unwrap();
        Self { seller: Seller::new(profile, 7), buyer: Buyer::Pinnacle, now, judged: false, keys: 0 }
    }

    /// A call as it is; its answer's JSON.
    pub fn call(&mut self, task: &str, arguments: &Value) -> Result<Value, Value> {
        let reply = self.seller.call(self.buyer, task, arguments, self.now);
        assert_eq!(reply.manner, Manner::Answer);
        let answer = reply.body.map_err(|fault| fault.json())?;
        let answer: Value = serde_json::from_str(&answer).unwrap();
        if let Some(schema) = ANSWERS.get(task).filter(|_| self.judged) {
            let faults: Vec<String> = schema
                .iter_errors(&answer)
                .map(|fault| format!("{}: {fault}", fault.instance_path()))
                .collect();
            assert!(faults.is_empty(), "{task}: {faults:#?}\n{answer:#}");
        }
        Ok(answer)
    }

    /// A mutation under a fresh key.
    pub fn ask(&mut self, task: &str, mut arguments: Value) -> Result<Value, Value> {
        self.keys += 1;
        arguments["idempotency_key"] = format!("table-key-{:08}", self.keys).into();
        arguments["adcp_version"] = "3.2".into();
        arguments["adcp_major_version"] = 3.into();
        self.call(task, &arguments)
    }

    /// A first draft's id.
    pub fn draft(&mut self) -> String {
        let answer = self.ask("request_proposals", brief()).unwrap();
        id(&answer["proposals"][0])
    }

    /// One refinement's result.
    pub fn refine(&mut self, refinement: &Value) -> Value {
        self.ask("refine_proposals", json!({ "refinements": [refinement] })).unwrap()["results"][0].take()
    }

    /// A revision's result.
    pub fn revise(&mut self, source: &str, asked: Value) -> Value {
        let mut refinement = asked;
        refinement["proposal_id"] = source.into();
        refinement["action"] = "revise".into();
        self.refine(&refinement)
    }

    /// The held proposal.
    pub fn hold(&mut self, source: &str) -> Value {
        let mut result = self.refine(&json!({ "proposal_id": source, "action": "finalize" }));
        assert_eq!(result["outcome"], "finalized", "{result:#}");
        result["proposal"].take()
    }

    /// An acceptance's answer.
    pub fn accept(&mut self, hold: &Value) -> Result<Value, Value> {
        self.ask("accept_proposal", acceptance(hold))
    }
}

/// The scenario's brief.
pub fn brief() -> Value {
    json!({
        "brand": { "domain": "acmeoutdoor.example" },
        "brief": "Premium video and display across sports and outdoor lifestyle. Q4 flight. Adults 25-54, US.",
    })
}

/// Accepts a hold by the scenario's account.
pub fn acceptance(hold: &Value) -> Value {
    json!({
        "account": { "account_id": "account_pinnacle_acme" },
        "proposal_id": hold["proposal_id"],
        "proposal_terms_digest": hold["terms_digest"],
    })
}

pub fn id(proposal: &Value) -> String {
    proposal["proposal_id"].as_str().unwrap().to_owned()
}
