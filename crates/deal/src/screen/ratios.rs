//! Shares and multiples of a figure that both know: `our counter plus a fourth`, `nine tenths of your quote`, `1.25 times
//! our last offer`, `89 cents on the dollar`, `five to four`. Each is a percentage, said in another way.

use money::Amount;

use super::confidential::Confidential;
use super::context::Context;
use super::figures::Written;
use super::numerals::{Part, n, parts};
use super::quantities::{Quantity, Sort, is_money, token};
use super::reason::ReasonKind;
use super::tokens::{Kind, Token};

/// A share in percent, and where it stands.
struct Ratio {
    percent: Amount,
    /// How far off what is meant may lie.
    grain: Amount,
    first: usize,
    last: usize,
    /// It is said of a price and of nothing else, so that it has to follow from what may be told.
    of_price: bool,
}

/// Numbers of one text that are looked at.
const MOST: usize = 200;
/// Words between a share and what it is said of.
const NEAR: usize = 6;

impl Confidential {
    /// Shares and multiples that tell a secret, or that follow from nothing that may be told.
    pub(super) fn ratios(
        &self,
        quantities: &[Quantity],
        typed: &[bool],
        tokens: &[Token],
        context: &Context<'_>,
    ) -> Vec<(ReasonKind, (usize, usize))> {
        let spoken = fractions(tokens, typed);
        let figures = quantities.iter().take(MOST).filter_map(|quantity| in_figures(quantity, tokens));
        spoken
            .into_iter()
            .chain(figures)
            .filter(|ratio| of_a_price(tokens, ratio, context))
            .filter_map(|ratio| Some((self.ratio(&ratio)?, (ratio.first, ratio.last))))
            .collect()
    }

    fn ratio(&self, ratio: &Ratio) -> Option<ReasonKind> {
        let written = Written {
            value: ratio.percent.clone(),
            grain: ratio.grain.clone(),
            fine: ratio.grain.clone(),
            digits: 3,
        };
        let off = |figures: &[Amount]| {
            let near = figures.iter().filter(|figure| written.nears(figure));
            near.map(|figure| (&written.value - figure).abs()).min()
        };
        match (off(&self.told.percents), off(&self.denied.percents)) {
            (Some(told), Some(secret)) if secret < told => Some(ReasonKind::SecretFigure),
            (Some(_), _) => None,
            (None, Some(_)) => Some(ReasonKind::SecretFigure),
            (None, None) => ratio.of_price.then_some(ReasonKind::UntracedFigure),
        }
    }
}

/// It stands near a word of a figure that both know.
fn of_a_price(tokens: &[Token], ratio: &Ratio, context: &Context<'_>) -> bool {
    const KNOWN: [&str; 46] = [
        "offer",
        "quote",
        "quotation",
        "counter",
        "proposal",
        "bid",
        "ask",
        "asking",
        "price",
        "list",
        "figure",
        "number",
        "total",
        "sum",
        "rate",
        "amount",
        "it",
        "yours",
        "ours",
        "dollar",
        "euro",
        "pound",
        "million",
        "angebot",
        "angebots",
        "angebotes",
        "angebotspreis",
        "preises",
        "preis",
        "offerte",
        "aanbod",
        "prijs",
        "offre",
        "prix",
        "oferta",
        "propuesta",
        "precio",
        "proposta",
        "preço",
        "offerta",
        "prezzo",
        "bud",
        "tilbud",
        "pris",
        "oferty",
        "ceny",
    ];
    let sentence = tokens.get(ratio.first).map(|token| token.sentence);
    let from = ratio.first.saturating_sub(NEAR + 2);
    let near = tokens.get(from..ratio.last + 2 + NEAR).or_else(|| tokens.get(from..)).unwrap_or_default();
    let known = |token: &&Token| Some(token.sentence) == sentence && KNOWN.contains(&token.text.as_str());
    let named = near.iter().filter(known).any(|token| token.text != "it" || context.of_prices(ratio.first));
    named && !context.share_of_things(ratio.first, ratio.last)
}

