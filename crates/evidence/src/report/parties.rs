//! The parties, their keys, and how each key came to be trusted.

use anp::event::Actor;

use super::first;
use super::inert::{hash, inert, time};
use crate::contents::{Contents, HowTrusted, Key};
use crate::format::Format;

pub(super) fn section(contents: &Contents, format: Format) -> String {
    let cards: String = contents.keys.iter().map(|key| card(contents, key, format)).collect();
    format!(
        "<h2>Parties and keys</h2>\n<p class=\"lead\">Who signs is known by a key, and a key by its fingerprint: \
         the SHA-256 of its 32 bytes. Compare fingerprints over a channel that you trust.</p>\n{cards}"
    )
}

fn card(contents: &Contents, key: &Key, format: Format) -> String {
    let about = &contents.about;
    let who = match (key.party, key.name.as_str()) {
        (Actor::VendorAgent, _) => format!("{}, the vendor’s agent", inert(&about.vendor)),
        (Actor::Buyer, "buyer") => format!("{}, the platform", inert(&about.organisation)),
        (Actor::Buyer, name) => format!("{}, for {}", inert(name), inert(&about.organisation)),
    };
    format!(
        "<div class=\"card\"><h3>{who}</h3>\n<dl class=\"small\" style=\"margin-top:6px\"><dt>Fingerprint</dt><dd>{}</dd>\
         <dt>Public key</dt><dd><code>{}</code></dd><dt>Trusted because</dt><dd>{}</dd></dl></div>\n",
        hash(&key.key.fingerprint().to_string()),
        key.key,
        match format {
            Format::One => first::trusted(&key.trusted),
            Format::Two | Format::Three => trusted(&key.trusted),
        }
    )
}

fn trusted(how: &HowTrusted) -> String {
    match how {
        HowTrusted::Pinned { by, at } => format!(
            "the exporter says that {} verified the vendor and pinned this key on {} UTC",
            inert(by),
            time(at)
        ),
        HowTrusted::Platform => {
            "the exporter says that it is the organisation’s platform key, pinned at the desk \
             when the desk was set up"
                .to_owned()
        }
        HowTrusted::Attested { valid_from, valid_to } => {
            let to = valid_to
                .as_deref()
                .map_or_else(|| "with no end".to_owned(), |to| format!("to {} UTC", time(to)));
            format!(
                "the platform key attests it, from {} UTC {to}; the attestation stands in the log",
                time(valid_from)
            )
        }
        HowTrusted::Member { from, until, roles } => {
            let to = until
                .as_deref()
                .map_or_else(|| "with no end".to_owned(), |until| format!("to {} UTC", time(until)));
            let roles: Vec<String> = roles
                .iter()
                .map(|(since, roles)| format!("{} since {} UTC", inert(&roles.join(", ")), time(since)))
                .collect();
            format!(
                "the organisation’s ledger lets it in, from {} UTC {to}, as {}",
                time(from),
                roles.join("; ")
            )
        }
        HowTrusted::Desk => {
            "<b>nothing but the exporter’s word</b>: it is said to be the key of the person at the \
             exporting desk, and the log does not bring it"
                .to_owned()
        }
        HowTrusted::Nobody => "<b>nothing: nobody vouches for it, the log alone brings it</b>".to_owned(),
    }
}
