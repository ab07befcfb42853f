//! The training seller played in memory: the exchanges in which each profile has occasion
//! to lie.
#![allow(dead_code, clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, missing_docs)]

use std::process::Command;

use anp::time::Moment;
use serde_json::{Value, json};
use training_seller::{Buyer, Manner, Profile, Seller};

pub const NOW: &str = "2026-09-15T10:00:00Z";

/// One `refine_proposals` as a buyer keeps it.
pub struct Case {
    pub name: &'static str,
    pub request: Value,
    /// The text as it came.
    pub answer: String,
    pub sources: Vec<Value>,
    pub capabilities: Value,
}

impl Case {
    /// For the official verifier.
    pub fn json(&self) -> Value {
        json!({
            "request": self.request,
            "answer": self.answer,
            "sources": self.sources,
            "capabilities": self.capabilities,
            "now": NOW,
        })
    }
}

/// The rules by which `countersign adcp verify` finds an exchange at fault; none where it
/// holds.
pub fn rules(case: &Case) -> Vec<String> {
    judged(&case.request, &case.answer, &case.sources, &case.capabilities, Some(NOW))
}

pub fn judged(
    request: &Value,
    answer: &str,
    sources: &[Value],
    capabilities: &Value,
    now: Option<&str>,
) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path
    };
    let mut command = Command::new(env!("CARGO_BIN_EXE_countersign"));
    command.args(["adcp", "verify", "--json"]);
    command.arg("--request").arg(write("request.json", &request.to_string()));
    command.arg("--answer").arg(write("answer.json", answer));
    command.arg("--sources").arg(write("sources.json", &json!(sources).to_string()));
    if !capabilities.is_null() {
        command.arg("--capabilities").arg(write("capabilities.json", &capabilities.to_string()));
    }
    if let Some(now) = now {
        command.args(["--now", now]);
    }
    let output = command.output().unwrap();
    let told: Value = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(&output.stderr)));
    let faults = told["faults"].as_array().unwrap();
    let holds = output.status.code() == Some(0);
    assert_eq!(holds, faults.is_empty(), "{told:#}");
    faults.iter().map(|fault| fault["rule"].as_str().unwrap().to_owned()).collect()
}

/// A buyer with everything that it was told.
struct Play {
    seller: Seller,
    now: Moment,
    keys: u32,
    capabilities: Value,
    known: Vec<Value>,
    cases: Vec<Case>,
}

/// Plays a profile through and gives every exchange that was answered.
pub fn play(profile: Profile) -> Vec<Case> {
    let mut play = Play {
        seller: Seller::new(profile, 1),
        now: Moment::parse(NOW).unwrap(),
        keys: 0,
        capabilities: Value::Null,
        known: Vec::new(),
        cases: Vec::new(),
    };
    let capabilities = play.call("get_adcp_capabilities", &json!({})).unwrap();
    let capabilities: Value = serde_json::from_str(&capabilities).unwrap();
    play.capabilities = capabilities["media_buy"]["proposal_refinement"].clone();
    play.walk();
    play.cases
}

impl Play {
    fn call(&mut self, task: &str, arguments: &Value) -> Option<String> {
        let reply = self.seller.call(Buyer::Pinnacle, task, arguments, self.now);
        let answer = reply.body.ok().filter(|_| reply.manner == Manner::Answer)?;
        let read: Value = serde_json::from_str(&answer).unwrap();
        if read["status"] != "submitted" || task == "get_task_status" {
            return Some(answer);
        }
        let poll = json!({ "task_id": read["task_id"], "include_result": true });
        let last = (0..3).map(|_| self.call("get_task_status", &poll).unwrap()).last().unwrap();
        let last: Value = serde_json::from_str(&last).unwrap();
        last.get("result").filter(|_| last["status"] == "completed").map(Value::to_string)
    }

