//! Which deal a mail belongs to. What a person wrote into it decides nothing: addresses
//! do, and identifiers of mails that a deal has. A subject never does.

use std::collections::BTreeSet;

use deal::likeness;
use mail::mime::{Address, Mail};
use store::Connection;
use store::tables::{deals, mail_places};

use crate::view::Problem;

/// Identifiers of a thread that are looked at, the nearest first.
const MOST_ANCESTORS: usize = 50;

/// Where a mail belongs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Belongs {
    /// To this deal.
    To(String),
    /// To one that a person must name; this one may be it.
    Unsure(Option<String>),
    /// To none that is known.
    Nowhere,
}

/// Where a mail belongs. `own` is the mailbox's own address, which decides nothing.
pub(crate) fn belongs(db: &Connection, mail: &Mail, own: Option<&str>) -> Result<Belongs, Problem> {
    let mut named = BTreeSet::new();
    for address in addresses(mail, own) {
        named.extend(deals_of_address(db, address)?);
    }
    let threaded = deals_of_thread(db, mail)?;
    if named.len() > 1 {
        // A vendor with several deals: the thread says which, if it says one of them.
        let both: Vec<&String> = named.iter().filter(|deal| threaded.contains(*deal)).collect();
        return Ok(match both.as_slice() {
            [deal] => Belongs::To((*deal).clone()),
            _ => Belongs::Unsure(both.first().map(|deal| (*deal).clone())),
        });
    }
    if let Some(deal) = named.into_iter().next() {
        return Ok(Belongs::To(deal));
    }
    // Whoever knows an identifier can name it: a stranger in a thread is shown to a
    // person, not joined to the deal.
    if let Some(deal) = threaded.into_iter().next() {
        return Ok(Belongs::Unsure(Some(deal)));
    }
    Ok(if looks_alike(db, &mail.from)?.is_some() { Belongs::Unsure(None) } else { Belongs::Nowhere })
}

/// The known domain or address for which the author's could be taken.
pub(crate) fn looks_alike(db: &Connection, from: &Address) -> Result<Option<String>, Problem> {
    let (address, domain) = (from.address.to_lowercase(), from.domain());
    let known = deals::domains(db)?;
    if domain.is_empty() || known.iter().any(|known| *known == domain || *known == address) {
        return Ok(None);
    }
    let alike = |known: &String| {
        let seen = if known.contains('@') { &address } else { &domain };
        likeness(known, seen).warns()
    };
    Ok(known.into_iter().find(alike))
}

/// Everybody who wrote it or is written to, but for the mailbox itself.
fn addresses<'m>(mail: &'m Mail, own: Option<&str>) -> impl Iterator<Item = &'m Address> {
    let own = own.map(str::to_lowercase);
    std::iter::once(&mail.from)
        .chain(&mail.to)
        .chain(&mail.cc)
        .filter(move |address| own.as_deref() != Some(address.address.to_lowercase().as_str()))
}

fn deals_of_address(db: &Connection, address: &Address) -> Result<BTreeSet<String>, Problem> {
    let mut found = BTreeSet::new();
    for name in [address.address.to_lowercase(), address.domain()] {
        found.extend(deals::by_domain(db, &name)?);
    }
    Ok(found)
}

/// The deals of what a mail answers; of the nearest mail that is known.
fn deals_of_thread(db: &Connection, mail: &Mail) -> Result<BTreeSet<String>, Problem> {
    let ancestors = mail.in_reply_to.iter().chain(mail.references.iter().rev());
    for id in ancestors.take(MOST_ANCESTORS) {
        let found = mail_places::deals_of_message(db, id)?;
        if !found.is_empty() {
            return Ok(found.into_iter().collect());
        }
    }
    Ok(BTreeSet::new())
}
