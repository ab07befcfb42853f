//! A mail of ours as it is written, and what of it is decided.

use anp::digest::{PayloadHash, sha256};
use anp::json::{self, Value};
use mail::mime::Mail;
use mail::smtp::Letter;
use store::tables::deals;
use store::tables::mail_accounts::Account;

use crate::mail_quotes::ToQuote;
use crate::state::{Desk, Signer};
use crate::view::{MailAnswer, Problem, Unfit};
use crate::wire_form::invalid;

impl Desk {
    /// A mail of a deal goes to its vendor and to nobody else, whatever stands in the form.
    pub(super) fn only_the_vendors(&self, deal: &str, to: &[String]) -> Result<(), Problem> {
        if to.is_empty() {
            return Err(invalid("to", Unfit::Required));
        }
        self.read(|db| {
            for address in to {
                let address = address.to_lowercase();
                let domain = address.rsplit_once('@').map_or("", |(_, domain)| domain);
                let known = |name: &str| {
                    Ok::<_, Problem>(deals::by_domain(db, name)?.iter().any(|known| known == deal))
                };
                if !(known(&address)? || known(domain)?) {
                    return Err(invalid("to", Unfit::NotTheVendors));
                }
            }
            Ok(())
        })
    }

    pub(super) fn letter(
        &self,
        form: &MailAnswer,
        answered: &Mail,
        account: &Account,
        signer: &Signer,
        to: Vec<String>,
    ) -> Letter {
        let domain = account.address.rsplit_once('@').map_or("localhost", |(_, domain)| domain);
        let mut references = if answered.references.is_empty() {
            answered.in_reply_to.clone()
        } else {
            answered.references.clone()
        };
        references.extend(answered.message_id.clone());
        Letter {
            from: account.address.clone(),
            name: signer.name.clone(),
            to,
            subject: form.subject.trim().to_owned(),
            body: form.body.trim_end().to_owned(),
            message_id: format!("{}@{domain}", self.0.sources.id()),
            in_reply_to: answered.message_id.clone(),
            references,
            at_unix_ms: self.0.sources.now().millis(),
        }
    }
}

/// What is decided: every word of the mail that is ours, the very bytes that are handed over by their hash,
/// and what they do to a quote. A mail
/// of ours has no attachments and quotes nothing by itself; what names its thread are
/// identifiers that the other side knows, or that were drawn.
pub(super) fn payload_of(letter: &Letter, (to, raw): (&[String], &[u8]), quote: Option<&ToQuote>) -> String {
    let text = |text: &str| Value::Text(text.to_owned());
    let mut members = vec![
        ("body".to_owned(), text(&letter.body)),
        ("from".to_owned(), text(&letter.from)),
        (deal::MIME_SHA256.to_owned(), text(&PayloadHash(sha256(raw)).to_string())),
        ("name".to_owned(), text(&letter.name)),
        ("subject".to_owned(), text(&letter.subject)),
        ("to".to_owned(), Value::Array(to.iter().cloned().map(Value::Text).collect())),
    ];
    if let Some(quote) = quote {
        let of_quote = Value::object([("act", text(quote.act_name())), ("part", text(&quote.part))]);
        members.push(("quote".to_owned(), of_quote));
    }
    json::canonical(&Value::Object(members))
}
