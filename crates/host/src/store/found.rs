//! Founding: the one row that makes a folder a host's.

use anp::time::Moment;

use super::{Hold, Org, Store, Stored, Tables, Who};

/// Founds the organisation; false where there is one already.
pub fn found(tables: &dyn Tables, founded: &Org, now: Moment) -> Stored<bool> {
    if tables.org_if_any(Hold::Change)?.is_some() {
        return Ok(false);
    }
    tables.insert_org(founded)?;
    tables.record_act(now, &Who::LocalOperator, "founded", "org")?;
    Ok(true)
}

/// The organisation, if there is one.
pub fn standing(tables: &dyn Tables) -> Stored<Option<Org>> {
    tables.org_if_any(Hold::Look)
}

impl Store {
    /// The organisation, if there is one.
    pub async fn standing(&self) -> Stored<Option<Org>> {
        self.read(standing).await
    }
}
