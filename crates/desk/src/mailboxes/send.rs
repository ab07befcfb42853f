//! A mail of a person's goes the way of every answer: drafted, guarded, screened, decided
//! and written down before its first byte leaves; handed over once.

use std::sync::Arc;

use anp::digest::{PayloadHash, sha256};
use deal::{Answer, Draft, ExactEvent, HeadPoint, History, Passage, Person, Screened, Seal as _};
use mail::mime::{self, Mail};
use mail::net::Login;
use mail::smtp::{Handed, Parcel};
use store::tables::mail_accounts::{self, Account};
use store::tables::mail_out::{self, Fate, Leaving};
use store::tables::{deals, mail_places, mail_words, mails};

use super::accounts::server;
use super::fate::handed;
use super::letter::payload_of;
use super::upkeep::denied;
use crate::approve::not_released;
use crate::changed::Topic;
use crate::keys::blocking;
use crate::mail_quotes::{self, ToQuote};
use crate::screening::released;
use crate::state::{Desk, Signer, locked};
use crate::stops::{Leaves, Spoken};
use crate::trouble::gone;
use crate::unfit::unfit_draft;
use crate::view::{
    MailAnswer, MailFate, Missing, Problem, ProblemCode, Review, ReviewEvent, StopChannel, StopWhen, Unfit,
};
use crate::wire_form::invalid;
use crate::{ledger, mandate};

/// Reviews that may wait at once.
const REVIEWS_KEPT: usize = 16;

/// A reviewed mail that may be sent.
pub(crate) struct PendingMail {
    pub(super) mail: Written,
    pub(super) passage: Passage,
    mandate_version: Option<u32>,
}

/// A mail of ours, written to its last byte.
pub(super) struct Written {
    pub(super) deal: String,
    /// The mail that is answered, by this desk's number.
    pub(super) answered: String,
    pub(super) account: Account,
    pub(super) parcel: Parcel,
    pub(super) message_id: String,
    pub(super) subject: String,
    /// What is decided.
    pub(super) payload: String,
    pub(super) quote: Option<ToQuote>,
}

impl std::fmt::Debug for PendingMail {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PendingMail").field("deal", &self.mail.deal).finish_non_exhaustive()
    }
}

impl Desk {
    /// A form for an answer to a mail: to its author, in its thread. Where answers would
    /// go elsewhere they do not: a person names another address by hand.
    ///
    /// # Errors
    /// Where the mail or a mailbox to answer from is not here.
    pub fn mail_answer(&self, mail: &str) -> Result<MailAnswer, Problem> {
        let (deal, answered) = self.answered(mail)?;
        let account = self.sender(mail)?;
        let ours = account.address.eq_ignore_ascii_case(&answered.from.address);
        let to = if ours {
            answered.to.iter().map(|to| to.address.clone()).collect()
        } else {
            vec![answered.from.address.clone()]
        };
        let subject = match answered.subject.get(..3) {
            Some(begin) if begin.eq_ignore_ascii_case("re:") => answered.subject,
            _ => format!("Re: {}", answered.subject),
        };
        Ok(MailAnswer {
            mail: mail.to_owned(),
            deal,
            from: account.address,
            to,
            subject,
            body: String::new(),
            quote: None,
        })
    }

    /// Reviews an answer by mail: nothing leaves, nothing is decided.
    ///
    /// # Errors
    /// Where the form makes no mail, or an address is not the deal's vendor's.
    pub fn review_mail(&self, form: &MailAnswer) -> Result<Review, Problem> {
        let signer = self.signer()?;
        let (deal_id, answered) = self.answered(&form.mail)?;
        let account = self.sender(&form.mail)?;
        let to: Vec<String> =
            form.to.iter().map(|to| to.trim().to_owned()).filter(|to| !to.is_empty()).collect();
        self.only_the_vendors(&deal_id, &to)?;
        let letter = self.letter(form, &answered, &account, &signer, to.clone());
        let raw = letter.written().map_err(|fault| invalid(fault.field, Unfit::NotInMail))?;
        let quote = self.to_quote(form.quote.as_ref(), &deal_id, &signer)?;
        let payload = payload_of(&letter, (&to, &raw), quote.as_ref());
        self.review_written(Written {
            deal: deal_id,
            answered: form.mail.clone(),
            account,
            parcel: Parcel { from: letter.from, to, raw },
            message_id: letter.message_id,
            subject: letter.subject,
            payload,
            quote,
        })
    }

