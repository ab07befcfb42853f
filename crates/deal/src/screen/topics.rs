//! What a sentence speaks of when it speaks of no price.

use std::collections::HashSet;
use std::sync::LazyLock;

use super::context::{Asked, Context, DEAL, DEAL_PERCENT, FOREIGN_MONEY};
use super::quantities::{PRICED, is_money};
use super::tokens::Token;
use super::typed::{is_unit, set};

/// Machines, goods, journeys, campaigns.
static ELSEWHERE: LazyLock<HashSet<&str>> = LazyLock::new(|| set(include_str!("words/elsewhere.txt")));

/// True for a word that bare figures are said of which are no price.
pub(super) fn is_elsewhere(word: &str) -> bool {
    ELSEWHERE.contains(word)
}

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

    /// By three words or more, with what is counted and measured.
    pub(super) fn far_elsewhere(&self, at: usize) -> bool {
        let Some(sentence) = self.sentence(at) else { return false };
        self.once(Asked::FarElsewhere, Some(sentence), || {
            let own = self.stretch(|token| token.sentence, sentence);
            let words: HashSet<&str> = own.iter().map(|token| token.text.as_str()).collect();
            let far = |word: &&&str| is_elsewhere(word) || word.len() > 3 && is_things(word);
            words.iter().filter(far).count() >= 3
        })
    }

    /// Of the deal, unless far more words speak of something else and none is of the deal alone.
    pub(super) fn clearly_of_the_deal(&self, at: usize) -> bool {
        self.of_the_deal(at) && (self.surely_of_the_deal(at) || !self.far_elsewhere(at))
    }

    /// By words that are of the deal alone; `line`, `number`, `say` are of anything.
    pub(super) fn surely_of_the_deal(&self, at: usize) -> bool {
        self.once(Asked::SurelyDeal, self.sentence(at), || {
            const OF_ANYTHING: [&str; 27] = [
                "line", "number", "figure", "say", "think", "go", "live", "range", "between", "works",
                "total", "room", "records", "stop", "top", "highest", "want", "close", "closing", "enough",
                "land", "landing", "meet", "expect", "value", "approved", "memo",
            ];
            self.any_of_ours(at, |word| DEAL.contains(word) && !OF_ANYTHING.contains(&word))
        })
    }

    /// Of other money alone: neither of a figure that both know nor of what we could pay.
    pub(super) fn only_foreign_money(&self, at: usize) -> bool {
        self.once(Asked::OnlyForeign, self.sentence(at), || {
            self.foreign_money(at)
                && !self.of_a_known_figure(at)
                && !self.of_limits(at)
                && !self.any(at, |word| PRICED.contains(&word))
        })
    }

    /// Of meals and journeys, and of no other money.
    pub(super) fn of_petty_money(&self, at: usize) -> bool {
        const PETTY: [&str; 15] = [
            "taxi",
            "lunch",
            "dinner",
            "catering",
            "hotel",
            "flight",
            "train",
            "parking",
            "postage",
            "courier",
            "shipping",
            "travel",
            "stationery",
            "expenses",
            "venue",
        ];
        self.any(at, |word| PETTY.contains(&word))
            && !self.any(at, |word| FOREIGN_MONEY.contains(word) && !PETTY.contains(&word))
    }

    /// Something that is counted or measured, and no unit or time of the deal.
    pub(super) fn names_things(&self, at: usize) -> bool {
        self.once(Asked::AnyThing, self.sentence(at), || self.any(at, is_things))
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
            // What machines say of themselves.
            const OF_MACHINES: [&str; 14] = [
                "limit", "limits", "max", "maximum", "total", "value", "line", "number", "figure", "top",
                "stop", "live", "budget", "target",
            ];
            const LEVELS: [&str; 12] = [
                "info", "warn", "warning", "error", "debug", "trace", "fatal", "notice", "crit", "get",
                "post", "put",
            ];
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
            let of_the_deal = |word: &str| DEAL.contains(word) && !OF_MACHINES.contains(&word);
            let machines =
                || own.iter().filter(|token| is_elsewhere(&token.text) || is_unit(&token.text)).count();
            let limits = own.iter().any(|token| OF_MACHINES.contains(&token.text.as_str()));
            (level || to_the_second())
                && !own.iter().any(|token| speaks(&token.text))
                && !own.iter().any(|token| of_the_deal(&token.text) || is_money(&token.text))
                && (!limits || machines() >= 1)
        })
    }

    /// What machines hold in their memory or send, by one word or more.
    pub(super) fn of_memory(&self, at: usize) -> bool {
        self.once(Asked::Memory, self.sentence(at), || {
            const WORDS: [&str; 26] = [
                "heap",
                "rss",
                "memory",
                "mem",
                "ram",
                "swap",
                "cache",
                "buffer",
                "buffers",
                "xmx",
                "xms",
                "jvm",
                "gc",
                "upload",
                "filesize",
                "packet",
                "payload",
                "disk",
                "container",
                "pod",
                "cpu",
                "image",
                "outofmemoryerror",
                "body",
                "vm",
                "docker",
            ];
            self.any(at, |word| WORDS.contains(&word))
        })
    }

    /// People by their number, and of no price.
    pub(super) fn of_headcount(&self, at: usize) -> bool {
        self.once(Asked::Headcount, self.sentence(at), || {
            const WORDS: [&str; 12] = [
                "headcount",
                "workforce",
                "staff",
                "employees",
                "colleagues",
                "employ",
                "employs",
                "people",
                "personnel",
                "payroll",
                "inhabitants",
                "volunteers",
            ];
            self.any(at, |word| WORDS.contains(&word))
                && !self.of_prices(at)
                && !self.of_limits(at)
                && !self.names_money(at)
        })
    }

    /// What money buys.
    pub(super) fn buys(&self, at: usize) -> bool {
        self.once(Asked::Buys, self.sentence(at), || {
            const WORDS: [&str; 36] = [
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
                "spent",
                "spend",
                "permitted",
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
            self.any_of_ours(at, |word| {
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
pub(super) fn is_things(word: &str) -> bool {
    const TIMES: [&str; 12] = [
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
    let of_the_deal = PRICED.contains(&word) || TIMES.contains(&word);
    word.len() >= 4 && word.ends_with('s') && is_unit(word) && !of_the_deal
}
