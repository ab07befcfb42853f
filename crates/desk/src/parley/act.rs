//! What the deal's owner does in a negotiation.

use anp::json::{self, Value};
use anp::office::kind;
use anp::time::Moment;
use deal::ScreenFinding;
use parley::cause::Cause;
use parley::envelope::Envelope;
use parley::envelope::Expiry;
use parley::mandate::{Act, Approval, Cleared, Matter, NotCleared};
use parley::session::{
    Decision, Event, Notice, Phase, Refusal, Session, Settlement, reduce, settlement_statement,
};
use parley::terms::Terms;
use parley::vote::Quorum;

use super::keep::{apply, take_up};
use super::screen::{Passed, Stopped, keep_released};
use crate::changed::Topic;
use crate::ledger;
use crate::state::{Desk, Signer};
use crate::stops::{Leaves, Spoken};
use crate::trouble::{defect, gone};
use crate::view::{Missing, ParleyAct, ParleyDone, Problem, ProblemCode, StopChannel, StopWhen, Unfit};
use crate::wire_form::invalid;

/// Why an act was not done.
enum Stay {
    /// The screen stops what it would say: that message.
    Stopped(Stopped, String),
    Problem(Problem),
}

impl From<Problem> for Stay {
    fn from(problem: Problem) -> Self {
        Self::Problem(problem)
    }
}

impl Desk {
    /// Does what the owner decided, by their key: it stands on the deal's ledger and in
    /// the session's log before it is sent. What it would say passes the screen first; `released` names
    /// everything that is held there, by its number among the marks.
    ///
    /// # Errors
    /// Where the person does not own the deal, the act does not fit, or lies beyond the
    /// mandate.
    pub fn parley_act(
        &self,
        session: &str,
        act: &ParleyAct,
        released: &[u32],
    ) -> Result<ParleyDone, Problem> {
        self.acted(session, act, released).or_else(|stay| match stay {
            Stay::Stopped(stopped, message) => Ok(ParleyDone::Stopped { screen: stopped.screen, message }),
            Stay::Problem(problem) => Err(problem),
        })
    }

    /// The same where nobody can release what is held: that is a problem, too.
    ///
    /// # Errors
    /// As [`Desk::parley_act`].
    pub(crate) fn parley_act_unheld(&self, session: &str, act: &ParleyAct) -> Result<ParleyDone, Problem> {
        self.acted(session, act, &[]).map_err(|stay| match stay {
            Stay::Stopped(stopped, _) => stopped.problem,
            Stay::Problem(problem) => problem,
        })
    }

    fn acted(&self, session: &str, act: &ParleyAct, released: &[u32]) -> Result<ParleyDone, Stay> {
        self.not_halted()?;
        let signer = self.signer()?;
        let (keys, now, at) = (self.approver(), self.0.sources.now(), self.stamp());
        let (deal, known) = self.negotiation(session)?;
        self.owned(&deal, &signer)?;
        // What is done is held against it once more: it covers this very act alone.
        let quorum = match matter_of(&known, act)? {
            Some(matter) => Some(self.quorum(&deal, &matter.to_vote_on())?),
            None => None,
        };
        let note = if let ParleyAct::Offer { note, .. } = act { note } else { "" };
        // What the act would say, before anything of it is kept.
        let event = event_of(&known, act, quorum.as_ref(), &signer)
            .inspect_err(|problem| self.note_beyond(&deal, act, problem, &signer))?;
        let messages: Vec<String> = reduce(&known, &event, now)
            .send
            .into_iter()
            .map(|message| Envelope::of(message).with_note(note).to_json())
            .collect();
        let passed =
            self.pass_parley((&deal, &known), &messages, (released, StopWhen::Deciding), &signer)?
                .map_err(|stopped| Stay::Stopped(stopped, messages.first().cloned().unwrap_or_default()))?;
        let done = self.write(|db| {
            let mut kept = take_up(db, session, &keys)?;
            let event = event_of(&kept.session, act, quorum.as_ref(), &signer)?;
            let statement = statement_of(&kept.session, act, &event, quorum.as_ref(), &passed);
            keep_released(db, &passed, &signer)?;
            let step = apply(db, &mut kept, event, note, now)?;
            let done = match step.notice {
                Notice::Done => ParleyDone::Done,
                Notice::CapHit(cause) => ParleyDone::CapHit { cause: cause.to_string() },
                Notice::Refused(refusal) => return Err(refused(refusal, &kept.session, now)),
                Notice::Known | Notice::Fault(_) => return Err(defect("parley act")),
            };
            ledger::state(db, &deal, (kind::PARLEY_ACT, &statement), &signer, &at)?;
            Ok(done)
        })?;
        self.shared();
        self.tell(Topic::Deal, Some(&deal));
        Ok(done)
    }
}

