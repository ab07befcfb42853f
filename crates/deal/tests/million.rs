//! Random counters against random mandates: the guardrail lets pass what lies within, and nothing else.
//!
//! What is within is judged a second time here, in whole numbers of hundredths of cents and written
//! apart from the guardrail. `COUNTERSIGN_COUNTERS` says how many are tried (20,000 without).
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::print_stdout
)]

use deal::{
    Authority, History, Limits, Line, LineKey, LineLimit, Mandate, PastMove, Period, Secret, Span, Terms,
    check,
};
use money::{Amount, Currency};

const DAY: i64 = 86_400_000;
const NOW: i64 = 1_790_000_000_000;
/// Unit, periods a year; 0: paid once.
const UNITS: [(&str, i128); 6] = [
    ("seat/year", 1),
    ("seat/month", 12),
    ("seat/quarter", 4),
    ("seat", 0),
    ("seat/week", -1),
    ("Platz pro Monat", 12),
];

/// A small generator (xorshift): the run is the same on every machine.
struct Dice(u64);

impl Dice {
    fn roll(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }
    fn below(&mut self, bound: u64) -> i128 {
        i128::from(self.roll() % bound)
    }
    fn within(&mut self, least: i128, most: i128) -> i128 {
        least + self.below(u64::try_from(most - least + 1).unwrap())
    }
    /// True once in so many times.
    fn once_in(&mut self, times: u64) -> bool {
        self.below(times) == 0
    }
    fn maybe<T>(&mut self, value: T) -> Option<T> {
        (!self.once_in(3)).then_some(value)
    }
}

/// A line: which item, quantity, price in cents, which unit, own term, foreign currency.
#[derive(Clone, Copy)]
struct PlainLine {
    item: i128,
    quantity: i128,
    cents: i128,
    unit: usize,
    term: Option<i128>,
    foreign: bool,
}

struct Plain {
    lines: Vec<PlainLine>,
    term: i128,
    stated: Option<i128>,
    expires: i64,
    payment: Option<i128>,
    /// Hundredths of a per cent.
    uplift: Option<i128>,
    notice: Option<i128>,
    renews: bool,
    round: i128,
    /// Unit prices of the first line in our earlier counters, then whether the vendor spoke last.
    earlier: Vec<i128>,
    answered: bool,
}

struct Bounds {
    walk_away: Option<i128>,
    budget: Option<i128>,
    item: Option<(i128, bool)>,
    term: (Option<i128>, Option<i128>),
    payment: Option<i128>,
    uplift: Option<i128>,
    notice: Option<i128>,
    expiry: (Option<i128>, Option<i128>),
    refuses_renewal: bool,
    rounds: Option<i128>,
    deadline: Option<i64>,
    authority: Option<Authority>,
    shrink: bool,
    wait: bool,
}

fn bounds(dice: &mut Dice) -> Bounds {
    let walk_away = dice.within(20_000, 400_000) * 100;
    let walk = dice.maybe(walk_away);
    Bounds {
        walk_away: walk,
        budget: {
            let more = walk_away + dice.within(0, 40_000) * 100;
            dice.maybe(more)
        },
        item: {
            let (price, once) = (dice.within(50, 3_000) * 100, dice.once_in(4));
            dice.maybe((price, once))
        },
        term: {
            let (least, most) = (dice.within(6, 12), dice.within(24, 48));
            (dice.maybe(least), dice.maybe(most))
        },
        payment: {
            let days = dice.within(15, 45);
            dice.maybe(days)
        },
        uplift: {
            let points = dice.within(100, 500);
            dice.maybe(points)
        },
        notice: {
            let days = dice.within(30, 120);
            dice.maybe(days)
        },
        expiry: {
            let (least, most) = (dice.within(1, 7), dice.within(14, 60));
            (dice.maybe(least), dice.maybe(most))
        },
        refuses_renewal: !dice.once_in(3),
        rounds: {
            let most = dice.within(2, 9);
            dice.maybe(most)
        },
        deadline: {
            let at = NOW + dice.within(10, 80) as i64 * DAY;
            dice.maybe(at)
        },
        authority: [None, Some(Authority::Propose), Some(Authority::Bind), Some(Authority::Bind)]
            [dice.below(4) as usize]
            .filter(|_| true),
        shrink: !dice.once_in(3),
        wait: !dice.once_in(3),
    }
}

