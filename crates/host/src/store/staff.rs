//! The organisation's people.

use anp::keys::PublicKey;
use anp::time::Moment;

use super::{Hold, Invitation, Org, Person, Store, Stored, Subject, Tables, Who, office};

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

/// Invites the first person; false where the organisation's ledger has begun or somebody
/// is one of it already.
pub fn invite_first(tables: &dyn Tables, invitation: &Invitation, now: Moment) -> Stored<bool> {
    let org = tables.org(Hold::Change)?;
    let ledger = office::org_ledger(&org);
    let begun = match &ledger {
        Some(ledger) => tables.tail(ledger, Hold::Look)?.is_some(),
        None => true,
    };
    if begun || !tables.people()?.is_empty() {
        return Ok(false);
    }
    tables.write_invitation(invitation)?;
    tables.record_act(now, &Who::LocalOperator, "invited", &invitation.id)?;
    Ok(true)
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
    /// The person for whom a key stands.
    pub async fn person_with(&self, key: PublicKey) -> Stored<Option<String>> {
        self.read(move |look| person_of(look, &key)).await
    }

    /// What a desk sees of its organisation.
    pub async fn overview(&self) -> Stored<Overview> {
        self.settle().await?;
        self.read(|look| {
            Ok(Overview { org: look.org(Hold::Look)?, people: look.people()?, cursor: look.last_change()? })
        })
        .await
    }
}
