//! A row of steps, each with its time, ended by the first that fails.

use std::time::{Duration, Instant};

use crate::failure::{Failure, Outcome};

/// The steps so far.
pub struct Stages {
    begun: Instant,
    done: Vec<(&'static str, Duration)>,
}

impl Stages {
    /// None yet.
    pub fn begin() -> Self {
        Self { begun: Instant::now(), done: Vec::new() }
    }

    /// Does one step under a heading. What it prints goes straight to the terminal.
    ///
    /// # Errors
    /// When the step fails; the table of what was done is printed first.
    pub fn step(&mut self, name: &'static str, work: impl FnOnce() -> Outcome) -> Outcome {
        println!("\n=== {name} (at {})", clock(self.begun.elapsed()));
        let begun = Instant::now();
        let outcome = work();
        let took = begun.elapsed();
        if let Err(failure) = outcome {
            println!();
            self.table();
            println!("{name:<24} {:>8}  FAILED", clock(took));
            return Err(Failure::new(format!("stopped at “{name}”: {failure}")));
        }
        self.done.push((name, took));
        Ok(())
    }

    /// Prints every step with its time, and the sum.
    pub fn summary(&self) {
        println!();
        self.table();
        println!("{:<24} {:>8}", "all", clock(self.begun.elapsed()));
    }

    fn table(&self) {
        for (name, took) in &self.done {
            println!("{name:<24} {:>8}  ok", clock(*took));
        }
    }
}

/// Minutes, seconds and tenths.
fn clock(time: Duration) -> String {
    let tenths = time.as_millis() / 100;
    format!("{}:{:02}.{}", tenths / 600, tenths / 10 % 60, tenths % 10)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn times_read_as_minutes_and_seconds() {
        assert_eq!(clock(Duration::from_millis(125_450)), "2:05.4");
        assert_eq!(clock(Duration::from_millis(59_999)), "0:59.9");
    }

    #[test]
    fn a_failed_step_names_itself_and_its_reason() {
        let failure = Stages::begin().step("ink", || Err(Failure::new("dry"))).unwrap_err();
        assert_eq!(failure.to_string(), "stopped at “ink”: dry");
    }
}