impl Desk {
    /// Notes that an act lies beyond the bounds, where that is why it is refused.
    fn note_beyond(&self, deal: &str, act: &ParleyAct, problem: &Problem, signer: &Signer) {
        let terms = match act {
            ParleyAct::Offer { terms, .. } => terms,
            ParleyAct::Accept { terms_hash } => terms_hash,
            _ => return,
        };
        if problem.code == ProblemCode::OutsideMandate {
            let mut spoken = Spoken::default();
            spoken.beyond_bounds();
            let leaves = Leaves { deal, channel: StopChannel::Negotiation, payloads: vec![terms] };
            self.note_stop(&leaves, StopWhen::Deciding, &spoken, signer);
        }
    }

    /// A negotiation and the deal that it belongs to.
    pub(crate) fn negotiation(&self, session: &str) -> Result<(String, Session), Problem> {
        let keys = self.approver();
        self.read(|db| take_up(db, session, &keys).map(|kept| (kept.row.deal, kept.session)))
    }
}

/// What an act would bind to: exactly what a person approves. None for acts that bind nobody.
pub(crate) fn matter_of(session: &Session, act: &ParleyAct) -> Result<Option<Matter>, Problem> {
    let (act, round, terms, expires_at) = match act {
        ParleyAct::Offer { terms, expires_at, .. } => {
            let terms = Terms::parse(terms).map_err(|_| invalid("terms", Unfit::Terms))?;
            let expires_at =
                Expiry::parse(expires_at.trim()).map_err(|_| invalid("expires_at", Unfit::DateTime))?;
            (Act::Offer, session.next_round(), terms, expires_at)
        }
        ParleyAct::Accept { terms_hash } => {
            let live = session.live();
            let (expires_at, terms) = session.offer(live).ok_or_else(|| gone(Missing::OpenOffer))?;
            // What was shown is what is accepted.
            if terms.hash().to_string() != *terms_hash {
                return Err(gone(Missing::ShownOffer));
            }
            (Act::Accept, live, terms.clone(), expires_at.clone())
        }
        ParleyAct::Reject { .. } | ParleyAct::Withdraw | ParleyAct::Settle { .. } => return Ok(None),
    };
    Ok(Some(Matter { act, session: session.setup().session.clone(), round, terms, expires_at }))
}

fn event_of(
    session: &Session,
    act: &ParleyAct,
    quorum: Option<&Quorum>,
    signer: &Signer,
) -> Result<Event, Problem> {
    Ok(match act {
        ParleyAct::Offer { .. } => Event::Decided(Decision::Offer(clear(session, act, quorum, signer)?)),
        ParleyAct::Accept { .. } => Event::Decided(Decision::Accept(clear(session, act, quorum, signer)?)),
        ParleyAct::Reject { final_offer } => {
            let final_offer = match final_offer.trim() {
                "" => None,
                text => Some(Terms::parse(text).map_err(|_| invalid("final_offer", Unfit::Terms))?),
            };
            Event::Decided(Decision::Reject { final_offer })
        }
        ParleyAct::Withdraw => Event::Decided(Decision::Withdraw),
        ParleyAct::Settle { deal } => {
            let signature = signer.key.sign(settlement_statement(session, *deal).as_bytes());
            let approval = Approval { person: signer.key.fingerprint(), signature };
            let settlement = Settlement::clear(session, *deal, &approval, &signer.key.public())
                .map_err(|_| gone(Missing::UnansweredAccept))?;
            Event::Settled(settlement)
        }
    })
}

