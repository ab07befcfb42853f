//! What came of the checks, for people and for scripts.

use serde_json::{Value, json};

use super::check::{Check, Evidence, Finding, Found};
use crate::out::inert;

/// What came of one check.
pub struct Judged {
    check: &'static Check,
    found: Found,
}

/// How many came out how.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tally {
    /// Passed.
    pub passed: usize,
    /// Failed.
    pub failed: usize,
    /// Could not be put to the test.
    pub not_run: usize,
}

impl Judged {
    /// A check with what came of it.
    pub const fn of(check: &'static Check, found: Found) -> Self {
        Self { check, found }
    }

    const fn verdict(&self) -> &'static str {
        match &self.found {
            Ok(_) => "pass",
            Err(Finding::Fail(_)) => "fail",
            Err(Finding::NotRun(_)) => "not_run",
        }
    }

    fn evidence(&self) -> (&str, &str) {
        match &self.found {
            Ok(Evidence { sent, came }) | Err(Finding::Fail(Evidence { sent, came })) => (sent, came),
            Err(Finding::NotRun(why)) => ("", why),
        }
    }

    /// One line.
    pub fn line(&self) -> String {
        let Check { id, section, title, .. } = self.check;
        let (sent, came) = self.evidence();
        let words = match self.verdict() {
            "not_run" => format!("not run: {came}"),
            _ => format!("sent {sent}; came {came}"),
        };
        let verdict = match self.verdict() {
            "fail" => "FAIL",
            "pass" => "pass",
            _ => "----",
        };
        format!("{verdict}  {id}  [{section}] {title}: {}", inert(&words))
    }

    fn json(&self) -> Value {
        let Check { id, section, title, .. } = self.check;
        let (sent, came) = self.evidence();
        json!({
            "id": id, "section": section, "title": title,
            "sent": sent, "came": came, "verdict": self.verdict(),
        })
    }
}

impl Tally {
    /// Counts.
    pub fn of(judged: &[Judged]) -> Self {
        let count = |verdict| judged.iter().filter(|judged| judged.verdict() == verdict).count();
        Self { passed: count("pass"), failed: count("fail"), not_run: count("not_run") }
    }

    /// The last line.
    pub fn line(self) -> String {
        let Self { passed, failed, not_run } = self;
        format!("{passed} passed, {failed} failed, {not_run} not run")
    }
}

/// The fixed contract for scripts.
pub fn json(url: &str, judged: &[Judged]) -> Value {
    let Tally { passed, failed, not_run } = Tally::of(judged);
    let checks: Vec<_> = judged.iter().map(Judged::json).collect();
    json!({ "url": url, "passed": passed, "failed": failed, "not_run": not_run, "checks": checks })
}
