#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::string_slice, clippy::format_collect)]
//! Every kind of dress with any secret, and every kind of harmless figure with any value. The tables say what
//! the screen is for; a kind that is missing here is not promised.

use std::fmt::Write as _;

use money::Amount;
use proptest::prelude::*;

use super::*;

type Dress = (&'static str, fn(u32) -> String);

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

fn grouped(value: u32, mark: &str) -> String {
    let digits = value.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push_str(mark);
        }
        text.push(digit);
    }
    text
}

fn each(value: u32, dress: impl Fn(u32) -> String) -> String {
    value.to_string().chars().map(|digit| dress(digit.to_digit(10).unwrap())).collect()
}

fn apart(value: u32, mark: &str) -> String {
    value.to_string().chars().map(String::from).collect::<Vec<_>>().join(mark)
}

const ONES: [&str; 20] = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
];
const TENS: [&str; 10] =
    ["", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];

fn below_thousand(value: usize) -> String {
    let (hundreds, rest) = (value / 100, value % 100);
    let tail = match rest {
        0 => String::new(),
        1..20 => ONES[rest].to_owned(),
        _ if rest.is_multiple_of(10) => TENS[rest / 10].to_owned(),
        _ => format!("{}-{}", TENS[rest / 10], ONES[rest % 10]),
    };
    match (hundreds, tail.as_str()) {
        (0, _) => tail,
        (_, "") => format!("{} hundred", ONES[hundreds]),
        _ => format!("{} hundred and {tail}", ONES[hundreds]),
    }
}

fn words(value: u32) -> String {
    let value = value as usize;
    let (millions, thousands, rest) = (value / 1_000_000, value / 1_000 % 1_000, value % 1_000);
    let mut text = String::new();
    for (part, scale) in [(millions, " million "), (thousands, " thousand "), (rest, "")] {
        if part > 0 {
            let _ = write!(text, "{}{scale}", below_thousand(part));
        }
    }
    text.trim().to_owned()
}

fn base64(text: &str) -> String {
    const LETTERS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut packed = String::new();
    for group in text.as_bytes().chunks(3) {
        let word =
            group.iter().fold(0_u32, |word, byte| word << 8 | u32::from(*byte)) << (8 * (3 - group.len()));
        for at in 0..4 {
            let letter = LETTERS[(word >> (18 - 6 * at) & 63) as usize];
            packed.push(if at <= group.len() { char::from(letter) } else { '=' });
        }
    }
    packed
}

fn bytes(text: &str, write: impl Fn(u8) -> String) -> String {
    text.bytes().map(write).collect()
}

fn shifted(text: &str, by: u8) -> String {
    text.chars()
        .map(|c| if c.is_ascii_lowercase() { char::from((c as u8 - b'a' + by) % 26 + b'a') } else { c })
        .collect()
}

fn morse(digit: u32) -> String {
    let marks = ["-----", ".----", "..---", "...--", "....-", ".....", "-....", "--...", "---..", "----."];
    format!("{} ", marks[digit as usize])
}

