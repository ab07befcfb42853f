//! The files of a bundle, and their contents read back.

use anp::digest::{EventHash, Fingerprint, PayloadHash};
use anp::event::{Actor, Head, SessionId};
use anp::json::{self, Value};
use anp::keys::{PublicKey, Signature};
use anp::verify::Pin;

use crate::contents::{
    About, Contents, Entry, HowTrusted, Key, Ledger, LogSource, Mail, Version, VersionStanding,
};
use crate::fields::{Fields, Misread, count};
use crate::format::Format;
use crate::pack::Entries;
use crate::report;
use crate::verdict::{Check, Fault, Verdict};

pub(crate) const LOG: &str = "log.anp.json";
pub(crate) const KEYS: &str = "keys.json";
pub(crate) const ABOUT: &str = "about.json";
pub(crate) const DECISIONS: &str = "decisions.json";
pub(crate) const VERDICT: &str = "verdict.json";
pub(crate) const REPORT: &str = "report.html";
pub(crate) const README: &str = "README.txt";
pub(crate) const MANIFEST: &str = "manifest.json";
pub(crate) const SIGNATURE: &str = "signature.json";

/// The check that a file's trouble belongs to.
pub(crate) fn check_of(name: &str) -> Check {
    match name {
        KEYS => Check::Keys,
        DECISIONS => Check::Decision,
        VERDICT => Check::Verdict,
        REPORT => Check::Report,
        SIGNATURE => Check::Seal,
        _ if name.starts_with("mails/") => Check::Mail,
        _ if name.starts_with("checkpoints/") => Check::Checkpoint,
        _ if name.starts_with("versions/") => Check::Version,
        _ => Check::Bundle,
    }
}

/// `mails/007.eml`
pub(crate) fn mail_name(place: usize) -> String {
    format!("mails/{place:03}.eml")
}

/// `checkpoints/001.txt`
pub(crate) fn checkpoint_name(place: usize) -> String {
    format!("checkpoints/{place:03}.txt")
}

/// `versions/001.anp.json`
pub(crate) fn version_name(place: usize) -> String {
    format!("versions/{place:03}.anp.json")
}

/// Every file but the manifest and the signature over it.
pub(crate) fn files(contents: &Contents, format: Format) -> Entries {
    let mut files = Entries::new();
    let mut add = |name: &str, bytes: Vec<u8>| files.insert(name.to_owned(), bytes);
    add(LOG, contents.log.clone());
    add(KEYS, text(&keys(&contents.keys)));
    add(ABOUT, text(&about(contents, format)));
    add(DECISIONS, text(&ledger(&contents.ledger)));
    add(VERDICT, text(&verdict(contents)));
    add(REPORT, report::html_in(contents, format).into_bytes());
    add(README, report::readme(contents).into_bytes());
    for (place, note) in (1..).zip(&contents.checkpoints) {
        add(&checkpoint_name(place), note.clone().into_bytes());
    }
    for (place, mail) in (1..).zip(&contents.mails) {
        add(&mail_name(place), mail.raw.clone());
    }
    for (place, version) in (1..).zip(&contents.versions) {
        add(&version_name(place), version.document.clone());
    }
    files
}

fn text(value: &Value) -> Vec<u8> {
    let mut text = json::canonical(value);
    text.push('\n');
    text.into_bytes()
}

fn or_null(text: Option<&str>) -> Value {
    text.map_or(Value::Null, Value::from)
}

fn about(contents: &Contents, format: Format) -> Value {
    let About { session, title, vendor, organisation, exported_at, exported_by, signed_by, log_from } =
        &contents.about;
    let mails = (1..).zip(&contents.mails).map(|(place, mail)| {
        Value::object([("file", Value::from(mail_name(place))), ("at", Value::from(mail.at.as_str()))])
    });
    let versions = (1..).zip(&contents.versions).map(|(place, version)| {
        Value::object([
            ("file", Value::from(version_name(place))),
            ("at", Value::from(version.at.as_str())),
            ("standing", Value::from(standing_text(version.standing))),
        ])
    });
    Value::object([
        ("format", Value::from(format.number())),
        ("session", Value::from(session.as_str())),
        ("title", Value::from(title.as_str())),
        ("vendor", Value::from(vendor.as_str())),
        ("organisation", Value::from(organisation.as_str())),
        ("exported_at", Value::from(exported_at.as_str())),
        ("exported_by", Value::from(exported_by.as_str())),
        ("signed_by", or_null(signed_by.map(|key| key.to_string()).as_deref())),
        ("log_from", Value::from(if *log_from == LogSource::Host { "host" } else { "replica" })),
        ("mails", Value::Array(mails.collect())),
        ("versions", Value::Array(versions.collect())),
    ])
}

fn standing_text(standing: VersionStanding) -> &'static str {
    match standing {
        VersionStanding::Verified => "verified",
        VersionStanding::Refused => "refused",
    }
}

