//! Figures told by letters: their place in the alphabet or on a keyboard, and figures dictated in words
//! with whatever stands between them.

/// Letters in the order of the figures 0 to 9.
const ALPHABETS: [&str; 5] = ["jabcdefghi", "abcdefghij", "oabcdefghi", "pqwertyuio", ")!@#$%^&*("];

/// All figures that a text's letters may stand for, by each alphabet.
pub(super) fn figures_in_letters(text: &str) -> Option<String> {
    let lower = text.to_lowercase();
    let mut found: Vec<String> = Vec::new();
    for alphabet in ALPHABETS {
        let figure = |c: char| {
            let place = alphabet.chars().position(|letter| letter == c);
            place.and_then(|place| u32::try_from(place).ok()).and_then(|place| char::from_digit(place, 10))
        };
        // Letters that stand apart, and words that are made of such letters alone.
        let mut apart = String::new();
        for word in lower.split_whitespace() {
            let sign = word.chars().any(|c| ")!@#$%^&*(".contains(c)) && alphabet.starts_with(')');
            let letters: String = word
                .chars()
                .filter(|c| if sign { *c != ',' && *c != '.' } else { c.is_alphanumeric() })
                .collect();
            let read: Option<String> = letters.chars().map(figure).collect();
            match read {
                Some(read) if letters.chars().count() == 1 => apart.push_str(&read),
                Some(read) if read.len() >= 5 => found.push(read),
                _ => {
                    for part in word.split(|c: char| !c.is_alphabetic()).filter(|part| part.len() >= 5) {
                        found.extend(part.chars().map(figure).collect::<Option<String>>());
                    }
                }
            }
        }
        if apart.len() >= 5 {
            found.push(apart);
        }
    }
    found.truncate(64);
    (!found.is_empty()).then(|| found.join(" ; "))
}

/// The figures of a word in which each stands alone between letters (`a1q2q5z`), four or more.
pub(super) fn between_letters(text: &str) -> impl Iterator<Item = String> {
    text.split_whitespace().filter(|word| word.len() < 200).filter_map(|word| {
        let groups = word.split(|c: char| !c.is_ascii_digit()).filter(|group| !group.is_empty());
        let single: Option<String> =
            groups.map(|group| Some(group).filter(|group| group.len() == 1)).collect();
        single.filter(|figures| figures.len() >= 4)
    })
}

/// Letters counted from the alphabet's end.
pub(super) fn mirrored(text: &str) -> String {
    let turn = |c: char, first: u8| u8::try_from(c).map_or(c, |byte| char::from(first + 25 - (byte - first)));
    text.chars()
        .map(|c| match c {
            'a'..='z' => turn(c, b'a'),
            'A'..='Z' => turn(c, b'A'),
            _ => c,
        })
        .collect()
}

fn figures_of(word: &str) -> Option<&'static str> {
    Some(match word {
        "zero" | "oh" | "nought" | "naught" | "nil" | "null" | "nadazero" => "0",
        "one" | "wun" | "unaone" => "1",
        "two" | "twenty" | "bissotwo" => "2",
        "three" | "thirty" | "tree" | "terrathree" => "3",
        "four" | "fower" | "kartefour" => "4",
        "five" | "fife" | "pantafive" => "5",
        "six" | "soxisix" => "6",
        "seven" | "setteseven" => "7",
        "eight" | "oktoeight" => "8",
        "nine" | "niner" | "novenine" => "9",
        "ten" => "10",
        "eleven" => "11",
        "twelve" => "12",
        "thirteen" => "13",
        "fourteen" => "14",
        "fifteen" => "15",
        "fifty" => "50",
        _ => return None,
    })
}

/// How often what follows is said.
fn times(word: &str) -> Option<usize> {
    Some(match word {
        "double" | "twice" => 2,
        "triple" | "treble" | "thrice" => 3,
        "quadruple" => 4,
        "quintuple" => 5,
        "sextuple" => 6,
        _ => return None,
    })
}

/// The figures that a text dictates in words, all in a row, and true where it counts noughts (`a one, a
/// two, then zeros`), which nobody does of anything but a number that is not to be seen.
pub(super) fn dictated(text: &str) -> (String, bool) {
    let lower = text.to_lowercase();
    let (mut row, mut repeat, mut counts) = (String::new(), 1, false);
    let (mut figure_before, mut after_times) = (false, false);
    for word in lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
        let times_before = std::mem::replace(&mut after_times, word == "times");
        if let Some(many) = times(word) {
            repeat = many;
        } else if let Some(figures) = figures_of(word) {
            counts |= (repeat > 2 || times_before) && figures == "0";
            (0..repeat).for_each(|_| row.push_str(figures));
            (repeat, figure_before) = (1, true);
        } else if matches!(word, "zeros" | "zeroes" | "noughts" | "naughts" | "nullen" | "oughts") {
            counts |= figure_before || lower.contains(|c: char| c.is_ascii_digit());
        } else if word.len() == 1 && word.chars().all(|c| c.is_ascii_digit()) {
            row.push_str(word);
            figure_before = true;
        }
    }
    row.truncate(400);
    (row, counts)
}

