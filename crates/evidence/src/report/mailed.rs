//! Offers out of files that came by mail, and mails of ours that were decided, for people.

use anp::digest::EventHash;
use anp::json;
use anp::payload::Offer;

use super::inert::{hash, inert, time};
use super::offers;
use crate::contents::{Contents, Letter, Quote};
use crate::mailed::{letter_name, quote_name};

pub(super) fn section(contents: &Contents) -> String {
    quotes(&contents.quotes) + &letters(&contents.letters)
}

fn quotes(quotes: &[Quote]) -> String {
    if quotes.is_empty() {
        return String::new();
    }
    let cards: String = (1..).zip(quotes).map(|(place, one)| quote(place, one)).collect();
    format!(
        "<h2>Quotes by mail</h2>\n<p class=\"lead\">Offers that a person read out of files that came by mail. Nobody signed \
         them; what the columns mean is what the person confirmed, on the deal’s ledger.</p>\n{cards}"
    )
}

fn letters(letters: &[Letter]) -> String {
    if letters.is_empty() {
        return String::new();
    }
    let rows: String = (1..).zip(letters).map(|(place, one)| letter(place, one)).collect();
    format!(
        "<h2>Mails that were decided</h2>\n<p class=\"lead\">Byte for byte as they were handed over; the decision behind each \
         binds these bytes.</p>\n<div class=\"card\"><table><thead><tr><th>File</th><th>By the exporter’s word</th>\
         <th class=\"n\">Bytes</th><th>SHA-256</th></tr></thead><tbody>{rows}</tbody></table></div>\n"
    )
}

fn quote(place: usize, quote: &Quote) -> String {
    let offer = json::parse_flawless(quote.offer.as_bytes()).ok().and_then(|offer| Offer::read(&offer).ok());
    let table = offer
        .as_ref()
        .map_or_else(|| "<p>It cannot be read.</p>".to_owned(), |offer| offers::table(offer, None));
    format!(
        "<article class=\"card event\"><header><h3><span class=\"place\">{place}</span> {}</h3><span class=\"mute\">read out by {}</span>{}</header>\n\
         <div class=\"body\">{table}<dl class=\"proof\"><dt>file</dt><dd><code>{}</code>, part {} of the mail with SHA-256 {}</dd>\
         <dt>SHA-256</dt><dd>{}</dd></dl></div></article>\n",
        inert(&quote.file),
        inert(&quote.by),
        time(&quote.at),
        if quote.bytes.is_some() { quote_name(place) } else { "not in this bundle".to_owned() },
        inert(&quote.part),
        hash(&EventHash(quote.mail).to_string()),
        hash(&EventHash(quote.sha256).to_string()),
    )
}

fn letter(place: usize, letter: &Letter) -> String {
    format!(
        "<tr><td class=\"file\"><code>{}</code></td><td>{}</td><td class=\"n\">{}</td><td>{}</td></tr>",
        letter_name(place),
        inert(&letter.fate),
        letter.raw.len(),
        hash(&EventHash(anp::digest::sha256(&letter.raw)).to_string())
    )
}
