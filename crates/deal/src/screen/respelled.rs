//! Words spelled as they sound or by the words of a radio alphabet: said again as they are usually written. Chance finds much in such readings; only an exact secret counts
//! ([`super::views::View::exact_only`]).

use crate::number_words::SMALL;

/// Words of a text that are looked at.
const MOST_WORDS: usize = 4_000;
/// Words of a radio alphabet that follow each other.
const FEWEST_SPELLED: usize = 3;

const RADIO: [(&str, char); 30] = [
    ("alfa", 'a'),
    ("alpha", 'a'),
    ("bravo", 'b'),
    ("charlie", 'c'),
    ("delta", 'd'),
    ("echo", 'e'),
    ("foxtrot", 'f'),
    ("golf", 'g'),
    ("hotel", 'h'),
    ("india", 'i'),
    ("juliet", 'j'),
    ("juliett", 'j'),
    ("kilo", 'k'),
    ("lima", 'l'),
    ("mike", 'm'),
    ("november", 'n'),
    ("oscar", 'o'),
    ("papa", 'p'),
    ("quebec", 'q'),
    ("romeo", 'r'),
    ("sierra", 's'),
    ("tango", 't'),
    ("uniform", 'u'),
    ("victor", 'v'),
    ("whiskey", 'w'),
    ("whisky", 'w'),
    ("xray", 'x'),
    ("x-ray", 'x'),
    ("yankee", 'y'),
    ("zulu", 'z'),
];

/// Short words of numbers and other words that sound like them.
const SOUNDS: [(&str, &str); 24] = [
    ("won", "one"),
    ("wun", "one"),
    ("wan", "one"),
    ("yin", "one"),
    ("ane", "one"),
    ("too", "two"),
    ("tu", "two"),
    ("twa", "two"),
    ("tree", "three"),
    ("thre", "three"),
    ("free", "three"),
    ("for", "four"),
    ("fore", "four"),
    ("fower", "four"),
    ("fife", "five"),
    ("fyve", "five"),
    ("siks", "six"),
    ("sicks", "six"),
    ("ate", "eight"),
    ("ait", "eight"),
    ("nein", "nine"),
    ("nien", "nine"),
    ("haf", "half"),
    ("harf", "half"),
];

/// Longer ones by their consonants, as they are heard.
const HEARD: [(&str, &str); 16] = [
    ("mln", "million"),
    ("mlyn", "million"),
    ("thsnd", "thousand"),
    ("thsn", "thousand"),
    ("tsnd", "thousand"),
    ("hndrd", "hundred"),
    ("hnrd", "hundred"),
    ("hnr", "hundred"),
    ("hndrt", "hundred"),
    ("pnt", "point"),
    ("kwrtr", "quarter"),
    ("qrtr", "quarter"),
    ("svn", "seven"),
    ("twnt", "twenty"),
    ("thrt", "thirty"),
    ("fft", "fifty"),
];

/// Each word read anew, with what stands between as it is; none where no word is read otherwise.
fn read_anew(text: &str, mut read: impl FnMut(&str) -> Option<String>) -> Option<String> {
    let (mut all, mut word, mut some, mut many) =
        (String::with_capacity(text.len()), String::new(), false, 0);
    for c in text.chars().chain(['\n']) {
        if c.is_alphabetic() || matches!(c, '\'' | '’') && !word.is_empty() {
            word.extend(c.to_lowercase());
            continue;
        }
        if !word.is_empty() {
            many += 1;
            let anew = if many <= MOST_WORDS { read(&word) } else { None };
            some |= anew.is_some();
            all.push_str(anew.as_deref().unwrap_or(&word));
            word.clear();
        }
        all.push(c);
    }
    some.then_some(all)
}

/// A word's consonants as they are heard, each once where it is doubled.
fn consonants(word: &str) -> String {
    let spoken = word.replace("ph", "f").replace("ck", "k");
    let mut heard = String::new();
    for (at, c) in spoken.chars().enumerate() {
        let vowel = matches!(c, 'a' | 'e' | 'i' | 'o' | 'u' | '\'' | '’') || c == 'y' && at > 0;
        if !vowel && !heard.ends_with(c) {
            heard.push(c);
        }
    }
    heard
}

/// `wun poynt wun milion`
pub(super) fn heard(text: &str) -> Option<String> {
    read_anew(text, |word| {
        if let Some((_, number)) = SOUNDS.iter().find(|(sound, _)| *sound == word) {
            return Some((*number).to_owned());
        }
        if word.chars().count() < 4 {
            return None;
        }
        let heard = consonants(word);
        let bare = heard.strip_suffix('s').unwrap_or(&heard);
        let number = HEARD.iter().find(|(sound, _)| *sound == bare).map(|(_, number)| *number)?;
        (number != word).then(|| number.to_owned())
    })
}

/// `Oscar November Echo`
pub(super) fn by_radio(text: &str) -> Option<String> {
    let letter = |word: &str| {
        let word = word.trim_matches(|c: char| !c.is_alphabetic()).to_lowercase();
        RADIO.iter().find(|(name, _)| *name == word).map(|(_, letter)| *letter)
    };
    let (mut said, mut run, mut some) = (String::new(), String::new(), false);
    let mut words_of_run: Vec<&str> = Vec::new();
    for word in text.split_whitespace().take(MOST_WORDS).chain([""]) {
        if let Some(letter) = letter(word) {
            run.push(letter);
            words_of_run.push(word);
            if word.ends_with(|c: char| c.is_alphanumeric()) {
                continue;
            }
        } else {
            words_of_run.push(word);
        }
        if run.chars().count() >= FEWEST_SPELLED {
            some = true;
            said.push_str(&run);
            let rest = words_of_run.get(run.chars().count()..).unwrap_or_default();
            for word in rest {
                said.push(' ');
                said.push_str(word);
            }
        } else {
            said.push_str(&words_of_run.join(" "));
        }
        said.push(' ');
        run.clear();
        words_of_run.clear();
    }
    some.then_some(said)
}

/// True where what is spelled so is a number.
pub(super) fn dictates_by_radio(text: &str) -> bool {
    by_radio(text).is_some_and(|said| {
        let numbers = said
            .split(|c: char| !c.is_alphabetic())
            .filter(|word| SMALL.iter().any(|(small, _)| small == word));
        numbers.count() >= 2
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_heard_through_their_spelling() {
        for (text, inside) in [
            ("we culd sine at wun poynt wun milion a yeer", "one point one million"),
            ("half of too and a haf million", "two and a half million"),
            ("a million an a hunner thoosand", "hundred thousand"),
        ] {
            assert!(heard(text).unwrap_or_default().contains(inside), "{text}");
        }
        assert_eq!(heard("We meet on Tuesday."), None);
    }

    #[test]
    fn radio_words_are_put_together() {
        let text =
            "We want: Oscar November Echo, Papa Oscar India November Tango, Oscar November Echo, then Mike.";
        assert_eq!(by_radio(text).unwrap_or_default(), "We want: one point one then Mike.  ");
        assert_eq!(by_radio("Oscar meets Victor in India in November."), None);
    }
}
