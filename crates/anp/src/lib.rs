//! ANP/0.1 from bytes to proven values: canonical JSON, keys, signed requests,
//! envelopes, offers, the ledger and its verdict.
//!
//! The crate is pure: no clock, no disk, no network, no randomness of its own. What
//! has been proven is a value that cannot be made in another way: a
//! [`request::VerifiedRequest`] comes only from a checked signature, an
//! [`event::Authored`] payload only from its author's key, a
//! [`verify::VerifiedLog`] only from a green verdict.

pub mod base64url;
pub mod checkpoint;
pub mod contact;
pub mod diff;
pub mod digest;
pub mod event;
pub mod join;
pub mod json;
pub mod keys;
pub mod ledger;
pub mod log;
pub mod members;
pub mod office;
pub mod payload;
pub mod register;
pub mod request;
pub mod roles;
mod text;
pub mod time;
pub mod verify;

/// The protocol's version string. It stands in everything that is hashed or signed,
/// so that sessions of different versions fail closed.
pub const PROTOCOL: &str = "ANP/0.1";

/// The domain string of what this project signs beside the protocol. No signature
/// made under it can stand in a session.
pub const OWN_DOMAIN: &str = "COUNTERSIGN/1";
