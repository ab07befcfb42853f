//! In step with the host's ledgers: what stands there is verified and taken in, what
//! waits here is stated there.

use std::sync::Arc;

use anp::ledger::{Entry, LedgerId};
use anp::office::kind;
use store::tables::ledger::{self, LedgerEntry};
use store::tables::ledger_pending;

use super::known::{Known, org_ledger, red};
use super::wire::{self, Part};
use super::{effects, refused, sign};
use crate::changed::Topic;
use crate::fault::{Point, point};
use crate::host_words::read;
use crate::state::{Desk, Signer, locked};
use crate::trouble::defect;
use crate::view::{Broken, Missing, Problem, ProblemCode};

/// Most entries that are handed over at once.
const HANDED_OVER: usize = 200;

impl Desk {
    /// Brings one ledger in step, both ways.
    ///
    /// # Errors
    /// Where the host does not answer, or what it has is not to be believed: then nothing
    /// of it was taken in.
    pub(crate) async fn sync_ledger(&self, signer: &Signer, ledger: &str) -> Result<(), Problem> {
        let _alone = self.0.in_step.lock().await;
        self.sync_alone(signer, ledger).await
    }

    pub(super) async fn sync_alone(&self, signer: &Signer, ledger: &str) -> Result<(), Problem> {
        let outcome = self.both_ways(signer, ledger).await;
        self.note_ledger(ledger, outcome)
    }

    /// Proves what lies here of a ledger. Its proof is not kept: there are thousands of them.
    pub(super) fn prove_alone(&self, ledger: &LedgerId) -> Result<(), Problem> {
        let known = self.known_ledger(ledger).map(|_| ());
        self.note_ledger(ledger.as_str(), known)
    }

    /// Notes with a ledger whether it is to be believed.
    fn note_ledger(&self, ledger: &str, outcome: Result<(), Problem>) -> Result<(), Problem> {
        let problem = outcome
            .as_ref()
            .err()
            .filter(|problem| matches!(problem.code, ProblemCode::LedgerRed | ProblemCode::RefusedOnReturn));
        let changed = {
            let mut now = self.now();
            match (problem, &outcome) {
                (Some(problem), _) => now.ledgers.insert(ledger.to_owned(), problem.clone()).is_none(),
                (None, Ok(())) => now.ledgers.remove(ledger).is_some(),
                (None, Err(_)) => false,
            }
        };
        if changed {
            self.tell(Topic::App, None);
        }
        outcome
    }

    async fn both_ways(&self, signer: &Signer, ledger: &str) -> Result<(), Problem> {
        let id = LedgerId::parse(ledger).ok_or_else(|| defect("ledger id"))?;
        self.pull(signer, &id).await?;
        if self.push(signer, &id).await? {
            self.pull(signer, &id).await?;
        }
        Ok(())
    }

    /// Takes in what the host has beyond what is known here.
    async fn pull(&self, signer: &Signer, id: &LedgerId) -> Result<(), Problem> {
        let mut handed_over = false;
        loop {
            let known = self.proven_ledger(id)?;
            let head = known.chain.head();
            let body = signer.client.get(&format!("ledgers/{id}/{}", head.seq)).await?;
            let body = body.success(&signer.client)?;
            let part: Part = read(&signer.client, "ledger", &body)?;
            let theirs =
                part.head().ok_or_else(|| signer.client.confused(Broken::Answer).with("of", "ledger"))?;
            if theirs.seq < head.seq {
                // A ledger that was kept here before there was a host for it.
                if known.begun() || handed_over || !all_of(&known, signer) {
                    return Err(red(id.as_str(), head.seq, "rewound"));
                }
                self.hand_over(signer, &known).await?;
                handed_over = true;
                continue;
            }
            if part.entries.is_empty() {
                let same = theirs == head;
                return if same { Ok(()) } else { Err(red(id.as_str(), head.seq, "rewound")) };
            }
            let next = match self.judged(&known, &part, id) {
                Err(problem)
                    if self.is_deal(id)? && problem.facts.get("why").is_some_and(|why| why == "stranger") =>
                {
                    // Somebody who joined since the organisation's ledger was read.
                    if let Some(org) = self.read(org_ledger)? {
                        Box::pin(self.pull(signer, &org)).await?;
                    }
                    self.judged(&known, &part, id)?
                }
                judged => judged?,
            };
            self.keep_ledger(&known, next, signer)?;
        }
    }

