//! Any text as a vendor's words.
#![no_main]
#![allow(missing_docs, reason = "the macro writes the entry point")]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::screen::names_tactics_in_the_text(bytes));
