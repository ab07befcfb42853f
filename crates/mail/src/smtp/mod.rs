//! Mails written and handed over, at most once.
//!
//! Writing and the words of the protocol are `lettre`'s. What is decided here is what is
//! known afterwards: taken, surely not sent, or unknown. From the moment a mail's text
//! begins to leave, a lost answer means that it may have arrived.

mod bearer;
mod hand;
mod letter;
mod spoken;

pub use hand::{Handed, Parcel, greets, hand_over, try_out};
pub use letter::{Letter, Unwritable};
