//! Many sessions at once in bad weather.

use desk::view::{ParleyAct, ParleyPhase, ParleyView};
use support::agentpub::Profile;

use crate::table::{Seat, Table};

/// Xorshift; the tests' own dice.
struct Dice(u64);

impl Dice {
    fn below(&mut self, below: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % below
    }
}

/// One person's turn at every session that waits for them.
fn decide(seat: &Seat, dice: &mut Dice) {
    for view in seat.all() {
        if !view.our_turn || dice.below(100) >= 40 {
            // Now and then somebody leaves while the other side thinks: the race.
            let live = view.phase == ParleyPhase::Offered && !view.our_turn;
            if live && dice.below(100) < 2 {
                let _ = seat.desk.parley_act(&view.session, &ParleyAct::Withdraw, &[]);
            }
            continue;
        }
        // A refusal is a fine answer here: time ran out, or the terms lie beyond the bounds.
        let _ = match dice.below(100) {
            0..=39 if view.round > 0 => seat.accept(&view.session),
            40..=44 if view.round > 0 => {
                seat.desk.parley_act(&view.session, &ParleyAct::Reject { final_offer: String::new() }, &[])
            }
            _ => seat.offer(&view.session, 90 + dice.below(120), 10 + i64::try_from(dice.below(40)).unwrap()),
        };
    }
}

fn over(view: &ParleyView) -> bool {
    !matches!(
        view.phase,
        ParleyPhase::Open | ParleyPhase::Offered | ParleyPhase::AcceptSent | ParleyPhase::Unresolved
    )
}

fn sessions() -> usize {
    let asked = std::env::var("COUNTERSIGN_PARLEYS").ok();
    asked.map_or(12, |asked| asked.parse().unwrap())
}

async fn storm(name: &str, profile: Profile, skew_ms: i64, seed: u64, count: usize) {
    let mut table = Table::new(profile, seed, skew_ms).await;
    for number in 0..count {
        table.begin(&format!("neg_{number}"));
    }
    let mut dice = Dice(seed ^ 0x9e37_79b9);
    let (mut turns, mut restarts) = (0, 0);
    loop {
        turns += 1;
        decide(&table.seller, &mut dice);
        decide(&table.buyer, &mut dice);
        table.turns(1).await;
        for seat in [&mut table.seller, &mut table.buyer] {
            if dice.below(100) < 3 {
                seat.restart().await;
                restarts += 1;
            }
        }
        if table.seller.all().iter().chain(&table.buyer.all()).all(over) {
            break;
        }
        assert!(turns < 1500, "some session hangs: {:#?}", table.buyer.all().iter().find(|view| !over(view)));
    }
    let (mut deals, mut confirmed) = (0, 0);
    for ours in table.buyer.all() {
        let theirs = table.seller.one(&ours.session);
        let deal = |view: &ParleyView| view.phase == ParleyPhase::Accepted;
        assert_eq!(deal(&ours), deal(&theirs), "no disagreement: {ours:#?} {theirs:#?}");
        if deal(&ours) {
            deals += 1;
            confirmed += usize::from(ours.uncertain.is_empty() && theirs.uncertain.is_empty());
            let agreed = |view: &ParleyView| (view.round, view.terms_hash.clone(), view.transcript.clone());
            assert_eq!(agreed(&ours), agreed(&theirs));
        }
    }
    println!(
        "{name}: {count} sessions, {deals} deals ({confirmed} confirmed), {} without one, 0 disagreements, \
         0 hanging, {turns} turns, {restarts} restarts, {} messages taken by the service",
        count - deals,
        table.service.taken()
    );
    assert_eq!(deals, confirmed);
    assert!(count < 10 || (deals > 0 && deals < count), "both ends are seen");
}

/// 20 % lost, 20 % twice, out of order and late, with restarts.
#[tokio::test]
async fn two_desks_never_disagree_under_loss_doubling_reordering_and_restarts() {
    let profile = Profile { loses: 20, repeats: 20, delays: 4, ..Profile::default() };
    storm("loss, doubling, reordering", profile, 0, 7, sessions()).await;
}

/// The service itself has trouble, and the clocks are three seconds apart.
#[tokio::test]
async fn two_desks_never_disagree_when_the_service_has_trouble() {
    let profile =
        Profile { busy: 10, fails: 10, drops: 10, drops_answers: 10, delays: 2, ..Profile::default() };
    storm("429, 500, dropped connections, clocks apart", profile, 3_000, 11, sessions().min(40)).await;
}

/// As documented.
#[tokio::test]
async fn two_desks_come_to_terms_over_a_service_that_keeps_its_word() {
    storm("as documented", Profile::default(), 0, 3, sessions().min(40)).await;
}
