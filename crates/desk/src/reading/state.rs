//! What was read, on the deal's ledger: names of rules, families and hashes; no word of anybody's.

use std::collections::BTreeMap;

use anp::json::{self, Value};
use store::tables::{deals, readings};

use super::{Found, RULES};
use crate::ledger;
use crate::state::{Desk, Signer};
use crate::view::Problem;

/// The kind under which readings stand on a deal's ledger.
const KIND: &str = "judged";

/// Readings that one statement tells of at most.
const MOST: u32 = 40;

impl Desk {
    /// States what was read and stands on no ledger, where the person here owns the deal.
    pub(super) async fn state_readings(&self) -> Result<(), Problem> {
        let Some(signer) = self.now().signer.clone() else { return Ok(()) };
        loop {
            // Whoever decides has looked up a place on the ledger; nothing may come in between.
            let _alone = self.0.sending.lock().await;
            if !self.state_some(&signer)? {
                return Ok(());
            }
        }
    }

    /// One statement a deal; true where there may be more.
    fn state_some(&self, signer: &Signer) -> Result<bool, Problem> {
        let at = self.stamp();
        self.write(|db| {
            let mine = signer.fingerprint_text();
            let mut of_deal: BTreeMap<String, Vec<readings::Reading>> = BTreeMap::new();
            for reading in readings::unstated(db, MOST)? {
                of_deal.entry(reading.deal.clone()).or_default().push(reading);
            }
            let mut stated = false;
            for (deal, made) in &of_deal {
                let owner = deals::get(db, deal)?.map(|deal| deal.owner_fingerprint);
                let entries: Vec<&str> = made.iter().map(|reading| reading.entry.as_str()).collect();
                if owner.as_deref() == Some(mine.as_str()) {
                    ledger::state(db, deal, (KIND, &statement(made)), signer, &at)?;
                    stated = true;
                }
                // What another owns, that person's desk states.
                readings::state(db, &entries)?;
            }
            Ok(stated)
        })
    }
}

fn statement(made: &[readings::Reading]) -> String {
    let entry = |reading: &readings::Reading| {
        let found = Found::of(&reading.found);
        let tactic = |named: &super::Named| {
            let rules: Vec<Value> = named.shown.iter().map(|shown| shown.rule.as_str().into()).collect();
            Value::object([
                ("family", named.family.as_str().into()),
                ("percent", Value::Number(f64::from(named.percent))),
                ("rules", Value::Array(rules)),
            ])
        };
        let mark = |mark: &super::found::Mark| {
            Value::object([("kind", mark.kind.as_str().into()), ("rule", mark.rule.as_str().into())])
        };
        Value::object([
            ("entry", reading.entry.as_str().into()),
            ("hash", reading.subject.as_str().into()),
            ("marks", Value::Array(found.marks.iter().map(mark).collect())),
            ("tactics", Value::Array(found.tactics.iter().map(tactic).collect())),
        ])
    };
    json::canonical(&Value::object([
        ("entries", Value::Array(made.iter().map(entry).collect())),
        ("rules", RULES.as_str().into()),
        ("v", Value::Number(1.0)),
    ]))
}
