//! What a person fixes before a negotiation starts.

use anp::office::kind;
use anp::time::Moment;
use money::Amount;
use parley::caps::{Caps, Dialect, Retry, Role, Setup};
use parley::mandate::{Bound, Limit, Mandate};
use parley::session::Session;
use parley::terms::{SessionId, Terms};
use store::tables::parleys;

use crate::changed::Topic;
use crate::ledger;
use crate::state::{Desk, Signer};
use crate::view::{ParleyBoundRule, ParleyForm, Problem, StopWhen, Unfit};
use crate::wire_form::invalid;

/// How an unanswered accept is repeated. Nothing depends on the numbers but how long a
/// person waits before being told that no answer came.
const RETRY: Retry = Retry { every_ms: 5_000, sends: 12 };

impl Desk {
    /// Begins a negotiation with its caps, which stay as they are. Gives the session's id.
    ///
    /// # Errors
    /// Where the form fixes too little, or the person does not own the deal.
    pub fn begin_parley(&self, form: &ParleyForm) -> Result<String, Problem> {
        let signer = self.signer()?;
        self.owned(&form.deal, &signer)?;
        let (now, at) = (self.0.sources.now(), self.stamp());
        let session = match form.session.trim() {
            "" => format!("neg_{}", self.0.sources.id()),
            given => given.to_owned(),
        };
        let setup = setup_of(form, &session, now)?;
        self.best_final_may_leave(&form.deal, &setup, &signer)?;
        let row = parleys::Parley {
            session: session.clone(),
            deal: form.deal.clone(),
            peer: form.peer.trim().to_owned(),
            setup: setup.to_json(),
            begun_at: at.clone(),
        };
        // As with mandates: the ledger says that caps were fixed, by their hash, and not which.
        let hash = anp::digest::PayloadHash::of_canonical(&row.setup);
        let payload = format!(r#"{{"session_id":{},"setup":"{hash}"}}"#, anp::json::quote(&session));
        let keys = self.approver();
        self.write(|db| {
            if parleys::get(db, &session)?.is_some() {
                return Err(invalid("session", Unfit::Taken));
            }
            parleys::begin(db, &row)?;
            ledger::state(db, &form.deal, (kind::PARLEY, &payload), &signer, &at)?;
            super::round::hear_kept(db, &session, &keys, now)
        })?;
        self.shared();
        self.tell(Topic::Deal, Some(&form.deal));
        Ok(session)
    }
}

impl Desk {
    /// A rejection for a cap leaves by itself, so what it carries is screened when it is fixed. Nobody is there
    /// then to release anything.
    fn best_final_may_leave(&self, deal: &str, setup: &Setup, signer: &Signer) -> Result<(), Problem> {
        let Some(terms) = &setup.caps.best_final else { return Ok(()) };
        let message = format!(r#"{{"final_offer":{},"type":"reject"}}"#, terms.canonical());
        let session = Session::begin(setup.clone());
        match self.pass_parley((deal, &session), &[message], (&[], StopWhen::Deciding), signer)? {
            Ok(_) => Ok(()),
            Err(stopped) => Err(stopped.problem),
        }
    }
}

fn setup_of(form: &ParleyForm, session: &str, now: Moment) -> Result<Setup, Problem> {
    if form.peer.trim().is_empty() || form.peer.chars().count() > 200 {
        return Err(invalid("peer", Unfit::Peer));
    }
    let max_rounds: u32 = form
        .max_rounds
        .trim()
        .parse()
        .ok()
        .filter(|rounds| (1..=1000).contains(rounds))
        .ok_or_else(|| invalid("max_rounds", Unfit::Range).with("least", 1).with("most", 1000))?;
    let deadline = Moment::parse(form.deadline.trim()).map_err(|_| invalid("deadline", Unfit::DateTime))?;
    if deadline <= now {
        return Err(invalid("deadline", Unfit::Past));
    }
    let bounds = form
        .bounds
        .iter()
        .map(|bound| {
            let limit = bound.limit.trim();
            let amount = || Amount::parse(limit).map_err(|_| invalid("bounds", Unfit::Decimal));
            let moment = || Moment::parse(limit).map_err(|_| invalid("bounds", Unfit::DateTime));
            let limit = match bound.rule {
                ParleyBoundRule::AtMost => Limit::AtMost(amount()?),
                ParleyBoundRule::AtLeast => Limit::AtLeast(amount()?),
                ParleyBoundRule::NotBefore => Limit::NotBefore(moment()?),
                ParleyBoundRule::NotAfter => Limit::NotAfter(moment()?),
                ParleyBoundRule::Is => Limit::Is(limit.to_owned()),
            };
            Ok(Bound { member: bound.member.trim().to_owned(), limit })
        })
        .collect::<Result<Vec<_>, Problem>>()?;
    if bounds.is_empty() {
        return Err(invalid("bounds", Unfit::Budget));
    }
    let mandate = Mandate { bounds };
    let best_final = match form.best_final.trim() {
        "" => None,
        text => Some(Terms::parse(text).map_err(|_| invalid("best_final", Unfit::Terms))?),
    };
    if best_final.as_ref().is_some_and(|terms| mandate.judge(terms).is_err()) {
        return Err(invalid("best_final", Unfit::BeyondBounds));
    }
    Ok(Setup {
        session: SessionId::parse(session).ok_or_else(|| invalid("session", Unfit::Spaces))?,
        role: if form.opens { Role::Opener } else { Role::Answerer },
        dialect: if form.confirms { Dialect::Full } else { Dialect::Guide },
        caps: Caps { max_rounds, deadline, mandate, best_final },
        retry: RETRY,
    })
}
