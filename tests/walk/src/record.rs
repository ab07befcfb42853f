//! The record of decisions, read from the desk's own database without writing to it.

use rusqlite::types::ValueRef;
use rusqlite::{Connection, OpenFlags};
use serde_json::{Map, Value, json};

use crate::fault::Fault;
use crate::stage::Places;

const LEDGER: &str = "SELECT ledger, seq, kind, payload, payload_hash, signature, signer, prev_hash, event_hash, at \
                      FROM ledger ORDER BY ledger, seq";
const OUTBOX: &str = "SELECT decision, session, what, state, answers, first_seq, last_seq, decided_at \
                      FROM outbox ORDER BY decided_at";

/// Writes `decisions.json`: the deals' ledgers and what was sent.
///
/// # Errors
/// Where the database cannot be read or the file not be written.
pub fn keep(places: &Places) -> Result<String, Fault> {
    let database = places.database();
    let reading = |error: rusqlite::Error| Fault::new(database.display(), "it can be read", error);
    let db = Connection::open_with_flags(&database, OpenFlags::SQLITE_OPEN_READ_ONLY).map_err(reading)?;
    let (ledger, outbox) = (rows(&db, LEDGER).map_err(reading)?, rows(&db, OUTBOX).map_err(reading)?);
    let count = ledger.len();
    let text = serde_json::to_string_pretty(&json!({ "ledger": ledger, "outbox": outbox }))
        .map_err(Fault::cannot("the record"))?;
    let path = places.out("decisions.json");
    std::fs::write(&path, text).map_err(Fault::cannot(path.display()))?;
    Ok(format!("{count} signed entries: {}", path.display()))
}

fn rows(db: &Connection, sql: &str) -> rusqlite::Result<Vec<Value>> {
    let mut query = db.prepare(sql)?;
    let names: Vec<String> = query.column_names().map(str::to_owned).collect();
    let read = query.query_map([], |row| {
        let mut object = Map::new();
        for (at, name) in names.iter().enumerate() {
            let value = match row.get_ref(at)? {
                ValueRef::Null => Value::Null,
                ValueRef::Integer(number) => number.into(),
                ValueRef::Real(number) => number.into(),
                ValueRef::Text(text) | ValueRef::Blob(text) => String::from_utf8_lossy(text).into(),
            };
            object.insert(name.clone(), value);
        }
        Ok(Value::Object(object))
    })?;
    read.collect()
}
