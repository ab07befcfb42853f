//! Votes, case by case.

use anp::digest::PayloadHash;
use anp::keys::SecretKey;
use anp::time::Moment;
use parley::vote::{
    Advice, BadRule, Ballot, BallotFault, Choice, Denial, Election, NotCounted, Outcome, Proposal, Rule,
    Seat, SignedBallot, Voter,
};
use support::people::{lena, mallory, olivia, pat, platform};

fn at(seconds: i64) -> Moment {
    Moment::from_millis(1_800_000_000_000 + seconds * 1000)
}

fn voter(name: &str, key: &SecretKey) -> Voter {
    Voter { name: name.to_owned(), key: key.fingerprint() }
}

fn seat(name: &str, key: &SecretKey, stand_ins: Vec<Voter>) -> Seat {
    Seat { holder: voter(name, key), stand_ins }
}

/// Two of Olivia, Pat and Lena, until second 600; the platform's keeper stands in for Lena.
fn rule() -> Rule {
    let seats = vec![
        seat("Olivia", &olivia(), vec![]),
        seat("Pat", &pat(), vec![]),
        seat("Lena", &lena(), vec![voter("Kim", &platform())]),
    ];
    let advisors = ["r-1", "r-2", "r-3", "r-4", "r-5"].map(str::to_owned).to_vec();
    Rule::of(seats, 2, at(600), advisors).unwrap()
}

fn proposal() -> Proposal {
    Proposal {
        id: "prop_9f2c".to_owned(),
        subject: PayloadHash([1; 32]),
        evidence: PayloadHash([2; 32]),
        rule: rule(),
    }
}

fn ballot(key: &SecretKey, choice: Choice) -> SignedBallot {
    Ballot::on(&proposal(), key.fingerprint(), choice, "No rollback plan.").unwrap().sign(key)
}

fn cast(election: &mut Election, key: &SecretKey, choice: Choice, seconds: i64) -> Result<usize, NotCounted> {
    election.cast(ballot(key, choice), Some(&key.public()), at(seconds))
}

#[test]
fn two_of_three_pass_and_the_proof_names_what_passed() {
    let mut election = Election::open(proposal());
    assert_eq!(cast(&mut election, &olivia(), Choice::Approve, 1), Ok(0));
    assert_eq!(election.passed(), None);
    assert_eq!(cast(&mut election, &lena(), Choice::Approve, 599), Ok(2));
    assert_eq!(election.outcome(), Some(Outcome::Approved { at: at(599) }));
    let passed = election.passed().unwrap();
    assert_eq!(passed.subject(), PayloadHash([1; 32]));
    assert_eq!(passed.proposal(), proposal().hash());
    assert_eq!(passed.yes(), [olivia().fingerprint(), lena().fingerprint()]);
    assert_eq!(passed.at(), at(599));
    // What comes later is kept and changes nothing.
    assert_eq!(cast(&mut election, &pat(), Choice::Reject, 600), Err(NotCounted::Late));
    assert_eq!(election.kept().len(), 3);
    assert_eq!(election.passed(), Some(passed));
}

#[test]
fn silence_denies_at_the_deadline_to_the_millisecond() {
    let mut election = Election::open(proposal());
    cast(&mut election, &olivia(), Choice::Approve, 1).unwrap();
    election.lapse(Moment::from_millis(at(600).millis() - 1));
    assert_eq!(election.outcome(), None);
    assert_eq!(cast(&mut election, &pat(), Choice::Approve, 600), Err(NotCounted::Late));
    assert_eq!(election.outcome(), Some(Outcome::Denied { at: at(600), why: Denial::Deadline }));
    assert_eq!(election.passed(), None);
    assert_eq!(election.kept()[1].ballot.ballot().reason, "No rollback plan.");
}

#[test]
fn it_is_denied_as_soon_as_nobody_can_turn_it() {
    let mut election = Election::open(proposal());
    cast(&mut election, &olivia(), Choice::Reject, 1).unwrap();
    assert_eq!(election.outcome(), None);
    cast(&mut election, &pat(), Choice::Abstain, 2).unwrap();
    assert_eq!(election.outcome(), Some(Outcome::Denied { at: at(2), why: Denial::OutOfReach }));
    assert_eq!(cast(&mut election, &lena(), Choice::Approve, 3), Err(NotCounted::Decided));
}

