//! An answer by mail to a held quote: the deal's owner's alone. An acceptance is held
//! against the mandate with the quote's terms; it is asked when it is reviewed and again
//! when it is decided.

use deal::{Bound, History, HoldState, Mandate, Violation, check_acceptance, figures};
use parley::mandate::Act;
use parley::vote::Worth;
use store::Connection;
use store::tables::mail_quotes::{self, QuoteAnswer};
use store::tables::mails;

use super::{hold_of, offer_of};
use crate::guard_view::{Listed, findings};
use crate::state::{Desk, Signer};
use crate::terms::terms_of;
use crate::trouble::gone;
use crate::view::{GuardFinding, Missing, Problem, ProblemCode, QuoteAct, QuoteAnswerForm};

/// What an answer does to a quote.
#[derive(Debug, Clone)]
pub(crate) struct ToQuote {
    pub(crate) quote: String,
    pub(crate) act: QuoteAct,
    /// Which part of the mail the quote is.
    pub(crate) part: String,
}

impl ToQuote {
    pub(crate) const fn act_name(&self) -> &'static str {
        match self.act {
            QuoteAct::Counter => "counter",
            QuoteAct::Accept => "accept",
            QuoteAct::Decline => "decline",
        }
    }
}

impl Desk {
    /// What a form's answer would do to a quote, if the person may and the quote is held.
    pub(crate) fn to_quote(
        &self,
        form: Option<&QuoteAnswerForm>,
        deal: &str,
        signer: &Signer,
    ) -> Result<Option<ToQuote>, Problem> {
        let Some(form) = form else { return Ok(None) };
        self.owned(deal, signer)?;
        self.read(|db| {
            let quote = mail_quotes::get(db, &form.quote)?.ok_or_else(|| gone(Missing::Quote))?;
            if mails::deal_of(db, quote.mail)?.as_deref() != Some(deal) {
                return Err(gone(Missing::Quote));
            }
            Ok(Some(ToQuote { quote: quote.id, act: form.act, part: quote.part }))
        })
    }

    /// What a mail that is handed over as `raw` binds to by what it does to a quote; none where it only
    /// declines.
    ///
    /// # Errors
    /// Where the quote is not here.
    pub(crate) fn bound_by(&self, to: &ToQuote, raw: &[u8]) -> Result<Option<Bound>, Problem> {
        let (act, worth) = match to.act {
            QuoteAct::Decline => return Ok(None),
            // Other terms in words are worth what nobody can tell.
            QuoteAct::Counter => (Act::Offer, None),
            QuoteAct::Accept => {
                let terms = terms_of(&offer_of(&self.quote_payload(&to.quote)?)?);
                let worth = |amount| Worth { amount, currency: terms.currency };
                (Act::Accept, figures(&terms).term_total.map(worth))
            }
        };
        Ok(Some(Bound { act, worth, handed: anp::digest::sha256(raw) }))
    }

    /// A quote as an offer, in canonical JSON.
    pub(crate) fn quote_payload(&self, quote: &str) -> Result<String, Problem> {
        let quote = self.read(|db| Ok(mail_quotes::get(db, quote)?))?;
        Ok(quote.ok_or_else(|| gone(Missing::Quote))?.payload)
    }

    /// Whether the quote is still held and may be answered so at this hour; the guardrail's
    /// findings where it is to be accepted, for the window and, of those that forbid it, themselves.
    ///
    /// # Errors
    /// [`ProblemCode::ApprovalStale`] where something else became of it,
    /// [`ProblemCode::OfferExpired`] where it is over.
    pub(crate) fn held_for(
        &self,
        db: &Connection,
        to: &ToQuote,
        mandate: Option<&Mandate>,
    ) -> Result<(Vec<GuardFinding>, Vec<Violation>), Problem> {
        let quote = mail_quotes::get(db, &to.quote)?.ok_or_else(|| gone(Missing::Quote))?;
        let deal = mails::deal_of(db, quote.mail)?.unwrap_or_default();
        let superseded = || {
            let kept = super::known_quotes(db, &deal)?;
            Ok::<_, Problem>(kept.iter().any(|one| one.quote.id == quote.id && one.state != HoldState::Held))
        };
        if hold_of(db, &quote.id)?.0 != HoldState::Held || superseded()? {
            return Err(Problem::new(ProblemCode::ApprovalStale).with("seq", "").with("kind", "quote"));
        }
        if to.act != QuoteAct::Accept {
            return Ok((Vec::new(), Vec::new()));
        }
        let terms = terms_of(&offer_of(&quote.payload)?);
        let now = self.0.sources.now().millis();
        if terms.expired(now) {
            return Err(Problem::new(ProblemCode::OfferExpired).with("expires_at", &terms.expires_at));
        }
        let history = History { now_unix_ms: now, ..History::default() };
        let found = check_acceptance(&terms, mandate, &history);
        let shown = findings(&found, &Listed { conditions: &terms.conditions, mandate });
        Ok((shown, found.into_iter().filter(|violation| violation.blocks).collect()))
    }
}

/// Takes down that a mail that was decided answers a quote.
pub(crate) fn record(db: &Connection, to: &ToQuote, decision: &str) -> Result<(), Problem> {
    let answer = QuoteAnswer { decision: decision.to_owned(), act: to.act_name().to_owned() };
    Ok(mail_quotes::answer(db, &to.quote, &answer)?)
}
