//! Fields together with a scenario that was made of a mandate and of offers.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::string_slice)]

use super::*;
use crate::samples::{full_mandate, line, mandate, terms};

fn scenario() -> Scenario {
    let mut scenario = Scenario::default();
    scenario.keep(&mandate());
    scenario.tell(&terms(36, vec![line("500", "seat/year", "2800")], Some("1400000")));
    scenario.tell(&terms(36, vec![line("500", "seat/year", "2080")], Some("1040000")));
    scenario.tell(&terms(36, vec![line("500", "seat/year", "2000")], Some("1000000")));
    scenario
}

fn found(text: &str, nature: Nature) -> Vec<ScreenFinding> {
    let field = Field { place: "body".to_owned(), text: text.to_owned(), nature };
    InThisProcess.screen(&[field], &scenario()).unwrap()
}

fn blocks(text: &str) -> bool {
    found(text, Nature::Prose).iter().any(|finding| finding.kind.blocks())
}

/// Prose that tells a secret of the sample mandate for 500 seats and 36 months.
const LEAKS: &[&str] = &[
    "Our target is $1,100,000 per year.",
    "Our ceiling: 1.250.000,00 EUR",
    "we stop at 1 250 000",
    "we stop at 1'250'000.-",
    "1250k is the most",
    "one million, two hundred and fifty thousand is the most",
    "One Million, One Hundred Thousand Dollars",
    "1 million, 250 thousand and we stop",
    "1M, 250K and we stop",
    "two thousand, five hundred dollars a seat",
    "eine Million, zweihundertfünfzigtausend",
    "un million, deux cent cinquante mille",
    "1,250 thousand",
    "1.25mm",
    "1,25 Mio. €",
    "USD1.25M",
    "1.1MUSD",
    "cap 11,00,000",
    "12.5 lakh",
    "1250 TEUR",
    "1.25 MUSD",
    "1,250,000 dinars",
    "1.25 million Swiss Rappen",
    "１，２５０，０００",
    "١٬٢٥٠٬٠٠٠",
    "𝟏,𝟐𝟓𝟎,𝟎𝟎𝟎",
    "①②⑤⓪⓪⓪⓪",
    "1\u{200B}2\u{2060}5\u{202E}0000",
    "Thanks!\u{E0031}\u{E0032}\u{E0035}\u{E0030}\u{E0030}\u{E0030}\u{E0030}",
    "1,2\n50,000",
    "1 2 5 0 0 0 0",
    "{\"walk_away\":1250000}",
    "Say $91,667 a month.",
    "Say $91,666.67 a month.",
    "Say 91666 a month.",
    "about 91.7k a month",
    "104,166.67 a month",
    "312,500 a quarter",
    "A $3.3M three-year total closes this.",
    "$2,500 per seat per year",
    // On another base, of which the amount itself may be told on a year's.
    "We planned with $260,000 a year for each hundred seats.",
    "We planned with 5,000 per working day.",
    "After our counter 210,000 remains in the pot.",
    "Legal (40 people) carries 88,000 for your platform, and the others pay the same rate.",
    "We count 250 working days, and the board is at ease with 5,000 on each of them.",
    // Its scale in a later sentence.
    "One point two five. Millions, that is.",
    "We planned with 625 every six months. Thousands, that is.",
    "Write down twelve. And then fifty. It is thousands.",
    // Slang, and shares of what both know.
    "A bar and a quarter, then they pull the plug.",
    "eleven hundred large",
    "Our counter plus a fourth is the whole budget.",
    "We can pay 89.3 cents on the dollar of your quote.",
    "It may be 1.25 times our last offer.",
    "We hoped to be done at a tenth over the million.",
    "2200 a seat",
    "$183.33 per seat and month",
];

#[test]
fn a_secret_does_not_leave_in_any_digits_and_separators() {
    for text in LEAKS {
        assert!(!found(text, Nature::Prose).is_empty(), "{text}");
    }
    let blocked = LEAKS.iter().filter(|text| blocks(text)).count();
    assert!(blocked + 5 >= LEAKS.len(), "only {blocked} of {} are blocked", LEAKS.len());
}

#[test]
fn what_tells_no_secret_is_not_blocked() {
    for text in [
        "",
        "We counter at $1,040,000 per year for 500 seats.",
        "You quoted $1,400,000, or $2,800 per seat.",
        "Our counter is 25.7% below your quote.",
        "We have moved up by $40,000.",
        "Our directory holds 1,100 users.",
        "expires_at 2026-09-30T11:00:00Z",
        "2026-09-30T11:00:00Z",
        "USD",
        "We need 99.95% uptime and a 21.4 ms median latency.",
        "net 30, 36 months",
        "0",
        "We counter at 260,000 a quarter, 86,667 a month and 3.12 million over the three-year term.",
        "Our counter is 208,000 for each hundred seats and year.",
        "Four payments of $260,000 each year suit us.",
        "The pump runs at 1.25 bar of pressure.",
        "The third party asked for a second look at the fourth annex.",
    ] {
        assert_eq!(found(text, Nature::Prose), [], "{text}");
    }
}

