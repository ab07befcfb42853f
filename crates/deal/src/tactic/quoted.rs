//! Lines that a mail quotes.

use super::words::Word;

/// Takes the words of quoted lines away.
pub(super) fn unquoted(text: &str, words: &mut Vec<Word>) {
    let quoted = quoted(text);
    if !quoted.is_empty() {
        words.retain(|word| {
            let start = word.start as usize;
            !quoted.iter().any(|(from, to)| (*from..*to).contains(&start))
        });
    }
}

/// Stretches of quoted lines, in code points.
fn quoted(text: &str) -> Vec<(usize, usize)> {
    let mut found: Vec<(usize, usize)> = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let end = at + line.chars().count();
        if line.trim_start().starts_with('>') {
            match found.last_mut() {
                Some(last) if last.1 == at => last.1 = end,
                _ => found.push((at, end)),
            }
        }
        at = end;
    }
    found
}