/// `89 cents on the dollar`, `nine out of ten`, `1.25 times`, `five to four`.
fn in_figures(quantity: &Quantity, tokens: &[Token]) -> Option<Ratio> {
    if matches!(quantity.sort, Sort::Percent | Sort::Counted) || quantity.scaled {
        return None;
    }
    let value = &quantity.readings.first()?.value;
    let grain = &quantity.readings.first()?.grain;
    let word = |skip: usize| token(tokens, quantity.last + skip);
    let before =
        |back: usize| quantity.first.checked_sub(back).map(|at| token(tokens, at)).unwrap_or_default();
    let ratio = |percent: Amount, grain: Amount, skip: usize| {
        let sane = percent > n(10) && percent < n(400) && percent != n(100);
        let last = quantity.last + skip;
        sane.then_some(Ratio { percent, grain, first: quantity.first, last, of_price: true })
    };
    let hundredfold = || value * &n(100);
    let article = |word: &str| matches!(word, "the" | "a" | "every" | "each" | "one");
    if matches!(word(1), "cents" | "cent" | "pence" | "cts" | "c" | "¢")
        && matches!(word(2), "on" | "in" | "to" | "for" | "of" | "out")
        && (3..=5).any(|skip| is_money(word(skip)))
    {
        return ratio(value.clone(), grain.clone(), 4);
    }
    // `89 in the hundred`, `nine of every ten`
    if matches!(word(1), "of" | "in" | "for" | "out")
        && let Some(at) = (2..=3).find(|skip| article(word(*skip)))
        && let Some(whole) =
            small(word(at + 1)).filter(|whole| matches!(whole, 4 | 5 | 8 | 10 | 20 | 50 | 100))
    {
        let part = hundredfold().div_rounded(&n(whole), 6)?;
        return ratio(part, grain * &n(100).div_rounded(&n(whole), 6)?, at + 1);
    }
    let factor = !value.is_whole() && *value < n(4);
    let times =
        matches!(word(1), "times" | "x" | "×" | "fold") || matches!(word(1), "-") && word(2) == "fold";
    let multiplied = matches!(before(1), "times" | "x" | "×" | "by" | "factor")
        || before(1) == "of"
            && matches!(before(2), "factor" | "multiple" | "ratio" | "multiplier" | "coefficient");
    if factor && (times || multiplied) {
        return ratio(hundredfold(), grain * &n(100), 1);
    }
    // `5 to 4`, `5:4`
    if matches!(word(1), "to" | ":")
        && (1..=4).any(|back| matches!(before(back), "ratio" | "proportion" | "as" | "like"))
        && let Some(below) = small(word(2)).filter(|below| *below > 1)
    {
        return ratio(hundredfold().div_rounded(&n(below), 6)?, n(1).div_rounded(&n(5), 1)?, 2);
    }
    None
}

/// Fractions in words and figures: `a fourth`, `three quarters`, `nine tenths`, `5/4`.
fn fractions(tokens: &[Token], typed: &[bool]) -> Vec<Ratio> {
    let mut found = Vec::new();
    for (at, named) in tokens.iter().enumerate().filter(|(_, token)| token.kind == Kind::Word) {
        let Some((below, plural)) = denominator(&named.text) else { continue };
        let behind = if at.checked_sub(1).is_some_and(|at| token(tokens, at) == "-") { 2 } else { 1 };
        let Some(first) = at.checked_sub(behind) else { continue };
        let above = match token(tokens, first) {
            "a" | "an" | "one" if !plural => Some(1),
            word if plural => small(word),
            _ => None,
        };
        let Some(above) = above.filter(|above| *above < 4 * below) else { continue };
        if typed.get(first).copied().unwrap_or_default()
            || !ends(tokens, at + 1)
            || is_time(tokens, first, at)
        {
            continue;
        }
        let Some(percent) = (n(above) * n(100)).div_rounded(&n(below), 6) else { continue };
        let joined = |word: &str| {
            matches!(
                word,
                "plus"
                    | "minus"
                    | "less"
                    | "more"
                    | "again"
                    | "above"
                    | "below"
                    | "over"
                    | "under"
                    | "higher"
                    | "lower"
                    | "off"
                    | "times"
                    | "by"
                    | "cheaper"
                    | "beyond"
                    | "extra"
            )
        };
        let said = |at: Option<usize>| at.is_some_and(|at| joined(token(tokens, at)));
        let of_price = said(first.checked_sub(1)) || said(Some(at + 1)) || said(Some(at + 2));
        let grain = n(1).div_rounded(&n(4), 2).unwrap_or_default();
        found.push(Ratio { percent, grain, first, last: at, of_price });
    }
    found
}

