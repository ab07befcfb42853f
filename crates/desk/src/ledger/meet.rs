//! First words with the host about ledgers: the organisation founded where it has not
//! been, deals of an earlier time begun, everything brought in step.

use std::collections::{BTreeMap, HashMap, HashSet};

use anp::ledger::LedgerId;
use anp::office::{Said, kind};
use store::Connection;
use store::recipient::Opener;
use store::tables::{deals, ledger, ledger_pending, sessions, settings};

use super::known::{founder, org_ledger, red};
use super::{state, wire};
use crate::host_words::read;
use crate::state::{Desk, Signer};
use crate::trouble::defect;
use crate::vendors::path_part;
use crate::view::{Problem, ProblemCode};

impl Desk {
    /// Brings every ledger in step.
    ///
    /// # Errors
    /// Where the host does not answer. A ledger that is not to be believed is noted and
    /// keeps the others from nothing.
    pub(crate) async fn meet_ledgers(&self, signer: &Signer) -> Result<(), Problem> {
        let _alone = self.0.in_step.lock().await;
        let Some(org) = self.read(org_ledger)? else { return Ok(()) };
        self.found(signer, &org).await?;
        tolerated(self.sync_alone(signer, org.as_str()).await)?;
        let ends = self.ledgers_at_the_host(signer).await?;
        for (name, in_step) in ends.iter().filter(|(name, _)| **name != *org.as_str()) {
            let id = LedgerId::parse(path_part(name)?).ok_or_else(|| defect("ledger id"))?;
            if *in_step {
                // Nothing is to be asked; what lies here is proven all the same.
                tolerated(self.prove_alone(&id))?;
                tokio::task::yield_now().await;
            } else {
                tolerated(self.sync_alone(signer, id.as_str()).await)?;
            }
        }
        self.begin_deals(signer)?;
        self.push_waiting(signer).await
    }

    /// Brings some ledgers in step that changed at the host. Where they are many, those that end
    /// there as they do here (what this desk stated itself, above all) are not asked for: a host
    /// that lets nobody ask so often would never get to the end of them.
    pub(crate) async fn follow_ledgers(&self, signer: &Signer, names: &[&str]) -> Result<(), Problem> {
        let ends = match names {
            [] => return Ok(()),
            [_, _, _, ..] => self.ledgers_at_the_host(signer).await?,
            _ => BTreeMap::new(),
        };
        for name in names.iter().filter(|name| !ends.get(**name).is_some_and(|in_step| *in_step)) {
            tolerated(self.sync_ledger(signer, path_part(name)?).await)?;
        }
        Ok(())
    }

    /// The host's ledgers, and whether each ends there as it does here and nothing waits for it.
    async fn ledgers_at_the_host(&self, signer: &Signer) -> Result<BTreeMap<String, bool>, Problem> {
        let body = signer.client.get("ledgers").await?.success(&signer.client)?;
        let ends: wire::Ends = read(&signer.client, "ledgers", &body)?;
        let (heads, waiting) = self.read(|db| Ok((ledger::heads(db)?, ledger_pending::ledgers(db)?)))?;
        let heads: HashMap<String, (u64, String)> =
            heads.into_iter().map(|(name, seq, hash)| (name, (seq, hash))).collect();
        let waiting: HashSet<String> = waiting.into_iter().collect();
        let in_step = |end: &wire::EndWord| {
            let here = heads.get(&end.ledger).is_some_and(|(seq, hash)| end.is_at(*seq, hash));
            here && !waiting.contains(&end.ledger)
        };
        Ok(ends.ledgers.iter().map(|end| (end.ledger.clone(), in_step(end))).collect())
    }

    /// States what waits here, ledger by ledger, the organisation's first.
    pub(super) async fn push_waiting(&self, signer: &Signer) -> Result<(), Problem> {
        for name in self.read(|db| Ok(ledger_pending::ledgers(db)?))? {
            tolerated(self.sync_alone(signer, &name).await)?;
        }
        Ok(())
    }

    /// The same for the polling.
    pub(crate) async fn state_what_waits(&self, signer: &Signer) -> Result<(), Problem> {
        if self.read(|db| Ok(ledger_pending::ledgers(db)?))?.is_empty() {
            return Ok(());
        }
        let _alone = self.0.in_step.lock().await;
        self.push_waiting(signer).await
    }

