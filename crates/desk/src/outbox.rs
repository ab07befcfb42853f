//! A decided answer on its way: persisted before it leaves, sent at most once to one
//! head, and taken up again after a stop.

use anp::digest::{EventHash, Fingerprint, PayloadHash};
use anp::keys::Signature;
use deal::{
    AnswerKind, Cleared, DecisionParts, EventPoint, ExactEvent, HeadPoint, LedgerPlace, Person, ReasonKind,
    ScreenFinding, Signed, SignedEventParts, SignedParts,
};
use serde::{Deserialize, Serialize};

use crate::state::Signer;
use crate::trouble::defect;
use crate::view::Problem;

/// [`SignedParts`] at rest. Hashes are hex, signatures base64url.
#[derive(Serialize, Deserialize)]
struct Parts {
    kind: String,
    events: Vec<EventRow>,
    answers: Option<PointRow>,
    session: String,
    head: PointRow,
    mandate_version: Option<u32>,
    /// Absent in answers of earlier versions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    released: Vec<ReleasedRow>,
    #[serde(default)]
    vote: Option<String>,
    person: PersonRow,
    decision: DecisionRow,
    landed: Vec<PointRow>,
}

#[derive(Serialize, Deserialize)]
struct EventRow {
    kind: String,
    payload: String,
    payload_hash: String,
    signature: String,
}

#[derive(Serialize, Deserialize)]
struct PointRow {
    seq: u32,
    hash: String,
}

#[derive(Serialize, Deserialize)]
struct ReleasedRow {
    place: String,
    kind: String,
    start: usize,
    end: usize,
    decoded: bool,
}

impl ReleasedRow {
    fn of(finding: &ScreenFinding) -> Self {
        let ScreenFinding { place, kind, start, end, decoded } = finding.clone();
        Self { place, kind: kind.code().to_owned(), start, end, decoded }
    }

    fn finding(self) -> Result<ScreenFinding, Problem> {
        let kind = ReasonKind::from_code(&self.kind).ok_or_else(|| defect("stored release"))?;
        let Self { place, start, end, decoded, .. } = self;
        Ok(ScreenFinding { place, kind, start, end, decoded })
    }
}

#[derive(Serialize, Deserialize)]
struct PersonRow {
    id: String,
    name: String,
    fingerprint: String,
    owns_deal: bool,
}

#[derive(Serialize, Deserialize)]
struct DecisionRow {
    at_unix_ms: i64,
    landed: usize,
    rebinds: Option<String>,
    statement: String,
    statement_hash: String,
    ledger_id: String,
    own_counter: u64,
    head_seen: String,
    signature: String,
}

fn hex(hash: &deal::Hash) -> String {
    EventHash(*hash).to_string()
}

fn unhex(text: &str) -> Result<deal::Hash, Problem> {
    EventHash::parse(text).map(|hash| *hash.bytes()).map_err(|_| defect("stored hash"))
}

fn unsign(text: &str) -> Result<[u8; 64], Problem> {
    Signature::parse(text).map(|signature| signature.0).map_err(|_| defect("stored signature"))
}

impl PointRow {
    fn of(point: EventPoint) -> Self {
        Self { seq: point.seq, hash: hex(&point.hash) }
    }

    fn point(&self) -> Result<EventPoint, Problem> {
        Ok(EventPoint { seq: self.seq, hash: unhex(&self.hash)? })
    }
}

/// The parts of a signed answer as text.
pub(crate) fn text_of(signed: &Signed) -> Result<String, Problem> {
    let parts = signed.to_parts();
    let decision = &parts.decision;
    let row = Parts {
        kind: parts.kind.name().to_owned(),
        events: parts
            .events
            .iter()
            .map(|event| EventRow {
                kind: event.exact.kind.clone(),
                payload: event.exact.payload.clone(),
                payload_hash: hex(&event.exact.payload_hash),
                signature: Signature(event.signature).to_string(),
            })
            .collect(),
        answers: parts.answers.map(PointRow::of),
        session: parts.head.session.clone(),
        head: PointRow { seq: parts.head.seq, hash: hex(&parts.head.hash) },
        mandate_version: parts.mandate_version,
        released: parts.released.iter().map(ReleasedRow::of).collect(),
        vote: parts.vote.as_ref().map(hex),
        person: PersonRow {
            id: parts.person.id.clone(),
            name: parts.person.name.clone(),
            fingerprint: hex(&parts.person.fingerprint),
            owns_deal: parts.person.owns_deal,
        },
        decision: DecisionRow {
            at_unix_ms: decision.at_unix_ms,
            landed: decision.landed,
            rebinds: decision.rebinds.as_ref().map(hex),
            statement: decision.statement.clone(),
            statement_hash: hex(&decision.statement_hash),
            ledger_id: decision.place.ledger_id.clone(),
            own_counter: decision.place.own_counter,
            head_seen: hex(&decision.place.head_seen),
            signature: Signature(decision.signature).to_string(),
        },
        landed: parts.landed.iter().copied().map(PointRow::of).collect(),
    };
    serde_json::to_string(&row).map_err(|_| defect("outbox text"))
}

