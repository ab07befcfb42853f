//! Several people, each at a desk of their own, against one host.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, missing_docs)]

mod ground;
mod joining;
mod steps;
mod vendors;