#[test]
fn the_first_ballot_counts_and_no_seat_twice() {
    let mut election = Election::open(proposal());
    cast(&mut election, &olivia(), Choice::Reject, 1).unwrap();
    assert_eq!(cast(&mut election, &olivia(), Choice::Approve, 2), Err(NotCounted::AlreadyVoted));
    assert_eq!(cast(&mut election, &platform(), Choice::Approve, 3), Ok(2), "Kim in Lena's place");
    assert_eq!(cast(&mut election, &lena(), Choice::Reject, 4), Err(NotCounted::SeatTaken));
    assert_eq!(election.outcome(), None);
    cast(&mut election, &pat(), Choice::Approve, 5).unwrap();
    assert!(election.passed().is_some());
}

#[test]
fn outsiders_forgeries_and_other_proposals_are_kept_and_not_counted() {
    let mut election = Election::open(proposal());
    assert_eq!(cast(&mut election, &mallory(), Choice::Approve, 1), Err(NotCounted::Outside));
    let forged = Ballot::on(&proposal(), pat().fingerprint(), Choice::Approve, "x").unwrap().sign(&mallory());
    assert_eq!(election.cast(forged, Some(&pat().public()), at(2)), Err(NotCounted::NotSigned));
    let unknown = ballot(&lena(), Choice::Approve);
    assert_eq!(election.cast(unknown, None, at(2)), Err(NotCounted::NotSigned));
    // The same id under a weaker rule is another proposal.
    let mut weaker = proposal();
    weaker.rule = Rule::of(rule().seats().to_vec(), 1, at(600), vec![]).unwrap();
    let other = Ballot::on(&weaker, pat().fingerprint(), Choice::Approve, "x").unwrap().sign(&pat());
    assert_eq!(election.cast(other, Some(&pat().public()), at(3)), Err(NotCounted::OtherProposal));
    assert_eq!((election.kept().len(), election.outcome()), (4, None));
    // None of that has used up anybody's vote.
    assert_eq!(cast(&mut election, &pat(), Choice::Approve, 4), Ok(1));
}

#[test]
fn nobody_sees_how_others_voted_before_voting() {
    let mut election = Election::open(proposal());
    cast(&mut election, &olivia(), Choice::Approve, 1).unwrap();
    let forged =
        Ballot::on(&proposal(), pat().fingerprint(), Choice::Reject, "bait").unwrap().sign(&mallory());
    let _ = election.cast(forged, Some(&pat().public()), at(2));
    let advice = Advice {
        agent: "r-1".to_owned(),
        choice: Choice::Approve,
        reason: "cheap".to_owned(),
        source: PayloadHash([7; 32]),
    };
    assert!(election.advise(advice, at(2)));
    let before = election.seen_by(&pat().fingerprint());
    assert!(before.ballots.is_empty() && before.opinions.is_empty());
    // Who has voted is no secret.
    let voted: Vec<bool> = before.seats.iter().map(|(_, voter)| voter.is_some()).collect();
    assert_eq!(voted, [true, false, false]);
    // A ballot that does not count opens nothing.
    let mut peek = election.clone();
    let elsewhere =
        Ballot::on(&proposal(), mallory().fingerprint(), Choice::Approve, "x").unwrap().sign(&mallory());
    let _ = peek.cast(elsewhere, Some(&mallory().public()), at(3));
    assert!(peek.seen_by(&mallory().fingerprint()).opinions.is_empty());
    assert_eq!(peek.seen_by(&mallory().fingerprint()).ballots.len(), 1, "her own");
    cast(&mut election, &pat(), Choice::Abstain, 4).unwrap();
    assert_eq!(election.seen_by(&pat().fingerprint()).ballots.len(), 3);
    assert!(election.seen_by(&lena().fingerprint()).ballots.is_empty());
    election.lapse(at(600));
    assert_eq!(election.seen_by(&lena().fingerprint()).ballots.len(), 3);
}

