//! Which terms a rule can begin with.

/// A set of terms, a bit each: it is asked for every word of every text by every rule.
#[derive(Debug, Default, Clone)]
pub(super) struct TermSet(Vec<u64>);

impl TermSet {
    pub(super) fn add(&mut self, term: u32) {
        let at = term as usize / 64;
        if self.0.len() <= at {
            self.0.resize(at + 1, 0);
        }
        if let Some(word) = self.0.get_mut(at) {
            *word |= 1 << (term % 64);
        }
    }

    pub(super) fn has(&self, term: u32) -> bool {
        self.0.get(term as usize / 64).is_some_and(|word| word >> (term % 64) & 1 == 1)
    }

    /// True where both have a term.
    pub(super) fn meets(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).any(|(one, other)| one & other != 0)
    }
}
