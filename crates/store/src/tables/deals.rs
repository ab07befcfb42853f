//! Deals, the vendor's mail domains, and the vendor agents that belong to them.

use rusqlite::{Connection, OptionalExtension as _, Row};

use crate::Rows;

pub(super) const SQL: &str = "
CREATE TABLE deals (
    id                TEXT NOT NULL PRIMARY KEY,
    title             TEXT NOT NULL,
    vendor            TEXT NOT NULL,
    owner_name        TEXT NOT NULL,
    owner_fingerprint TEXT NOT NULL,
    made_at           TEXT NOT NULL
) STRICT;
CREATE TABLE deal_domains (
    deal   TEXT NOT NULL REFERENCES deals (id),
    domain TEXT NOT NULL,
    PRIMARY KEY (deal, domain)
) STRICT;
CREATE TABLE deal_agents (
    deal     TEXT NOT NULL REFERENCES deals (id),
    agent_id TEXT NOT NULL,
    PRIMARY KEY (deal, agent_id)
) STRICT;
";

/// A mail's sender is looked for in the domains of all deals.
pub(super) const BY_DOMAIN: &str = "CREATE INDEX deal_domains_by_domain ON deal_domains (domain);";

/// A deal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Deal {
    /// Id.
    pub id: String,
    /// Title.
    pub title: String,
    /// The vendor's name.
    pub vendor: String,
    /// The owner's name.
    pub owner_name: String,
    /// The owner's key, hex.
    pub owner_fingerprint: String,
    /// When it was made.
    pub made_at: String,
}

const COLUMNS: &str = "id, title, vendor, owner_name, owner_fingerprint, made_at";

fn read(row: &Row<'_>) -> rusqlite::Result<Deal> {
    Ok(Deal {
        id: row.get(0)?,
        title: row.get(1)?,
        vendor: row.get(2)?,
        owner_name: row.get(3)?,
        owner_fingerprint: row.get(4)?,
        made_at: row.get(5)?,
    })
}

