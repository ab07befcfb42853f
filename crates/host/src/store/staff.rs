//! The organisation's people.

use anp::keys::PublicKey;
use anp::time::Moment;
use rusqlite::Connection;

use super::{Org, Person, Store, Stored, Subject, Who, acts, agents, changes, org, people};

/// What became of an enrolment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Enrolled {
    /// The person is one of the organisation's.
    Done,
    /// The key stands for somebody already: a person, the platform, or a vendor.
    KeyTaken,
}

/// Enrols a person.
pub fn enrol(connection: &Connection, person: &Person, who: &Who, now: Moment) -> Stored<Enrolled> {
    let key = &person.public_key;
    let taken = people::has_key(connection, key)?
        || agents::find_key(connection, key)?.is_some()
        || org::read(connection)?.platform == key.fingerprint();
    if taken {
        return Ok(Enrolled::KeyTaken);
    }
    people::insert(connection, person)?;
    acts::record(connection, now, who, "enrolled", &person.id)?;
    changes::note(connection, Subject::People, &person.id)?;
    Ok(Enrolled::Done)
}

/// The person for whom a key stands.
pub fn person_of(connection: &Connection, key: &PublicKey) -> Stored<Option<String>> {
    let people = people::all(connection)?;
    Ok(people.into_iter().find(|person| person.public_key == *key).map(|person| person.id))
}

/// What a desk sees of its organisation, all of one moment.
#[derive(Debug)]
pub struct Overview {
    /// The organisation and its door.
    pub org: Org,
    /// Its people.
    pub people: Vec<Person>,
    /// From where to follow changes.
    pub cursor: i64,
}

impl Store {
    /// What a desk sees of its organisation.
    pub async fn overview(&self) -> Stored<Overview> {
        self.read(|look| {
            Ok(Overview { org: org::read(look)?, people: people::all(look)?, cursor: changes::last(look)? })
        })
        .await
    }
}
