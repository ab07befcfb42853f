#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

use std::cell::Cell;

use super::*;
use crate::digest::Hash;
use crate::samples::{a, line, mandate, payload_of, terms};
use crate::screen::{Field, InThisProcess, ReasonKind, Scenario, Screen, ScreenDown, ScreenFinding};
use crate::{History, Terms, acceptance_reason};

/// A seal that is no cryptography: a checksum that differs for every text of these tests.
struct Wax {
    fingerprint: Hash,
    locked: Cell<bool>,
}

fn checksum(bytes: &[u8]) -> Hash {
    let mut hash = [7_u8; 32];
    for (at, byte) in bytes.iter().enumerate() {
        let slot = &mut hash[at % 32];
        *slot = slot.wrapping_mul(31).wrapping_add(*byte).wrapping_add(u8::try_from(at % 251).unwrap());
    }
    hash
}

fn wax_signature(fingerprint: &Hash, message: &[u8]) -> [u8; 64] {
    let inner = checksum(&[fingerprint.as_slice(), message].concat());
    let mut signature = [0; 64];
    signature[..32].copy_from_slice(&inner);
    signature[32..].copy_from_slice(&checksum(&inner));
    signature
}

fn verify(fingerprint: &Hash, message: &[u8], signature: &[u8; 64]) -> bool {
    wax_signature(fingerprint, message) == *signature
}

impl Seal for Wax {
    fn fingerprint(&self) -> Hash {
        self.fingerprint
    }
    fn sha256(&self, bytes: &[u8]) -> Hash {
        checksum(bytes)
    }
    fn sign(&self, message: &[u8]) -> Result<[u8; 64], SealRefusal> {
        if self.locked.get() {
            Err(SealRefusal::Locked)
        } else {
            Ok(wax_signature(&self.fingerprint, message))
        }
    }
}

struct NoScreen;
impl Screen for NoScreen {
    fn screen(&self, _: &[Field], _: &Scenario) -> Result<Vec<ScreenFinding>, ScreenDown> {
        Err(ScreenDown::Unavailable)
    }
}

const OLIVIA: Hash = [1; 32];

fn seal() -> Wax {
    Wax { fingerprint: OLIVIA, locked: Cell::new(false) }
}

fn olivia() -> Person {
    Person { id: "p-1".into(), name: "Olivia \"Liv\" Öst".into(), fingerprint: OLIVIA, owns_deal: true }
}

fn place() -> LedgerPlace {
    LedgerPlace { ledger_id: "deal-7".into(), own_counter: 4, head_seen: [9; 32] }
}

fn head(seq: u32) -> HeadPoint {
    HeadPoint { session: "s-1".into(), seq, hash: [u8::try_from(seq).unwrap(); 32] }
}

fn exact(kind: &str, payload: &str) -> ExactEvent {
    ExactEvent { kind: kind.into(), payload: payload.into(), payload_hash: checksum(payload.as_bytes()) }
}

fn offered() -> EventPoint {
    EventPoint { seq: 3, hash: [3; 32] }
}

fn counter_terms() -> Terms {
    terms(36, vec![line("500", "seat/year", "2080")], Some("1040000"))
}

fn counter(terms: &Terms) -> Draft {
    let events = vec![exact("counter_offer", &payload_of(terms))];
    Draft::new(Answer::Counter(terms.clone()), events, Some(offered()), head(3)).unwrap()
}

fn message(body: &str) -> Draft {
    let events = vec![exact("message", &format!("{{\"body\":{}}}", quoted(body)))];
    Draft::new(Answer::Message, events, None, head(3)).unwrap()
}

fn acceptance_with(reason: &str, ours: Terms, theirs: Terms) -> Result<Draft, DraftError> {
    let close = format!("{{\"reason\":{}}}", quoted(reason));
    let events = vec![exact("counter_offer", &payload_of(&ours)), exact("session_close", &close)];
    Draft::new(Answer::Accept { ours, theirs }, events, Some(offered()), head(3))
}

fn acceptance(theirs: &Terms) -> Draft {
    acceptance_with(&acceptance_reason(&offered().hash), theirs.clone(), theirs.clone()).unwrap()
}

fn guarded(draft: Draft) -> Guarded {
    draft.guard(Some(&mandate()), &History::default())
}

fn screened(draft: Draft) -> Screened {
    guarded(draft).screen(&InThisProcess, &scenario()).unwrap().clear().unwrap()
}

/// The sample mandate's secrets, and the vendor's 500 seats over 36 months.
fn scenario() -> Scenario {
    let mut scenario = Scenario::default();
    scenario.keep(&mandate());
    scenario.tell(&terms(36, vec![line("500", "seat/year", "2800")], Some("1400000")));
    scenario
}

