//! A deal's dealings with its seller, read off the bytes that came and judged again.

use std::collections::BTreeSet;

use adcp::answer::Reading;
use adcp::capability::Capabilities;
use adcp::course::{self, Came, Course, Judged, Said, To, proposals_in};
use adcp::digest::TermsDigest;
use adcp::message;
use adcp::request::read::RefineRequest;
use adcp::task_error::TaskError;
use anp::digest::sha256;
use anp::json::Value;
use anp::time::Moment;
use deal::History;
use store::Connection;
use store::tables::adcp::{self as rows, Kind, Request, Seller, State};

use crate::people::count;
use crate::view::Problem;

/// A deal's seller, requests, answers and proposals.
pub(crate) struct Book {
    pub(crate) seller: Option<Seller>,
    pub(crate) capabilities: Option<Capabilities>,
    pub(crate) exchanges: Vec<Exchange>,
    pub(crate) proposals: Vec<Proposal>,
}

/// A request with what came of it.
pub(crate) struct Exchange {
    pub(crate) row: Request,
    /// The arguments as they were sent.
    pub(crate) arguments: Value,
    /// What was asked for, of a refinement.
    pub(crate) refine: Option<RefineRequest>,
    /// The answer, once there is one.
    pub(crate) answer: Option<Judged>,
    /// The last task error.
    pub(crate) error: Option<TaskError>,
    /// Messages in the order in which they came.
    pub(crate) arrived: Vec<Arrived>,
}

/// A message that came, with what it says.
pub(crate) struct Arrived {
    /// Its number here.
    pub(crate) number: u64,
    /// When.
    pub(crate) at: String,
    /// SHA-256 of its bytes.
    pub(crate) sha256: [u8; 32],
    pub(crate) said: Said,
}

/// A proposal as it came.
pub(crate) struct Proposal {
    /// Place of the exchange that brought it.
    pub(crate) exchange: usize,
    pub(crate) value: Value,
    /// Whether nothing is wrong with the answer that it came in.
    pub(crate) verified: bool,
    /// The accepted version, once it was accepted.
    pub(crate) accepted: Option<Value>,
    /// Whether it was declined here.
    pub(crate) declined: bool,
}

pub(crate) fn text<'a>(value: &'a Value, key: &str) -> Option<&'a str> {
    value.get(key).and_then(Value::as_text)
}

impl Proposal {
    pub(crate) fn id(&self) -> &str {
        text(&self.value, "proposal_id").unwrap_or_default()
    }

    pub(crate) fn terms(&self) -> Option<&Value> {
        self.value.get("commercial_terms").filter(|terms| terms.as_object().is_some())
    }

    pub(crate) fn digest(&self) -> Option<TermsDigest> {
        self.terms().map(TermsDigest::of)
    }

    pub(crate) fn expires(&self) -> Option<Moment> {
        text(&self.value, "expires_at").and_then(|text| Moment::parse(text).ok())
    }

    pub(crate) fn ends_media_buy(&self) -> bool {
        text(&self.value, "proposal_kind") == Some("media_buy_cancellation")
    }
}

impl Exchange {
    /// Whether it is not known yet, or not at its end.
    pub(crate) fn unsettled(&self) -> bool {
        matches!(self.row.state, State::Due | State::Sent | State::Waiting | State::Pending)
    }

    /// Ids of the proposals that it is about.
    pub(crate) fn sources(&self) -> Vec<String> {
        course::sources(&self.row.tool, &self.arguments)
    }

    pub(crate) fn finalizes(&self) -> bool {
        self.refine.as_ref().is_some_and(RefineRequest::finalizes)
    }
}

/// Reads an exchange's bytes, and judges what came.
fn exchange(row: Request, answers: &[rows::Answer], course: &mut Course) -> Exchange {
    let texts: Vec<_> = answers.iter().map(|answer| String::from_utf8_lossy(&answer.message)).collect();
    let came: Vec<Came<'_>> = answers
        .iter()
        .zip(&texts)
        .map(|(answer, message)| Came {
            at: &answer.came_at,
            to: if answer.kind == Kind::Status { To::Status } else { To::Call },
            message,
        })
        .collect();
    let heard = course.next(&row.tool, &row.arguments, &came);
    let arrived = answers.iter().zip(heard.said).map(|(answer, said)| Arrived {
        number: answer.number,
        at: answer.came_at.clone(),
        sha256: sha256(&answer.message),
        said,
    });
    Exchange {
        row,
        arguments: heard.arguments,
        refine: heard.refine,
        answer: heard.answer,
        error: heard.error,
        arrived: arrived.collect(),
    }
}

