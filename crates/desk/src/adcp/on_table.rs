//! What waits at a seller of media for this side's word.

use deal::History;

use super::book::Book;
use super::show_proposal::views;
use crate::state::Desk;
use crate::view::Problem;

impl Desk {
    /// What of a seller of media is still on the table: its address, the proposals that can be declined,
    /// and what the mandate's caps are judged by.
    pub(crate) fn on_the_table(&self, deal: &str) -> Result<(String, Vec<String>, History), Problem> {
        let book = self.read(|db| Book::read(db, deal))?;
        let now = self.0.sources.now();
        let open = views(&book, now).into_iter().filter(|proposal| proposal.may_decline);
        let seller = book.seller.as_ref().map(|seller| seller.url.clone()).unwrap_or_default();
        Ok((seller, open.map(|proposal| proposal.id).collect(), book.history(now, "")))
    }

    /// Whether proposals wait for this side's word.
    pub(crate) fn proposals_wait(&self, deal: &str) -> bool {
        self.on_the_table(deal).is_ok_and(|(_, open, _)| !open.is_empty())
    }
}
