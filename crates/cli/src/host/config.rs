//! What a host is told: flags first, then the environment, then the file, then what
//! stands here.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use ::host::{
    DatabaseAddress, HostError, Keeping, Limits, MailServer, Place, Proxies, Rate, Settings, Shared, Smtp,
    TlsFiles,
};
use serde::Deserialize;
use zeroize::Zeroizing;

/// How often the certificate's files are looked at.
const LOOK_AT_CERTIFICATES: Duration = Duration::from_secs(10);

/// Where the host's record is: what every act needs.
#[derive(Debug, Clone, Default, clap::Args)]
pub struct Where {
    /// A file with settings, TOML; see `deploy/host.toml`.
    #[arg(long, value_name = "FILE", env = "COUNTERSIGN_CONFIG")]
    config: Option<PathBuf>,
    /// The host's data folder: the platform key and, where no database is named, the record.
    #[arg(long, value_name = "DIR", env = "COUNTERSIGN_DATA")]
    data: Option<PathBuf>,
    /// A PostgreSQL database that hosts share, `postgres://USER@HOST/NAME`. A password
    /// is better put into the environment or a file than into a flag, which others see.
    #[arg(long, value_name = "ADDRESS", env = "COUNTERSIGN_DATABASE", hide_env_values = true)]
    database: Option<String>,
}

/// What serving needs beyond it.
#[derive(Debug, Clone, Default, clap::Args)]
pub struct Serve {
    #[command(flatten)]
    pub place: Where,
    /// Where to listen; port 0 picks a free one.
    #[arg(long, value_name = "ADDR:PORT", env = "COUNTERSIGN_LISTEN")]
    listen: Option<SocketAddr>,
    /// Where vendors and desks reach this host, `https://…`.
    #[arg(long, value_name = "URL", env = "COUNTERSIGN_PUBLIC_URL")]
    public_url: Option<String>,
    /// The certificate and its chain, PEM; read again when it changes.
    #[arg(long, value_name = "FILE", env = "COUNTERSIGN_TLS_CERTIFICATE")]
    tls_certificate: Option<PathBuf>,
    /// The certificate's private key, PEM.
    #[arg(long, value_name = "FILE", env = "COUNTERSIGN_TLS_KEY")]
    tls_key: Option<PathBuf>,
    /// A proxy, or a network of them, whose `X-Forwarded-For` counts. May repeat.
    #[arg(
        long = "trusted-proxy",
        value_name = "ADDR",
        env = "COUNTERSIGN_TRUSTED_PROXIES",
        value_delimiter = ','
    )]
    trusted_proxies: Option<Vec<String>>,
    /// Where operators measure (`GET /metrics`), apart from where vendors come.
    #[arg(long, value_name = "ADDR:PORT", env = "COUNTERSIGN_METRICS")]
    metrics: Option<SocketAddr>,
}

