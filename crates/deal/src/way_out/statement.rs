//! What a decision says, as the text that is signed and stands on the desk ledger.
//!
//! The statement is one JSON object in canonical form (members in order, no white space, strings escaped
//! as ECMAScript does), so that it can be hashed as it stands:
//!
//! | member | |
//! |---|---|
//! | `answer` | `counter`, `accept`, `decline`, `message`, `close` |
//! | `answers` | `{hash, seq}` of the vendor's event, or null |
//! | `at_unix_ms` | when, in milliseconds since 1970 |
//! | `events` | `[{kind, payload_hash}]`, all events of the answer |
//! | `head` | `{hash, seq, session}`: the head that was seen |
//! | `landed` | how many of the events stood in the log already |
//! | `mandate_version` | or null |
//! | `person` | `{fingerprint, id, name, owns_deal}` |
//! | `rebinds` | hash of the statement that this one binds again to a new head, or null |
//! | `released` | `[{decoded, end, kind, place, start}]`: what the screen held and the person released, by its place in code points of the field's text; left out where nothing was held |
//! | `v` | 1; 2 with `released` |
//! | `vote` | hash of the proposal whose vote passed; absent where none was demanded |

use std::fmt::Write as _;

use super::leaving::{AnswerKind, EventPoint, ExactEvent, Leaving};
use super::seal::{LedgerPlace, Person, Seal, SealError, sign_as};
use crate::ScreenFinding;
use crate::digest::{Hash, hex};

/// The kind under which a decision stands on the desk ledger.
pub const DECISION_KIND: &str = "decision";

/// A person's decision, signed. Only [`crate::Screened::decide`] makes one, and
/// [`crate::Signed::rebind`] binds it again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decision {
    pub(super) person: Person,
    pub(super) at_unix_ms: i64,
    /// Events that had landed when it was made.
    pub(super) landed: usize,
    pub(super) rebinds: Option<Hash>,
    pub(super) statement: String,
    pub(super) statement_hash: Hash,
    pub(super) place: LedgerPlace,
    pub(super) signature: [u8; 64],
}

impl Decision {
    /// Signs what is leaving in the person's name.
    pub(super) fn make(
        leaving: &Leaving,
        person: Person,
        at_unix_ms: i64,
        (landed, rebinds): (usize, Option<Hash>),
        place: LedgerPlace,
        seal: &dyn Seal,
    ) -> Result<Self, SealError> {
        let statement = statement(leaving, &person, at_unix_ms, landed, rebinds.as_ref());
        let statement_hash = seal.sha256(statement.as_bytes());
        let signature = sign_as(&person, seal, &ledger_message(&place, DECISION_KIND, &statement_hash))?;
        Ok(Self { person, at_unix_ms, landed, rebinds, statement, statement_hash, place, signature })
    }

    /// Its name: the statement's hash in hex.
    pub fn id(&self) -> String {
        hex(&self.statement_hash)
    }

    /// Who decided.
    pub fn person(&self) -> &Person {
        &self.person
    }

    /// When, in milliseconds since 1970.
    pub fn at_unix_ms(&self) -> i64 {
        self.at_unix_ms
    }

    /// The canonical text.
    pub fn statement(&self) -> &str {
        &self.statement
    }

    /// Its SHA-256: the payload hash on the desk ledger.
    pub fn statement_hash(&self) -> &Hash {
        &self.statement_hash
    }

    /// The signature over [`ledger_message`] with [`DECISION_KIND`].
    pub fn signature(&self) -> &[u8; 64] {
        &self.signature
    }

    /// Its place on the desk ledger as the author saw it.
    pub fn place(&self) -> &LedgerPlace {
        &self.place
    }

    /// Hash of the statement that it binds again.
    pub fn rebinds(&self) -> Option<&Hash> {
        self.rebinds.as_ref()
    }
}

/// What a person signs on a desk ledger:
/// `COUNTERSIGN/1\n<ledger id>\n<kind>\n<payload hash>\n<own counter>\n<head seen>`.
pub fn ledger_message(place: &LedgerPlace, kind: &str, payload_hash: &Hash) -> String {
    let LedgerPlace { ledger_id, own_counter, head_seen } = place;
    format!("COUNTERSIGN/1\n{ledger_id}\n{kind}\n{}\n{own_counter}\n{}", hex(payload_hash), hex(head_seen))
}

