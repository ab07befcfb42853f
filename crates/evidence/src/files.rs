//! The files of a bundle, and their contents read back.

use anp::digest::{EventHash, Fingerprint};
use anp::event::{Head, SessionId};
use anp::json::{self, Value};
use anp::verify::Pin;

use crate::contents::{About, Contents, LogSource, Mail, Version, VersionStanding};
use crate::fields::{Fields, Misread, count};
use crate::format::Format;
use crate::mailed::{self, LETTERS, QUOTES};
use crate::media::{self, MEDIA};
use crate::pack::Entries;
use crate::verdict::{Check, Fault, Verdict};
use crate::{keys, ledgers, report};

pub(crate) const LOG: &str = "log.anp.json";
pub(crate) const KEYS: &str = "keys.json";
pub(crate) const ABOUT: &str = "about.json";
pub(crate) const DECISIONS: &str = "decisions.json";
pub(crate) const VERDICT: &str = "verdict.json";
pub(crate) const PEOPLE: &str = "people.json";
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
        PEOPLE => Check::People,
        MEDIA => Check::Media,
        QUOTES => Check::Quote,
        LETTERS => Check::Letter,
        REPORT => Check::Report,
        SIGNATURE => Check::Seal,
        _ if name.starts_with("mails/") => Check::Mail,
        _ if name.starts_with("media/") && name.ends_with("-request.json") => Check::MediaRequest,
        _ if name.starts_with("media/") => Check::MediaAnswer,
        _ if name.starts_with("quotes/") => Check::Quote,
        _ if name.starts_with("letters/") => Check::Letter,
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
    add(KEYS, text(&keys::written(&contents.keys)));
    add(ABOUT, text(&about(contents, format)));
    add(DECISIONS, text(&ledgers::written(&contents.ledger, format)));
    add(VERDICT, text(&verdict(contents)));
    add(REPORT, report::html_in(contents, format).into_bytes());
    add(README, report::readme(contents, format).into_bytes());
    for (place, note) in (1..).zip(&contents.checkpoints) {
        add(&checkpoint_name(place), note.clone().into_bytes());
    }
    for (place, mail) in (1..).zip(&contents.mails) {
        add(&mail_name(place), mail.raw.clone());
    }
    for (place, version) in (1..).zip(&contents.versions) {
        add(&version_name(place), version.document.clone());
    }
    if let Some(log) = &contents.log {
        add(LOG, log.clone());
    }
    if format >= Format::Three {
        beside(contents, format, &mut files);
    }
    files
}

/// What the third format holds beside a session.
fn beside(contents: &Contents, format: Format, files: &mut Entries) {
    if let Some(people) = &contents.people {
        files.insert(PEOPLE.to_owned(), text(&ledgers::written(people, format)));
    }
    if let Some(media) = &contents.media {
        files.insert(MEDIA.to_owned(), text(&media::written(media)));
        media::files(media, files);
    }
    if !contents.quotes.is_empty() {
        files.insert(QUOTES.to_owned(), text(&mailed::quotes(&contents.quotes)));
    }
    if !contents.letters.is_empty() {
        files.insert(LETTERS.to_owned(), text(&mailed::letters(&contents.letters)));
    }
    mailed::files(&contents.quotes, &contents.letters, files);
}

fn text(value: &Value) -> Vec<u8> {
    let mut text = json::canonical(value);
    text.push('\n');
    text.into_bytes()
}

pub(crate) fn or_null(text: Option<&str>) -> Value {
    text.map_or(Value::Null, Value::from)
}

fn about(contents: &Contents, format: Format) -> Value {
    let About { session, deal, title, vendor, organisation, exported_at, exported_by, signed_by, log_from } =
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
    let mut members = vec![
        ("format", Value::from(format.number())),
        ("session", or_null(session.as_ref().map(SessionId::as_str))),
        ("title", Value::from(title.as_str())),
        ("vendor", Value::from(vendor.as_str())),
        ("organisation", Value::from(organisation.as_str())),
        ("exported_at", Value::from(exported_at.as_str())),
        ("exported_by", Value::from(exported_by.as_str())),
        ("signed_by", or_null(signed_by.map(|key| key.to_string()).as_deref())),
        ("log_from", Value::from(from_text(*log_from))),
        ("mails", Value::Array(mails.collect())),
        ("versions", Value::Array(versions.collect())),
    ];
    if format >= Format::Three {
        members.push(("deal", or_null(deal.as_deref())));
    }
    Value::Object(members.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
}

const fn from_text(from: LogSource) -> &'static str {
    match from {
        LogSource::Host => "host",
        LogSource::Replica => "replica",
        LogSource::None => "none",
    }
}

