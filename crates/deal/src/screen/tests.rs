#![allow(clippy::unwrap_used)]
#![allow(clippy::indexing_slicing, clippy::string_slice)]

use super::*;
use crate::samples::{a, mandate};

fn facts() -> Facts {
    Facts { quantities: vec![a("500")], terms_months: vec![36] }
}

fn verdict(text: &str, nature: Nature) -> ScreenVerdict {
    let field = Field { place: "body".to_owned(), text: text.to_owned(), nature };
    EqualNumbers.screen(&[field], &facts(), Some(&mandate())).unwrap()
}

fn blocks(text: &str) -> bool {
    verdict(text, Nature::Prose) != ScreenVerdict::Passed
}

/// Prose that tells a secret of the sample mandate for 500 seats and 36 months.
const LEAKS: &[&str] = &[
    "Our target is $1,100,000 per year.",
    "Our ceiling: 1.250.000,00 EUR",
    "we stop at 1 250 000",
    "we stop at 1'250'000.-",
    "1250k is the most",
    "1,250 thousand",
    "1.25mm",
    "1,25 Mio. €",
    "USD1.25M",
    "1.1MUSD",
    "cap 11,00,000",
    "12.5 lakh",
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
    "2200 a seat",
    "$183.33 per seat and month",
];

#[test]
fn a_secret_is_blocked_in_any_digits_and_separators() {
    for text in LEAKS {
        assert!(blocks(text), "{text}");
    }
}

#[test]
fn what_tells_no_secret_passes() {
    for text in [
        "",
        "We counter at $1,040,000 per year for 500 seats.",
        "You quoted $1,400,000, or $2,800 per seat.",
        "Our counter is 25.7% below your quote.",
        "We have moved up by $40,000.",
        "Our directory holds 1,100 users.",
        "expires_at 2026-09-30T11:00:00Z",
        "We need 99.95% uptime and a 21.4 ms median latency.",
        "Maintain insurance of at least $5,000,000 per occurrence.",
        "Your ARR passed $110 million last year.",
        "version 1.25 of the connector",
        "What would the price be at 1,250 seats?",
        "$31,250,000 and 11,000,000",
        "net 30, 36 months, 12 percent",
        "1,250,0001",
        "0",
    ] {
        assert!(!blocks(text), "{text}");
    }
}

#[test]
fn a_small_derived_figure_counts_beside_money_alone() {
    let facts = Facts { quantities: vec![a("50000")], terms_months: vec![] };
    let says = |text: &str| {
        let field = Field { place: "body".to_owned(), text: text.to_owned(), nature: Nature::Prose };
        EqualNumbers.screen(&[field], &facts, Some(&mandate())).unwrap() != ScreenVerdict::Passed
    };
    assert!(!says("delivery in 22 days"));
    for text in ["$22", "22 dollars", "22 per seat", "25/seat", "EUR 25.00"] {
        assert!(says(text), "{text}");
    }
}

#[test]
fn each_nature_is_compared_with_its_own() {
    let passes = |text: &str, nature| verdict(text, nature) == ScreenVerdict::Passed;
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
fn places_are_named_once_and_the_secret_never() {
    let field =
        |place: &str, text: &str| Field { place: place.into(), text: text.into(), nature: Nature::Prose };
    let fields =
        [field("subject", "hello"), field("body", "1.25M, 1,250,000"), field("conditions[1]", "1.1M")];
    let verdict = EqualNumbers.screen(&fields, &facts(), Some(&mandate())).unwrap();
    assert_eq!(verdict, ScreenVerdict::Blocked { places: vec!["body".into(), "conditions[1]".into()] });
}

#[test]
fn without_a_mandate_there_is_no_secret_and_too_much_text_is_not_read() {
    let long =
        Field { place: "body".into(), text: "1".repeat(MAX_SCREENED_BYTES + 1), nature: Nature::Prose };
    assert_eq!(EqualNumbers.screen(std::slice::from_ref(&long), &facts(), None), Err(ScreenDown::TooMuch));
    let short = Field { text: "1250000".into(), ..long };
    assert_eq!(EqualNumbers.screen(&[short], &facts(), None), Ok(ScreenVerdict::Passed));
}

mod properties {
    use super::*;
    use proptest::prelude::*;

    use crate::samples::usd;
    use crate::{Limits, Secret};

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
            secret in 1_000_u32..2_000_000_000,
            mark in prop::sample::select(vec!["", ",", ".", " ", "'", "_", "\u{202F}", "’", ", "]),
            before in "[a-z ]{0,10}[a-z:$€( ]",
            after in "([;)!? a-z][a-z ;]{0,10})?",
        ) {
            let limits = Limits {
                target_annual: None,
                walk_away_annual: Some(Secret::new(Amount::from(secret))),
                longest_term_months: None,
                most_rounds: None,
                ..Limits::default()
            };
            let mandate = Mandate::new(1, usd(), limits).unwrap();
            let text = format!("{before}{}{after}", grouped(&secret.to_string(), mark));
            let field = Field { place: "body".into(), text: text.clone(), nature: Nature::Prose };
            let verdict = EqualNumbers.screen(&[field], &Facts::default(), Some(&mandate)).unwrap();
            prop_assert_ne!(verdict, ScreenVerdict::Passed, "{}", text);
        }

        #[test]
        fn no_text_makes_it_panic(text in any::<String>()) {
            let _ = blocks(&text);
        }

        #[test]
        fn no_numbers_make_it_panic(text in "[0-9 ,.'kmKM$-]{0,80}") {
            let _ = blocks(&text);
        }

        #[test]
        fn another_number_is_not_a_secret(number in 4_000_000_u64..9_000_000) {
            prop_assert!(!blocks(&number.to_string()));
        }
    }
}
