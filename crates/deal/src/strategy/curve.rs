//! The arithmetic of proposals.

use money::Amount;

use super::{Proposal, Reason, Strategy};
use crate::history::repriced;
use crate::{History, Mandate, Period, Secret, Terms, figures};

fn whole(number: u32) -> Amount {
    Amount::from(number)
}

/// `amount × over / under`, to 6 decimals, which rounding to prices swallows.
fn part(amount: &Amount, over: u32, under: u32) -> Amount {
    (amount * whole(over)).div_rounded(&whole(under.max(1)), 6).unwrap_or_default()
}

/// The total that comes next, and why.
fn next_total(
    base: &Terms,
    target: &Secret<Amount>,
    mandate: &Mandate,
    history: &History,
) -> Option<(Amount, Vec<Reason>)> {
    let theirs = figures(base).annual_total?;
    let aim = target.expose_secret().clone();
    let before: Vec<Amount> = history.ours().filter_map(|ours| repriced(ours, base)).collect();
    let Some(last) = before.last() else {
        // Never further below the target than a quarter of it: what insults ends the talk.
        let above = (&theirs - &aim).max(Amount::zero()).min(part(&aim, 1, 4));
        let opening = (&aim - above).min(theirs.clone());
        return Some((opening, vec![Reason::Opening { theirs, target: target.clone() }]));
    };
    let rounds_left =
        mandate.most_rounds().map_or(3, |most| most.saturating_sub(history.our_counters)).max(1);
    let left = (&aim - last).max(Amount::zero());
    // The first steps are the largest: of r rounds the next takes r parts of 1 + 2 + … + r.
    let parts = rounds_left.saturating_mul(rounds_left.saturating_add(1)) / 2;
    let mut step = part(&left, rounds_left, parts.max(1));
    let mut reasons = vec![Reason::Curve { last: last.clone(), target: target.clone(), rounds_left }];
    let earlier = before.windows(2).rev().filter_map(|pair| match pair {
        [one, next] => Some(next - one),
        _ => None,
    });
    if let Some(most) = earlier.into_iter().find(Amount::is_positive).filter(|most| step > *most) {
        step = most.clone();
        reasons.push(Reason::NoLargerThan(most));
    }
    Some(((last + step).min(theirs), reasons))
}

/// Their lines at prices that come to about this total, never above it.
fn at_total(base: &Terms, total: &Amount, reasons: &mut Vec<Reason>) -> Option<Terms> {
    let of_theirs = figures(base);
    let once: Amount =
        of_theirs.lines.iter().filter(|line| line.period == Period::Once).map(|line| &line.annual).sum();
    let recurring = of_theirs.annual_total? - &once;
    let wanted = total - &once;
    if !recurring.is_positive() || !wanted.is_positive() {
        return None;
    }
    let mut terms = base.clone();
    for (place, (line, figure)) in terms.lines.iter_mut().zip(&of_theirs.lines).enumerate() {
        if figure.period == Period::Once {
            reasons.push(Reason::OnceLeft(place));
            continue;
        }
        let exact = (&line.unit_price * &wanted).div_rounded(&recurring, 8)?;
        line.unit_price = rounded_down(&exact, line.currency.minor_units());
    }
    if let Some(percent) = Amount::ratio_percent(&wanted, &recurring, 1) {
        reasons.push(Reason::Spread(percent));
    }
    reasons.push(Reason::Rounded);
    Some(terms)
}

/// Down to what people write: whole units from 100 on, half units from 10 on, else what can be paid.
fn rounded_down(price: &Amount, minor_units: u32) -> Amount {
    let step = if *price >= whole(100) {
        whole(1)
    } else if *price >= whole(10) {
        Amount::parse("0.5").unwrap_or_default()
    } else {
        Amount::parse(&format!("1e-{}", minor_units.max(2))).unwrap_or_default()
    };
    let times = price.div_rounded(&step, 9).unwrap_or_default();
    let text = times.to_string();
    let floor = text.split('.').next().and_then(|whole| Amount::parse(whole).ok()).unwrap_or_default();
    floor * step
}

fn proposal(strategy: Strategy, terms: Terms, reasons: Vec<Reason>) -> Option<Proposal> {
    let total = figures(&terms).annual_total?;
    Some(Proposal { strategy, terms, total, reasons })
}

pub(super) fn step(
    base: &Terms,
    target: &Secret<Amount>,
    mandate: &Mandate,
    history: &History,
) -> Option<Proposal> {
    let (total, mut reasons) = next_total(base, target, mandate, history)?;
    let terms = at_total(base, &total, &mut reasons)?;
    proposal(Strategy::Step, terms, reasons)
}

pub(super) fn hold(base: &Terms, history: &History) -> Option<Proposal> {
    let mut terms = history.ours().last()?.clone();
    base.expires_at.clone_into(&mut terms.expires_at);
    terms.expires_at_unix_ms = base.expires_at_unix_ms;
    let total = figures(&terms).annual_total?;
    proposal(Strategy::Hold, terms, vec![Reason::Stands(total)])
}

/// A year more for three per cent off.
pub(super) fn longer(
    base: &Terms,
    target: &Secret<Amount>,
    mandate: &Mandate,
    history: &History,
) -> Option<Proposal> {
    let to = base.term_months.checked_add(12).filter(|to| *to <= 120)?;
    termed(base, (target, mandate, history), (Strategy::LongerTerm, to, 3))
}

/// A year less, at the price of the step.
pub(super) fn shorter(
    base: &Terms,
    target: &Secret<Amount>,
    mandate: &Mandate,
    history: &History,
) -> Option<Proposal> {
    let to = base.term_months.checked_sub(12).filter(|to| *to >= 12)?;
    termed(base, (target, mandate, history), (Strategy::ShorterTerm, to, 0))
}

fn termed(
    base: &Terms,
    (target, mandate, history): (&Secret<Amount>, &Mandate, &History),
    (strategy, to, off_percent): (Strategy, u32, u32),
) -> Option<Proposal> {
    let (total, mut reasons) = next_total(base, target, mandate, history)?;
    reasons.push(Reason::Term { from: base.term_months, to, off_percent });
    let mut terms = at_total(base, &part(&total, 100 - off_percent, 100), &mut reasons)?;
    terms.term_months = to;
    proposal(strategy, terms, reasons)
}

/// A tenth more of whole things, for four per cent off each.
pub(super) fn more(
    base: &Terms,
    target: &Secret<Amount>,
    mandate: &Mandate,
    history: &History,
) -> Option<Proposal> {
    let (total, mut reasons) = next_total(base, target, mandate, history)?;
    let mut terms = at_total(base, &part(&total, 96, 100), &mut reasons)?;
    let mut raised = false;
    for line in &mut terms.lines {
        let recurs = Period::of_unit(&line.unit) != Period::Once;
        if recurs && line.quantity.is_whole() && line.quantity >= whole(10) {
            line.quantity = part(&line.quantity, 11, 10).round_half_up(0);
            raised = true;
        }
    }
    reasons.push(Reason::Volume(4));
    if raised { proposal(Strategy::MoreVolume, terms, reasons) } else { None }
}
