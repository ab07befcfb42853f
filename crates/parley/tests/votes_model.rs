//! Votes, explored: every order in which four people, an outsider and a clock can act.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, clippy::print_stdout)]

use anp::digest::PayloadHash;
use anp::keys::SecretKey;
use anp::time::Moment;
use parley::vote::{
    Ballot, Choice, Election, NotCounted, Outcome, Proposal, Rule, Seat, SignedBallot, Voter,
};
use stateright::{Checker, Model, Property};
use support::people::{contoso_agent, lena, mallory, olivia, pat};

const DEADLINE: i64 = 2;
const NEEDED: usize = 2;

fn at(tick: i64) -> Moment {
    Moment::from_millis(1_800_000_000_000 + tick)
}

/// Three seats; Contoso's keeper stands in for two of them.
fn proposal(needed: u32) -> Proposal {
    let voter = |name: &str, key: &SecretKey| Voter { name: name.to_owned(), key: key.fingerprint() };
    let stand_in = || vec![voter("S", &contoso_agent())];
    let seats = vec![
        Seat { holder: voter("O", &olivia()), stand_ins: stand_in() },
        Seat { holder: voter("P", &pat()), stand_ins: stand_in() },
        Seat { holder: voter("L", &lena()), stand_ins: vec![] },
    ];
    Proposal {
        id: "p".to_owned(),
        subject: PayloadHash([1; 32]),
        evidence: PayloadHash([2; 32]),
        rule: Rule::of(seats, needed, at(DEADLINE), vec![]).unwrap(),
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct World {
    election: Election,
    tick: i64,
    cast: usize,
    /// Properties that a step broke, one bit each.
    broken: u32,
}

struct Vote {
    ballots: Vec<SignedBallot>,
    keys: Vec<anp::keys::PublicKey>,
    most: usize,
}

impl Vote {
    fn new(most: usize) -> Self {
        let people = [olivia(), pat(), lena(), contoso_agent(), mallory()];
        let mut ballots = Vec::new();
        for key in &people {
            for choice in [Choice::Approve, Choice::Reject] {
                let right = proposal(2);
                ballots.push(Ballot::on(&right, key.fingerprint(), choice, "why").unwrap().sign(key));
            }
        }
        // Under a weaker rule, and forged in Lena's name.
        ballots.push(
            Ballot::on(&proposal(1), lena().fingerprint(), Choice::Approve, "w").unwrap().sign(&lena()),
        );
        ballots.push(
            Ballot::on(&proposal(2), lena().fingerprint(), Choice::Approve, "f").unwrap().sign(&mallory()),
        );
        Self { ballots, keys: people.iter().map(SecretKey::public).collect(), most }
    }
}

#[derive(Debug, Clone, PartialEq)]
enum Action {
    Cast(usize),
    Pass,
}

/// The outcome worked out anew from all that was kept, by the plain words of the rule.
fn plain_outcome(world: &World) -> Option<bool> {
    let rule = world.election.proposal().rule.clone();
    let hash = world.election.proposal().hash();
    let mut seats: Vec<Option<(anp::digest::Fingerprint, Choice)>> = vec![None; 3];
    for kept in world.election.kept() {
        let ballot = kept.ballot.ballot();
        let forged = ballot.reason == "f";
        let voted = seats.iter().flatten().any(|(voter, _)| *voter == ballot.voter);
        let yes = seats.iter().flatten().filter(|(_, choice)| *choice == Choice::Approve).count();
        let no = seats.iter().flatten().count() - yes;
        let decided = yes >= NEEDED || no > 3 - NEEDED;
        if forged || voted || decided || ballot.proposal != hash || kept.received_at >= at(DEADLINE) {
            continue;
        }
        let own = rule.seats().iter().position(|seat| seat.holder.key == ballot.voter);
        let free = rule
            .seats()
            .iter()
            .enumerate()
            .position(|(number, seat)| seats[number].is_none() && seat.admits(&ballot.voter));
        if let Some(seat) = own.filter(|seat| seats[*seat].is_none()).or(free) {
            seats[seat] = Some((ballot.voter, ballot.choice));
        }
    }
    let yes = seats.iter().flatten().filter(|(_, choice)| *choice == Choice::Approve).count();
    let no = seats.iter().flatten().count() - yes;
    if yes >= NEEDED {
        Some(true)
    } else if no > 3 - NEEDED || world.tick >= DEADLINE {
        Some(false)
    } else {
        None
    }
}

fn approved(election: &Election) -> Option<bool> {
    election.outcome().map(|outcome| matches!(outcome, Outcome::Approved { .. }))
}

impl Model for Vote {
    type State = World;
    type Action = Action;

    fn init_states(&self) -> Vec<World> {
        vec![World { election: Election::open(proposal(2)), tick: 0, cast: 0, broken: 0 }]
    }

    fn actions(&self, world: &World, actions: &mut Vec<Action>) {
        if world.cast < self.most {
            actions.extend((0..self.ballots.len()).map(Action::Cast));
        }
        if world.tick <= DEADLINE {
            actions.push(Action::Pass);
        }
    }

    fn next_state(&self, last: &World, action: Action) -> Option<World> {
        let mut world = last.clone();
        match action {
            Action::Pass => {
                world.tick += 1;
                world.election.lapse(at(world.tick));
            }
            Action::Cast(which) => {
                let ballot = &self.ballots[which];
                let key = self.keys.iter().find(|key| key.fingerprint() == ballot.ballot().voter);
                let _ = world.election.cast(ballot.clone(), key, at(world.tick));
                world.cast += 1;
                // 24: kept, whatever became of it.
                if world.election.kept().last().map(|kept| &kept.ballot) != Some(ballot) {
                    world.broken |= 1 << 24;
                }
            }
        }
        // 22: an outcome never flips.
        if last.election.outcome().is_some() && last.election.outcome() != world.election.outcome() {
            world.broken |= 1 << 22;
        }
        Some(world)
    }

    fn properties(&self) -> Vec<Property<Self>> {
        let all = Property::<Self>::always;
        let some = Property::<Self>::sometimes;
        vec![
            all("18 silence denies at the deadline", |_, world| {
                world.tick < DEADLINE || world.election.outcome().is_some()
            }),
            all("19 one counted ballot a person and a seat", |_, world| {
                let counted: Vec<_> =
                    world.election.kept().iter().filter(|kept| kept.counted.is_ok()).collect();
                counted.iter().enumerate().all(|(number, a)| {
                    counted[number + 1..]
                        .iter()
                        .all(|b| a.counted != b.counted && a.ballot.ballot().voter != b.ballot.ballot().voter)
                })
            }),
            all("20 late, outside and forged ballots do not count", |_, world| {
                world.election.kept().iter().filter(|kept| kept.counted.is_ok()).all(|kept| {
                    let ballot = kept.ballot.ballot();
                    kept.received_at < at(DEADLINE)
                        && ballot.voter != mallory().fingerprint()
                        && ballot.reason == "why"
                })
            }),
            all("21 approved means k distinct yes, as the rule reads", |_, world| {
                approved(&world.election) == plain_outcome(world)
                    && world.election.passed().is_some() == (approved(&world.election) == Some(true))
            }),
            all("22 an outcome never flips", |_, world| world.broken & (1 << 22) == 0),
            all("23 nobody sees another's ballot before voting", |vote, world| {
                vote.keys.iter().map(anp::keys::PublicKey::fingerprint).all(|person| {
                    let free = world.election.outcome().is_some() || world.election.has_voted(&person);
                    let seen = world.election.seen_by(&person);
                    free || seen.ballots.iter().all(|kept| kept.ballot.ballot().voter == person)
                })
            }),
            all("24 every ballot is kept with its reason", |_, world| {
                world.broken & (1 << 24) == 0
                    && world.election.kept().len() == world.cast
                    && world.election.kept().iter().all(|kept| !kept.ballot.ballot().reason.is_empty())
            }),
            some("approved", |_, world| approved(&world.election) == Some(true)),
            some("denied before the deadline", |_, world| {
                world.tick < DEADLINE && approved(&world.election) == Some(false)
            }),
            some("denied by silence", |_, world| world.cast == 0 && approved(&world.election) == Some(false)),
            some("a seat taken by a stand-in", |_, world| {
                world.election.kept().iter().any(|kept| kept.counted == Err(NotCounted::SeatTaken))
            }),
            some("a late ballot", |_, world| {
                world.election.kept().iter().any(|kept| kept.counted == Err(NotCounted::Late))
            }),
        ]
    }
}

fn explore(most: usize) {
    let began = std::time::Instant::now();
    let checker = Vote::new(most).checker().threads(2).spawn_bfs().join();
    println!(
        "votes of up to {most} ballots: {} states, {} distinct, depth {}, {:.1} s",
        checker.state_count(),
        checker.unique_state_count(),
        checker.max_depth(),
        began.elapsed().as_secs_f64()
    );
    checker.assert_properties();
}

#[test]
fn every_order_of_three_ballots() {
    explore(3);
}

#[test]
#[ignore = "long: cargo xtask model"]
fn every_order_of_four_ballots() {
    explore(4);
}
