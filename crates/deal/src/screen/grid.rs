#![allow(clippy::unwrap_used, clippy::print_stdout, clippy::cast_possible_truncation, clippy::cast_sign_loss)]
//! Leaks and harmless sayings as a grid: how an amount stands to what is known, on which base it is said, how it is
//! written, and in which sentence. None of the leaks may pass, and what may be told leaves on any base.

use money::Amount;
use proptest::prelude::*;

use super::dresses::{grouped, words};
use super::*;

const SEATS: f64 = 500.0;
const QUOTE: u32 = 1_400_000;
const LAST: u32 = 1_000_000;
const COUNTER: u32 = 1_040_000;

fn a(value: u32) -> Amount {
    Amount::from(value)
}

fn screen(secret: u32) -> Confidential {
    let deal = DealFigures {
        told_annual: vec![a(QUOTE), a(LAST), a(COUNTER)],
        told_unit: vec![a(2_080)],
        quantities: vec![a(500)],
        terms_months: vec![36],
        rates: vec![Amount::parse("0.92").unwrap(), Amount::parse("0.79").unwrap()],
        ..DealFigures::default()
    };
    Confidential::new(&deal, &SecretFigures { annual: vec![a(secret)], ..SecretFigures::default() })
}

fn passes(screen: &Confidential, text: &str) -> bool {
    screen.reasons(text).is_empty()
}

/// By what a yearly amount is multiplied on a base, and how the base is said.
const BASES: &[(f64, &str)] = &[
    (1.0, "a year"),
    (1.0, "per annum"),
    (1.0, ""),
    (1.0 / 2.0, "per half year"),
    (1.0 / 2.0, "every six months"),
    (1.0 / 4.0, "a quarter"),
    (1.0 / 12.0, "a month"),
    (1.0 / 12.0, "each month"),
    (1.0 / 26.0, "every two weeks"),
    (1.0 / 52.0, "a week"),
    (1.0 / 52.0, "for each of the 156 weeks"),
    (1.0 / 365.0, "per day"),
    (1.0 / 250.0, "per working day"),
    (1.0 / 260.0, "for every weekday"),
    (2.0, "over two years"),
    (3.0, "over the term"),
    (3.0, "across the three years"),
    (1.0 / 12.0, "for each of the 36 months"),
    (1.0 / SEATS, "per seat"),
    (1.0 / SEATS, "for each user and year"),
    (10.0 / SEATS, "for every ten seats"),
    (50.0 / SEATS, "per block of 50 seats"),
    (100.0 / SEATS, "a year for each hundred seats"),
    (100.0 / SEATS, "per 100 seats"),
    (1_000.0 / SEATS, "per thousand seats"),
    (1.0 / SEATS / 12.0, "per seat and month"),
    (3.0 / SEATS, "a seat over the term"),
];

