//! Keys and how each came to be trusted, as a file.

use anp::event::Actor;
use anp::json::Value;
use anp::keys::PublicKey;

use crate::contents::{HowTrusted, Key};
use crate::fields::{Fields, Misread};

/// The list of keys.
pub(crate) fn written(keys: &[Key]) -> Value {
    let key = |key: &Key| {
        Value::object([
            ("name", Value::from(key.name.as_str())),
            ("party", Value::from(key.party.as_str())),
            ("public_key", Value::from(key.key.to_string())),
            ("fingerprint", Value::from(key.key.fingerprint().to_string())),
            ("trusted", trusted(&key.trusted)),
        ])
    };
    Value::object([("keys", Value::Array(keys.iter().map(key).collect()))])
}

fn trusted(how: &HowTrusted) -> Value {
    let plain = |how: &str| Value::object([("how", Value::from(how))]);
    match how {
        HowTrusted::Pinned { by, at } => Value::object([
            ("how", Value::from("pinned")),
            ("by", Value::from(by.as_str())),
            ("at", Value::from(at.as_str())),
        ]),
        HowTrusted::Attested { valid_from, valid_to } => Value::object([
            ("how", Value::from("attested")),
            ("valid_from", Value::from(valid_from.as_str())),
            ("valid_to", crate::files::or_null(valid_to.as_deref())),
        ]),
        HowTrusted::Member { from, until, roles } => {
            let roles = roles.iter().map(|(since, roles)| {
                let roles = roles.iter().map(|role| Value::from(role.as_str())).collect();
                Value::object([("since", Value::from(since.as_str())), ("roles", Value::Array(roles))])
            });
            Value::object([
                ("how", Value::from("member")),
                ("from", Value::from(from.as_str())),
                ("until", crate::files::or_null(until.as_deref())),
                ("roles", Value::Array(roles.collect())),
            ])
        }
        HowTrusted::Platform => plain("platform"),
        HowTrusted::Desk => plain("desk"),
        HowTrusted::Nobody => plain("nobody"),
    }
}

/// Reads a key.
pub(crate) fn read(fields: &Fields<'_>) -> Result<Key, Misread> {
    let how = fields.object("trusted")?;
    let trusted = match how.text("how")? {
        "pinned" => HowTrusted::Pinned { by: how.text("by")?.to_owned(), at: how.text("at")?.to_owned() },
        "platform" => HowTrusted::Platform,
        "attested" => HowTrusted::Attested {
            valid_from: how.text("valid_from")?.to_owned(),
            valid_to: how.text_or_null("valid_to")?.map(str::to_owned),
        },
        "member" => HowTrusted::Member {
            from: how.text("from")?.to_owned(),
            until: how.text_or_null("until")?.map(str::to_owned),
            roles: how.list("roles", |known| {
                let names = known.list_of_texts("roles")?;
                Ok((known.text("since")?.to_owned(), names))
            })?,
        },
        "desk" => HowTrusted::Desk,
        "nobody" => HowTrusted::Nobody,
        _ => return Err(how.wrong("how", "pinned, platform, attested, member, desk or nobody")),
    };
    Ok(Key {
        name: fields.text("name")?.to_owned(),
        party: read_party(fields)?,
        key: fields.parsed("public_key", "a public key", PublicKey::parse)?,
        trusted,
    })
}

/// Reads whose side it is.
pub(crate) fn read_party(fields: &Fields<'_>) -> Result<Actor, Misread> {
    fields.parsed("party", "vendor_agent or buyer", |text| Actor::parse(text).ok_or(()))
}
