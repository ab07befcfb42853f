//! The mandate of a deal: versions, each stated on the desk ledger without its secrets, at rest sealed.
//!
//! The ledger says that there is a version, who made it, its public frame, and a commitment: SHA-256 over
//! a random salt and the mandate's text. Without the salt a commitment to figures would be guessed, so
//! small is the range of prices; with it the owner can later show that this mandate was the one.

mod form;
mod rest;

use anp::digest::Fingerprint;
use anp::office::{Member, kind};
use deal::Mandate;
use store::Connection;
use store::recipient::{Opener, Recipient};
use store::tables::{deals, mandates, sealed_mandates};

use crate::changed::Topic;
use crate::ledger;
use crate::state::{Desk, Signer};
use crate::view::{EnvelopeView, MandateForm, MandateView, Missing, Problem};
use rest::Opened;
pub(crate) use rest::{arrived, seal_anew, version_of};

impl Desk {
    /// Sets a new version of a deal's mandate. Only the owner may.
    ///
    /// # Errors
    /// Where the form makes no mandate, or the person does not own the deal.
    pub fn set_mandate(&self, deal: &str, form: &MandateForm) -> Result<MandateView, Problem> {
        let signer = self.signer()?;
        self.owned(deal, &signer)?;
        let form = form::tidied(form);
        let version = self.read(|db| latest_version(db, deal))?.unwrap_or(0) + 1;
        form::mandate_of(&form, version)?;
        let at = self.stamp();
        let (salt, nonce) = (self.0.sources.bytes(), self.0.sources.bytes());
        let row = rest::sealed(deal, version, &form, (&salt, &nonce), &signer, &at)?;
        let sealed = rest::travelling(&rest::plain(&form, &salt)?, &self.recipients(deal, &signer)?)?;
        let payload = rest::statement(deal, &form, &row, Some(sealed));
        self.write(|db| {
            sealed_mandates::add(db, deal, &row)?;
            ledger::state(db, deal, ("mandate", &payload), &signer, &at)
        })?;
        self.shared();
        self.tell(Topic::Deal, Some(deal));
        self.mandate_view(deal, &signer)?.ok_or_else(|| crate::trouble::gone(Missing::Mandate))
    }

    /// Seals the latest version to the deal's people as they are now, and to `also`, who is
    /// about to become one of them.
    pub(crate) fn reseal_mandate(
        &self,
        deal: &str,
        signer: &Signer,
        also: Option<Fingerprint>,
    ) -> Result<(), Problem> {
        let Some((row, plain)) = self.read(|db| rest::text_of(db, deal, signer))? else { return Ok(()) };
        let mut people = self.recipients(deal, signer)?;
        let office = self.office()?;
        let member = office.as_ref().zip(also).and_then(|(known, also)| known.office.as_ref()?.by_key(also));
        people.extend(member.and_then(|member| Recipient::parse(member.recipient.as_deref()?)));
        let sealed = rest::travelling(&plain, &people)?;
        let payload = rest::resealed(deal, &row, sealed);
        let at = self.stamp();
        self.write(|db| ledger::state(db, deal, (kind::RESEALED, &payload), signer, &at))?;
        self.shared();
        Ok(())
    }

    /// Bytes sealed to the deal's people, as text.
    pub(crate) fn sealed_to_deal(
        &self,
        deal: &str,
        bytes: &[u8],
        signer: &Signer,
    ) -> Result<String, Problem> {
        rest::travelling(bytes, &self.recipients(deal, signer)?)
    }

