//! Any bytes as what stands in Outlook's envelope.
#![no_main]
#![allow(missing_docs, reason = "the macro writes the entry point")]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::mail::in_an_envelope(bytes));
