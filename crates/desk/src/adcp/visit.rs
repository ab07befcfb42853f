//! One question to a seller: a connection, the handshake, the question, the end.
//!
//! A connection is kept for one question alone. What a seller forgets between two of them is then no
//! trouble, and a desk that was closed for a week takes up a task as one that never stopped.

use std::time::Duration;

use rmcp::model::{CallToolRequestParams, ClientCapabilities, ClientConfig, Implementation};
use rmcp::service::RunningService;
use rmcp::transport::StreamableHttpClientTransport;
use rmcp::transport::streamable_http_client::StreamableHttpClientTransportConfig;
use rmcp::{RoleClient, ServiceExt as _};
use zeroize::Zeroizing;

use super::line::{Heard, Line, Trouble};

/// Where a seller is and how one is known there.
#[derive(Clone)]
pub(crate) struct Door {
    pub(crate) url: String,
    pub(crate) token: Zeroizing<String>,
    pub(crate) http: reqwest::Client,
}

/// What came of a question.
#[derive(Debug)]
pub(crate) enum Visit {
    /// An answer.
    Came(Heard),
    /// Nothing has arrived, or nothing was done of it.
    NotSent(Trouble),
    /// It may have arrived and been done.
    Lost(Trouble),
}

type Session = RunningService<RoleClient, ClientConfig>;

impl Door {
    /// The client that all visits share. `alone`: the seller is on this machine, and no proxy is asked.
    pub(crate) fn http(patience: Duration, alone: bool) -> Result<reqwest::Client, Trouble> {
        let builder = reqwest::Client::builder()
            .connect_timeout(patience.min(Duration::from_secs(10)))
            .timeout(patience)
            // Nothing is sent into a connection of which nobody knows whether it still stands.
            .pool_max_idle_per_host(0)
            // The token goes nowhere that the seller's owner has not been asked about.
            .redirect(reqwest::redirect::Policy::none());
        let builder = if alone { builder.no_proxy() } else { builder };
        builder.build().map_err(|_| Trouble::Confused)
    }

    /// Calls a task with arguments, to the letter.
    pub(crate) async fn call(&self, tool: &str, arguments: &str) -> Visit {
        let (line, mut session) = match self.open(arguments).await {
            Ok(open) => open,
            Err(trouble) => return Visit::NotSent(trouble),
        };
        let asked = session.call_tool(CallToolRequestParams::new(tool.to_owned())).await;
        let visit = told(&line, asked.is_ok());
        let _ = session.close_with_timeout(Duration::from_secs(2)).await;
        visit
    }

    /// Asks which tools there are.
    pub(crate) async fn tools(&self) -> Visit {
        let (line, mut session) = match self.open("{}").await {
            Ok(open) => open,
            Err(trouble) => return Visit::NotSent(trouble),
        };
        let asked = session.list_tools(None).await;
        let visit = told(&line, asked.is_ok());
        let _ = session.close_with_timeout(Duration::from_secs(2)).await;
        visit
    }

    async fn open(&self, arguments: &str) -> Result<(Line, Session), Trouble> {
        let line = Line::new(self.http.clone(), self.token.clone(), arguments);
        let config = StreamableHttpClientTransportConfig::with_uri(self.url.as_str());
        let transport = StreamableHttpClientTransport::with_client(line.clone(), config);
        let own = Implementation::new("countersign", env!("CARGO_PKG_VERSION"));
        let info = ClientConfig::new(ClientCapabilities::default(), own);
        match info.serve(transport).await {
            Ok(session) => Ok((line, session)),
            Err(_) => Err(line.trouble().unwrap_or(Trouble::Confused)),
        }
    }
}

fn told(line: &Line, answered: bool) -> Visit {
    match (line.heard(), line.trouble()) {
        (Some(heard), _) => Visit::Came(heard),
        (None, Some(trouble)) if trouble.before_anything() => Visit::NotSent(trouble),
        (None, trouble) => {
            Visit::Lost(trouble.unwrap_or(if answered { Trouble::Confused } else { Trouble::Broken }))
        }
    }
}

/// Whether an address is one of this machine.
pub(crate) fn on_this_machine(url: &str) -> bool {
    let host = reqwest::Url::parse(url).ok().and_then(|url| url.host_str().map(str::to_owned));
    host.is_some_and(|host| matches!(host.as_str(), "localhost" | "127.0.0.1" | "[::1]"))
}