    /// Founds the organisation by the key of the person here, where its ledger is empty:
    /// the host for one person has no other way to begin.
    async fn found(&self, signer: &Signer, org: &LedgerId) -> Result<(), Problem> {
        if self.read(founder)?.is_some() {
            return Ok(());
        }
        let body = signer.client.get(&format!("ledgers/{org}/0")).await?.success(&signer.client)?;
        let part: wire::Part = read(&signer.client, "ledger", &body)?;
        let own = signer.key.public();
        let first = part.entries.first().and_then(|entry| entry.stated(org));
        let founds = match &first {
            None => part.entries.is_empty(),
            Some((statement, _)) => *statement.signer() == own,
        };
        if !founds {
            // Whom to believe is told by an invitation, and this desk was given none.
            return Err(red(org.as_str(), 1, "founder"));
        }
        let at = self.stamp();
        let payload = introduced(signer, &[])?;
        self.write(|db| {
            settings::set(db, "founder", &signer.fingerprint_text())?;
            if first.is_none() && ledger_pending::of_ledger(db, org.as_str())?.is_empty() {
                state(db, org.as_str(), (kind::FOUNDED, &payload), signer, &at)?;
            }
            Ok::<_, Problem>(())
        })?;
        self.forget_ledgers();
        Ok(())
    }

    /// Begins the ledgers of deals that were made before desks kept in step.
    fn begin_deals(&self, signer: &Signer) -> Result<(), Problem> {
        let at = self.stamp();
        let own = signer.fingerprint_text();
        let unbegun = |db: &Connection| {
            let mut begun: HashSet<String> = ledger::with_kind(db, kind::DEAL)?.into_iter().collect();
            begun.extend(ledger_pending::with_kind(db, kind::DEAL)?);
            let all = deals::all(db)?.into_iter();
            Ok(all.filter(|deal| deal.owner_fingerprint == own && !begun.contains(&deal.id)).collect())
        };
        if self.read(|db| unbegun(db).map(|some: Vec<_>| some.is_empty()))? {
            return Ok(());
        }
        self.write(|db| {
            for deal in unbegun(db)? {
                begin(db, &deal, &deals::domains_of(db, &deal.id)?, signer, &at)?;
                for session in sessions::all(db)? {
                    if session.deal.as_deref() == Some(deal.id.as_str()) {
                        assign(db, &session.id, &deal.id, signer, &at)?;
                    }
                }
            }
            Ok(())
        })
    }
}

/// What a person says when a key first stands on the organisation's ledger: name, key,
/// and to what secrets for this person are sealed. `more` are further members, as JSON.
pub(crate) fn introduced(signer: &Signer, more: &[(&str, String)]) -> Result<String, Problem> {
    introduction(&signer.name, &signer.key, more)
}

pub(crate) fn introduction(
    name: &str,
    key: &anp::keys::SecretKey,
    more: &[(&str, String)],
) -> Result<String, Problem> {
    let opener = Opener::of(key).ok_or_else(|| defect("recipient"))?;
    let mut members = vec![
        ("name", name.to_owned()),
        ("public_key", key.public().to_string()),
        ("recipient", opener.recipient().to_string()),
    ];
    members.extend(more.iter().cloned());
    let members: Vec<(String, anp::json::Value)> =
        members.into_iter().map(|(name, text)| (name.to_owned(), anp::json::Value::Text(text))).collect();
    Ok(anp::json::canonical(&anp::json::Value::Object(members)))
}

/// States a deal's beginning.
pub(crate) fn begin(
    db: &Connection,
    deal: &deals::Deal,
    domains: &[String],
    signer: &Signer,
    at: &str,
) -> Result<(), Problem> {
    use anp::json::{Value, canonical};
    let domains = domains.iter().map(|domain| domain.as_str().into()).collect();
    let payload = canonical(&Value::object([
        ("domains", Value::Array(domains)),
        ("owner", deal.owner_fingerprint.as_str().into()),
        ("title", deal.title.as_str().into()),
        ("vendor", deal.vendor.as_str().into()),
    ]));
    state(db, &deal.id, (kind::DEAL, &payload), signer, at)
}

/// States that a session belongs to a deal, unless that is said already.
pub(crate) fn assign(
    db: &Connection,
    session: &str,
    deal: &str,
    signer: &Signer,
    at: &str,
) -> Result<(), Problem> {
    if super::effects::assigned_to(db, session)?.is_some_and(|said| said == deal) {
        return Ok(());
    }
    let waits = |row: &ledger_pending::Pending| {
        row.kind == kind::ASSIGNED && Said::of(&row.payload).text("session") == Some(session)
    };
    if ledger_pending::of_ledger(db, deal)?.iter().any(waits) {
        return Ok(());
    }
    let payload = format!(r#"{{"session":{}}}"#, anp::json::quote(session));
    state(db, deal, (kind::ASSIGNED, &payload), signer, at)
}

/// Trouble with one ledger is noted with it; trouble with the host is the host's.
fn tolerated(outcome: Result<(), Problem>) -> Result<(), Problem> {
    match outcome {
        Err(problem) if problem.code.is_host_trouble() => Err(problem),
        // Whoever is asked to ask less does not go on asking about all the others.
        Err(problem) if problem.code == ProblemCode::TooOften => Err(problem),
        Err(problem) => {
            tracing::warn!(code = ?problem.code, "a ledger is not in step");
            Ok(())
        }
        Ok(()) => Ok(()),
    }
}
