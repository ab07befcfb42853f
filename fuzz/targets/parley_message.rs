//! Any text as a typed negotiation's message.
#![no_main]
#![allow(missing_docs, reason = "the macro writes the entry point")]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::parley::message(bytes));
