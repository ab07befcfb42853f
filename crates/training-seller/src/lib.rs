//! A seller of media for trying and testing: AdCP 3.2 proposal negotiation over MCP, on
//! loopback, without a network.
//!
//! It keeps the seller's rules: the whole request is checked before anything is done, a
//! key goes with the same bytes alone, holds are made all or none and capped, nothing of
//! one account is told to another, and who probes again and again hears less. What it
//! says follows from its seed, the time that it is given and what it was asked: no chance,
//! no clock of its own. [`Profile`] adds other honest sellers, and one liar for each lie
//! that a buyer must catch.
//!
//! It is a crate of its own so that no seller is ever among the desktop's dependencies,
//! and knows nothing of the buyer's own reading of the protocol: a mistake made there
//! would otherwise be made here too, and agree with itself.

mod account;
mod ask;
mod book;
mod buy;
mod capabilities;
mod catalogue;
mod cents;
mod decline;
mod fault;
mod finalize;
mod lies;
mod offer;
mod plan;
mod preflight;
mod probe;
mod profile;
mod replay;
mod request;
mod revise;
mod seller;
mod tasks;
mod terms;
mod tools;
mod wire;
mod wishes;

pub use account::{Buyer, RIVAL_TOKEN, TOKEN};
pub use fault::Fault;
pub use profile::{Kind, PROFILES, Profile};
pub use seller::{Manner, Reply, Seller};
pub use terms::digest;
pub use wire::{Clock, Framing, Manners, serve};
