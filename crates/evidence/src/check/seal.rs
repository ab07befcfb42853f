//! The exporter's signature over the list of files: whose it is, and whether its time can
//! be the time of what it binds.

use anp::digest::sha256;
use anp::event::Actor;
use anp::time::Moment;
use anp::verify::BACKWARDS_TOLERATED_MILLIS;

use super::Found;
use super::decisions::Statement;
use crate::contents::Contents;
use crate::files::{MANIFEST, SIGNATURE, json_of};
use crate::pack::Entries;
use crate::record::Record;
use crate::seal::{Seal, Sealed};
use crate::signers::{Holder, Signers};
use crate::verdict::Check;

/// Checks the signature. Gives who sealed the bundle, where that is beyond doubt.
pub(super) fn check(
    entries: &Entries,
    contents: Option<(&Contents, Option<&Record>)>,
    signers: &Signers<'_>,
    found: &mut Found,
) -> Option<Sealed> {
    let said = contents.and_then(|(contents, _)| contents.about.signed_by);
    let Some(text) = entries.get(SIGNATURE) else {
        match said {
            Some(key) => found.fault(Check::Seal, format!("signature.json is missing; the bundle says that {key} signed it")),
            None => found.note(
                None,
                "nobody signed the list of files: mails, the report and who exported it stand on the word of whoever hands over the bundle",
            ),
        }
        return None;
    };
    let seal = match json_of(text, Seal::read) {
        Ok(seal) => seal,
        Err(why) => {
            found.fault(Check::Seal, format!("signature.json: {why}"));
            return None;
        }
    };
    let list = entries.get(MANIFEST).map(|list| sha256(list)).unwrap_or_default();
    if !seal.holds(&list) || format!("{}\n", seal.to_text()).as_bytes() != text.as_slice() {
        found.fault(Check::Seal, "the signature over the list of files does not hold");
        return None;
    }
    let (contents, record) = contents?;
    let signer = seal.key().fingerprint();
    if said != Some(signer) {
        found.fault(
            Check::Seal,
            format!("the list of files is signed by {signer}, which the bundle does not name"),
        );
        return None;
    }
    let Ok(at) = Moment::parse(seal.at()) else {
        found.fault(
            Check::Seal,
            format!("the list of files was signed at {:.60}, which is no time", seal.at()),
        );
        return None;
    };
    let in_time = after_all(contents, record, &seal, at, found);
    let holder = match signers.buyers(signer, at) {
        Ok(holder) => holder,
        Err(why) => {
            found.fault(Check::Seal, format!("the list of files is signed by {signer}, {why}"));
            return None;
        }
    };
    let named = is_exporter(contents, &holder, signer.to_string().as_str(), found);
    (in_time && named).then(|| Sealed {
        by: contents.about.exported_by.clone(),
        key: signer,
        at: seal.at().to_owned(),
        vouched: holder.vouched,
    })
}

/// Nobody seals what has not yet been. Two machines' clocks may differ as far as the
/// protocol lets them.
fn after_all(
    contents: &Contents,
    record: Option<&Record>,
    seal: &Seal,
    at: Moment,
    found: &mut Found,
) -> bool {
    let known = found.faults.len();
    let mut not_before = |what: &str, stated: &str| {
        let early = Moment::parse(stated).is_ok_and(|moment| moment.since(at) > BACKWARDS_TOLERATED_MILLIS);
        if early {
            let sealed = seal.at();
            found.fault(
                Check::Seal,
                format!("the list of files was signed at {sealed}, before {what} of {stated:.60}"),
            );
        }
    };
    let last = |times: &mut dyn Iterator<Item = &str>| {
        times.filter_map(|at| Some((Moment::parse(at).ok()?, at.to_owned()))).max().map(|(_, at)| at)
    };
    let events = last(&mut record.into_iter().flat_map(|record| &record.rows).map(|row| row.at.as_str()));
    let entries = last(&mut contents.ledger.entries.iter().map(|entry| entry.at.as_str()));
    for (what, at) in [("the last event", events), ("the last entry of the ledger", entries)] {
        if let Some(at) = at {
            not_before(what, &at);
        }
    }
    let exported = contents.about.exported_at.as_str();
    not_before("the export", exported);
    if Moment::parse(exported).is_ok_and(|exported| at.since(exported) > BACKWARDS_TOLERATED_MILLIS) {
        found.note(
            None,
            format!("the bundle says that it was made at {exported}, and was sealed at {}", seal.at()),
        );
    }
    found.faults.len() == known
}

/// The bundle names the owner of the key as its exporter.
fn is_exporter(contents: &Contents, holder: &Holder, signer: &str, found: &mut Found) -> bool {
    let about = &contents.about;
    let platform = holder.name.as_deref() == Some(Actor::Buyer.as_str());
    let by_log =
        if platform { about.exported_by == about.organisation } else { holder.is(&about.exported_by, None) };
    // Who decided with the key has a name, too.
    let statements = contents.ledger.entries.iter().filter(|entry| entry.signer.to_string() == signer);
    let mut statements = statements.filter_map(|entry| Statement::of_entry(entry)?.ok());
    let other = statements.find(|statement| statement.person != about.exported_by);
    let owner = match other {
        Some(statement) => statement.person,
        None if by_log => return true,
        None => holder.name.clone().unwrap_or_default(),
    };
    found.fault(
        Check::Seal,
        format!(
            "the bundle names {:.60} as its exporter, and the key that signed the list of files is that of {owner:.60}",
            about.exported_by
        ),
    );
    false
}
