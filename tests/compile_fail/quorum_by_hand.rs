//! Nobody makes out of one proof the proof for another answer.

use deal::Quorum;

pub fn by_hand(quorum: Quorum) -> Quorum {
    Quorum { standing: loop {}, ..quorum } //~ E0451
}
