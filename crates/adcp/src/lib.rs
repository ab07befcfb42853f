//! AdCP 3.2 proposals, the buyer's side: typed requests, preflight, and answers judged by computation.
//!
//! Every step of this protocol makes a new, immutable proposal, and nearly everything that a seller
//! says of one can be computed: its digest, its lineage, whether it meets what was asked for. This
//! crate computes it, from the bytes as they came, and believes nothing else. What a seller writes in
//! prose is shown to people and never read for terms.
//!
//! Pure: no clock, no disk, no network, no randomness; time is an argument.

pub mod accepted;
pub mod answer;
pub mod capability;
pub mod constraint;
pub mod course;
pub mod digest;
pub mod fault;
pub mod instant;
pub mod key;
pub mod message;
pub mod number;
pub mod pointer;
pub mod preflight;
pub mod replay;
pub mod request;
pub mod schema;
pub mod sources;
pub mod task_error;
pub mod verify;
