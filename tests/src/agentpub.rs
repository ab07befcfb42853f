//! A server of our own in the place of `AgentPub`: it behaves as the guide documents, or,
//! by its profile, loses, repeats, reorders, delays, answers 429 and 500, and drops
//! connections. What the guide leaves open is our choice: the inbox is
//! `GET /messages?cursor=…` and answers `{"messages": [...], "next_cursor": "…"}`.
#![allow(clippy::expect_used, reason = "a test ends where its ground is missing")]

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde_json::{Value, json};
use tokio::net::{TcpListener, TcpStream};

use crate::line::{answer, message};

/// What the service does wrong, in per cent of requests or messages.
#[derive(Debug, Clone, Copy, Default)]
pub struct Profile {
    /// Messages that are taken and never delivered.
    pub loses: u32,
    /// Messages that are delivered twice, under two ids.
    pub repeats: u32,
    /// Messages that are delivered later than others: by up to so many looks at the inbox.
    pub delays: u32,
    /// Requests answered 429 with `Retry-After: 1`.
    pub busy: u32,
    /// Requests answered 500.
    pub fails: u32,
    /// Requests whose connection is dropped unheard.
    pub drops: u32,
    /// Requests whose connection is dropped after they were done.
    pub drops_answers: u32,
}

#[derive(Default)]
struct Post {
    profile: Profile,
    seed: u64,
    /// Handles by their keys.
    handles: BTreeMap<String, String>,
    /// What each handle has been delivered.
    inboxes: BTreeMap<String, Vec<Value>>,
    /// What waits, with the looks that it waits for.
    waiting: BTreeMap<String, Vec<(u64, Value)>>,
    names: std::collections::BTreeSet<(String, String)>,
    taken: u64,
    idempotent: bool,
}

/// The service. Dropping it ends it.
pub struct AgentPub {
    /// All before `/messages`.
    pub base: String,
    post: Arc<Mutex<Post>>,
    serving: tokio::task::JoinHandle<()>,
}

impl fmt::Debug for AgentPub {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AgentPub").field("base", &self.base).finish_non_exhaustive()
    }
}

impl Drop for AgentPub {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

impl AgentPub {
    /// A service with these handles and their keys. The seed decides its misdeeds.
    ///
    /// # Panics
    /// Where there is no free port.
    pub async fn start(accounts: &[(&str, &str)], profile: Profile, seed: u64) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let base = format!("http://{}/v1", listener.local_addr().expect("an address"));
        let handles = accounts.iter().map(|(handle, key)| ((*key).to_owned(), (*handle).to_owned()));
        let post =
            Post { profile, seed: seed | 1, handles: handles.collect(), idempotent: true, ..Post::default() };
        let post = Arc::new(Mutex::new(post));
        let shared = Arc::clone(&post);
        let serving = tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let post = Arc::clone(&shared);
                tokio::spawn(async move { serve(client, &post).await.ok() });
            }
        });
        Self { base, post, serving }
    }

    fn post(&self) -> MutexGuard<'_, Post> {
        self.post.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Behaves otherwise from now on.
    pub fn behaves(&self, profile: Profile) {
        self.post().profile = profile;
    }

    /// Forgets which messages it has taken before: `Idempotency-Key` means nothing to it.
    pub fn knows_no_idempotency(&self) {
        self.post().idempotent = false;
    }

    /// Messages that were posted and taken.
    pub fn taken(&self) -> u64 {
        self.post().taken
    }

    /// Puts a message of anybody's into an inbox, as the service would deliver it.
    pub fn deliver(&self, to: &str, from: &str, thread: &str, metadata: &Value, body: &str) {
        let mut post = self.post();
        let message = json!({ "from": from, "thread_id": thread, "metadata": metadata, "body": body });
        post.put(to, 0, message);
    }

    /// Everything that was delivered to a handle.
    pub fn inbox(&self, handle: &str) -> Vec<Value> {
        self.post().inboxes.get(handle).cloned().unwrap_or_default()
    }
}

impl Post {
    /// A number below `below`, by xorshift.
    fn chance(&mut self, below: u64) -> u64 {
        self.seed ^= self.seed << 13;
        self.seed ^= self.seed >> 7;
        self.seed ^= self.seed << 17;
        (self.seed >> 11) % below.max(1)
    }