fn standing_text(standing: VersionStanding) -> &'static str {
    match standing {
        VersionStanding::Verified => "verified",
        VersionStanding::Refused => "refused",
    }
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
    let keys = taken(files, KEYS, &mut faults, |fields| fields.list("keys", keys::read));
    let ledger = taken(files, DECISIONS, &mut faults, ledgers::read);
    let verdict = taken(files, VERDICT, &mut faults, read_verdict);
    let with_log = about.as_ref().is_none_or(|(about, _, _)| about.log_from != LogSource::None);
    let log = files.get(LOG).filter(|_| with_log).cloned();
    if with_log && log.is_none() {
        faults.push(missing(LOG));
    }
    let there = |name: &'static str| files.contains_key(name).then_some(name);
    let people = there(PEOPLE).and_then(|name| taken(files, name, &mut faults, ledgers::read));
    let texts = files.iter().filter(|(name, _)| name.starts_with("checkpoints/"));
    let checkpoints = texts.map(|(_, note)| String::from_utf8_lossy(note).into_owned()).collect();
    let mut lacking = Vec::new();
    let mut bytes = |name: &str| {
        let found = files.get(name).cloned();
        if found.is_none() {
            lacking.push(missing(name));
        }
        found.unwrap_or_default()
    };
    let media = there(MEDIA)
        .and_then(|name| taken(files, name, &mut faults, |fields| media::read(fields, &mut bytes)));
    let quotes = there(QUOTES)
        .and_then(|name| taken(files, name, &mut faults, |fields| mailed::read_quotes(fields, &mut bytes)));
    let letters = there(LETTERS)
        .and_then(|name| taken(files, name, &mut faults, |fields| mailed::read_letters(fields, &mut bytes)));
    let (about, mails, versions) =
        about.map_or((None, Vec::new(), Vec::new()), |(about, mails, versions)| {
            let mails = mails.into_iter().map(|(name, at)| Mail { at, raw: bytes(&name) }).collect();
            let versions = versions
                .into_iter()
                .map(|(name, at, standing)| Version { at, standing, document: bytes(&name) })
                .collect();
            (Some(about), mails, versions)
        });
    faults.append(&mut lacking);
    match (about, keys, ledger, verdict) {
        (Some(about), Some(keys), Some(ledger), Some((verdict, pins, seen))) if faults.is_empty() => {
            let (quotes, letters) = (quotes.unwrap_or_default(), letters.unwrap_or_default());
            Ok(Contents {
                about,
                log,
                keys,
                pins,
                seen,
                verdict,
                checkpoints,
                ledger,
                people,
                media,
                quotes,
                letters,
                mails,
                versions,
            })
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
        "none" => LogSource::None,
        _ => return Err(fields.wrong("log_from", "host, replica or none")),
    };
    let signed_by = fields.text_or_null("signed_by")?.map(Fingerprint::parse).transpose();
    let session = match (fields.text_or_null("session")?, from) {
        (None, LogSource::None) => None,
        (Some(text), LogSource::Host | LogSource::Replica) => {
            Some(SessionId::parse(text).ok_or_else(|| fields.wrong("session", "a session id"))?)
        }
        _ => return Err(fields.wrong("session", "a session id, or null where there is no log")),
    };
    let owned = |key: &str| fields.text(key).map(str::to_owned);
    let about = About {
        session,
        deal: fields.text_if_any_or_null("deal")?.map(str::to_owned),
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

type Recorded = (Verdict, Vec<Pin>, Vec<Head>);

fn read_verdict(fields: &Fields<'_>) -> Result<Recorded, Misread> {
    let verdict = Verdict::read(&fields.object("verdict")?)?;
    let pins = fields.list("pins", |pin| {
        let fingerprint = pin.parsed("fingerprint", "64 lower-case hex digits", Fingerprint::parse)?;
        Ok(Pin { party: keys::read_party(pin)?, fingerprint })
    })?;
    let seen = fields.list("seen", |head| {
        let hash = head.parsed("hash", "64 lower-case hex digits", EventHash::parse)?;
        Ok(Head { seq: head.count("seq")?, hash })
    })?;
    Ok((verdict, pins, seen))
}
