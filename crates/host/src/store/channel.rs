//! The channel: on mints a handle, off kills it for good.

use anp::time::Moment;

use super::{Hold, Org, Store, Stored, Subject, Tables, Who};

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
pub fn switch(tables: &dyn Tables, wish: &Switch) -> Stored<Org> {
    let mut org = tables.org(Hold::Change)?;
    let was_on = org.handle.is_some();
    let envelope = wish.envelope.clone().filter(|envelope| *envelope != org.envelope);
    if wish.on == was_on && envelope.is_none() {
        return Ok(org);
    }
    if wish.on && !was_on {
        org.opening = org.opening.saturating_add(1);
        org.handle = Some(wish.fresh.clone());
    }
    if !wish.on {
        org.handle = None;
    }
    if let Some(envelope) = envelope {
        org.envelope = envelope;
        tables.record_act(wish.now, &wish.who, "set the envelope", "channel")?;
    }
    if wish.on != was_on {
        let act = if wish.on { "switched on" } else { "switched off" };
        tables.record_act(wish.now, &wish.who, act, "channel")?;
    }
    tables.set_door(&org)?;
    tables.note_change(Subject::Channel, "channel")?;
    Ok(org)
}

/// The organisation and its door.
pub fn status(tables: &dyn Tables) -> Stored<Org> {
    tables.org(Hold::Look)
}

impl Store {
    /// Switches the channel.
    pub async fn switch(&self, wish: Switch) -> Stored<Org> {
        self.write(move |act| switch(act, &wish)).await
    }

    /// The organisation and its door.
    pub async fn org(&self) -> Stored<Org> {
        self.read(status).await
    }
}