impl Book {
    /// Reads a deal's book. What cannot be read of a stored message is no answer.
    pub(crate) fn read(db: &Connection, deal: &str) -> Result<Self, Problem> {
        let seller = rows::seller(db, deal)?;
        let capabilities = seller.as_ref().and_then(capabilities_of);
        let mut course = Course::new(capabilities.as_ref().and_then(|known| known.refinement.clone()));
        let mut book = Self { seller, capabilities, exchanges: Vec::new(), proposals: Vec::new() };
        for row in rows::of_deal(db, deal)? {
            let answers = rows::answers(db, &row.key)?;
            book.take(exchange(row, &answers, &mut course));
        }
        Ok(book)
    }

    /// Takes over what an exchange brought.
    fn take(&mut self, exchange: Exchange) {
        let place = self.exchanges.len();
        if let Some(judged) = exchange.answer.as_ref().filter(|judged| judged.judgement.pending.is_none()) {
            let verified = judged.judgement.holds();
            for proposal in proposals_in(&judged.judgement.answer) {
                let new = Proposal {
                    exchange: place,
                    value: proposal.clone(),
                    verified,
                    accepted: None,
                    declined: false,
                };
                // An id that was there before names the earlier one: the later is a fault of its answer.
                let known = self.proposals.iter().any(|other| other.verified && other.id() == new.id());
                if !known || !verified {
                    self.proposals.push(new);
                }
            }
            if verified {
                self.settle(&exchange, &judged.judgement.answer);
            }
        }
        self.exchanges.push(exchange);
    }

    /// What an answer that holds says of proposals that were there before.
    fn settle(&mut self, exchange: &Exchange, answer: &Value) {
        if let Some(accepted) = answer.get("accepted_proposal") {
            let id = text(accepted, "proposal_id").unwrap_or_default();
            if let Some(known) = self.proposals.iter_mut().find(|known| known.verified && known.id() == id) {
                known.accepted = Some(accepted.clone());
            }
        }
        if exchange.row.tool == "decline_proposals" {
            let results = answer.get("results").and_then(Value::as_array).unwrap_or_default();
            for result in results.iter().filter(|result| text(result, "outcome") == Some("declined")) {
                let id = text(result, "proposal_id").unwrap_or_default();
                for known in self.proposals.iter_mut().filter(|known| known.id() == id) {
                    known.declined = true;
                }
            }
        }
    }

    /// What of the past the mandate's caps are judged by: revisions that were decided, but for the one
    /// of this key.
    pub(crate) fn history(&self, now: Moment, but: &str) -> History {
        let decided = |exchange: &&Exchange| {
            exchange.refine.is_some()
                && !exchange.finalizes()
                && exchange.row.state != State::Refused
                && exchange.row.key != but
        };
        let our_counters = count(self.exchanges.iter().filter(decided).count());
        History { our_counters, now_unix_ms: now.millis(), ..History::default() }
    }

    /// A proposal that came in an answer that holds.
    pub(crate) fn proposal(&self, id: &str) -> Option<&Proposal> {
        self.proposals.iter().find(|proposal| proposal.verified && proposal.id() == id)
    }

    /// The request about a proposal that is not settled, if there is one.
    pub(crate) fn unsettled(&self, id: &str) -> Option<&Exchange> {
        self.exchanges
            .iter()
            .find(|exchange| exchange.unsettled() && exchange.sources().iter().any(|one| one == id))
    }

    /// Everything that the seller has said by name: ids of proposals, products and orders, digests.
    pub(crate) fn names(&self) -> BTreeSet<String> {
        let mut names = BTreeSet::new();
        for exchange in &self.exchanges {
            let Some(judged) = &exchange.answer else { continue };
            collect(&judged.judgement.answer, &mut names);
        }
        for proposal in &self.proposals {
            names.extend(proposal.digest().map(|digest| digest.to_string()));
        }
        names
    }
}

/// The refinement block counts only where capabilities came at all.
fn capabilities_of(seller: &Seller) -> Option<Capabilities> {
    if seller.asked_at.is_empty() {
        return None;
    }
    let message = String::from_utf8_lossy(&seller.capabilities);
    match message::brought(&message).reading() {
        Reading::Done(body) => Some(Capabilities::read(&body.value)),
        _ => None,
    }
}

fn collect(value: &Value, names: &mut BTreeSet<String>) {
    match value {
        Value::Object(members) => {
            for (name, value) in members {
                let refers = matches!(name.as_str(), "proposal_id" | "product_id" | "io_id" | "terms_digest");
                if let Some(text) = value.as_text().filter(|_| refers) {
                    names.insert(text.to_owned());
                }
                collect(value, names);
            }
        }
        Value::Array(items) => items.iter().for_each(|item| collect(item, names)),
        _ => {}
    }
}
