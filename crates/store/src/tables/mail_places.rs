//! Where mails lie on their servers, what of them stayed there, and how they are known
//! again.

use rusqlite::{Connection, OptionalExtension as _, params};

use crate::Rows;

pub(super) const SQL: &str = "
CREATE TABLE mail_ids (
    mail       INTEGER NOT NULL PRIMARY KEY REFERENCES mails (id),
    message_id TEXT    NOT NULL,
    size       INTEGER NOT NULL
) STRICT;
CREATE INDEX mail_ids_by_message_id ON mail_ids (message_id);
CREATE TABLE mail_places (
    account      TEXT    NOT NULL REFERENCES mail_accounts (id),
    folder       TEXT    NOT NULL,
    uid_validity INTEGER NOT NULL,
    uid          INTEGER NOT NULL,
    mail         INTEGER NOT NULL REFERENCES mails (id),
    answered     INTEGER NOT NULL,
    PRIMARY KEY (account, folder, uid_validity, uid)
) STRICT;
CREATE INDEX mail_places_by_mail ON mail_places (mail);
CREATE TABLE mail_left (
    mail       INTEGER NOT NULL REFERENCES mails (id),
    part       TEXT    NOT NULL,
    name       TEXT    NOT NULL,
    media_type TEXT    NOT NULL,
    bytes      INTEGER NOT NULL,
    coding     TEXT    NOT NULL,
    PRIMARY KEY (mail, part)
) STRICT;
";

/// A mail's place on a server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spot {
    /// Id of the account.
    pub account: String,
    /// The folder's name.
    pub folder: String,
    /// The validity under which the UID counts.
    pub uid_validity: u32,
    /// The UID.
    pub uid: u32,
}

/// A part that stayed on the server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Left {
    /// Which part.
    pub part: String,
    /// The name that it gives itself.
    pub name: String,
    /// Its media type.
    pub media_type: String,
    /// Its bytes on the wire.
    pub bytes: u32,
    /// `plain`, `base64` or `quoted`.
    pub coding: String,
}

/// What is known of where a mail came from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Origin {
    /// The account's own address.
    pub address: String,
    /// The receiving server whose word counts; empty where none.
    pub authserv: String,
    /// Whether the folder holds what was sent.
    pub sent: bool,
    /// Whether it was answered from any program.
    pub answered: bool,
}

/// Remembers a mail's identifier and size.
///
/// # Errors
/// Where the database cannot be written.
pub fn know(db: &Connection, mail: i64, message_id: &str, size: u32) -> Rows<()> {
    let mut knowing =
        db.prepare_cached("INSERT OR IGNORE INTO mail_ids (mail, message_id, size) VALUES (?1, ?2, ?3)")?;
    knowing.execute(params![mail, message_id, size])?;
    Ok(())
}

/// The mail with this identifier and size; none where there is none or more than one.
///
/// # Errors
/// Where the database cannot be read.
pub fn known(db: &Connection, message_id: &str, size: u32) -> Rows<Option<i64>> {
    let mut query =
        db.prepare_cached("SELECT mail FROM mail_ids WHERE message_id = ?1 AND size = ?2 LIMIT 2")?;
    let rows = query.query_map(params![message_id, size], |row| row.get(0))?;
    let found = rows.collect::<Result<Vec<i64>, _>>()?;
    Ok(if let [mail] = found.as_slice() { Some(*mail) } else { None })
}

