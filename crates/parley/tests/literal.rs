//! The guide's machine taken literally, and the two counterexamples that a checker finds
//! in it. They are why `parley` has a waiting state and a judge.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use std::collections::BTreeSet;

use stateright::{Checker, Model, Property};

/// `OPEN → OFFERED → ACCEPTED | REJECTED | EXPIRED | WITHDRAWN`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum View {
    Open,
    Offered,
    Accepted,
    Expired,
    Withdrawn,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Message {
    Offer,
    Accept,
    Withdraw,
    /// "Rejected with a pointer to the expiry": an answer that changes no view.
    Refused,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct World {
    seller: View,
    buyer: View,
    /// To the seller (true) or the buyer.
    net: BTreeSet<(bool, Message)>,
    expired: bool,
}

#[derive(Debug, Clone, PartialEq)]
enum Action {
    Offer,
    Withdraw,
    Accept,
    Deliver(bool, Message),
    Expire,
}

/// One offer, nothing lost, nothing doubled. `withdrawals` says whether the seller may
/// withdraw, `expiry` whether time passes.
struct Literal {
    withdrawals: bool,
    expiry: bool,
}

impl Model for Literal {
    type State = World;
    type Action = Action;

    fn init_states(&self) -> Vec<World> {
        vec![World { seller: View::Open, buyer: View::Open, net: BTreeSet::new(), expired: false }]
    }

    fn actions(&self, world: &World, actions: &mut Vec<Action>) {
        actions.extend(world.net.iter().map(|(to, message)| Action::Deliver(*to, *message)));
        if world.seller == View::Open {
            actions.push(Action::Offer);
        }
        if self.withdrawals && world.seller == View::Offered {
            actions.push(Action::Withdraw);
        }
        if world.buyer == View::Offered {
            actions.push(Action::Accept);
        }
        if self.expiry && !world.expired {
            actions.push(Action::Expire);
        }
    }

    fn next_state(&self, last: &World, action: Action) -> Option<World> {
        let mut world = last.clone();
        match action {
            Action::Offer => {
                world.seller = View::Offered;
                world.net.insert((false, Message::Offer));
            }
            Action::Withdraw => {
                world.seller = View::Withdrawn;
                world.net.insert((false, Message::Withdraw));
            }
            Action::Accept => {
                world.buyer = View::Accepted;
                world.net.insert((true, Message::Accept));
            }
            Action::Expire => {
                world.expired = true;
                for view in [&mut world.seller, &mut world.buyer] {
                    if *view == View::Offered {
                        *view = View::Expired;
                    }
                }
            }
            Action::Deliver(to_seller, message) => {
                world.net.remove(&(to_seller, message));
                match (message, world.seller, world.buyer) {
                    (Message::Offer, _, View::Open) => world.buyer = View::Offered,
                    (Message::Accept, View::Offered, _) => world.seller = View::Accepted,
                    // "Terminal states are terminal": refused, never honoured.
                    (Message::Accept, _, _) => {
                        world.net.insert((false, Message::Refused));
                    }
                    (Message::Withdraw, _, View::Open | View::Offered) => world.buyer = View::Withdrawn,
                    // The buyer's ACCEPTED is terminal too.
                    _ => {}
                }
            }
        }
        Some(world)
    }

    fn properties(&self) -> Vec<Property<Self>> {
        vec![
            Property::<Self>::always("no split", |_, world| {
                let ended = |view| !matches!(view, View::Open | View::Offered);
                let both = ended(world.seller) && ended(world.buyer);
                !both || (world.seller == View::Accepted) == (world.buyer == View::Accepted)
            }),
            Property::<Self>::sometimes("a deal", |_, world| {
                (world.seller, world.buyer) == (View::Accepted, View::Accepted)
            }),
        ]
    }
}

/// (1) An offer is delivered; the seller withdraws while the buyer accepts.
#[test]
fn a_withdrawal_against_an_accept_splits_the_guides_machine() {
    let checker = Literal { withdrawals: true, expiry: false }.checker().spawn_bfs().join();
    let path = checker.assert_any_discovery("no split");
    let end = path.last_state();
    assert_eq!((end.seller, end.buyer), (View::Withdrawn, View::Accepted));
    checker.assert_discovery(
        "no split",
        vec![Action::Offer, Action::Deliver(false, Message::Offer), Action::Withdraw, Action::Accept],
    );
    checker.assert_any_discovery("a deal");
}

/// (2) The buyer accepts in time; the message lands after the expiry.
#[test]
fn an_accept_in_time_that_lands_late_splits_the_guides_machine() {
    let checker = Literal { withdrawals: false, expiry: true }.checker().spawn_bfs().join();
    let path = checker.assert_any_discovery("no split");
    let end = path.last_state();
    assert_eq!((end.seller, end.buyer), (View::Expired, View::Accepted));
    checker.assert_discovery(
        "no split",
        vec![Action::Offer, Action::Deliver(false, Message::Offer), Action::Accept, Action::Expire],
    );
}

/// Without either race the guide's machine is sound: the checker does not cry wolf.
#[test]
fn without_the_races_nothing_splits() {
    let checker = Literal { withdrawals: false, expiry: false }.checker().spawn_bfs().join();
    checker.assert_no_discovery("no split");
    checker.assert_any_discovery("a deal");
}
