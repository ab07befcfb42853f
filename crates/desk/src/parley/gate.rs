//! The last look before a message of ours leaves: what the organisation demands may have
//! changed since a person decided.

use anp::digest::{Fingerprint, PayloadHash};
use anp::keys::PublicKey;
use parley::envelope::{Body, Envelope, Substance};
use parley::mandate::{Act, Matter};
use parley::session::{End, Phase, Session};
use parley::vote::VoteMatter;
use store::Connection;
use store::tables::parleys::{self, Outgoing};

use super::keep::{Kept, digest_text, take_up};
use super::screen::Look;
use crate::screening::{blocked, down, held};
use crate::state::{Desk, Signer};
use crate::trouble::{defect, gone};
use crate::view::{Missing, ParleyKept, Problem};

/// A message that waits to be handed to the channel.
pub(super) struct Waiting {
    pub(super) out: Outgoing,
    pub(super) peer: String,
    pub(super) deal: String,
    /// Whether it is among this side's last words.
    last: bool,
    /// What it would bind to, where it binds.
    matter: Option<Matter>,
    /// Whether the session was ended here since: withdrawn, or settled as no deal.
    over: bool,
}

/// What becomes of a message at the moment of sending.
pub(super) enum Turn {
    /// It goes.
    Goes,
    /// It is past, and goes no more.
    Past,
    /// It waits for a vote that is demanded by now.
    KeptBack,
}

impl Waiting {
    fn of(out: Outgoing, kept: &Kept) -> Result<Self, Problem> {
        let session = &kept.session;
        let message = Envelope::read(out.message.as_bytes()).map_err(|_| defect("parley message"))?;
        let last = session.last_words().iter().any(|said| digest_text(said.digest()) == out.digest);
        let over = match session.phase() {
            Phase::Ended(End::Settled(word)) => !word.deal(),
            Phase::Ended(End::Withdrawn { by, .. }) => *by == session.setup().role,
            _ => false,
        };
        let matter = binding(session, message.substance())?;
        Ok(Self { out, peer: kept.row.peer.clone(), deal: kept.row.deal.clone(), last, matter, over })
    }
}

/// What is due, with all that is judged before it leaves.
pub(super) fn due(
    db: &Connection,
    now_ms: i64,
    keys: &dyn Fn(&Fingerprint) -> Option<PublicKey>,
) -> Result<Vec<Waiting>, Problem> {
    let due = parleys::due(db, now_ms)?.into_iter();
    due.map(|out| {
        let kept = take_up(db, &out.session, keys)?;
        Waiting::of(out, &kept)
    })
    .collect()
}

/// What a message of ours binds to; none for one that binds nobody. A confirmation is the
/// answer to an offer that was looked at when it left.
fn binding(session: &Session, message: &Substance) -> Result<Option<Matter>, Problem> {
    let (act, round, terms, expires_at) = match message.body() {
        Body::Offer { round, terms, expires_at } => (Act::Offer, *round, terms.clone(), expires_at.clone()),
        Body::Accept { round, .. } => {
            let (expires_at, terms) = session.offer(*round).ok_or_else(|| defect("parley accept"))?;
            (Act::Accept, *round, terms.clone(), expires_at.clone())
        }
        Body::Reject { .. } | Body::Withdraw { .. } | Body::Confirm { .. } | Body::Nack { .. } => {
            return Ok(None);
        }
    };
    Ok(Some(Matter { act, session: session.setup().session.clone(), round, terms, expires_at }))
}

impl Desk {
    /// Whether a message may leave now. One that was handed over before says nothing new; one
    /// that was not leaves only where no vote is demanded on it by now, or the one that is has
    /// passed.
    pub(super) async fn turn_of(&self, waiting: &Waiting, signer: &Signer) -> Turn {
        if waiting.out.sends > 0 {
            return if waiting.last { Turn::Goes } else { Turn::Past };
        }
        let Some(matter) = &waiting.matter else { return Turn::Goes };
        if waiting.over {
            return Turn::Past;
        }
        match self.quorum_at_last(&waiting.deal, &matter.to_vote_on(), signer).await {
            Ok(()) => Turn::Goes,
            // A ledger that is not to be believed keeps it back as well.
            Err(problem) => {
                tracing::warn!(code = ?problem.code, "an act in a negotiation is kept back");
                Turn::KeptBack
            }
        }
    }

    /// What is kept back by what is known here needs no word of the host.
    async fn quorum_at_last(&self, deal: &str, matter: &VoteMatter, signer: &Signer) -> Result<(), Problem> {
        self.quorum(deal, matter)?;
        self.demands_anew(signer, matter).await?;
        self.quorum(deal, matter).map(drop)
    }

    /// Why a message of a negotiation that has not left is kept back, where one is.
    /// With it what the screen found, where it is the screen that keeps it.
    pub(super) fn kept_back(&self, session: &str) -> Result<Option<(Problem, Option<ParleyKept>)>, Problem> {
        let found = self.kept_matter(session)?;
        let refused = found.and_then(|(deal, matter)| self.quorum(&deal, &matter.to_vote_on()).err());
        if let Some(problem) = refused {
            return Ok(Some((problem, None)));
        }
        Ok(match self.kept_by_screen(session)? {
            None | Some((_, Look::Goes)) => None,
            Some((_, Look::Down(why))) => Some((down(why), None)),
            Some((message, Look::Stays(found))) => {
                let blocks = found.iter().any(|finding| finding.kind.blocks());
                let (screen, problem) = if blocks { blocked(&found) } else { held(&found) };
                let id = PayloadHash::of_canonical(&message).to_string();
                Some((problem, Some(ParleyKept { id, message, screen })))
            }
        })
    }

    /// The first message of a negotiation that has not left and that the screen keeps, with its word.
    pub(super) fn kept_by_screen(&self, session: &str) -> Result<Option<(String, Look)>, Problem> {
        let Ok(signer) = self.signer() else { return Ok(None) };
        let due = self.read(|db| Ok(parleys::due(db, i64::MAX)?))?;
        let (deal, known) = self.negotiation(session)?;
        for out in due.into_iter().filter(|out| out.session == session && out.sends == 0) {
            match self.look_at_parley((&deal, &known), &out.message, &signer)? {
                Look::Goes => {}
                look => return Ok(Some((out.message, look))),
            }
        }
        Ok(None)
    }

    /// The first act of a negotiation that has not left, with the deal.
    fn kept_matter(&self, session: &str) -> Result<Option<(String, Matter)>, Problem> {
        let keys = self.approver();
        let due = self.read(|db| due(db, i64::MAX, &keys))?;
        let unsent = |waiting: &Waiting| waiting.out.session == session && waiting.out.sends == 0;
        let mut of_session = due.into_iter().filter(|waiting| unsent(waiting) && !waiting.over);
        Ok(of_session.find_map(|waiting| Some((waiting.deal, waiting.matter?))))
    }

    /// Asks for the vote that an act waits for which a person decided on before it was demanded,
    /// and gives the proposal's id.
    ///
    /// # Errors
    /// Where nothing is kept back, or as [`Desk::ask_vote_on_act`].
    pub async fn ask_vote_on_kept(&self, session: &str) -> Result<String, Problem> {
        let signer = self.signer()?;
        let (deal, matter) = self.kept_matter(session)?.ok_or_else(|| gone(Missing::VotedAct))?;
        self.propose_act(&deal, &matter, "", &signer).await
    }
}
