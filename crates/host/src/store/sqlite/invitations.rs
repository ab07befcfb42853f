//! Table `invitations`.

use rusqlite::{Connection, OptionalExtension as _, params};

use super::super::Stored;
use super::super::tables::Hold;
use super::super::tables::invitations::{Invitation, Invitations, Row};

pub(super) const SQL: &str = "
CREATE TABLE invitations (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    public_key TEXT NOT NULL UNIQUE,
    -- Roles by their names, separated by spaces.
    roles TEXT NOT NULL,
    expires_at TEXT NOT NULL,
    -- open, used or withdrawn.
    standing TEXT NOT NULL
) STRICT, WITHOUT ROWID;
";

const COLUMNS: &str = "id, name, public_key, roles, expires_at, standing";

fn row(row: &rusqlite::Row<'_>) -> rusqlite::Result<Row> {
    Ok(Row {
        id: row.get("id")?,
        name: row.get("name")?,
        public_key: row.get("public_key")?,
        roles: row.get("roles")?,
        expires_at: row.get("expires_at")?,
        standing: row.get("standing")?,
    })
}

impl Invitations for Connection {
    fn invitation(&self, id: &str, _: Hold) -> Stored<Option<Invitation>> {
        self.prepare_cached(&format!("SELECT {COLUMNS} FROM invitations WHERE id = ?"))?
            .query_row([id], row)
            .optional()?
            .map(Row::invitation)
            .transpose()
    }

    fn write_invitation(&self, invitation: &Invitation) -> Stored<()> {
        let row = Row::from(invitation);
        self.prepare_cached(&format!(
            "INSERT INTO invitations ({COLUMNS}) VALUES (?, ?, ?, ?, ?, ?) \
             ON CONFLICT (id) DO UPDATE SET standing = excluded.standing"
        ))?
        .execute(params![
            row.id,
            row.name,
            row.public_key,
            row.roles,
            row.expires_at,
            row.standing
        ])?;
        Ok(())
    }
}