/// The file.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    data: Option<PathBuf>,
    listen: Option<SocketAddr>,
    public_url: Option<String>,
    metrics: Option<SocketAddr>,
    trusted_proxies: Option<Vec<String>>,
    database: Option<Database>,
    tls: Option<Tls>,
    smtp: Option<Post>,
    #[serde(default)]
    limits: Caps,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Database {
    address: String,
    /// A file with the password alone.
    password_file: Option<PathBuf>,
    /// The certificates that vouch for the server, PEM.
    roots: Option<PathBuf>,
    connections: Option<usize>,
    notify: Option<bool>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Tls {
    certificate: PathBuf,
    key: PathBuf,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Post {
    server: String,
    port: Option<u16>,
    security: Option<String>,
    from: String,
    user: Option<String>,
    /// A file with the password alone; `COUNTERSIGN_SMTP_PASSWORD` counts before it.
    password_file: Option<PathBuf>,
    /// The certificates that vouch for the server, PEM.
    roots: Option<PathBuf>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Caps {
    registrations: Option<Cap>,
    requests: Option<Cap>,
    appends: Option<Cap>,
    body: Option<usize>,
    polls: Option<usize>,
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
struct Cap {
    burst: u32,
    per_second: u32,
}

fn wrong(what: &'static str, why: impl Into<String>) -> HostError {
    HostError::Input { what, why: why.into() }
}

impl File {
    fn read(path: Option<&Path>) -> Result<Self, HostError> {
        let Some(path) = path else { return Ok(Self::default()) };
        let text = std::fs::read_to_string(path)
            .map_err(|source| HostError::File { path: path.to_owned(), source })?;
        // The message alone: what the reader would quote may hold a password.
        toml::from_str(&text).map_err(|fault| HostError::File {
            path: path.to_owned(),
            source: std::io::Error::new(std::io::ErrorKind::InvalidData, placed(&text, &fault)),
        })
    }
}

/// What is wrong and in which line.
fn placed(text: &str, fault: &toml::de::Error) -> String {
    let before = fault.span().and_then(|span| text.get(..span.start));
    let line = before.map(|before| before.matches('\n').count() + 1);
    line.map_or_else(|| fault.message().to_owned(), |line| format!("line {line}: {}", fault.message()))
}

impl Where {
    /// The folder and the record.
    ///
    /// # Errors
    /// [`HostError`] where it is not said, or wrongly.
    pub fn place(&self) -> Result<Place, HostError> {
        self.placed(&File::read(self.config.as_deref())?)
    }

    /// Where people's desks reach the host: as given, or as the file says.
    ///
    /// # Errors
    /// [`HostError`] where neither says it, or wrongly.
    pub fn public_url(&self, given: Option<&str>) -> Result<String, HostError> {
        let file = File::read(self.config.as_deref())?;
        let said = given.map(str::to_owned).or(file.public_url);
        let said = said.ok_or_else(|| {
            wrong(
                "where desks reach the host",
                "is not named: give --url, COUNTERSIGN_PUBLIC_URL, or `public_url` in the file of --config",
            )
        })?;
        public(&said)
    }

    fn placed(&self, file: &File) -> Result<Place, HostError> {
        let data = self.data.clone().or_else(|| file.data.clone());
        let data = data.ok_or_else(|| {
            wrong(
                "the data folder",
                "is not named: give --data, COUNTERSIGN_DATA, or `data` in the file of --config",
            )
        })?;
        let said = file.database.as_ref();
        let Some(address) = self.database.as_ref().or_else(|| said.map(|said| &said.address)) else {
            return Ok(Place { data, keeping: Keeping::Sqlite });
        };
        let mut address = DatabaseAddress::read(address, said.and_then(|said| said.roots.as_ref()))?;
        if let Some(path) = said.and_then(|said| said.password_file.as_ref()) {
            address.set_password(&secret(path)?);
        }
        let mut shared = Shared::new(address);
        if let Some(said) = said {
            shared.connections = said.connections.unwrap_or(shared.connections);
            shared.notify = said.notify.unwrap_or(shared.notify);
        }
        Ok(Place { data, keeping: Keeping::Postgres(Box::new(shared)) })
    }
}

impl Serve {
    /// All settings.
    ///
    /// # Errors
    /// [`HostError`] where something is not said, or wrongly.
    pub fn settings(self) -> Result<Settings, HostError> {
        let file = File::read(self.place.config.as_deref())?;
        let place = self.place.placed(&file)?;
        let listen = self.listen.or(file.listen).ok_or_else(|| {
            wrong(
                "where to listen",
                "is not named: give --listen, COUNTERSIGN_LISTEN, or `listen` in the file of --config",
            )
        })?;
        let mut settings = Settings::new(place.data, listen);
        settings.keeping = place.keeping;
        settings.public_url = self.public_url.or(file.public_url).as_deref().map(public).transpose()?;
        let (certificates, key) = match file.tls {
            Some(tls) => (Some(tls.certificate), Some(tls.key)),
            None => (None, None),
        };
        settings.tls = match (self.tls_certificate.or(certificates), self.tls_key.or(key)) {
            (Some(certificates), Some(key)) => {
                Some(TlsFiles { certificates, key, every: LOOK_AT_CERTIFICATES })
            }
            (None, None) => None,
            _ => return Err(wrong("the certificate", "needs both its file and its key's")),
        };
        let proxies = self.trusted_proxies.or(file.trusted_proxies).unwrap_or_default();
        settings.proxies = Proxies::read(proxies.iter().map(|text| text.trim())).map_err(|text| {
            wrong("a trusted proxy", format!("must be an address or a network, not {text:?}"))
        })?;
        settings.metrics = self.metrics.or(file.metrics);
        let password = std::env::var("COUNTERSIGN_SMTP_PASSWORD").ok();
        settings.smtp = file.smtp.map(|post| post.smtp(password)).transpose()?;
        settings.limits = file.limits.over(Limits::default());
        Ok(settings)
    }
}

impl Post {
    fn smtp(self, password: Option<String>) -> Result<Smtp, HostError> {
        let (security, port) = match (self.security.as_deref(), self.port) {
            (None | Some("tls"), port) => ("tls", port.unwrap_or(465)),
            (Some("starttls"), port) => ("starttls", port.unwrap_or(587)),
            (Some(other), port) => (other, port.unwrap_or(25)),
        };
        let password = match (password, &self.password_file) {
            (Some(password), _) => Some(Zeroizing::new(password)),
            (None, Some(path)) => Some(secret(path)?),
            (None, None) => None,
        };
        let login = match (self.user, password) {
            (Some(user), Some(password)) => Some((user, password)),
            (None, None) => None,
            (Some(_), None) => {
                let why = "has a user and no password: give COUNTERSIGN_SMTP_PASSWORD or `password_file`";
                return Err(wrong("the mail server (smtp)", why));
            }
            (None, Some(_)) => return Err(wrong("the mail server (smtp)", "has a password and no `user`")),
        };
        let security = security.to_owned();
        Smtp::new(
            MailServer { server: self.server, port, security, from: self.from, roots: self.roots },
            login,
        )
    }
}

/// A file that holds a secret alone.
fn secret(path: &Path) -> Result<Zeroizing<String>, HostError> {
    let text = std::fs::read_to_string(path).map(Zeroizing::new);
    let text = text.map_err(|source| HostError::File { path: path.to_owned(), source })?;
    Ok(Zeroizing::new(text.trim_end_matches(['\r', '\n']).to_owned()))
}

impl Caps {
    fn over(&self, standard: Limits) -> Limits {
        let rate = |cap: Option<Cap>, rate| cap.map_or(rate, |cap| Rate::of(cap.burst, cap.per_second));
        Limits {
            registrations: rate(self.registrations, standard.registrations),
            requests: rate(self.requests, standard.requests),
            appends: rate(self.appends, standard.appends),
            body: self.body.unwrap_or(standard.body),
            polls: self.polls.unwrap_or(standard.polls),
        }
    }
}

/// An address of a host: scheme and authority, nothing behind.
fn public(text: &str) -> Result<String, HostError> {
    let text = text.trim_end_matches('/').to_owned();
    let authority = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    match authority {
        Some(authority) if !authority.is_empty() && !authority.contains(['/', '?', '#', ' ', '@']) => {
            Ok(text)
        }
        _ => Err(wrong("public_url", "must be like https://deals.example.com, without a path")),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn file(text: &str) -> (tempfile::TempDir, Option<PathBuf>) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("host.toml");
        std::fs::write(&path, text).unwrap();
        (folder, Some(path))
    }

    #[test]
    fn the_file_that_is_shipped_says_what_stands_without_it() {
        let text = include_str!("../../../../deploy/host.toml");
        let (_folder, config) = file(text);
        let serve = Serve { place: Where { config, ..Where::default() }, ..Serve::default() };
        let settings = serve.settings().unwrap();
        assert_eq!(settings.limits, Limits::default());
        assert!(matches!(settings.keeping, Keeping::Sqlite));
        // What is commented out there is valid too.
        let shown = |line: &str| line.strip_prefix("#: ").unwrap_or(line).to_owned();
        let all = text.lines().map(shown).collect::<Vec<_>>().join("\n");
        let read: File = toml::from_str(&all).unwrap();
        assert!(read.database.is_some() && read.tls.is_some() && read.limits.appends.is_some());
        assert!(read.smtp.is_some_and(|post| post.user.is_some() && post.password_file.is_some()));
    }

    #[test]
    fn a_flag_counts_before_the_file_and_the_file_before_the_standard() {
        let (_folder, config) = file("data = '/srv/file'\nlisten = '127.0.0.1:1'\n[limits]\nbody = 77\n");
        let place = Where { config, data: Some("/srv/flag".into()), ..Where::default() };
        let settings = Serve { place, ..Serve::default() }.settings().unwrap();
        assert_eq!(settings.data, PathBuf::from("/srv/flag"));
        assert_eq!(settings.listen.port(), 1);
        assert_eq!((settings.limits.body, settings.limits.requests), (77, Limits::default().requests));
    }

    #[test]
    fn what_is_wrong_is_named_and_no_password_repeated() {
        let told = |text: &str| {
            let (_folder, config) = file(text);
            let serve = Serve { place: Where { config, ..Where::default() }, ..Serve::default() };
            serve.settings().unwrap_err().to_string()
        };
        assert!(told("").contains("--data"));
        assert!(told("data = '/x'").contains("--listen"));
        assert!(told("\ndaat = '/x'").contains("line 2: unknown field `daat`"), "{}", told("\ndaat = '/x'"));
        let base = "data = '/x'\nlisten = '127.0.0.1:0'\n";
        assert!(told(&format!("{base}public_url = 'deals.example'")).contains("public_url"));
        assert!(told(&format!("{base}trusted_proxies = ['all']")).contains("trusted proxy"));
        let secret = told(&format!("{base}[database]\naddress = 'postgres://u:hunter2@h:port/x'"));
        assert!(secret.contains("database") && !secret.contains("hunter2"), "{secret}");
        let post = |more: &str| told(&format!("{base}[smtp]\nserver = 'mail.example'\n{more}"));
        assert!(post("").contains("missing field `from`"), "{}", post(""));
        assert!(post("from = 'deals'").contains("`from` must be"));
        assert!(post("from = 'd@n.example'\nsecurity = 'none'").contains("`security` must be"));
        assert!(post("from = 'd@n.example'\nuser = 'd'").contains("COUNTERSIGN_SMTP_PASSWORD"));
        // A password has no place in the file, which many may read.
        let secret = post("from = 'd@n.example'\npassword = 'hunter2'");
        assert!(secret.contains("unknown field `password`") && !secret.contains("hunter2"), "{secret}");
    }
}
