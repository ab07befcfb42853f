//! What an organisation demands a vote on is neither decided nor sent without the proof that it passed.

use deal::{Demands, History, LedgerPlace, Mandate, Person, Quorum, Scenario, Screen, Screened, Seal, Signed, Terms};

pub fn decide_without(screened: Screened, person: Person, place: LedgerPlace, seal: &dyn Seal) {
    let _ = screened.decide(person, 0, place, seal); //~ E0061
}

pub fn decide_regardless(screened: Screened, person: Person, place: LedgerPlace, seal: &dyn Seal) {
    let _ = screened.decide(person, 0, place, seal, &Demands::default()); //~ E0308
}

pub fn send_without(signed: &Signed, terms: &Terms, mandate: &Mandate, screen: &dyn Screen) {
    let _ = signed.clear(Some(terms), Some(mandate), &History::default(), (screen, &Scenario::default())); //~ E0061
}

pub fn by_default() -> Quorum {
    Default::default() //~ E0277
}
