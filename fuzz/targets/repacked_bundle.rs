//! Any bundle, altered and packed again as a bundle is.
#![no_main]
#![allow(missing_docs, reason = "the macro writes the entry point")]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::bundle::repacked(bytes));
