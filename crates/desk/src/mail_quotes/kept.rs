//! What a deal's quotes by mail are, and what became of each. Holds are computed from what
//! was answered and whether it left, and stored nowhere.

use std::collections::HashMap;

use anp::payload::Offer;
use deal::HoldState;
use store::Connection;
use store::tables::mail_out::{self, Fate, Leaving};
use store::tables::mail_quotes::{self, Quote};

use super::offer_of;
use crate::view::Problem;

/// A quote with its offer and its hold.
pub(crate) struct KeptQuote {
    pub(crate) quote: Quote,
    /// The time of its mail.
    pub(crate) at: String,
    pub(crate) offer: Offer,
    pub(crate) state: HoldState,
    /// The answer that brought it there.
    pub(crate) answer: Option<Leaving>,
}

/// A deal's quotes, by the time of their mails.
pub(crate) fn known_quotes(db: &Connection, deal: &str) -> Result<Vec<KeptQuote>, Problem> {
    let mut kept = Vec::new();
    for (quote, _, at) in mail_quotes::of_deal(db, deal)? {
        add(db, &mut kept, quote, at)?;
    }
    Ok(kept)
}

/// The quotes of every deal.
pub(crate) fn every_quote(db: &Connection) -> Result<HashMap<String, Vec<KeptQuote>>, Problem> {
    let mut of_deal: HashMap<String, Vec<KeptQuote>> = HashMap::new();
    for (quote, deal, at) in mail_quotes::all(db)? {
        add(db, of_deal.entry(deal).or_default(), quote, at)?;
    }
    Ok(of_deal)
}

fn add(db: &Connection, kept: &mut Vec<KeptQuote>, quote: Quote, at: String) -> Result<(), Problem> {
    let (state, answer) = hold_of(db, &quote.id)?;
    let offer = offer_of(&quote.payload)?;
    // The vendor's next mail with a quote takes the place of what nobody answered.
    for earlier in kept.iter_mut().filter(|earlier| earlier.quote.mail != quote.mail) {
        if earlier.state == HoldState::Held {
            earlier.state = HoldState::Superseded;
        }
    }
    kept.push(KeptQuote { quote, at, offer, state, answer });
    Ok(())
}

/// Where a quote stands by its answers: one that surely did not leave counts for nothing.
pub(super) fn hold_of(db: &Connection, quote: &str) -> Result<(HoldState, Option<Leaving>), Problem> {
    for answer in mail_quotes::answers(db, quote)?.into_iter().rev() {
        let Some(out) = mail_out::get(db, &answer.decision)? else { continue };
        if matches!(out.fate, Fate::NotSent | Fate::FoundNotSent) {
            continue;
        }
        let state = match answer.act.as_str() {
            "accept" => HoldState::Accepted,
            "decline" => HoldState::Declined,
            _ => HoldState::Countered,
        };
        return Ok((state, Some(out)));
    }
    Ok((HoldState::Held, None))
}
