//! What an organisation demands a vote on, and what settles it.

use anp::keys::SecretKey;
use anp::time::Moment;
use money::{Amount, Currency};
use parley::mandate::Act;
use parley::vote::{
    BadDemand, BadRule, Ballot, Choice, Demand, Demands, Election, Lacking, MAX_DEMANDS, MAX_WITHIN_MS,
    PassedVote, Proposal, Rule, Seat, VoteMatter, Voter, Worth,
};
use support::people::{lena, olivia, pat, platform};

fn at(seconds: i64) -> Moment {
    Moment::from_millis(1_800_000_000_000 + seconds * 1000)
}

fn voter(name: &str, key: &SecretKey) -> Voter {
    Voter { name: name.to_owned(), key: key.fingerprint() }
}

fn seat(name: &str, key: &SecretKey) -> Seat {
    Seat { holder: voter(name, key), stand_ins: vec![] }
}

fn euro(amount: &str) -> Worth {
    Worth { amount: Amount::parse(amount).unwrap(), currency: Currency::parse("EUR").unwrap() }
}

/// Two of Olivia, Pat and Lena, for whom Kim stands in, within ten minutes, for acceptances
/// from 100,000 euros on.
fn demand() -> Demand {
    let mut seats = vec![seat("Olivia", &olivia()), seat("Pat", &pat()), seat("Lena", &lena())];
    seats[2].stand_ins.push(voter("Kim", &platform()));
    Demand {
        acts: vec![Act::Accept],
        from: Some(euro("100000")),
        seats,
        needed: 2,
        within_ms: 600_000,
        advisors: vec!["reader".to_owned()],
    }
}

fn matter(act: Act, worth: Option<Worth>) -> VoteMatter {
    VoteMatter::of(Some(act), worth, "{\"offer\":3}")
}

fn acceptance() -> VoteMatter {
    matter(Act::Accept, Some(euro("250000")))
}

fn passed(rule: Rule, matter: &VoteMatter) -> PassedVote {
    let proposal = Proposal { id: "p".into(), subject: matter.subject(), evidence: matter.subject(), rule };
    let mut election = Election::open(proposal);
    for key in [olivia(), lena()] {
        let ballot = Ballot::on(election.proposal(), key.fingerprint(), Choice::Approve, "Good terms.");
        // Where one yes is enough the second comes too late to count.
        let _ = election.cast(ballot.unwrap().sign(&key), Some(&key.public()), at(1));
    }
    election.passed().unwrap()
}

#[test]
fn a_demand_is_made_of_the_acts_and_values_that_it_names() {
    let demand = demand();
    assert!(demand.applies(&acceptance()));
    assert!(demand.applies(&matter(Act::Accept, Some(euro("100000")))));
    assert!(!demand.applies(&matter(Act::Accept, Some(euro("99999.99")))));
    assert!(!demand.applies(&matter(Act::Offer, Some(euro("250000")))));
    assert!(!demand.applies(&VoteMatter::of(None, Some(euro("250000")), "{}")));
    // What cannot be told, or compared, is taken for what reaches.
    assert!(demand.applies(&matter(Act::Accept, None)));
    let dollars = Worth { currency: Currency::parse("USD").unwrap(), ..euro("1") };
    assert!(demand.applies(&matter(Act::Accept, Some(dollars))));
    let any = Demand { acts: vec![], from: None, ..demand };
    assert!(any.applies(&matter(Act::Offer, Some(euro("1")))));
    let harmless = VoteMatter::of(None, None, "{}");
    assert!(!any.applies(&harmless));
    assert_eq!((harmless.binds(), acceptance().binds()), (false, true));
}

