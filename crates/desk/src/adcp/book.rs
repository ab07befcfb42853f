//! A deal's dealings with its seller, read off the bytes that came and judged again.

use std::collections::BTreeSet;

use adcp::accepted::{self, Acceptance};
use adcp::answer::{Body, Reading};
use adcp::capability::{Capabilities, RefinementSupport};
use adcp::digest::TermsDigest;
use adcp::replay;
use adcp::request::read::RefineRequest;
use adcp::request::refine::Wish;
use adcp::sources::Sources;
use adcp::task_error::TaskError;
use adcp::verify::{Circumstances, Judgement, LEAD_MILLIS, judge, judge_declined, judge_requested};
use anp::json::{self, SyntaxFault, Value};
use anp::time::Moment;
use deal::History;
use store::Connection;
use store::tables::adcp::{self as rows, Kind, Request, Seller, State};

use super::wire;
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
    /// Messages as they came: when, and their text.
    pub(crate) messages: Vec<(String, Kind, String)>,
}

/// An answer with our verdict.
pub(crate) struct Judged {
    pub(crate) came_at: String,
    /// The body's bytes.
    pub(crate) text: String,
    pub(crate) replayed: bool,
    pub(crate) judgement: Judgement,
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
        let entries = |key: &str| {
            let all = self.arguments.get(key).and_then(Value::as_array).unwrap_or_default();
            all.iter().filter_map(|entry| text(entry, "proposal_id")).map(str::to_owned).collect::<Vec<_>>()
        };
        match self.row.tool.as_str() {
            "refine_proposals" => entries("refinements"),
            "decline_proposals" => entries("declines"),
            _ => text(&self.arguments, "proposal_id").map(str::to_owned).into_iter().collect(),
        }
    }

    pub(crate) fn finalizes(&self) -> bool {
        self.refine.as_ref().is_some_and(|request| {
            request.refinements.iter().all(|refinement| refinement.wish == Wish::Finalize)
        })
    }
}

impl Book {
    /// Reads a deal's book. What cannot be read of a stored message is no answer.
    pub(crate) fn read(db: &Connection, deal: &str) -> Result<Self, Problem> {
        let seller = rows::seller(db, deal)?;
        let capabilities = seller.as_ref().and_then(capabilities_of);
        let mut book = Self { seller, capabilities, exchanges: Vec::new(), proposals: Vec::new() };
        let mut sources = Sources::default();
        for row in rows::of_deal(db, deal)? {
            let messages = rows::answers(db, &row.key)?;
            let messages = messages
                .into_iter()
                .map(|answer| {
                    (answer.came_at, answer.kind, String::from_utf8_lossy(&answer.message).into_owned())
                })
                .collect();
            let exchange = book.exchange(row, messages, &sources);
            book.take(exchange, &mut sources);
        }
        Ok(book)
    }

    fn exchange(&self, row: Request, messages: Vec<(String, Kind, String)>, sources: &Sources) -> Exchange {
        let arguments =
            json::parse_flawless(row.arguments.as_bytes()).unwrap_or_else(|_| Value::Object(Vec::new()));
        let refine = (row.tool == "refine_proposals").then(|| RefineRequest::read(&arguments).ok()).flatten();
        let mut exchange =
            Exchange { row, arguments, refine, answer: None, error: None, messages: Vec::new() };
        let support = self.capabilities.as_ref().and_then(|known| known.refinement.as_ref());
        for (came_at, kind, message) in &messages {
            let brought = wire::brought(message);
            let reading = match kind {
                Kind::Call => Some(brought.reading()),
                Kind::Status => brought.status(),
            };
            match reading {
                Some(Reading::Done(body) | Reading::NeedsInput(body)) => {
                    exchange.hear(came_at, &body, sources, support);
                }
                Some(Reading::Failed(error)) => exchange.error = Some(error),
                Some(Reading::Pending { .. } | Reading::Unreadable) | None => {}
            }
        }
        exchange.messages = messages;
        exchange
    }

    /// Takes over what an exchange brought.
    fn take(&mut self, exchange: Exchange, sources: &mut Sources) {
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
                if verified {
                    sources.add(proposal.clone());
                }
                if !known || !verified {
                    self.proposals.push(new);
                }
            }
            if verified {
                self.settle(&exchange, &judged.judgement.answer, sources);
            }
        }
        self.exchanges.push(exchange);
    }

    /// What an answer that holds says of proposals that were there before.
    fn settle(&mut self, exchange: &Exchange, answer: &Value, sources: &mut Sources) {
        if let Some(accepted) = answer.get("accepted_proposal") {
            let id = text(accepted, "proposal_id").unwrap_or_default();
            if let Some(known) = self.proposals.iter_mut().find(|known| known.verified && known.id() == id) {
                known.accepted = Some(accepted.clone());
            }
            sources.add(accepted.clone());
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
    match wire::brought(&message).reading() {
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

/// The proposals of an answer, in order.
pub(crate) fn proposals_in(answer: &Value) -> Vec<&Value> {
    let listed = answer.get("proposals").and_then(Value::as_array).unwrap_or_default().iter();
    let results = answer.get("results").and_then(Value::as_array).unwrap_or_default().iter();
    let within = results.flat_map(|result| {
        let many = result.get("proposals").and_then(Value::as_array).unwrap_or_default().iter();
        many.chain(result.get("proposal"))
    });
    listed.chain(within).filter(|proposal| proposal.as_object().is_some()).collect()
}

impl Exchange {
    /// Takes in an answer. The first one counts; a later one is a replay of it, or another answer, and then
    /// neither can be used.
    fn hear(&mut self, came_at: &str, body: &Body, sources: &Sources, support: Option<&RefinementSupport>) {
        if let Some(first) = &mut self.answer {
            first.judgement.faults.extend(replay::same(&first.judgement.answer, &body.value));
            return;
        }
        let now = Moment::parse(came_at).unwrap_or_else(|_| Moment::from_millis(i64::MAX));
        let circumstances = Circumstances { sources, support, now, lead_millis: LEAD_MILLIS };
        if let Ok(judgement) = self.judged(body.text.as_bytes(), &circumstances) {
            self.answer = Some(Judged {
                came_at: came_at.to_owned(),
                text: body.text.clone(),
                replayed: body.replayed(),
                judgement,
            });
        }
    }

    fn judged(&self, answer: &[u8], circumstances: &Circumstances<'_>) -> Result<Judgement, SyntaxFault> {
        match self.row.tool.as_str() {
            "request_proposals" => judge_requested(answer, circumstances),
            "decline_proposals" => judge_declined(&self.sources(), answer),
            "accept_proposal" => {
                let id = text(&self.arguments, "proposal_id").unwrap_or_default();
                let committed = circumstances.sources.get(id).and_then(Acceptance::of);
                let sent = committed.unwrap_or_else(|| Acceptance {
                    committed: Value::Null,
                    digest: TermsDigest::of(&Value::Null),
                });
                let faults = accepted::judge(&sent, answer)?;
                Ok(Judgement {
                    answer: json::parse(answer)?.value,
                    pending: None,
                    faults,
                    departures: Vec::new(),
                    unchecked: Vec::new(),
                })
            }
            _ => {
                let none = RefineRequest { refinements: Vec::new(), context: None };
                judge(self.refine.as_ref().unwrap_or(&none), answer, circumstances)
            }
        }
    }
}
