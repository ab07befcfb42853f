//! Offers out of files that came by mail, and mails of ours: each against what a person signed of it.

use anp::digest::{EventHash, PayloadHash, sha256};
use anp::json::{self, Value};
use anp::office::{Said, kind};
use anp::payload::Offer;

use super::Found;
use super::decisions::{DECISION, Statement};
use crate::contents::{Contents, Letter, Quote};
use crate::mailed::{letter_name, quote_name};
use crate::verdict::Check;

pub(super) fn check(contents: &Contents, found: &mut Found) {
    let deal = contents.about.deal.as_deref().unwrap_or_default();
    let statements = contents.statements();
    let session = format!("mail:{deal}");
    let ours: Vec<&Statement> = statements.iter().filter(|said| said.session == session).collect();
    for (place, one) in (1..).zip(&contents.quotes) {
        quote(contents, place, one, found);
    }
    let decided_untold = untold(contents, DECISION);
    for (place, one) in (1..).zip(&contents.letters) {
        letter((place, one), (&ours, decided_untold), found);
    }
    for statement in ours {
        let hash = |letter: &Letter| PayloadHash::of_canonical(&letter.payload).to_string();
        let bound =
            |(_, payload): &(String, String)| contents.letters.iter().any(|one| hash(one) == *payload);
        if !statement.events.iter().any(bound) {
            let what = format!("{} decided to send a mail that is not in this bundle", statement.person);
            found.note(None, what);
        }
    }
}

fn untold(contents: &Contents, kind: &str) -> bool {
    contents.spoken().any(|(spoken, payload)| spoken == kind && payload.is_none())
}

/// The offer is the one that a person read out of just that file, with the meaning of its columns that
/// the person confirmed.
fn quote(contents: &Contents, place: usize, quote: &Quote, found: &mut Found) {
    let name = quote_name(place);
    let mut wrong = |what: &str| found.fault(Check::Quote, format!("{name}: {what}"));
    if quote.bytes.as_ref().is_some_and(|bytes| sha256(bytes) != quote.sha256) {
        wrong("it is not the file that the offer was read out of");
    }
    let offer = json::parse_flawless(quote.offer.as_bytes());
    if !offer.is_ok_and(|offer| Offer::read(&offer).is_ok()) {
        wrong("what was read out of it is no offer");
    }
    if contents.mails.iter().all(|mail| sha256(&mail.raw) != quote.mail) {
        wrong("the mail that brought it is not in this bundle");
    }
    let said: Vec<Said> = contents
        .spoken()
        .filter(|(kind, _)| *kind == kind::QUOTE)
        .filter_map(|(_, payload)| payload.map(Said::of))
        .collect();
    let hex = |hash: [u8; 32]| EventHash(hash).to_string();
    let (mail, file) = (hex(quote.mail), hex(quote.sha256));
    let about =
        |said: &&Said| said.text("mail_sha256") == Some(&mail) && said.text("part") == Some(&quote.part);
    // Read out anew it takes the place of what was read out before.
    match said.iter().rev().find(about) {
        Some(said) => {
            if said.text("sha256") != Some(&file) {
                wrong("the ledger says that another file was read");
            }
            let offer = PayloadHash::of_canonical(&quote.offer).to_string();
            if said.text("offer_sha256") != Some(&offer) {
                wrong("the ledger says that another offer was read out of it");
            }
            if said.member("columns").is_none() {
                wrong("the ledger does not say what its columns mean");
            }
        }
        None => found.note(
            None,
            format!("{name}: no statement that is told here says who read it out, and what its columns mean"),
        ),
    }
}

/// The bytes that were handed over are those that the decision binds.
fn letter((place, letter): (usize, &Letter), (statements, untold): (&[&Statement], bool), found: &mut Found) {
    let name = letter_name(place);
    let hash = PayloadHash::of_canonical(&letter.payload).to_string();
    if !statements.iter().any(|said| said.events.iter().any(|(_, payload)| *payload == hash)) {
        let what = format!("{name}: no decision binds what is said of it");
        if untold { found.note(None, what) } else { found.fault(Check::Letter, what) }
    }
    let said = json::parse_flawless(letter.payload.as_bytes()).unwrap_or(Value::Null);
    let raw = EventHash(sha256(&letter.raw)).to_string();
    match said.get("mime_sha256").and_then(Value::as_text) {
        Some(bound) if bound == raw => {}
        Some(bound) => found.fault(
            Check::Letter,
            format!("{name} is not the mail that was decided: expected SHA-256 {bound:.64}, found {raw}"),
        ),
        None => found.note(
            None,
            format!(
                "{name}: its decision binds its words, and not its bytes; it was made by an older program"
            ),
        ),
    }
}
