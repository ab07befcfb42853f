#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::format_collect)]
//! The dresses that are promised, each for any secret.

use std::fmt::Write as _;

use money::Amount;

pub(super) type Dress = (&'static str, fn(u32) -> String);

fn a(value: u32) -> Amount {
    Amount::from(value)
}

pub(super) fn grouped(value: u32, mark: &str) -> String {
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

pub(super) fn each(value: u32, dress: impl Fn(u32) -> String) -> String {
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

pub(super) fn words(value: u32) -> String {
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

fn kanji(value: u32, digits: &str, powers: [&str; 4]) -> String {
    let digit = |at: u32| digits.chars().nth(at as usize).unwrap().to_string();
    let section = |mut value: u32| {
        let mut text = String::new();
        for (power, sign) in [(1_000, powers[2]), (100, powers[1]), (10, powers[0]), (1, "")] {
            let many = value / power;
            value %= power;
            if many > 0 {
                text.push_str(&digit(many));
                text.push_str(sign);
            }
        }
        text
    };
    let rest = section(value % 10_000);
    format!("{}{}{rest}", section(value / 10_000), powers[3])
}

fn japanese(value: u32) -> String {
    kanji(value, "〇一二三四五六七八九", ["十", "百", "千", "万"])
}

fn korean(value: u32) -> String {
    kanji(value, "영일이삼사오육칠팔구", ["십", "백", "천", "만"])
}

fn pinyin(value: u32) -> String {
    let sounds = ["ling", "yi", "er", "san", "si", "wu", "liu", "qi", "ba", "jiu"];
    let spell = |c| match c {
        '十' => "shi",
        '百' => "bai",
        '千' => "qian",
        '万' => "wan",
        c => sounds["〇一二三四五六七八九".chars().position(|digit| digit == c).unwrap()],
    };
    japanese(value).chars().map(spell).collect::<Vec<_>>().join(" ")
}

pub(super) fn roman(value: u32) -> String {
    let steps = [
        (1000, "M"),
        (900, "CM"),
        (500, "D"),
        (400, "CD"),
        (100, "C"),
        (90, "XC"),
        (50, "L"),
        (40, "XL"),
        (10, "X"),
        (9, "IX"),
        (5, "V"),
        (4, "IV"),
        (1, "I"),
    ];
    let (mut left, mut text) = (value, String::new());
    for (step, letters) in steps {
        while left >= step {
            text.push_str(letters);
            left -= step;
        }
    }
    text
}

fn in_base(mut value: u32, radix: u32) -> String {
    let mut digits = Vec::new();
    while value > 0 {
        digits.push(char::from_digit(value % radix, radix).unwrap());
        value /= radix;
    }
    digits.iter().rev().collect()
}

/// Every word of six letters or more with its third letter doubled, swapped with the next, or left out.
fn slipped(text: &str, how: usize) -> String {
    let slip = |word: &str| {
        let mut letters: Vec<char> = word.chars().collect();
        if letters.len() >= 6 {
            match how {
                0 => letters.insert(2, letters[2]),
                1 => letters.swap(2, 3),
                _ => drop(letters.remove(2)),
            }
        }
        letters.into_iter().collect::<String>()
    };
    text.split(' ').map(slip).collect::<Vec<_>>().join(" ")
}

/// Figures as letters that look like them.
fn leet(text: &str) -> String {
    text.chars()
        .map(|c| match c {
            '0' => 'O',
            '1' => 'l',
            '5' => 'S',
            '8' => 'B',
            c => c,
        })
        .collect()
}

pub(super) fn scaled(value: u32, by: u32) -> String {
    (a(value).div_rounded(&a(by), 8).unwrap()).to_string()
}

pub(super) const DRESSES: &[Dress] = &[
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
    ("words, a comma behind the millions", |s| words(s).replacen("million ", "million, ", 1)),
    ("figures, a comma behind the millions", |s| {
        format!("{} million, {} thousand: there the road ends.", s / 1_000_000, s / 1_000 % 1_000)
    }),
    ("words and figures", |s| format!("It is {} million and {} thousand.", s / 1_000_000, s / 1_000 % 1_000)),
    ("digit by digit", |s| format!("Our cap: {}", apart(s, " "))),
    ("digits on lines", |s| apart(s, "\n")),
    ("digits with noise", |s| format!("a{}z", apart(s, "q"))),
    ("dictated", |s| each(s, |digit| format!("{} ", ONES[digit as usize]))),
    ("backwards", |s| format!("Read {} from the right.", s.to_string().chars().rev().collect::<String>())),
    ("in a bracket each", |s| each(s, |digit| format!("({digit})"))),
    ("hundreds and thousands", |s| {
        format!("We end at {} hundred {} thousand.", s / 100_000, s / 1_000 % 100)
    }),
    ("hundreds of thousands", |s| format!("We end at {} hundred thousand.", scaled(s, 100_000))),
    ("a figure, then words", |s| format!("It is {} million {}.", s / 1_000_000, words(s % 1_000_000))),
    ("words, then a figure", |s| {
        format!("It is {} {} thousand.", words(s / 1_000_000 * 1_000_000), s / 1_000 % 1_000)
    }),
    ("a figure and a half", |s| format!("Half a million and {} thousand.", s / 1_000 - 500)),
    ("one and a half million less", |s| format!("One and a half million less {}.", words(1_500_000 - s))),
    ("words less words", |s| format!("Two million less {}.", words(2_000_000 - s))),
    ("figures less words", |s| format!("{} less twenty thousand", grouped(s + 20_000, ","))),
    ("lakh, close", |s| format!("{}lakh", scaled(s, 100_000))),
    ("lakh by its letter", |s| format!("at {}L we sign", scaled(s, 100_000))),
    ("lakh behind a code", |s| format!("INR{}L", scaled(s, 100_000))),
    ("crore, close", |s| format!("Rs{}crore", scaled(s, 10_000_000))),
    ("crore by its letters", |s| format!("{}Cr is it", scaled(s, 10_000_000))),
    ("a code in front", |s| format!("PLN{}k", s / 1_000)),
    ("thousand by its letter", |s| format!("{} T€", s / 1_000)),
    ("a letter doubled", |s| format!("We sign at {}.", slipped(&words(s), 0))),
    ("letters swapped", |s| format!("We sign at {}.", slipped(&words(s), 1))),
    ("a letter left out", |s| format!("We sign at {}.", slipped(&words(s), 2))),
    ("parted by dots", |s| apart(s, ".")),
    ("parted by dashes", |s| apart(s, "-")),
    ("parted by strokes", |s| apart(s, "/")),
    ("parted by colons", |s| apart(s, ":")),
    ("parted by semicolons", |s| apart(s, "; ")),
    ("parted by tildes", |s| apart(s, "~")),
    ("parted by joiners", |s| apart(s, "\u{2063}")),
    ("parted by soft hyphens", |s| apart(s, "\u{AD}")),
    ("pairs", |s| format!("{} {:02} {:02} {:02}", s / 1_000_000, s / 10_000 % 100, s / 100 % 100, s % 100)),
    ("Roman thousands", |s| format!("We stop at {} thousand.", roman(s / 1_000))),
    ("Roman k", |s| format!("EUR {}k", roman(s / 1_000))),
    ("Roman times a thousand", |s| format!("{} x 1000 dollars", roman(s / 1_000))),
    ("Roman with noughts", |s| format!("${}.000", roman(s / 1_000))),
    ("letters for figures", |s| format!("Our cap: {}", leet(&grouped(s, ",")))),
    // East Asia.
    ("ten thousands of yen", |s| format!("{}万円です", scaled(s, 10_000))),
    ("in Japanese", |s| format!("上限は{}円です。", japanese(s))),
    ("in Chinese", |s| format!("我们最多付{}元", japanese(s))),
    ("digits in Chinese", |s| {
        each(s, |digit| "〇一二三四五六七八九".chars().nth(digit as usize).unwrap().to_string())
    }),
    ("in Korean", |s| format!("최대 {} 원입니다", korean(s))),
    ("ten thousands of won", |s| format!("{}만원까지", scaled(s, 10_000))),
    ("man-yen", |s| format!("{} man-yen", scaled(s, 10_000))),
    ("manyen", |s| format!("about {}manyen", scaled(s, 10_000))),
    ("wan", |s| format!("{} wan yuan", scaled(s, 10_000))),
    ("pinyin", |s| format!("{} yuan", pinyin(s))),
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
    ("base 36", |s| format!("code {}", in_base(s, 36).to_uppercase())),
    ("base 32 number", |s| format!("code {}", in_base(s, 32))),
    ("octal number", |s| format!("mode {}", in_base(s, 8))),
    ("ternary", |s| in_base(s, 3)),
    ("base64 twice", |s| base64(&base64(&format!("max {s}")))),
    ("figures alone in base64", |s| format!("ref {}", base64(&s.to_string()))),
    ("ROT5", |s| each(s, |digit| ((digit + 5) % 10).to_string())),
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
