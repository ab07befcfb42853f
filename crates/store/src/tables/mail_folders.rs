//! Folders of a mailbox that are read, and up to where.

use rusqlite::{Connection, Row, params};

use crate::Rows;

pub(super) const SQL: &str = "
CREATE TABLE mail_folders (
    account      TEXT    NOT NULL REFERENCES mail_accounts (id),
    name         TEXT    NOT NULL,
    shown        TEXT    NOT NULL,
    use_for      TEXT    NOT NULL,
    keeps_all    INTEGER NOT NULL,
    uid_validity INTEGER,
    seen_to      INTEGER,
    modseq       INTEGER,
    looked_for   TEXT    NOT NULL,
    PRIMARY KEY (account, name)
) STRICT;
";

/// Up to where a folder was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mark {
    /// The validity under which UIDs are counted.
    pub uid_validity: u32,
    /// All mails up to this UID were looked at.
    pub seen_to: u32,
    /// The server's count of changes, where it keeps one.
    pub modseq: Option<u64>,
}

/// A folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Folder {
    /// Id of the account.
    pub account: String,
    /// Its name as the server writes it.
    pub name: String,
    /// Its name for people.
    pub shown: String,
    /// `inbox`, `sent` or `other`.
    pub use_for: String,
    /// Whether everything in it belongs to deals: what fits none waits to be sorted.
    pub keeps_all: bool,
    /// Up to where it was read; none where that has not begun.
    pub mark: Option<Mark>,
    /// Domains and addresses for which its older mails were looked through, as a JSON
    /// list.
    pub looked_for: String,
}

const COLUMNS: &str = "account, name, shown, use_for, keeps_all, uid_validity, seen_to, modseq, looked_for";

fn read(row: &Row<'_>) -> rusqlite::Result<Folder> {
    let (validity, seen_to): (Option<u32>, Option<u32>) = (row.get(5)?, row.get(6)?);
    let modseq = row.get(7)?;
    let mark = validity.zip(seen_to).map(|(uid_validity, seen_to)| Mark { uid_validity, seen_to, modseq });
    Ok(Folder {
        account: row.get(0)?,
        name: row.get(1)?,
        shown: row.get(2)?,
        use_for: row.get(3)?,
        keeps_all: row.get(4)?,
        mark,
        looked_for: row.get(8)?,
    })
}

/// An account's folders: where mail arrives first.
///
/// # Errors
/// Where the database cannot be read.
pub fn of_account(db: &Connection, account: &str) -> Rows<Vec<Folder>> {
    let mut query = db.prepare_cached(&format!(
        "SELECT {COLUMNS} FROM mail_folders WHERE account = ?1 ORDER BY use_for <> 'inbox', name"
    ))?;
    let rows = query.query_map([account], read)?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Reads a folder from now on.
///
/// # Errors
/// Where the database cannot be written.
pub fn add(db: &Connection, folder: &Folder) -> Rows<()> {
    db.execute(
        "INSERT INTO mail_folders (account, name, shown, use_for, keeps_all, looked_for)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6)
         ON CONFLICT (account, name) DO UPDATE SET keeps_all = excluded.keeps_all",
        params![
            folder.account,
            folder.name,
            folder.shown,
            folder.use_for,
            folder.keeps_all,
            folder.looked_for
        ],
    )?;
    Ok(())
}

/// Takes down up to where a folder was read.
///
/// # Errors
/// Where the database cannot be written.
pub fn reached(db: &Connection, account: &str, name: &str, mark: Mark) -> Rows<()> {
    db.execute(
        "UPDATE mail_folders SET uid_validity = ?3, seen_to = ?4, modseq = ?5 WHERE account = ?1 AND name = ?2",
        params![account, name, mark.uid_validity, mark.seen_to, mark.modseq],
    )?;
    Ok(())
}

/// Takes down for what a folder's older mails were looked through.
///
/// # Errors
/// Where the database cannot be written.
pub fn looked_for(db: &Connection, account: &str, name: &str, terms: &str) -> Rows<()> {
    db.execute(
        "UPDATE mail_folders SET looked_for = ?3 WHERE account = ?1 AND name = ?2",
        [account, name, terms],
    )?;
    Ok(())
}
