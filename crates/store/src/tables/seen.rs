//! How far the person at this desk has looked into each deal.

use rusqlite::{Connection, params};

use crate::Rows;

/// The place of a deal's mails; sessions have their ids.
pub const MAILS: &str = "mails";

/// The place of what came from a deal's seller of media.
pub const MEDIA: &str = "media";

pub(super) const SQL: &str = "
CREATE TABLE seen (
    deal  TEXT    NOT NULL REFERENCES deals (id),
    place TEXT    NOT NULL,
    upto  INTEGER NOT NULL,
    PRIMARY KEY (deal, place)
) STRICT;
";

/// What was seen last at each place of a deal: a session's event number, a mail's number.
///
/// # Errors
/// Where the database cannot be read.
pub fn of_deal(db: &Connection, deal: &str) -> Rows<Vec<(String, u64)>> {
    let mut query = db.prepare_cached("SELECT place, upto FROM seen WHERE deal = ?1 ORDER BY place")?;
    let rows = query.query_map([deal], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Notes that a place was seen up to there; true where that is further than before.
///
/// # Errors
/// Where the database cannot be written.
pub fn note(db: &Connection, deal: &str, place: &str, upto: u64) -> Rows<bool> {
    let changed = db.execute(
        "INSERT INTO seen (deal, place, upto) VALUES (?1, ?2, ?3)
         ON CONFLICT (deal, place) DO UPDATE SET upto = excluded.upto WHERE excluded.upto > upto",
        params![deal, place, upto],
    )?;
    Ok(changed == 1)
}

/// What was seen last at one place of every deal.
///
/// # Errors
/// Where the database cannot be read.
pub fn at_place(db: &Connection, place: &str) -> Rows<Vec<(String, u64)>> {
    let mut query = db.prepare_cached("SELECT deal, upto FROM seen WHERE place = ?1")?;
    let rows = query.query_map([place], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// How many events, mails and answers of sellers of each deal nobody has looked at yet; deals with none are
/// left out.
///
/// # Errors
/// Where the database cannot be read.
pub fn unseen(db: &Connection) -> Rows<Vec<(String, u64)>> {
    let mut query = db.prepare_cached(
        "SELECT deal, sum(new) FROM (
             SELECT sessions.deal AS deal, max(0, sessions.head_seq - coalesce(seen.upto, 0)) AS new
             FROM sessions LEFT JOIN seen ON seen.deal = sessions.deal AND seen.place = sessions.id
             WHERE sessions.deal IS NOT NULL
             UNION ALL
             SELECT mails.deal, count(*) FROM mails
             LEFT JOIN seen ON seen.deal = mails.deal AND seen.place = 'mails'
             WHERE mails.deal IS NOT NULL AND mails.id > coalesce(seen.upto, 0)
             GROUP BY mails.deal
             UNION ALL
             SELECT adcp_requests.deal, count(*) FROM adcp_answers
             JOIN adcp_requests ON adcp_requests.key = adcp_answers.key
             LEFT JOIN seen ON seen.deal = adcp_requests.deal AND seen.place = 'media'
             WHERE adcp_answers.rowid > coalesce(seen.upto, 0)
             GROUP BY adcp_requests.deal
         ) GROUP BY deal HAVING sum(new) > 0",
    )?;
    let rows = query.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(rows.collect::<Result<_, _>>()?)
}
