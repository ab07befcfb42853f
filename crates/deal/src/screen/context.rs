//! What a sentence speaks of, by its words.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use super::quantities::is_money;
use super::things::is_a_limit_of_things;
use super::tokens::Token;
use super::topics::{is_elsewhere, is_things};
use super::typed::set;

/// The deal, its price, its closing.
pub(super) static DEAL: LazyLock<HashSet<&str>> = LazyLock::new(|| set(include_str!("words/deal.txt")));
/// Something that money is said of and that is not this deal.
pub(super) static FOREIGN_MONEY: LazyLock<HashSet<&str>> =
    LazyLock::new(|| set(include_str!("words/foreign_money.txt")));
static FOREIGN_PERCENT: LazyLock<HashSet<&str>> =
    LazyLock::new(|| set(include_str!("words/foreign_percent.txt")));
pub(super) static DEAL_PERCENT: LazyLock<HashSet<&str>> =
    LazyLock::new(|| set(include_str!("words/deal_percent.txt")));

static LIMITS: LazyLock<HashSet<&str>> = LazyLock::new(|| set(include_str!("words/limits.txt")));

/// What the sentences of a text speak of.
pub(super) struct Context<'a> {
    pub(super) tokens: &'a [Token],
    /// What was asked of a sentence, or a line, before: a sentence is as long as its author likes.
    known: RefCell<HashMap<(Asked, usize), bool>>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Asked {
    Deal,
    Limits,
    Money,
    Elsewhere,
    SurelyElsewhere,
    Machines,
    ForeignMoney,
    ForeignPercent,
    Prices,
    Things,
    Buys,
    KnownFigure,
    Memory,
    FarElsewhere,
    Rows,
    English,
    AnyThing,
    SurelyDeal,
    Headcount,
    Part,
    OnlyForeign,
}

impl<'a> Context<'a> {
    pub(super) fn of(tokens: &'a [Token]) -> Self {
        Self { tokens, known: RefCell::default() }
    }

    pub(super) fn any(&self, at: usize, is: impl Fn(&str) -> bool) -> bool {
        let Some(sentence) = self.tokens.get(at).map(|token| token.sentence) else { return false };
        self.stretch(|token| token.sentence, sentence).iter().any(|token| is(&token.text))
    }

    /// A word of the whole text.
    pub(super) fn names_anywhere(&self, is: impl Fn(&str) -> bool) -> bool {
        self.tokens.iter().any(|token| is(&token.text))
    }

    pub(super) fn once(&self, asked: Asked, number: Option<usize>, answer: impl FnOnce() -> bool) -> bool {
        let Some(number) = number else { return false };
        if let Some(known) = self.known.borrow().get(&(asked, number)) {
            return *known;
        }
        let answer = answer();
        self.known.borrow_mut().insert((asked, number), answer);
        answer
    }

    pub(super) fn sentence(&self, at: usize) -> Option<usize> {
        self.tokens.get(at).map(|token| token.sentence)
    }

