//! Signed requests, and the places where they may be believed too early.

use anp::digest::BodyHash;
use anp::keys::Signature;
use anp::request::{NONCE_LONGEST, header};
use anp::time::Moment;
use axum::http::HeaderMap;
use support::client::now;

use super::words::Denial;
use super::{Agent, Fault, Host, lenient};

/// A request as it came.
pub struct Incoming {
    pub method: String,
    pub path: String,
    pub query: Option<String>,
    pub headers: HeaderMap,
    pub body: Vec<u8>,
}

impl Incoming {
    fn header(&self, name: &str) -> Option<String> {
        let mut all = self.headers.get_all(name).iter();
        let value = all.next()?.to_str().ok()?.to_owned();
        all.next().is_none().then_some(value)
    }
}

/// The window to either side, in milliseconds.
const WINDOW: i64 = 300_000;

impl Host {
    /// Who has signed this.
    pub async fn admit(&self, incoming: &Incoming) -> Result<Agent, Denial> {
        let nonce = self.nonce(incoming)?;
        let timestamp = match incoming.header(header::TIMESTAMP) {
            None if self.has(Fault::AbsentTimeTaken) => String::new(),
            timestamp => timestamp.ok_or_else(|| self.missing(header::TIMESTAMP))?,
        };
        let signature = match incoming.header(header::SIGNATURE) {
            None if self.has(Fault::AbsentSignatureTaken) => None,
            signature => Some(signature.ok_or_else(|| self.missing(header::SIGNATURE))?),
        };
        let id = match incoming.header(header::AGENT) {
            None if self.has(Fault::AbsentAgentGuessed) => {
                let agents = self.state().agents.clone();
                let signature = signature.clone().unwrap_or_default();
                let signs =
                    |agent: &&Agent| self.signed(incoming, agent, (&timestamp, &nonce), &signature).is_ok();
                agents.iter().find(signs).map(|agent| agent.id.clone()).ok_or_else(Denial::refused)?
            }
            id => id.ok_or_else(|| self.missing(header::AGENT))?,
        };
        let agent = self.state().agents.iter().find(|agent| agent.id == id).cloned();
        let Some(agent) = agent else {
            let told = Denial::told(401, "unknown_agent", "No such agent.");
            return Err(if self.has(Fault::UnknownAgentTold) { told } else { Denial::refused() });
        };
        if self.has(Fault::NonceBurntByOutsiders) {
            self.spend(incoming, &agent, &nonce).await?;
        }
        if let Some(signature) = signature {
            self.signed(incoming, &agent, (&timestamp, &nonce), &signature)?;
        }
        self.timely(&timestamp)?;
        if !self.has(Fault::NonceBurntByOutsiders) {
            self.spend(incoming, &agent, &nonce).await?;
        }
        Ok(agent)
    }

    fn missing(&self, name: &str) -> Denial {
        if self.has(Fault::MissingHeaderTold) {
            return Denial::told(401, "refused", &format!("The header {name} lacks."));
        }
        Denial::refused()
    }

    fn nonce(&self, incoming: &Incoming) -> Result<String, Denial> {
        let Some(nonce) = incoming.header(header::NONCE) else {
            return if self.has(Fault::AbsentNonceTaken) {
                Ok(String::new())
            } else {
                Err(self.missing(header::NONCE))
            };
        };
        let most = if self.has(Fault::LongestNonceRefused) { NONCE_LONGEST - 1 } else { NONCE_LONGEST };
        let empty = nonce.is_empty() && !self.has(Fault::EmptyNonceTaken);
        let long = nonce.len() > most && !self.has(Fault::LongNonceTaken);
        if empty || long { Err(Denial::refused()) } else { Ok(nonce) }
    }

    fn signed(
        &self,
        incoming: &Incoming,
        agent: &Agent,
        (timestamp, nonce): (&str, &str),
        signature: &str,
    ) -> Result<(), Denial> {
        if self.has(Fault::RequestSignatureUnchecked) {
            return Ok(());
        }
        let wrong = || match self.fault {
            Some(Fault::BadSignatureForbidden) => Denial::told(403, "refused", "The request is refused."),
            _ => Denial::refused(),
        };
        let signature = if self.has(Fault::StandardBase64Taken) {
            lenient::signature(signature)
        } else {
            Signature::parse(signature).ok()
        };
        let signature = signature.ok_or_else(wrong)?;
        let holds = |method: &str, path: &str, body: &[u8]| {
            let hash = BodyHash::of(body);
            let text = format!("ANP/0.1\n{method}\n{path}\n{timestamp}\n{nonce}\n{hash}");
            let by = |agent: &Agent| agent.key.verify(text.as_bytes(), &signature).is_ok();
            by(agent) || (self.has(Fault::AnyRegisteredKeyTaken) && self.state().agents.iter().any(by))
        };
        let Incoming { method, path, query, body, .. } = incoming;
        let whole = query.as_ref().map_or_else(|| path.clone(), |query| format!("{path}?{query}"));
        let parent = path.rsplit_once('/').map_or("", |(parent, _)| parent);
        let held = match self.fault {
            Some(Fault::QueryMustBeSigned) => holds(method, &whole, body),
            Some(Fault::SignedQueryTaken) => holds(method, path, body) || holds(method, &whole, body),
            Some(Fault::ParentPathTaken) => holds(method, path, body) || holds(method, parent, body),
            Some(Fault::MethodUnsigned) => ["GET", "POST"].iter().any(|method| holds(method, path, body)),
            Some(Fault::BodyUnsigned) => holds(method, path, body) || holds(method, path, b""),
            _ => holds(method, path, body),
        };
        if held { Ok(()) } else { Err(wrong()) }
    }

    fn timely(&self, timestamp: &str) -> Result<(), Denial> {
        let at = match Moment::parse(timestamp) {
            Ok(at) => at,
            Err(_) if timestamp.is_empty() && self.has(Fault::AbsentTimeTaken) => return Ok(()),
            Err(_) if self.has(Fault::GarbageTimeTaken) => return Ok(()),
            Err(_) => return Err(Denial::refused()),
        };
        let late = now().since(at);
        let window = if self.has(Fault::WindowTooNarrow) { 60_000 } else { WINDOW };
        let past = late > window && !self.has(Fault::PastUnbounded);
        let future = late < -window && !self.has(Fault::FutureUnbounded);
        if past || future {
            let told = Denial::told(401, "refused", "The request is stale.");
            return Err(if self.has(Fault::StaleTold) { told } else { Denial::refused() });
        }
        Ok(())
    }

    async fn spend(&self, incoming: &Incoming, agent: &Agent, nonce: &str) -> Result<(), Denial> {
        let scope = match self.fault {
            Some(Fault::NonceSharedByAgents) => String::new(),
            Some(Fault::NonceByRoute) => format!("{} {}", agent.id, incoming.path),
            _ => agent.id.clone(),
        };
        let key = (scope, nonce.to_owned());
        if self.has(Fault::NonceRace) {
            let known = self.state().nonces.contains(&key);
            self.meet().await;
            self.state().nonces.insert(key);
            return if known { Err(Denial::refused()) } else { Ok(()) };
        }
        let free = self.state().nonces.insert(key) || self.has(Fault::NonceForgotten);
        let told = Denial::told(409, "nonce_used", "The nonce was used before.");
        match (free, self.has(Fault::UsedNonceConflict)) {
            (true, _) => Ok(()),
            (false, true) => Err(told),
            (false, false) => Err(Denial::refused()),
        }
    }
}
