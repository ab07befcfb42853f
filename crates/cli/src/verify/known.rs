//! What somebody knows beyond a log when it is judged: keys, heads, the session, signed
//! heads that were handed over earlier.

use std::path::PathBuf;

use anp::checkpoint::Checkpoint;
use anp::digest::{EventHash, Fingerprint};
use anp::event::{Actor, Head, SessionId};
use anp::verify::{Outline, Pin, Trust};
use evidence::{Brought, Verdict};

/// What the caller knows, as it is given.
#[derive(Debug, clap::Args)]
pub struct Known {
    /// A key that is known to be a party's: `vendor_agent=FINGERPRINT` or
    /// `buyer=FINGERPRINT` (the buyer's platform key). May repeat; of several for one
    /// party any may stand.
    #[arg(long = "pin", value_name = "PARTY=FINGERPRINT", value_parser = pin)]
    pins: Vec<Pin>,
    /// A head that was seen before: the number of events and the last one's hash. May repeat.
    #[arg(long, value_name = "COUNT=HASH", value_parser = head)]
    seen: Vec<Head>,
    /// The session that the log must be of.
    #[arg(long, value_name = "ID", value_parser = session)]
    session: Option<SessionId>,
    /// A signed checkpoint that was handed over earlier, in a file or in the message that
    /// it came in: its head must stand in the log, which must be of its session. May repeat.
    #[arg(long = "checkpoint", value_name = "FILE")]
    checkpoints: Vec<PathBuf>,
}

/// What the caller knows, read.
pub struct Knowledge {
    /// What the log is held against.
    pub trust: Trust,
    checkpoints: Vec<(String, Checkpoint)>,
}

impl Knowledge {
    /// Says whose signatures the checkpoints carry, beside the verdict on a log.
    pub fn brought(&self, log: Option<&Outline>, verdict: &mut Verdict) -> Vec<Brought> {
        let held = |(name, checkpoint): &(String, Checkpoint)| {
            Brought::held(name, checkpoint, log, &self.trust.pins, verdict)
        };
        self.checkpoints.iter().map(held).collect()
    }
}

fn pin(text: &str) -> Result<Pin, String> {
    let (party, fingerprint) = text.split_once('=').ok_or("expected PARTY=FINGERPRINT")?;
    let party = Actor::parse(party).ok_or("the party is vendor_agent or buyer")?;
    let fingerprint = Fingerprint::parse(fingerprint).map_err(|fault| format!("fingerprint: {fault}"))?;
    Ok(Pin { party, fingerprint })
}

fn head(text: &str) -> Result<Head, String> {
    let (count, hash) = text.split_once('=').ok_or("expected COUNT=HASH")?;
    let seq = count.parse().ok().filter(|count| *count > 0).ok_or("the count is a number from 1")?;
    let hash = EventHash::parse(hash).map_err(|fault| format!("hash: {fault}"))?;
    Ok(Head { seq, hash })
}

fn session(text: &str) -> Result<SessionId, String> {
    SessionId::parse(text).ok_or_else(|| "a session id has 1 to 128 characters, no controls".to_owned())
}

impl Known {
    /// Reads what is given. A checkpoint fixes the session as well as a head.
    pub fn read(&self) -> Result<Knowledge, String> {
        let mut trust = Trust {
            pins: self.pins.clone(),
            seen: self.seen.clone(),
            session: self.session.clone(),
            ..Trust::default()
        };
        let mut checkpoints = Vec::new();
        for file in &self.checkpoints {
            let told = |why: String| format!("checkpoint {}: {why}", file.display());
            let text = std::fs::read(file).map_err(|fault| told(fault.to_string()))?;
            let checkpoint = Checkpoint::found_in(&text).map_err(|fault| told(fault.to_string()))?;
            let session = checkpoint.session();
            if trust.session.as_ref().is_some_and(|known| known != session) {
                return Err(told(format!("it is of session {session}, and the log is to be of another")));
            }
            trust.session = Some(session.clone());
            trust.seen.push(checkpoint.head().clone());
            checkpoints.push((file.display().to_string(), checkpoint));
        }
        Ok(Knowledge { trust, checkpoints })
    }
}
