//! How many long polls each person holds at this host.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::super::answer::Denial;

/// The waiting polls, by person.
#[derive(Debug, Clone, Default)]
pub struct Polls(Arc<Mutex<HashMap<String, usize>>>);

/// One of them, for as long as it lives.
#[derive(Debug)]
pub struct Held {
    polls: Polls,
    person: String,
}

impl Polls {
    /// Takes one more, up to `most` a person: each holds a connection and a place here.
    pub fn hold(&self, person: &str, most: usize) -> Result<Held, Denial> {
        let mut waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let held = waiting.get(person).copied().unwrap_or(0);
        if held >= most {
            return Err(Denial::RateLimited(1));
        }
        waiting.insert(person.to_owned(), held + 1);
        Ok(Held { polls: self.clone(), person: person.to_owned() })
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        let mut waiting = self.polls.0.lock().unwrap_or_else(PoisonError::into_inner);
        match waiting.get_mut(&self.person) {
            Some(held) if *held > 1 => *held -= 1,
            _ => {
                waiting.remove(&self.person);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn nobody_holds_more_than_a_share_or_takes_anothers() {
        let polls = Polls::default();
        let first = polls.hold("olivia", 2).unwrap();
        let second = polls.hold("olivia", 2).unwrap();
        assert!(matches!(polls.hold("olivia", 2), Err(Denial::RateLimited(_))));
        let pats = polls.hold("pat", 2).unwrap();
        drop(first);
        drop(polls.hold("olivia", 2).unwrap());
        drop(second);
        assert_eq!(polls.0.lock().unwrap().len(), 1, "who waits no longer is forgotten");
        drop(pats);
    }
}