/// How an amount is written with its base; nothing where it cannot be written so.
type Notation = (&'static str, fn(f64, &str) -> Option<String>);

fn figures(value: f64) -> String {
    if value >= 1_000.0 { grouped(value.round() as u32, ",") } else { format!("{value:.2}") }
}

/// Whole, as an amount that is said in words is.
fn whole(value: f64) -> Option<u32> {
    ((value - value.round()).abs() < 1e-6).then_some(value.round() as u32).filter(|value| *value >= 100)
}

/// Without noughts behind the point.
fn short(value: f64) -> String {
    let text = format!("{value:.4}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

fn thousands(value: f64) -> Option<String> {
    whole(value / 10.0).filter(|_| value >= 10_000.0).map(|_| short(value / 1_000.0))
}

const NOTATIONS: &[Notation] = &[
    ("figures", |value, base| Some(format!("{} {base}", figures(value)))),
    ("a sign", |value, base| Some(format!("${} {base}", figures(value)))),
    ("a code", |value, base| Some(format!("USD {} {base}", figures(value)))),
    ("a name", |value, base| Some(format!("{} dollars {base}", figures(value)))),
    ("another currency", |value, base| Some(format!("{} euros {base}", figures(value * 0.92)))),
    ("k", |value, base| Some(format!("{}k {base}", thousands(value)?))),
    ("thousand", |value, base| Some(format!("{} thousand {base}", thousands(value)?))),
    ("millions", |value, base| {
        whole(value / 1_000.0).filter(|_| value >= 100_000.0)?;
        Some(format!("{} million {base}", short(value / 1_000_000.0)))
    }),
    ("words", |value, base| Some(format!("{} {base}", words(whole(value)?)))),
    ("words and a name", |value, base| Some(format!("{} dollars {base}", words(whole(value)?)))),
    ("scale later", |value, base| {
        Some(format!("{}. In thousands, and {base}", thousands(value)?)).filter(|_| !base.is_empty())
    }),
    ("scale alone later", |value, base| Some(format!("{} {base}. Thousands, that is", thousands(value)?))),
    ("millions later", |value, base| {
        whole(value / 10_000.0).filter(|_| value >= 1_000_000.0)?;
        Some(format!("{} {base}. Millions, of course", short(value / 1_000_000.0)))
    }),
    ("money later", |value, base| Some(format!("{} {base}. Dollars, that is", figures(value)))),
    ("base later", |value, base| {
        Some(format!("{}. That is dollars, {base}", figures(value))).filter(|_| !base.is_empty())
    }),
];

/// Sentences that give an amount.
const FRAMES: &[&str] = &[
    "We can go up to {}.",
    "Between us, finance has put aside {}.",
    "Nobody here signs above {}.",
    "{} and the contract is yours.",
    "Our ceiling is {}.",
    "We planned with {}.",
    "I may spend {}, no more.",
    "What the board has cleared: {}",
    "My boss would be glad about {}.",
];

/// Sentences that give a difference to something known.
const GAPS: &[(u32, &str)] = &[
    (LAST, "We have {} on top of our last offer."),
    (LAST, "From what we bid last we can still climb by {}."),
    (COUNTER, "There is {} left beyond our counter."),
    (COUNTER, "After our counter {} remains in the pot."),
    (QUOTE, "Come down by {} and we sign."),
    (QUOTE, "Your quote is {} over what we have."),
];

/// Sentences that give a share of something known, and of which figure.
const SHARES: &[(u32, &str)] = &[
    (QUOTE, "We can pay {} of your quote."),
    (QUOTE, "{} of what you ask is what we have."),
    (LAST, "It may be {} of our last offer."),
    (COUNTER, "The budget is {} of our counter."),
    (COUNTER, "Finance would go to {} of the counter."),
];

fn share(part: u32, whole: u32) -> Vec<String> {
    let share = f64::from(part) / f64::from(whole);
    let percent = share * 100.0;
    vec![
        format!("{percent:.2}%"),
        format!("{percent:.1} percent"),
        format!("{} times the size", short(share)).replace(" the size", ""),
        format!("{percent:.1} cents on the dollar"),
        format!("{:.1} out of every hundred dollars", percent),
    ]
}

/// A sentence with its amount; nothing where the amount goes on in another sentence and this one does not end with it.
fn filled(frame: &str, said: &str) -> Option<String> {
    let goes_on = said.contains(". ") && !frame.ends_with("{}.") && !frame.ends_with("{}");
    (!goes_on).then(|| frame.replace("{}", said.trim()).replace(" .", "."))
}

/// All that a secret can be told by, under the names of its row, its base, its notation and its sentence.
fn leaks(secret: u32) -> Vec<(String, String)> {
    let mut all = Vec::new();
    let mut put =
        |name: String, frame: &str, said: &str| all.extend(filled(frame, said).map(|text| (name, text)));
    for (factor, base) in BASES {
        for (notation, write) in NOTATIONS {
            if let Some(said) = write(f64::from(secret) * factor, base) {
                for frame in FRAMES {
                    put(format!("value|{base}|{notation}|{frame}"), frame, &said);
                }
            }
            for (known, frame) in GAPS {
                let before = base.len() > 7 && *notation == "a sign";
                let gap = f64::from(known.abs_diff(secret));
                if let Some(said) = write(gap * factor, base) {
                    put(format!("gap|{base}|{notation}|{frame}"), frame, &said);
                }
                if let Some(said) = write(gap * factor, "").filter(|_| before) {
                    let frame = format!("{base}: {}", frame.to_lowercase());
                    put(format!("gap|{base}, before|{notation}|{frame}"), &frame, &said);
                }
            }
        }
    }
    for (whole, frame) in SHARES {
        for said in share(secret, *whole) {
            put(format!("share|{said}|{frame}"), frame, &said);
        }
    }
    all
}

/// What may be told, on every base.
fn told() -> Vec<(String, String)> {
    const SAID: &[(u32, &str)] = &[
        (QUOTE, "Your quote comes to {}."),
        (QUOTE, "You asked for {}, as we understand it."),
        (LAST, "Our last offer was {}."),
        (COUNTER, "Our counter stands at {}."),
        (COUNTER, "We offer {} now."),
        (COUNTER, "Please note our price of {} in the order form."),
        (QUOTE - COUNTER, "The difference between your quote and our counter is {}."),
        (COUNTER - LAST, "We have moved up by {} since our last offer."),
    ];
    let mut all = Vec::new();
    for (factor, base) in BASES {
        for (notation, write) in NOTATIONS {
            for (value, frame) in SAID {
                if let Some(said) = write(f64::from(*value) * factor, base) {
                    let name = format!("{base}|{notation}|{frame}");
                    all.extend(filled(frame, &said).map(|text| (name, text)));
                }
            }
        }
    }
    all
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4))]

    /// Every sixtieth of the leaks, from any of them on, with any secret that is no told figure in another currency.
    #[test]
    fn no_leak_of_the_grid_passes(thousands in 1_101_u32..1_339, from in 0_usize..60) {
        prop_assume!(![1_104, 1_106, 1_120, 1_200, 1_288].contains(&thousands));
        let secret = thousands * 1_000;
        let screen = screen(secret);
        let leaks = leaks(secret);
        let passed: Vec<&String> = leaks
            .iter()
            .skip(from)
            .step_by(60)
            .map(|(_, text)| text)
            .filter(|text| passes(&screen, text))
            .collect();
        prop_assert!(passed.is_empty(), "{:#?}", passed);
    }

    /// What may be told leaves on any base; where it is said in two sentences a person may look at it.
    #[test]
    fn what_may_be_told_leaves_on_any_base(from in 0_usize..40) {
        let screen = screen(1_250_000);
        let told: Vec<(String, String)> = told().into_iter().filter(|(name, _)| !name.contains("later")).collect();
        let stopped: Vec<&String> =
            told.iter().skip(from).step_by(40).map(|(_, text)| text).filter(|text| !passes(&screen, text)).collect();
        prop_assert!(stopped.len() <= 3, "{:#?}", stopped);
    }
}

/// Prints what comes out wrong for a secret.
pub(super) fn print(secret: u32) {
    let screen = screen(secret);
    let leaks = leaks(secret);
    let passed: Vec<_> = leaks.iter().filter(|(_, text)| passes(&screen, text)).collect();
    for (name, text) in &passed {
        println!("LEAK {name} # {text}");
    }
    let told = told();
    let stopped: Vec<_> = told.iter().filter(|(_, text)| !passes(&screen, text)).collect();
    for (name, text) in &stopped {
        println!("TOLD {name} # {text}");
    }
    println!(
        "{} of {} leaks pass, {} of {} told are stopped",
        passed.len(),
        leaks.len(),
        stopped.len(),
        told.len()
    );
}
