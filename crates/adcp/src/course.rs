//! The course of dealings with one seller: requests as they left and messages as they came, in order, each
//! answer judged by what came before it. Whoever has the same bytes comes to the same verdicts.

use anp::json::{self, SyntaxFault, Value};
use anp::time::Moment;

use crate::accepted::{self, Acceptance};
use crate::answer::{Body, Reading};
use crate::capability::RefinementSupport;
use crate::digest::TermsDigest;
use crate::message;
use crate::replay;
use crate::request::read::RefineRequest;
use crate::sources::{Sources, text};
use crate::task_error::TaskError;
use crate::verify::{Circumstances, Judgement, LEAD_MILLIS, judge, judge_declined, judge_requested};

/// What a message answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum To {
    /// The task.
    Call,
    /// The question where the task stands.
    Status,
}

/// A message that came.
#[derive(Debug, Clone, Copy)]
pub struct Came<'a> {
    /// When, RFC 3339.
    pub at: &'a str,
    /// What it answers.
    pub to: To,
    /// Its text.
    pub message: &'a str,
}

/// What one message says.
#[derive(Debug, Clone, PartialEq)]
pub enum Said {
    /// The answer.
    Answer,
    /// The answer once more; what came before is what counts, and any difference is a fault of it.
    Again,
    /// The seller works on it.
    Pending,
    /// The seller waits for something that this protocol cannot give.
    NeedsInput,
    /// A task error: nothing was done.
    Failed(TaskError),
    /// Nothing that can be read.
    Unreadable,
}

/// An answer with our verdict.
#[derive(Debug, Clone, PartialEq)]
pub struct Judged {
    /// When it came, RFC 3339.
    pub came_at: String,
    /// The body's bytes.
    pub text: String,
    /// Whether the seller says that it has answered this before.
    pub replayed: bool,
    /// The verdict.
    pub judgement: Judgement,
}

/// What came of one request.
#[derive(Debug, Clone, PartialEq)]
pub struct Heard {
    /// The arguments as they were sent; an empty object where they are no JSON.
    pub arguments: Value,
    /// What was asked for, of a refinement.
    pub refine: Option<RefineRequest>,
    /// The answer, once there is one.
    pub answer: Option<Judged>,
    /// The last task error.
    pub error: Option<TaskError>,
    /// What each message says, in their order.
    pub said: Vec<Said>,
}

/// Ids of the proposals that a request is about.
pub fn sources(tool: &str, arguments: &Value) -> Vec<String> {
    let entries = |key: &str| {
        let all = arguments.get(key).and_then(Value::as_array).unwrap_or_default();
        all.iter().filter_map(|entry| text(entry, "proposal_id")).map(str::to_owned).collect::<Vec<_>>()
    };
    match tool {
        "refine_proposals" => entries("refinements"),
        "decline_proposals" => entries("declines"),
        _ => text(arguments, "proposal_id").map(str::to_owned).into_iter().collect(),
    }
}

/// Dealings as far as they were followed.
#[derive(Debug, Clone, Default)]
pub struct Course {
    support: Option<RefinementSupport>,
    sources: Sources,
}

impl Course {
    /// Before the first request, with what the seller says it supports.
    pub fn new(support: Option<RefinementSupport>) -> Self {
        Self { support, sources: Sources::default() }
    }

    /// Follows the next request with everything that came to it.
    pub fn next(&mut self, tool: &str, arguments: &str, came: &[Came<'_>]) -> Heard {
        let arguments =
            json::parse_flawless(arguments.as_bytes()).unwrap_or_else(|_| Value::Object(Vec::new()));
        let refine = (tool == "refine_proposals").then(|| RefineRequest::read(&arguments).ok()).flatten();
        let mut heard = Heard { arguments, refine, answer: None, error: None, said: Vec::new() };
        for came in came {
            let said = self.hear(tool, &mut heard, came);
            heard.said.push(said);
        }
        self.take(&heard);
        heard
    }

    fn hear(&self, tool: &str, heard: &mut Heard, came: &Came<'_>) -> Said {
        let brought = message::brought(came.message);
        let reading = match came.to {
            To::Call => brought.reading(),
            To::Status => brought.status().unwrap_or(Reading::Unreadable),
        };
        match reading {
            Reading::Done(body) => self.answered(tool, heard, (came.at, &body)),
            Reading::NeedsInput(body) => {
                self.answered(tool, heard, (came.at, &body));
                Said::NeedsInput
            }
            Reading::Failed(error) => {
                heard.error = Some(error.clone());
                Said::Failed(error)
            }
            Reading::Pending { .. } => Said::Pending,
            Reading::Unreadable => Said::Unreadable,
        }
    }

    /// Takes in an answer. The first one counts; a later one is a replay of it, or another answer, and then
    /// neither can be used.
    fn answered(&self, tool: &str, heard: &mut Heard, (came_at, body): (&str, &Body)) -> Said {
        if let Some(first) = &mut heard.answer {
            first.judgement.faults.extend(replay::same(&first.judgement.answer, &body.value));
            return Said::Again;
        }
        let now = Moment::parse(came_at).unwrap_or_else(|_| Moment::from_millis(i64::MAX));
        let support = self.support.as_ref();
        let circumstances = Circumstances { sources: &self.sources, support, now, lead_millis: LEAD_MILLIS };
        let Ok(judgement) = judged(tool, heard, body.text.as_bytes(), &circumstances) else {
            return Said::Unreadable;
        };
        let (came_at, text) = (came_at.to_owned(), body.text.clone());
        heard.answer = Some(Judged { came_at, text, replayed: body.replayed(), judgement });
        Said::Answer
    }

    /// Proposals of an answer that holds are what later answers are judged by.
    fn take(&mut self, heard: &Heard) {
        let Some(judgement) = heard.answer.as_ref().map(|judged| &judged.judgement) else { return };
        if judgement.pending.is_some() || !judgement.holds() {
            return;
        }
        for proposal in proposals_in(&judgement.answer) {
            self.sources.add(proposal.clone());
        }
        if let Some(accepted) = judgement.answer.get("accepted_proposal") {
            self.sources.add(accepted.clone());
        }
    }
}

fn judged(
    tool: &str,
    heard: &Heard,
    answer: &[u8],
    circumstances: &Circumstances<'_>,
) -> Result<Judgement, SyntaxFault> {
    match tool {
        "request_proposals" => judge_requested(answer, circumstances),
        "decline_proposals" => judge_declined(&sources(tool, &heard.arguments), answer),
        "accept_proposal" => {
            let id = text(&heard.arguments, "proposal_id").unwrap_or_default();
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
            judge(heard.refine.as_ref().unwrap_or(&none), answer, circumstances)
        }
    }
}

/// The proposals of an answer, in order.
pub fn proposals_in(answer: &Value) -> Vec<&Value> {
    let listed = answer.get("proposals").and_then(Value::as_array).unwrap_or_default().iter();
    let results = answer.get("results").and_then(Value::as_array).unwrap_or_default().iter();
    let within = results.flat_map(|result| {
        let many = result.get("proposals").and_then(Value::as_array).unwrap_or_default().iter();
        many.chain(result.get("proposal"))
    });
    listed.chain(within).filter(|proposal| proposal.as_object().is_some()).collect()
}
