//! What a text says under an encoding, or spelled so that only a machine reads on.

use super::{Injection, InjectionKind, speaks};
use crate::screen::views::{base64, entities, escapes, hex_text, percent, runs};

/// Shorter runs hold no sentence.
const SHORTEST: usize = 16;
/// Runs of one text that are decoded.
const MOST_RUNS: usize = 64;

/// Speech to a machine that is encoded or spelled apart.
pub(super) fn carried(text: &str) -> Vec<Injection> {
    let mut found = Vec::new();
    let whole =
        |rule: &str, kind| Injection { kind, start: 0, end: text.chars().count(), rule: rule.to_owned() };
    for (decoded, rule) in [
        (percent(text), "carried/percent"),
        (entities(text), "carried/entities"),
        (escapes(text), "carried/escapes"),
    ] {
        // What stands there openly has its own mark.
        if decoded.is_some_and(|decoded| speaks(&decoded)) && !speaks(text) {
            found.push(whole(rule, InjectionKind::Encoded));
        }
    }
    for (spelled, rule) in [(apart(text), "carried/apart"), (leet(text), "carried/figures")] {
        if spelled.is_some_and(|spelled| speaks(&spelled)) && !speaks(text) {
            found.push(whole(rule, InjectionKind::Overrides));
        }
    }
    for run in runs(text).into_iter().filter(|run| run.len() >= SHORTEST).take(MOST_RUNS) {
        let decoded = hex_text(run).or_else(|| base64(run).and_then(|bytes| String::from_utf8(bytes).ok()));
        let readable = |text: &String| text.chars().all(|c| !c.is_control() || c.is_whitespace());
        if decoded.filter(readable).is_some_and(|decoded| speaks(&decoded))
            && let Some(start) = text.find(run)
        {
            let start = text.get(..start).map_or(0, |before| before.chars().count());
            let kind = InjectionKind::Encoded;
            found.push(Injection {
                kind,
                start,
                end: start + run.chars().count(),
                rule: "carried/run".to_owned(),
            });
        }
    }
    found
}

/// `I g n o r e  a l l`: single letters joined, two spaces or more part words.
fn apart(text: &str) -> Option<String> {
    let mut joined = String::new();
    let mut any = false;
    for word in text.split("  ") {
        let letters: Vec<&str> = word.split_whitespace().collect();
        let single = letters.len() >= 3 && letters.iter().all(|letter| letter.chars().count() == 1);
        any |= single;
        joined.push_str(&if single { letters.concat() } else { word.to_owned() });
        joined.push(' ');
    }
    any.then_some(joined)
}

/// Figures inside of words read as the letters that they look like.
fn leet(text: &str) -> Option<String> {
    let mut any = false;
    let read: Vec<String> = text
        .split_whitespace()
        .map(|word| {
            let mixed = word.chars().any(char::is_alphabetic) && word.chars().any(|c| c.is_ascii_digit());
            if !mixed {
                return word.to_owned();
            }
            any = true;
            word.chars()
                .map(|c| match c {
                    '0' => 'o',
                    '1' => 'i',
                    '3' => 'e',
                    '4' => 'a',
                    '5' => 's',
                    '7' => 't',
                    _ => c,
                })
                .collect()
        })
        .collect();
    any.then(|| read.join(" "))
}
