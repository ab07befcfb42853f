//! A mail of a person's goes the way of every answer: drafted, guarded, screened, decided
//! and written down before its first byte leaves; handed over once.

use std::sync::Arc;

use anp::digest::{PayloadHash, sha256};
use anp::json::{self, Value};
use deal::{Answer, Draft, ExactEvent, HeadPoint, History, Passage, Person, Screened, Seal as _};
use mail::mime::{self, Mail};
use mail::net::Login;
use mail::smtp::{Handed, Letter, Parcel};
use store::tables::mail_accounts::{self, Account};
use store::tables::mail_out::{self, Fate, Leaving};
use store::tables::{deals, mail_places, mails};

use super::accounts::server;
use super::fate::handed;
use super::upkeep::denied;
use crate::approve::not_released;
use crate::changed::Topic;
use crate::keys::blocking;
use crate::mail_quotes::{self, ToQuote};
use crate::screening::released;
use crate::state::{Desk, Signer, locked};
use crate::trouble::gone;
use crate::unfit::unfit_draft;
use crate::view::{MailAnswer, MailFate, Missing, Problem, ProblemCode, Review, ReviewEvent, Unfit};
use crate::wire_form::invalid;
use crate::{ledger, mandate};

/// Reviews that may wait at once.
const REVIEWS_KEPT: usize = 16;

/// A reviewed mail that may be sent.
pub(crate) struct PendingMail {
    deal: String,
    account: Account,
    parcel: Parcel,
    message_id: String,
    subject: String,
    passage: Passage,
    mandate_version: Option<u32>,
    quote: Option<ToQuote>,
}

/// A mail that was released to be decided.
struct Released {
    deal: String,
    account: Account,
    parcel: Parcel,
    message_id: String,
    subject: String,
    mandate_version: Option<u32>,
    quote: Option<ToQuote>,
}

