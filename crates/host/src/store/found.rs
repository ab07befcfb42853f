//! Founding: the one row that makes a folder a host's.

use anp::time::Moment;
use rusqlite::Connection;

use super::{Org, Store, Stored, Who, acts, org};

/// Founds the organisation; false where there is one already.
pub fn found(connection: &Connection, founded: &Org, now: Moment) -> Stored<bool> {
    if org::find(connection)?.is_some() {
        return Ok(false);
    }
    org::insert(connection, founded)?;
    acts::record(connection, now, &Who::LocalOperator, "founded", "org")?;
    Ok(true)
}

/// The organisation, if there is one.
pub fn standing(connection: &Connection) -> Stored<Option<Org>> {
    org::find(connection)
}

impl Store {
    /// The organisation, if there is one.
    pub async fn standing(&self) -> Stored<Option<Org>> {
        self.read(|look| standing(look)).await
    }
}
