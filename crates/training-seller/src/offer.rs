//! Plans that come into question for one refinement, best first.

use crate::catalogue::{INVENTORY, MINIMUM, PRODUCTS, Product};
use crate::cents::Cents;
use crate::plan::{DAY, Line, Plan};
use crate::wishes::{Failing, Wishes};

/// How the seller deals.
#[derive(Debug, Clone, Copy)]
pub struct Policy {
    /// Terms without impressions and single budgets.
    pub bare: bool,
    /// Native never beside display, and no variants of one mix.
    pub narrow: bool,
}

/// A plan and what it does not give.
#[derive(Debug)]
pub struct Candidate {
    /// The plan.
    pub plan: Plan,
    /// What is missing.
    pub failing: Failing,
}

/// Which products, in the order in which they are offered.
const MIXES: [&[usize]; 7] = [&[0], &[0, 2], &[0, 1], &[0, 1, 2], &[2], &[1], &[1, 2]];

/// How the money is split: per cent that go to the first product of several (equal parts
/// where none), and per cent of what could be spent.
const VARIANTS: [(Option<i64>, i64); 4] = [(None, 100), (Some(70), 100), (None, 90), (None, 80)];

/// All plans that differ from each other, the nearest to the source first.
pub fn candidates(source: &Plan, wishes: &Wishes, policy: Policy) -> Vec<Candidate> {
    let source = turned(source, wishes);
    let base = base(&source, wishes);
    let all = MIXES.iter().map(|mix| mix.iter().filter_map(|place| PRODUCTS.get(*place)).collect());
    let mixes: Vec<Vec<&'static Product>> = std::iter::once(base.clone())
        .chain(all.filter(|mix: &Vec<&'static Product>| *mix != base))
        .filter(|mix| fits(mix, &source, wishes, policy))
        .collect();
    let variants = if policy.narrow { &VARIANTS[..1] } else { &VARIANTS[..] };
    let mut found: Vec<Candidate> = Vec::new();
    for variant in variants {
        for mix in &mixes {
            let plan = priced(&source, mix, wishes, *variant);
            if found.iter().all(|other| other.plan != plan) {
                found.push(Candidate { failing: wishes.failing(&plan, policy.bare), plan });
            }
        }
    }
    found
}

/// The source with what the criteria and the prose change of it.
fn turned(source: &Plan, wishes: &Wishes) -> Plan {
    let mut plan = source.clone();
    if let Some(only) = &wishes.only {
        plan.only = Some(only.clone());
    }
    if let Some(targeting) = &wishes.targeting {
        plan.targeting = Some(targeting.clone());
    }
    if wishes.ask.as_ref().is_some_and(|ask| ask.longer) {
        plan.end = plan.end.plus_millis(14 * DAY);
    }
    plan
}

/// The products that come out of the source by what was asked.
fn base(source: &Plan, wishes: &Wishes) -> Vec<&'static Product> {
    let add = wishes.ask.as_ref().and_then(|ask| ask.add);
    let wanted = |product: &Product| {
        let there = source.buys(product.id) || wishes.includes(product.id) || add == Some(product);
        there && !wishes.omits(product.id) && source.allows(product)
    };
    let mut base: Vec<&'static Product> = PRODUCTS.iter().filter(|product| wanted(product)).collect();
    // A ceiling that does not pay for all of them: the last ones go, what was asked for stays.
    let most = wishes.budget.and_then(|budget| budget.max).unwrap_or(INVENTORY);
    while base.len() > 1 && Cents::new(MINIMUM.count().saturating_mul(count(base.len()))) > most {
        let Some(last) = base.iter().rposition(|product| !wishes.includes(product.id)) else { break };
        base.remove(last);
    }
    base
}

fn fits(mix: &[&Product], source: &Plan, wishes: &Wishes, policy: Policy) -> bool {
    let has = |id: &str| mix.iter().any(|product| product.id == id);
    let apart = policy.narrow && has("native_feed_q4") && has("display_standard_q4");
    !mix.is_empty()
        && !apart
        && mix.iter().all(|product| source.allows(product) && !wishes.omits(product.id))
        && (policy.narrow || PRODUCTS.iter().all(|product| !wishes.includes(product.id) || has(product.id)))
}

fn priced(
    source: &Plan,
    mix: &[&'static Product],
    wishes: &Wishes,
    (first, share): (Option<i64>, i64),
) -> Plan {
    let alone = mix.len() == 1;
    let ceiling = wishes.cpm;
    let lines = mix.iter().map(|product| {
        let usual = if alone { product.alone } else { product.beside };
        let price = ceiling.map_or(usual, |ceiling| usual.min(ceiling).max(product.floor));
        Line { product, price, budget: Cents::new(0) }
    });
    let mut plan = Plan { lines: lines.collect(), ..source.clone() };
    let lean = wishes.ask.as_ref().and_then(|ask| ask.lean);
    let least = Cents::new(MINIMUM.count().saturating_mul(count(mix.len())));
    let most = wishes.budget.and_then(|budget| budget.max).unwrap_or(INVENTORY).min(INVENTORY).max(least);
    let floor = wishes.budget.and_then(|budget| budget.min).unwrap_or(least).max(least).min(most);
    let wanted = source.total().max(floor).min(most);
    spend(&mut plan, wanted.percent(share).max(floor), first, lean);
    let Some(asked) = wishes.impressions else { return plan };
    // More impressions first for more money, where that was not bounded, then for less each.
    if plan.impressions() < asked {
        let needed = needed(&plan, asked).min(most);
        spend(&mut plan, needed, first, lean);
    }
    if plan.impressions() < asked {
        for line in &mut plan.lines {
            line.price = line.price.min(line.product.floor);
        }
    }
    plan
}

/// What so many impressions cost at the plan's prices, with a little above so that
/// rounding each purchase down does not miss the floor.
fn needed(plan: &Plan, impressions: u64) -> Cents {
    let have = i128::from(plan.impressions().max(1));
    let total = i128::from(plan.total().count());
    let exact = total.saturating_mul(i128::from(impressions)).div_euclid(have).saturating_add(100);
    Cents::new(i64::try_from(exact).unwrap_or(i64::MAX))
}

/// Spends a total on the purchases: equal parts, or more to the first or to the one that
/// was leaned towards; every purchase has its minimum.
fn spend(plan: &mut Plan, total: Cents, first: Option<i64>, lean: Option<&Product>) {
    let lines = plan.lines.len();
    let favoured = lean.and_then(|lean| plan.lines.iter().position(|line| line.product == lean));
    let favoured = favoured.or(first.map(|_| 0)).filter(|_| lines > 1);
    let others = count(lines) - i64::from(favoured.is_some());
    let most = total - Cents::new(MINIMUM.count().saturating_mul(others));
    let share = match favoured {
        Some(_) => total.percent(first.unwrap_or(65)).min(most),
        None => Cents::new(0),
    };
    let rest = total - share;
    let each = Cents::new(rest.count() / others.max(1));
    let mut left = total;
    for (place, line) in plan.lines.iter_mut().enumerate() {
        let part = if favoured == Some(place) { share } else { each };
        line.budget = if place + 1 == lines { left } else { part };
        left = left - line.budget;
    }
}

fn count(many: usize) -> i64 {
    i64::try_from(many).unwrap_or(i64::MAX)
}