    /// Reviews a mail that is there to its last byte.
    pub(super) fn review_written(&self, mail: Written) -> Result<Review, Problem> {
        let signer = self.signer()?;
        let deal = self.read(|db| Ok(deals::get(db, &mail.deal)?))?.ok_or_else(|| gone(Missing::Deal))?;
        let payload = mail.payload.clone();
        let payload_hash = sha256(payload.as_bytes());
        let event = ExactEvent { kind: "message".to_owned(), payload: payload.clone(), payload_hash };
        let head = self.mail_head(&mail.deal, &mail.answered)?;
        let bound = match &mail.quote {
            Some(to) => self.bound_by(to, &mail.parcel.raw)?,
            None => None,
        };
        let answer = bound.map_or(Answer::Message, Answer::Mail);
        let draft = Draft::new(answer, vec![event], None, head)
            .map_err(|error| invalid("body", unfit_draft(error)))?;
        let mandate = self.read(|db| mandate::current(db, &mail.deal, &signer))?;
        let (guard, outside) = match &mail.quote {
            Some(to) => self.read(|db| self.held_for(db, to, mandate.as_ref()))?,
            None => (Vec::new(), Vec::new()),
        };
        let guarded = draft.guard(
            mandate.as_ref(),
            &History { now_unix_ms: self.0.sources.now().millis(), ..History::default() },
        );
        let mut seen = self.screened(guarded, &mail.deal, mandate.as_ref())?;
        if !outside.is_empty() {
            seen.spoken.guard(&outside);
            seen.passage = None;
            seen.obstacle = Some(Problem::new(ProblemCode::OutsideMandate));
        }
        let leaves = Leaves { deal: &mail.deal, channel: StopChannel::Mail, payloads: vec![&payload] };
        self.note_stop(&leaves, StopWhen::Deciding, &seen.spoken, &signer);
        let voted = |passage: &Passage| self.quorum(&mail.deal, &passage.to_vote_on()).err();
        let vote = seen.passage.as_ref().and_then(voted);
        let ticket = self.0.sources.id();
        let session = session_of(&mail.deal);
        // One that lacks the vote alone is kept: the vote is asked for by its ticket.
        if let Some(passage) = seen.passage {
            let mandate_version = mandate.as_ref().map(deal::Mandate::version);
            let mut reviews = locked(&self.0.mailboxes.reviews);
            if reviews.len() >= REVIEWS_KEPT {
                reviews.clear();
            }
            reviews.insert(ticket.clone(), PendingMail { mail, passage, mandate_version });
        }
        Ok(Review {
            ticket,
            session,
            counterparty: deal.vendor,
            in_name_of: signer.name.clone(),
            fingerprint: signer.fingerprint_text(),
            events: vec![ReviewEvent {
                kind: "message".to_owned(),
                payload,
                payload_hash: PayloadHash(payload_hash).to_string(),
            }],
            answers_seq: None,
            offer: None,
            guard,
            screen: seen.screen,
            obstacle: seen.obstacle.or(vote),
        })
    }

    /// Decides and sends a reviewed mail, once.
    ///
    /// # Errors
    /// Where the review is not here any more, or the decision cannot be made. What became
    /// of a mail that was decided is its fate, not an error.
    pub async fn send_mail(&self, ticket: &str) -> Result<MailFate, Problem> {
        self.send_mail_releasing(ticket, &[]).await
    }

    /// Decides and sends a reviewed mail of which the screen held something, and releases exactly that.
    ///
    /// # Errors
    /// As [`Desk::send_mail`]; where something else is held than was named the review stays.
    pub async fn send_mail_releasing(&self, ticket: &str, named: &[u32]) -> Result<MailFate, Problem> {
        self.not_halted()?;
        let signer = self.signer()?;
        let (pending, mandate_version, screened) = self.taken_mail(ticket, named)?;
        let _alone = self.0.sending.lock().await;
        let version = self.read(|db| mandate::latest_version(db, &pending.deal))?;
        if version != mandate_version {
            return Err(gone(Missing::ReviewOfMandate));
        }
        let (deal, matter) = (pending.deal.clone(), screened.to_vote_on());
        self.quorum(&deal, &matter)?;
        if let Some(to) = &pending.quote {
            let mandate = self.read(|db| mandate::current(db, &pending.deal, &signer))?;
            // A day has gone by, or a colleague was quicker: asked again at the hour of deciding.
            let outside = self.read(|db| self.held_for(db, to, mandate.as_ref()))?.1;
            if !outside.is_empty() {
                let mut spoken = Spoken::default();
                spoken.guard(&outside);
                let leaves = Leaves::of(&pending.deal, StopChannel::Mail, screened.exact_events());
                self.note_stop(&leaves, StopWhen::Deciding, &spoken, &signer);
                return Err(Problem::new(ProblemCode::OutsideMandate));
            }
        }
        // Asked for before anything is written down: a locked keychain sends nothing.
        let secret = self.mail_secret(&pending.account).await?;
        let server = server(&pending.account.smtp)?;
        // The keychain may have waited for a person while somebody pressed the switch.
        self.not_halted()?;
        let (desk, own) = (self.clone(), Arc::clone(&signer));
        let decided = blocking(move || desk.decide_mail(pending, screened, &own));
        let (decision, parcel, account) = decided.await??;
        let recorded = match self.demands_anew(&signer, &matter).await {
            Ok(()) => self.mail_on_record(&decision, &signer).await,
            Err(problem) => Err(problem),
        };
        // Both ledgers are in step: the rule may be another by now.
        if let Err(problem) = recorded.and_then(|()| self.quorum(&deal, &matter).map(drop)) {
            self.take_down_unsent(&decision)?;
            return Ok(MailFate::NotSent { problem });
        }
        let mut login = Login { user: account.login.clone(), secret };
        let mut outcome = handed(&server, &login, &parcel).await;
        // A refused token is renewed once: at the login nothing of the mail has left.
        if matches!(outcome, Handed::NotSent(trouble) if denied(trouble))
            && self.drop_access(&account, &login.secret)
            && let Ok(secret) = self.mail_secret(&account).await
        {
            login.secret = secret;
            outcome = handed(&server, &login, &parcel).await;
        }
        self.take_down(&decision, &account, outcome)
    }

