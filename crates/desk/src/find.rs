//! Finding things again: mails, messages, offers and deals by their words.
//!
//! The index follows the tables: what is not in it yet is taken in piece by piece, in the
//! background and before every search. What a hit shows is read from the verified log and
//! the mail itself, never from the index.

use anp::event::{Actor, Event};
use anp::payload::{Offer, Payload};
use anp::verify::VerifiedEvent;
use mail::mime;
use store::Connection;
use store::tables::findings::{self, Finding};
use store::tables::{deals, sessions};

use crate::state::Desk;
use crate::view::{FoundView, Hit, HitKind, HitLine, Problem};

/// Hits that are shown.
const MOST_HITS: u32 = 60;

/// Words of a question that count.
const MOST_WORDS: usize = 12;

/// Mails and sessions that are taken in at once: a moment's work.
const PIECE: u32 = 40;

/// Characters of a mail's or message's text that are taken into the index.
const MOST_TEXT: usize = 100_000;

impl Desk {
    /// Finds what holds all the words of a question, each as the beginning of a word.
    ///
    /// # Errors
    /// Where the database cannot be read.
    pub fn find(&self, question: &str) -> Result<FoundView, Problem> {
        let still_reading = self.index_some()?;
        let words: Vec<&str> = question
            .split(|sign: char| !sign.is_alphanumeric() && sign != '_')
            .filter(|word| !word.is_empty())
            .take(MOST_WORDS)
            .collect();
        let found = self.read(|db| Ok(findings::search(db, &words, MOST_HITS)?))?;
        let mut hits = Vec::with_capacity(found.len());
        for finding in &found {
            // What a hit stood for may be disputed by now; then there is nothing to show of it.
            if let Ok(Some(hit)) = self.hit(finding, &words) {
                hits.push(hit);
            }
        }
        Ok(FoundView { hits, still_reading })
    }

    /// Takes a piece of what is new into the index; true where there is more.
    ///
    /// # Errors
    /// Where the database cannot be written.
    pub(crate) fn index_some(&self) -> Result<bool, Problem> {
        let (behind, mails) =
            self.read(|db| Ok((findings::sessions_behind(db, PIECE)?, findings::mails_behind(db, PIECE)?)))?;
        let known = self.read(|db| Ok((deals::all(db)?, findings::upto(db, "deals")?)))?;
        let more = behind.len() + mails.len() >= usize::try_from(PIECE).unwrap_or(usize::MAX);
        if behind.is_empty() && mails.is_empty() && known.0.len() as u64 == known.1 {
            return Ok(false);
        }
        let mut logs = Vec::new();
        for id in behind {
            let Some(row) = self.read(|db| Ok(sessions::get(db, &id)?))? else { continue };
            // A replica that does not verify is not searched; it is not asked again either.
            logs.push((row.head_seq, self.verified(&row).ok(), id));
        }
        self.write_aside(|db| {
            // Deals never go away: as many as were taken in are the ones that were.
            for deal in known.0.iter().filter(|_| known.0.len() as u64 != known.1) {
                let finding = Finding {
                    kind: "deal".to_owned(),
                    place: deal.id.clone(),
                    number: 0,
                    at: deal.made_at.clone(),
                };
                findings::add(db, &finding, &format!("{} {}", deal.title, deal.vendor))?;
            }
            findings::set_upto(db, "deals", known.0.len() as u64)?;
            for (head, log, id) in &logs {
                let from = findings::upto(db, id)?;
                let events = log.as_ref().map(|log| log.events()).unwrap_or_default();
                for event in events.iter().map(VerifiedEvent::event).filter(|event| event.seq > from) {
                    take_event(db, id, event)?;
                }
                findings::set_upto(db, id, *head)?;
            }
            for (id, at, raw) in &mails {
                take_mail(db, *id, at, raw)?;
            }
            Ok(())
        })?;
        Ok(more)
    }

    fn hit(&self, finding: &Finding, words: &[&str]) -> Result<Option<Hit>, Problem> {
        let title_of = |deal: Option<&str>| {
            let known = deal.map(|id| self.read(|db| Ok(deals::get(db, id)?))).transpose()?.flatten();
            Ok::<_, Problem>(known.map(|deal| deal.title).unwrap_or_default())
        };
        match finding.kind.as_str() {
            "deal" => {
                let deal = self.read(|db| Ok(deals::get(db, &finding.place)?))?;
                Ok(deal.map(|deal| Hit {
                    kind: HitKind::Deal,
                    deal: Some(deal.id),
                    deal_title: deal.title.clone(),
                    entry: None,
                    title: deal.title,
                    who: deal.vendor,
                    at: deal.made_at,
                    lines: Vec::new(),
                }))
            }
            "mail" => {
                let Some((deal, raw)) = self.read(|db| Ok(findings::mail(db, finding.number)?))? else {
                    return Ok(None);
                };
                let Ok(mail) = mime::read(&raw, None) else { return Ok(None) };
                Ok(Some(Hit {
                    kind: HitKind::Mail,
                    deal_title: title_of(deal.as_deref())?,
                    deal,
                    entry: Some(format!("mail:{}", finding.number)),
                    title: mail.subject.clone(),
                    who: mail.from.address.clone(),
                    at: finding.at.clone(),
                    lines: Vec::new(),
                }))
            }
            _ => self.event_hit(finding, words),
        }
    }