/// A message that the screen holds, for a figure that follows from nothing.
fn held_message() -> Held {
    let passage = guarded(message("We had 777,000 in another case.")).screen(&InThisProcess, &scenario());
    let Ok(Passage::Held(held)) = passage else { panic!("{passage:?}") };
    held
}

fn signed(draft: Draft) -> Signed {
    decide(screened(draft), olivia(), 1_000, place(), &seal()).unwrap().sign(&seal()).unwrap()
}

#[test]
fn a_counter_goes_the_whole_way() {
    let decided = decide(screened(counter(&counter_terms())), olivia(), 1_000, place(), &seal()).unwrap();
    let payload_hash = decided.exact_events()[0].payload_hash;
    let zero = |byte: &str| byte.repeat(32);
    assert_eq!(
        decided.decision().statement(),
        format!(
            "{{\"answer\":\"counter\",\"answers\":{{\"hash\":\"{}\",\"seq\":3}},\"at_unix_ms\":1000,\
             \"events\":[{{\"kind\":\"counter_offer\",\"payload_hash\":\"{}\"}}],\
             \"head\":{{\"hash\":\"{}\",\"seq\":3,\"session\":\"s-1\"}},\"landed\":0,\"mandate_version\":3,\
             \"person\":{{\"fingerprint\":\"{}\",\"id\":\"p-1\",\"name\":\"Olivia \\\"Liv\\\" Öst\",\"owns_deal\":true}},\
             \"rebinds\":null,\"v\":1}}",
            zero("03"),
            crate::digest::hex(&payload_hash),
            zero("03"),
            zero("01"),
        )
    );
    let message = ledger_message(&place(), DECISION_KIND, decided.decision().statement_hash());
    assert!(message.starts_with("COUNTERSIGN/1\ndeal-7\ndecision\n"));
    assert!(message.ends_with(&format!("\n4\n{}", zero("09"))));
    assert!(verify(&OLIVIA, message.as_bytes(), decided.decision().signature()));
    let signed = decided.sign(&seal()).unwrap();
    let [event] = signed.pending().try_into().unwrap();
    assert_eq!(
        authorship_message("counter_offer", &payload_hash),
        format!("ANP/0.1\ncounter_offer\n{}", crate::digest::hex(&payload_hash))
    );
    let authored = authorship_message("counter_offer", &payload_hash);
    assert!(verify(event.signer, authored.as_bytes(), event.signature));
    assert_eq!(signed.expected_head(), head(3));
    let Landing::Sent(sent) = signed.landed(EventPoint { seq: 4, hash: [4; 32] }).unwrap() else {
        panic!("one event was all");
    };
    assert_eq!(sent.landed(), [EventPoint { seq: 4, hash: [4; 32] }]);
}

#[test]
fn a_draft_says_what_its_events_say() {
    let build = |answer, events, answers| Draft::new(answer, events, answers, head(3)).map(|_| ());
    let said = counter_terms();
    let mut other = said.clone();
    other.lines[0].unit_price = a("2000");
    let payload = payload_of(&other);
    let counter = Answer::Counter(said.clone());
    let event = exact("counter_offer", &payload);
    assert_eq!(build(counter.clone(), vec![event.clone()], None), Err(DraftError::TermsDiffer));
    // A counter cannot pass for a message, which takes no owner.
    assert_eq!(build(Answer::Message, vec![event.clone()], None), Err(DraftError::WrongEvents));
    assert_eq!(build(counter.clone(), vec![], None), Err(DraftError::WrongEvents));
    assert_eq!(build(counter, vec![event.clone(), event], None), Err(DraftError::WrongEvents));
    assert_eq!(build(Answer::Message, vec![exact("message", "{ }")], None), Err(DraftError::Unreadable));
    assert_eq!(build(Answer::Decline, vec![exact("decline", "{}")], None), Err(DraftError::AnswersNothing));
    let reason = format!("{{\"reason\":\"{}\"}}", acceptance_reason(&[3; 32]));
    let close = build(Answer::Close, vec![exact("session_close", &reason)], None);
    assert_eq!(close, Err(DraftError::AcceptsByTheWay));
    let reason = acceptance_reason(&offered().hash);
    let differs = acceptance_with(&reason, said.clone(), other).map(|_| ());
    assert_eq!(differs, Err(DraftError::NotTheirTerms));
    let elsewhere = acceptance_with(&acceptance_reason(&[4; 32]), said.clone(), said).map(|_| ());
    assert_eq!(elsewhere, Err(DraftError::WrongReason));
}

