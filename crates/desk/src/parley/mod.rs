//! Typed negotiations over channels without a protocol of their own. The machine is the
//! crate `parley`; here are its clock, its log and its wire.

mod account;
mod act;
mod agentpub;
mod begin;
mod channel;
mod gate;
mod keep;
mod release;
mod round;
mod screen;
mod show;
mod wire;

pub(crate) use act::matter_of;
pub(crate) use round::Joined;
