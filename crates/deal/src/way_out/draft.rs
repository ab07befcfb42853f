//! An answer as someone wants to give it.

use std::fmt;

use super::guarded::Guarded;
use super::judged::Judged;
use super::leaving::{Answer, AnswerKind, EventPoint, ExactEvent, HeadPoint, Leaving};
use super::media;
use crate::accept::{acceptance_reason, terms_equal};
use crate::payload::{Leaf, Value, leaves, says};
use crate::screen::{Field, Nature};
use crate::{History, Mandate, Terms};

/// An answer whose events fit its kind and whose terms are those of its payload.
#[derive(Debug)]
pub struct Draft {
    answer: Answer,
    events: Vec<ExactEvent>,
    read: Vec<Vec<Leaf>>,
    answers: Option<EventPoint>,
    head: HeadPoint,
}

/// Why something is no draft. Each is a mistake of the caller or a change that it did not notice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DraftError {
    /// The events are not those of the answer's kind.
    WrongEvents,
    /// A payload is not canonical JSON.
    Unreadable,
    /// The payload of the counter does not say the terms that were given with it.
    TermsDiffer,
    /// The terms of the acceptance are not the vendor's.
    NotTheirTerms,
    /// The close does not name the accepted offer and that alone.
    WrongReason,
    /// An acceptance or decline that answers no event.
    AnswersNothing,
    /// A close whose reason accepts an offer, without being an acceptance.
    AcceptsByTheWay,
}

impl fmt::Display for DraftError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::WrongEvents => "the events are not those of this kind of answer",
            Self::Unreadable => "a payload is not canonical JSON",
            Self::TermsDiffer => "the payload does not say the terms given with it",
            Self::NotTheirTerms => "the terms differ from the vendor's, so this accepts nothing",
            Self::WrongReason => "the close does not name the accepted offer",
            Self::AnswersNothing => "the answer names no event that it answers",
            Self::AcceptsByTheWay => "a plain close must not read as an acceptance",
        })
    }
}

impl std::error::Error for DraftError {}

impl Draft {
    /// Takes an answer with the exact events that would be signed. `answers` is the vendor's event that
    /// it answers, `head` the chain's head as the person saw it.
    ///
    /// # Errors
    /// [`DraftError`] where events, payloads and terms do not belong together.
    pub fn new(
        answer: Answer,
        events: Vec<ExactEvent>,
        answers: Option<EventPoint>,
        head: HeadPoint,
    ) -> Result<Self, DraftError> {
        if !fits(answer.kind(), &events) {
            return Err(DraftError::WrongEvents);
        }
        let read: Vec<Vec<Leaf>> = events
            .iter()
            .map(|event| leaves(&event.payload))
            .collect::<Option<_>>()
            .ok_or(DraftError::Unreadable)?;
        check(&answer, &read, answers)?;
        Ok(Self { answer, events, read, answers, head })
    }

    /// Holds the answer against the mandate. What has no terms cannot go beyond them.
    pub fn guard(self, mandate: Option<&Mandate>, history: &History) -> Guarded {
        let fields = fields(self.answer.kind(), &self.events, &self.read);
        let leaving = Leaving {
            kind: self.answer.kind(),
            events: self.events,
            answers: self.answers,
            head: self.head,
            mandate_version: mandate.map(Mandate::version),
            released: Vec::new(),
            vote: None,
            by_mail: match &self.answer {
                Answer::Mail(bound) => Some(bound.clone()),
                _ => None,
            },
        };
        let judged = Judged { answer: self.answer, mandate: mandate.cloned(), history: history.clone() };
        Guarded::new(leaving, judged, fields)
    }
}

/// Where the decision on a mail names the SHA-256 of the bytes that are handed over.
pub const MIME_SHA256: &str = "mime_sha256";

/// Every leaf of every payload, and every member's name: what the screen reads.
pub(super) fn fields(kind: AnswerKind, events: &[ExactEvent], read: &[Vec<Leaf>]) -> Vec<Field> {
    let several = events.len() > 1;
    let mut fields = Vec::new();
    for (event, leaves) in events.iter().zip(read) {
        for leaf in leaves {
            if stays_here(kind, leaf) {
                continue;
            }
            let text = match &leaf.value {
                Value::Text(text) | Value::Key(text) => text.clone(),
                Value::Number(amount) => amount.to_string(),
                Value::Word => continue,
            };
            let place = if several { format!("{}: {}", event.kind, leaf.place) } else { leaf.place.clone() };
            fields.push(Field { place, text, nature: nature(kind, leaf) });
        }
    }
    fields
}

/// True for the hash of a mail's bytes: the mail leaves, and what binds it does not.
fn stays_here(kind: AnswerKind, leaf: &Leaf) -> bool {
    let hash =
        |text: &str| text.len() == 64 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    kind == AnswerKind::Message
        && leaf.place == MIME_SHA256
        && matches!(&leaf.value, Value::Text(text) if hash(text))
}

/// True where the events are those of the kind, in order.
pub(super) fn fits(kind: AnswerKind, events: &[ExactEvent]) -> bool {
    events.iter().map(|event| event.kind.as_str()).eq(kind.wire_kinds().iter().copied())
}

fn check(answer: &Answer, read: &[Vec<Leaf>], answers: Option<EventPoint>) -> Result<(), DraftError> {
    let first = read.first().map(Vec::as_slice).unwrap_or_default();
    match answer {
        Answer::Counter(terms) => said(first, terms),
        Answer::Accept { ours, theirs } => {
            said(first, ours)?;
            if !terms_equal(ours, theirs) {
                return Err(DraftError::NotTheirTerms);
            }
            let accepted = answers.ok_or(DraftError::AnswersNothing)?;
            let close = read.get(1).map(Vec::as_slice).unwrap_or_default();
            let reason = Value::Text(acceptance_reason(&accepted.hash));
            match close {
                [key, text] if key.place == "reason" && text.value == reason => Ok(()),
                _ => Err(DraftError::WrongReason),
            }
        }
        Answer::Decline => answers.map(|_| ()).ok_or(DraftError::AnswersNothing),
        Answer::Close => {
            let accepts = |leaf: &Leaf| match &leaf.value {
                Value::Text(text) => crate::accepted_event(text).is_some(),
                _ => false,
            };
            if first.iter().any(accepts) { Err(DraftError::AcceptsByTheWay) } else { Ok(()) }
        }
        Answer::Message | Answer::Mail(_) => Ok(()),
        Answer::Media(request) => request.check(first),
    }
}

fn said(read: &[Leaf], terms: &Terms) -> Result<(), DraftError> {
    if says(read, terms) { Ok(()) } else { Err(DraftError::TermsDiffer) }
}

fn nature(kind: AnswerKind, leaf: &Leaf) -> Nature {
    match (kind, &leaf.value) {
        (kind, _) if kind.of_media() => media::nature(leaf),
        // Proven above to say, place by place, what the vendor said, and to name its offer.
        (AnswerKind::Accept, _) => Nature::Echo,
        (AnswerKind::Counter, Value::Number(_)) => {
            if leaf.place == "total_annual" || leaf.place.ends_with(".unit_price") {
                Nature::Price
            } else {
                Nature::Count
            }
        }
        _ => Nature::Prose,
    }
}