fn clear(
    session: &Session,
    act: &ParleyAct,
    quorum: Option<&Quorum>,
    signer: &Signer,
) -> Result<Cleared, Problem> {
    let (Some(matter), Some(quorum)) = (matter_of(session, act)?, quorum) else {
        return Err(defect("parley act"));
    };
    let approval = Approval::sign(&matter, &signer.key);
    let mandate = &session.setup().caps.mandate;
    mandate.clear(matter, &approval, &signer.key.public(), quorum).map_err(|why| match why {
        NotCleared::Beyond(beyond) => {
            Problem::new(ProblemCode::OutsideMandate).with("rule", beyond.members.join(", "))
        }
        NotCleared::NoQuorum => gone(Missing::VotedAct),
        NotCleared::NotApproved => defect("parley approval"),
    })
}

/// What the ledger says of it: everything that was decided, terms by their hash.
fn statement_of(
    session: &Session,
    act: &ParleyAct,
    event: &Event,
    quorum: Option<&Quorum>,
    passed: &Passed,
) -> String {
    let name = match act {
        ParleyAct::Offer { .. } => "offer",
        ParleyAct::Accept { .. } => "accept",
        ParleyAct::Reject { .. } => "reject",
        ParleyAct::Withdraw => "withdraw",
        ParleyAct::Settle { deal: true } => "settle_deal",
        ParleyAct::Settle { deal: false } => "settle_no_deal",
    };
    let (round, terms) = match event {
        Event::Decided(Decision::Offer(cleared) | Decision::Accept(cleared)) => {
            (cleared.matter().round, Value::from(cleared.matter().terms.hash().to_string()))
        }
        _ => (session.live(), Value::Null),
    };
    let transcript =
        session.transcript(session.live(), false).map_or(Value::Null, |link| link.to_string().into());
    let vote = quorum.and_then(Quorum::proposal);
    json::canonical(&Value::object([
        ("act", Value::from(name)),
        ("released", Value::Array(released_of(passed))),
        ("round", Value::from(round.0)),
        ("screen", Value::from(deal::SCREEN_RULES)),
        ("session_id", Value::from(session.setup().session.as_str())),
        ("terms", terms),
        ("transcript", transcript),
        ("vote", vote.map_or(Value::Null, |proposal| proposal.to_string().into())),
    ]))
}

/// Places and reasons of what was released, never words.
pub(super) fn released_of(passed: &Passed) -> Vec<Value> {
    let row = |finding: &ScreenFinding| {
        Value::object([
            ("kind", Value::from(finding.kind.code())),
            ("place", Value::from(finding.place.as_str())),
        ])
    };
    passed.iter().flat_map(|(_, found)| found.iter().map(row)).collect()
}

fn refused(refusal: Refusal, session: &Session, now: Moment) -> Problem {
    match refusal {
        Refusal::Ended => match session.offer(session.live()) {
            Some((expires_at, _)) if expires_at.moment() <= now && ended_by_time(session) => {
                Problem::new(ProblemCode::OfferExpired).with("expires_at", expires_at.text())
            }
            _ => Problem::new(ProblemCode::SessionClosed),
        },
        Refusal::AcceptPending => gone(Missing::SettledAccept),
        Refusal::NotOurTurn => gone(Missing::Turn),
        Refusal::NotCleared => gone(Missing::ShownOffer),
        Refusal::BeyondMandate => Problem::new(ProblemCode::OutsideMandate).with("rule", Cause::Budget),
        Refusal::ExpiryPassed => invalid("expires_at", Unfit::Past),
        Refusal::NothingToSettle => gone(Missing::UnansweredAccept),
    }
}

fn ended_by_time(session: &Session) -> bool {
    matches!(session.phase(), Phase::Ended(parley::session::End::Expired { .. }) | Phase::Offered)
}
