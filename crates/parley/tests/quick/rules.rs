//! The edges of what is read and kept: sizes, names, choices.

use anp::digest::PayloadHash;
use anp::keys::SecretKey;
use anp::time::Moment;
use parley::terms::{MAX_ROUND, MAX_SESSION_ID, Round, SessionId};
use parley::vote::{
    Advice, BadRule, Ballot, BallotFault, Choice, Election, MAX_REASON, NotCounted, Proposal, Rule, Seat,
    SignedBallot, Voter,
};
use support::people::{lena, mallory, olivia, pat};

fn at(seconds: i64) -> Moment {
    Moment::from_millis(1_800_000_000_000 + seconds * 1000)
}

fn key(number: u8) -> SecretKey {
    SecretKey::from_seed(&[number; 32])
}

fn voter(name: &str, key: &SecretKey) -> Voter {
    Voter { name: name.to_owned(), key: key.fingerprint() }
}

fn seat(name: &str, key: &SecretKey) -> Seat {
    Seat { holder: voter(name, key), stand_ins: vec![] }
}

fn seats(count: u8) -> Vec<Seat> {
    (1..=count).map(|number| seat("Somebody", &key(number))).collect()
}

fn rule_of(seats: Vec<Seat>, advisors: &[String]) -> Result<(), BadRule> {
    Rule::of(seats, 1, at(600), advisors.to_vec()).map(|_| ())
}

fn names(count: usize) -> Vec<String> {
    (0..count).map(|number| format!("reader {number}")).collect()
}

/// Olivia or Pat, until second 600; two agents may advise.
fn proposal() -> Proposal {
    let rule = Rule::of(vec![seat("Olivia", &olivia()), seat("Pat", &pat())], 1, at(600), names(2));
    let rule = rule.unwrap();
    Proposal { id: "p".to_owned(), subject: PayloadHash([1; 32]), evidence: PayloadHash([2; 32]), rule }
}

fn ballot(reason: &str) -> Result<Ballot, BallotFault> {
    Ballot::on(&proposal(), olivia().fingerprint(), Choice::Approve, reason)
}

#[test]
fn a_rule_has_room_for_so_many_and_no_more() {
    assert_eq!(rule_of(seats(64), &[]), Ok(()));
    assert_eq!(rule_of(seats(65), &[]), Err(BadRule::Size));
    assert_eq!(rule_of(seats(1), &names(64)), Ok(()));
    assert_eq!(rule_of(seats(1), &names(65)), Err(BadRule::Size));
    let stand_ins = |count: u8| {
        let mut seats = seats(1);
        seats[0].stand_ins = (101..101 + count).map(|number| voter("Kim", &key(number))).collect();
        seats
    };
    assert_eq!(rule_of(stand_ins(16), &[]), Ok(()));
    assert_eq!(rule_of(stand_ins(17), &[]), Err(BadRule::Size));
    // As many yes as there are seats may be asked for.
    assert!(Rule::of(seats(3), 3, at(1), vec![]).is_ok());
    assert_eq!(Rule::of(seats(3), 4, at(1), vec![]), Err(BadRule::Needed));
}

#[test]
fn a_rule_takes_nobody_twice_and_no_empty_name() {
    let twice = ["reader".to_owned(), "reader".to_owned()];
    assert_eq!(rule_of(seats(1), &twice), Err(BadRule::Twice));
    let mut stands_in_twice = seats(1);
    stands_in_twice[0].stand_ins = vec![voter("Kim", &key(9)), voter("Kim", &key(9))];
    assert_eq!(rule_of(stands_in_twice, &[]), Err(BadRule::Twice));
    // Somebody may stand in for several.
    let mut shared = seats(2);
    for seat in &mut shared {
        seat.stand_ins = vec![voter("Kim", &key(9))];
    }
    assert_eq!(rule_of(shared, &[]), Ok(()));
    let named = |name: &str| rule_of(vec![seat(name, &key(1))], &[]);
    assert_eq!(named(&"ä".repeat(200)), Ok(()));
    assert_eq!(named(&"ä".repeat(201)), Err(BadRule::Name));
    assert_eq!(named(""), Err(BadRule::Name));
    assert_eq!(rule_of(seats(1), &["\t".to_owned()]), Err(BadRule::Name));
    let mut nameless = seats(1);
    nameless[0].stand_ins = vec![voter("", &key(9))];
    assert_eq!(rule_of(nameless, &[]), Err(BadRule::Name));
}

