//! What libFuzzer says on standard error.

/// How far a run came.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Inputs that were tried.
    pub executions: u64,
    /// Edges of the program that were reached.
    pub edges: u64,
    /// Edges, each as often as it was reached in a size of its own.
    pub features: u64,
}

impl Tally {
    /// Reads the last line of progress, `#5 DONE cov: 10 ft: 12 corp: …`.
    pub fn of(said: &str) -> Self {
        let mut tally = Self::default();
        for line in said.lines() {
            let mut words = line.split_whitespace();
            let Some(number) = words.next().and_then(|word| word.strip_prefix('#')) else { continue };
            let Ok(executions) = number.parse() else { continue };
            tally.executions = executions;
            while let Some(word) = words.next() {
                let room = match word {
                    "cov:" => &mut tally.edges,
                    "ft:" => &mut tally.features,
                    _ => continue,
                };
                *room = words.next().and_then(|number| number.parse().ok()).unwrap_or(*room);
            }
        }
        tally
    }
}

/// Most lines of a finding that are shown.
const SHOWN: usize = 40;

/// What fell and where: from the panic, or else from the fuzzer's own words, to the end,
/// without the lines of progress.
pub fn finding(said: &str) -> String {
    let begins = |line: &str| line.contains("panicked at") || line.contains("ERROR: libFuzzer");
    let told: Vec<&str> = said
        .lines()
        .skip_while(|line| !begins(line))
        .filter(|line| !line.starts_with('#') && !line.trim().is_empty())
        .collect();
    if told.is_empty() {
        return said
            .lines()
            .rev()
            .take(SHOWN)
            .collect::<Vec<_>>()
            .into_iter()
            .rev()
            .collect::<Vec<_>>()
            .join("\n");
    }
    told.into_iter().take(SHOWN).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    const SAID: &str = "\
INFO: Seed: 7
#2\tINITED cov: 10 ft: 11 corp: 1/1b exec/s: 0 rss: 27Mb
#4096\tpulse  cov: 12 ft: 15 corp: 3/9b lim: 4 exec/s: 2048 rss: 28Mb

thread '<unnamed>' panicked at src/json.rs:12:5:
it stands twice
#9\tnot of the finding
==7== ERROR: libFuzzer: deadly signal
Base64: RlVa
";

    #[test]
    fn the_last_progress_counts() {
        assert_eq!(Tally::of(SAID).edges, 12);
        assert_eq!(Tally::of(&SAID.replace("#9", "9")), Tally { executions: 4096, edges: 12, features: 15 });
        assert_eq!(Tally::of("no such file"), Tally::default());
    }

    #[test]
    fn a_finding_is_told_from_its_panic_to_the_input() {
        let told = finding(SAID);
        assert!(told.starts_with("thread") && told.ends_with("Base64: RlVa"), "{told}");
        assert!(!told.contains("pulse") && told.contains("twice"));
        assert_eq!(finding("cannot open\nno such file"), "cannot open\nno such file");
    }
}
