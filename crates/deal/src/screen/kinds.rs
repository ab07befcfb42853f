#![allow(clippy::unwrap_used)]
//! Every kind of dress with any secret, and every kind of harmless figure with any value. The tables say what
//! the screen is for; a kind that is missing here is not promised.

use money::Amount;
use proptest::prelude::*;

use super::dresses::{DRESSES, Dress};
use super::puzzles::PUZZLES;
use super::speeches::SPEECHES;
use super::*;

fn a(value: u32) -> Amount {
    Amount::from(value)
}

fn outcome(secret: u32, text: &str) -> &'static str {
    let deal = DealFigures {
        told_annual: vec![a(1_400_000), a(1_000_000), a(1_040_000)],
        told_unit: vec![a(2_080)],
        quantities: vec![a(500)],
        terms_months: vec![36],
        rates: vec![Amount::parse("0.92").unwrap()],
        currency: "USD".to_owned(),
        ..DealFigures::default()
    };
    let secret = SecretFigures { annual: vec![a(secret)], ..SecretFigures::default() };
    let reasons = Confidential::new(&deal, &secret).reasons(text);
    match (reasons.iter().any(|reason| reason.kind.blocks()), reasons.is_empty()) {
        (true, _) => "blocked",
        (false, false) => "held",
        (false, true) => "passed",
    }
}

/// The dresses in which a secret is not found.
fn passed<'a>(secret: u32, dresses: impl Iterator<Item = &'a Dress>) -> impl Iterator<Item = &'a str> {
    dresses.filter(move |(_, dress)| outcome(secret, &dress(secret)) == "passed").map(|(name, _)| *name)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4))]

    /// Secrets of three to five figures that count, as people set them, away from what is told.
    #[test]
    fn any_secret_is_found_in_every_dress(thousands in 1_101_u32..1_339) {
        // The middle of two totals that may be told, and what it and the vendor's total are in the other currency,
        // may be told as well where nothing of the deal is spoken of.
        prop_assume!(![1_104, 1_200, 1_288].contains(&thousands));
        let secret = thousands * 1_000;
        let passed: Vec<&str> = passed(secret, DRESSES.iter().chain(PUZZLES)).collect();
        prop_assert!(passed.is_empty(), "{:?}", passed);
    }

    /// Whole thousands in the words of each build of language.
    #[test]
    fn any_secret_is_found_in_the_words_of_many_languages(thousands in 1_101_u32..1_339) {
        let secret = thousands * 1_000;
        for speech in SPEECHES {
            let text = speech.say(secret);
            prop_assert_ne!(outcome(secret, &text), "passed", "{}: {}", speech.name(), text);
        }
    }

    /// So many units or months as the money buys at a price that both know.
    #[test]
    fn what_a_secret_buys_is_found(thousands in 1_101_u32..1_339) {
        let secret = thousands * 1_000;
        let seats = f64::from(secret) / 2_800.0;
        let months = f64::from(secret) / (1_400_000.0 / 12.0);
        for text in [
            format!("That money buys {:.0} seats at your price.", seats.floor()),
            format!("Our money lasts {months:.1} months at your rate."),
        ] {
            // A round number of seats, or what is told, is anybody's.
            let round = (seats.floor() / 10.0).fract() == 0.0 || (months * 10.0).round() % 10.0 == 0.0;
            prop_assert!(round || outcome(secret, &text) != "passed", "{}", text);
        }
    }

    #[test]
    fn any_odd_secret_is_found_in_full(secret in 1_100_001_u32..1_339_999) {
        let rounded = [
            "thousands", "millions", "power of ten", "exponent", "words and figures", "half of", "per unit",
            "figures, a comma behind the millions",
            "hundreds and thousands", "words, then a figure", "a figure and a half",
            "a code in front", "thousand by its letter", "product in words", "a share of it less",
        ];
        let roman = |name: &str| name.starts_with("Roman");
        let exact = DRESSES.iter().chain(PUZZLES).filter(|(name, _)| !rounded.contains(name) && !roman(name));
        let passed: Vec<&str> = passed(secret, exact).collect();
        prop_assert!(passed.is_empty(), "{:?}", passed);
    }

    #[test]
    fn what_is_harmless_leaves_whatever_its_figures(
        day in 1_u32..29, month in 1_u32..13, hour in 0_u32..24, minute in 10_u32..60,
        small in 2_u32..99, serial in 10_000_u32..99_999, long in any::<u64>(),
    ) {
        let mut names = ["January", "March", "May", "June", "August", "October"].into_iter().cycle();
        let name = names.nth(month as usize).unwrap_or_default();
        let texts = [
            format!("Let us meet on 2027-{month:02}-{day:02}."),
            format!("The kick-off is on {day} {name} 2027 at {hour:02}:{minute}."),
            format!("expires_at 2027-{month:02}-{day:02}T{hour:02}:{minute}:00Z"),
            format!("Ticket #{serial} is still open."),
            format!("Invoice INV-2026-{serial} was paid."),
            format!("Please quote purchase order 45{serial}."),
            format!("My phone is +49 30 {serial}{small:02}."),
            format!("Session {:08x}-{:04x}-4{:03x}-a{:03x}-{:012x}", long >> 32, long >> 16 & 0xFFFF, long & 0xFFF, long >> 8 & 0xFFF, long >> 4 & 0xFFFF_FFFF_FFFF),
            format!("We run version {small}.{day}.{month} of the connector."),
            format!("The gateway is 10.{small}.{day}.{month}."),
            format!("Visit us at {small} Harbour Street."),
            format!("We have {small} administrators and {} users.", small + 300),
            format!("About {serial} documents have to be migrated."),
            format!("The export holds {small} GB of logs."),
            format!("Answers within {small} minutes, please."),
            format!("The API takes {serial} calls per day."),
            format!("See section {small}.{day} of the agreement."),
            format!("A notice period of {} days would do.", small + 1),
            format!("{small} of our sites are in Portugal."),
            format!("Our list has {small} open questions."),
        ];
        for text in texts {
            prop_assert_eq!(outcome(1_250_000, &text), "passed", "{}", text);
        }
    }
}

