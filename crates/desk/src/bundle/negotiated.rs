//! What was negotiated beside the protocol: with a seller of media, by quotes and by mails of ours.

use ::evidence::{Letter, Media, MediaMessage, MediaRequest, MediaVerdict, Quote};
use anp::digest::{EventHash, sha256};
use mail::mime;
use store::Connection;
use store::tables::{adcp, mail_out, mail_quotes, mail_words, mails};

use crate::trouble::defect;
use crate::view::Problem;

/// A deal's dealings with its seller of media; none where nothing was asked.
pub(super) fn media(db: &Connection, deal: &str) -> Result<Option<Media>, Problem> {
    let Some(seller) = adcp::seller(db, deal)? else { return Ok(None) };
    let mut requests = Vec::new();
    for row in adcp::of_deal(db, deal)? {
        let messages = adcp::answers(db, &row.key)?.into_iter().map(|answer| MediaMessage {
            at: answer.came_at,
            status: answer.kind == adcp::Kind::Status,
            bytes: answer.message,
        });
        requests.push(MediaRequest {
            state: row.state.name().to_owned(),
            sends: row.sends.into(),
            arguments: row.arguments.into_bytes(),
            messages: messages.collect(),
            verdict: MediaVerdict { outcome: String::new(), faults: Vec::new() },
            key: row.key,
            tool: row.tool,
        });
    }
    if requests.is_empty() {
        return Ok(None);
    }
    let mut media =
        Media { seller: seller.url, capabilities: seller.capabilities, asked_at: seller.asked_at, requests };
    media.judge();
    Ok(Some(media))
}

/// Offers out of files that came by mail, each with its file where the mail holds it.
pub(super) fn quotes(db: &Connection, deal: &str) -> Result<Vec<Quote>, Problem> {
    let mut quotes = Vec::new();
    for (quote, _, _) in mail_quotes::of_deal(db, deal)? {
        let Some(row) = mails::get(db, quote.mail)? else { continue };
        let stated = EventHash::parse(&quote.sha256).map_err(|_| defect("quote hash"))?.0;
        let read = mime::read(&row.raw, None).ok();
        let parts = read.into_iter().flat_map(|mail| mail.attachments);
        // A file that stayed on the server is not in the mail as it is kept.
        let bytes = parts
            .filter(|attached| attached.part == quote.part)
            .map(|attached| attached.bytes)
            .find(|bytes| sha256(bytes) == stated);
        quotes.push(Quote {
            mail: sha256(&row.raw),
            part: quote.part,
            file: quote.file,
            bytes,
            sha256: stated,
            offer: quote.payload,
            by: quote.by_name,
            at: quote.imported_at,
        });
    }
    Ok(quotes)
}

/// Mails of ours that were decided, with what each decision binds.
pub(super) fn letters(db: &Connection, deal: &str) -> Result<Vec<Letter>, Problem> {
    let mut letters = Vec::new();
    for out in mail_out::of_deal(db, deal)? {
        // What an older program decided is known by its decision's hash alone.
        let Some(payload) = mail_words::of(db, &out.decision)? else { continue };
        letters.push(Letter { payload, raw: out.raw, fate: out.fate.name().to_owned() });
    }
    Ok(letters)
}
