//! Decisions by a group: what the organisation demands stands on its ledger, a vote on the
//! deal's. Nothing of it is stored elsewhere: proposals, ballots and outcomes are what the
//! entries say, read anew each time.

mod act;
mod along;
mod anew;
mod asked;
mod ballots;
mod demands;
mod elections;
mod evidence;
mod needs;
mod propose;
mod show;

pub(crate) use along::{Along, MailAlong, MediaAlong};
pub(crate) use asked::Asked;
pub(crate) use needs::of_votes;
