//! Dealings with a seller of media: every request is one that was decided, every answer the one that was
//! heard, and its verdict the one that its bytes give.

use std::collections::BTreeSet;

use adcp::course::{Heard, Judged};
use anp::digest::{EventHash, PayloadHash, sha256};
use anp::json::Value;
use anp::office::{Said, kind};
use anp::time::Moment;
use deal::AnswerKind;

use super::Found;
use super::decisions::{DECISION, Statement};
use super::votes::Docket;
use crate::contents::{Contents, Media, MediaRequest, MediaVerdict};
use crate::media::{answer_name, request_name};
use crate::verdict::Check;

/// How far a seller's answer may come before the decision that asked for it, in milliseconds: one desk's
/// clock, set anew.
const CLOCK_SET_MILLIS: i64 = 300_000;

pub(super) fn check(contents: &Contents, docket: &Docket<'_>, found: &mut Found) {
    let statements = contents.statements();
    let deal = contents.about.deal.as_deref().unwrap_or_default();
    let session = format!("adcp:{deal}");
    let ours: Vec<&Statement> = statements.iter().filter(|said| said.session == session).collect();
    let Some(media) = &contents.media else {
        if let Some(statement) = ours.first() {
            let what = format!(
                "{} decided on requests to a seller of media, and media.json is missing",
                statement.person
            );
            found.fault(Check::Media, what);
        }
        return;
    };
    let told = Told { contents, media, heard: media.followed(), statements: ours };
    told.requests(docket, found);
    told.answers(found);
    told.verdicts(found);
}

/// What there is to be held against each other.
struct Told<'a> {
    contents: &'a Contents,
    media: &'a Media,
    heard: Vec<Heard>,
    statements: Vec<&'a Statement>,
}

