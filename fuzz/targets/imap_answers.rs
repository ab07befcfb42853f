//! Any bytes as a mail.
#![no_main]
#![allow(missing_docs, reason = "the macro writes the entry point")]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::mail::answers_divide_alike(bytes));
