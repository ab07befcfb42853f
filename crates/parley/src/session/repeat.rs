//! Saying again what was said: to duplicates, after a restart, and to reconcile.

use super::{Phase, Place, Session};
use crate::envelope::{Kind, Substance};

impl Session {
    /// What this side answered to a message that comes a second time: its sender may not
    /// have heard the answer.
    pub(super) fn answer_again(&self, heard: Place) -> Vec<Substance> {
        let me = self.me();
        let said = |round, kind| self.said(round, kind, me).cloned();
        let round = heard.round;
        match heard.kind {
            Kind::Offer => {
                let waits = matches!(self.phase, Phase::AcceptSent { .. } | Phase::Unresolved);
                let accept = if waits { said(round, Kind::Accept) } else { None };
                let counter = if self.live == round.next() { said(self.live, Kind::Offer) } else { None };
                let leave = said(round, Kind::Withdraw).or_else(|| said(round.next(), Kind::Withdraw));
                [accept, said(round, Kind::Reject), said(round, Kind::Nack), counter, leave]
                    .into_iter()
                    .flatten()
                    .collect()
            }
            Kind::Accept => [Kind::Confirm, Kind::Nack, Kind::Reject]
                .into_iter()
                .filter_map(|kind| said(round, kind))
                .collect(),
            Kind::Reject | Kind::Withdraw | Kind::Confirm | Kind::Nack => Vec::new(),
        }
    }

    /// This side's last words: what belongs to the live round or came after it. Sent after
    /// a restart, since a message may be in the log and not on the wire; and from time to
    /// time while the other side is silent.
    pub fn last_words(&self) -> Vec<Substance> {
        self.mine()
            .filter(|(place, _)| place.round >= self.live)
            .map(|(_, message)| message.clone())
            .collect()
    }

    /// Everything that this side said, for reconciling: when both sides have heard all of
    /// the other's, their records are equal. The state of one that knew it all does not
    /// change.
    pub fn reconcile(&self) -> Vec<Substance> {
        self.mine().map(|(_, message)| message.clone()).collect()
    }

    fn mine(&self) -> impl Iterator<Item = (&Place, &Substance)> {
        let me = self.me();
        self.record.iter().filter(move |(place, _)| place.by == me)
    }
}
