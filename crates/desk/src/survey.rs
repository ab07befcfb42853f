//! Every deal with what its line in a list is made of. Each table is read once, however many
//! deals there are; logs are proven a few at a time, so that nobody waits for thousands.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use anp::time::Moment;
use deal::HoldState;
use store::tables::{deals, disputes, outbox, seen, sessions};

use crate::adcp::MediaGlance;
use crate::changed::Topic;
use crate::glance::Glanced;
use crate::mail_quotes::{KeptQuote, every_quote};
use crate::state::{Desk, locked};
use crate::timeline::{Stand, any_held, deal_state, stored_faults};
use crate::view::{DealRow, DealState, Problem, ProblemCode};

/// Logs that are proven while a list waits for it; the others follow in the background.
const WHILE_WAITED_FOR: usize = 24;

/// Logs that are proven in one piece of the background's work.
const PIECE: usize = 40;

/// Every deal, as it was surveyed when so much had changed.
pub(crate) struct Surveys {
    moves: u64,
    surveys: Arc<Vec<Survey>>,
}

/// A deal with everything that its line in a list is made of.
pub(crate) struct Survey {
    pub(crate) row: DealRow,
    pub(crate) sessions: Vec<Surveyed>,
    pub(crate) quotes: Vec<KeptQuote>,
    /// Dealings with a seller of media, where there are any.
    pub(crate) media: Option<Arc<MediaGlance>>,
}

/// A session of a deal.
pub(crate) struct Surveyed {
    pub(crate) session: sessions::Session,
    /// None where its log has not been proven yet since the start.
    pub(crate) glance: Option<Glanced>,
    /// The faults of its dispute, JSON.
    faults: Option<String>,
    unsettled: outbox::Unsettled,
}

impl Surveyed {
    pub(crate) fn disputed(&self) -> bool {
        self.faults.is_some() || matches!(self.glance, Some(Err(_)))
    }

    /// Whether it is unknown if an answer of ours arrived.
    pub(crate) const fn unclear(&self) -> bool {
        self.unsettled.tried
    }

    /// Whether what its offer is answered with is decided and waits to leave.
    pub(crate) const fn decided(&self) -> bool {
        self.unsettled.decided
    }

    fn stand(&self) -> Stand {
        let glance = self.glance.as_ref().and_then(|glance| glance.as_ref().ok());
        Stand {
            disputed: self.disputed(),
            unsettled: self.unsettled,
            held: glance.is_some_and(|glance| glance.held.is_some()),
            closed: self.session.closed,
            last_hold: glance.and_then(|glance| glance.last_hold),
        }
    }

    fn deadline(&self) -> Option<(Moment, String)> {
        let held = self.glance.as_ref()?.as_ref().ok()?.held.as_ref()?;
        Some((held.expires, held.expires_at.clone()))
    }

    fn disputed_at(&self) -> Option<u32> {
        if !self.disputed() {
            return None;
        }
        let faults = self.faults.as_deref().map(stored_faults).unwrap_or_default();
        let head = u32::try_from(self.session.head_seq).unwrap_or(u32::MAX);
        Some(faults.iter().find_map(|fault| fault.seq).unwrap_or(head))
    }
}

impl Desk {
    /// Every deal with its sessions, the newest first. It is made anew where anything was written
    /// or proven since it was made last.
    pub(crate) fn survey(&self) -> Result<Arc<Vec<Survey>>, Problem> {
        if let Some(known) = self.known_survey() {
            return Ok(known);
        }
        // Who asks while it is made takes that one.
        let _alone = locked(&self.0.surveying);
        if let Some(known) = self.known_survey() {
            return Ok(known);
        }
        let sessions = self.read(|db| Ok(sessions::all(db)?))?;
        self.glance_at_some(&of_deals(sessions), WHILE_WAITED_FOR);
        // What moves from here on is not in it, or may not be.
        let moves = self.0.moves.load(Ordering::Acquire);
        let surveys = Arc::new(self.surveyed_now()?);
        *locked(&self.0.surveyed) = Some(Surveys { moves, surveys: Arc::clone(&surveys) });
        Ok(surveys)
    }

    /// Makes the survey ready for whoever asks first; to be called where waiting is allowed.
    pub fn survey_ahead(&self) {
        // Whoever asks then is told what is wrong.
        let _ = self.survey();
    }

    /// The last survey, where nothing has changed since.
    fn known_survey(&self) -> Option<Arc<Vec<Survey>>> {
        let known = locked(&self.0.surveyed);
        let same = |known: &&Surveys| known.moves == self.0.moves.load(Ordering::Acquire);
        let known = known.as_ref().filter(same)?;
        // What a seller of media has offered runs out by the clock alone.
        let timed = known.surveys.iter().any(|survey| survey.media.is_some());
        (!timed).then(|| Arc::clone(&known.surveys))
    }

