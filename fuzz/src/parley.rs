//! Messages of typed negotiations, and ballots.

use anp::digest::PayloadHash;
use anp::time::Moment;
use parley::caps::{Caps, Dialect, Retry, Role, Setup};
use parley::envelope::Envelope;
use parley::mandate::Mandate;
use parley::session::{Event, Notice, Phase, Session, reduce};
use parley::terms::SessionId;
use parley::vote::{Election, Proposal, Rule, Seat, SignedBallot, Voter};

/// The session of the corpus.
const SESSION: &str = "s";

/// A moment well before every expiry of the corpus.
const NOW: i64 = 1_700_000_000_000;

/// What reads is written and read again the same. No message of the other side's makes a
/// deal where nothing was offered, and one heard twice changes nothing.
pub fn message(bytes: &[u8]) {
    let Ok(envelope) = Envelope::read(bytes) else { return };
    let again = Envelope::read(envelope.to_json().as_bytes()).expect("what was written is read");
    assert_eq!(again, envelope);
    for role in [Role::Opener, Role::Answerer] {
        let session = Session::begin(Setup {
            session: SessionId::parse(SESSION).expect("an id"),
            role,
            dialect: Dialect::Full,
            caps: Caps {
                max_rounds: 3,
                deadline: Moment::from_millis(i64::MAX),
                mandate: Mandate::default(),
                best_final: None,
            },
            retry: Retry { every_ms: 1000, sends: 3 },
        });
        let event = Event::Heard(envelope.clone().into_substance());
        let now = Moment::from_millis(NOW);
        let first = reduce(&session, &event, now);
        assert!(!matches!(first.session.phase(), Phase::Ended(end) if end.is_deal()), "nothing was agreed");
        let second = reduce(&first.session, &event, now);
        assert!(!second.changed, "heard twice");
        assert!(!first.changed || second.notice == Notice::Known);
    }
}

/// What reads as a ballot is written the same, and counts for nothing without the voter's
/// key.
pub fn ballot(bytes: &[u8]) {
    let Ok(text) = core::str::from_utf8(bytes) else { return };
    let Ok(ballot) = SignedBallot::parse(text) else { return };
    assert_eq!(ballot.to_json(), text);
    let olivia = support::people::olivia();
    let holder = Voter { name: "Olivia".to_owned(), key: olivia.fingerprint() };
    let seats = vec![Seat { holder, stand_ins: Vec::new() }];
    let deadline = Moment::from_millis(NOW + 1);
    let rule = Rule::of(seats, 1, deadline, Vec::new()).expect("a rule");
    let (subject, evidence) = (PayloadHash([1; 32]), PayloadHash([2; 32]));
    let mut election = Election::open(Proposal { id: "p".to_owned(), subject, evidence, rule });
    let _ = election.cast(ballot, Some(&olivia.public()), Moment::from_millis(NOW));
    assert!(election.passed().is_none(), "nobody has her key here");
    assert_eq!(election.kept().len(), 1);
}
