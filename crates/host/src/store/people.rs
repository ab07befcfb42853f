//! Table `people`: whose keys sign for the organisation, in which roles, and when.

use anp::keys::{PublicKey, Signature};
use anp::log::KeyEntry;
use anp::members::Membership;
use rusqlite::{Connection, OptionalExtension as _, Row, params};

use super::{StoreFault, Stored};
use crate::Role;

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

/// A person of the organisation.
#[derive(Debug, Clone)]
pub struct Person {
    /// A UUID.
    pub id: String,
    /// The name by which colleagues know the person.
    pub name: String,
    /// The key.
    pub public_key: PublicKey,
    /// What the person may do.
    pub roles: Vec<Role>,
    /// When the key signs for the organisation.
    pub membership: Membership,
    /// The platform key's signature over that.
    pub attestation: Signature,
}

impl Person {
    /// The person's entry in a log's `keys`.
    pub fn key_entry(&self) -> KeyEntry {
        let roles = self.roles.iter().map(|role| role.as_str().to_owned()).collect();
        KeyEntry {
            name: format!("member_{}", self.id),
            public_key: self.public_key,
            member: Some((self.membership.clone(), self.attestation, roles)),
        }
    }
}

const COLUMNS: &str = "id, name, public_key, roles, valid_from, valid_to, attestation";

struct Raw {
    id: String,
    name: String,
    public_key: String,
    roles: String,
    valid_from: String,
    valid_to: String,
    attestation: String,
}

fn raw(row: &Row<'_>) -> rusqlite::Result<Raw> {
    Ok(Raw {
        id: row.get("id")?,
        name: row.get("name")?,
        public_key: row.get("public_key")?,
        roles: row.get("roles")?,
        valid_from: row.get("valid_from")?,
        valid_to: row.get("valid_to")?,
        attestation: row.get("attestation")?,
    })
}

fn person(raw: Raw) -> Stored<Person> {
    let damaged =
        |what: &str| StoreFault::Damaged { table: "people", what: format!("no {what} of {}", raw.id) };
    let public_key = PublicKey::parse(&raw.public_key).map_err(|_| damaged("key"))?;
    let attestation = Signature::parse(&raw.attestation).map_err(|_| damaged("attestation"))?;
    let roles = raw.roles.split_whitespace().map(Role::parse).collect::<Option<_>>();
    Ok(Person {
        roles: roles.ok_or_else(|| damaged("known role"))?,
        membership: Membership {
            fingerprint: public_key.fingerprint(),
            valid_from: raw.valid_from,
            valid_to: (!raw.valid_to.is_empty()).then_some(raw.valid_to),
        },
        id: raw.id,
        name: raw.name,
        public_key,
        attestation,
    })
}

/// A person by id.
pub(super) fn find(connection: &Connection, id: &str) -> Stored<Option<Person>> {
    connection
        .prepare_cached(&format!("SELECT {COLUMNS} FROM people WHERE id = ?"))?
        .query_row([id], raw)
        .optional()?
        .map(person)
        .transpose()
}

/// Whether the key is a person's.
pub(super) fn has_key(connection: &Connection, key: &PublicKey) -> Stored<bool> {
    Ok(connection.prepare_cached("SELECT 1 FROM people WHERE public_key = ?")?.exists([key.to_string()])?)
}

/// All, in the order in which they came.
pub(super) fn all(connection: &Connection) -> Stored<Vec<Person>> {
    let mut statement = connection.prepare_cached(&format!("SELECT {COLUMNS} FROM people ORDER BY place"))?;
    let rows = statement.query_map([], raw)?.collect::<rusqlite::Result<Vec<_>>>()?;
    rows.into_iter().map(person).collect()
}

pub(super) fn insert(connection: &Connection, person: &Person) -> Stored<()> {
    let roles: Vec<_> = person.roles.iter().map(|role| role.as_str()).collect();
    connection
        .prepare_cached(&format!("INSERT INTO people ({COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)"))?
        .execute(params![
            person.id,
            person.name,
            person.public_key.to_string(),
            roles.join(" "),
            person.membership.valid_from,
            person.membership.valid_to.as_deref().unwrap_or_default(),
            person.attestation.to_string(),
        ])?;
    Ok(())
}
