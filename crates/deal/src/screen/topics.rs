//! What a sentence speaks of when it speaks of no price.

use std::collections::HashSet;
use std::sync::LazyLock;

use super::context::{Asked, Context, DEAL, DEAL_PERCENT};
use super::quantities::is_money;
use super::tokens::Token;
use super::typed::{is_unit, set};

/// Machines, goods, journeys, campaigns.
static ELSEWHERE: LazyLock<HashSet<&str>> = LazyLock::new(|| set(include_str!("words/elsewhere.txt")));

impl Context<'_> {
    /// Of machines, goods, journeys, campaigns: what bare figures are said of that are no price.
    pub(super) fn elsewhere(&self, at: usize) -> bool {
        self.once(Asked::Elsewhere, self.sentence(at), || self.any(at, |word| ELSEWHERE.contains(word)))
    }

    /// By two words or more.
    pub(super) fn surely_elsewhere(&self, at: usize) -> bool {
        let Some(sentence) = self.sentence(at) else { return false };
        self.once(Asked::SurelyElsewhere, Some(sentence), || {
            let own = self.stretch(|token| token.sentence, sentence);
            let words: HashSet<&str> = own.iter().map(|token| token.text.as_str()).collect();
            words.intersection(&ELSEWHERE).count() >= 2
        })
    }

    /// `followers grew by 3,270`: things of which there are many stand right before.
    pub(super) fn grows_by(&self, first: usize) -> bool {
        let before = self.tokens.get(first.saturating_sub(4)..first).unwrap_or_default();
        let things = before.iter().any(|token| is_things(&token.text));
        things && !self.of_the_deal(first) && self.pointed_at(first)
    }

    /// A line that a machine wrote: a level in capitals, or a time to the second.
    pub(super) fn of_machines(&self, at: usize) -> bool {
        self.once(Asked::Machines, self.tokens.get(at).map(|token| token.line), || {
            const LEVELS: [&str; 9] =
                ["info", "warn", "warning", "error", "debug", "trace", "fatal", "notice", "crit"];
            let Some(line) = self.tokens.get(at).map(|token| token.line) else { return false };
            let own = self.stretch(|token| token.line, line);
            let level = own.iter().any(|token| token.upper && LEVELS.contains(&token.text.as_str()));
            let figure =
                |token: &Token| token.text.len() >= 2 && token.text.starts_with(|c: char| c.is_ascii_digit());
            let colon = |token: &Token| token.text == ":" && !token.space;
            let to_the_second = || {
                own.windows(5).any(|five| match five {
                    [hour, one, minute, two, second] => {
                        hour.text.len() == 2
                            && figure(hour)
                            && colon(one)
                            && figure(minute)
                            && colon(two)
                            && figure(second)
                    }
                    _ => false,
                })
            };
            // A machine speaks of nobody.
            let speaks = |word: &str| matches!(word, "we" | "our" | "us" | "you" | "your" | "i" | "my");
            (level || to_the_second())
                && !own.iter().any(|token| speaks(&token.text))
                && !own.iter().any(|token| DEAL.contains(token.text.as_str()) || is_money(&token.text))
        })
    }

    /// What money buys.
    pub(super) fn buys(&self, at: usize) -> bool {
        self.once(Asked::Buys, self.sentence(at), || {
            const WORDS: [&str; 33] = [
                "buy",
                "buys",
                "bought",
                "afford",
                "pays",
                "pay",
                "fund",
                "funds",
                "money",
                "pot",
                "sum",
                "enough",
                "stretch",
                "stretches",
                "stretched",
                "last",
                "lasts",
                "budget",
                "purse",
                "wallet",
                "hand",
                "amount",
                "cover",
                "covers",
                "run",
                "runs",
                "funding",
                "buying",
                "purchase",
                "keep",
                "carry",
                "carries",
                "worth",
            ];
            self.any(at, |word| WORDS.contains(&word))
        })
    }

    /// Of one of the figures that both know: an offer, a quote, last year's.
    pub(super) fn of_a_known_figure(&self, at: usize) -> bool {
        self.once(Asked::KnownFigure, self.sentence(at), || {
            const WORDS: [&str; 15] = [
                "offer", "offers", "offered", "quote", "quoted", "counter", "figure", "number", "previous",
                "former", "latter", "yours", "proposal", "forward", "year's",
            ];
            self.any(at, |word| WORDS.contains(&word))
        })
    }

    /// It speaks of prices, or of what is above and below.
    pub(super) fn of_prices(&self, at: usize) -> bool {
        self.once(Asked::Prices, self.sentence(at), || {
            self.any(at, |word| {
                matches!(
                    word,
                    "price"
                        | "prices"
                        | "pricing"
                        | "quote"
                        | "quoted"
                        | "offer"
                        | "discount"
                        | "pay"
                        | "cost"
                        | "fee"
                        | "list"
                        | "counter"
                        | "off"
                        | "cheaper"
                        | "yours"
                        | "ours"
                        | "money"
                        | "bid"
                        | "ask"
                        | "proposal"
                        | "deal"
                        | "sign"
                        | "budget"
                )
            })
        })
    }

    /// It counts things, and no units or times of the deal.
    pub(super) fn counts_things(&self, at: usize) -> bool {
        self.once(Asked::Things, self.sentence(at), || {
            self.any(at, is_things)
                && !self.of_the_deal(at)
                && !self.any(at, |word| DEAL_PERCENT.contains(word))
        })
    }
}

/// Many of what is counted, and no units or times of the deal.
fn is_things(word: &str) -> bool {
    const DEALS: [&str; 22] = [
        "seat",
        "seats",
        "user",
        "users",
        "licence",
        "licences",
        "license",
        "licenses",
        "unit",
        "units",
        "month",
        "months",
        "year",
        "years",
        "quarter",
        "quarters",
        "day",
        "days",
        "week",
        "weeks",
        "contract",
        "contracts",
    ];
    word.len() >= 4 && word.ends_with('s') && is_unit(word) && !DEALS.contains(&word)
}