    fn event_hit(&self, finding: &Finding, words: &[&str]) -> Result<Option<Hit>, Problem> {
        let Some(row) = self.read(|db| Ok(sessions::get(db, &finding.place)?))? else { return Ok(None) };
        let log = self.verified(&row)?;
        let event = log.events().iter().map(VerifiedEvent::event).find(|event| event.seq == finding.number);
        let Some(event) = event else { return Ok(None) };
        let deal = row.deal.clone();
        let known = deal.as_deref().map(|id| self.read(|db| Ok(deals::get(db, id)?))).transpose()?.flatten();
        let (kind, title, lines) = match event.stated.payload() {
            Payload::Offer(offer) | Payload::CounterOffer(offer) => {
                (HitKind::Offer, String::new(), lines_with(offer, words))
            }
            Payload::Message(message) => {
                let title =
                    message.subject.clone().unwrap_or_else(|| message.body.chars().take(90).collect());
                (HitKind::Message, title, Vec::new())
            }
            Payload::Decline(reason) | Payload::SessionClose(reason) => {
                (HitKind::Event, reason.reason.clone().unwrap_or_default(), Vec::new())
            }
            Payload::SessionOpen(_) | Payload::Envelope(_) => (HitKind::Event, String::new(), Vec::new()),
        };
        Ok(Some(Hit {
            kind,
            deal_title: known.map(|deal| deal.title).unwrap_or_default(),
            deal,
            entry: Some(format!("event:{}:{}", row.id, event.seq)),
            title,
            who: if event.actor == Actor::VendorAgent { row.agent_name } else { String::new() },
            at: finding.at.clone(),
            lines,
        }))
    }
}

fn take_mail(db: &Connection, id: u64, at: &str, raw: &[u8]) -> Result<(), Problem> {
    let words = mime::read(raw, None).map_or_else(
        |_| String::new(),
        |mail| format!("{} {} {} {}", mail.subject, mail.from.name, mail.from.address, short(&mail.text)),
    );
    let finding =
        Finding { kind: "mail".to_owned(), place: "mails".to_owned(), number: id, at: at.to_owned() };
    findings::add(db, &finding, &words)?;
    Ok(findings::set_upto(db, "mails", id)?)
}

fn take_event(db: &Connection, session: &str, event: &Event) -> Result<(), Problem> {
    let words = match event.stated.payload() {
        Payload::Offer(offer) | Payload::CounterOffer(offer) => offer_words(offer),
        Payload::Message(message) => {
            format!("{} {}", message.subject.as_deref().unwrap_or_default(), short(&message.body))
        }
        Payload::Decline(reason) | Payload::SessionClose(reason) => reason.reason.clone().unwrap_or_default(),
        Payload::SessionOpen(open) => format!("{} {}", open.envelope.agent_name, open.envelope.party),
        Payload::Envelope(envelope) => format!("{} {}", envelope.agent_name, envelope.party),
    };
    let finding = Finding {
        kind: "event".to_owned(),
        place: session.to_owned(),
        number: event.seq,
        at: event.at.clone(),
    };
    Ok(findings::add(db, &finding, &words)?)
}

fn offer_words(offer: &Offer) -> String {
    let mut words = String::new();
    for line in &offer.line_items {
        for text in [line.sku.as_deref().unwrap_or_default(), &line.description] {
            words.push_str(text);
            words.push(' ');
        }
    }
    for text in offer.conditions.iter().flatten().chain(&offer.notes) {
        words.push_str(text);
        words.push(' ');
    }
    words
}

fn lines_with(offer: &Offer, words: &[&str]) -> Vec<HitLine> {
    let holds = |text: &str| {
        let text = text.to_lowercase();
        words.iter().any(|word| text.contains(&word.to_lowercase()))
    };
    offer
        .line_items
        .iter()
        .filter(|line| line.sku.as_deref().is_some_and(holds) || holds(&line.description))
        .take(4)
        .map(|line| HitLine {
            sku: line.sku.clone(),
            description: line.description.clone(),
            unit_price: line.unit_price.to_string(),
            currency: line.currency.as_str().to_owned(),
            unit: line.unit.clone(),
        })
        .collect()
}

fn short(text: &str) -> String {
    text.chars().take(MOST_TEXT).collect()
}
