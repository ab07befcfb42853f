//! Typed negotiation that ends: envelopes, the session machine, caps, confirmations,
//! and decisions by quorum.
//!
//! The crate is pure: no clock, no disk, no network, no randomness. It knows no
//! transport; time is an argument, and what is to be sent is a return value.
//!
//! The published guide's machine lets one side end with a deal and the other without
//! (`tests/literal.rs` holds both counterexamples). Here the accepting side waits in
//! [`session::Phase::AcceptSent`], and the offeror, by its own clock, is the only judge:
//! it answers `confirm` or `nack`, as often as it is asked and after its own end too.
//!
//! Where each promise is checked, on this very code:
//!
//! | | property of a session | checked in |
//! |---|---|---|
//! | 1 | never a deal here and a no-deal there | `tests/model`, `tests/long_runs.rs` |
//! | 2 | both deals name one round and one terms hash | `tests/model`, `tests/long_runs.rs` |
//! | 3 | no accept is judged good after `expires_at` | `tests/model`, `tests/long_runs.rs` |
//! | 4 | an end is final | `tests/model`, `tests/long_runs.rs` |
//! | 5 | exactly one ending entry in a log | `tests/model`, `tests/long_runs.rs` |
//! | 6 | rounds stay within the cap | `tests/model`, `tests/quick/session.rs` |
//! | 7 | accepted means within the mandate and approved by a person | types of [`mandate`]; `tests/model`, `tests/quick/mandate.rs` |
//! | 8 | only the receiver of the live offer accepts or counters | `tests/model`, `tests/quick/session.rs` |
//! | 9 | stale or duplicate messages change nothing | `tests/model`, `tests/quick/session.rs` |
//! | 10 | the same round with other content is a protocol error | `tests/model`, `tests/quick/session.rs` |
//! | 11 | an accept after the end gets a refusal that names the cause | `tests/model`, `tests/quick/session.rs` |
//! | 12 | after reconciling both records are equal; twice changes nothing | `tests/model`, `tests/long_runs.rs` |
//! | 13 | a confirmation follows an accept alone; unequal hashes mean disputed | `tests/model`, `tests/quick/session.rs` |
//! | 14 | every session ends, given more retries than losses | `tests/model`, `tests/long_runs.rs` |
//! | 15 | a cap that is hit sends its `reject` or `withdraw` | `tests/model`, `tests/quick/session.rs` |
//! | 16 | a restart from the log gives the same state | `tests/model`, `tests/long_runs.rs` |
//! | 17 | `note` never influences state | `tests/model`, `tests/quick/envelopes.rs` |
//!
//! | | property of a vote | checked in |
//! |---|---|---|
//! | 18 | default deny at the deadline | `tests/votes_model.rs`, `tests/quick/votes.rs` |
//! | 19 | one ballot per eligible voter, the first counts | `tests/votes_model.rs`, `tests/quick/votes.rs` |
//! | 20 | late and outside ballots are kept and not counted | `tests/votes_model.rs`, `tests/quick/votes.rs` |
//! | 21 | approved means at least k distinct yes, under the rule hashed before | `tests/votes_model.rs`, `tests/quick/votes.rs` |
//! | 22 | an outcome never flips | `tests/votes_model.rs` |
//! | 23 | nobody is shown another's ballot before voting | `tests/votes_model.rs`, `tests/quick/votes.rs` |
//! | 24 | every ballot is kept with its reason, refused ones too | `tests/votes_model.rs`, `tests/quick/votes.rs` |
//!
//! `cargo xtask model` explores further than the tests do.

pub mod caps;
pub mod cause;
pub mod envelope;
pub mod log;
pub mod mandate;
pub mod session;
pub mod terms;
mod transcript;
pub mod vote;

pub use transcript::Link;
