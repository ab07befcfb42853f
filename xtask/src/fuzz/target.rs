//! The targets, and one run of one of them.

use std::fs::File;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Duration;

use super::build;
use super::tally::{Tally, finding};
use crate::failure::{Failure, Outcome};
use crate::place::House;
use crate::process;

/// One target.
#[derive(Clone, Copy)]
pub struct Target {
    pub name: &'static str,
    /// Words that its inputs are made of.
    words: Option<&'static str>,
    /// Longest input, in bytes.
    longest: u32,
}

const fn target(name: &'static str, words: Option<&'static str>, longest: u32) -> Target {
    Target { name, words, longest }
}

/// All targets, as `fuzz/Cargo.toml` lists them.
pub const TARGETS: [Target; 20] = [
    target("canonical_json", Some("json"), 4096),
    target("session_log", Some("anp"), 16_384),
    target("rewritten_log", Some("anp"), 16_384),
    target("offer", Some("anp"), 4096),
    target("envelope", Some("anp"), 4096),
    target("words", Some("anp"), 4096),
    target("signed_request", None, 4096),
    target("registration", None, 512),
    target("checkpoint", None, 5000),
    target("mail", Some("mail"), 16_384),
    target("bundle", Some("anp"), 65_536),
    target("repacked_bundle", Some("anp"), 65_536),
    target("imap_answers", Some("imap"), 8192),
    target("adcp_answer", Some("adcp"), 16_384),
    target("outlook_envelope", None, 4096),
    target("sheet", None, 16_384),
    target("parley_message", None, 2_048),
    target("parley_ballot", None, 1_024),
    target("screen_text", None, 512),
    target("tactic_text", None, 1_024),
];

/// What came of a run.
pub struct Tried {
    pub tally: Tally,
    /// What fell, in the fuzzer's words; none where nothing did.
    pub finding: Option<String>,
}

impl Tried {
    /// The finding in a word.
    pub fn findings(&self) -> &'static str {
        if self.finding.is_some() { "FOUND" } else { "none" }
    }
}

impl Target {
    /// The committed inputs.
    pub fn corpus(&self, house: &House) -> PathBuf {
        house.root().join("fuzz/corpus").join(self.name)
    }

    /// What runs on this machine have found beside them.
    pub fn found(&self, house: &House) -> PathBuf {
        house.target("fuzz-corpus").join(self.name)
    }

    /// The target's program.
    ///
    /// # Errors
    /// When the compiler does not say what it builds for.
    pub fn program(&self, house: &House) -> Outcome<Command> {
        build::binary(house, self.name).map(Command::new)
    }

    /// Runs it over its corpora and on, for so long.
    ///
    /// # Errors
    /// When it cannot be run. A finding is no error here.
    pub fn try_for(&self, house: &House, time: Duration) -> Outcome<Tried> {
        let artifacts = house.target("fuzz-artifacts");
        let found = self.found(house);
        for folder in [&artifacts, &found] {
            std::fs::create_dir_all(folder).map_err(Failure::when(folder.display()))?;
        }
        let said = artifacts.join(format!("{}.log", self.name));
        let file = File::create(&said).map_err(Failure::when(said.display()))?;
        let mut program = self.program(house)?;
        program.stdout(Stdio::null()).stderr(file).args([
            format!("-max_total_time={}", time.as_secs().max(1)),
            format!("-max_len={}", self.longest),
            format!("-artifact_prefix={}/{}-", artifacts.display(), self.name),
            // One input; far beyond what any of this length may cost, on any machine.
            "-timeout=25".to_owned(),
            "-rss_limit_mb=1024".to_owned(),
            "-print_final_stats=1".to_owned(),
        ]);
        if let Some(words) = self.words {
            let words = house.root().join("fuzz/words").join(format!("{words}.dict"));
            program.arg(format!("-dict={}", words.display()));
        }
        // What is new goes to the first folder.
        let ended = process::run(program.arg(found).arg(self.corpus(house)));
        let said = std::fs::read(&said).map_err(Failure::when(said.display()))?;
        let said = String::from_utf8_lossy(&said);
        let finding = ended.err().map(|failure| format!("{failure}\n{}", finding(&said)));
        Ok(Tried { tally: Tally::of(&said), finding })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_target_of_the_manifest_is_run() {
        let manifest = include_str!("../../../fuzz/Cargo.toml");
        let binaries = manifest.split("[[bin]]").skip(1);
        let mut listed: Vec<&str> = binaries.filter_map(|bin| bin.split('"').nth(1)).collect();
        let mut run = TARGETS.map(|target| target.name);
        listed.sort_unstable();
        run.sort_unstable();
        assert_eq!(run.as_slice(), listed);
    }
}
