//! Deals: made, listed, and given the sessions that belong to them.

use anp::digest::Fingerprint;
use store::tables::{deals, mails, sessions};

use crate::changed::Topic;
use crate::ledger;
use crate::state::{Desk, Signer};
use crate::trouble;
use crate::view::{DealForm, Missing, Problem, ProblemCode, Unfit};
use crate::wire_form::invalid;

impl Desk {
    /// Makes a deal that the person at this desk owns.
    ///
    /// # Errors
    /// Where the form is incomplete.
    pub fn make_deal(&self, form: &DealForm) -> Result<String, Problem> {
        let signer = self.signer()?;
        let bounded = |field: &str, text: &str| {
            let text = text.trim().to_owned();
            let fits = (1..=160).contains(&text.chars().count());
            if fits {
                Ok(text)
            } else {
                Err(invalid(field, Unfit::Length).with("least", 1).with("most", 160))
            }
        };
        let deal = deals::Deal {
            id: self.0.sources.id(),
            title: bounded("title", &form.title)?,
            vendor: bounded("vendor", &form.vendor)?,
            owner_name: signer.name.clone(),
            owner_fingerprint: signer.fingerprint_text(),
            made_at: self.stamp(),
        };
        let domains: Vec<String> = form
            .vendor_domains
            .iter()
            .map(|domain| domain.trim().to_lowercase())
            .filter(|domain| !domain.is_empty())
            .collect();
        self.may(anp::roles::Act::Prepare)?;
        let at = self.stamp();
        self.write(|db| {
            deals::add(db, &deal, &domains)?;
            ledger::begin(db, &deal, &domains, &signer, &at)?;
            crate::mailbox::adopt(db)
        })?;
        self.shared();
        // Older mails of its vendor are looked for now.
        self.0.mailboxes.hurry.notify_waiters();
        self.tell(Topic::Today, None);
        Ok(deal.id)
    }

    /// Gives a session to a deal. Later sessions of the same agent follow.
    ///
    /// # Errors
    /// Where either is not here.
    pub fn assign_session(&self, session: &str, deal: &str) -> Result<(), Problem> {
        let signer = self.signer()?;
        self.may(anp::roles::Act::Prepare)?;
        let at = self.stamp();
        self.write(|db| {
            let session = sessions::get(db, session)?.ok_or_else(|| trouble::gone(Missing::Session))?;
            deals::get(db, deal)?.ok_or_else(|| trouble::gone(Missing::Deal))?;
            sessions::assign(db, &session.id, deal)?;
            ledger::assign(db, &session.id, deal, &signer, &at)?;
            Ok(deals::link_agent(db, deal, &session.agent_id)?)
        })?;
        self.shared();
        self.tell(Topic::Today, None);
        self.tell(Topic::Deal, Some(deal));
        self.tell(Topic::App, None);
        Ok(())
    }

    /// Gives a mail to a deal. Later mails that answer it in the vendor's name follow by
    /// their addresses; a sender is not added to the deal by this.
    ///
    /// # Errors
    /// Where either is not here.
    pub fn assign_mail(&self, mail: &str, deal: &str) -> Result<(), Problem> {
        let number = mail.parse::<i64>().map_err(|_| trouble::gone(Missing::Mail))?;
        self.write(|db| {
            mails::get(db, number)?.ok_or_else(|| trouble::gone(Missing::Mail))?;
            deals::get(db, deal)?.ok_or_else(|| trouble::gone(Missing::Deal))?;
            Ok(mails::assign(db, number, deal)?)
        })?;
        self.tell(Topic::Today, None);
        self.tell(Topic::Deal, Some(deal));
        self.tell(Topic::App, None);
        Ok(())
    }

    /// The deal, if the person owns it or stands in for its owner now.
    pub(crate) fn owned(&self, deal: &str, signer: &Signer) -> Result<deals::Deal, Problem> {
        let deal = self.read(|db| Ok(deals::get(db, deal)?))?.ok_or_else(|| trouble::gone(Missing::Deal))?;
        let own = signer.key.fingerprint();
        let owner = Fingerprint::parse(&deal.owner_fingerprint).map_err(|_| trouble::defect("deal owner"))?;
        let office = self.office()?;
        let decides = match office.as_ref().and_then(|known| known.office.as_ref()) {
            Some(office) => office.decides(&deal.id, owner, own, self.0.sources.now()),
            // Nobody has told yet who is of the organisation: then a deal is who made it's.
            None => owner == own,
        };
        if decides {
            Ok(deal)
        } else {
            Err(Problem::new(ProblemCode::NotOwner).with("owner", &deal.owner_name))
        }
    }
}