impl Told<'_> {
    /// Each request is decided, once, to the byte; and what was decided is here.
    fn requests(&self, docket: &Docket<'_>, found: &mut Found) {
        let kept_back = self.kept_back(DECISION);
        let mut taken = BTreeSet::new();
        for (number, (request, heard)) in (1..).zip(self.media.requests.iter().zip(&self.heard)) {
            let name = request_name(number);
            let hash = PayloadHash(sha256(&request.arguments)).to_string();
            let decides = |statement: &&&Statement| {
                statement.events.iter().any(|(tool, payload)| *tool == request.tool && *payload == hash)
            };
            let Some(statement) = self.statements.iter().find(decides) else {
                let what = format!("{name}: no decision binds these bytes, whose SHA-256 is {hash}");
                if kept_back {
                    found.note(None, what);
                } else {
                    found.fault(Check::MediaRequest, what);
                }
                continue;
            };
            if !taken.insert(hash) {
                found.fault(Check::MediaRequest, format!("{name}: the same request stands here twice"));
            }
            if statement.answer != asked(request, heard) {
                let what =
                    format!("{name}: it does something else than was decided ({})", statement.answer.name());
                found.fault(Check::MediaRequest, what);
            }
            if heard.arguments.get("idempotency_key").and_then(Value::as_text) != Some(request.key.as_str()) {
                let what = format!("{name}: media.json names it by another key than it carries");
                found.fault(Check::MediaRequest, what);
            }
            docket.carried(statement, None, found);
            self.bound(number, statement, found);
            Self::in_time(number, request, statement, found);
        }
        for statement in &self.statements {
            if statement.events.iter().all(|(_, payload)| !taken.contains(payload)) {
                let what = format!(
                    "{} decided {}, and the request is not in this bundle",
                    statement.person,
                    statement.answer.name()
                );
                found.fault(Check::Media, what);
            }
        }
    }

    /// A decision binds the bytes of the answers that were seen when it was made: those of the last
    /// one, and those of the one that it is about.
    fn bound(&self, number: usize, statement: &Statement, found: &mut Found) {
        let points = [Some(&statement.head), statement.answers.as_ref()].into_iter().flatten();
        for (seq, hash) in points.filter(|(seq, _)| *seq > 0) {
            let place = usize::try_from(*seq).ok().filter(|place| *place < number);
            let heard = place.and_then(|place| self.heard.get(place.checked_sub(1)?));
            let stands = heard.and_then(|heard| heard.answer.as_ref()).map(digest);
            if stands.as_deref() != Some(hash.as_str()) {
                let what = format!(
                    "the answer to request {seq} is not the one that {} had seen when request {number} was decided: \
                     expected SHA-256 {hash:.64}, found {}",
                    statement.person,
                    stands.as_deref().unwrap_or("none")
                );
                found.fault(Check::MediaAnswer, what);
            }
        }
    }

    /// Nothing is answered before it was asked, and answers came in their order.
    fn in_time(number: usize, request: &MediaRequest, statement: &Statement, found: &mut Found) {
        let mut last = statement.at.plus_millis(-CLOCK_SET_MILLIS);
        for (place, message) in (1..).zip(&request.messages) {
            let name = answer_name(number, place);
            match Moment::parse(&message.at) {
                Ok(at) if at >= last => last = at,
                Ok(_) => found.fault(
                    Check::MediaAnswer,
                    format!("{name}: it is said to have come at {:.60}, before what it follows", message.at),
                ),
                Err(_) => found.fault(Check::MediaAnswer, format!("{name}: its time is no time")),
            }
        }
    }

    /// Each message that came was stated on the deal's ledger when it came, by the hash of its bytes.
    fn answers(&self, found: &mut Found) {
        let mut stated: Vec<(String, u64, String)> = Vec::new();
        let mut kept_back = false;
        for (_, payload) in self.contents.spoken().filter(|(kind, _)| *kind == kind::ADCP_ANSWER) {
            let said = payload.map(Said::of);
            kept_back |= said.is_none();
            stated.extend(said.and_then(|said| {
                let place = said.member("place")?.as_count()?;
                Some((said.text("idempotency_key")?.to_owned(), place, said.text("sha256")?.to_owned()))
            }));
        }
        for (number, request) in (1..).zip(&self.media.requests) {
            for (place, message) in (1_u64..).zip(&request.messages) {
                let name = answer_name(number, usize::try_from(place).unwrap_or(usize::MAX));
                let hash = EventHash(sha256(&message.bytes)).to_string();
                let word = stated.iter().find(|(key, at, _)| *key == request.key && *at == place);
                match word {
                    Some((_, _, said)) if *said == hash => {}
                    Some((_, _, said)) => found.fault(
                        Check::MediaAnswer,
                        format!("{name} is not what was heard: the ledger says SHA-256 {said:.64}, found {hash}"),
                    ),
                    None if kept_back => {}
                    None => found.note(
                        None,
                        format!("{name}: nobody stated on the ledger that it came; it stands on the word of whoever hands over the bundle"),
                    ),
                }
            }
            let more =
                stated.iter().filter(|(key, _, _)| *key == request.key).map(|(_, place, _)| *place).max();
            if more.is_some_and(|more| more > request.messages.len() as u64) {
                let what = format!("a message that came to request {number} is not in this bundle");
                found.fault(Check::MediaAnswer, what);
            }
        }
    }

    /// What was recorded of each answer is what its bytes give.
    fn verdicts(&self, found: &mut Found) {
        for (number, (request, heard)) in (1..).zip(self.media.requests.iter().zip(&self.heard)) {
            let again = MediaVerdict::of(heard);
            if again != request.verdict {
                let what = format!(
                    "the answer to request {number} is recorded as {} with {} faults; its bytes give {} with {}",
                    request.verdict.outcome,
                    request.verdict.faults.len(),
                    again.outcome,
                    again.faults.len()
                );
                found.fault(Check::MediaVerdict, what);
            }
            if again.outcome == "fails" {
                let what =
                    format!("the answer to request {number} does not hold, and nothing of it was to be used");
                found.note(None, what);
            }
        }
    }

    /// Whether the exporter keeps statements of a kind to itself.
    fn kept_back(&self, kind: &str) -> bool {
        self.contents.spoken().any(|(spoken, payload)| spoken == kind && payload.is_none())
    }
}

fn digest(judged: &Judged) -> String {
    EventHash(sha256(judged.text.as_bytes())).to_string()
}

/// What a request does, by its own bytes.
fn asked(request: &MediaRequest, heard: &Heard) -> AnswerKind {
    match request.tool.as_str() {
        "request_proposals" => AnswerKind::RequestProposals,
        "accept_proposal" => AnswerKind::AcceptProposal,
        "decline_proposals" => AnswerKind::DeclineProposals,
        _ if heard.refine.as_ref().is_some_and(adcp::request::read::RefineRequest::finalizes) => {
            AnswerKind::FinalizeProposals
        }
        _ => AnswerKind::ReviseProposals,
    }
}