    fn is_deal(&self, id: &LedgerId) -> Result<bool, Problem> {
        Ok(self.read(org_ledger)?.is_none_or(|org| org != *id))
    }

    fn judged(&self, known: &Known, part: &Part, id: &LedgerId) -> Result<Known, Problem> {
        let office = if self.is_deal(id)? { self.office()? } else { None };
        let office = office.as_ref().and_then(|known| known.office.as_ref());
        let mut next = known.clone();
        for entry in &part.entries {
            let stated = entry.stated(id).ok_or_else(|| red(id.as_str(), entry.seq, "signature"))?;
            next.take(stated.0, &stated.1, office)?;
        }
        Ok(next)
    }

    /// Replica, head and what follows from the entries, in one transaction.
    fn keep_ledger(&self, known: &Known, next: Known, signer: &Signer) -> Result<(), Problem> {
        let id = next.chain.ledger().clone();
        let office = if self.is_deal(&id)? { self.office()? } else { None };
        let office = office.as_ref().and_then(|known| known.office.as_ref());
        let head = known.chain.head();
        self.write(|db| {
            let last = ledger::last(db, id.as_str())?.map_or(0, |last| last.seq);
            if last != head.seq {
                return Err(defect("the ledger's head moved under the intake"));
            }
            for entry in next.entries.iter().skip(known.entries.len()) {
                let row = row(entry);
                ledger::append(db, id.as_str(), &row)?;
                ledger_pending::remove(db, id.as_str(), &row.signer, row.counter)?;
                effects::of(db, entry, &next, office, (signer, &self.0.sources.bytes()))?;
            }
            point(Point::LedgerWritten);
            Ok(())
        })?;
        let of_org = next.office.is_some();
        if of_org {
            // Who may speak on deals' ledgers has changed.
            self.forget_ledgers();
            // And perhaps whose keys are pinned.
            self.judge_again();
        }
        locked(&self.0.ledgers).insert(id.to_string(), Arc::new(next));
        self.tell(Topic::Today, None);
        if of_org {
            self.tell(Topic::App, None);
            self.tell(Topic::Deal, None);
        } else {
            self.tell(Topic::Deal, Some(id.as_str()));
        }
        Ok(())
    }

