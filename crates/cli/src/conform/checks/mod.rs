//! The checks, by what they are about.

mod authorship;
mod bounds;
mod envelope;
mod http;
mod json;
mod nonces;
mod offer;
mod record;
mod refusals;
mod registration;
mod requests;
mod sandbox;
mod sessions;

use std::sync::Arc;

use super::check::{Check, Found, Rule, Run};
use super::seat::Seat;

pub use record::Record;

/// Groups of checks. Each sits at agents of its own, so that they can run side by side.
pub const GROUPS: [&[Check]; 12] = [
    registration::CHECKS,
    requests::CHECKS,
    nonces::CHECKS,
    refusals::CHECKS,
    envelope::CHECKS,
    offer::CHECKS,
    json::CHECKS,
    authorship::CHECKS,
    record::CHECKS,
    sessions::CHECKS,
    sandbox::CHECKS,
    http::CHECKS,
];

/// What all answers together must hold; runs behind the groups.
pub const LAST: &[Check] = http::ALL_ANSWERS;

/// Every check there is.
pub fn all() -> impl Iterator<Item = &'static Check> {
    GROUPS.into_iter().flatten().chain(LAST)
}

/// A check of every host.
const fn protocol(id: &'static str, section: &'static str, title: &'static str, run: Run) -> Check {
    Check { id, section, title, rule: Rule::Protocol, run }
}

/// A check of what this project has decided where the protocol leaves room.
const fn ours(id: &'static str, section: &'static str, title: &'static str, run: Run) -> Check {
    Check { id, section, title, rule: Rule::Ours, run }
}

/// A check that is a story of its own.
macro_rules! story {
    ($story:path) => {
        $crate::conform::check::Run::Story(|seat| Box::pin($story(seat)))
    };
}
use story;

/// Puts a check to the test.
pub async fn run(check: &Check, seat: Arc<Seat>) -> Found {
    match check.run {
        Run::Story(story) => story(seat).await,
        Run::Bound(bound) => bounds::hold(&seat, bound).await,
    }
}
