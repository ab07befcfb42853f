//! Table `invitations`.

use super::super::Stored;
use super::super::tables::Hold;
use super::super::tables::invitations::{Invitation, Invitations, Row};
use super::work::{Work, lock};

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
);
";

const COLUMNS: &str = "id, name, public_key, roles, expires_at, standing";

impl Invitations for Work<'_> {
    fn invitation(&self, id: &str, hold: Hold) -> Stored<Option<Invitation>> {
        let sql = format!("SELECT {COLUMNS} FROM invitations WHERE id = $1{}", lock(hold));
        let read = |row: &tokio_postgres::Row| {
            Row {
                id: row.try_get("id")?,
                name: row.try_get("name")?,
                public_key: row.try_get("public_key")?,
                roles: row.try_get("roles")?,
                expires_at: row.try_get("expires_at")?,
                standing: row.try_get("standing")?,
            }
            .invitation()
        };
        self.row(&sql, &[&id])?.as_ref().map(read).transpose()
    }

    fn write_invitation(&self, invitation: &Invitation) -> Stored<()> {
        let row = Row::from(invitation);
        self.execute(
            &format!(
                "INSERT INTO invitations ({COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6) \
                 ON CONFLICT (id) DO UPDATE SET standing = excluded.standing"
            ),
            &[&row.id, &row.name, &row.public_key, &row.roles, &row.expires_at, &row.standing],
        )?;
        Ok(())
    }
}
