//! Nobody writes a decision down without having made it, nor a state that follows from one.

use deal::{Decided, Decision, Draft, Sent};

#[rustfmt::skip]
pub fn decision(person: deal::Person, place: deal::LedgerPlace) -> Decision {
    Decision { person, at_unix_ms: 0, landed: 0, rebinds: None, statement: String::new(), statement_hash: [0; 32], place, signature: [0; 64] } //~ E0451
}

pub fn decided(decision: Decision) -> Decided {
    Decided { decision, leaving: loop {} } //~ E0451
}

pub fn sent(draft: Draft, decision: Decision) -> Sent {
    drop(draft);
    Sent { decision, landed: Vec::new(), leaving: loop {} } //~ E0451
}
