//! A mail's decision stands on the deal's ledger before its first byte leaves.

use anp::event::Kind;
use anp::roles::Act;
use store::tables::mail_out::{self, Fate};

use crate::state::{Desk, Signer};
use crate::trouble::gone;
use crate::view::{Missing, Problem};

impl Desk {
    /// The decision is on the deal's ledger before the mail leaves.
    pub(super) async fn mail_on_record(&self, decision: &str, signer: &Signer) -> Result<(), Problem> {
        let out = self.read(|db| Ok(mail_out::get(db, decision)?))?.ok_or_else(|| gone(Missing::Mail))?;
        self.sync_ledger(signer, &out.deal).await?;
        let known = self.deal_ledger(&out.deal)?;
        let stands = known
            .entries
            .iter()
            .any(|entry| entry.statement.wording().payload_hash().to_string() == *decision);
        // Its host takes a decision from those alone who may send messages.
        let refused =
            || self.may(Act::Append(Kind::Message)).err().unwrap_or_else(|| gone(Missing::Decision));
        if stands { Ok(()) } else { Err(refused()) }
    }

    pub(super) fn take_down_unsent(&self, decision: &str) -> Result<(), Problem> {
        let deal = self.write(|db| {
            mail_out::settle(db, decision, Fate::Sending, Fate::NotSent, "unreachable")?;
            Ok::<_, Problem>(mail_out::get(db, decision)?.map(|out| out.deal))
        })?;
        self.lapse_mail(deal.as_deref(), decision)?;
        self.told_of_mail(deal.as_deref());
        Ok(())
    }
}
