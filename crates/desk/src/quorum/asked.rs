//! What a reviewed answer would be voted on, wherever it is to be sent.

use anp::time::Moment;
use deal::Passage;
use parley::vote::VoteMatter;

use super::along::Along;
use super::evidence::Evidence;
use crate::state::{Desk, locked};
use crate::trouble::gone;
use crate::view::{Missing, Problem};

/// A reviewed answer, as a vote can be asked for it.
pub(crate) struct Asked {
    pub(super) deal: String,
    pub(super) matter: VoteMatter,
    pub(super) evidence: Evidence,
    /// When it is past.
    pub(super) ends: Option<Moment>,
}

impl Asked {
    pub(crate) fn of(deal: &str, session: &str, passage: &Passage, along: Along) -> Self {
        Self {
            deal: deal.to_owned(),
            matter: passage.to_vote_on(),
            evidence: Evidence::of_answer(session, passage, along),
            ends: passage.expires_unix_ms().map(Moment::from_millis),
        }
    }
}

impl Desk {
    /// The review that a ticket stands for.
    pub(super) fn reviewed_to_vote_on(&self, ticket: &str) -> Result<Asked, Problem> {
        let in_session = locked(&self.0.reviews)
            .get(ticket)
            .map(|pending| Asked::of(&pending.deal, &pending.session, &pending.passage, Along::Session));
        let asked = match in_session {
            Some(asked) => Some(asked),
            None => match self.asked_by_mail(ticket)? {
                Some(asked) => Some(asked),
                None => self.asked_of_media(ticket),
            },
        };
        asked.ok_or_else(|| gone(Missing::Review))
    }
}
