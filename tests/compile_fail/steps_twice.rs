//! No state can be used again once a step has consumed it.

use deal::{Decided, Draft, EventPoint, Held, History, LedgerPlace, Person, Quorum, Screened, Seal, Signed};

pub fn guard_twice(draft: Draft) {
    let _ = draft.guard(None, &History::default());
    let _ = draft.guard(None, &History::default()); //~ E0382
}

pub fn release_twice(held: Held) {
    let _ = held.release(&[0]);
    let _ = held.release(&[0]); //~ E0382
}

pub fn decide_twice(screened: Screened, person: Person, place: LedgerPlace, seal: &dyn Seal, vote: &Quorum) {
    let _ = screened.decide(person.clone(), 0, place.clone(), seal, vote);
    let _ = screened.decide(person, 1, place, seal, vote); //~ E0382
}

pub fn sign_twice(decided: Decided, seal: &dyn Seal) {
    let _ = decided.sign(seal);
    let _ = decided.sign(seal); //~ E0382
}

pub fn send_twice(signed: Signed) {
    let point = EventPoint { seq: 1, hash: [0; 32] };
    let _ = signed.landed(point);
    let _ = signed.landed(point); //~ E0382
}
