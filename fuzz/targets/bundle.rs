//! Any bytes as an evidence bundle.
#![no_main]
#![allow(missing_docs, reason = "the macro writes the entry point")]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::bundle::read_one_way(bytes));