/// All deals, the newest first.
///
/// # Errors
/// Where the database cannot be read.
pub fn all(db: &Connection) -> Rows<Vec<Deal>> {
    let mut query = db.prepare_cached(&format!("SELECT {COLUMNS} FROM deals ORDER BY made_at DESC, id"))?;
    let rows = query.query_map([], read)?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// A deal.
///
/// # Errors
/// Where the database cannot be read.
pub fn get(db: &Connection, id: &str) -> Rows<Option<Deal>> {
    Ok(db.query_row(&format!("SELECT {COLUMNS} FROM deals WHERE id = ?1"), [id], read).optional()?)
}

/// Adds a deal with its vendor's domains (lower case).
///
/// # Errors
/// Where the database cannot be written.
pub fn add(db: &Connection, deal: &Deal, domains: &[String]) -> Rows<()> {
    db.execute(
        &format!("INSERT INTO deals ({COLUMNS}) VALUES (?1, ?2, ?3, ?4, ?5, ?6)"),
        [&deal.id, &deal.title, &deal.vendor, &deal.owner_name, &deal.owner_fingerprint, &deal.made_at],
    )?;
    for domain in domains {
        db.execute("INSERT OR IGNORE INTO deal_domains (deal, domain) VALUES (?1, ?2)", [&deal.id, domain])?;
    }
    Ok(())
}

/// Sets what the deal's ledger says of it, adding the deal where it is not here yet.
///
/// # Errors
/// Where the database cannot be written.
pub fn put(db: &Connection, deal: &Deal, domains: &[String]) -> Rows<()> {
    if get(db, &deal.id)?.is_none() {
        return add(db, deal, domains);
    }
    db.execute(
        "UPDATE deals SET title = ?2, vendor = ?3, owner_name = ?4, owner_fingerprint = ?5 WHERE id = ?1",
        [&deal.id, &deal.title, &deal.vendor, &deal.owner_name, &deal.owner_fingerprint],
    )?;
    domains.iter().try_for_each(|domain| add_domain(db, &deal.id, domain))
}

/// Gives a deal another owner.
///
/// # Errors
/// Where the database cannot be written.
pub fn set_owner(db: &Connection, deal: &str, name: &str, fingerprint: &str) -> Rows<()> {
    db.execute(
        "UPDATE deals SET owner_name = ?2, owner_fingerprint = ?3 WHERE id = ?1",
        [deal, name, fingerprint],
    )?;
    Ok(())
}

/// A deal's domains and addresses, in order.
///
/// # Errors
/// Where the database cannot be read.
pub fn domains_of(db: &Connection, deal: &str) -> Rows<Vec<String>> {
    strings(db, "SELECT domain FROM deal_domains WHERE deal = ?1 ORDER BY domain", deal)
}

/// Deals that know this mail domain or address.
///
/// # Errors
/// Where the database cannot be read.
pub fn by_domain(db: &Connection, domain: &str) -> Rows<Vec<String>> {
    strings(db, "SELECT deal FROM deal_domains WHERE domain = ?1 ORDER BY deal", domain)
}

/// Whether any deal knows one of these domains or addresses.
///
/// # Errors
/// Where the database cannot be read.
pub fn knows(db: &Connection, names: &[&str; 2]) -> Rows<bool> {
    let mut query = db.prepare_cached("SELECT 1 FROM deal_domains WHERE domain IN (?1, ?2) LIMIT 1")?;
    Ok(query.exists(names)?)
}

/// All domains and addresses of deals' vendors, each once, in order.
///
/// # Errors
/// Where the database cannot be read.
pub fn domains(db: &Connection) -> Rows<Vec<String>> {
    let mut query = db.prepare_cached("SELECT DISTINCT domain FROM deal_domains ORDER BY domain")?;
    let rows = query.query_map([], |row| row.get(0))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Lets the deal know one more domain or address, in lower case.
///
/// # Errors
/// Where the database cannot be written.
pub fn add_domain(db: &Connection, deal: &str, domain: &str) -> Rows<()> {
    db.execute("INSERT OR IGNORE INTO deal_domains (deal, domain) VALUES (?1, ?2)", [deal, domain])?;
    Ok(())
}

/// Deals to which sessions of this agent were assigned.
///
/// # Errors
/// Where the database cannot be read.
pub fn by_agent(db: &Connection, agent_id: &str) -> Rows<Vec<String>> {
    strings(db, "SELECT deal FROM deal_agents WHERE agent_id = ?1 ORDER BY deal", agent_id)
}

/// Remembers that the agent negotiates this deal.
///
/// # Errors
/// Where the database cannot be written.
pub fn link_agent(db: &Connection, deal: &str, agent_id: &str) -> Rows<()> {
    db.execute("INSERT OR IGNORE INTO deal_agents (deal, agent_id) VALUES (?1, ?2)", [deal, agent_id])?;
    Ok(())
}

/// Lets the deals of a person's key follow the key with which the person goes on.
///
/// # Errors
/// Where the database cannot be written.
pub fn follow_owner(db: &Connection, old: &str, new: &str) -> Rows<()> {
    let sql = "UPDATE deals SET owner_fingerprint = ?2 WHERE owner_fingerprint = ?1";
    db.execute(sql, [old, new])?;
    Ok(())
}

/// Forgets that the agent negotiates this deal.
///
/// # Errors
/// Where the database cannot be written.
pub fn unlink_agent(db: &Connection, deal: &str, agent_id: &str) -> Rows<()> {
    db.execute("DELETE FROM deal_agents WHERE deal = ?1 AND agent_id = ?2", [deal, agent_id])?;
    Ok(())
}

fn strings(db: &Connection, sql: &str, parameter: &str) -> Rows<Vec<String>> {
    let mut query = db.prepare_cached(sql)?;
    let rows = query.query_map([parameter], |row| row.get(0))?;
    Ok(rows.collect::<Result<_, _>>()?)
}
