//! Mailboxes that a person gave to the desk. Their secrets rest in the keychain alone.

use rusqlite::{Connection, OptionalExtension as _, Row, params};

use crate::Rows;

pub(super) const SQL: &str = "
CREATE TABLE mail_accounts (
    id            TEXT    NOT NULL PRIMARY KEY,
    address       TEXT    NOT NULL,
    login         TEXT    NOT NULL,
    imap_host     TEXT    NOT NULL,
    imap_port     INTEGER NOT NULL,
    imap_security TEXT    NOT NULL,
    smtp_host     TEXT    NOT NULL,
    smtp_port     INTEGER NOT NULL,
    smtp_security TEXT    NOT NULL,
    oauth         TEXT,
    authserv      TEXT    NOT NULL,
    paused        INTEGER NOT NULL,
    made_at       TEXT    NOT NULL
) STRICT;
";

/// A server's place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// Name or address.
    pub host: String,
    /// Port.
    pub port: u16,
    /// `tls`, `starttls` or `this_machine`.
    pub security: String,
}

/// An account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Account {
    /// Id.
    pub id: String,
    /// The address that it receives for and sends from.
    pub address: String,
    /// The name at the servers.
    pub login: String,
    /// Where mails are read.
    pub imap: Place,
    /// Where mails are handed over.
    pub smtp: Place,
    /// How tokens are had, as JSON; none where there is a password.
    pub oauth: Option<String>,
    /// The name that the receiving server gives itself in `Authentication-Results`; empty
    /// where none is trusted.
    pub authserv: String,
    /// Whether it rests until a person says otherwise.
    pub paused: bool,
    /// When it was added.
    pub made_at: String,
}

const COLUMNS: &str = "id, address, login, imap_host, imap_port, imap_security, smtp_host, smtp_port, \
                       smtp_security, oauth, authserv, paused, made_at";

fn read(row: &Row<'_>) -> rusqlite::Result<Account> {
    Ok(Account {
        id: row.get(0)?,
        address: row.get(1)?,
        login: row.get(2)?,
        imap: Place { host: row.get(3)?, port: row.get(4)?, security: row.get(5)? },
        smtp: Place { host: row.get(6)?, port: row.get(7)?, security: row.get(8)? },
        oauth: row.get(9)?,
        authserv: row.get(10)?,
        paused: row.get(11)?,
        made_at: row.get(12)?,
    })
}

/// All accounts, the oldest first.
///
/// # Errors
/// Where the database cannot be read.
pub fn all(db: &Connection) -> Rows<Vec<Account>> {
    let mut query =
        db.prepare_cached(&format!("SELECT {COLUMNS} FROM mail_accounts ORDER BY made_at, id"))?;
    let rows = query.query_map([], read)?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// An account.
///
/// # Errors
/// Where the database cannot be read.
pub fn get(db: &Connection, id: &str) -> Rows<Option<Account>> {
    let sql = format!("SELECT {COLUMNS} FROM mail_accounts WHERE id = ?1");
    Ok(db.query_row(&sql, [id], read).optional()?)
}

/// Adds an account.
///
/// # Errors
/// Where the database cannot be written.
pub fn add(db: &Connection, account: &Account) -> Rows<()> {
    db.execute(
        &format!(
            "INSERT INTO mail_accounts ({COLUMNS})
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)"
        ),
        params![
            account.id,
            account.address,
            account.login,
            account.imap.host,
            account.imap.port,
            account.imap.security,
            account.smtp.host,
            account.smtp.port,
            account.smtp.security,
            account.oauth,
            account.authserv,
            account.paused,
            account.made_at,
        ],
    )?;
    Ok(())
}

/// Lets an account rest, or go on.
///
/// # Errors
/// Where the database cannot be written.
pub fn pause(db: &Connection, id: &str, paused: bool) -> Rows<()> {
    db.execute("UPDATE mail_accounts SET paused = ?2 WHERE id = ?1", params![id, paused])?;
    Ok(())
}

/// Trusts the receiving server of this name; with an empty one none.
///
/// # Errors
/// Where the database cannot be written.
pub fn trust(db: &Connection, id: &str, authserv: &str) -> Rows<()> {
    db.execute("UPDATE mail_accounts SET authserv = ?2 WHERE id = ?1", [id, authserv])?;
    Ok(())
}

/// Forgets an account with its folders and places. Mails of deals stay.
///
/// # Errors
/// Where the database cannot be written.
pub fn remove(db: &Connection, id: &str) -> Rows<()> {
    db.execute("DELETE FROM mail_places WHERE account = ?1", [id])?;
    db.execute("DELETE FROM mail_folders WHERE account = ?1", [id])?;
    db.execute("DELETE FROM mail_accounts WHERE id = ?1", [id])?;
    Ok(())
}
