//! Two sessions, two logs, a net that loses, doubles and reorders, and time.

use std::collections::{BTreeMap, HashMap};

use anp::time::Moment;
use parley::Link;
use parley::caps::{Role, Setup};
use parley::cause::Cause;
use parley::envelope::{Body, Substance};
use parley::log::Entry;
use parley::mandate::{Act, Cleared};
use parley::session::{Decision, Event, Phase, Session, Step, reduce};
use parley::terms::{Round, Terms};
use stateright::{Model, Property};

use crate::table;
use crate::{checks, transitions};

/// How far is explored.
#[derive(Debug, Clone, Copy)]
pub struct Bounds {
    /// The most rounds, of opener and answerer.
    pub rounds: [u32; 2],
    /// How far each side's clock is ahead, in ticks.
    pub skew: [i64; 2],
    /// Ticks that an offer lives.
    pub life: i64,
    /// The tick at which both sides' deadline is.
    pub deadline: i64,
    /// The last tick.
    pub last: i64,
    /// How often an accept is sent.
    pub sends: u8,
    pub losses: u8,
    pub doubles: u8,
    pub crashes: u8,
    pub tampers: u8,
    /// Whether the opener may also offer beyond the answerer's budget.
    pub dear: bool,
    /// Whether either side may leave at any time; otherwise the opener alone withdraws and
    /// the answerer alone rejects.
    pub free: bool,
}

