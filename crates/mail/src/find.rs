//! A domain's mail servers by what its own records say, and by the names that are usual there. The domain's
//! own servers are asked and nobody else: no register, no search service.

use std::time::Duration;

use tokio::task::JoinSet;

use crate::imap::Mailbox;
use crate::net::{Security, Server, Trouble, Trust};
use crate::records::Records;
use crate::smtp;

/// How long a name may take to answer.
pub const PATIENCE: Duration = Duration::from_secs(8);

/// Where mails of a domain are usually read, the likeliest first.
pub fn usual_imap(domain: &str) -> Vec<Server> {
    usual(domain, ["imap", "mail"], [(993, Security::Tls), (143, Security::StartTls)])
}

/// Where mails of a domain are usually handed over, the likeliest first.
pub fn usual_smtp(domain: &str) -> Vec<Server> {
    usual(domain, ["smtp", "mail"], [(465, Security::Tls), (587, Security::StartTls)])
}

fn usual(domain: &str, names: [&str; 2], ways: [(u16, Security); 2]) -> Vec<Server> {
    let hosts: Vec<String> =
        names.iter().map(|name| format!("{name}.{domain}")).chain([domain.to_owned()]).collect();
    let at = |(port, security)| hosts.iter().map(move |host| Server { host: host.clone(), port, security });
    ways.into_iter().flat_map(at).collect()
}

/// Where mails of a domain are read: a server that its records name, or else one of the usual names, behind
/// which a mailbox answers with a certificate that holds.
pub async fn imap_of(domain: &str, records: Option<&Records>, trust: &Trust) -> Option<Server> {
    let named = match records {
        Some(records) => first_imap(records.imap(domain).await, trust, PATIENCE).await,
        None => None,
    };
    match named {
        None => first_imap(usual_imap(domain), trust, PATIENCE).await,
        named => named,
    }
}

/// Where mails of a domain are handed over, in the same way.
pub async fn smtp_of(domain: &str, records: Option<&Records>, trust: &Trust) -> Option<Server> {
    let named = match records {
        Some(records) => first_smtp(records.smtp(domain).await, trust, PATIENCE).await,
        None => None,
    };
    match named {
        None => first_smtp(usual_smtp(domain), trust, PATIENCE).await,
        named => named,
    }
}

/// The first of these behind which a mailbox answers, with a certificate that holds.
pub async fn first_imap(places: Vec<Server>, trust: &Trust, patience: Duration) -> Option<Server> {
    let trust = trust.clone();
    first(places, patience, move |server| {
        let trust = trust.clone();
        async move { Mailbox::greets(&server, &trust).await }
    })
    .await
}

/// The first of these to which mails can be handed over, with a certificate that holds.
pub async fn first_smtp(places: Vec<Server>, trust: &Trust, patience: Duration) -> Option<Server> {
    let trust = trust.clone();
    first(places, patience, move |server| {
        let trust = trust.clone();
        async move { smtp::greets(&server, &trust).await }
    })
    .await
}

/// All are asked at once, so that a name behind which nothing is costs no wait of its own;
/// the order says which counts.
async fn first<F>(places: Vec<Server>, patience: Duration, ask: impl Fn(Server) -> F) -> Option<Server>
where
    F: Future<Output = Result<(), Trouble>> + Send + 'static,
{
    let mut asked = JoinSet::new();
    for (place, server) in places.iter().cloned().enumerate() {
        let answer = tokio::time::timeout(patience, ask(server));
        asked.spawn(async move { (place, matches!(answer.await, Ok(Ok(())))) });
    }
    let mut open: Vec<Option<bool>> = vec![None; places.len()];
    while let Some(Ok((place, there))) = asked.join_next().await {
        if let Some(known) = open.get_mut(place) {
            *known = Some(there);
        }
        // The first that is there, once all before it are known not to be.
        let decided = open.iter().position(|known| *known != Some(false));
        if let Some(place) = decided
            && open.get(place) == Some(&Some(true))
        {
            return places.into_iter().nth(place);
        }
    }
    None
}
