//! No step can be left out.

use deal::{Decided, Draft, EventPoint, Guarded, Held, LedgerPlace, Passage, Person, Screened, Seal};

const POINT: EventPoint = EventPoint { seq: 1, hash: [0; 32] };

pub fn send_a_draft(draft: Draft) {
    let _ = draft.landed(POINT); //~ E0599
}

pub fn sign_a_draft(draft: Draft, seal: &dyn Seal) {
    let _ = draft.sign(seal); //~ E0599
}

pub fn decide_a_draft(draft: Draft, person: Person, place: LedgerPlace, seal: &dyn Seal) {
    let _ = draft.decide(person, 0, place, seal); //~ E0599
}

pub fn decide_unscreened(guarded: Guarded, person: Person, place: LedgerPlace, seal: &dyn Seal) {
    let _ = guarded.decide(person, 0, place, seal); //~ E0599
}

pub fn decide_unreleased(held: Held, person: Person, place: LedgerPlace, seal: &dyn Seal) {
    let _ = held.decide(person, 0, place, seal); //~ E0599
}

pub fn decide_unlooked_at(passage: Passage, person: Person, place: LedgerPlace, seal: &dyn Seal) {
    let _ = passage.decide(person, 0, place, seal); //~ E0599
}

pub fn take_as_released(held: Held) -> Screened {
    held //~ E0308
}

pub fn release_by_the_way(held: Held) -> Option<Screened> {
    Passage::Held(held) //~ E0308
}

pub fn sign_undecided(screened: Screened, seal: &dyn Seal) {
    let _ = screened.sign(seal); //~ E0599
}

pub fn send_unsigned(decided: Decided) {
    let _ = decided.landed(POINT); //~ E0599
}

pub fn read_unsigned(decided: &Decided) {
    let _ = decided.pending(); //~ E0599
}
