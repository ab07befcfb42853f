//! What a sentence speaks of, by its words.

use std::collections::HashSet;
use std::sync::LazyLock;

use super::tokens::Token;
use super::typed::set;

/// The deal, its price, its closing.
static DEAL: LazyLock<HashSet<&str>> = LazyLock::new(|| set(include_str!("words/deal.txt")));
/// Something that money is said of and that is not this deal.
static FOREIGN_MONEY: LazyLock<HashSet<&str>> =
    LazyLock::new(|| set(include_str!("words/foreign_money.txt")));
static FOREIGN_PERCENT: LazyLock<HashSet<&str>> =
    LazyLock::new(|| set(include_str!("words/foreign_percent.txt")));
static DEAL_PERCENT: LazyLock<HashSet<&str>> = LazyLock::new(|| set(include_str!("words/deal_percent.txt")));

static LIMITS: LazyLock<HashSet<&str>> = LazyLock::new(|| set(include_str!("words/limits.txt")));

/// What the sentences of a text speak of.
pub(super) struct Context<'a> {
    tokens: &'a [Token],
}

impl<'a> Context<'a> {
    pub(super) fn of(tokens: &'a [Token]) -> Self {
        Self { tokens }
    }

    fn any(&self, at: usize, is: impl Fn(&str) -> bool) -> bool {
        let sentence = self.tokens.get(at).map(|token| token.sentence);
        let own = self.tokens.iter().filter(|token| Some(token.sentence) == sentence);
        own.into_iter().any(|token| is(&token.text))
    }

    pub(super) fn of_the_deal(&self, at: usize) -> bool {
        self.any(at, |word| DEAL.contains(word))
    }

    /// It speaks of a limit of ours by name.
    pub(super) fn of_limits(&self, at: usize) -> bool {
        self.any(at, |word| LIMITS.contains(word))
    }

    pub(super) fn foreign_money(&self, at: usize) -> bool {
        self.any(at, |word| FOREIGN_MONEY.contains(word))
    }

    pub(super) fn foreign_percent(&self, at: usize) -> bool {
        let foreign = self.any(at, |word| FOREIGN_PERCENT.contains(word));
        let surely = self.any(at, |word| {
            matches!(
                word,
                "uptime"
                    | "availability"
                    | "available"
                    | "nines"
                    | "outage"
                    | "downtime"
                    | "sla"
                    | "vat"
                    | "credits"
                    | "indexation"
                    | "uplift"
                    | "escalator"
                    | "share"
                    | "stock"
                    | "inflation"
            )
        });
        let of_price = self
            .any(at, |word| matches!(word, "quote" | "discount" | "counter" | "budget" | "target" | "offer"));
        foreign && !self.any(at, |word| DEAL_PERCENT.contains(word)) || surely && !of_price
    }

    /// `30 % of the staff`, in a sentence that speaks of no price: a share of things or people.
    pub(super) fn share_of_things(&self, first: usize, last: usize) -> bool {
        const PRICES: [&str; 24] = [
            "price",
            "prices",
            "cost",
            "costs",
            "fee",
            "fees",
            "bill",
            "invoice",
            "contract",
            "value",
            "ask",
            "asking",
            "list",
            "rate",
            "rates",
            "subscription",
            "licence",
            "license",
            "what",
            "that",
            "this",
            "it",
            "yours",
            "same",
        ];
        let word = |at: usize| self.tokens.get(at).map(|token| token.text.as_str()).unwrap_or_default();
        let Some(of) = (last + 1..=last + 3).find(|at| word(*at) == "of") else { return false };
        let mut behind = (of + 1..=of + 5).map(word).take_while(|word| word.chars().all(char::is_alphabetic));
        let things = behind.clone().any(|word| word.len() > 3) && !behind.any(|word| PRICES.contains(&word));
        things && !self.of_the_deal(first) && !self.any(first, |word| DEAL_PERCENT.contains(word))
    }

    /// Said as a difference: `so much more than`, `another so much`, `plus`.
    pub(super) fn compares(&self, first: usize, last: usize) -> bool {
        const AFTER: [&str; 20] = [
            "too",
            "more",
            "less",
            "above",
            "below",
            "over",
            "under",
            "higher",
            "lower",
            "extra",
            "additional",
            "off",
            "apart",
            "further",
            "beyond",
            "on",
            "up",
            "down",
            "away",
            "cheaper",
        ];
        const BEFORE: [&str; 15] = [
            "another",
            "add",
            "plus",
            "minus",
            "extra",
            "gap",
            "difference",
            "additional",
            "less",
            "by",
            "raise",
            "drop",
            "knock",
            "take",
            "further",
        ];
        let is = |at: usize, words: &[&str]| {
            self.tokens.get(at).is_some_and(|token| words.contains(&token.text.as_str()))
        };
        // `On Monday` is no `on top`.
        let after = (1..=3).any(|skip| {
            is(last + skip, &AFTER) && (!is(last + skip, &["on"]) || is(last + skip + 1, &["top"]))
        });
        let before = (1..=3).any(|back| first.checked_sub(back).is_some_and(|at| is(at, &BEFORE)));
        after || before
    }

    /// Said to be about so much.
    pub(super) fn roughly(&self, first: usize) -> bool {
        let before = self.tokens.get(first.saturating_sub(3)..first).unwrap_or_default();
        let words = [
            "about",
            "around",
            "roughly",
            "approximately",
            "approx",
            "some",
            "circa",
            "ca",
            "nearly",
            "~",
            "almost",
        ];
        before.iter().any(|token| words.contains(&token.text.as_str()))
    }

    /// Right behind a word that says what it amounts to (`at 11`, `is 12`).
    pub(super) fn pointed_at(&self, first: usize) -> bool {
        let before = self.tokens.get(first.saturating_sub(2)..first).unwrap_or_default();
        let words = [
            "at", "is", "was", "to", "say", "think", "around", "about", "under", "over", "near", "nearly",
            "cap", "limit", "exactly", "ceiling", "budget", "target", ":", "=", "than", "by", "above",
            "below", "exceed", "roughly", "number", "figure", "guess", "of",
        ];
        before.iter().any(|token| words.contains(&token.text.as_str()))
    }
}
