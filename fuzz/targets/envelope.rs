//! Any text as a mandate envelope or an opening.
#![no_main]
#![allow(missing_docs, reason = "the macro writes the entry point")]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::payload::envelopes(bytes));
