//! What a vendor agent keeps between its runs: its secret key, and for each host its
//! registration, the platform key of first contact, and the heads it has seen. One
//! file, readable by its owner alone.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use anp::base64url;
use anp::digest::{EventHash, Fingerprint};
use anp::event::{Head, SessionId};
use anp::keys::SecretKey;
use serde::{Deserialize, Serialize};

use super::trouble::Trouble;

/// The papers, with the file in which they rest.
#[derive(Debug)]
pub struct Papers {
    path: PathBuf,
    key: SecretKey,
    hosts: BTreeMap<String, Known>,
}

/// What is known of a host.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
struct Known {
    agent_id: Option<String>,
    platform: Option<String>,
    #[serde(default)]
    sessions: BTreeMap<String, Seen>,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
struct Seen {
    count: u64,
    hash: String,
}

#[derive(Serialize, Deserialize)]
struct Stored {
    seed: String,
    #[serde(default)]
    hosts: BTreeMap<String, Known>,
}

impl Papers {
    /// Reads the file.
    pub fn open(path: &Path) -> Result<Self, Trouble> {
        let text = fs::read_to_string(path).map_err(|fault| Trouble::file(path, fault))?;
        let stored: Stored = serde_json::from_str(&text)
            .map_err(|fault| Trouble::file(path, format!("not a vendor's key file: {fault}")))?;
        let seed = base64url::decode::<32>(&stored.seed).map_err(|fault| Trouble::file(path, fault))?;
        Ok(Self { path: path.to_owned(), key: SecretKey::from_seed(&seed), hosts: stored.hosts })
    }

    /// Reads the file, or makes it with a new key where there is none. A file that
    /// cannot be read is never replaced.
    pub fn open_or_make(path: &Path) -> Result<Self, Trouble> {
        if path.exists() {
            return Self::open(path);
        }
        let mut seed = [0_u8; 32];
        getrandom::fill(&mut seed).map_err(|fault| Trouble::Input(format!("no randomness: {fault}")))?;
        let papers = Self { path: path.to_owned(), key: SecretKey::from_seed(&seed), hosts: BTreeMap::new() };
        papers.save()?;
        Ok(papers)
    }

    /// The secret key.
    pub const fn key(&self) -> &SecretKey {
        &self.key
    }

    /// The registration at a host.
    pub fn agent_id(&self, host: &str) -> Result<&str, Trouble> {
        let known = self.hosts.get(host).and_then(|known| known.agent_id.as_deref());
        known.ok_or_else(|| Trouble::Input(format!("not registered at {host}: run `vendor register` first")))
    }

    /// Remembers a registration.
    pub fn registered(&mut self, host: &str, agent_id: &str) -> Result<(), Trouble> {
        self.known(host).agent_id = Some(agent_id.to_owned());
        self.save()
    }

    /// The platform key of first contact.
    pub fn platform(&self, host: &str) -> Option<Fingerprint> {
        self.hosts.get(host)?.platform.as_deref().and_then(|text| Fingerprint::parse(text).ok())
    }

    /// Remembers the platform key of first contact; a later one never replaces it.
    pub fn met(&mut self, host: &str, platform: Fingerprint) -> Result<(), Trouble> {
        self.known(host).platform.get_or_insert_with(|| platform.to_string());
        self.save()
    }

    /// The head seen last in a session.
    pub fn seen(&self, host: &str, session: &SessionId) -> Option<Head> {
        let seen = self.hosts.get(host)?.sessions.get(session.as_str())?;
        Some(Head { seq: seen.count, hash: EventHash::parse(&seen.hash).ok()? })
    }

    /// Remembers a head that was verified.
    pub fn saw(&mut self, host: &str, session: &SessionId, head: &Head) -> Result<(), Trouble> {
        let seen = Seen { count: head.seq, hash: head.hash.to_string() };
        self.known(host).sessions.insert(session.as_str().to_owned(), seen);
        self.save()
    }

    /// The sessions at a host, by id.
    pub fn sessions(&self, host: &str) -> Vec<SessionId> {
        let sessions = self.hosts.get(host).map(|known| known.sessions.keys());
        sessions.into_iter().flatten().filter_map(|id| SessionId::parse(id)).collect()
    }

    fn known(&mut self, host: &str) -> &mut Known {
        self.hosts.entry(host.to_owned()).or_default()
    }

    fn save(&self) -> Result<(), Trouble> {
        let seed = base64url::encode(self.key.expose_seed().as_slice());
        let stored = Stored { seed, hosts: self.hosts.clone() };
        let text = serde_json::to_string_pretty(&stored).map_err(|fault| Trouble::file(&self.path, fault))?;
        write_private(&self.path, text.as_bytes())
    }
}

/// Writes a file whole or not at all, for its owner alone.
pub fn write_private(path: &Path, bytes: &[u8]) -> Result<(), Trouble> {
    let mut beside = path.as_os_str().to_owned();
    beside.push(".new");
    let beside = PathBuf::from(beside);
    let write = || {
        let _ = fs::remove_file(&beside);
        let mut options = fs::OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let mut file = options.open(&beside)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(&beside, path)
    };
    write().map_err(|fault| Trouble::file(path, fault))
}
