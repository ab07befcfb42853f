//! A mail that a vote is on: to its last byte in what voters are shown, and sent as it stands there.

use anp::digest::{PayloadHash, sha256};
use anp::json::{self, Value};
use mail::smtp::Parcel;
use store::tables::{mail_accounts, mails};

use super::send::{Written, session_of};
use crate::quorum::{Along, Asked, MailAlong};
use crate::state::{Desk, locked};
use crate::trouble::gone;
use crate::view::{Missing, Problem, QuoteAct, QuoteAnswerForm, Review};

impl Desk {
    /// A reviewed mail, as a vote can be asked for it. One that does nothing to a quote binds nobody.
    pub(crate) fn asked_by_mail(&self, ticket: &str) -> Result<Option<Asked>, Problem> {
        let (mail, quote, raw) = {
            let reviews = locked(&self.0.mailboxes.reviews);
            let Some(pending) = reviews.get(ticket) else { return Ok(None) };
            let Some(to) = &pending.mail.quote else { return Err(gone(Missing::Demand)) };
            let raw = String::from_utf8(pending.mail.parcel.raw.clone());
            let raw = raw.map_err(|_| gone(Missing::Mail))?;
            (pending.mail.answered.clone(), to.quote.clone(), raw)
        };
        let (answered, offer) = (self.mail_hash(&mail)?, self.quote_payload(&quote)?);
        let reviews = locked(&self.0.mailboxes.reviews);
        Ok(reviews.get(ticket).map(|pending| {
            let message_id = pending.mail.message_id.clone();
            let along = Along::Mail(MailAlong { answered, message_id, quote, offer, raw });
            let deal = &pending.mail.deal;
            Asked::of(deal, &session_of(deal), &pending.passage, along)
        }))
    }

    fn mail_hash(&self, mail: &str) -> Result<String, Problem> {
        let number = mail.parse::<i64>().map_err(|_| gone(Missing::Mail))?;
        let row = self.read(|db| Ok(mails::get(db, number)?))?.ok_or_else(|| gone(Missing::Mail))?;
        Ok(PayloadHash(sha256(&row.raw)).to_string())
    }

    /// Reviews the very mail that a vote passed on. Whom it goes to, from where and what it does is judged
    /// anew.
    pub(crate) fn review_voted_mail(
        &self,
        deal: &str,
        payload: &str,
        along: MailAlong,
    ) -> Result<Review, Problem> {
        let signer = self.signer()?;
        let said = json::parse_flawless(payload.as_bytes()).map_err(|_| gone(Missing::VotedAnswer))?;
        let words = of_payload(&said).ok_or_else(|| gone(Missing::VotedAnswer))?;
        let MailAlong { answered, message_id, quote, raw, .. } = along;
        let (mail, account) = self.read(|db| {
            let here = mails::of_deal(db, deal)?
                .into_iter()
                .find(|row| PayloadHash(sha256(&row.raw)).to_string() == answered)
                .ok_or_else(|| gone(Missing::Mail))?;
            let account = mail_accounts::all(db)?
                .into_iter()
                .find(|account| account.address.eq_ignore_ascii_case(&words.from))
                .ok_or_else(|| gone(Missing::SendingMailbox))?;
            Ok((here.id.to_string(), account))
        })?;
        self.only_the_vendors(deal, &words.to)?;
        let form = QuoteAnswerForm { quote, act: words.act };
        let to_quote = self.to_quote(Some(&form), deal, &signer)?;
        if to_quote.as_ref().is_none_or(|to| to.part != words.part) {
            return Err(gone(Missing::Quote));
        }
        self.review_written(Written {
            deal: deal.to_owned(),
            answered: mail,
            account,
            parcel: Parcel { from: words.from, to: words.to, raw: raw.into_bytes() },
            message_id,
            subject: words.subject,
            payload: payload.to_owned(),
            quote: to_quote,
        })
    }
}

/// What stands in the payload of a decision about a mail.
struct Words {
    from: String,
    to: Vec<String>,
    subject: String,
    act: QuoteAct,
    part: String,
}

fn of_payload(said: &Value) -> Option<Words> {
    let text = |value: &Value, name: &str| Some(value.get(name)?.as_text()?.to_owned());
    let to = said.get("to")?.as_array()?.iter().map(|one| one.as_text().map(str::to_owned));
    let quote = said.get("quote")?;
    let act = match quote.get("act")?.as_text()? {
        "accept" => QuoteAct::Accept,
        "counter" => QuoteAct::Counter,
        _ => return None,
    };
    Some(Words {
        from: text(said, "from")?,
        to: to.collect::<Option<_>>()?,
        subject: text(said, "subject")?,
        act,
        part: text(quote, "part")?,
    })
}
