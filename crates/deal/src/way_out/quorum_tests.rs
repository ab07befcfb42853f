//! An organisation's demand for a vote, on the way out.
use parley::vote::{
    Ballot, Choice, Demand, Demands, Election, PassedVote, Proposal, Quorum, Seat, Voter, Worth,
};

use super::*;

/// Nobody demands a vote.
pub fn free(screened: &Screened) -> Quorum {
    Demands::default().settle(&screened.to_vote_on(), None).unwrap()
}

/// Decides what no vote is demanded on.
pub fn decide(
    screened: Screened,
    by: Person,
    at: i64,
    place: LedgerPlace,
    seal: &dyn Seal,
) -> Result<Decided, Box<Refused<Screened, DecideError>>> {
    let quorum = free(&screened);
    screened.decide(by, at, place, seal, &quorum)
}

fn person(seed: u8) -> anp::keys::SecretKey {
    anp::keys::SecretKey::from_seed(&[seed; 32])
}

/// Of three people two, from `from` on; nothing else.
fn demands(from: &str) -> Demands {
    let seat = |seed| Seat {
        holder: Voter { name: format!("person {seed}"), key: person(seed).fingerprint() },
        stand_ins: vec![],
    };
    let from = Some(Worth { amount: a(from), currency: counter_terms().currency });
    let seats = vec![seat(1), seat(2), seat(3)];
    Demands::of(vec![Demand { acts: vec![], from, seats, needed: 2, within_ms: 1000, advisors: vec![] }])
        .unwrap()
}

fn passed(demands: &Demands, screened: &Screened) -> PassedVote {
    let matter = screened.to_vote_on();
    let now = anp::time::Moment::from_millis(0);
    let proposal = Proposal {
        id: "p-1".into(),
        subject: matter.subject(),
        evidence: matter.subject(),
        rule: demands.on(&matter).unwrap().rule(now, None).unwrap(),
    };
    let mut election = Election::open(proposal);
    for seed in [1, 3] {
        let key = person(seed);
        let ballot = Ballot::on(election.proposal(), key.fingerprint(), Choice::Approve, "Within budget.");
        let cast = election.cast(ballot.unwrap().sign(&key), Some(&key.public()), now);
        cast.unwrap();
    }
    election.passed().unwrap()
}

#[test]
fn what_reaches_the_value_is_not_decided_before_the_vote_has_passed() {
    // 500 seats at 2080 a year for three years.
    let (demands, below) = (demands("3120000"), demands("3120000.01"));
    let answer = screened(counter(&counter_terms()));
    assert!(demands.settle(&answer.to_vote_on(), None).is_err());
    assert!(below.settle(&answer.to_vote_on(), None).is_ok());
    let vote = passed(&demands, &answer);
    let quorum = demands.settle(&answer.to_vote_on(), Some(vote.clone())).unwrap();
    let decided = answer.decide(olivia(), 1, place(), &seal(), &quorum).unwrap();
    let named = format!("\"v\":1,\"vote\":\"{}\"}}", vote.proposal());
    assert!(decided.decision().statement().ends_with(&named), "{}", decided.decision().statement());
    // The same vote serves no other answer, however alike.
    let other = screened(acceptance(&counter_terms()));
    assert!(demands.settle(&other.to_vote_on(), Some(vote)).is_err());
    let refused = other.decide(olivia(), 1, place(), &seal(), &quorum).unwrap_err();
    assert_eq!(refused.why, DecideError::Quorum);
}

#[test]
fn what_binds_nobody_needs_no_vote() {
    let declined =
        Draft::new(Answer::Decline, vec![exact("decline", "{}")], Some(offered()), head(3)).unwrap();
    for draft in [message("Good morning."), declined] {
        assert!(demands("0").settle(&screened(draft).to_vote_on(), None).is_ok());
    }
}

#[test]
fn a_vote_demanded_since_the_decision_keeps_the_answer_back() {
    let terms = counter_terms();
    let demands = demands("1");
    let now = History::default();
    let clear = |signed: &Signed, quorum: &Quorum| {
        signed.clear(Some(&terms), Some(&mandate()), &now, (&InThisProcess, &scenario()), quorum).map(|_| ())
    };
    let without = signed(counter(&terms));
    let answer = screened(counter(&terms));
    let quorum = demands.settle(&answer.to_vote_on(), Some(passed(&demands, &answer))).unwrap();
    assert_eq!(clear(&without, &quorum), Err(ClearError::Quorum));
    assert_eq!(clear(&without, &free(&answer)), Ok(()));
    let decided = answer.decide(olivia(), 1, place(), &seal(), &quorum).unwrap();
    let with = decided.sign(&seal()).unwrap();
    assert_eq!(clear(&with, &quorum), Ok(()));
    // The vote is part of what was signed: taken off the stored answer, it is none any more.
    let parts = SignedParts { vote: None, ..with.to_parts() };
    assert_eq!(Signed::resume(parts, &checksum, &verify), Err(ResumeError::Statement));
    let resumed = Signed::resume(with.to_parts(), &checksum, &verify).unwrap();
    assert_eq!(clear(&resumed, &quorum), Ok(()));
    assert_eq!(clear(&resumed, &free(&screened(message("x")))), Err(ClearError::Quorum));
}
