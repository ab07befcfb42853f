//! Decisions on the ledger: which of two on one offer stands, and what colleagues may
//! have left on a session's chain.

use std::collections::{HashMap, HashSet};

use anp::digest::PayloadHash;
use anp::keys::PublicKey;
use anp::ledger::{Entry, LedgerId};
use anp::office::needs::{self, Needs};
use anp::office::{Office, Said, kind};
use anp::time::Moment;
use anp::verify::VerifiedLog;
use deal::Signed;
use store::Connection;
use store::tables::{ledger, ledger_pending, outbox, sessions};

use super::known::{Known, deal_owner, org_ledger, read};
use super::state;
use crate::own_record::Left;
use crate::state::{Desk, Signer};
use crate::trouble::gone;
use crate::view::{Missing, Problem, ProblemCode};

/// A decision as its ledger has it.
struct Decided<'a> {
    entry: &'a Entry,
    /// Hash of the statement that it began with, before it was bound again.
    root: String,
    said: Said,
}

impl Decided<'_> {
    fn session(&self) -> Option<&str> {
        self.said.member("head")?.get("session")?.as_text()
    }

    /// The offer that it answers; none for a message.
    fn answers(&self) -> Option<&str> {
        self.said.member("answers")?.get("hash")?.as_text()
    }

    fn formal(&self) -> bool {
        self.said.text("answer") != Some("message")
    }

    /// Kind and payload hash of each event.
    fn events(&self) -> Vec<(String, String)> {
        let events = self.said.member("events").and_then(|events| events.as_array()).unwrap_or_default();
        let text = |event: &anp::json::Value, key: &str| event.get(key)?.as_text().map(str::to_owned);
        events.iter().filter_map(|event| Some((text(event, "kind")?, text(event, "payload_hash")?))).collect()
    }
}

/// What became of a decision on its deal's ledger.
pub(crate) enum Record {
    /// It stands, and none came before it.
    Stands,
    /// Somebody else's on the same offer came before it: who decided, and when.
    Second(Problem),
    /// Its host refused it, so that nothing has left under it: why.
    Refused(Problem),
}

/// All decisions that have not come to nothing, in order, each with its root.
fn decisions(known: &Known) -> Vec<Decided<'_>> {
    let mut roots: HashMap<String, String> = HashMap::new();
    let mut lapsed: HashSet<String> = HashSet::new();
    let mut all = Vec::new();
    for entry in &known.entries {
        let said = Said::from(entry);
        match entry.statement.wording().kind.as_str() {
            kind::DECISION => {
                let id = entry.statement.wording().payload_hash().to_string();
                let before = said.text("rebinds").and_then(|before| roots.get(before)).cloned();
                let root = before.unwrap_or_else(|| id.clone());
                roots.insert(id, root.clone());
                all.push(Decided { entry, root, said });
            }
            kind::LAPSED => {
                let Some(root) = said.text("decision") else { continue };
                let by = entry.statement.signer();
                // Only whoever decided may say that nothing came of it.
                if all.iter().any(|one: &Decided<'_>| one.root == root && one.entry.statement.signer() == by)
                {
                    lapsed.insert(root.to_owned());
                }
            }
            _ => {}
        }
    }
    all.retain(|one| !lapsed.contains(&one.root));
    all
}

impl Desk {
    /// Whether a decision stands on its deal's ledger, and whether it may be sent: of two
    /// decisions on one offer the first stands.
    ///
    /// # Errors
    /// Where the ledger cannot be brought in step.
    pub(crate) async fn on_record(
        &self,
        leaving: &Signed,
        log: &VerifiedLog,
        signer: &Signer,
    ) -> Result<Record, Problem> {
        let deal = &leaving.decision().place().ledger_id;
        self.sync_ledger(signer, deal).await?;
        let known = self.deal_ledger(deal)?;
        let own = leaving.decision().id();
        let decided = decisions(&known);
        let of_hash = |entry: &Entry| entry.statement.wording().payload_hash().to_string() == own;
        let ours = decided.iter().find(|one| of_hash(one.entry));
        // What was stated has its place by now, or its host has refused it.
        let Some(ours) = ours else {
            let refused = self.owned(deal, signer).err().unwrap_or_else(|| gone(Missing::Decision));
            return Ok(Record::Refused(refused));
        };
        let first =
            decided.iter().find(|one| one.root == ours.root).map_or(ours.entry.seq, |one| one.entry.seq);
        let Some(answers) = ours.answers() else { return Ok(Record::Stands) };
        let office = self.office()?;
        let office = office.as_ref().and_then(|known| known.office.as_ref());
        let head = u64::from(leaving.expected_head().seq);
        let seen = |one: &Decided<'_>| {
            let events = one.events();
            log.events().iter().map(anp::verify::VerifiedEvent::event).any(|event| {
                let hash = event.stated.hash().to_string();
                event.seq <= head && events.iter().any(|(_, payload)| *payload == hash)
            })
        };
        let rival = decided.iter().find(|one| {
            one.entry.seq < first
                && one.entry.statement.signer() != ours.entry.statement.signer()
                && one.formal()
                && one.answers() == Some(answers)
                && one.session() == ours.session()
                && authorised(one, &known, office)
                && !seen(one)
        });
        Ok(rival.map_or(Record::Stands, |rival| {
            let by = rival.entry.statement.signer().fingerprint();
            let member = office.and_then(|office| office.by_key(by));
            let name = member.map_or_else(|| by.to_string(), |member| member.name.clone());
            let decided = Problem::new(ProblemCode::DecidedAlready).with("who", name);
            Record::Second(decided.with("at", &rival.entry.at))
        }))
    }
}