/// Behind a fraction stands no thing that would make it an ordinal (`a third party`).
fn ends(tokens: &[Token], at: usize) -> bool {
    let Some(next) = tokens.get(at) else { return true };
    next.kind == Kind::Mark
        || matches!(
            next.text.as_str(),
            "of" | "off"
                | "more"
                | "less"
                | "again"
                | "above"
                | "below"
                | "over"
                | "under"
                | "higher"
                | "lower"
                | "on"
                | "is"
                | "and"
                | "or"
                | "up"
                | "down"
                | "in"
                | "to"
                | "at"
                | "would"
                | "as"
                | "that"
                | "beyond"
                | "cheaper"
                | "extra"
                | "from"
                | "lies"
                | "than"
                | "what"
                | "we"
                | "may"
                | "can"
                | "for"
        )
}

/// `312,500 a quarter`, `in a quarter`: a time of the year.
fn is_time(tokens: &[Token], first: usize, at: usize) -> bool {
    if !matches!(token(tokens, at), "quarter" | "quarters" | "second" | "seconds") {
        return false;
    }
    let before = first.checked_sub(1).and_then(|at| tokens.get(at));
    let behind = (token(tokens, at + 1), token(tokens, at + 2), token(tokens, at + 3));
    let rate = before.is_some_and(|before| {
        before.kind == Kind::Figure
            || is_money(&before.text)
            || parts(&before.text).is_some_and(|parts| !matches!(parts.first(), Some(Part::And | Part::A)))
            || matches!(before.text.as_str(), "k" | "m" | "in" | "per" | "once" | "within" | "next" | "last")
    });
    rate || matches!(behind, ("of", "the" | "a", "year" | "month")) || matches!(behind.0, "past" | "to")
}

fn denominator(word: &str) -> Option<(u32, bool)> {
    const PARTS: [(&str, u32); 16] = [
        ("half", 2),
        ("third", 3),
        ("quarter", 4),
        ("fourth", 4),
        ("fifth", 5),
        ("sixth", 6),
        ("seventh", 7),
        ("eighth", 8),
        ("ninth", 9),
        ("tenth", 10),
        ("eleventh", 11),
        ("twelfth", 12),
        ("thirteenth", 13),
        ("fourteenth", 14),
        ("sixteenth", 16),
        ("twentieth", 20),
    ];
    if word == "halves" {
        return Some((2, true));
    }
    let singular = word.strip_suffix('s');
    PARTS
        .iter()
        .find(|(name, _)| *name == word || singular == Some(*name))
        .map(|(name, below)| (*below, *name != word))
}

/// A whole number of up to a hundred.
fn small(word: &str) -> Option<u32> {
    if let Ok(value) = word.parse::<u32>() {
        return Some(value).filter(|value| (1..=100).contains(value));
    }
    match parts(word)?.as_slice() {
        [Part::Small(value)] => Some(*value).filter(|value| *value > 0),
        [Part::Hundred] => Some(100),
        _ => None,
    }
}
