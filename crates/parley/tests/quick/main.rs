//! Everything of the crate that is tried in a moment, as one program: whoever changes the
//! machine place by place builds it for each change.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

mod at_rest;
mod demands;
mod ends;
mod envelopes;
mod late;
mod mandate;
mod rules;
mod session;
mod settled;
#[path = "../table/mod.rs"]
mod table;
mod turns;
mod votes;
