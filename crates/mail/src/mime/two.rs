//! One text said twice: what the second says beyond the first.

/// Letters and digits that a line must have to count: rules and bullets do not.
const LEAST: usize = 3;

/// Lines of the HTML's text that the plain text lacks, however either breaks its lines.
pub fn beyond(plain: &str, html: &str) -> String {
    let known = folded(plain);
    let lacks = |line: &&str| {
        let line = folded(line);
        line.chars().count() >= LEAST && !known.contains(&line)
    };
    html.lines().filter(lacks).collect::<Vec<_>>().join("\n")
}

/// Letters and digits alone, in lower case: the two differ in blanks and marks by nature.
fn folded(text: &str) -> String {
    text.chars().filter(|sign| sign.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_in_other_lines_is_nothing_more() {
        let plain = "Dear Olivia,\n\nthe price is *1,140.00* for\n500 seats.\n\n- one\n- two\n";
        let html = "Dear Olivia,\nthe price is 1,140.00 for 500 seats.\n\u{2022} one\n\u{2022} two\n---\n";
        assert_eq!(beyond(plain, html), "");
    }

    #[test]
    fn another_figure_or_sentence_is_kept() {
        let plain = "The price is 1,140.00.\nBest\n";
        let html = "The price is 1,410.00.\nThis renews for 60 months.\nBest\n";
        assert_eq!(beyond(plain, html), "The price is 1,410.00.\nThis renews for 60 months.");
    }
}
