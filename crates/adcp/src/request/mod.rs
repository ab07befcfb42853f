//! Requests of the six tools: typed, so that what may not stand together cannot.

pub mod read;
pub mod refine;
pub mod tools;
pub mod words;