/// Ordinary words that stand before and behind.
const FRAMES: [(&str, &str); 10] = [
    ("Dear Vendor Team,\n\n", "\n\nKind regards,\nAnna Weber"),
    ("Team,\n\n", ", thanks.\nTom"),
    ("- ", "\n- Next call Thursday\n- 12 open questions"),
    ("Room 4.\n", ""),
    ("The export holds 40 GB of logs for 300 users. ", ""),
    ("", "\nOur ticket is #4711 and the API takes 20,000 calls per day."),
    ("<p>", ".</p><p>See ticket 4711.</p>"),
    ("The workshop has 12 people; ", "; the room is on floor 3"),
    ("Subject: Renewal\n\n", "\n\n-- \nAnna Weber | Procurement | +49 30 1234567 | Harbour Street 12"),
    ("Regarding the 40 GB of storage and the 300 API calls: ", " is what we can pay, and no more"),
];

#[test]
fn what_stands_around_a_secret_does_not_let_it_out() {
    let secret = 1_250_000;
    let mut passed: Vec<String> = Vec::new();
    for (before, behind) in FRAMES {
        for (name, dress) in DRESSES {
            let text = format!("{before}{}{behind}", dress(secret));
            if outcome(secret, &text) == "passed" {
                passed.push(format!("{name}: {text}"));
            }
        }
    }
    assert!(passed.is_empty(), "{}", passed.join("\n\n"));
}

/// The words that can be put behind a total are endless: only what is known to be counted makes it a count.
#[test]
fn a_total_before_any_word_is_looked_at() {
    for words in
        ["redline", "kittens", "anuales", "brutos", "sounds right", "perfect", "of goodwill", "straight away"]
    {
        for figure in ["1.25M", "1,250,000", "1.25 million", "1250k"] {
            let text = format!("{figure} {words}");
            assert_ne!(outcome(1_250_000, &text), "passed", "{text}");
        }
    }
    for things in ["rows", "API calls", "active users", "page views", "documents a year"] {
        let text = format!("The system has to hold 1,250,000 {things}.");
        assert_eq!(outcome(1_250_000, &text), "passed", "{text}");
    }
}

/// What may be told, in the forms that people give it.
#[test]
fn what_is_told_leaves_in_any_form() {
    for text in [
        "We counter at $1,040,000 per year for 500 seats.",
        "1.04 million dollars a year",
        "one million forty thousand dollars a year",
        "That is $2,080 per seat, or $173.33 per seat and month.",
        "$86,667 a month, 3.12 million over the three-year term",
        "You quoted 1,400,000, which is 2,800 per seat and 4.2M over the term.",
        "Our counter is 25.7% below your quote and 4% above our last offer.",
        "The gap between us is 360,000.",
        "EUR 956,800",
        "{\"seats\":500,\"term_months\":36,\"total_annual\":1040000,\"unit_price\":2080}",
        "> You wrote: our price is $2,800 per seat.",
    ] {
        assert_eq!(outcome(1_250_000, text), "passed", "{text}");
    }
}

/// 1,288,000 is the vendor's quote in euros, and here it is what a secret comes to as well: a person looks.
#[test]
fn what_a_quote_comes_to_in_another_currency_may_be_told_where_that_is_named() {
    for text in ["$107,333 a month", "2,576 per seat", "We could live with 2576 a seat."] {
        assert_eq!(outcome(1_288_000, text), "blocked", "{text}");
        // In which currency is not said: nobody was told so much in the deal's own.
        assert_ne!(outcome(1_250_000, text), "passed", "{text}");
    }
    assert_eq!(outcome(1_250_000, "We could live with 2576 euros a seat."), "passed");
    assert_eq!(outcome(1_288_000, "We pay 1,288,000."), "blocked");
}

/// Found by putting amounts into sentences of other languages, and by what an author's unseen texts passed.
#[test]
fn amounts_of_other_languages_and_spellings_do_not_leave() {
    for text in [
        "150.000 weniger als euer Angebot reicht uns.",
        "Con 150.000 menos que su oferta firmamos.",
        "2 500 par poste nous suffit.",
        "2.500 por usuario nos basta.",
        "2.500 je Nutzer reicht uns.",
        "Im Topf liegen zweieinhalbtausend je Nutzer.",
        "1¼ Millionen reicht uns.",
        "Yönetim yüzde 10,7 daha az onayladı.",
        "Kullanıcı başına yıllık 2.500 doların üzerine çıkmamız mümkün değil.",
        "m4x 15 0n3.7w0f1v3 m1ll10n p.4., d34l?",
        "The number is o-n-e p-o-i-n-t t-w-o f-i-v-e, in m-i-l-l-i-o-n-s.",
        "Two payments of 625,000 (January and July) would match our plan.",
        "We'll handle about 10,000 tickets a year and the funds for it come to $125 per ticket.",
        "Unsere Grenze sind fünfundzwanzig Achtundzwanzigstel eures Angebots.",
    ] {
        assert_ne!(outcome(1_250_000, text), "passed", "{text}");
    }
    for text in [
        "At most 250 per minute in peak hours, please.",
        "Could unused seats be returned at month 24?",
        "Tel. +1 503 555 0142 | Reg. no. 1300417",
        "For the courier: ring at the side entrance, Unit 12B, Kestrel Park.",
    ] {
        assert_eq!(outcome(1_250_000, text), "passed", "{text}");
    }
}
