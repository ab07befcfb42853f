//! The seller: one call in, one reply out.

use std::collections::BTreeMap;

use anp::digest::sha256;
use anp::time::Moment;
use serde_json::{Value, json};

use crate::account::Buyer;
use crate::book::Book;
use crate::fault::Fault;
use crate::probe::Probes;
use crate::profile::Profile;
use crate::replay::{self, Known, Replays};
use crate::tasks::Tasks;
use crate::terms::canonical_text;
use crate::tools::Tool;
use crate::{buy, capabilities, decline, lies, preflight, request, revise};

/// How a reply leaves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Manner {
    /// As it should.
    Answer,
    /// The connection is dropped in its place.
    Cut,
    /// Nothing ever comes.
    Stall,
    /// Something comes without end.
    Flood,
    /// The buyer is sent elsewhere.
    Redirect,
    /// A page for people comes.
    Page,
    /// An error in plain words comes.
    Plain,
}

/// What is said to one call.
#[derive(Debug)]
pub struct Reply {
    /// The answer's JSON text, or why the task failed.
    pub body: Result<String, Fault>,
    /// How it leaves.
    pub manner: Manner,
}

/// Who asks what under which key, and when.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Call<'a> {
    pub buyer: Buyer,
    pub key: &'a str,
    pub now: Moment,
}

/// A seller with all that it remembers. It has no clock and no chance of its own: the same
/// calls at the same moments get the same replies.
#[derive(Debug)]
pub struct Seller {
    pub(crate) profile: Profile,
    seed: u64,
    pub(crate) book: Book,
    pub(crate) probes: Probes,
    replays: Replays,
    tasks: Tasks,
    effects: BTreeMap<(Buyer, Tool), u64>,
}

impl Seller {
    /// A seller with empty books. Other seeds give other ids and nothing else.
    pub fn new(profile: Profile, seed: u64) -> Self {
        Self {
            profile,
            seed,
            book: Book::default(),
            probes: Probes::default(),
            replays: Replays::default(),
            tasks: Tasks::default(),
            effects: BTreeMap::new(),
        }
    }

    /// What it plays.
    pub const fn profile(&self) -> Profile {
        self.profile
    }

    /// Answers a call of a task by its name.
    pub fn call(&mut self, buyer: Buyer, task: &str, arguments: &Value, now: Moment) -> Reply {
        let Some(tool) = Tool::named(task) else {
            let said = "There is no such task here.";
            return Reply::failed(Fault::correctable("UNSUPPORTED_FEATURE", said));
        };
        let version = match capabilities::version(arguments, self.profile) {
            Ok(version) => version,
            Err(fault) => return Reply::failed(fault),
        };
        if let Err(fault) = preflight::check(tool, arguments, self.profile) {
            return Reply::failed(fault);
        }
        match tool {
            Tool::Capabilities => Reply::said(&capabilities::answer(version, self.profile)),
            Tool::Accounts => Reply::said(&accounts(buyer, arguments)),
            Tool::Status => match self.tasks.status(buyer, arguments, self.profile, now) {
                Ok(answer) => Reply::said(&answer),
                Err(fault) => Reply::failed(fault),
            },
            Tool::Request | Tool::Refine | Tool::Accept | Tool::Decline => {
                let key = arguments.get("idempotency_key").and_then(Value::as_str).unwrap_or_default();
                self.mutate(Call { buyer, key, now }, tool, arguments, version)
            }
        }
    }

    fn mutate(&mut self, call: Call<'_>, tool: Tool, arguments: &Value, version: &str) -> Reply {
        let print = sha256(format!("{}\n{}", tool.name(), canonical_text(arguments)).as_bytes());
        let first = self.replays.sending(call.buyer, call.key) == 1;
        match self.replays.known(call.buyer, call.key, print, call.now) {
            Err(fault) => return Reply::failed(fault),
            Ok(Known::Answered(answer)) => return self.replayed(answer),
            Ok(Known::New) => {}
        }
        if first && let Some(reply) = self.before(call) {
            return reply;
        }
        let done = match tool {
            Tool::Request => request::request(self, call, arguments),
            Tool::Refine => revise::refine(self, call, arguments),
            Tool::Accept => buy::accept(self, call, arguments),
            _ => Ok(decline::decline(self, call, arguments)),
        };
        let mut answer = match done {
            Ok(answer) => answer,
            Err(fault) => return Reply::failed(fault),
        };
        *self.effects.entry((call.buyer, tool)).or_default() += 1;
        lies::tell(self, call, tool, arguments, &mut answer);
        if self.submits() {
            let id = self.id("task", call, 0);
            answer = self.tasks.submit(call.buyer, id, tool, answer, call.now);
        }
        if let (Tool::Request | Tool::Refine, Some(members)) = (tool, answer.as_object_mut()) {
            members.insert("adcp_version".to_owned(), version.into());
        }
        if self.profile != Profile::NoReplay {
            self.replays.keep(call.buyer, call.key, print, call.now, answer.clone());
        }
        self.after(&answer, first)
    }