    /// To whom a deal's secrets are sealed: its owner, who opened it, who stands in, and
    /// the person here.
    fn recipients(&self, deal: &str, signer: &Signer) -> Result<Vec<Recipient>, Problem> {
        let own = Opener::of(&signer.key).ok_or_else(|| crate::trouble::defect("recipient"))?.recipient();
        let mut all = vec![own.to_string()];
        if let Some(known) = self.office()?
            && let Some(office) = known.office.as_ref()
        {
            let now = self.0.sources.now();
            let ledger = self.deal_ledger(deal)?;
            let opened_by =
                ledger.of_kind(kind::DEAL).next().map(|entry| entry.statement.signer().fingerprint());
            let owner = self.read(|db| Ok(deals::get(db, deal)?))?;
            let owner = owner.and_then(|row| Fingerprint::parse(&row.owner_fingerprint).ok());
            let of_deal = |member: &&Member| {
                let key = member.fingerprint();
                let is = |other: Option<Fingerprint>| other.is_some_and(|other| office.same(other, key));
                let stands_in = owner.is_some_and(|owner| office.stands_in(deal, owner, key, now).is_some());
                member.covers(now) && (is(owner) || is(opened_by) || stands_in)
            };
            all.extend(office.members().iter().filter(of_deal).filter_map(|member| member.recipient.clone()));
        }
        all.sort_unstable();
        all.dedup();
        Ok(all.iter().filter_map(|text| Recipient::parse(text)).collect())
    }

    /// The deal's mandate for the eyes of those who may see it: its owner.
    pub(crate) fn mandate_view(&self, deal: &str, signer: &Signer) -> Result<Option<MandateView>, Problem> {
        let owned = self.owned(deal, signer)?;
        let Some(opened) = self.read(|db| rest::opened(db, deal, signer))? else { return Ok(None) };
        let declared = self.now().org.as_ref().map(|org| crate::people::channel_view(org).envelope);
        view_of(&opened, (&owned.title, &owned.owner_name), declared.as_ref()).map(Some)
    }

    /// Seals what an earlier version of this program left in plain figures, and takes those off the disk.
    pub(crate) fn seal_plain_mandates(&self, signer: &Signer) -> Result<(), Problem> {
        // Nearly always there are none, and whoever writes makes others read anew.
        if self.read(|db| Ok(mandates::plain(db)?.is_empty()))? {
            return Ok(());
        }
        let salts = || (self.0.sources.bytes(), self.0.sources.bytes());
        let some = self.write(|db| rest::migrate(db, signer, salts))?;
        if some {
            crate::state::locked(&self.0.store).scrub()?;
        }
        Ok(())
    }
}

/// The deal's mandate, for the rules.
///
/// # Errors
/// Where there is one and it does not open: then nothing can be judged, and nothing leaves.
pub(crate) fn current(db: &Connection, deal: &str, signer: &Signer) -> Result<Option<Mandate>, Problem> {
    let opened = rest::opened(db, deal, signer)?;
    opened.map(|opened| form::mandate_of(&opened.form, opened.version)).transpose()
}

/// The number of the latest version.
pub(crate) fn latest_version(db: &Connection, deal: &str) -> Result<Option<u32>, Problem> {
    Ok(sealed_mandates::latest(db, deal)?.map(|row| row.version))
}

fn view_of(
    opened: &Opened,
    (title, owner): (&str, &str),
    declared: Option<&EnvelopeView>,
) -> Result<MandateView, Problem> {
    let Opened { version, form, made_at, commitment } = opened;
    let mandate = form::mandate_of(form, *version)?;
    let limits = mandate.limits();
    let text = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
    let lacks = |said: &[String], topics: &[String]| -> Vec<String> {
        let known = |topic: &String| said.iter().any(|said| said.trim().eq_ignore_ascii_case(topic));
        topics.iter().filter(|topic| !known(topic)).cloned().collect()
    };
    let undeclared = declared.map_or_else(Vec::new, |envelope| {
        let mut lacking = lacks(&envelope.may_discuss, &form.may_discuss);
        lacking.extend(lacks(&envelope.may_disclose, &form.may_disclose));
        lacking
    });
    let said = declared.and_then(|envelope| deal::Authority::parse(&envelope.offer_authority));
    Ok(MandateView {
        version: *version,
        made_at: made_at.clone(),
        currency: form.currency.clone(),
        target_annual: text(&form.target_annual),
        walk_away_annual: text(&form.walk_away_annual),
        longest_term_months: limits.longest_term_months,
        most_rounds: limits.most_rounds,
        text: mandate.readable(title, owner).expose_secret().clone(),
        form: form.clone(),
        commitment: commitment.clone(),
        undeclared,
        authority_undeclared: said.zip(limits.authority).is_some_and(|(said, may)| may > said),
    })
}
