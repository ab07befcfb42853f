//! Quotes by mail on the timeline: offers with the standing of the mail that brought them.

use std::collections::{HashMap, HashSet};

use anp::time::Moment;
use deal::HoldState as Held;

use super::entries::hold_state;
use crate::beside_view::Known;
use crate::mail_quotes::KeptQuote;
use crate::offer_view::{OfferSeen, offer_view};
use crate::view::{Entry, EntryBody, HoldView, Standing};

/// Each quote stands behind its mail, whose author and standing it has.
pub(super) fn entries(quotes: &[KeptQuote], mails: &[Entry], now: Moment, known: &Known) -> Vec<Entry> {
    // A thread may have thousands of mails and a few quotes.
    let brought: HashSet<String> = quotes.iter().map(|kept| format!("mail:{}", kept.quote.mail)).collect();
    let mails: HashMap<&str, &Entry> = mails
        .iter()
        .filter(|entry| brought.contains(&entry.id))
        .map(|entry| (entry.id.as_str(), entry))
        .collect();
    let mut last: Option<&KeptQuote> = None;
    let mut entries = Vec::new();
    for kept in quotes {
        let mail = mails.get(format!("mail:{}", kept.quote.mail).as_str());
        let seen = OfferSeen {
            offer: &kept.offer,
            last: last.map(|last| &last.offer),
            at: Moment::parse(&kept.at).unwrap_or(now),
            now,
            known,
        };
        entries.push(Entry {
            id: format!("quote:{}", kept.quote.id),
            at: kept.at.clone(),
            author: mail.map(|mail| mail.author.clone()).unwrap_or_default(),
            ours: false,
            standing: match mail.map(|mail| mail.standing) {
                Some(Standing::MailDmarcPass) => Standing::MailDmarcPass,
                _ => Standing::MailUnauthenticated,
            },
            event: None,
            body: EntryBody::Quote {
                quote: kept.quote.id.clone(),
                mail: kept.quote.mail.to_string(),
                file: kept.quote.file.clone(),
                sha256: kept.quote.sha256.clone(),
                read_by: kept.quote.by_name.clone(),
                offer: offer_view(&seen),
                hold: hold(kept),
            },
        });
        last = Some(kept);
    }
    entries
}

/// Whether one of them waits for the owner.
pub(crate) fn any_held(quotes: &[KeptQuote]) -> bool {
    quotes.iter().any(|kept| kept.state == Held::Held)
}

fn hold(kept: &KeptQuote) -> HoldView {
    HoldView {
        id: format!("hold:quote:{}", kept.quote.id),
        state: hold_state(kept.state),
        decided_by: kept.answer.as_ref().map(|answer| answer.by_name.clone()),
        decided_at: kept.answer.as_ref().map(|answer| answer.decided_at.clone()),
    }
}
