//! Any log, with its hashes made anew as by a host that has no keys.
#![no_main]
#![allow(missing_docs, reason = "the macro writes the entry point")]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::log::no_key_no_green(bytes));
