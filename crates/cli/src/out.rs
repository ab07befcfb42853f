//! Text that leaves for a terminal.

use std::io::Write as _;

/// Writes a line to standard output. A reader that has gone away ends no command: its
/// exit code is still its answer.
pub fn line(text: &str) {
    let mut out = std::io::stdout().lock();
    let _ = writeln!(out, "{text}").and_then(|()| out.flush());
}

/// Writes a line to standard error.
pub fn complaint(text: &str) {
    let _ = writeln!(std::io::stderr().lock(), "countersign: {text}");
}

/// Outside text with everything escaped that a terminal would act on or that would
/// reorder what stands around it.
pub fn inert(text: &str) -> String {
    text.chars()
        .flat_map(|c| {
            let quiet = matches!(c, '"' | '\'' | '\\');
            let escaped = if quiet { None } else { Some(c.escape_debug()) };
            escaped.into_iter().flatten().chain(quiet.then_some(c))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::inert;

    #[test]
    fn terminals_act_on_nothing() {
        assert_eq!(inert("a\u{1b}[31m\u{202e}b\r\n"), "a\\u{1b}[31m\\u{202e}b\\r\\n");
        assert_eq!(inert("Zoë's \"café\" \\ 東京"), "Zoë's \"café\" \\ 東京");
    }
}
