//! What was asked of a seller of media and what came, on the deal's timeline.

use std::collections::BTreeSet;

use adcp::course::{Judged, Said, proposals_in};
use anp::digest::{EventHash, sha256};
use anp::office::{Said as Stated, kind};
use anp::time::Moment;
use store::tables::deals::Deal;
use store::tables::ledger_pending;

use super::book::{Book, Exchange, text};
use super::glance::MediaGlance;
use super::show::{act_of, state_of};
use crate::people::count;
use crate::state::Desk;
use crate::view::{DealState, Entry, EntryBody, MediaEntry, MediaSaid, Problem, Standing};

/// That somebody gave a request up: which, who and when.
struct GivenUp {
    key: String,
    by: String,
    at: String,
}

impl Desk {
    /// A deal's dealings with its seller of media for the timeline, and where they leave the deal.
    pub(crate) fn media_of(&self, deal: &Deal) -> Result<(Vec<Entry>, Option<DealState>), Problem> {
        let book = self.read(|db| Book::read(db, &deal.id))?;
        if book.exchanges.is_empty() {
            return Ok((Vec::new(), None));
        }
        let entries = entries(&book, &deal.vendor, &self.given_up(&deal.id)?);
        Ok((entries, MediaGlance::of(&book).state(self.0.sources.now())))
    }

    /// What was given up by the deal's ledger, and by what waits here to be stated. A ledger that is not to
    /// be believed says nothing.
    fn given_up(&self, deal: &str) -> Result<Vec<GivenUp>, Problem> {
        let me = self.now().signer.as_ref().map(|signer| signer.name.clone()).unwrap_or_default();
        let office = self.office().ok().flatten();
        let office = office.as_ref().and_then(|known| known.office.as_ref());
        let mut all = Vec::new();
        if let Ok(known) = self.deal_ledger(deal) {
            for entry in known.of_kind(kind::ADCP_GIVEN_UP) {
                let by = office.and_then(|office| office.by_key(entry.statement.signer().fingerprint()));
                let by = by.map_or_else(|| me.clone(), |member| member.name.clone());
                let key = Stated::from(entry).text("idempotency_key").map(str::to_owned);
                all.extend(key.map(|key| GivenUp { key, by, at: entry.at.clone() }));
            }
        }
        for waiting in self.read(|db| Ok(ledger_pending::of_ledger(db, deal)?))? {
            let key = Stated::of(&waiting.payload).text("idempotency_key").map(str::to_owned);
            let key = key.filter(|_| waiting.kind == kind::ADCP_GIVEN_UP);
            all.extend(key.map(|key| GivenUp { key, by: me.clone(), at: waiting.at }));
        }
        Ok(all)
    }
}

/// A book's entries. `seller` is its name in this deal.
fn entries(book: &Book, seller: &str, given_up: &[GivenUp]) -> Vec<Entry> {
    let mut entries = Vec::new();
    for exchange in &book.exchanges {
        entries.push(asked(exchange));
        entries.extend(exchange.arrived.iter().map(|arrived| Entry {
            id: format!("media_answer:{}", arrived.number),
            at: arrived.at.clone(),
            author: seller.to_owned(),
            ours: false,
            standing: Standing::SellerLine,
            event: None,
            body: body(exchange, &arrived.sha256, said(exchange, &arrived.said)),
        }));
        let about_this = |word: &&GivenUp| word.key == exchange.row.key;
        entries.extend(given_up.iter().filter(about_this).map(|word| Entry {
            id: format!("media_given_up:{}", exchange.row.key),
            at: word.at.clone(),
            author: word.by.clone(),
            ours: true,
            standing: Standing::PersonKey,
            event: None,
            body: EntryBody::Media { media: media(exchange, String::new(), MediaSaid::GivenUp) },
        }));
    }
    entries
}

fn asked(exchange: &Exchange) -> Entry {
    let row = &exchange.row;
    Entry {
        id: format!("media:{}", row.key),
        at: row.decided_at.clone(),
        author: row.by_name.clone(),
        ours: true,
        standing: Standing::PersonKey,
        event: None,
        body: body(
            exchange,
            &sha256(row.arguments.as_bytes()),
            MediaSaid::Asked { state: state_of(exchange), sends: row.sends },
        ),
    }
}

fn body(exchange: &Exchange, bytes: &[u8; 32], said: MediaSaid) -> EntryBody {
    EntryBody::Media { media: media(exchange, EventHash(*bytes).to_string(), said) }
}

fn media(exchange: &Exchange, sha256: String, said: MediaSaid) -> MediaEntry {
    let row = &exchange.row;
    MediaEntry { key: row.key.clone(), number: row.number, act: act_of(exchange), sha256, said }
}

fn said(exchange: &Exchange, said: &Said) -> MediaSaid {
    match said {
        Said::Answer => exchange.answer.as_ref().map_or(MediaSaid::Unreadable, answered),
        Said::Again => MediaSaid::Again,
        Said::Pending => MediaSaid::Pending,
        Said::NeedsInput => MediaSaid::NeedsInput,
        Said::Failed(error) => {
            MediaSaid::Refused { code: error.code.clone(), message: error.message.clone() }
        }
        Said::Unreadable => MediaSaid::Unreadable,
    }
}

fn answered(judged: &Judged) -> MediaSaid {
    let judgement = &judged.judgement;
    let rules: BTreeSet<&str> = judgement.faults.iter().map(|fault| fault.rule.as_str()).collect();
    let proposals = proposals_in(&judgement.answer);
    MediaSaid::Answered {
        holds: judgement.holds(),
        rules: rules.into_iter().map(str::to_owned).collect(),
        proposals: count(proposals.len()),
        media_buy: text(&judgement.answer, "media_buy_id").map(str::to_owned),
        expires_at: first_end(judged).map(Moment::to_text),
    }
}

/// When the first of an answer's proposals ends.
pub(super) fn first_end(judged: &Judged) -> Option<Moment> {
    let ends = proposals_in(&judged.judgement.answer)
        .into_iter()
        .filter_map(|proposal| text(proposal, "expires_at"));
    ends.filter_map(|text| Moment::parse(text).ok()).min()
}
