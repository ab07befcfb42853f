//! Media bought at the desk: real sellers on loopback, honest and lying.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, missing_docs)]

mod doubts;
mod ends;
mod lies;
mod life;
mod official;
mod record;
mod silence;
mod table;
mod taken_out;
