//! What nobody writes who has nothing to hide: figures with letters in place of digits, Morse, words with gaps, tables of a
//! cipher. Held, since a person sees at once what a machine has to guess.

use super::respelled::dictates_by_radio;

/// Signs of Morse in one text.
const FEWEST_SIGNS: usize = 3;
/// Single letters and gaps that follow each other.
const FEWEST_LETTERS: usize = 8;
/// Words that are looked at.
const MOST_WORDS: usize = 20_000;

/// True for a text that is garbled on purpose.
pub(super) fn is_garbled(text: &str) -> bool {
    let mut chunks = text.split_whitespace().take(MOST_WORDS).peekable();
    let mut disguised = false;
    while let Some(chunk) = chunks.next() {
        let scaled = chunks.peek().is_some_and(|next| next.starts_with("mil") || next.starts_with("Mil"));
        disguised |= has_letters_for_digits(chunk) || scaled && has_letters_for_digits(&format!("{chunk}M"));
    }
    disguised
        || signs_of_morse(text)
        || has_gaps(text)
        || explains_a_cipher(text)
        || dictates_by_radio(text)
        || has_moved_letters(text)
        || is_spelled_out(text)
}

/// `Z,S00`, `l.lM`: grouped or broken as figures are, with letters that look like digits among them.
fn has_letters_for_digits(chunk: &str) -> bool {
    const LIKE: &str = "OolIZSBQ|";
    let chunk = chunk.trim_matches(|c: char| !(c.is_ascii_alphanumeric() || c == '|'));
    if chunk.len() > 20 || !chunk.is_ascii() {
        return false;
    }
    let digit = |c: char| c.is_ascii_digit() || LIKE.contains(c);
    let digits = |part: &str| part.chars().all(digit);
    let like = |part: &str| part.contains(|c| LIKE.contains(c));
    let real = |part: &str| part.contains(|c: char| c.is_ascii_digit());
    let mut groups = chunk.split(',');
    let first = groups.next().unwrap_or_default();
    let rest: Vec<&str> = groups.collect();
    if !rest.is_empty()
        && (1..=3).contains(&first.len())
        && digits(first)
        && rest.iter().all(|group| group.len() == 3 && digits(group))
    {
        return like(chunk) && real(chunk);
    }
    let scaled = chunk.strip_suffix(['M', 'm', 'K', 'k']);
    scaled.and_then(|bare| bare.split_once('.')).is_some_and(|(whole, part)| {
        whole.len() == 1 && (1..=3).contains(&part.len()) && digits(whole) && digits(part) && like(chunk)
    })
}

fn signs_of_morse(text: &str) -> bool {
    let (mut signs, mut mixed) = (0, 0);
    for chunk in text.split(|c: char| c.is_whitespace() || c == '/' || c == ',').take(MOST_WORDS) {
        let short = |c: char| matches!(c, '.' | '·' | '•');
        let long = |c: char| matches!(c, '-' | '–' | '—' | '−' | '_');
        if chunk.is_empty() || !chunk.chars().all(|c| short(c) || long(c)) {
            continue;
        }
        signs += 1;
        mixed += usize::from(chunk.contains(short) && chunk.contains(long));
    }
    signs >= FEWEST_SIGNS && mixed >= 2
}

/// `illionmay`: in most words the first letters stand behind, before `ay`.
fn has_moved_letters(text: &str) -> bool {
    let (mut words, mut moved) = (0_usize, 0_usize);
    for chunk in text.split_whitespace().take(MOST_WORDS) {
        let word = chunk.trim_matches(|c: char| !c.is_alphabetic());
        words += usize::from(!word.is_empty());
        moved += usize::from(word.len() > 3 && word.to_lowercase().ends_with("ay"));
    }
    moved >= 4 && moved * 2 > words
}

/// `o-n-e p-o-i-n-t t-w-o`
fn is_spelled_out(text: &str) -> bool {
    let spelled = |chunk: &&str| {
        let mut letters = 0;
        let single =
            chunk.trim_matches(|c: char| !c.is_alphanumeric()).split(['-', '.', '·', '_']).all(|part| {
                letters += 1;
                let mut chars = part.chars();
                chars.next().is_some_and(char::is_alphabetic) && chars.next().is_none()
            });
        single && letters >= 3
    };
    text.split_whitespace().take(MOST_WORDS).filter(spelled).count() >= 3
}

/// `O N _   P O _ N T`
fn has_gaps(text: &str) -> bool {
    let (mut letters, mut gaps) = (0, 0);
    for chunk in text.split_whitespace().take(MOST_WORDS) {
        let mut chars = chunk.chars();
        match (chars.next(), chars.next()) {
            (Some('_'), None) => gaps += 1,
            (Some(c), None) if c.is_alphabetic() => letters += 1,
            _ => (letters, gaps) = (0, 0),
        }
        if gaps > 0 && letters >= 4 && letters + gaps >= FEWEST_LETTERS {
            return true;
        }
    }
    false
}

/// `A is 1, B is 2`, `with A for one, B for two`
fn explains_a_cipher(text: &str) -> bool {
    const JOINS: [&str; 9] = ["is", "for", "=", "means", "equals", "as", ":", "stands", "→"];
    let lower = text.to_lowercase();
    let spaced = lower.replace('=', " = ").replace(':', " : ").replace('→', " → ");
    let words: Vec<&str> = spaced
        .split_whitespace()
        .map(|word| {
            word.trim_matches(|c: char| matches!(c, ',' | '.' | ';' | '"' | '“' | '”' | '\'' | '(' | ')'))
        })
        .filter(|word| !word.is_empty())
        .take(MOST_WORDS)
        .collect();
    let says = |letter: &str, figure: [&str; 2]| {
        words.windows(4).any(|four| match four {
            [one, join, next, after] => {
                *one == letter
                    && JOINS.contains(join)
                    && (figure.contains(next) || *next == "for" && figure.contains(after))
            }
            _ => false,
        })
    };
    says("a", ["1", "one"]) && says("b", ["2", "two"]) || says("a", ["0", "zero"]) && says("b", ["1", "one"])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_garbled_is_seen_and_ordinary_writing_is_not() {
        for text in [
            "Anything at or under Z,S00 a seat gets signed.",
            "We want l.lM.",
            "We want l.l million.",
            "Max in ten-thousands: .---- ..--- .....",
            "-- .- -..- / .---- ..--- ..... ----- / -.-",
            "Let's play: O N _   P O _ N T   T H _ E E.",
            "Ouryay imitlay isyay oneyay ointpay otway ivefay illionmay ayay earyay.",
            "We want: Oscar November Echo, Papa Oscar India November Tango, Oscar November Echo, then Mike.",
            "The number is o-n-e p-o-i-n-t t-w-o f-i-v-e, in m-i-l-l-i-o-n-s.",
            "With A for one, B for two and so on, our top price is A.BE million.",
            "As our usual shorthand goes (A is 1, B is 2 and so on, Z for nought): ABEZZZZ.",
        ] {
            assert!(is_garbled(text), "{text}");
        }
        for text in [
            "ISO,SOC and PCI apply; see B.3, S.2 and the item 1,000.",
            "| --- | --- | .. |\n| a | b | - |",
            "Name: _ _ _ _ _ Date: _ _ _ _",
            "A is a plan, B is a fallback. Option A for one site, option B for ten.",
            "I.e. l.5 of the log, v1.1m",
            "... - ... and so on",
            "We pay on Monday and stay today.",
            "Oscar meets Victor in India in November; Mike and Juliet of Delta take the golf hotel in Lima.",
            "",
        ] {
            assert!(!is_garbled(text), "{text}");
        }
    }
}