/// Figures that the first letters of a text's lines, sentences or words spell (`O… N… E… T… W… O…`), three or more.
pub(super) fn by_initials(text: &str) -> Vec<String> {
    let first = |part: &str| part.chars().find(|c| c.is_alphabetic()).map(|c| c.to_ascii_lowercase());
    let rows: [String; 3] = [
        text.lines().filter_map(first).collect(),
        text.split(['.', '!', '?', '\n']).filter_map(first).collect(),
        text.split_whitespace().take(MOST_INITIALS).filter_map(first).collect(),
    ];
    rows.iter().flat_map(|row| spelled(row)).collect()
}

/// Initials of words that are looked at.
const MOST_INITIALS: usize = 4_000;

/// Rows of figures by name without anything between.
fn spelled(letters: &str) -> Vec<String> {
    const NAMES: [(&str, char); 11] = [
        ("zero", '0'),
        ("nought", '0'),
        ("one", '1'),
        ("two", '2'),
        ("three", '3'),
        ("four", '4'),
        ("five", '5'),
        ("six", '6'),
        ("seven", '7'),
        ("eight", '8'),
        ("nine", '9'),
    ];
    let (mut rows, mut row, mut rest) = (Vec::new(), String::new(), letters);
    while let Some(c) = rest.chars().next() {
        let named = NAMES.iter().find_map(|(name, digit)| Some((rest.strip_prefix(name)?, *digit)));
        if let Some((behind, digit)) = named {
            row.push(digit);
            rest = behind;
        } else {
            rows.push(std::mem::take(&mut row));
            rest = rest.get(c.len_utf8()..).unwrap_or_default();
        }
    }
    rows.push(row);
    rows.retain(|row| row.len() >= 3);
    rows
}

/// How many points each list of a text has, three lists or more, as figures.
pub(super) fn list_lengths(text: &str) -> Option<String> {
    let point = |line: &str| {
        let line = line.trim_start();
        ["- ", "* ", "• ", "– ", "+ "].iter().any(|mark| line.starts_with(mark))
    };
    let mut lengths: Vec<u32> = vec![0];
    for line in text.lines() {
        match lengths.last_mut() {
            Some(length) if point(line) => *length += 1,
            Some(0) => {}
            _ => lengths.push(0),
        }
    }
    lengths.retain(|length| *length > 0);
    let digits: Option<String> = lengths.iter().map(|length| char::from_digit(*length, 10)).collect();
    digits.filter(|digits| digits.len() >= 3)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_stand_for_figures() {
        for text in
            ["A B E J J J J", "ABEJJJJ", "take qwtpppp then", "cap !@%))))", "ABE.JJJJ", "a-b-e-o-o-o-o"]
        {
            let found = figures_in_letters(text).unwrap_or_default();
            assert!(found.contains("1250000"), "{text}: {found}");
        }
        assert_eq!(figures_in_letters("We meet on Tuesday."), None);
        assert_eq!(mirrored("lmv"), "one");
    }

    #[test]
    fn initials_and_lists_are_counted() {
        let text = "Offers\nneed\neffort.\n\nTomorrow\nwe\nopen.\n\nFine,\nit's\nvery\neasy.";
        assert!(by_initials(text).contains(&"125".to_owned()));
        assert!(by_initials("Only Nice Evenings. Two of one.").is_empty());
        assert_eq!(list_lengths("- a\n\n- b\n- c\n\n- d\n- e\n- f").as_deref(), Some("123"));
        assert_eq!(list_lengths("- a\n- b\n\n- c"), None);
    }

    #[test]
    fn what_is_dictated_is_put_together() {
        for text in [
            "one two five zero triple zero",
            "one. Then a two. And five; double zero, double zero.",
            "one twenty five zero zero zero zero",
        ] {
            assert!(dictated(text).0.contains("1250000"), "{text}");
        }
        assert!(dictated("A one, then a three, then zeros.").1);
        assert!(!dictated("Zero defects in two weeks.").1);
    }
}
