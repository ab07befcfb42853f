//! What voters are shown: exactly what would be signed. Its hash stands in the proposal.

use anp::digest::{PayloadHash, parse_hex, sha256};
use anp::json::{self, Value};
use deal::{AnswerKind, EventPoint, ExactEvent, Passage};
use parley::envelope::Expiry;
use parley::mandate::{Act, Matter};
use parley::terms::{Round, SessionId, Terms};

use super::along::Along;

/// What a vote is on, with everything that it takes to do it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Evidence {
    /// An answer in a session of the protocol, by mail, or to a seller of media.
    Answer {
        session: String,
        kind: AnswerKind,
        /// The vendor's event that is answered.
        answers: Option<(u32, String)>,
        /// Kind and canonical payload of each event.
        events: Vec<(String, String)>,
        /// What it takes beside that to send it.
        along: Along,
    },
    /// An act in a typed negotiation.
    Act {
        session: String,
        act: Act,
        round: u32,
        /// Canonical JSON.
        terms: String,
        expires_at: String,
        /// For the other side's people; no vote is on it.
        note: String,
    },
}

impl Evidence {
    pub(super) fn of_answer(session: &str, passage: &Passage, along: Along) -> Self {
        let point = |point: EventPoint| (point.seq, PayloadHash(point.hash).to_string());
        Self::Answer {
            session: session.to_owned(),
            kind: passage.kind(),
            answers: passage.answers().map(point),
            events: passage
                .exact_events()
                .iter()
                .map(|event| (event.kind.clone(), event.payload.clone()))
                .collect(),
            along,
        }
    }

    pub(super) fn of_act(matter: &Matter, note: &str) -> Self {
        Self::Act {
            session: matter.session.as_str().to_owned(),
            act: matter.act,
            round: matter.round.0,
            terms: matter.terms.canonical().to_owned(),
            expires_at: matter.expires_at.text().to_owned(),
            note: note.to_owned(),
        }
    }

    pub(super) fn value(&self) -> Value {
        let text = |text: &str| Value::from(text);
        match self {
            Self::Answer { session, kind, answers, events, along } => along.beside([
                ("answer", text(kind.name())),
                (
                    "answers",
                    answers.as_ref().map_or(Value::Null, |(seq, hash)| {
                        Value::object([("hash", text(hash)), ("seq", Value::from(*seq))])
                    }),
                ),
                (
                    "events",
                    Value::Array(
                        events
                            .iter()
                            .map(|(kind, payload)| {
                                Value::object([("kind", text(kind)), ("payload", text(payload))])
                            })
                            .collect(),
                    ),
                ),
                ("session", text(session)),
            ]),
            Self::Act { session, act, round, terms, expires_at, note } => Value::object([
                ("act", text(act.name())),
                ("expires_at", text(expires_at)),
                ("note", text(note)),
                ("round", Value::from(*round)),
                ("session", text(session)),
                ("terms", text(terms)),
            ]),
        }
    }

    pub(super) fn of(value: &Value) -> Option<Self> {
        let text = |value: &Value, name: &str| Some(value.get(name)?.as_text()?.to_owned());
        let number = |value: &Value, name: &str| u32::try_from(value.get(name)?.as_count()?).ok();
        let session = text(value, "session")?;
        let read = if value.get("act").is_some() {
            Self::Act {
                session,
                act: Act::parse(&text(value, "act")?)?,
                round: number(value, "round")?,
                terms: text(value, "terms")?,
                expires_at: text(value, "expires_at")?,
                note: text(value, "note")?,
            }
        } else {
            let answers = match value.get("answers")? {
                Value::Null => None,
                point => Some((number(point, "seq")?, text(point, "hash")?)),
            };
            let events = value.get("events")?.as_array()?.iter();
            Self::Answer {
                session,
                kind: AnswerKind::from_name(&text(value, "answer")?)?,
                answers,
                events: events
                    .map(|event| Some((text(event, "kind")?, text(event, "payload")?)))
                    .collect::<Option<_>>()?,
                along: Along::of(value)?,
            }
        };
        (json::canonical(&read.value()) == json::canonical(value)).then_some(read)
    }

    /// What a vote on exactly this is on: a proposal that names something else shows its voters one
    /// thing and asks for another.
    pub(super) fn subject(&self) -> Option<PayloadHash> {
        let text = match self {
            Self::Answer { session, kind, answers, events, along } => {
                let answers = match answers {
                    None => None,
                    Some((seq, hash)) => Some(EventPoint { seq: *seq, hash: parse_hex(hash).ok()? }),
                };
                let events: Vec<ExactEvent> = events
                    .iter()
                    .map(|(kind, payload)| ExactEvent {
                        kind: kind.clone(),
                        payload: payload.clone(),
                        payload_hash: sha256(payload.as_bytes()),
                    })
                    .collect();
                along.subject(deal::vote_subject(*kind, answers, &events, session))
            }
            Self::Act { session, act, round, terms, expires_at, .. } => Matter {
                act: *act,
                session: SessionId::parse(session)?,
                round: Round(*round),
                terms: Terms::parse(terms).ok()?,
                expires_at: Expiry::parse(expires_at).ok()?,
            }
            .statement(),
        };
        Some(PayloadHash::of_canonical(&text))
    }

    pub(super) fn hash(&self) -> PayloadHash {
        PayloadHash::of_canonical(&json::canonical(&self.value()))
    }
}
