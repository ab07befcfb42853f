//! Promises about states.

use parley::caps::Role;
use parley::cause::Cause;
use parley::envelope::{Body, Kind};
use parley::log::{endings, replay};
use parley::mandate::Cleared;
use parley::session::{Agreement, Decision, End, Event, Phase, Place, Session, Standing, reduce};
use parley::terms::Round;
use stateright::Property;

use crate::world::{BOTH, Bounds, Table, World, index, round};

macro_rules! unbroken {
    ($name:literal, $number:literal) => {
        Property::<Table>::always($name, |_, world| world.broken & (1 << $number) == 0)
    };
}

pub fn properties(bounds: &Bounds) -> Vec<Property<Table>> {
    let mut all = vec![
        Property::<Table>::always("1 never a deal here and a no-deal there", |_, world| no_split(world)),
        Property::<Table>::always("2 both deals name one round and one terms hash", |_, world| {
            one_deal(world)
        }),
        Property::<Table>::always("3 no accept is judged good after its expiry", |_, world| in_time(world)),
        unbroken!("4 an end is final", 4),
        Property::<Table>::always("5 exactly one ending entry in a log", one_ending),
        Property::<Table>::always("6 rounds stay within the cap", |_, world| within_cap(world)),
        Property::<Table>::always("7 accepted means within the mandate and approved", |_, world| {
            approved(world)
        }),
        unbroken!("8 only the receiver of the live offer acts", 8),
        Property::<Table>::always("8 every record says so too", |_, world| turns(world)),
        unbroken!("9 duplicates change nothing", 9),
        unbroken!("10 the same round with other content is a fault", 10),
        unbroken!("11 an accept after the end gets the cause", 11),
        Property::<Table>::always("12 reconciled records are equal, and twice changes nothing", reconciles),
        unbroken!("13 a confirmation follows an accept; unequal hashes are disputed", 13),
        Property::<Table>::always("14 every session ends, given more retries than losses", ends),
        unbroken!("15 a cap that is hit is said", 15),
        Property::<Table>::always("16 a restart from the log gives the same state", restarts),
        unbroken!("16 a crash anywhere too", 16),
        unbroken!("17 a note changes nothing", 17),
    ];
    all.extend(sometimes(bounds));
    all
}

fn end(session: &Session) -> Option<&End> {
    match session.phase() {
        Phase::Ended(end) => Some(end),
        _ => None,
    }
}

fn deal(session: &Session) -> Option<&Agreement> {
    match end(session) {
        Some(End::Accepted(agreement)) => Some(agreement),
        _ => None,
    }
}

fn no_split(world: &World) -> bool {
    let [a, b] = &world.sides;
    match (end(&a.session), end(&b.session)) {
        (Some(a), Some(b)) => a.is_deal() == b.is_deal(),
        _ => true,
    }
}

fn one_deal(world: &World) -> bool {
    let [a, b] = &world.sides;
    match (deal(&a.session), deal(&b.session)) {
        (Some(a), Some(b)) => (a.round, a.terms) == (b.round, b.terms),
        _ => true,
    }
}

fn in_time(world: &World) -> bool {
    world.sides.iter().all(|side| {
        let Some(agreement) = deal(&side.session).filter(|deal| deal.standing == Standing::Judged) else {
            return true;
        };
        let (expires_at, _) = side.session.offer(agreement.round).unwrap();
        side.log.iter().any(|entry| {
            let accept = matches!(&entry.event, Event::Heard(message)
                if message.body().kind() == Kind::Accept && round(message) == agreement.round);
            accept && entry.at < expires_at.moment()
        })
    })
}

fn one_ending(table: &Table, world: &World) -> bool {
    !still(table, world)
        || BOTH.iter().all(|role| {
            let side = &world.sides[index(*role)];
            endings(table.setup(*role), &side.log) == Ok(usize::from(end(&side.session).is_some()))
        })
}

fn within_cap(world: &World) -> bool {
    world.sides.iter().all(|side| {
        let setup = side.session.setup();
        let cap = setup.caps.max_rounds;
        let mine = side.session.record().keys().filter(|place| place.by == setup.role);
        let offers = mine.filter(|place| place.kind == Kind::Offer).all(|place| place.round.0 <= cap);
        let agreed = deal(&side.session).is_none_or(|agreement| agreement.round.0 <= cap);
        let live = end(&side.session).is_some() || side.session.live().0 <= cap;
        offers && agreed && live
    })
}

fn approved(world: &World) -> bool {
    world.sides.iter().all(|side| {
        let Some(agreement) = deal(&side.session) else { return true };
        let mandate = &side.session.setup().caps.mandate;
        let clears = |cleared: &Cleared| {
            let matter = cleared.matter();
            matter.round == agreement.round
                && matter.terms.hash() == agreement.terms
                && mandate.judge(&matter.terms).is_ok()
        };
        side.log.iter().any(|entry| match &entry.event {
            Event::Decided(Decision::Accept(cleared)) => {
                agreement.standing != Standing::Judged && clears(cleared)
            }
            Event::Decided(Decision::Offer(cleared)) => {
                agreement.standing == Standing::Judged && clears(cleared)
            }
            _ => false,
        })
    })
}

fn turns(world: &World) -> bool {
    world.sides.iter().all(|side| {
        side.session.record().keys().all(|place| match place.kind {
            Kind::Offer | Kind::Confirm => place.by == Session::author(place.round),
            Kind::Accept | Kind::Reject => place.by != Session::author(place.round),
            Kind::Withdraw | Kind::Nack => true,
        })
    })
}