#[test]
fn agents_advise_and_five_that_read_one_summary_are_one_opinion() {
    let mut election = Election::open(proposal());
    for agent in ["r-1", "r-2", "r-3", "r-4"] {
        let advice = Advice {
            agent: agent.to_owned(),
            choice: Choice::Approve,
            reason: "as the summary says".to_owned(),
            source: PayloadHash([7; 32]),
        };
        assert!(election.advise(advice.clone(), at(1)));
        assert!(!election.advise(advice, at(2)), "once each");
    }
    let other = |agent: &str| Advice {
        agent: agent.to_owned(),
        choice: Choice::Reject,
        reason: "read the contract".to_owned(),
        source: PayloadHash([8; 32]),
    };
    assert!(election.advise(other("r-5"), at(3)));
    assert!(!election.advise(other("stranger"), at(3)));
    assert_eq!(election.outcome(), None, "no agent's word counts");
    cast(&mut election, &olivia(), Choice::Approve, 4).unwrap();
    let seen = election.seen_by(&olivia().fingerprint());
    assert_eq!(seen.opinions.len(), 2);
    assert_eq!((seen.opinions[0].advice.len(), seen.opinions[0].choice()), (4, Some(Choice::Approve)));
    assert_eq!(seen.opinions[1].source, PayloadHash([8; 32]));
}

#[test]
fn rules_that_could_count_one_person_twice_are_none() {
    let seats = |seats| Rule::of(seats, 1, at(1), vec![]).map(|_| ());
    assert_eq!(seats(vec![]), Err(BadRule::Size));
    assert_eq!(seats(vec![seat("A", &pat(), vec![]), seat("B", &pat(), vec![])]), Err(BadRule::Twice));
    assert_eq!(seats(vec![seat("A", &pat(), vec![voter("A", &pat())])]), Err(BadRule::Twice));
    assert_eq!(seats(vec![seat(" ", &pat(), vec![])]), Err(BadRule::Name));
    for needed in [0, 2] {
        let one = vec![seat("A", &pat(), vec![])];
        assert_eq!(Rule::of(one, needed, at(1), vec![]).map(|_| ()), Err(BadRule::Needed));
    }
}

#[test]
fn one_who_stands_in_for_another_votes_once() {
    // Pat holds a seat and stands in for Olivia.
    let seats = vec![seat("Olivia", &olivia(), vec![voter("Pat", &pat())]), seat("Pat", &pat(), vec![])];
    let rule = Rule::of(seats, 2, at(600), vec![]).unwrap();
    let proposal = Proposal { rule, ..proposal() };
    let vote =
        |key: &SecretKey| Ballot::on(&proposal, key.fingerprint(), Choice::Approve, "y").unwrap().sign(key);
    let mut election = Election::open(proposal.clone());
    assert_eq!(election.cast(vote(&pat()), Some(&pat().public()), at(1)), Ok(1), "the own seat first");
    assert_eq!(election.cast(vote(&pat()), Some(&pat().public()), at(2)), Err(NotCounted::AlreadyVoted));
    assert_eq!(election.passed(), None);
    assert_eq!(election.cast(vote(&olivia()), Some(&olivia().public()), at(3)), Ok(0));
    assert!(election.passed().is_some());
}

#[test]
fn texts_read_in_one_way() {
    let signed = ballot(&pat(), Choice::Reject);
    let text = signed.to_json();
    assert_eq!(SignedBallot::parse(&text), Ok(signed));
    assert_eq!(SignedBallot::parse(&text.replace('{', "{ ")), Err(BallotFault::Malformed));
    assert_eq!(SignedBallot::parse(&text.replace("reject", "maybe")), Err(BallotFault::Malformed));
    assert_eq!(SignedBallot::parse(&text.replace("No rollback plan.", " ")), Err(BallotFault::Reason));
    assert_eq!(SignedBallot::parse("{}"), Err(BallotFault::Malformed));
    assert_eq!(Ballot::on(&proposal(), pat().fingerprint(), Choice::Approve, "  "), Err(BallotFault::Reason));
    assert_eq!(Rule::parse(&rule().to_json()), Some(rule()));
    assert_eq!(Rule::parse(&rule().to_json().replace(r#""needed":2"#, r#""needed":9"#)), None);
    assert_ne!(proposal().hash(), Proposal { evidence: PayloadHash([3; 32]), ..proposal() }.hash());
    assert_ne!(proposal().hash(), Proposal { subject: PayloadHash([3; 32]), ..proposal() }.hash());
}