    fn happens(&mut self, percent: u32) -> bool {
        self.chance(100) < u64::from(percent)
    }

    fn put(&mut self, to: &str, looks: u64, mut message: Value) {
        self.taken += 1;
        if let Some(members) = message.as_object_mut() {
            members.insert("id".to_owned(), json!(format!("msg_{}", self.taken)));
        }
        self.waiting.entry(to.to_owned()).or_default().push((looks, message));
    }

    fn take(&mut self, from: &str, name: &str, body: &[u8]) -> u16 {
        let Ok(sent) = serde_json::from_slice::<Value>(body) else { return 400 };
        let text = |member: &str| sent.get(member).and_then(Value::as_str).map(str::to_owned);
        let (Some(to), Some(thread), Some(body)) = (text("to"), text("thread_id"), text("body")) else {
            return 400;
        };
        let known = !self.names.insert((from.to_owned(), name.to_owned()));
        // Within a service that keeps its word a repeated request changes nothing; half of
        // the time it has forgotten, so that both ways are seen.
        if known && self.idempotent && self.happens(50) {
            return 200;
        }
        if self.happens(self.profile.loses) {
            return 202;
        }
        let message =
            json!({ "from": from, "thread_id": thread, "metadata": sent.get("metadata"), "body": body });
        let copies = if self.happens(self.profile.repeats) { 2 } else { 1 };
        for _ in 0..copies {
            let looks = self.chance(u64::from(self.profile.delays) + 1);
            self.put(&to, looks, message.clone());
        }
        202
    }

    fn look(&mut self, handle: &str, cursor: usize) -> Value {
        let waiting = self.waiting.remove(handle).unwrap_or_default();
        let mut later = Vec::new();
        for (looks, message) in waiting {
            if looks == 0 {
                self.inboxes.entry(handle.to_owned()).or_default().push(message);
            } else {
                later.push((looks - 1, message));
            }
        }
        self.waiting.insert(handle.to_owned(), later);
        let inbox = self.inboxes.entry(handle.to_owned()).or_default();
        let page: Vec<Value> = inbox.iter().skip(cursor).take(100).cloned().collect();
        json!({ "next_cursor": (cursor + page.len()).to_string(), "messages": page })
    }
}

async fn serve(mut client: TcpStream, post: &Mutex<Post>) -> std::io::Result<()> {
    let (head, body) = message(&mut client).await?;
    let outcome = {
        let mut post = post.lock().unwrap_or_else(PoisonError::into_inner);
        let profile = post.profile;
        if post.happens(profile.drops) {
            return Ok(());
        }
        let outcome = if post.happens(profile.busy) {
            (429, "{}".to_owned())
        } else if post.happens(profile.fails) {
            (500, "{}".to_owned())
        } else {
            answer_of(&mut post, &head, &body)
        };
        if post.happens(profile.drops_answers) {
            return Ok(());
        }
        outcome
    };
    let fields: &[&str] = if outcome.0 == 429 { &["retry-after: 1"] } else { &[] };
    answer(&mut client, outcome.0, fields, &outcome.1).await
}

fn answer_of(post: &mut Post, head: &str, body: &[u8]) -> (u16, String) {
    let field = |name: &str| {
        head.lines().find_map(|line| {
            let (field, value) = line.split_once(':')?;
            field.eq_ignore_ascii_case(name).then(|| value.trim().to_owned())
        })
    };
    let key = field("authorization").unwrap_or_default();
    let Some(handle) = post.handles.get(key.trim_start_matches("Bearer ")).cloned() else {
        return (401, "{}".to_owned());
    };
    let route = head.split(" HTTP/").next().unwrap_or_default();
    if route == "POST /v1/messages" {
        let name = field("idempotency-key").unwrap_or_default();
        return (post.take(&handle, &name, body), "{}".to_owned());
    }
    let Some(query) = route.strip_prefix("GET /v1/messages?") else { return (404, "{}".to_owned()) };
    let cursor = query.split('&').find_map(|pair| pair.strip_prefix("cursor="));
    let cursor = cursor.and_then(|cursor| cursor.parse().ok()).unwrap_or(0);
    (200, post.look(&handle, cursor).to_string())
}
