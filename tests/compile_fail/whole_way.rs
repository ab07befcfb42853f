//! The honest way, from draft to sent: it compiles, so the other cases fail for the reason they name.

use deal::{
    Answer, Decided, Draft, EqualNumbers, EventPoint, Facts, HeadPoint, History, Landing, LedgerPlace, Person,
    Screened, Seal, Signed,
};

pub fn whole_way(answer: Answer, head: HeadPoint, person: Person, place: LedgerPlace, seal: &dyn Seal) {
    let Ok(draft) = Draft::new(answer, Vec::new(), None, head) else { return };
    let guarded = draft.guard(None, &History::default());
    let Ok(screened): Result<Screened, _> = guarded.screen(&EqualNumbers, &Facts::default()) else { return };
    let Ok(decided): Result<Decided, _> = screened.decide(person, 0, place, seal) else { return };
    let Ok(signed): Result<Signed, _> = decided.sign(seal) else { return };
    let Ok(Landing::Sent(_)) = signed.landed(EventPoint { seq: 1, hash: [0; 32] }) else { return };
}