/// The mails with this identifier, whatever their size.
///
/// # Errors
/// Where the database cannot be read.
pub fn with_id(db: &Connection, message_id: &str) -> Rows<Vec<i64>> {
    let mut query = db.prepare_cached("SELECT mail FROM mail_ids WHERE message_id = ?1 ORDER BY mail")?;
    let rows = query.query_map([message_id], |row| row.get(0))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// The deals of the mails with this identifier.
///
/// # Errors
/// Where the database cannot be read.
pub fn deals_of_message(db: &Connection, message_id: &str) -> Rows<Vec<String>> {
    let mut query = db.prepare_cached(
        "SELECT DISTINCT mails.deal FROM mail_ids JOIN mails ON mails.id = mail_ids.mail
         WHERE mail_ids.message_id = ?1 AND mails.deal IS NOT NULL ORDER BY 1",
    )?;
    let rows = query.query_map([message_id], |row| row.get(0))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Mails whose identifier is not known yet: those from before it was kept.
///
/// # Errors
/// Where the database cannot be read.
pub fn unknown(db: &Connection) -> Rows<Vec<i64>> {
    let mut query =
        db.prepare_cached("SELECT id FROM mails WHERE id NOT IN (SELECT mail FROM mail_ids) ORDER BY id")?;
    let rows = query.query_map([], |row| row.get(0))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Takes down where a mail lies.
///
/// # Errors
/// Where the database cannot be written.
pub fn lies(db: &Connection, mail: i64, spot: &Spot) -> Rows<()> {
    let mut placing = db.prepare_cached(
        "INSERT INTO mail_places (account, folder, uid_validity, uid, mail, answered)
         VALUES (?1, ?2, ?3, ?4, ?5, 0)
         ON CONFLICT (account, folder, uid_validity, uid) DO UPDATE SET mail = excluded.mail",
    )?;
    placing.execute(params![spot.account, spot.folder, spot.uid_validity, spot.uid, mail])?;
    Ok(())
}

/// Forgets a folder's places under other validities than this one.
///
/// # Errors
/// Where the database cannot be written.
pub fn renumber(db: &Connection, account: &str, folder: &str, uid_validity: u32) -> Rows<()> {
    db.execute(
        "DELETE FROM mail_places WHERE account = ?1 AND folder = ?2 AND uid_validity <> ?3",
        params![account, folder, uid_validity],
    )?;
    Ok(())
}

/// The UIDs of a folder's kept mails, ascending.
///
/// # Errors
/// Where the database cannot be read.
pub fn uids(db: &Connection, account: &str, folder: &str) -> Rows<Vec<u32>> {
    let mut query =
        db.prepare_cached("SELECT uid FROM mail_places WHERE account = ?1 AND folder = ?2 ORDER BY uid")?;
    let rows = query.query_map([account, folder], |row| row.get(0))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Takes down that a mail was answered. True where that is new.
///
/// # Errors
/// Where the database cannot be written.
pub fn answered(db: &Connection, account: &str, folder: &str, uid: u32) -> Rows<bool> {
    let changed = db.execute(
        "UPDATE mail_places SET answered = 1 WHERE account = ?1 AND folder = ?2 AND uid = ?3 AND answered = 0",
        params![account, folder, uid],
    )?;
    Ok(changed > 0)
}

/// A mail's places.
///
/// # Errors
/// Where the database cannot be read.
pub fn of_mail(db: &Connection, mail: i64) -> Rows<Vec<Spot>> {
    let mut query = db.prepare_cached(
        "SELECT account, folder, uid_validity, uid FROM mail_places WHERE mail = ?1 ORDER BY account, folder, uid",
    )?;
    let rows = query.query_map([mail], |row| {
        Ok(Spot { account: row.get(0)?, folder: row.get(1)?, uid_validity: row.get(2)?, uid: row.get(3)? })
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Where a mail came from: an inbox rather than a folder of what was sent.
///
/// # Errors
/// Where the database cannot be read.
pub fn origin(db: &Connection, mail: i64) -> Rows<Option<Origin>> {
    let mut query = db.prepare_cached(
        "SELECT a.address, a.authserv, COALESCE(f.use_for = 'sent', 0),
                (SELECT max(answered) FROM mail_places WHERE mail = ?1)
         FROM mail_places p JOIN mail_accounts a ON a.id = p.account
         LEFT JOIN mail_folders f ON f.account = p.account AND f.name = p.folder
         WHERE p.mail = ?1 ORDER BY 3, a.made_at LIMIT 1",
    )?;
    let found = query.query_row([mail], |row| {
        Ok(Origin { address: row.get(0)?, authserv: row.get(1)?, sent: row.get(2)?, answered: row.get(3)? })
    });
    Ok(found.optional()?)
}

/// Takes down what of a mail stayed on the server.
///
/// # Errors
/// Where the database cannot be written.
pub fn leave(db: &Connection, mail: i64, left: &Left) -> Rows<()> {
    db.execute(
        "INSERT OR IGNORE INTO mail_left (mail, part, name, media_type, bytes, coding)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        params![mail, left.part, left.name, left.media_type, left.bytes, left.coding],
    )?;
    Ok(())
}

/// What of a mail stayed on the server.
///
/// # Errors
/// Where the database cannot be read.
pub fn left(db: &Connection, mail: i64) -> Rows<Vec<Left>> {
    let mut query = db.prepare_cached(
        "SELECT part, name, media_type, bytes, coding FROM mail_left WHERE mail = ?1 ORDER BY part",
    )?;
    let rows = query.query_map([mail], |row| {
        Ok(Left {
            part: row.get(0)?,
            name: row.get(1)?,
            media_type: row.get(2)?,
            bytes: row.get(3)?,
            coding: row.get(4)?,
        })
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}