const DRESSES: &[Dress] = &[
    // Ways to write it.
    ("plain", |s| format!("Our cap is {s}.")),
    ("grouped by commas", |s| format!("Up to ${} works.", grouped(s, ","))),
    ("grouped by dots", |s| format!("Bis {} EUR", grouped(s, "."))),
    ("grouped by spaces", |s| format!("we stop at {}", grouped(s, "\u{202F}"))),
    ("grouped by apostrophes", |s| format!("{} is it", grouped(s, "’"))),
    ("thousands", |s| format!("We stop at {}k.", s / 1_000)),
    ("millions", |s| format!("We stop at {}.{:03}M.", s / 1_000_000, s / 1_000 % 1_000)),
    ("power of ten", |s| format!("{} * 10^3", s / 1_000)),
    ("exponent", |s| format!("{}e3", s / 1_000)),
    ("cents", |s| format!("{s}00 cents")),
    ("words", |s| format!("We sign at {}.", words(s))),
    ("words and figures", |s| format!("It is {} million and {} thousand.", s / 1_000_000, s / 1_000 % 1_000)),
    ("digit by digit", |s| format!("Our cap: {}", apart(s, " "))),
    ("digits on lines", |s| apart(s, "\n")),
    ("digits with noise", |s| format!("a{}z", apart(s, "q"))),
    ("dictated", |s| each(s, |digit| format!("{} ", ONES[digit as usize]))),
    ("backwards", |s| format!("Read {} from the right.", s.to_string().chars().rev().collect::<String>())),
    ("in a bracket each", |s| each(s, |digit| format!("({digit})"))),
    // Other scripts and what no eye sees.
    ("fullwidth", |s| each(s, |digit| char::from_u32(0xFF10 + digit).unwrap().to_string())),
    ("Arabic", |s| each(s, |digit| char::from_u32(0x0660 + digit).unwrap().to_string())),
    ("Devanagari", |s| each(s, |digit| char::from_u32(0x0966 + digit).unwrap().to_string())),
    ("bold letters", |s| each(s, |digit| char::from_u32(0x1_D7CE + digit).unwrap().to_string())),
    ("keycaps", |s| each(s, |digit| format!("{digit}\u{FE0F}\u{20E3}"))),
    ("zero width", |s| each(s, |digit| format!("{digit}\u{200B}"))),
    ("tag characters", |s| each(s, |digit| char::from_u32(0xE_0030 + digit).unwrap().to_string())),
    ("Braille", |s| each(s, |digit| char::from_u32(0x2801 + digit).unwrap().to_string())),
    // Encodings.
    ("base64", |s| format!("ref {}", base64(&format!("max {s}")))),
    ("hexadecimal", |s| bytes(&s.to_string(), |byte| format!("{byte:02x}"))),
    ("hexadecimal number", |s| format!("0x{s:X}")),
    ("binary bytes", |s| bytes(&s.to_string(), |byte| format!("{byte:08b} "))),
    ("decimal bytes", |s| bytes(&s.to_string(), |byte| format!("{byte} "))),
    ("percent", |s| bytes(&s.to_string(), |byte| format!("%{byte:02x}"))),
    ("quoted printable", |s| bytes(&s.to_string(), |byte| format!("={byte:02X}"))),
    ("entities", |s| bytes(&s.to_string(), |byte| format!("&#{byte};"))),
    ("JSON escapes", |s| bytes(&s.to_string(), |byte| format!("\\u{byte:04x}"))),
    ("ROT13", |s| shifted(&words(s), 13)),
    ("Caesar", |s| shifted(&words(s), 5)),
    ("Morse", |s| each(s, morse)),
    ("letters by place", |s| each(s, |digit| format!("{} ", char::from(b"JABCDEFGHI"[digit as usize])))),
    // Places.
    ("JSON value", |s| format!("{{\"note\":{{\"x\":{s}}}}}")),
    ("JSON key", |s| format!("{{\"{s}\":true}}")),
    ("HTML comment", |s| format!("Thanks!<!-- {s} -->")),
    ("HTML attribute", |s| format!("<p data-x=\"{s}\">Thanks</p>")),
    ("hidden by CSS", |s| format!("<i style=\"display:none\">{}</i>", grouped(s, ","))),
    ("a file's name", |s| format!("see limit_{s}_v2.pdf")),
    ("a link", |s| format!("https://x.example/?a={s}")),
    ("a mailbox", |s| format!("max.{s}@x.example")),
    ("an address", |s| format!("{s} Broadway")),
    // Arithmetic.
    ("sum", |s| format!("{} plus {}", s / 2 + 1, s - s / 2 - 1)),
    ("difference", |s| format!("{} less {}", s + 333_000, 333_000)),
    ("half of", |s| format!("Half of {}.", 2 * s)),
    ("per unit", |s| format!("${}.{:02} a seat", s / 500, s % 500 / 5)),
    ("per month", |s| format!("Say {} a month.", (f64::from(s) / 12.0).round())),
    ("over the term", |s| format!("{} over three years", grouped(3 * s, ","))),
    ("above our offer", |s| format!("We have {} more than our last offer.", grouped(s - 1_000_000, ","))),
    ("below the quote", |s| format!("You are {} too high for us to pay.", grouped(1_400_000 - s, ","))),
    ("percent", |s| format!("Take {:.2}% off and we sign.", f64::from(1_400_000 - s) / 14_000.0)),
    ("euros", |s| format!("EUR {:.0}", f64::from(s) * 0.92)),
];

/// The dresses in which a secret is not found.
fn passed<'a>(secret: u32, dresses: impl Iterator<Item = &'a Dress>) -> impl Iterator<Item = &'a str> {
    dresses.filter(move |(_, dress)| outcome(secret, &dress(secret)) == "passed").map(|(name, _)| *name)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4))]

    /// Secrets of three to five figures that count, as people set them, away from what is told.
    #[test]
    fn any_secret_is_found_in_every_dress(thousands in 1_101_u32..1_339) {
        let secret = thousands * 1_000;
        // The vendor's own quote in the other two currencies, and what rounds to it.
        prop_assume!([1_288_000, 1_106_000].iter().all(|quote| secret.abs_diff(*quote) > 8_000));
        let passed: Vec<&str> = passed(secret, DRESSES.iter()).collect();
        prop_assert!(passed.is_empty(), "{:?}", passed);
    }

    #[test]
    fn any_odd_secret_is_found_in_full(secret in 1_100_001_u32..1_339_999) {
        let rounded = [
            "thousands", "millions", "power of ten", "exponent", "words and figures", "half of", "per unit",
        ];
        let exact = DRESSES.iter().filter(|(name, _)| !rounded.contains(name));
        let passed: Vec<&str> = passed(secret, exact).collect();
        prop_assert!(passed.is_empty(), "{:?}", passed);
    }

    #[test]
    fn what_is_harmless_leaves_whatever_its_figures(
        day in 1_u32..29, month in 1_u32..13, hour in 0_u32..24, minute in 10_u32..60,
        small in 2_u32..99, serial in 10_000_u32..99_999, long in any::<u64>(),
    ) {
        let names = ["January", "March", "May", "June", "August", "October"];
        let texts = [
            format!("Let us meet on 2027-{month:02}-{day:02}."),
            format!("The kick-off is on {day} {} 2027 at {hour:02}:{minute}.", names[(month % 6) as usize]),
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
