//! What became of a mail that was decided: the server took it, surely not, or nobody knows
//! and a person settles it.

use anp::digest::{PayloadHash, sha256};
use mail::net::{Login, Server};
use mail::smtp::{Handed, Parcel, hand_over};
use store::tables::mail_accounts::Account;
use store::tables::mail_out::{self, Fate};
use store::tables::{mail_places, mails};

use super::upkeep::trust;
use crate::changed::Topic;
use crate::ledger;
use crate::state::Desk;
use crate::trouble::{cause_name, gone, mail_server};
use crate::view::{MailFate, Missing, Problem};

impl Desk {
    /// Takes down what became of a mail; one that was taken stands on the timeline.
    pub(super) fn take_down(
        &self,
        decision: &str,
        account: &Account,
        handed: Handed,
    ) -> Result<MailFate, Problem> {
        let (fate, cause, view) = match handed {
            Handed::Taken => (Fate::Sent, "", MailFate::Sent),
            Handed::NotSent(trouble) => {
                let problem = mail_server(&account.address, &account.smtp.host, trouble);
                (Fate::NotSent, cause_name(trouble.cause), MailFate::NotSent { problem })
            }
            Handed::Unknown(trouble) => (Fate::Unknown, cause_name(trouble.cause), MailFate::Unknown),
        };
        let deal = self.write(|db| {
            mail_out::settle(db, decision, Fate::Sending, fate, cause)?;
            if fate == Fate::Sent {
                stands(db, decision)
            } else {
                Ok(mail_out::get(db, decision)?.map(|out| out.deal))
            }
        })?;
        if fate == Fate::NotSent {
            self.lapse_mail(deal.as_deref(), decision)?;
        }
        self.told_of_mail(deal.as_deref());
        Ok(view)
    }

    /// Says on the deal's ledger that a decision came to nothing: a vote that it stood on is free again.
    pub(super) fn lapse_mail(&self, deal: Option<&str>, decision: &str) -> Result<(), Problem> {
        let (Some(deal), Ok(signer)) = (deal, self.signer()) else { return Ok(()) };
        let at = self.stamp();
        self.write(|db| ledger::lapse(db, (deal, decision), &signer, &at))?;
        self.shared();
        Ok(())
    }

    /// A person found out what became of a mail whose delivery was unknown. It is never
    /// sent again by this.
    ///
    /// # Errors
    /// Where the mail is not here, or its fate is known.
    pub fn settle_mail(&self, decision: &str, arrived: bool) -> Result<(), Problem> {
        let to = if arrived { Fate::FoundSent } else { Fate::FoundNotSent };
        let deal = self.write(|db| {
            if !mail_out::settle(db, decision, Fate::Unknown, to, "")? {
                return Err(gone(Missing::UnknownDelivery));
            }
            if arrived { stands(db, decision) } else { Ok(mail_out::get(db, decision)?.map(|out| out.deal)) }
        })?;
        if !arrived {
            self.lapse_mail(deal.as_deref(), decision)?;
        }
        self.told_of_mail(deal.as_deref());
        Ok(())
    }

    pub(super) fn told_of_mail(&self, deal: Option<&str>) {
        self.tell(Topic::Deal, deal);
        self.tell(Topic::Today, None);
        // The copy is filed by the mailbox's own task.
        self.0.mailboxes.hurry.notify_waiters();
    }
}

/// Hands a mail over, where certificates can be judged.
pub(crate) async fn handed(server: &Server, login: &Login, parcel: &Parcel) -> Handed {
    match trust(server) {
        Ok(trust) => hand_over(server, &trust, Some(login), parcel).await,
        Err(trouble) => Handed::NotSent(trouble),
    }
}

/// Puts a mail that was sent on the timeline; its deal comes back.
fn stands(db: &store::Connection, decision: &str) -> Result<Option<String>, Problem> {
    let Some(out) = mail_out::get(db, decision)? else { return Ok(None) };
    let digest = PayloadHash(sha256(&out.raw)).to_string();
    let (mail, _) = mails::put(db, Some(&out.deal), &digest, &out.decided_at, &out.raw)?;
    mail_places::know(db, mail, &out.message_id, u32::try_from(out.raw.len()).unwrap_or(u32::MAX))?;
    Ok(Some(out.deal))
}