impl Bounds {
    pub fn narrow() -> Self {
        Self {
            rounds: [2, 2],
            skew: [0, 0],
            life: 2,
            deadline: 3,
            last: 4,
            sends: 2,
            losses: 1,
            doubles: 1,
            crashes: 1,
            tampers: 0,
            dear: false,
            free: false,
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Side {
    pub session: Session,
    pub log: Vec<Entry>,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct World {
    pub sides: [Side; 2],
    /// What is under way, to whom, how many copies.
    pub net: BTreeMap<(Role, Substance), u8>,
    pub tick: i64,
    pub losses: u8,
    pub doubles: u8,
    pub crashes: u8,
    pub tampers: u8,
    /// Properties that a step broke, one bit each.
    pub broken: u32,
}

#[derive(Debug, Clone, PartialEq)]
pub enum Action {
    Deliver(Role, Substance),
    Double(Role, Substance),
    Lose(Role, Substance),
    Tamper(Role, Substance),
    Pass,
    Offer(Role, usize),
    Accept(Role),
    Reject(Role),
    Withdraw(Role),
    Crash(Role),
}

pub const BOTH: [Role; 2] = [Role::Opener, Role::Answerer];

pub const fn index(role: Role) -> usize {
    match role {
        Role::Opener => 0,
        Role::Answerer => 1,
    }
}

type Key = (Role, Act, u32, Terms, Moment);

pub struct Table {
    pub bounds: Bounds,
    pub prices: Vec<Terms>,
    /// Signing takes its time, so each clearance is made once.
    cleared: HashMap<Key, Cleared>,
}

impl Table {
    pub fn new(bounds: Bounds) -> Self {
        let prices =
            if bounds.dear { vec![table::price(150), table::price(250)] } else { vec![table::price(150)] };
        let mut cleared = HashMap::new();
        let ticks = bounds.last + bounds.life + 2;
        for role in BOTH {
            for act in [Act::Offer, Act::Accept] {
                for round in 1..=4 {
                    for terms in &prices {
                        for expires in 0..=ticks {
                            if let Ok(clear) = table::clear(role, act, round, terms, expires) {
                                cleared.insert((role, act, round, terms.clone(), table::at(expires)), clear);
                            }
                        }
                    }
                }
            }
        }
        Self { bounds, prices, cleared }
    }

    pub fn setup(&self, role: Role) -> Setup {
        let mut setup = table::setup(role);
        setup.caps.max_rounds = self.bounds.rounds[index(role)];
        setup.caps.deadline = table::at(self.bounds.deadline);
        setup.retry.sends = self.bounds.sends;
        setup
    }

    pub fn now(&self, world: &World, role: Role) -> Moment {
        table::at(world.tick + self.bounds.skew[index(role)])
    }

    fn decision(&self, world: &World, action: &Action) -> Option<(Role, Decision)> {
        Some(match action {
            Action::Offer(role, price) => {
                let round = world.sides[index(*role)].session.next_round();
                let expires = self.now(world, *role).plus_millis(self.bounds.life * 1000);
                let key = (*role, Act::Offer, round.0, self.prices[*price].clone(), expires);
                (*role, Decision::Offer(self.cleared.get(&key)?.clone()))
            }
            Action::Accept(role) => {
                let session = &world.sides[index(*role)].session;
                let (expires_at, terms) = session.offer(session.live())?;
                let key = (*role, Act::Accept, session.live().0, terms.clone(), expires_at.moment());
                (*role, Decision::Accept(self.cleared.get(&key)?.clone()))
            }
            Action::Reject(role) => (*role, Decision::Reject { final_offer: None }),
            Action::Withdraw(role) => (*role, Decision::Withdraw),
            _ => return None,
        })
    }

    /// One side takes an event: log first, then the wire.
    fn take(&self, world: &mut World, role: Role, event: &Event) -> Step {
        let now = self.now(world, role);
        let before = world.sides[index(role)].clone();
        let step = reduce(&before.session, event, now);
        world.broken |= transitions::check(&before.session, event, now, &step);
        let side = &mut world.sides[index(role)];
        if step.changed {
            side.log.push(Entry { at: now, event: event.clone() });
            side.session = step.session.clone();
        }
        for message in &step.send {
            send(world, role.other(), message.clone());
        }
        step
    }
}

fn send(world: &mut World, to: Role, message: Substance) {
    *world.net.entry((to, message)).or_insert(0) += 1;
}

fn unsend(world: &mut World, to: Role, message: &Substance) -> Option<()> {
    let key = (to, message.clone());
    let copies = world.net.get_mut(&key)?;
    *copies -= 1;
    if *copies == 0 {
        world.net.remove(&key);
    }
    Some(())
}

/// The message as somebody on the way might change it.
fn tampered(message: &Substance) -> Option<Substance> {
    let body = match message.body().clone() {
        Body::Confirm { round, terms, .. } => Body::Confirm { round, terms, transcript: Link([9; 32]) },
        Body::Offer { round, expires_at, .. } => Body::Offer { round, expires_at, terms: table::price(151) },
        Body::Accept { round, transcript, .. } => {
            Body::Accept { round, terms_hash: Some(table::price(99).hash()), transcript }
        }
        Body::Nack { round, .. } => Body::Nack { round, cause: Cause::Other("?".to_owned()) },
        _ => return None,
    };
    Some(Substance::of(message.session().clone(), body))
}

impl Model for Table {
    type State = World;
    type Action = Action;

    fn init_states(&self) -> Vec<World> {
        let side = |role| Side { session: Session::begin(self.setup(role)), log: Vec::new() };
        let Bounds { losses, doubles, crashes, tampers, .. } = self.bounds;
        vec![World {
            sides: BOTH.map(side),
            net: BTreeMap::new(),
            tick: 0,
            losses,
            doubles,
            crashes,
            tampers,
            broken: 0,
        }]
    }

    fn actions(&self, world: &World, actions: &mut Vec<Action>) {
        for (to, message) in world.net.keys() {
            actions.push(Action::Deliver(*to, message.clone()));
            if world.losses > 0 {
                actions.push(Action::Lose(*to, message.clone()));
            }
            if world.doubles > 0 {
                actions.push(Action::Double(*to, message.clone()));
            }
            if world.tampers > 0 {
                actions.push(Action::Tamper(*to, message.clone()));
            }
        }
        for role in BOTH {
            let running = !matches!(world.sides[index(role)].session.phase(), Phase::Ended(_));
            if running {
                actions.extend((0..self.prices.len()).map(|price| Action::Offer(role, price)));
                actions.push(Action::Accept(role));
                if self.bounds.free || role == Role::Answerer {
                    actions.push(Action::Reject(role));
                }
                if self.bounds.free || role == Role::Opener {
                    actions.push(Action::Withdraw(role));
                }
            }
            if world.crashes > 0 && !world.sides[index(role)].log.is_empty() {
                actions.push(Action::Crash(role));
            }
        }
        if world.tick < self.bounds.last {
            actions.push(Action::Pass);
        }
    }

    fn next_state(&self, last: &World, action: Action) -> Option<World> {
        let mut world = last.clone();
        match &action {
            Action::Deliver(to, message) => {
                unsend(&mut world, *to, message)?;
                self.take(&mut world, *to, &Event::Heard(message.clone()));
            }
            Action::Double(to, message) => {
                world.doubles = world.doubles.checked_sub(1)?;
                self.take(&mut world, *to, &Event::Heard(message.clone()));
            }
            Action::Lose(to, message) => {
                world.losses = world.losses.checked_sub(1)?;
                unsend(&mut world, *to, message)?;
            }
            Action::Tamper(to, message) => {
                world.tampers = world.tampers.checked_sub(1)?;
                unsend(&mut world, *to, message)?;
                send(&mut world, *to, tampered(message)?);
            }
            Action::Pass => {
                world.tick += 1;
                for role in BOTH {
                    self.take(&mut world, role, &Event::Tick);
                }
            }
            Action::Crash(role) => {
                world.crashes = world.crashes.checked_sub(1)?;
                let side = &mut world.sides[index(*role)];
                let again = parley::log::replay(self.setup(*role), &side.log).ok();
                if again.as_ref() != Some(&side.session) {
                    world.broken |= 1 << 16;
                }
                for message in side.session.last_words() {
                    send(&mut world, role.other(), message);
                }
            }
            Action::Offer(..) | Action::Accept(_) | Action::Reject(_) | Action::Withdraw(_) => {
                let (role, decision) = self.decision(last, &action)?;
                if !self.take(&mut world, role, &Event::Decided(decision)).changed {
                    // Refused. Still a state of its own if a promise broke.
                    return (world.broken != last.broken).then_some(world);
                }
            }
        }
        Some(world)
    }

    fn properties(&self) -> Vec<Property<Self>> {
        checks::properties(&self.bounds)
    }
}

/// The round of a message.
pub fn round(message: &Substance) -> Round {
    message.body().round()
}
