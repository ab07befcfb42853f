//! Numbers in English words, for all that reads them.

/// Those below a hundred, in their order.
pub(crate) const SMALL: [(&str, u32); 27] = [
    ("one", 1),
    ("two", 2),
    ("three", 3),
    ("four", 4),
    ("five", 5),
    ("six", 6),
    ("seven", 7),
    ("eight", 8),
    ("nine", 9),
    ("ten", 10),
    ("eleven", 11),
    ("twelve", 12),
    ("thirteen", 13),
    ("fourteen", 14),
    ("fifteen", 15),
    ("sixteen", 16),
    ("seventeen", 17),
    ("eighteen", 18),
    ("nineteen", 19),
    ("twenty", 20),
    ("thirty", 30),
    ("forty", 40),
    ("fifty", 50),
    ("sixty", 60),
    ("seventy", 70),
    ("eighty", 80),
    ("ninety", 90),
];

/// The powers that are said in one word.
pub(crate) const POWERS: [(&str, u32); 3] = [("hundred", 2), ("thousand", 3), ("million", 6)];

/// True for a word of a number.
pub(crate) fn is_number(word: &str) -> bool {
    SMALL.iter().chain(&POWERS).any(|(known, _)| *known == word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_grow_and_no_word_stands_twice() {
        assert!(SMALL.iter().zip(SMALL.iter().skip(1)).all(|(one, next)| one.1 < next.1));
        assert!(SMALL.iter().all(|(word, _)| POWERS.iter().all(|(power, _)| power != word)));
        assert!(is_number("ninety") && is_number("million") && !is_number("dozen"));
    }
}