    /// The tokens of one sentence or line; both are numbered in the order of the text.
    pub(super) fn stretch(&self, number: impl Fn(&Token) -> usize, own: usize) -> &'a [Token] {
        let start = self.tokens.partition_point(|token| number(token) < own);
        let end = self.tokens.partition_point(|token| number(token) <= own);
        self.tokens.get(start..end).unwrap_or_default()
    }

    /// The same of words, those left out that name a limit of something else.
    pub(super) fn any_of_ours(&self, at: usize, is: impl Fn(&str) -> bool) -> bool {
        let Some(sentence) = self.tokens.get(at).map(|token| token.sentence) else { return false };
        let own = self.stretch(|token| token.sentence, sentence);
        own.iter().enumerate().any(|(at, token)| is(&token.text) && !is_a_limit_of_things(own, at))
    }

    pub(super) fn of_the_deal(&self, at: usize) -> bool {
        self.once(Asked::Deal, self.sentence(at), || self.any_of_ours(at, |word| DEAL.contains(word)))
    }

    /// Money by name or sign.
    pub(super) fn names_money(&self, at: usize) -> bool {
        self.once(Asked::Money, self.sentence(at), || self.any(at, is_money))
    }

    /// It speaks of a limit of ours by name.
    pub(super) fn of_limits(&self, at: usize) -> bool {
        self.once(Asked::Limits, self.sentence(at), || self.any_of_ours(at, |word| LIMITS.contains(word)))
    }

    pub(super) fn foreign_money(&self, at: usize) -> bool {
        self.once(Asked::ForeignMoney, self.sentence(at), || {
            self.any(at, |word| FOREIGN_MONEY.contains(word))
        })
    }

    pub(super) fn foreign_percent(&self, at: usize) -> bool {
        self.once(Asked::ForeignPercent, self.sentence(at), || {
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
                        | "stock"
                        | "inflation"
                        | "coverage"
                        | "adoption"
                        | "burn"
                        | "viewability"
                        | "humidity"
                        | "attendance"
                        | "penalty"
                        | "penalties"
                        | "retention"
                        | "commission"
                        | "interest"
                        | "delivery"
                        | "fail"
                        | "failure"
                        | "abandonment"
                        | "csat"
                        | "milestone"
                        | "milestones"
                        | "deposit"
                        | "breakage"
                )
            });
            // `don't share` is no share.
            let share = self.any(at, |word| word == "share")
                && !self.any(at, |word| matches!(word, "don't" | "dont" | "not" | "please" | "never"));
            let surely = surely || share;
            let of_price = self.any_of_ours(at, |word| {
                matches!(word, "quote" | "discount" | "counter" | "budget" | "target" | "offer")
            });
            let elsewhere = self.elsewhere(at) && !self.of_prices(at) && !self.of_limits(at);
            foreign && (elsewhere || !self.any(at, |word| DEAL_PERCENT.contains(word))) || surely && !of_price
        })
    }

    /// `30 % of the staff`, in a sentence that speaks of no price: a share of things or people.
    pub(super) fn share_of_things(&self, first: usize, last: usize) -> bool {
        const PRICES: [&str; 44] = [
            "proposal",
            "quotation",
            "gap",
            "distance",
            "difference",
            "way",
            "road",
            "path",
            "last",
            "sum",
            "amount",
            "total",
            "original",
            "initial",
            "quote",
            "offer",
            "bid",
            "counter",
            "figure",
            "number",
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
        let counted =
            (of + 1..=of + 3).map(word).any(|word| is_things(word) || is_elsewhere(word) || word == "them");
        let of_price = || {
            self.of_prices(first)
                || self.of_limits(first)
                || self.names_money(first)
                || self.of_a_known_figure(first)
        };
        things
            && (counted && !of_price()
                || !self.of_the_deal(first) && !self.any(first, |word| DEAL_PERCENT.contains(word)))
    }

    /// Said as a difference: `so much more than`, `another so much`, `plus`.
    pub(super) fn compares(&self, first: usize, last: usize) -> bool {
        const AFTER: [&str; 35] = [
            "weniger",
            "mehr",
            "unter",
            "über",
            "menos",
            "más",
            "mas",
            "moins",
            "meno",
            "più",
            "minder",
            "meer",
            "mniej",
            "mindre",
            "mais",
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
        let high = |at: usize| {
            is(at, &["high", "much", "low", "expensive", "dear", "far", "little", "many", "steep"])
        };
        let after = (1..=3).any(|skip| {
            is(last + skip, &AFTER)
                && (!is(last + skip, &["too"]) || high(last + skip + 1))
                && (!is(last + skip, &["on"]) || is(last + skip + 1, &["top"]))
        });
        let before = (1..=3).any(|back| first.checked_sub(back).is_some_and(|at| is(at, &BEFORE)));
        after || before
    }

    /// Of a part of a year that amounts fall due for.
    pub(super) fn names_a_part(&self, at: usize) -> bool {
        const PARTS: [&str; 22] = [
            "quarter",
            "quarters",
            "quarterly",
            "half",
            "halves",
            "semester",
            "semi",
            "week",
            "weeks",
            "weekly",
            "fortnight",
            "day",
            "days",
            "daily",
            "instalment",
            "instalments",
            "installment",
            "installments",
            "quartal",
            "trimestre",
            "year",
            "years",
        ];
        self.once(Asked::Part, self.sentence(at), || self.any(at, |word| PARTS.contains(&word)))
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