    fn surveyed_now(&self) -> Result<Vec<Survey>, Problem> {
        let (all, sessions) = self.read(|db| Ok((deals::all(db)?, sessions::all(db)?)))?;
        let (unseen, faults, unsettled) = self.read(|db| {
            Ok((seen::unseen(db)?, disputes::standing_faults(db)?, outbox::unsettled_sessions(db)?))
        })?;
        let mut quotes = self.read(every_quote)?;
        let mut media = self.media_glances()?;
        let now = self.0.sources.now();
        let mut unseen: HashMap<String, u64> = unseen.into_iter().collect();
        let mut faults: HashMap<String, String> = faults.into_iter().collect();
        let mut of_deal: HashMap<String, Vec<Surveyed>> = HashMap::new();
        for session in sessions {
            let Some(deal) = session.deal.clone() else { continue };
            of_deal.entry(deal).or_default().push(Surveyed {
                glance: self.known_glance(&session),
                faults: faults.remove(&session.id),
                unsettled: unsettled.get(&session.id).copied().unwrap_or_default(),
                session,
            });
        }
        Ok(all
            .into_iter()
            .map(|deal| {
                let sessions = of_deal.remove(&deal.id).unwrap_or_default();
                let unread = unseen.remove(&deal.id).unwrap_or(0);
                let quotes = quotes.remove(&deal.id).unwrap_or_default();
                let media = media.remove(&deal.id);
                let row = row(deal, &sessions, (&quotes, media.as_deref().map(|media| (media, now))), unread);
                Survey { row, sessions, quotes, media }
            })
            .collect())
    }

    /// Proves a piece of the logs that were not read since the start; true where there are
    /// more. The window is told when all of them are.
    ///
    /// # Errors
    /// Where the database cannot be read.
    pub(crate) fn prove_some(&self) -> Result<bool, Problem> {
        let sessions = self.read(|db| Ok(sessions::all(db)?))?;
        let (proven, left) = self.glance_at_some(&sessions, PIECE);
        if proven > 0 && left == 0 {
            self.tell(Topic::Today, None);
        }
        Ok(left > 0)
    }

    /// Takes glances at sessions that have none, what is open and moved last first: how many
    /// it took, and how many are left.
    fn glance_at_some(&self, sessions: &[sessions::Session], most: usize) -> (usize, usize) {
        let mut waiting: Vec<&sessions::Session> =
            sessions.iter().filter(|session| self.known_glance(session).is_none()).collect();
        waiting.sort_by(|one, other| (one.closed, &other.last_at).cmp(&(other.closed, &one.last_at)));
        for session in waiting.iter().take(most) {
            if let Err(problem) = self.glance(session)
                && problem.code == ProblemCode::ChainRed
            {
                // Whether its host has more of it or not: what lies here is not what was verified.
                self.now().sessions.insert(session.id.clone(), problem);
                self.tell(Topic::App, None);
            }
        }
        (waiting.len().min(most), waiting.len().saturating_sub(most))
    }
}

fn of_deals(mut sessions: Vec<sessions::Session>) -> Vec<sessions::Session> {
    sessions.retain(|session| session.deal.is_some());
    sessions
}

/// When a held quote runs out.
fn ends(kept: &KeptQuote) -> Option<(Moment, String)> {
    let held = kept.state == HoldState::Held;
    held.then(|| (kept.offer.expires(), kept.offer.expires_at.clone()))
}

fn row(
    deal: deals::Deal,
    sessions: &[Surveyed],
    (quotes, media): (&[KeptQuote], Option<(&MediaGlance, Moment)>),
    unread: u64,
) -> DealRow {
    let stands: Vec<Stand> = sessions.iter().map(Surveyed::stand).collect();
    let deadlines = sessions.iter().filter_map(Surveyed::deadline).chain(quotes.iter().filter_map(ends));
    let deadlines = deadlines.chain(media.and_then(|(media, now)| media.deadline(now)));
    let deadline = deadlines.min_by_key(|(moment, _)| *moment);
    let proven = sessions.iter().all(|session| session.glance.is_some());
    let state = match deal_state(&stands, any_held(quotes), media.and_then(|(media, now)| media.state(now))) {
        pressing @ (DealState::Disputed
        | DealState::DeliveryUnknown
        | DealState::HeldOffer
        | DealState::AnswerWaits) => pressing,
        // What was not proven yet is not told to be quiet.
        _ if !proven => DealState::Checking,
        state => state,
    };
    DealRow {
        state,
        deadline: deadline.map(|(_, text)| text),
        disputed_at: sessions.iter().find_map(Surveyed::disputed_at),
        id: deal.id,
        title: deal.title,
        vendor: deal.vendor,
        unread: u32::try_from(unread).unwrap_or(u32::MAX),
    }
}