    fn ask(&mut self, task: &str, mut arguments: Value) -> Option<(Value, String)> {
        self.keys += 1;
        arguments["idempotency_key"] = format!("play-of-a-profile-{:04}", self.keys).into();
        arguments["adcp_version"] = "3.2".into();
        let answer = self.call(task, &arguments)?;
        Some((arguments, answer))
    }

    fn draft(&mut self) -> Option<String> {
        let brief = json!({ "brand": { "domain": "acmeoutdoor.example" }, "brief": "Video and display." });
        let (_, answer) = self.ask("request_proposals", brief)?;
        let draft = serde_json::from_str::<Value>(&answer).unwrap()["proposals"][0].take();
        let id = draft["proposal_id"].as_str().unwrap().to_owned();
        self.known.push(draft);
        Some(id)
    }

    fn refine(&mut self, name: &'static str, refinements: &Value) -> Option<Value> {
        let (request, answer) = self.ask("refine_proposals", json!({ "refinements": refinements }))?;
        let read: Value = serde_json::from_str(&answer).unwrap();
        let (sources, capabilities) = (self.known.clone(), self.capabilities.clone());
        self.cases.push(Case { name, request, answer, sources, capabilities });
        Some(read["results"].clone())
    }

    fn hold(&mut self, name: &'static str, sources: &[&str]) -> Option<Value> {
        let finalize = |id: &&str| json!({ "proposal_id": id, "action": "finalize" });
        let entries: Vec<Value> = sources.iter().map(finalize).collect();
        let results = self.refine(name, &json!(entries))?;
        let hold = results[0].get("proposal")?.clone();
        self.known.push(hold.clone());
        Some(hold)
    }

    fn accept(&mut self, hold: &Value) -> Option<Value> {
        let acceptance = json!({
            "account": { "account_id": "account_pinnacle_acme" },
            "proposal_id": hold["proposal_id"],
            "proposal_terms_digest": hold["terms_digest"],
        });
        let (_, answer) = self.ask("accept_proposal", acceptance)?;
        let accepted = serde_json::from_str::<Value>(&answer).unwrap()["accepted_proposal"].take();
        self.known.retain(|known| known["proposal_id"] != accepted["proposal_id"]);
        self.known.push(accepted.clone());
        Some(accepted)
    }

    /// As far as the seller goes along.
    fn walk(&mut self) -> Option<()> {
        let [first, second, third] = [self.draft()?, self.draft()?, self.draft()?];
        let mut typed = json!({
            "proposal_id": first,
            "action": "revise",
            "constraints": {
                "total_budget": { "max": 50000, "currency": "USD" },
                "cpm": { "max": 18, "currency": "USD" },
                "impressions": { "min": 1_000_000 },
            },
            "product_changes": { "premium_video_q4": "include", "display_standard_q4": "omit" },
            "criteria": { "product_ids": ["premium_video_q4", "native_feed_q4"] },
            "alternatives": { "count": 2 },
        });
        let declared = self.capabilities["supported_dimensions"].clone();
        if declared.as_array().is_some_and(|all| all.contains(&json!("flight"))) {
            typed["constraints"]["flight"] = json!({ "start_no_later_than": "2026-10-05T00:00:00Z" });
        }
        self.refine("typed", &json!([typed]));
        let revise = |id: &str, ask: &str| json!({ "proposal_id": id, "action": "revise", "ask": ask });
        self.refine("two", &json!([revise(&first, "More reach."), revise(&second, "Lean to video.")]))?;
        let hold = self.hold("held", &[&second, &third])?;
        let accepted = self.accept(&hold)?;
        let id = accepted["proposal_id"].as_str()?.to_owned();
        let fork = |kind: &str, ask: &str| json!([{ "proposal_id": id, "action": "revise", "change_kind": kind, "ask": ask }]);
        self.refine("amendment", &fork("amendment", "Extend flight by two weeks."))?;
        self.refine("cancellation", &fork("cancellation", "Objectives were met early."))?;
        Some(())
    }
}