    /// What comes in place of doing anything, at a key's first sending.
    fn before(&self, call: Call<'_>) -> Option<Reply> {
        match self.profile {
            Profile::DropsRequest => Some(Reply::manner(Manner::Cut)),
            Profile::Redirects => Some(Reply::manner(Manner::Redirect)),
            Profile::InFlight => {
                let said = format!("What was asked under {} is still being done.", call.key);
                Some(Reply::failed(Fault::transient("IDEMPOTENCY_IN_FLIGHT", said, 1)))
            }
            Profile::RateLimited => {
                let said = "Too many requests.";
                Some(Reply::failed(Fault::transient("RATE_LIMITED", said, 100_000_000)))
            }
            _ => None,
        }
    }

    /// How an answer leaves for the first time, and how for a replay that never came before.
    fn after(&self, answer: &Value, first: bool) -> Reply {
        let mut reply = Reply { body: Ok(lies::spell(self.profile, answer)), manner: Manner::Answer };
        if first {
            reply.manner = match self.profile {
                Profile::DropsAnswer => Manner::Cut,
                Profile::Stalls => Manner::Stall,
                Profile::Floods => Manner::Flood,
                Profile::NotJson => Manner::Page,
                Profile::PlainError => Manner::Plain,
                _ => Manner::Answer,
            };
        }
        reply
    }

    /// A picture of what was answered then, not of now.
    fn replayed(&self, mut answer: Value) -> Reply {
        if self.profile == Profile::KeyConflict {
            return Reply::failed(replay::conflict());
        }
        if self.profile == Profile::ReplayMoves {
            lies::moved(&mut answer);
        }
        if let Some(members) = answer.as_object_mut() {
            members.insert("replayed".to_owned(), true.into());
        }
        Reply { body: Ok(lies::spell(self.profile, &answer)), manner: Manner::Answer }
    }

    const fn submits(&self) -> bool {
        matches!(
            self.profile,
            Profile::Submitted
                | Profile::SubmittedFails
                | Profile::SubmittedAsks
                | Profile::SubmittedNever
                | Profile::SubmittedLies
        )
    }

    /// An id that follows from the seed, the buyer, the key and a number: the same request
    /// gets the same one whatever else happened.
    pub(crate) fn id(&self, what: &str, call: Call<'_>, number: usize) -> String {
        let said = format!("{}\n{what}\n{}\n{}\n{number}", self.seed, call.buyer.account_id(), call.key);
        let digest = sha256(said.as_bytes());
        let number = digest.iter().take(6).fold(0_u64, |number, byte| number << 8 | u64::from(*byte));
        format!("{what}_{number:012x}")
    }

    /// How often each mutation was done for a buyer, and what came of it: for tests that
    /// nothing was done twice.
    pub fn effects(&self, buyer: Buyer, now: Moment) -> Value {
        let mutations = [Tool::Request, Tool::Refine, Tool::Accept, Tool::Decline];
        let mut counted: serde_json::Map<String, Value> = mutations
            .into_iter()
            .map(|tool| {
                let count = self.effects.get(&(buyer, tool)).copied().unwrap_or_default();
                (tool.name().to_owned(), count.into())
            })
            .collect();
        counted.insert("proposals".to_owned(), self.book.of(buyer).count().into());
        counted.insert("holds".to_owned(), self.book.holds(buyer, now).count().into());
        counted.insert("media_buys".to_owned(), self.book.bought(buyer).into());
        Value::Object(counted)
    }
}

impl Reply {
    fn said(answer: &Value) -> Self {
        Self { body: Ok(answer.to_string()), manner: Manner::Answer }
    }

    const fn failed(fault: Fault) -> Self {
        Self { body: Err(fault), manner: Manner::Answer }
    }

    const fn manner(manner: Manner) -> Self {
        Self { body: Ok(String::new()), manner }
    }
}

fn accounts(buyer: Buyer, arguments: &Value) -> Value {
    let asked = arguments.get("accounts").and_then(Value::as_array).and_then(|all| all.first());
    let brand = asked.and_then(|account| account.get("brand")).cloned();
    let brand = brand.unwrap_or_else(|| json!({ "domain": buyer.brand() }));
    json!({
        "status": "completed",
        "accounts": [{
            "account_id": buyer.account_id(),
            "brand": brand,
            "operator": buyer.operator(),
            "action": "unchanged",
            "status": "active",
            "sandbox": true,
        }],
    })
}
