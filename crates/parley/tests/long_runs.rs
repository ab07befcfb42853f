//! Long random runs of two parties over a bad net, with crashes that restore from the
//! log's text. Wider than the model: more rounds, more time, drifting clocks.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

mod table;

use anp::digest::Fingerprint;
use anp::keys::PublicKey;
use anp::time::Moment;
use parley::caps::{Role, Setup};
use parley::envelope::{Kind, Substance};
use parley::log::{Entry, endings, restore};
use parley::mandate::Act;
use parley::session::{Decision, End, Event, Phase, Session, Standing, reduce};
use proptest::prelude::*;
use proptest::test_runner::Config;
use proptest_state_machine::{ReferenceStateMachine, StateMachineTest, prop_state_machine};

use table::{at, clear, person, price, setup};

/// One thing that happens.
#[derive(Debug, Clone)]
enum Happens {
    /// A message under way arrives; copies stay under way where it is doubled.
    Arrives { which: usize, doubled: bool },
    /// A message is lost, as long as losses are left.
    Lost { which: usize },
    /// Both clocks run on, not equally.
    Time { opener: u8, answerer: u8 },
    /// A side decides.
    Decides { opener: bool, what: u8, cents: u32, life: u8 },
    /// A side crashes and comes back from its log.
    Crashes { opener: bool },
}

/// The reference: how many losses are left, and the clocks.
#[derive(Debug, Clone)]
struct Weather {
    losses: u8,
}

impl ReferenceStateMachine for Weather {
    type State = Self;
    type Transition = Happens;

    fn init_state() -> BoxedStrategy<Self> {
        Just(Self { losses: 2 }).boxed()
    }

    fn transitions(_: &Self) -> BoxedStrategy<Happens> {
        prop_oneof![
            6 => (any::<usize>(), prop::bool::weighted(0.2)).prop_map(|(which, doubled)| Happens::Arrives { which, doubled }),
            1 => any::<usize>().prop_map(|which| Happens::Lost { which }),
            2 => (0_u8..4, 0_u8..4).prop_map(|(opener, answerer)| Happens::Time { opener, answerer }),
            3 => (any::<bool>(), 0_u8..12, 90_u32..210, 1_u8..20)
                .prop_map(|(opener, what, cents, life)| Happens::Decides { opener, what, cents, life }),
            1 => any::<bool>().prop_map(|opener| Happens::Crashes { opener }),
        ]
        .boxed()
    }

    fn apply(mut weather: Self, happens: &Happens) -> Self {
        if matches!(happens, Happens::Lost { .. }) {
            weather.losses = weather.losses.saturating_sub(1);
        }
        weather
    }

    fn preconditions(weather: &Self, happens: &Happens) -> bool {
        !matches!(happens, Happens::Lost { .. }) || weather.losses > 0
    }
}

struct Side {
    role: Role,
    session: Session,
    log: Vec<Entry>,
    now: i64,
}

fn wide(role: Role) -> Setup {
    let mut setup = setup(role);
    setup.caps.max_rounds = 6;
    setup.caps.deadline = at(60);
    setup
}

fn keys(fingerprint: &Fingerprint) -> Option<PublicKey> {
    [Role::Opener, Role::Answerer]
        .map(|role| person(role).public())
        .into_iter()
        .find(|key| key.fingerprint() == *fingerprint)
}

impl Side {
    fn new(role: Role) -> Self {
        Self { role, session: Session::begin(wide(role)), log: Vec::new(), now: 0 }
    }

    fn moment(&self) -> Moment {
        at(self.now)
    }

    fn take(&mut self, event: Event) -> Vec<Substance> {
        let step = reduce(&self.session, &event, self.moment());
        if let Phase::Ended(_) = self.session.phase() {
            assert_eq!(step.session.phase(), self.session.phase(), "4: an end is final");
        }
        if step.changed {
            self.log.push(Entry { at: self.moment(), event });
        }
        self.session = step.session;
        step.send
    }

    /// 16: the log as text gives the same state again.
    fn restart(&mut self) -> Vec<Substance> {
        let texts: Vec<String> = self.log.iter().map(Entry::to_json).collect();
        let (session, log) = restore(wide(self.role), &texts, &keys).unwrap();
        assert_eq!((&session, &log), (&self.session, &self.log), "16: the same state");
        self.session.last_words()
    }

    fn decision(&self, what: u8, cents: u32, life: u8) -> Option<Decision> {
        let standing = self.session.live();
        Some(match what {
            0..=6 => {
                let expires = self.now + i64::from(life);
                let round = self.session.next_round().0;
                Decision::Offer(clear(self.role, Act::Offer, round, &price(cents), expires).ok()?)
            }
            7..=9 => {
                let (expires_at, terms) = self.session.offer(standing)?;
                let expires = (expires_at.moment().millis() - at(0).millis()) / 1000;
                Decision::Accept(clear(self.role, Act::Accept, standing.0, terms, expires).ok()?)
            }
            10 => Decision::Reject { final_offer: Some(price(cents)) },
            _ => Decision::Withdraw,
        })
    }
}

struct Run {
    sides: [Side; 2],
    net: Vec<(Role, Substance)>,
}

impl Run {
    fn side(&mut self, role: Role) -> &mut Side {
        &mut self.sides[usize::from(role == Role::Answerer)]
    }

    fn post(&mut self, from: Role, messages: Vec<Substance>) {
        self.net.extend(messages.into_iter().map(|message| (from.other(), message)));
    }

    fn arrive(&mut self, to: Role, message: Substance) {
        let answers = self.side(to).take(Event::Heard(message));
        self.post(to, answers);
    }