/// Whether a decision was its author's to make.
fn authorised(one: &Decided<'_>, known: &Known, office: Option<&Office>) -> bool {
    let Some(office) = office else { return false };
    let Ok(at) = Moment::parse(&one.entry.at) else { return false };
    let by = one.entry.statement.signer().fingerprint();
    if let Needs::Role(act) = needs::of_deal(kind::DECISION, &one.said) {
        return office.member_at(by, at).is_some_and(|member| member.may(act, at));
    }
    let owner = deal_owner(known, one.entry.seq);
    owner.is_some_and(|owner| office.decides(known.chain.ledger().as_str(), owner, by, at))
}

/// What colleagues decided for a session, by their own signatures on the deal's ledger,
/// and this desk's own record does not hold.
pub(crate) fn colleagues(
    db: &Connection,
    session: &str,
    own: Option<PublicKey>,
) -> Result<Vec<Left>, Problem> {
    let deal = sessions::get(db, session)?.and_then(|row| row.deal);
    let deal = deal.map_or_else(|| super::effects::assigned_to(db, session), |deal| Ok(Some(deal)))?;
    let (Some(org), Some(deal)) = (org_ledger(db)?, deal.and_then(|deal| LedgerId::parse(&deal))) else {
        return Ok(Vec::new());
    };
    let office = read(db, &org, own, None)?;
    let Some(office) = office.office.as_ref() else { return Ok(Vec::new()) };
    let known = read(db, &deal, own, Some(office))?;
    let mut last: HashMap<String, Decided<'_>> = HashMap::new();
    for one in decisions(&known) {
        if one.session() == Some(session) && authorised(&one, &known, Some(office)) {
            last.insert(one.root.clone(), one);
        }
    }
    let mut left = Vec::new();
    for (root, one) in last {
        if outbox::get(db, &root)?.is_some() {
            continue;
        }
        let signer = Some(one.entry.statement.signer().fingerprint());
        left.extend(one.events().into_iter().map(|(kind, payload_hash)| Left {
            kind,
            payload_hash,
            seq: None,
            signer,
        }));
    }
    for entry in known.of_kind(kind::AGENT_ANSWERED) {
        if let Some((root, one)) = by_agent(entry, session, &known, office)
            && outbox::get(db, &root)?.is_none()
        {
            left.push(one);
        }
    }
    Ok(left)
}

/// What a colleague's desk answered by itself for a session, by the word of whoever decided on the deal then:
/// the decision's name, and the message under the key of the agent at that person's desk.
fn by_agent(entry: &Entry, session: &str, known: &Known, office: &Office) -> Option<(String, Left)> {
    let (said, at) = (Said::from(entry), Moment::parse(&entry.at).ok()?);
    let by = entry.statement.signer().fingerprint();
    let (agent, owner) = (said.fingerprint("agent")?, deal_owner(known, entry.seq)?);
    let theirs = said.text("session") == Some(session)
        && office.decides(known.chain.ledger().as_str(), owner, by, at)
        && office.answers_for(agent, by, at);
    theirs.then_some(())?;
    let left = Left {
        kind: "message".to_owned(),
        payload_hash: said.text("payload_hash")?.to_owned(),
        seq: None,
        signer: Some(agent),
    };
    Some((said.text("decision")?.to_owned(), left))
}

/// The statement that a decision came to nothing.
pub(crate) fn lapsed(decision: &str) -> String {
    format!(r#"{{"decision":"{decision}"}}"#)
}

/// The statement that a decision came to nothing since who decided took it back before it left.
pub(crate) fn taken_back(decision: &str) -> String {
    format!(r#"{{"decision":"{decision}","why":"taken_back"}}"#)
}

/// Says on the deal's ledger that a decision came to nothing. Of one that its host refused there is
/// nothing to say: it stands nowhere.
pub(crate) fn lapse(
    db: &Connection,
    (deal, decision): (&str, &str),
    signer: &Signer,
    at: &str,
) -> Result<(), Problem> {
    let is = |name: &str, payload: &str| {
        name == kind::DECISION && PayloadHash::of_canonical(payload).to_string() == decision
    };
    let stands = ledger::all(db, deal)?.iter().any(|row| is(&row.kind, &row.payload));
    if stands || ledger_pending::of_ledger(db, deal)?.iter().any(|row| is(&row.kind, &row.payload)) {
        state(db, deal, (kind::LAPSED, &lapsed(decision)), signer, at)?;
    }
    Ok(())
}