/// What authorship of a session's event is signed over: `ANP/0.1\n<kind>\n<payload hash>`.
pub fn authorship_message(kind: &str, payload_hash: &Hash) -> String {
    format!("ANP/0.1\n{kind}\n{}", hex(payload_hash))
}

pub(super) fn statement(
    leaving: &Leaving,
    person: &Person,
    at_unix_ms: i64,
    landed: usize,
    rebinds: Option<&Hash>,
) -> String {
    let or_null = |text: Option<String>| text.unwrap_or_else(|| "null".to_owned());
    let head = &leaving.head;
    let mut text = format!("{{{}", answer_text(leaving.kind, leaving.answers));
    let _ = write!(text, ",\"at_unix_ms\":{at_unix_ms},\"events\":[{}]", events_text(&leaving.events));
    let _ = write!(
        text,
        ",\"head\":{{\"hash\":\"{}\",\"seq\":{},\"session\":{}}}",
        hex(&head.hash),
        head.seq,
        quoted(&head.session)
    );
    let _ = write!(text, ",\"landed\":{landed}");
    let _ = write!(text, ",\"mandate_version\":{}", or_null(leaving.mandate_version.map(|v| v.to_string())));
    let _ = write!(
        text,
        ",\"person\":{{\"fingerprint\":\"{}\",\"id\":{},\"name\":{},\"owns_deal\":{}}}",
        hex(&person.fingerprint),
        quoted(&person.id),
        quoted(&person.name),
        person.owns_deal
    );
    let _ = write!(text, ",\"rebinds\":{}", or_null(rebinds.map(|hash| format!("\"{}\"", hex(hash)))));
    text.push_str(&released(&leaving.released));
    if let Some(vote) = &leaving.vote {
        let _ = write!(text, ",\"vote\":\"{}\"", hex(vote));
    }
    text.push('}');
    text
}

fn released(released: &[ScreenFinding]) -> String {
    if released.is_empty() {
        return ",\"v\":1".to_owned();
    }
    let all: Vec<String> = released
        .iter()
        .map(|ScreenFinding { place, kind, start, end, decoded }| {
            let (kind, place) = (kind.code(), quoted(place));
            format!(
                "{{\"decoded\":{decoded},\"end\":{end},\"kind\":\"{kind}\",\"place\":{place},\"start\":{start}}}"
            )
        })
        .collect();
    format!(",\"released\":[{}],\"v\":2", all.join(","))
}

/// What a vote is on.
pub(super) fn subject(leaving: &Leaving) -> String {
    vote_subject(leaving.kind, leaving.answers, &leaving.events, &leaving.head.session)
}

/// What a vote is on: the answer, what it answers, its events and the session, in canonical form. Who
/// is shown these can compute it, and hold it against what the proposal names.
pub fn vote_subject(
    kind: AnswerKind,
    answers: Option<EventPoint>,
    events: &[ExactEvent],
    session: &str,
) -> String {
    let (session, answer) = (quoted(session), answer_text(kind, answers));
    format!("{{{answer},\"events\":[{}],\"session\":{session}}}", events_text(events))
}

/// The same for a mail, with the bytes that are handed over.
pub fn with_handed(subject: &str, handed: &Hash) -> String {
    format!("{subject}\n{}", hex(handed))
}

fn answer_text(kind: AnswerKind, answers: Option<EventPoint>) -> String {
    let answers = answers.map_or_else(
        || "null".to_owned(),
        |EventPoint { seq, hash }| format!("{{\"hash\":\"{}\",\"seq\":{seq}}}", hex(&hash)),
    );
    format!("\"answer\":\"{}\",\"answers\":{answers}", kind.name())
}

fn events_text(events: &[ExactEvent]) -> String {
    let events = events.iter().map(|event| {
        format!("{{\"kind\":{},\"payload_hash\":\"{}\"}}", quoted(&event.kind), hex(&event.payload_hash))
    });
    events.collect::<Vec<_>>().join(",")
}

/// A JSON string, escaped as ECMAScript does.
pub(crate) fn quoted(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    for c in text.chars() {
        match c {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\u{8}' => quoted.push_str("\\b"),
            '\u{c}' => quoted.push_str("\\f"),
            '\n' => quoted.push_str("\\n"),
            '\r' => quoted.push_str("\\r"),
            '\t' => quoted.push_str("\\t"),
            c if c < ' ' => {
                let _ = write!(quoted, "\\u{:04x}", u32::from(c));
            }
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}