    /// Lets everything arrive and time run out.
    fn play_out(&mut self) {
        for _ in 0..80 {
            while let Some((to, message)) = self.net.pop() {
                self.arrive(to, message);
            }
            for role in [Role::Opener, Role::Answerer] {
                self.side(role).now += 1;
                let answers = self.side(role).take(Event::Tick);
                self.post(role, answers);
            }
        }
    }

    fn check(&self) {
        let ends = [&self.sides[0], &self.sides[1]].map(|side| match side.session.phase() {
            Phase::Ended(end) => Some(end),
            _ => None,
        });
        if let [Some(a), Some(b)] = ends {
            assert_eq!(a.is_deal(), b.is_deal(), "1: no split");
        }
        if let [Some(End::Accepted(a)), Some(End::Accepted(b))] = ends {
            assert_eq!((a.round, a.terms, a.transcript), (b.round, b.terms, b.transcript), "2: one deal");
        }
        for side in &self.sides {
            let ended = matches!(side.session.phase(), Phase::Ended(_));
            assert_eq!(endings(wide(side.role), &side.log), Ok(usize::from(ended)), "5: one ending");
            assert!(side.session.live().0 <= 7, "6: rounds");
            let Phase::Ended(End::Accepted(deal)) = side.session.phase() else { continue };
            assert_ne!(
                std::mem::discriminant(&deal.standing),
                std::mem::discriminant(&Standing::Disputed { theirs: deal.transcript })
            );
            if deal.standing == Standing::Judged {
                let (expires_at, _) = side.session.offer(deal.round).unwrap();
                let judged = side.log.iter().rfind(|entry| {
                    matches!(&entry.event, Event::Heard(m) if m.body().kind() == Kind::Accept && m.body().round() == deal.round)
                });
                assert!(judged.unwrap().at < expires_at.moment(), "3: in time by the offeror's clock");
            }
        }
    }
}

struct Parties;

impl StateMachineTest for Parties {
    type SystemUnderTest = Run;
    type Reference = Weather;

    fn init_test(_: &Weather) -> Run {
        Run { sides: [Side::new(Role::Opener), Side::new(Role::Answerer)], net: Vec::new() }
    }

    fn apply(mut run: Run, _: &Weather, happens: Happens) -> Run {
        let role = |opener| if opener { Role::Opener } else { Role::Answerer };
        match happens {
            Happens::Arrives { which, doubled } if !run.net.is_empty() => {
                let which = which % run.net.len();
                let (to, message) = if doubled { run.net[which].clone() } else { run.net.swap_remove(which) };
                run.arrive(to, message);
            }
            Happens::Lost { which } if !run.net.is_empty() => {
                let which = which % run.net.len();
                run.net.swap_remove(which);
            }
            Happens::Arrives { .. } | Happens::Lost { .. } => {}
            Happens::Time { opener, answerer } => {
                for (role, seconds) in [(Role::Opener, opener), (Role::Answerer, answerer)] {
                    run.side(role).now += i64::from(seconds);
                    let answers = run.side(role).take(Event::Tick);
                    run.post(role, answers);
                }
            }
            Happens::Decides { opener, what, cents, life } => {
                let side = run.side(role(opener));
                if let Some(decision) = side.decision(what, cents, life) {
                    let messages = side.take(Event::Decided(decision));
                    run.post(role(opener), messages);
                }
            }
            Happens::Crashes { opener } => {
                let again = run.side(role(opener)).restart();
                run.post(role(opener), again);
            }
        }
        run
    }

    fn check_invariants(run: &Run, _: &Weather) {
        run.check();
    }

    fn teardown(mut run: Run, _: Weather) {
        run.play_out();
        run.check();
        for side in &run.sides {
            assert!(matches!(side.session.phase(), Phase::Ended(_)), "14: {:?}", side.session.phase());
        }
        // 12: reconciled records are equal, and reconciling again changes nothing.
        for twice in [false, true] {
            let before = [run.sides[0].session.clone(), run.sides[1].session.clone()];
            for role in [Role::Opener, Role::Answerer] {
                let all = run.side(role).session.reconcile();
                run.post(role, all);
            }
            while let Some((to, message)) = run.net.pop() {
                run.arrive(to, message);
            }
            let after = [run.sides[0].session.clone(), run.sides[1].session.clone()];
            assert_eq!(after[0].record(), after[1].record(), "12: equal");
            assert!(!twice || before == after, "12: twice changes nothing");
        }
    }
}

prop_state_machine! {
    #![proptest_config(Config { cases: 256, max_shrink_iters: 2000, failure_persistence: None, ..Config::default() })]

    #[test]
    fn two_parties_in_bad_weather(sequential 1..120 => Parties);
}

/// A log that somebody wrote into is no state.
#[test]
fn a_forged_log_is_refused() {
    let mut seller = Side::new(Role::Opener);
    seller.take(Event::Decided(seller.decision(0, 150, 20).unwrap()));
    let text = seller.log[0].to_json();
    assert!(restore(wide(Role::Opener), std::slice::from_ref(&text), &keys).is_ok());
    for forged in [
        text.replace("150", "151"),
        text.replace(r#""event":"offer""#, r#""event":"accept""#),
        text.replace('{', "{ "),
        r#"{"at":"2027-01-15T08:00:00.000Z","event":"nonsense"}"#.to_owned(),
    ] {
        assert!(restore(wide(Role::Opener), std::slice::from_ref(&forged), &keys).is_err(), "{forged}");
    }
    assert!(
        restore(wide(Role::Opener), std::slice::from_ref(&text), &|_| None).is_err(),
        "an unknown person's approval"
    );
    assert!(
        restore(wide(Role::Opener), &[text.clone(), text], &keys).is_err(),
        "an entry that changes nothing"
    );
}
