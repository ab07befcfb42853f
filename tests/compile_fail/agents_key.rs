//! The key of the desk's agent is no seal: with it nothing is decided, signed or bound again, and nobody gives
//! the agent leave by hand.

use deal::{AgentSeal, Allowance, Decided, HeadPoint, LedgerPlace, Person, Quorum, Screened, Signed};

pub fn decide(screened: Screened, by: Person, place: LedgerPlace, key: &dyn AgentSeal, quorum: &Quorum) {
    let _ = screened.decide(by, 0, place, key, quorum); //~ E0308
}

pub fn sign(decided: Decided, key: &dyn AgentSeal) {
    let _ = decided.sign(key); //~ E0308
}

pub fn sign_with<K: AgentSeal>(decided: Decided, key: &K) {
    let _ = decided.sign(key); //~ E0277
}

pub fn bind_again(signed: Signed, head: HeadPoint, place: LedgerPlace, key: &dyn AgentSeal) {
    let _ = signed.rebind(head, &[], 0, place, key); //~ E0308
}

pub fn twice(leave: &Allowance) -> Allowance {
    leave.clone() //~ E0308
}