#[test]
fn only_the_vote_demanded_settles_and_for_that_act_alone() {
    let demands = Demands::of(vec![demand()]).unwrap();
    let lacking = demands.settle(&acceptance(), None).unwrap_err();
    assert_eq!(lacking, Lacking::Vote(Box::new(demand())));
    assert_eq!(lacking.demand().needed, 2);
    let rule = demand().rule(at(0), None).unwrap();
    let vote = passed(rule, &acceptance());
    let quorum = demands.settle(&acceptance(), Some(vote.clone())).unwrap();
    assert_eq!(quorum.vote(), Some(&vote));
    assert_eq!(quorum.proposal(), Some(vote.proposal()));
    assert!(quorum.covers(&acceptance()));
    // Other bytes, another act, another worth: another matter.
    let others = [
        VoteMatter::of(Some(Act::Accept), Some(euro("250000")), "{\"offer\":4}"),
        VoteMatter::of(Some(Act::Offer), Some(euro("250000")), "{\"offer\":3}"),
        matter(Act::Accept, Some(euro("250001"))),
    ];
    assert!(others.iter().all(|other| !quorum.covers(other)));
    let another = demands.settle(&others[0], Some(vote)).unwrap_err();
    assert_eq!(another, Lacking::AnotherVote(Box::new(demand())));
    assert_eq!(another.demand(), &demand());
    // Below the value nobody is asked, and no vote is named.
    let small = matter(Act::Accept, Some(euro("5")));
    assert_eq!(demands.settle(&small, None).unwrap().proposal(), None);
}

#[test]
fn a_vote_by_other_people_or_with_fewer_yes_does_not_settle() {
    let demands = Demands::of(vec![demand()]).unwrap();
    let fewer = Demand { needed: 1, ..demand() };
    let others = Demand { seats: vec![seat("Olivia", &olivia()), seat("Lena", &lena())], ..demand() };
    for easier in [fewer, others] {
        let vote = passed(easier.rule(at(0), None).unwrap(), &acceptance());
        let refused = demands.settle(&acceptance(), Some(vote)).unwrap_err();
        assert_eq!(refused, Lacking::AnotherVote(Box::new(demand())));
    }
    // How long the vote was open does not matter once it has passed.
    let longer = Demand { within_ms: 1_200_000, ..demand() };
    let vote = passed(longer.rule(at(0), None).unwrap(), &acceptance());
    assert!(demands.settle(&acceptance(), Some(vote)).is_ok());
}

#[test]
fn the_first_demand_that_applies_counts() {
    let first = Demand { needed: 3, ..demand() };
    let any = Demand { acts: vec![], from: None, needed: 1, ..demand() };
    let demands = Demands::of(vec![first.clone(), any.clone()]).unwrap();
    assert_eq!(demands.on(&acceptance()), Some(&first));
    assert_eq!(demands.on(&matter(Act::Offer, None)), Some(&any));
    assert_eq!(demands.on(&VoteMatter::of(None, None, "{}")), None);
    assert_eq!(demands.all(), [first, any]);
}

#[test]
fn a_vote_ends_with_its_time_or_with_what_it_is_on() {
    let deadline = |no_later| demand().rule(at(0), no_later).unwrap().deadline();
    assert_eq!(deadline(None), at(600));
    assert_eq!(deadline(Some(at(599))), at(599));
    assert_eq!(deadline(Some(at(601))), at(600));
    assert_eq!(demand().rule(at(0), None).unwrap().advisors(), ["reader"]);
}

#[test]
fn demands_that_could_not_be_kept_are_refused() {
    let of = |demand| Demands::of(vec![demand]);
    assert_eq!(of(Demand { within_ms: 0, ..demand() }), Err(BadDemand::Within));
    assert_eq!(of(Demand { within_ms: MAX_WITHIN_MS + 1, ..demand() }), Err(BadDemand::Within));
    assert!(of(Demand { within_ms: MAX_WITHIN_MS, ..demand() }).is_ok());
    assert!(of(Demand { within_ms: 1, ..demand() }).is_ok());
    assert_eq!(MAX_WITHIN_MS, 7_776_000_000);
    assert_eq!(of(Demand { needed: 4, ..demand() }), Err(BadDemand::Rule(BadRule::Needed)));
    assert!(Demands::of(vec![demand(); MAX_DEMANDS]).is_ok());
    assert_eq!(Demands::of(vec![demand(); MAX_DEMANDS + 1]), Err(BadDemand::Size));
}

#[test]
fn demands_are_read_as_they_were_written_and_in_no_other_form() {
    let plain = Demand { acts: vec![Act::Offer], from: None, ..demand() };
    let demands = Demands::of(vec![demand(), plain]).unwrap();
    let text = demands.to_json();
    assert_eq!(Demands::parse(&text), Some(demands));
    assert_eq!(Demands::parse(&Demands::default().to_json()), Some(Demands::default()));
    for other in ["", "{}", "{\"demands\":[{}]}", &text.replace("600000", "0600000"), &format!(" {text}")] {
        assert_eq!(Demands::parse(other), None, "{other}");
    }
}