fn keys(keys: &[Key]) -> Value {
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
            ("valid_to", or_null(valid_to.as_deref())),
        ]),
        HowTrusted::Platform => plain("platform"),
        HowTrusted::Desk => plain("desk"),
        HowTrusted::Nobody => plain("nobody"),
    }
}

fn ledger(ledger: &Ledger) -> Value {
    let entry = |entry: &Entry| {
        let mut members = vec![
            ("seq", count(entry.seq)),
            ("kind", Value::from(entry.kind.as_str())),
            ("payload_hash", Value::from(entry.payload_hash.to_string())),
            ("counter", count(entry.counter)),
            ("head_seen", Value::from(entry.head_seen.to_string())),
            ("signer", Value::from(entry.signer.to_string())),
            ("signature", Value::from(entry.signature.to_string())),
            ("prev_hash", Value::from(entry.prev_hash.to_string())),
            ("event_hash", Value::from(entry.event_hash.to_string())),
            ("at", Value::from(entry.at.as_str())),
        ];
        if let Some(payload) = &entry.payload {
            members.push(("payload", Value::from(payload.as_str())));
        }
        Value::Object(members.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
    };
    Value::object([
        ("ledger", Value::from(ledger.id.as_str())),
        ("entries", Value::Array(ledger.entries.iter().map(entry).collect())),
    ])
}

fn verdict(contents: &Contents) -> Value {
    let head =
        |head: &Head| Value::object([("seq", count(head.seq)), ("hash", Value::from(head.hash.to_string()))]);
    let pin = |pin: &Pin| {
        Value::object([
            ("party", Value::from(pin.party.as_str())),
            ("fingerprint", Value::from(pin.fingerprint.to_string())),
        ])
    };
    Value::object([
        ("verdict", contents.verdict.to_value()),
        ("pins", Value::Array(contents.pins.iter().map(pin).collect())),
        ("seen", Value::Array(contents.seen.iter().map(head).collect())),
    ])
}

/// Reads the contents back from the files.
pub(crate) fn contents(files: &Entries) -> Result<Contents, Vec<Fault>> {
    let mut faults = Vec::new();
    let about = taken(files, ABOUT, &mut faults, read_about);
    let keys = taken(files, KEYS, &mut faults, |fields| fields.list("keys", read_key));
    let ledger = taken(files, DECISIONS, &mut faults, read_ledger);
    let verdict = taken(files, VERDICT, &mut faults, read_verdict);
    let log = files.get(LOG).cloned().or_else(|| {
        faults.push(missing(LOG));
        None
    });
    let texts = files.iter().filter(|(name, _)| name.starts_with("checkpoints/"));
    let checkpoints = texts.map(|(_, note)| String::from_utf8_lossy(note).into_owned()).collect();
    let mut bytes = |name: &str| {
        let found = files.get(name).cloned();
        if found.is_none() {
            faults.push(missing(name));
        }
        found.unwrap_or_default()
    };
    let (about, mails, versions) =
        about.map_or((None, Vec::new(), Vec::new()), |(about, mails, versions)| {
            let mails = mails.into_iter().map(|(name, at)| Mail { at, raw: bytes(&name) }).collect();
            let versions = versions
                .into_iter()
                .map(|(name, at, standing)| Version { at, standing, document: bytes(&name) })
                .collect();
            (Some(about), mails, versions)
        });
    match (about, keys, ledger, verdict, log) {
        (Some(about), Some(keys), Some(ledger), Some((verdict, pins, seen)), Some(log))
            if faults.is_empty() =>
        {
            Ok(Contents { about, log, keys, pins, seen, verdict, checkpoints, ledger, mails, versions })
        }
        _ => Err(faults),
    }
}

fn missing(name: &str) -> Fault {
    Fault::of(check_of(name), format!("{name} is missing"))
}

/// A JSON file, read; its trouble goes to the faults.
fn taken<T>(
    files: &Entries,
    name: &str,
    faults: &mut Vec<Fault>,
    read: impl FnOnce(&Fields<'_>) -> Result<T, Misread>,
) -> Option<T> {
    let Some(bytes) = files.get(name) else {
        faults.push(missing(name));
        return None;
    };
    let value = json::parse_flawless(bytes).map_err(|refused| refused.to_string());
    let read = value.and_then(|value| read(&Fields::of(&value)).map_err(|misread| misread.to_string()));
    read.map_err(|why| faults.push(Fault::of(check_of(name), format!("{name}: {why}")))).ok()
}

/// A JSON file alone.
pub(crate) fn json_of<T>(
    bytes: &[u8],
    read: impl FnOnce(&Fields<'_>) -> Result<T, Misread>,
) -> Result<T, String> {
    let value = json::parse_flawless(bytes).map_err(|refused| refused.to_string())?;
    read(&Fields::of(&value)).map_err(|misread| misread.to_string())
}

type Named = (String, String);
type Abouts = (About, Vec<Named>, Vec<(String, String, VersionStanding)>);

fn read_about(fields: &Fields<'_>) -> Result<Abouts, Misread> {
    let from = match fields.text("log_from")? {
        "host" => LogSource::Host,
        "replica" => LogSource::Replica,
        _ => return Err(fields.wrong("log_from", "host or replica")),
    };
    let signed_by = fields.text_or_null("signed_by")?.map(Fingerprint::parse).transpose();
    let session = fields.parsed("session", "a session id", |text| SessionId::parse(text).ok_or(()))?;
    let owned = |key: &str| fields.text(key).map(str::to_owned);
    let about = About {
        session,
        title: owned("title")?,
        vendor: owned("vendor")?,
        organisation: owned("organisation")?,
        exported_at: owned("exported_at")?,
        exported_by: owned("exported_by")?,
        signed_by: signed_by.map_err(|_| fields.wrong("signed_by", "a fingerprint or null"))?,
        log_from: from,
    };
    let named = |item: &Fields<'_>| Ok((item.text("file")?.to_owned(), item.text("at")?.to_owned()));
    let mails = fields.list("mails", named)?;
    let versions = fields.list("versions", |item| {
        let (file, at) = named(item)?;
        let standing = match item.text("standing")? {
            "verified" => VersionStanding::Verified,
            "refused" => VersionStanding::Refused,
            _ => return Err(item.wrong("standing", "verified or refused")),
        };
        Ok((file, at, standing))
    })?;
    Ok((about, mails, versions))
}

fn read_key(fields: &Fields<'_>) -> Result<Key, Misread> {
    let how = fields.object("trusted")?;
    let trusted = match how.text("how")? {
        "pinned" => HowTrusted::Pinned { by: how.text("by")?.to_owned(), at: how.text("at")?.to_owned() },
        "platform" => HowTrusted::Platform,
        "attested" => HowTrusted::Attested {
            valid_from: how.text("valid_from")?.to_owned(),
            valid_to: how.text_or_null("valid_to")?.map(str::to_owned),
        },
        "desk" => HowTrusted::Desk,
        "nobody" => HowTrusted::Nobody,
        _ => return Err(how.wrong("how", "pinned, platform, attested, desk or nobody")),
    };
    Ok(Key {
        name: fields.text("name")?.to_owned(),
        party: read_party(fields)?,
        key: fields.parsed("public_key", "a public key", PublicKey::parse)?,
        trusted,
    })
}

fn read_ledger(fields: &Fields<'_>) -> Result<Ledger, Misread> {
    let id = fields.text("ledger")?;
    if id.chars().any(char::is_control) {
        return Err(fields.wrong("ledger", "an id without control characters"));
    }
    Ok(Ledger { id: id.to_owned(), entries: fields.list("entries", read_entry)? })
}

fn read_entry(fields: &Fields<'_>) -> Result<Entry, Misread> {
    let line = |key: &str| {
        let text = fields.text(key)?;
        let one_line = !text.chars().any(char::is_control);
        one_line.then(|| text.to_owned()).ok_or_else(|| fields.wrong(key, "one line of text"))
    };
    let hash = |key: &str| fields.parsed(key, "64 lower-case hex digits", EventHash::parse);
    Ok(Entry {
        seq: fields.count("seq")?,
        kind: line("kind")?,
        payload: fields.text_if_any("payload")?.map(str::to_owned),
        payload_hash: PayloadHash(hash("payload_hash")?.0),
        counter: fields.count("counter")?,
        head_seen: hash("head_seen")?,
        signer: fields.parsed("signer", "a fingerprint", Fingerprint::parse)?,
        signature: fields.parsed("signature", "a signature", Signature::parse)?,
        prev_hash: hash("prev_hash")?,
        event_hash: hash("event_hash")?,
        at: line("at")?,
    })
}

fn read_party(fields: &Fields<'_>) -> Result<Actor, Misread> {
    fields.parsed("party", "vendor_agent or buyer", |text| Actor::parse(text).ok_or(()))
}

type Recorded = (Verdict, Vec<Pin>, Vec<Head>);

fn read_verdict(fields: &Fields<'_>) -> Result<Recorded, Misread> {
    let verdict = Verdict::read(&fields.object("verdict")?)?;
    let pins = fields.list("pins", |pin| {
        let fingerprint = pin.parsed("fingerprint", "64 lower-case hex digits", Fingerprint::parse)?;
        Ok(Pin { party: read_party(pin)?, fingerprint })
    })?;
    let seen = fields.list("seen", |head| {
        let hash = head.parsed("hash", "64 lower-case hex digits", EventHash::parse)?;
        Ok(Head { seq: head.count("seq")?, hash })
    })?;
    Ok((verdict, pins, seen))
}
