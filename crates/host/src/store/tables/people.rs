//! Table `people`: whose keys sign for the organisation, in which roles, and when.

use anp::keys::{PublicKey, Signature};
use anp::log::KeyEntry;
use anp::members::Membership;

use super::super::{StoreFault, Stored};
use super::Hold;
use crate::Role;

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

/// A row as it is kept.
pub struct Row {
    pub id: String,
    pub name: String,
    pub public_key: String,
    /// By their names, separated by spaces.
    pub roles: String,
    pub valid_from: String,
    /// Empty while the key signs for the organisation.
    pub valid_to: String,
    pub attestation: String,
}

impl Row {
    /// The person whom it says.
    pub fn person(self) -> Stored<Person> {
        let damaged =
            |what: &str| StoreFault::Damaged { table: "people", what: format!("no {what} of {}", self.id) };
        let public_key = PublicKey::parse(&self.public_key).map_err(|_| damaged("key"))?;
        let attestation = Signature::parse(&self.attestation).map_err(|_| damaged("attestation"))?;
        let roles = self.roles.split_whitespace().map(Role::parse).collect::<Option<_>>();
        Ok(Person {
            roles: roles.ok_or_else(|| damaged("known role"))?,
            membership: Membership {
                fingerprint: public_key.fingerprint(),
                valid_from: self.valid_from,
                valid_to: (!self.valid_to.is_empty()).then_some(self.valid_to),
            },
            id: self.id,
            name: self.name,
            public_key,
            attestation,
        })
    }
}

impl From<&Person> for Row {
    fn from(person: &Person) -> Self {
        let roles: Vec<_> = person.roles.iter().map(|role| role.as_str()).collect();
        Self {
            id: person.id.clone(),
            name: person.name.clone(),
            public_key: person.public_key.to_string(),
            roles: roles.join(" "),
            valid_from: person.membership.valid_from.clone(),
            valid_to: person.membership.valid_to.clone().unwrap_or_default(),
            attestation: person.attestation.to_string(),
        }
    }
}

/// The table.
pub trait People {
    /// A person by id.
    fn person(&self, id: &str, hold: Hold) -> Stored<Option<Person>>;
    /// Whether the key is a person's.
    fn is_persons_key(&self, key: &PublicKey) -> Stored<bool>;
    /// All, in the order in which they came.
    fn people(&self) -> Stored<Vec<Person>>;
    /// A new one.
    fn insert_person(&self, person: &Person) -> Stored<()>;
    /// Roles, validity and attestation of a known one.
    fn write_person(&self, person: &Person) -> Stored<()>;
}