    /// States what waits here. True where something was stated.
    async fn push(&self, signer: &Signer, id: &LedgerId) -> Result<bool, Problem> {
        let own = signer.fingerprint_text();
        let waiting = self.read(|db| Ok(ledger_pending::of_ledger(db, id.as_str())?))?;
        let mut stated = false;
        for pending in waiting.into_iter().filter(|pending| pending.signer == own) {
            let path = format!("ledgers/{id}");
            let reply = signer.client.post(&path, wire::body(&pending)).await?;
            point(Point::StatementAnswered);
            if !matches!(reply.status, 400 | 403 | 409) {
                reply.success(&signer.client)?;
                stated = true;
                continue;
            }
            tracing::warn!(kind = pending.kind, status = reply.status, "a statement was refused");
            if pending.kind == kind::DEAL {
                // Nothing can follow on a ledger that does not begin.
                return Err(self.read(|db| refused::unbegun(db, &pending))?);
            }
            if pending.kind == kind::VOID {
                reply.success(&signer.client)?;
                return Ok(stated);
            }
            // The number is taken by words that say nothing, so that later ones can follow.
            let payload = format!(r#"{{"refused":"{}"}}"#, pending.kind);
            let mut void =
                ledger_pending::Pending { kind: kind::VOID.to_owned(), payload, ..pending.clone() };
            void.signature = resigned(&void, signer)?;
            self.write(|db| {
                refused::take_back(db, &pending)?;
                Ok::<_, Problem>(ledger_pending::replace(db, &void)?)
            })?;
            self.tell(Topic::App, None);
            self.tell(Topic::Today, None);
            self.tell(Topic::Deal, Some(id.as_str()));
            signer.client.post(&path, wire::body(&void)).await?.success(&signer.client)?;
            stated = true;
        }
        Ok(stated)
    }

    /// States something now, or not at all: nothing of it stays where the host refuses.
    pub(crate) async fn state_now(
        &self,
        signer: &Signer,
        ledger: &str,
        (kind, payload): (&str, &str),
    ) -> Result<(), Problem> {
        let _alone = self.0.in_step.lock().await;
        self.sync_alone(signer, ledger).await?;
        self.hand_in_now(signer, ledger, (kind, payload)).await?;
        self.sync_alone(signer, ledger).await
    }

    /// States something as a key's last word: the host answers this key nothing afterwards.
    pub(crate) async fn state_last(
        &self,
        signer: &Signer,
        ledger: &str,
        said: (&str, &str),
    ) -> Result<(), Problem> {
        let _alone = self.0.in_step.lock().await;
        self.sync_alone(signer, ledger).await?;
        self.hand_in_now(signer, ledger, said).await
    }

    async fn hand_in_now(
        &self,
        signer: &Signer,
        ledger: &str,
        (kind, payload): (&str, &str),
    ) -> Result<(), Problem> {
        let place = self.read(|db| super::next_place(db, ledger, signer))?;
        let said = ledger_pending::Pending {
            ledger: ledger.to_owned(),
            signer: signer.fingerprint_text(),
            counter: place.own_counter,
            kind: kind.to_owned(),
            payload: payload.to_owned(),
            head_seen: anp::digest::EventHash(place.head_seen).to_string(),
            signature: anp::keys::Signature(sign(&place, (kind, payload), signer)).to_string(),
            at: self.stamp(),
        };
        let reply = signer.client.post(&format!("ledgers/{ledger}"), wire::body(&said)).await?;
        if matches!(reply.status, 400 | 409) {
            return Err(crate::trouble::gone(Missing::Unchanged));
        }
        reply.success(&signer.client).map(|_| ())
    }

    async fn hand_over(&self, signer: &Signer, known: &Known) -> Result<(), Problem> {
        let path = format!("ledgers/{}/adopt", known.chain.ledger());
        for some in known.entries.chunks(HANDED_OVER) {
            signer.client.post(&path, wire::adopting(some)).await?.success(&signer.client)?;
        }
        Ok(())
    }
}

fn all_of(known: &Known, signer: &Signer) -> bool {
    let own = signer.key.public();
    known.entries.iter().all(|entry| *entry.statement.signer() == own)
}

fn resigned(pending: &ledger_pending::Pending, signer: &Signer) -> Result<String, Problem> {
    let head_seen = anp::digest::EventHash::parse(&pending.head_seen).map_err(|_| defect("ledger head"))?;
    let place = deal::LedgerPlace {
        ledger_id: pending.ledger.clone(),
        own_counter: pending.counter,
        head_seen: *head_seen.bytes(),
    };
    Ok(anp::keys::Signature(sign(&place, (&pending.kind, &pending.payload), signer)).to_string())
}

fn row(entry: &Entry) -> LedgerEntry {
    let wording = entry.statement.wording();
    LedgerEntry {
        seq: entry.seq,
        kind: wording.kind.clone(),
        payload: wording.payload().to_owned(),
        payload_hash: wording.payload_hash().to_string(),
        counter: wording.counter,
        head_seen: wording.head_seen.to_string(),
        signer: entry.statement.signer().fingerprint().to_string(),
        signature: entry.statement.signature().to_string(),
        prev_hash: entry.prev.to_string(),
        event_hash: entry.hash.to_string(),
        at: entry.at.clone(),
    }
}