#[test]
fn the_guardrail_stops_an_answer_and_both_words_are_heard() {
    let high = terms(36, vec![line("500", "seat/year", "2600")], None);
    let refused = guarded(counter(&high)).screen(&InThisProcess, &scenario()).unwrap_err();
    assert_eq!(refused.why, ScreenRefusal { guard_blocks: true, outcome: Ok(Vec::new()) });
    assert_eq!(refused.state.violations().len(), 1);
}

#[test]
fn only_the_owner_decides_what_is_formal() {
    let peter = Person { owns_deal: false, ..olivia() };
    let refused =
        decide(screened(counter(&counter_terms())), peter.clone(), 1, place(), &seal()).unwrap_err();
    assert_eq!(refused.why, DecideError::NotOwner);
    // The same answer can be decided by who may.
    assert!(decide(refused.state, olivia(), 1, place(), &seal()).is_ok());
    assert!(decide(screened(message("hello")), peter, 1, place(), &seal()).is_ok());
}

#[test]
fn a_decision_takes_the_persons_own_key_and_true_hashes() {
    let why = |draft, person, place, seal: &Wax| {
        decide(screened(draft), person, 1, place, seal).map(|_| ()).unwrap_err().why
    };
    let stranger = Person { fingerprint: [2; 32], ..olivia() };
    assert_eq!(why(message("x"), stranger, place(), &seal()), DecideError::Seal(SealError::OtherKey));
    let locked = Wax { locked: Cell::new(true), ..seal() };
    let refused = why(message("x"), olivia(), place(), &locked);
    assert_eq!(refused, DecideError::Seal(SealError::Refused(SealRefusal::Locked)));
    let forged = LedgerPlace { ledger_id: "deal\n7".into(), ..place() };
    assert_eq!(why(message("x"), olivia(), forged, &seal()), DecideError::LedgerId);
    let mut event = exact("message", "{\"body\":\"x\"}");
    event.payload_hash = [0; 32];
    let draft = Draft::new(Answer::Message, vec![event], None, head(3)).unwrap();
    assert_eq!(why(draft, olivia(), place(), &seal()), DecideError::PayloadHash);
    let decided = decide(screened(message("x")), olivia(), 1, place(), &seal()).unwrap();
    let other = Wax { fingerprint: [2; 32], ..seal() };
    assert_eq!(decided.sign(&other).unwrap_err().why, SealError::OtherKey);
}

#[test]
fn an_acceptance_is_two_events_and_takes_an_offer_that_stands() {
    let mut theirs = counter_terms();
    // The vendor's own words are no leak, whatever they happen to say.
    theirs.notes = Some("our floor is 1,250,000".into());
    let expiry = theirs.expires_at_unix_ms;
    let late = decide(screened(acceptance(&theirs)), olivia(), expiry, place(), &seal()).unwrap_err();
    assert_eq!(late.why, DecideError::Expired);
    let signed = decide(late.state, olivia(), expiry - 1, place(), &seal()).unwrap().sign(&seal()).unwrap();
    assert_eq!(signed.pending().len(), 2);
    let first = EventPoint { seq: 4, hash: [4; 32] };
    let Landing::Underway(signed) = signed.landed(first).unwrap() else {
        panic!("the close is still to come")
    };
    assert_eq!(signed.expected_head(), head(4));
    assert_eq!(signed.pending()[0].exact.kind, "session_close");
    let refused = signed.landed(EventPoint { seq: 6, hash: [6; 32] }).unwrap_err();
    let sent = refused.state.landed(EventPoint { seq: 5, hash: [5; 32] }).unwrap();
    assert!(matches!(sent, Landing::Sent(_)));
}

fn between(seq: u32, kind: BetweenKind) -> Between {
    Between { seq, kind }
}

#[test]
fn a_message_in_between_binds_again_and_anything_else_is_stale() {
    let came = [between(4, BetweenKind::Message), between(5, BetweenKind::Message)];
    let before = signed(counter(&counter_terms()));
    let first = *before.decision().statement_hash();
    let rebound = before.rebind(head(5), &came, 2_000, place(), &seal()).unwrap();
    assert_eq!(rebound.expected_head(), head(5));
    assert_eq!(rebound.decision().rebinds(), Some(&first));
    assert!(rebound.decision().statement().contains("\"at_unix_ms\":2000"));
    assert!(verify(
        &OLIVIA,
        ledger_message(&place(), DECISION_KIND, rebound.decision().statement_hash()).as_bytes(),
        rebound.decision().signature()
    ));
    for kind in [
        BetweenKind::Offer,
        BetweenKind::CounterOffer,
        BetweenKind::Decline,
        BetweenKind::Close,
        BetweenKind::Envelope,
        BetweenKind::Other,
    ] {
        let came = [between(4, BetweenKind::Message), between(5, kind)];
        let stale = signed(counter(&counter_terms())).rebind(head(5), &came, 2_000, place(), &seal());
        assert_eq!(stale, Err(Unbound::Stale { came: vec![between(5, kind)] }));
    }
}