/// Nothing under way, and no time left.
fn still(table: &Table, world: &World) -> bool {
    world.net.is_empty() && world.tick == table.bounds.last
}

fn ends(table: &Table, world: &World) -> bool {
    let lost = table.bounds.losses - world.losses;
    if !still(table, world) || lost >= table.bounds.sends || table.bounds.tampers > 0 {
        return true;
    }
    world.sides.iter().all(|side| end(&side.session).is_some())
}

fn reconciles(table: &Table, world: &World) -> bool {
    if !still(table, world) || world.tampers < table.bounds.tampers {
        return true;
    }
    let mut sides = [&world.sides[0].session, &world.sides[1].session].map(Clone::clone);
    exchange(table, world, &mut sides);
    let once = sides.clone();
    let equal = once[0].record() == once[1].record();
    exchange(table, world, &mut sides);
    // An end does not move. A session that was left unanswered may learn its answer.
    let ends = world
        .sides
        .iter()
        .zip(&once)
        .all(|(before, after)| end(&before.session).is_none() || before.session.phase() == after.phase());
    equal && sides == once && ends
}

/// Each side says all again until nobody has an answer.
fn exchange(table: &Table, world: &World, sides: &mut [Session; 2]) {
    let mut under_way: Vec<(Role, parley::envelope::Substance)> = Vec::new();
    for role in BOTH {
        under_way.extend(sides[index(role)].reconcile().into_iter().map(|message| (role.other(), message)));
    }
    let mut left = 200;
    while let Some((to, message)) = under_way.pop() {
        left -= 1;
        assert!(left > 0, "reconciling does not end");
        let step = reduce(&sides[index(to)], &Event::Heard(message), table.now(world, to));
        under_way.extend(step.send.into_iter().map(|answer| (to.other(), answer)));
        sides[index(to)] = step.session;
    }
}

/// The log is judged at the end: its fold passes every state before on its way. Crashes
/// take it up anywhere between.
fn restarts(table: &Table, world: &World) -> bool {
    !still(table, world)
        || BOTH.iter().all(|role| {
            let side = &world.sides[index(*role)];
            replay(table.setup(*role), &side.log).as_ref() == Ok(&side.session)
        })
}

fn any(world: &World, test: impl Fn(&Session) -> bool) -> bool {
    world.sides.iter().any(|side| test(&side.session))
}

fn nacked(world: &World, test: impl Fn(&Cause) -> bool + Copy) -> bool {
    any(world, |session| {
        session
            .record()
            .values()
            .any(|message| matches!(message.body(), Body::Nack { cause, .. } if test(cause)))
    })
}

fn sometimes(bounds: &Bounds) -> Vec<Property<Table>> {
    let mut all = vec![
        Property::<Table>::sometimes("a deal, confirmed on both sides", |_, world| {
            world.sides.iter().all(|side| deal(&side.session).is_some())
        }),
        Property::<Table>::sometimes("an accept too late", |_, world| {
            nacked(world, |cause| matches!(cause, Cause::ExpiredAt(_)))
        }),
        Property::<Table>::sometimes("a deadline that ends a session", |_, world| {
            any(world, |session| {
                matches!(session.phase(), Phase::Ended(End::Withdrawn { cause: Cause::Deadline, .. }))
            })
        }),
        Property::<Table>::sometimes("an accept against a withdrawal", |_, world| {
            any(world, |session| {
                let said = |kind, by| session.record().contains_key(&Place { round: Round(1), kind, by });
                said(Kind::Accept, Role::Answerer) && said(Kind::Withdraw, Role::Opener)
            })
        }),
    ];
    if bounds.losses > 0 {
        all.push(Property::<Table>::sometimes("records that differ before reconciling", |table, world| {
            still(table, world) && world.sides[0].session.record() != world.sides[1].session.record()
        }));
    }
    if bounds.rounds[1] > 1 {
        all.push(Property::<Table>::sometimes("a deal on a counter", |_, world| {
            any(world, |session| deal(session).is_some_and(|deal| deal.round == Round(2)))
        }));
    }
    if bounds.crashes > 0 {
        all.push(Property::<Table>::sometimes("a crash while an accept waits", |table, world| {
            world.crashes < table.bounds.crashes
                && any(world, |session| matches!(session.phase(), Phase::AcceptSent { .. }))
        }));
    }
    if bounds.losses > 1 {
        all.push(Property::<Table>::sometimes("an accept that stays unresolved", |table, world| {
            still(table, world) && any(world, |session| *session.phase() == Phase::Unresolved)
        }));
    }
    if bounds.rounds[0] > bounds.rounds[1] {
        all.push(Property::<Table>::sometimes("rounds used up", |_, world| {
            any(world, |session| {
                matches!(session.phase(), Phase::Ended(End::Rejected { cause: Cause::Rounds, .. }))
            })
        }));
    }
    if bounds.tampers > 0 {
        all.push(Property::<Table>::sometimes("a dispute", |_, world| {
            any(world, |session| {
                deal(session).is_some_and(|deal| matches!(deal.standing, Standing::Disputed { .. }))
            })
        }));
        all.push(Property::<Table>::sometimes("an accept of other terms", |_, world| {
            nacked(world, |cause| *cause == Cause::TermsDiffer)
        }));
    }
    all
}