#[test]
fn a_rule_is_another_where_anything_in_it_is() {
    let of = |needed, deadline, advisors: &[String]| {
        Rule::of(seats(3), needed, at(deadline), advisors.to_vec()).unwrap()
    };
    let rule = of(2, 600, &names(1));
    assert_eq!((rule.needed(), rule.deadline(), rule.advisors()), (2, at(600), &names(1)[..]));
    assert_eq!(rule.seats(), seats(3));
    for other in [of(1, 600, &names(1)), of(2, 601, &names(1)), of(2, 600, &names(2))] {
        assert_ne!(rule.hash(), other.hash());
    }
    assert_eq!(rule.hash(), of(2, 600, &names(1)).hash());
    let mut stand_in = seats(3);
    stand_in[0].stand_ins = vec![voter("Kim", &key(9))];
    let stand_in = Rule::of(stand_in, 2, at(600), vec![]).unwrap();
    assert_eq!(Rule::parse(&stand_in.to_json()), Some(stand_in.clone()));
    let kim = stand_in.to_json().replace("Kim", "Tom");
    assert_ne!(Rule::parse(&kim).unwrap().hash(), stand_in.hash());
    assert_eq!(Rule::parse(&stand_in.to_json().replace("{\"advisors", "{ \"advisors")), None);
}

#[test]
fn a_reason_and_a_ballot_end_where_their_limits_stand() {
    assert_eq!(MAX_REASON, 2000);
    assert_eq!(ballot(&"ä".repeat(2000)).map(|ballot| ballot.reason.chars().count()), Ok(2000));
    assert_eq!(ballot(&"ä".repeat(2001)), Err(BallotFault::Reason));
    assert_eq!(ballot("  so be it \n").map(|ballot| ballot.reason), Ok("so be it".to_owned()));
    let with_reason = |reason: String| {
        let ballot = Ballot { reason, ..ballot("x").unwrap() };
        SignedBallot::parse(&ballot.sign(&olivia()).to_json()).map(|_| ())
    };
    assert_eq!(with_reason("𝄞".repeat(2000)), Ok(()), "characters, not bytes");
    assert_eq!(with_reason("x".repeat(2001)), Err(BallotFault::Reason));
    assert_eq!(with_reason("  ".to_owned()), Err(BallotFault::Reason));
    let of_length = |bytes: usize| {
        let with_id =
            |id: String| Ballot { proposal_id: id, ..ballot("x").unwrap() }.sign(&olivia()).to_json();
        let bare = with_id(String::new()).len();
        let text = with_id("p".repeat(bytes - bare));
        assert_eq!(text.len(), bytes);
        SignedBallot::parse(&text).map(|_| ())
    };
    assert_eq!(of_length(32 * 1024), Ok(()));
    assert_eq!(of_length(32 * 1024 + 1), Err(BallotFault::Malformed));
    assert_eq!(of_length(40 * 1024), Err(BallotFault::Malformed));
}

#[test]
fn a_signature_is_over_everything_that_the_ballot_says() {
    let signed = ballot("Too dear.").unwrap().sign(&olivia());
    let text = signed.to_json();
    let other = |from: &str, to: &str| SignedBallot::parse(&text.replacen(from, to, 1)).unwrap();
    assert!(signed.holds(&olivia().public()));
    let (own, others) = (olivia().fingerprint().to_string(), pat().fingerprint().to_string());
    let proposal = proposal().hash().to_string();
    for (from, to) in [
        ("\"approve\"", "\"reject\""),
        ("Too dear.", "Too cheap."),
        ("\"proposal_id\":\"p\"", "\"proposal_id\":\"q\""),
        (&proposal, &"0".repeat(64)),
    ] {
        assert!(!other(from, to).holds(&olivia().public()), "{to}");
    }
    assert!(!other(&own, &others).holds(&pat().public()));
    let canonical = text.replacen(&format!(",\"signature\":\"{}\"", signature(&text)), "", 1);
    let payload = PayloadHash::of_canonical(&canonical);
    assert_eq!(signed.ballot().statement(), format!("COUNTERSIGN/1\nballot\n{payload}"));
}