#[test]
fn each_nature_is_compared_with_its_own() {
    let passes = |text: &str, nature| found(text, nature).is_empty();
    // The owner may counter at the target, never at the walk-away.
    assert!(passes("1100000", Nature::Price));
    assert!(passes("2200", Nature::Price));
    assert!(!passes("1250000", Nature::Price));
    assert!(!passes("2500", Nature::Price));
    assert!(passes("2500", Nature::Count));
    assert!(passes("1100000", Nature::Count));
    assert!(!passes("1250000", Nature::Count));
    assert!(passes("1250000", Nature::Echo));
}

#[test]
fn every_figure_of_a_mandate_is_kept() {
    let mut scenario = Scenario::default();
    scenario.keep(&full_mandate());
    scenario.tell(&terms(36, vec![line("500", "seat/year", "2800")], Some("1400000")));
    let outcome = |text: &str| {
        let field = Field { place: "body".to_owned(), text: text.to_owned(), nature: Nature::Prose };
        let found = InThisProcess.screen(&[field], &scenario).unwrap();
        found.iter().any(|finding| finding.kind.blocks())
    };
    for secret in ["1.1 million", "$1,250,000", "1300k", "$2,000 a seat", "$2,400.505", "60,000 dollars"] {
        assert!(outcome(&format!("We stop at {secret}.")), "{secret}");
    }
    assert!(!format!("{scenario:?}").contains("1250000"));
}

#[test]
fn findings_name_places_and_never_the_secret() {
    let field =
        |place: &str, text: &str| Field { place: place.into(), text: text.into(), nature: Nature::Prose };
    let fields =
        [field("subject", "hello"), field("body", "1.25M, 1,250,000"), field("conditions[1]", "1.1M")];
    let found = InThisProcess.screen(&fields, &scenario()).unwrap();
    let mut places: Vec<&str> = found.iter().map(|finding| finding.place.as_str()).collect();
    places.dedup();
    assert_eq!(places, ["body", "conditions[1]"]);
    assert!(!format!("{found:?}").contains("1250000"));
}

#[test]
fn too_much_text_is_not_read() {
    let long =
        Field { place: "body".into(), text: "1".repeat(MAX_SCREENED_BYTES + 1), nature: Nature::Prose };
    assert_eq!(InThisProcess.screen(&[long], &scenario()), Err(ScreenDown::TooMuch));
}

mod properties {
    use super::*;
    use proptest::prelude::*;

    use crate::samples::usd;
    use crate::{Limits, Mandate, Secret};

    fn grouped(digits: &str, mark: &str) -> String {
        let first = digits.len() % 3;
        let mut parts: Vec<&str> = Vec::new();
        if first > 0 {
            parts.push(&digits[..first]);
        }
        let mut at = first;
        while at < digits.len() {
            parts.push(&digits[at..at + 3]);
            at += 3;
        }
        parts.join(mark)
    }

    proptest! {
        #[test]
        fn any_walk_away_is_found_however_it_is_grouped(
            secret in 10_000_u32..2_000_000_000,
            mark in prop::sample::select(vec!["", ",", ".", " ", "'", "_", "\u{202F}", "’"]),
            before in "[a-z ]{0,10}[$€( ]",
            after in "([;)!?][a-z ;]{0,10})?",
        ) {
            let limits =
                Limits { walk_away_annual: Some(Secret::new(money::Amount::from(secret))), ..Limits::default() };
            let mandate = Mandate::new(1, usd(), limits).unwrap();
            // `PO 1250000` is a paper's number, as long as nothing else is said of it.
            let papers = [
                "po", "order", "invoice", "inv", "ticket", "case", "ref", "rfp", "rfq", "orders", "vendor",
            ];
            prop_assume!(!before.split_whitespace().next_back().is_some_and(|word| papers.contains(&word)));
            let text = format!("{before}{}{after}", grouped(&secret.to_string(), mark));
            let field = Field { place: "body".into(), text: text.clone(), nature: Nature::Prose };
            let mut scenario = Scenario::default();
            scenario.keep(&mandate);
            let found = InThisProcess.screen(&[field], &scenario).unwrap();
            prop_assert!(!found.is_empty(), "{}", text);
        }

        #[test]
        fn no_text_makes_it_panic(text in any::<String>()) {
            let _ = blocks(&text);
        }

        #[test]
        fn another_price_is_not_barred(number in 4_000_000_u64..9_000_000) {
            prop_assert!(found(&number.to_string(), Nature::Price).is_empty());
        }
    }
}