#[test]
fn no_event_in_between_may_be_left_out() {
    let message = |seq| between(seq, BetweenKind::Message);
    for came in [vec![], vec![message(4)], vec![message(5)], vec![message(4), message(5), message(6)]] {
        let unbound = signed(counter(&counter_terms())).rebind(head(5), &came, 2, place(), &seal());
        let Err(Unbound::Refused(refused)) = unbound else { panic!("{came:?}") };
        assert_eq!(refused.why, RebindError::NotAllBetween);
        assert_eq!(refused.state, signed(counter(&counter_terms())));
    }
    let back = signed(counter(&counter_terms())).rebind(head(2), &[message(2)], 2, place(), &seal());
    assert!(matches!(back, Err(Unbound::Refused(_))));
    let elsewhere = HeadPoint { session: "s-2".into(), ..head(4) };
    let unbound = signed(counter(&counter_terms())).rebind(elsewhere, &[message(4)], 2, place(), &seal());
    let Err(Unbound::Refused(refused)) = unbound else { panic!("another session") };
    assert_eq!(refused.why, RebindError::OtherSession);
}

#[test]
fn what_was_signed_is_taken_up_again() {
    let theirs = counter_terms();
    let first = EventPoint { seq: 4, hash: [4; 32] };
    let Landing::Underway(half) = signed(acceptance(&theirs)).landed(first).unwrap() else {
        panic!("two events")
    };
    let came = [between(5, BetweenKind::Message)];
    let rebound = half.rebind(head(5), &came, 3, place(), &seal()).unwrap();
    let resumed = Signed::resume(rebound.to_parts(), &checksum, &verify).unwrap();
    assert_eq!(resumed, rebound);
    assert_eq!(resumed.expected_head(), head(5));
    assert_eq!(resumed.pending().len(), 1);
}

#[test]
fn a_doctored_record_makes_no_signed_answer() {
    type Doctoring = (fn(&mut SignedParts), ResumeError);
    let parts = signed(counter(&counter_terms())).to_parts();
    assert!(Signed::resume(parts.clone(), &checksum, &verify).is_ok());
    let changes: [Doctoring; 15] = [
        (|p| p.decision.statement.push(' '), ResumeError::Statement),
        (
            |p| p.events[0].exact.payload = p.events[0].exact.payload.replace("2080", "2081"),
            ResumeError::PayloadHash,
        ),
        (|p| p.events[0].exact.payload_hash[0] ^= 1, ResumeError::Statement),
        (|p| p.events[0].signature[0] ^= 1, ResumeError::EventSignature),
        (|p| p.events[0].exact.kind = "message".into(), ResumeError::Shape),
        (|p| p.kind = AnswerKind::Message, ResumeError::Shape),
        (|p| p.answers = None, ResumeError::Statement),
        (|p| p.head = head(4), ResumeError::Statement),
        (|p| p.mandate_version = Some(4), ResumeError::Statement),
        (|p| p.person.owns_deal = false, ResumeError::NotOwner),
        (|p| p.person.name = "Mallory".into(), ResumeError::Statement),
        (|p| p.decision.signature[63] ^= 1, ResumeError::DecisionSignature),
        (|p| p.decision.place.ledger_id = "deal-8".into(), ResumeError::DecisionSignature),
        (|p| p.decision.at_unix_ms += 1, ResumeError::Statement),
        (|p| p.landed = vec![EventPoint { seq: 4, hash: [4; 32] }], ResumeError::Shape),
    ];
    for (at, (change, error)) in changes.iter().enumerate() {
        let mut doctored = parts.clone();
        change(&mut doctored);
        assert_eq!(Signed::resume(doctored, &checksum, &verify), Err(*error), "change {at}");
    }
    // Whoever rewrites statement and hash as well lacks the key.
    let mut rewritten = parts;
    rewritten.head = head(4);
    let forged = signed(counter(&counter_terms())).to_parts();
    rewritten.decision.statement = forged.decision.statement.replace(
        &format!("\"head\":{{\"hash\":\"{}\",\"seq\":3", "03".repeat(32)),
        &format!("\"head\":{{\"hash\":\"{}\",\"seq\":4", "04".repeat(32)),
    );
    rewritten.decision.statement_hash = checksum(rewritten.decision.statement.as_bytes());
    assert_eq!(Signed::resume(rewritten, &checksum, &verify), Err(ResumeError::DecisionSignature));
}

#[path = "cleared_tests.rs"]
mod cleared;

#[path = "screened_tests.rs"]
mod screened;

#[path = "quorum_tests.rs"]
mod quorum;
use quorum::{decide, free};
