//! Whether what is said round a bare number could make a sum of it.

use super::context::{Asked, Context, DEAL_PERCENT};
use super::settings::speaks_of_a_price;
use super::tokens::Kind;

/// Words beside which a bare number could be a sum.
const SUMS: [&str; 34] = [
    "purse",
    "wallet",
    "pocket",
    "pot",
    "funds",
    "finance",
    "controller",
    "board",
    "committee",
    "cfo",
    "approver",
    "approvers",
    "approve",
    "approves",
    "guess",
    "comment",
    "smile",
    "smiled",
    "wink",
    "yes",
    "warm",
    "warmer",
    "cold",
    "sum",
    "sums",
    "bound",
    "boundary",
    "edge",
    "ready",
    "willing",
    "able",
    "happy",
    "fine",
    "released",
];

/// A sentence of fewer words leans on the one beside it.
const SHORT: usize = 7;

/// Of fewer words in all, the figure is what is said.
const FEW: usize = 5;

impl Context<'_> {
    /// Its sentence, or one beside a short one, speaks of the deal, of prices, limits or money; or little is said at all.
    pub(super) fn speaks_of_sums(&self, at: usize) -> bool {
        let own = |at: usize| {
            self.clearly_of_the_deal(at)
                || self.of_limits(at)
                || self.of_prices(at)
                || self.names_money(at)
                || self.of_a_known_figure(at)
                || self.any(at, |word| SUMS.contains(&word))
                || self.rated(at)
        };
        let Some(sentence) = self.sentence(at) else { return true };
        // Of another language nobody here knows what it speaks of.
        if !self.is_understood(at) && !self.surely_elsewhere(at) {
            return true;
        }
        if own(at) || self.in_rows(at) && self.tokens.iter().any(|token| speaks_of_a_price(&token.text)) {
            return true;
        }
        let words = |sentence: usize| {
            let own = self.stretch(|token| token.sentence, sentence);
            own.iter().filter(|token| token.kind == Kind::Word).count()
        };
        let many = words(sentence);
        if many >= SHORT {
            return false;
        }
        let start = self.tokens.partition_point(|token| token.sentence < sentence);
        let end = self.tokens.partition_point(|token| token.sentence <= sentence);
        let beside = [start.checked_sub(1), Some(end).filter(|end| *end < self.tokens.len())];
        many < FEW && beside == [None, None] || beside.into_iter().flatten().any(own)
    }

    /// Words of English that hold its sentence together.
    fn is_understood(&self, at: usize) -> bool {
        self.once(Asked::English, self.sentence(at), || {
            const WORDS: [&str; 30] = [
                "the", "of", "and", "with", "our", "your", "are", "was", "were", "from", "this", "that",
                "has", "have", "by", "to", "we", "you", "please", "its", "their", "which", "when", "it",
                "not", "my", "they", "two", "there", "at",
            ];
            self.any(at, |word| WORDS.contains(&word))
        })
    }

    /// A row of a table or of settings: what it is about stands in another line.
    fn in_rows(&self, at: usize) -> bool {
        self.once(Asked::Rows, self.tokens.get(at).map(|token| token.line), || {
            let Some(line) = self.tokens.get(at).map(|token| token.line) else { return false };
            let own = self.stretch(|token| token.line, line);
            let marks =
                own.iter().filter(|token| matches!(token.text.as_str(), "|" | ";" | "=" | ":" | ",")).count();
            let words = own.iter().filter(|token| token.kind == Kind::Word).count();
            marks > 0 && words < SHORT
        })
    }

    /// `675 for every one of them`
    fn rated(&self, at: usize) -> bool {
        let after = self.tokens.get(at + 1..at + 3).unwrap_or_default();
        let word = |at: usize| after.get(at).map(|token| token.text.as_str()).unwrap_or_default();
        word(0) == "for" && matches!(word(1), "each" | "every" | "one" | "all")
            || matches!(word(0), "apiece" | "each")
    }

    /// Words by which one price is held against another.
    pub(super) fn weighs(&self, at: usize) -> bool {
        self.any(at, |word| DEAL_PERCENT.contains(word))
    }
}