    /// Takes a review out, with what is held of it released.
    fn taken_mail(&self, ticket: &str, named: &[u32]) -> Result<(Written, Option<u32>, Screened), Problem> {
        let mut reviews = locked(&self.0.mailboxes.reviews);
        let pending = reviews.remove(ticket).ok_or_else(|| gone(Missing::Review))?;
        let PendingMail { mail, passage, mandate_version } = pending;
        match released(passage, named) {
            Ok(screened) => Ok((mail, mandate_version, screened)),
            Err(passage) => {
                let problem = not_released(&passage);
                let pending = PendingMail { mail, passage: *passage, mandate_version };
                reviews.insert(ticket.to_owned(), pending);
                Err(problem)
            }
        }
    }

    fn decide_mail(
        &self,
        pending: Written,
        screened: Screened,
        signer: &Signer,
    ) -> Result<(String, Parcel, Account), Problem> {
        let Written { deal, account, parcel, message_id, subject, quote, .. } = pending;
        let now = self.0.sources.now();
        let person = Person {
            id: signer.person.clone(),
            name: signer.name.clone(),
            fingerprint: signer.fingerprint(),
            owns_deal: self.owned(&deal, signer).is_ok(),
        };
        let place = self.read(|db| ledger::next_place(db, &deal, signer))?;
        let quorum = self.quorum(&deal, &screened.to_vote_on())?;
        let decided = screened.decide(person, now.millis(), place, signer, &quorum).map_err(|refused| {
            self.refused_decision((&deal, StopChannel::Mail), &refused, now.millis(), signer)
        })?;
        let leaving = decided.sign(signer).map_err(|_| Problem::new(ProblemCode::KeyMissing))?;
        self.clear_mail(&deal, &leaving, signer)?;
        let decision = leaving.decision().id();
        self.write(|db| {
            let out = Leaving {
                decision: decision.clone(),
                deal: deal.clone(),
                account: account.id.clone(),
                message_id: message_id.clone(),
                subject: subject.clone(),
                recipients: serde_json::to_string(&parcel.to).unwrap_or_default(),
                raw: parcel.raw.clone(),
                fate: Fate::Sending,
                cause: String::new(),
                by_name: signer.name.clone(),
                decided_at: now.to_text(),
                filed: false,
            };
            mail_out::add(db, &out)?;
            if let Some(event) = leaving.exact_events().first() {
                mail_words::add(db, &decision, &event.payload)?;
            }
            if let Some(to) = &quote {
                mail_quotes::record(db, to, &decision)?;
            }
            crate::approve::record(db, &leaving, signer)
        })?;
        self.tell(Topic::Deal, Some(&deal));
        Ok((decision, parcel, account))
    }

    /// The mail that is answered, with its deal.
    fn answered(&self, mail: &str) -> Result<(String, Mail), Problem> {
        let number = mail.parse::<i64>().map_err(|_| gone(Missing::Mail))?;
        let found = self.read(|db| Ok(mails::get(db, number)?.zip(mails::deal_of(db, number)?)))?;
        let (row, deal) = found.ok_or_else(|| gone(Missing::Mail))?;
        let read = mime::read(&row.raw, None).map_err(|_| gone(Missing::Mail))?;
        Ok((deal, read))
    }

    /// The mailbox that a mail came to; the first there is where it came otherwise.
    fn sender(&self, mail: &str) -> Result<Account, Problem> {
        let number = mail.parse::<i64>().map_err(|_| gone(Missing::Mail))?;
        self.read(|db| {
            let places = mail_places::of_mail(db, number)?;
            let all = mail_accounts::all(db)?;
            let came = all.iter().find(|account| places.iter().any(|place| place.account == account.id));
            came.or(all.first()).cloned().ok_or_else(|| gone(Missing::SendingMailbox))
        })
    }

    /// What a decision about a mail binds in the place of a chain's head: the bytes of the
    /// mail that is answered.
    fn mail_head(&self, deal: &str, mail: &str) -> Result<HeadPoint, Problem> {
        let number = mail.parse::<i64>().map_err(|_| gone(Missing::Mail))?;
        let row = self.read(|db| Ok(mails::get(db, number)?))?.ok_or_else(|| gone(Missing::Mail))?;
        Ok(HeadPoint { session: session_of(deal), seq: 0, hash: sha256(&row.raw) })
    }
}

/// The name under which decisions about a deal's mails stand.
pub(super) fn session_of(deal: &str) -> String {
    format!("mail:{deal}")
}