impl std::fmt::Debug for PendingMail {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PendingMail").field("deal", &self.deal).finish_non_exhaustive()
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
        let deal = self.read(|db| Ok(deals::get(db, &deal_id)?))?.ok_or_else(|| gone(Missing::Deal))?;
        let account = self.sender(&form.mail)?;
        let to: Vec<String> =
            form.to.iter().map(|to| to.trim().to_owned()).filter(|to| !to.is_empty()).collect();
        self.only_the_vendors(&deal_id, &to)?;
        let letter = self.letter(form, &answered, &account, &signer, to.clone());
        let raw = letter.written().map_err(|fault| invalid(fault.field, Unfit::NotInMail))?;
        let quote = self.to_quote(form.quote.as_ref(), &deal_id, &signer)?;
        let payload = payload_of(&letter, &to, quote.as_ref());
        let payload_hash = sha256(payload.as_bytes());
        let event = ExactEvent { kind: "message".to_owned(), payload: payload.clone(), payload_hash };
        let head = self.mail_head(&deal_id, &form.mail)?;
        let draft = Draft::new(Answer::Message, vec![event], None, head)
            .map_err(|error| invalid("body", unfit_draft(error)))?;
        let mandate = self.read(|db| mandate::current(db, &deal_id, &signer))?;
        let (guard, outside) = match &quote {
            Some(to) => self.read(|db| self.held_for(db, to, mandate.as_ref()))?,
            None => (Vec::new(), false),
        };
        let guarded = draft.guard(
            mandate.as_ref(),
            &History { now_unix_ms: self.0.sources.now().millis(), ..History::default() },
        );
        let mut seen = self.screened(guarded, &deal_id, mandate.as_ref())?;
        if outside {
            seen.passage = None;
            seen.obstacle = Some(Problem::new(ProblemCode::OutsideMandate));
        } else if let Some(Err(lacking)) = quote.as_ref().map(|to| self.unvoted(to, &deal_id)) {
            seen.passage = None;
            seen.obstacle = Some(lacking);
        }
        let ticket = self.0.sources.id();
        if let Some(passage) = seen.passage {
            let parcel = Parcel { from: letter.from.clone(), to, raw };
            let (message_id, subject) = (letter.message_id, letter.subject);
            let mandate_version = mandate.as_ref().map(deal::Mandate::version);
            let deal = deal_id.clone();
            let pending =
                PendingMail { deal, account, parcel, message_id, subject, passage, mandate_version, quote };
            let mut reviews = locked(&self.0.mailboxes.reviews);
            if reviews.len() >= REVIEWS_KEPT {
                reviews.clear();
            }
            reviews.insert(ticket.clone(), pending);
        }
        Ok(Review {
            ticket,
            session: format!("mail:{deal_id}"),
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
            obstacle: seen.obstacle,
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
        let (pending, screened) = self.taken_mail(ticket, named)?;
        let _alone = self.0.sending.lock().await;
        let version = self.read(|db| mandate::latest_version(db, &pending.deal))?;
        if version != pending.mandate_version {
            return Err(gone(Missing::ReviewOfMandate));
        }
        if let Some(to) = &pending.quote {
            self.unvoted(to, &pending.deal)?;
            let mandate = self.read(|db| mandate::current(db, &pending.deal, &signer))?;
            // A day has gone by, or a colleague was quicker: asked again at the hour of deciding.
            if self.read(|db| self.held_for(db, to, mandate.as_ref()))?.1 {
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
        if let Err(problem) = self.mail_on_record(&decision, &signer).await {
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
    fn taken_mail(&self, ticket: &str, named: &[u32]) -> Result<(Released, Screened), Problem> {
        let mut reviews = locked(&self.0.mailboxes.reviews);
        let pending = reviews.remove(ticket).ok_or_else(|| gone(Missing::Review))?;
        let PendingMail { deal, account, parcel, message_id, subject, passage, mandate_version, quote } =
            pending;
        match released(passage, named) {
            Ok(screened) => Ok((
                Released { deal, account, parcel, message_id, subject, mandate_version, quote },
                screened,
            )),
            Err(passage) => {
                let problem = not_released(&passage);
                let pending = PendingMail {
                    deal,
                    account,
                    parcel,
                    message_id,
                    subject,
                    passage: *passage,
                    mandate_version,
                    quote,
                };
                reviews.insert(ticket.to_owned(), pending);
                Err(problem)
            }
        }
    }

    fn decide_mail(
        &self,
        pending: Released,
        screened: Screened,
        signer: &Signer,
    ) -> Result<(String, Parcel, Account), Problem> {
        let Released { deal, account, parcel, message_id, subject, quote, .. } = pending;
        let now = self.0.sources.now();
        let person = Person {
            id: signer.person.clone(),
            name: signer.name.clone(),
            fingerprint: signer.fingerprint(),
            owns_deal: self.owned(&deal, signer).is_ok(),
        };
        let place = self.read(|db| ledger::next_place(db, &deal, signer))?;
        let quorum = self.quorum(&deal, &screened.to_vote_on())?;
        let decided = screened
            .decide(person, now.millis(), place, signer, &quorum)
            .map_err(|refused| crate::approve::undecided(refused.why))?;
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

    /// A mail of a deal goes to its vendor and to nobody else, whatever stands in the form.
    fn only_the_vendors(&self, deal: &str, to: &[String]) -> Result<(), Problem> {
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

    fn letter(
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

    /// What a decision about a mail binds in the place of a chain's head: the bytes of the
    /// mail that is answered.
    fn mail_head(&self, deal: &str, mail: &str) -> Result<HeadPoint, Problem> {
        let number = mail.parse::<i64>().map_err(|_| gone(Missing::Mail))?;
        let row = self.read(|db| Ok(mails::get(db, number)?))?.ok_or_else(|| gone(Missing::Mail))?;
        Ok(HeadPoint { session: format!("mail:{deal}"), seq: 0, hash: sha256(&row.raw) })
    }
}

/// What is decided: every word of the mail that is ours, and what they do to a quote. A mail
/// of ours has no attachments and quotes nothing by itself; what names its thread are
/// identifiers that the other side knows, or that were drawn.
fn payload_of(letter: &Letter, to: &[String], quote: Option<&ToQuote>) -> String {
    let text = |text: &str| Value::Text(text.to_owned());
    let mut members = vec![
        ("body".to_owned(), text(&letter.body)),
        ("from".to_owned(), text(&letter.from)),
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
