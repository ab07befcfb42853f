//! Which deal a mail belongs to. What a person wrote into it decides nothing: addresses
//! do, and identifiers of mails that a deal has. A subject never does.

use std::cell::OnceCell;
use std::collections::BTreeSet;

use deal::KnownNames;
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
pub(crate) fn belongs(
    senders: &KnownSenders<'_>,
    mail: &Mail,
    own: Option<&str>,
) -> Result<Belongs, Problem> {
    let db = senders.db;
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
    Ok(if senders.imitated(&mail.from)?.is_some() { Belongs::Unsure(None) } else { Belongs::Nowhere })
}

/// The domains and addresses that deals know. Of thousands they are read only once an author comes
/// who is in none of them, and then made ready for all further ones.
pub(crate) struct KnownSenders<'d> {
    db: &'d Connection,
    names: OnceCell<[KnownNames<String>; 2]>,
}

impl<'d> KnownSenders<'d> {
    pub(crate) const fn of(db: &'d Connection) -> Self {
        Self { db, names: OnceCell::new() }
    }

    /// The known domain or address for which the author's could be taken.
    pub(crate) fn imitated(&self, from: &Address) -> Result<Option<String>, Problem> {
        let (address, domain) = (from.address.to_lowercase(), from.domain());
        if domain.is_empty() || deals::knows(self.db, &[&domain, &address])? {
            return Ok(None);
        }
        let [domains, addresses] = self.names()?;
        let near = [domains.nearest(&domain), addresses.nearest(&address)];
        Ok(near.into_iter().flatten().find(|(_, like)| like.warns()).map(|(name, _)| name.clone()))
    }

    fn names(&self) -> Result<&[KnownNames<String>; 2], Problem> {
        if let Some(names) = self.names.get() {
            return Ok(names);
        }
        let (addresses, domains): (Vec<_>, Vec<_>) =
            deals::domains(self.db)?.into_iter().partition(|name| name.contains('@'));
        Ok(self.names.get_or_init(|| [KnownNames::of(domains), KnownNames::of(addresses)]))
    }
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
