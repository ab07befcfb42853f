//! Any bytes as a checkpoint.
#![no_main]
#![allow(missing_docs, reason = "the macro writes the entry point")]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::checkpoint::only_what_was_signed(bytes));