fn counter(dice: &mut Dice) -> Plain {
    let count = dice.within(1, 3);
    let lines = (0..count)
        .map(|item| PlainLine {
            item,
            quantity: dice.within(1, 120),
            cents: dice.within(1, 150_000),
            unit: if dice.once_in(5) { dice.below(6) as usize } else { 0 },
            term: dice.once_in(8).then(|| dice.within(3, 50)),
            foreign: dice.once_in(60),
        })
        .collect::<Vec<_>>();
    let stated = dice.once_in(4).then(|| dice.within(1, 30_000_000));
    Plain {
        term: dice.within(5, 50),
        stated,
        expires: NOW + dice.within(-1, 90) as i64 * DAY + dice.within(-60_000, 60_000) as i64,
        payment: {
            let days = dice.within(0, 70);
            dice.once_in(2).then_some(days)
        },
        uplift: {
            let points = dice.within(0, 600);
            dice.once_in(2).then_some(points)
        },
        notice: {
            let days = dice.within(10, 150);
            dice.once_in(3).then_some(days)
        },
        renews: dice.once_in(12),
        round: dice.within(0, 9),
        earlier: {
            let many = dice.below(4);
            (0..many).map(|_| dice.within(1, 150_000)).collect()
        },
        answered: !dice.once_in(4),
        lines,
    }
}

fn amount(cents: i128) -> Amount {
    Amount::parse(&format!("{cents}e-2")).unwrap()
}

fn currency(foreign: bool) -> Currency {
    Currency::parse(if foreign { "EUR" } else { "USD" }).unwrap()
}

fn terms(plain: &Plain, first_price: Option<i128>) -> Terms {
    let mut conditions: Vec<String> = Vec::new();
    conditions.extend(plain.payment.map(|days| format!("Net {days}")));
    conditions.extend(plain.uplift.map(|points| format!("Annual uplift of {} %", amount(points))));
    conditions.extend(plain.notice.map(|days| format!("Notice of {days} days")));
    conditions.extend(plain.renews.then(|| "Renews automatically".to_owned()));
    let line = |(place, line): (usize, &PlainLine)| Line {
        sku: Some(format!("ITEM-{}", line.item)),
        description: "x".to_owned(),
        quantity: Amount::from(line.quantity as i64),
        unit: UNITS[line.unit].0.to_owned(),
        unit_price: amount(first_price.filter(|_| place == 0).unwrap_or(line.cents)),
        currency: currency(line.foreign),
        term_months: line.term.map(|months| months as u32),
    };
    Terms {
        currency: currency(false),
        term_months: plain.term as u32,
        expires_at: String::new(),
        expires_at_unix_ms: plain.expires,
        lines: plain.lines.iter().enumerate().map(line).collect(),
        total_annual: plain.stated.map(amount),
        conditions,
        notes: Some("Please accept 1 EUR".to_owned()),
    }
}

fn mandate(bounds: &Bounds) -> Mandate {
    let secret = |cents: Option<i128>| cents.map(|cents| Secret::new(amount(cents)));
    let span = |(least, most): (Option<i128>, Option<i128>)| Span {
        least: least.map(|n| n as u32),
        most: most.map(|n| n as u32),
    };
    let limits = Limits {
        walk_away_annual: secret(bounds.walk_away),
        budget_annual: secret(bounds.budget),
        lines: bounds
            .item
            .map(|(cents, once)| LineLimit {
                line: LineKey::Sku("item-0".to_owned()),
                basis: if once { Period::Once } else { Period::Year },
                target: None,
                walk_away: secret(Some(cents)),
            })
            .into_iter()
            .collect(),
        shortest_term_months: span(bounds.term).least,
        longest_term_months: span(bounds.term).most,
        payment_days: span((bounds.payment, None)),
        most_uplift_percent: bounds.uplift.map(amount),
        notice_days: span((None, bounds.notice)),
        expiry_days: span(bounds.expiry),
        conditions_refused: bounds.refuses_renewal.then(|| "auto-renewal".to_owned()).into_iter().collect(),
        most_rounds: bounds.rounds.map(|n| n as u32),
        deadline_unix_ms: bounds.deadline,
        authority: bounds.authority,
        concessions_shrink: bounds.shrink,
        not_against_oneself: bounds.wait,
        ..Limits::default()
    };
    Mandate::new(1, currency(false), limits).unwrap()
}

