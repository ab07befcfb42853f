//! What stands and what does not, looked at piece by piece: one that is broken does not
//! hide the others.

use anp::digest::Fingerprint;
use anp::event::Actor;
use anp::log::KeyEntry;
use anp::time::Moment;
use anp::verify::{Outcome, Pin, Trust, judge};
use serde::Serialize;

use super::disk;
use crate::chain::BEHIND_TOLERATED_MILLIS;
use crate::store::{Base, Hold, Org, Stored, Tables, found, log};
use crate::{HostError, Keeping, Place, keys};

/// So little room is said beforehand, in bytes.
const LITTLE_ROOM: u64 = 256 * 1024 * 1024;

/// How it stands with something.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum State {
    /// It stands.
    Stands,
    /// It stands, and somebody should act.
    Warning,
    /// It does not stand.
    Broken,
}

/// One thing that was looked at.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Checked {
    /// What.
    pub what: String,
    /// How it stands.
    pub state: State,
    /// In words, with what to do.
    pub says: String,
}

fn said(what: impl Into<String>, state: State, says: impl Into<String>) -> Checked {
    Checked { what: what.into(), state, says: says.into() }
}

/// Looks at folder, key, record and every chain. It changes nothing that it reads.
pub fn check(place: impl Into<Place>, now: Moment) -> Vec<Checked> {
    let place = place.into();
    let mut all = vec![room(&place)];
    let mut base = match Base::open(&place) {
        Ok(base) => base,
        Err(fault) => {
            all.push(said("record", State::Broken, fault.to_string()));
            return all;
        }
    };
    all.extend(base.whole().into_iter().map(|says| said("record", State::Broken, says)));
    let org = match base.transact(found::standing) {
        Ok(Some(org)) => org,
        Ok(None) => {
            let missing = HostError::NotInitialised { folder: place.data.clone() };
            all.push(said("organisation", State::Broken, missing.to_string()));
            return all;
        }
        Err(fault) => {
            all.push(said("organisation", State::Broken, fault.to_string()));
            return all;
        }
    };
    let platform = match keys::read_known(&place.data, org.platform) {
        Ok(key) => {
            all.push(said("platform key", State::Stands, org.platform.to_string()));
            Some(KeyEntry::platform(key.public()))
        }
        Err(fault) => {
            all.push(said("platform key", State::Broken, fault.to_string()));
            None
        }
    };
    chains(&mut base, &org, platform.as_ref(), now, &mut all);
    all
}

fn room(place: &Place) -> Checked {
    let here = place.data.display();
    match disk::of(&place.data) {
        Ok((Some(kind), _)) if matches!(place.keeping, Keeping::Sqlite) => {
            let fault = HostError::NetworkDrive { folder: place.data.clone(), kind };
            said("disk", State::Broken, fault.to_string())
        }
        Ok((_, free)) if free < LITTLE_ROOM => said(
            "disk",
            State::Warning,
            format!("{here} has {} MiB left: make room before appends are refused", free / 1024 / 1024),
        ),
        Ok((_, free)) => said("disk", State::Stands, format!("{here} has {} MiB left", free / 1024 / 1024)),
        Err(fault) => said("disk", State::Broken, format!("{here}: {fault}")),
    }
}

/// Judges every session as a desk would that has pinned both keys.
fn chains(base: &mut Base, org: &Org, platform: Option<&KeyEntry>, now: Moment, all: &mut Vec<Checked>) {
    let sessions = match base.transact(|look| look.session_ids()) {
        Ok(sessions) => sessions,
        Err(fault) => {
            all.push(said("sessions", State::Broken, fault.to_string()));
            return;
        }
    };
    let Some(platform) = platform else {
        let count = sessions.len();
        all.push(said("chains", State::Warning, format!("{count} sessions were not judged without the key")));
        return;
    };
    let (mut green, mut events, mut last) = (0_u64, 0_u64, None);
    for id in &sessions {
        match base.transact(|look| judged(look, id, org.platform, platform)) {
            Ok(Judged { fault: None, count, at }) => {
                green += 1;
                events += count;
                last = last.max(at);
            }
            Ok(Judged { fault: Some(fault), .. }) => {
                all.push(said(format!("session {id}"), State::Broken, fault));
            }
            Err(fault) => all.push(said(format!("session {id}"), State::Broken, fault.to_string())),
        }
    }
    let state = if green == u64::try_from(sessions.len()).unwrap_or(u64::MAX) {
        State::Stands
    } else {
        State::Broken
    };
    let says = format!("{green} of {} sessions are green, with {events} events", sessions.len());
    all.push(said("chains", state, says));
    if let Some(behind) =
        last.map(|last: Moment| last.since(now)).filter(|behind| *behind > BEHIND_TOLERATED_MILLIS)
    {
        let says = format!(
            "this machine's clock is {} s behind the last event: nothing is appended there until it is set right",
            behind / 1000
        );
        all.push(said("clock", State::Broken, says));
    }
}

struct Judged {
    /// The first thing that is wrong, if anything is.
    fault: Option<String>,
    count: u64,
    at: Option<Moment>,
}

fn judged(look: &dyn Tables, id: &str, platform: Fingerprint, key: &KeyEntry) -> Stored<Judged> {
    let session = look.session(id, Hold::Look)?;
    let Some(session) = session else {
        return Ok(Judged { fault: Some("it is gone".to_owned()), count: 0, at: None });
    };
    let vendor = look.agent(&session.agent, Hold::Look)?;
    let text = log::document(look, &session, 0, key)?;
    let mut pins = vec![Pin { party: Actor::Buyer, fingerprint: platform }];
    pins.extend(
        vendor.map(|agent| Pin { party: Actor::VendorAgent, fingerprint: agent.public_key.fingerprint() }),
    );
    let verdict = judge(text.as_bytes(), &Trust { pins, own_org: true, ..Trust::default() }).verdict;
    let fault = match verdict.outcome {
        Outcome::Green => None,
        _ => Some(verdict.faults.first().map_or_else(
            || "its log cannot be read".to_owned(),
            |fault| format!("its chain is red: {}", fault.sentence),
        )),
    };
    Ok(Judged { fault, count: session.head.seq, at: Moment::parse(&session.last_at).ok() })
}
