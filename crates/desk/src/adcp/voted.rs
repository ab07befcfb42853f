//! A request to a seller of media that a vote is on: to its last byte in what voters are shown, and sent
//! as it stands there, under the one name that it was drawn with.

use adcp::key::IdempotencyKey;
use anp::json;
use deal::AnswerKind;

use super::book::{Book, text};
use super::review::{Taken, hold_ends, session_of};
use crate::quorum::{Along, Asked, MediaAlong};
use crate::state::{Desk, locked};
use crate::trouble::gone;
use crate::view::{Missing, Problem, Review};

/// The tasks that bind, by their names as the protocol has them.
const TOOLS: [&str; 2] = ["accept_proposal", "refine_proposals"];

impl Desk {
    /// A reviewed request, as a vote can be asked for it.
    pub(crate) fn asked_of_media(&self, ticket: &str) -> Option<Asked> {
        let reviews = locked(&self.0.adcp.reviews);
        let pending = reviews.get(ticket)?;
        let (about, departures) = (pending.taken.about.clone(), pending.taken.departures.clone());
        let along = Along::Media(MediaAlong { about, departures });
        let deal = &pending.taken.deal;
        Some(Asked::of(deal, &session_of(deal), &pending.passage, along))
    }

    /// Reviews the very request that a vote passed on. What the seller said since is judged anew.
    pub(crate) fn review_voted_request(
        &self,
        deal: &str,
        kind: AnswerKind,
        (tool, arguments): (String, String),
        along: &MediaAlong,
    ) -> Result<Review, Problem> {
        let unknown = || gone(Missing::VotedAnswer);
        let said = json::parse_flawless(arguments.as_bytes()).map_err(|_| unknown())?;
        let key = text(&said, "idempotency_key").ok_or_else(unknown)?;
        let key = IdempotencyKey::parse(key).map_err(|_| unknown())?;
        let tool = TOOLS.into_iter().find(|known| *known == tool).ok_or_else(unknown)?;
        let book = self.read(|db| Book::read(db, deal))?;
        // Sent once already: what became of it stands there.
        if book.exchanges.iter().any(|exchange| exchange.row.key == key.as_str()) {
            return Err(gone(Missing::VotedAnswer));
        }
        let taken = Taken {
            deal: deal.to_owned(),
            key: key.as_str().to_owned(),
            tool,
            arguments,
            about: along.about.clone(),
            departures: along.departures.clone(),
            hold_ends: hold_ends(&book, kind, &along.about),
            mandate_version: None,
        };
        self.review_taken(&book, kind, taken)
    }
}
