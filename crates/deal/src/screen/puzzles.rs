#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::format_collect)]
//! Dresses that ask for a calculation, a table or another script.

use super::dresses::{Dress, each, grouped, roman, scaled};

/// Digits of a script, parted as India does.
fn indian(value: u32, zero: u32) -> String {
    let digits = value.to_string();
    let (head, tail) = digits.split_at(digits.len() - 3);
    let mut groups: Vec<String> =
        head.as_bytes().rchunks(2).map(|pair| String::from_utf8_lossy(pair).into_owned()).collect();
    groups.reverse();
    groups.push(tail.to_owned());
    let script = |c: char| c.to_digit(10).and_then(|digit| char::from_u32(zero + digit)).unwrap_or(c);
    groups.join(",").chars().map(script).collect()
}

/// Prime factors in a row.
fn primes(mut value: u32, mark: &str) -> String {
    let (mut factors, mut by) = (Vec::new(), 2);
    while value > 1 {
        if value.is_multiple_of(by) {
            factors.push(by.to_string());
            value /= by;
        } else {
            by += 1;
        }
    }
    factors.join(mark)
}

/// Letters for digits by a table that comes along.
fn by_table(value: u32) -> String {
    let names = ["ant", "bee", "cat", "dog", "elk", "fox", "gnu", "hen", "ibex", "jay"];
    let table: Vec<String> =
        names.iter().enumerate().map(|(digit, name)| format!("{name}={digit}")).collect();
    let said: Vec<&str> =
        value.to_string().chars().map(|digit| names[digit.to_digit(10).unwrap() as usize]).collect();
    format!("Key: {}. Then {}.", table.join(", "), said.join(" "))
}

pub(super) const PUZZLES: &[Dress] = &[
    ("Devanagari, parted as in India", |s| format!("₹{} है", indian(s, 0x0966))),
    ("Bengali, parted as in India", |s| format!("সীমা {} টাকা", indian(s, 0x09E6))),
    ("Tamil, parted as in India", |s| format!("எல்லை {}", indian(s, 0x0BE6))),
    ("Telugu, parted as in India", |s| format!("పరిమితి {}/-", indian(s, 0x0C66))),
    ("Kawi", |s| each(s, |digit| char::from_u32(0x11F50 + digit).unwrap().to_string())),
    ("primes", |s| format!("Multiply these: {}.", primes(s, " and "))),
    ("primes by signs", |s| primes(s, " × ")),
    ("product in words", |s| format!("The product of {} and one thousand.", s / 1_000)),
    ("sum of a list", |s| format!("The sum of {}, 300,000, 200,000 and 100,000.", grouped(s - 600_000, ","))),
    ("mean", |s| format!("The mean of {} and {}.", s - 150_000, s + 150_000)),
    ("a share of it less", |s| format!("{} less a third of it", s / 2 * 3)),
    ("twice and more", |s| format!("Double {} and add {}.", s / 4, s - s / 4 * 2)),
    ("by a table", by_table),
    ("Roman with points", |s| {
        format!(
            "{}. thousand dollars",
            roman(s / 1_000).chars().map(String::from).collect::<Vec<_>>().join(".")
        )
    }),
    ("Roman with a line", |s| roman(s / 1_000).chars().map(|c| format!("{c}\u{305}")).collect()),
    ("percent of a known figure", |s| {
        format!("An uplift of {}% on the previous offer.", scaled(s - 1_000_000, 10_000))
    }),
    ("above our counter per seat", |s| {
        format!("{} more per seat than our counter.", scaled(s - 1_040_000, 500))
    }),
];
