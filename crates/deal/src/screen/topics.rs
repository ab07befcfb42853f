//! What a sentence speaks of when it speaks of no price.

use std::collections::HashSet;
use std::sync::LazyLock;

use super::context::{Asked, Context, DEAL, DEAL_PERCENT};
use super::quantities::{PRICED, is_money};
use super::serials::speaks_of_a_price;
use super::tokens::{Kind, Token};
use super::typed::{is_unit, set};

/// A sentence of fewer words leans on the one beside it.
const SHORT: usize = 7;
/// Of fewer words in all, the figure is what is said.
const FEW: usize = 5;

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

    /// Something that is counted or measured, and no unit or time of the deal.
    pub(super) fn names_things(&self, at: usize) -> bool {
        self.once(Asked::AnyThing, self.sentence(at), || self.any(at, is_things))
    }

    /// Words by which one price is held against another.
    pub(super) fn weighs(&self, at: usize) -> bool {
        self.any(at, |word| DEAL_PERCENT.contains(word))
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
