//! What must hold for any bytes that come from outside, each as a function that panics
//! where it does not. The fuzz targets call one of them each.
//!
//! The strongest of these rest on keys: the seeds of the corpus are signed by the named
//! people of the tests, the fuzzer has none of their keys, so whatever is believed must
//! have been said in a seed.
#![forbid(unsafe_code)]
#![allow(clippy::missing_panics_doc, reason = "to panic is what they are for")]

pub mod adcp;
pub mod bundle;
pub mod checkpoint;
pub mod json;
pub mod log;
pub mod mail;
pub mod parley;
pub mod payload;
pub mod request;
pub mod screen;
pub mod sheet;

#[path = "../../crates/anp/tests/ledger/mod.rs"]
#[allow(clippy::pedantic)]
pub mod ledger;

#[path = "../../crates/evidence/tests/thread/mod.rs"]
#[allow(clippy::pedantic)]
pub mod thread;