fn signature(ballot: &str) -> &str {
    ballot.split("\"signature\":\"").nth(1).unwrap().split('"').next().unwrap()
}

#[test]
fn every_choice_has_its_name() {
    for (choice, name) in
        [(Choice::Approve, "approve"), (Choice::Reject, "reject"), (Choice::Abstain, "abstain")]
    {
        assert_eq!((choice.name(), Choice::parse(name)), (name, Some(choice)));
    }
    assert_eq!(Choice::parse("veto"), None);
}

#[test]
fn a_ballot_counts_for_the_id_and_the_proposal_that_it_names() {
    let mut election = Election::open(proposal());
    assert_eq!(election.proposal(), &proposal());
    let renamed = Ballot { proposal_id: "q".to_owned(), ..ballot("x").unwrap() };
    let cast = election.cast(renamed.sign(&olivia()), Some(&olivia().public()), at(1));
    assert_eq!(cast, Err(NotCounted::OtherProposal));
    // Olivia's name under Mallory's signature, and Mallory's name handed in as Olivia's.
    let forged = ballot("x").unwrap().sign(&mallory());
    assert!(!forged.holds(&olivia().public()) && !forged.holds(&mallory().public()));
    let own = ballot("x").unwrap().sign(&olivia());
    assert!(own.holds(&olivia().public()) && !own.holds(&mallory().public()));
    assert_eq!(election.cast(own, Some(&olivia().public()), at(2)), Ok(0));
}

fn advice(agent: &str, choice: Choice, source: u8) -> Advice {
    Advice { agent: agent.to_owned(), choice, reason: "read".to_owned(), source: PayloadHash([source; 32]) }
}

#[test]
fn agents_that_read_one_thing_and_differ_have_no_choice_in_common() {
    let mut election = Election::open(proposal());
    assert!(election.advise(advice("reader 0", Choice::Approve, 7), at(1)));
    assert!(election.advise(advice("reader 1", Choice::Reject, 7), at(1)));
    election.cast(ballot("x").unwrap().sign(&olivia()), Some(&olivia().public()), at(2)).unwrap();
    let seen = election.seen_by(&lena().fingerprint());
    assert_eq!(seen.opinions.len(), 1, "what is decided is open to all");
    assert_eq!(seen.opinions[0].choice(), None);
}

#[test]
fn advice_after_the_outcome_is_none() {
    let mut late = Election::open(proposal());
    assert!(!late.advise(advice("reader 0", Choice::Approve, 7), at(600)), "the deadline has passed");
    let mut decided = Election::open(proposal());
    decided.cast(ballot("x").unwrap().sign(&olivia()), Some(&olivia().public()), at(2)).unwrap();
    assert!(!decided.advise(advice("reader 0", Choice::Approve, 7), at(3)));
    assert!(decided.seen_by(&pat().fingerprint()).opinions.is_empty());
}

#[test]
fn ids_and_rounds_end_where_their_limits_stand() {
    assert_eq!((MAX_SESSION_ID, MAX_ROUND), (128, 10_000));
    assert!(SessionId::parse(&"s".repeat(128)).is_some());
    for no_id in ["", "a b", "ä", "a\n", &"s".repeat(129)] {
        assert_eq!(SessionId::parse(no_id), None, "{no_id:?}");
    }
    let id = SessionId::parse("neg_1").unwrap();
    assert_eq!((id.as_str(), id.to_string()), ("neg_1", "neg_1".to_owned()));
    assert_eq!((Round(3).next(), Round(u32::MAX).next()), (Round(4), Round(u32::MAX)));
    assert_eq!(Round(7).to_string(), "7");
    for (round, read) in [(1, true), (10_000, true), (10_001, false)] {
        let text = format!(r#"{{"type":"accept","session_id":"s","round":{round}}}"#);
        assert_eq!(parley::envelope::Envelope::read(text.as_bytes()).is_ok(), read, "{round}");
    }
}