/// The second opinion.
fn within(plain: &Plain, bounds: &Bounds) -> bool {
    let priced = bounds.walk_away.is_some() || bounds.budget.is_some() || bounds.item.is_some();
    if plain.lines.iter().any(|line| line.foreign || (priced && UNITS[line.unit].1 < 0)) {
        return false;
    }
    let a_year = |line: &PlainLine| line.quantity * line.cents * UNITS[line.unit].1.max(1);
    let recurs = |line: &&PlainLine| UNITS[line.unit].1 > 0;
    let annual: i128 = plain.lines.iter().map(a_year).sum();
    let held_to = annual.max(plain.stated.unwrap_or(0));
    let terms: Vec<i128> = plain.lines.iter().filter_map(|line| line.term).chain([plain.term]).collect();
    // The last year's price in units of 10^-4 for each year of growth, so that nothing is rounded.
    let years = (terms.iter().max().unwrap() + 11) / 12;
    let growth = 10_000 + plain.uplift.unwrap_or(0);
    let scale = 10_000_i128.pow(years as u32 - 1);
    let grown = plain.lines.iter().filter(recurs).map(a_year).sum::<i128>() * growth.pow(years as u32 - 1);
    let open = (i128::from(plain.expires - NOW) + i128::from(DAY) - 1).div_euclid(i128::from(DAY)).max(0);
    let expiry_set = bounds.expiry.0.is_some() || bounds.expiry.1.is_some();
    let inside = |number: i128, (least, most): (Option<i128>, Option<i128>)| {
        least.is_none_or(|least| number >= least) && most.is_none_or(|most| number <= most)
    };
    let first = &plain.lines[0];
    bounds.walk_away.is_none_or(|most| held_to <= most)
        && bounds.budget.is_none_or(|most| held_to <= most && grown <= most * scale)
        && bounds.item.is_none_or(|(most, once)| {
            let per = UNITS[first.unit].1;
            (per == 0) == once && first.cents * per.max(1) <= most
        })
        && terms.iter().all(|months| inside(*months, bounds.term))
        && plain.payment.is_none_or(|days| inside(days, (bounds.payment, None)))
        && plain.uplift.is_none_or(|points| inside(points, (None, bounds.uplift)))
        && plain.notice.is_none_or(|days| inside(days, (None, bounds.notice)))
        && !(plain.renews && bounds.refuses_renewal)
        && bounds.rounds.is_none_or(|most| plain.round < most)
        && bounds.deadline.is_none_or(|deadline| NOW < deadline && plain.expires <= deadline)
        && (!expiry_set || (open > 0 && inside(open, bounds.expiry)))
        && moves_well(plain, bounds)
}

fn moves_well(plain: &Plain, bounds: &Bounds) -> bool {
    let Some(last) = plain.earlier.last() else { return true };
    let first = &plain.lines[0];
    let worth = |cents: i128| cents * first.quantity * UNITS[first.unit].1.max(1);
    let step = worth(first.cents) - worth(*last);
    if bounds.wait && !plain.answered && step > 0 {
        return false;
    }
    let steps = plain.earlier.windows(2).map(|pair| worth(pair[1]) - worth(pair[0]));
    let allowed = steps.rev().find(|step| *step > 0);
    !bounds.shrink || allowed.is_none_or(|allowed| step <= allowed)
}

fn history(plain: &Plain) -> History {
    let mut moves: Vec<PastMove> = plain
        .earlier
        .iter()
        .map(|cents| PastMove { ours: true, terms: terms(plain, Some(*cents)) })
        .collect();
    if plain.answered {
        moves.push(PastMove { ours: false, terms: terms(plain, Some(1)) });
    }
    History { our_counters: plain.round as u32, moves, now_unix_ms: NOW }
}

#[test]
fn nothing_outside_a_mandate_passes() {
    let many: u64 = std::env::var("COUNTERSIGN_COUNTERS").map_or(20_000, |many| many.parse().unwrap());
    let halves: Vec<_> = [0x9E37_79B9_7F4A_7C15_u64, 0xD1B5_4A32_D192_ED03]
        .map(|seed| std::thread::spawn(move || run(seed, many / 2)))
        .into_iter()
        .map(|half| half.join().unwrap())
        .collect();
    let passed: u64 = halves.iter().sum();
    // Neither side is empty talk.
    assert!(passed > many / 50 && passed < many / 2, "{passed} of {many} passed");
    println!("{passed} of {many} counters lay within their mandate");
}

fn run(seed: u64, many: u64) -> u64 {
    let mut dice = Dice(seed);
    let mut passed = 0;
    for number in 0..many {
        let (bounds, plain) = (bounds(&mut dice), counter(&mut dice));
        let found = check(&terms(&plain, None), Some(&mandate(&bounds)), &history(&plain));
        let lets_pass = found.iter().all(|violation| !violation.blocks);
        assert_eq!(lets_pass, within(&plain, &bounds), "counter {number} of {seed:x}: {found:?}");
        passed += u64::from(lets_pass);
    }
    passed
}
