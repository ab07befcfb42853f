//! The organisation's people.

use anp::keys::PublicKey;
use anp::time::Moment;

use super::{Hold, Org, Person, Store, Stored, Subject, Tables, Who};

/// What became of an enrolment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Enrolled {
    /// The person is one of the organisation's.
    Done,
    /// The key stands for somebody already: a person, the platform, or a vendor.
    KeyTaken,
}

/// Enrols a person.
pub fn enrol(tables: &dyn Tables, person: &Person, who: &Who, now: Moment) -> Stored<Enrolled> {
    // Held to be changed: no registration of the same key may stand beside this.
    let org = tables.org(Hold::Change)?;
    let key = &person.public_key;
    let taken = tables.is_persons_key(key)?
        || tables.agent_with_key(key, Hold::Look)?.is_some()
        || org.platform == key.fingerprint();
    if taken {
        return Ok(Enrolled::KeyTaken);
    }
    tables.insert_person(person)?;
    tables.record_act(now, who, "enrolled", &person.id)?;
    tables.note_change(Subject::People, &person.id)?;
    Ok(Enrolled::Done)
}

/// The person for whom a key stands.
pub fn person_of(tables: &dyn Tables, key: &PublicKey) -> Stored<Option<String>> {
    let people = tables.people()?;
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
        self.settle().await?;
        self.read(|look| {
            Ok(Overview { org: look.org(Hold::Look)?, people: look.people()?, cursor: look.last_change()? })
        })
        .await
    }
}
