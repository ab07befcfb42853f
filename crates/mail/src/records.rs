//! What a domain's own records say of its mail servers (RFC 6186, RFC 8314), asked of the resolver that this
//! machine uses for every other name, too.

use std::net::SocketAddr;
use std::time::Duration;

use hickory_resolver::TokioResolver;
use hickory_resolver::config::{ConnectionConfig, NameServerConfig, ResolverConfig, ResolverOpts};
use hickory_resolver::net::runtime::TokioRuntimeProvider;
use hickory_resolver::proto::rr::RData;
use hickory_resolver::proto::rr::rdata::SRV;

use crate::net::{Security, Server};

/// Most servers that are taken of one kind of record.
const MOST: usize = 8;

/// How long one question may take, asked once more included.
const PATIENCE: Duration = Duration::from_secs(5);

/// Kinds of records by which mails are read, the safer first.
const IMAP: [(&str, Security); 2] = [("_imaps", Security::Tls), ("_imap", Security::StartTls)];

/// Kinds of records by which mails are handed over, the safer first.
const SMTP: [(&str, Security); 2] = [("_submissions", Security::Tls), ("_submission", Security::StartTls)];

/// Who answers for names.
pub struct Records(TokioResolver);

impl Records {
    /// The resolver that the system names; none where it names none.
    pub fn of_the_system() -> Option<Self> {
        let mut builder = TokioResolver::builder_tokio().ok()?;
        briefly(builder.options_mut());
        builder.build().ok().map(Self)
    }

    /// A server at this address, for tests.
    pub fn at(server: SocketAddr) -> Option<Self> {
        let mut line = ConnectionConfig::udp();
        line.port = server.port();
        let server = NameServerConfig::new(server.ip(), true, vec![line]);
        let config = ResolverConfig::from_name_servers(vec![server]);
        let mut builder = TokioResolver::builder_with_config(config, TokioRuntimeProvider::default());
        briefly(builder.options_mut());
        builder.build().ok().map(Self)
    }

    /// Where mails of a domain are read, the likeliest first; nothing where its records say nothing.
    pub async fn imap(&self, domain: &str) -> Vec<Server> {
        self.servers(domain, IMAP).await
    }

    /// Where mails of a domain are handed over, the likeliest first.
    pub async fn smtp(&self, domain: &str) -> Vec<Server> {
        self.servers(domain, SMTP).await
    }

    async fn servers(&self, domain: &str, kinds: [(&str, Security); 2]) -> Vec<Server> {
        let [first, second] = kinds;
        let (mut safer, other) = tokio::join!(self.of_kind(domain, first), self.of_kind(domain, second));
        safer.extend(other);
        safer
    }

    async fn of_kind(&self, domain: &str, (kind, security): (&str, Security)) -> Vec<Server> {
        // With the dot at its end it is asked as it stands, and not within the machine's own domain as well.
        let asked = self.0.srv_lookup(format!("{kind}._tcp.{domain}."));
        let Ok(Ok(answer)) = tokio::time::timeout(PATIENCE, asked).await else { return Vec::new() };
        let records = answer.answers().iter().filter_map(|record| match &record.data {
            RData::SRV(record) => Some(record),
            _ => None,
        });
        ordered(records).into_iter().filter_map(|record| server(record, security)).take(MOST).collect()
    }
}

/// Asked twice at most, so that a lost packet is no missing record and a dead resolver costs little.
fn briefly(options: &mut ResolverOpts) {
    options.timeout = Duration::from_secs(2);
    options.attempts = 1;
}

/// As they are to be tried. Weights share load among many clients; for one the heaviest is the first.
fn ordered<'r>(records: impl Iterator<Item = &'r SRV>) -> Vec<&'r SRV> {
    let mut records: Vec<&SRV> = records.collect();
    records.sort_by_key(|record| (record.priority, core::cmp::Reverse(record.weight)));
    records
}

/// The server that a record names. A dot alone says that there is none of this kind.
fn server(record: &SRV, security: Security) -> Option<Server> {
    let host = record.target.to_ascii().to_lowercase();
    let host = host.strip_suffix('.').unwrap_or(&host);
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '.';
    let named = host.contains('.') && host.len() <= 253 && host.chars().all(plain) && !host.starts_with('.');
    (named && record.port != 0).then(|| Server { host: host.to_owned(), port: record.port, security })
}
