//! Table `people`.

use anp::keys::PublicKey;
use rusqlite::{Connection, OptionalExtension as _, params};

use super::super::Stored;
use super::super::tables::Hold;
use super::super::tables::people::{People, Person, Row};

pub(super) const SQL: &str = "
CREATE TABLE people (
    place INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    public_key TEXT NOT NULL UNIQUE,
    -- Roles by their names, separated by spaces.
    roles TEXT NOT NULL,
    valid_from TEXT NOT NULL,
    -- Empty while the key signs for the organisation.
    valid_to TEXT NOT NULL,
    attestation TEXT NOT NULL
) STRICT;
";

const COLUMNS: &str = "id, name, public_key, roles, valid_from, valid_to, attestation";

fn row(row: &rusqlite::Row<'_>) -> rusqlite::Result<Row> {
    Ok(Row {
        id: row.get("id")?,
        name: row.get("name")?,
        public_key: row.get("public_key")?,
        roles: row.get("roles")?,
        valid_from: row.get("valid_from")?,
        valid_to: row.get("valid_to")?,
        attestation: row.get("attestation")?,
    })
}

impl People for Connection {
    fn person(&self, id: &str, _: Hold) -> Stored<Option<Person>> {
        self.prepare_cached(&format!("SELECT {COLUMNS} FROM people WHERE id = ?"))?
            .query_row([id], row)
            .optional()?
            .map(Row::person)
            .transpose()
    }

    fn is_persons_key(&self, key: &PublicKey) -> Stored<bool> {
        Ok(self.prepare_cached("SELECT 1 FROM people WHERE public_key = ?")?.exists([key.to_string()])?)
    }

    fn people(&self) -> Stored<Vec<Person>> {
        let mut statement = self.prepare_cached(&format!("SELECT {COLUMNS} FROM people ORDER BY place"))?;
        let rows = statement.query_map([], row)?.collect::<rusqlite::Result<Vec<_>>>()?;
        rows.into_iter().map(Row::person).collect()
    }

    fn insert_person(&self, person: &Person) -> Stored<()> {
        let row = Row::from(person);
        self.prepare_cached(&format!("INSERT INTO people ({COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)"))?
            .execute(params![
                row.id,
                row.name,
                row.public_key,
                row.roles,
                row.valid_from,
                row.valid_to,
                row.attestation
            ])?;
        Ok(())
    }

    fn write_person(&self, person: &Person) -> Stored<()> {
        let row = Row::from(person);
        self.prepare_cached("UPDATE people SET roles = ?, valid_to = ?, attestation = ? WHERE id = ?")?
            .execute(params![row.roles, row.valid_to, row.attestation, row.id])?;
        Ok(())
    }
}
