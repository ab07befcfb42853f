//! The channel: on mints a handle, off kills it for good.

use anp::time::Moment;
use rusqlite::Connection;

use super::{Org, Store, Stored, Subject, Who, acts, changes, org};

/// A wish to switch.
#[derive(Debug)]
pub struct Switch {
    /// On or off.
    pub on: bool,
    /// The envelope to set, canonical JSON.
    pub envelope: Option<String>,
    /// The handle that is minted if the channel was off and is switched on.
    pub fresh: String,
    /// Who switches.
    pub who: Who,
    /// Now.
    pub now: Moment,
}

/// Switches. What is on stays on, with its handle.
pub fn switch(connection: &Connection, wish: Switch) -> Stored<Org> {
    let mut org = org::read(connection)?;
    let was_on = org.handle.is_some();
    let envelope = wish.envelope.filter(|envelope| *envelope != org.envelope);
    if wish.on == was_on && envelope.is_none() {
        return Ok(org);
    }
    if wish.on && !was_on {
        org.opening = org.opening.saturating_add(1);
        org.handle = Some(wish.fresh);
    }
    if !wish.on {
        org.handle = None;
    }
    if let Some(envelope) = envelope {
        org.envelope = envelope;
        acts::record(connection, wish.now, &wish.who, "set the envelope", "channel")?;
    }
    if wish.on != was_on {
        let act = if wish.on { "switched on" } else { "switched off" };
        acts::record(connection, wish.now, &wish.who, act, "channel")?;
    }
    org::set_door(connection, &org)?;
    changes::note(connection, Subject::Channel, "channel")?;
    Ok(org)
}

/// The organisation and its door.
pub fn status(connection: &Connection) -> Stored<Org> {
    org::read(connection)
}

impl Store {
    /// Switches the channel.
    pub async fn switch(&self, wish: Switch) -> Stored<Org> {
        self.write(move |act| switch(act, wish)).await
    }

    /// The organisation and its door.
    pub async fn org(&self) -> Stored<Org> {
        self.read(|look| status(look)).await
    }
}