/// Takes up a stored answer. It must be this person's: the decision's signature is
/// checked against the key at this desk.
pub(crate) fn resume(text: &str, signer: &Signer) -> Result<Signed, Problem> {
    let row: Parts = serde_json::from_str(text).map_err(|_| defect("outbox row"))?;
    let events = row
        .events
        .iter()
        .map(|event| {
            Ok(SignedEventParts {
                exact: ExactEvent {
                    kind: event.kind.clone(),
                    payload: event.payload.clone(),
                    payload_hash: unhex(&event.payload_hash)?,
                },
                signature: unsign(&event.signature)?,
            })
        })
        .collect::<Result<_, Problem>>()?;
    let decision = row.decision;
    let parts = SignedParts {
        kind: AnswerKind::from_name(&row.kind).ok_or_else(|| defect("stored answer kind"))?,
        events,
        answers: row.answers.map(|point| point.point()).transpose()?,
        head: HeadPoint { session: row.session, seq: row.head.seq, hash: unhex(&row.head.hash)? },
        mandate_version: row.mandate_version,
        released: row.released.into_iter().map(ReleasedRow::finding).collect::<Result<_, _>>()?,
        vote: row.vote.as_deref().map(unhex).transpose()?,
        person: Person {
            id: row.person.id,
            name: row.person.name,
            fingerprint: unhex(&row.person.fingerprint)?,
            owns_deal: row.person.owns_deal,
        },
        decision: DecisionParts {
            at_unix_ms: decision.at_unix_ms,
            landed: decision.landed,
            rebinds: decision.rebinds.as_deref().map(unhex).transpose()?,
            statement: decision.statement,
            statement_hash: unhex(&decision.statement_hash)?,
            place: LedgerPlace {
                ledger_id: decision.ledger_id,
                own_counter: decision.own_counter,
                head_seen: unhex(&decision.head_seen)?,
            },
            signature: unsign(&decision.signature)?,
        },
        landed: row.landed.iter().map(PointRow::point).collect::<Result<_, _>>()?,
    };
    let key = signer.key.public();
    let verify = |fingerprint: &deal::Hash, message: &[u8], signature: &[u8; 64]| {
        Fingerprint(*fingerprint) == key.fingerprint() && key.verify(message, &Signature(*signature)).is_ok()
    };
    Signed::resume(parts, &anp::digest::sha256, &verify).map_err(|error| {
        tracing::error!(%error, "a stored answer is not what was decided");
        defect("stored answer")
    })
}

/// Kind and payload hash of each event of a stored answer.
pub(crate) fn payloads_of(text: &str) -> Result<Vec<(String, String)>, Problem> {
    let row: Parts = serde_json::from_str(text).map_err(|_| defect("outbox row"))?;
    Ok(row.events.into_iter().map(|event| (event.kind, event.payload_hash)).collect())
}

/// The request that appends what is pending of an answer, and only to the head that it
/// was bound to. It takes an answer that the guardrail has just let through.
pub(crate) fn request(cleared: Cleared<'_>) -> String {
    let signed = cleared.signed();
    let head = signed.expected_head();
    let events: Vec<String> = signed
        .pending()
        .iter()
        .map(|event| {
            format!(
                r#"{{"kind":"{}","payload":{},"signature":"{}"}}"#,
                event.exact.kind,
                event.exact.payload,
                Signature(*event.signature)
            )
        })
        .collect();
    format!(
        r#"{{"decision":"{}","events":[{}],"expect":{{"seq":{},"head":"{}"}}}}"#,
        name_at_host(signed.decision().statement_hash()),
        events.join(","),
        head.seq,
        PayloadHash(head.hash)
    )
}

/// Hosts know a decision by a UUID: the one that the statement's hash gives (version 8).
fn name_at_host(statement: &deal::Hash) -> uuid::Uuid {
    let mut first = [0; 16];
    first.iter_mut().zip(statement).for_each(|(to, from)| *to = *from);
    uuid::Builder::from_custom_bytes(first).into_uuid()
}

/// Name of the person who decided a stored answer.
pub(crate) fn decided_by(text: &str) -> Option<String> {
    let row: Parts = serde_json::from_str(text).ok()?;
    Some(row.person.name)
}
