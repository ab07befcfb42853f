//! The honest way, from draft to sent: it compiles, so the other cases fail for the reason they name.

use deal::{
    Answer, Decided, Demands, Draft, EventPoint, HeadPoint, History, Landing, LedgerPlace, Passage, Person,
    Scenario, Screen, Screened, Seal, Signed,
};

pub fn whole_way(
    answer: Answer,
    head: HeadPoint,
    (person, place): (Person, LedgerPlace),
    (seal, screen): (&dyn Seal, &dyn Screen),
) {
    let Ok(draft) = Draft::new(answer, Vec::new(), None, head) else { return };
    let guarded = draft.guard(None, &History::default());
    let screened: Screened = match guarded.screen(screen, &Scenario::default()) {
        Ok(Passage::Clear(screened)) => screened,
        Ok(Passage::Held(held)) => {
            let Ok(released) = held.release(&[0]) else { return };
            released
        }
        Err(_) => return,
    };
    let Ok(quorum) = Demands::default().settle(&screened.to_vote_on(), None) else { return };
    let Ok(decided): Result<Decided, _> = screened.decide(person, 0, place, seal, &quorum) else { return };
    let Ok(signed): Result<Signed, _> = decided.sign(seal) else { return };
    let Ok(Landing::Sent(_)) = signed.landed(EventPoint { seq: 1, hash: [0; 32] }) else { return };
}
