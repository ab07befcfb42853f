//! The base that an amount is said on: for so many units, for so long. What it comes to for one unit or in one year is
//! compared, not the amount as it stands: `260,000 for each hundred seats` is no quarter of anything.

use money::Amount;

use super::tokens::{Kind, Token};

/// For how long.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Span {
    Months(Amount),
    Weeks(Amount),
    Days(Amount),
    WorkingDays(Amount),
    Hours(Amount),
    /// All of the deal's term.
    Term,
}

/// For what, and how far it reaches in the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Of {
    /// So many units of the price.
    Units(Amount),
    Span(Span),
    /// One of so many parts of what falls due.
    Parts(Amount),
    /// Each part of a firm, whose number nobody knows here.
    Unknown,
    /// Each of something, which may be the unit of the price.
    Thing,
}

/// A phrase that names a base.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Phrase {
    pub(super) first: usize,
    pub(super) last: usize,
    pub(super) of: Of,
    /// `per month`, and not `for 36 months`, which says how long it goes on.
    pub(super) rate: bool,
}

/// What an amount is said for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Base {
    pub(super) units: Option<Amount>,
    pub(super) span: Option<Span>,
    pub(super) unknown: bool,
    pub(super) thing: bool,
    /// It falls due so many times.
    pub(super) parts: Option<Amount>,
    /// The span says how long something goes on, perhaps not what it comes to by then.
    pub(super) lasts: bool,
}

/// Words between an amount and its base at most.
const BETWEEN: usize = 6;
/// The same where the base comes first.
const BEFORE: usize = 10;
/// A sentence of so many words may hang on the one before it.
const SHORT: usize = 12;

/// The base of what stands between two tokens, with the places of other amounts, behind which a phrase is theirs.
pub(super) fn base_of(
    (first, last): (usize, usize),
    phrases: &[Phrase],
    others: &[(usize, usize)],
    tokens: &[Token],
) -> Option<Base> {
    let sentence = |at: usize| tokens.get(at).map(|token| token.sentence);
    let own = sentence(first)?;
    // A column's head stands over all of it.
    let walled = |from: usize, to: usize| {
        tokens.get(from..to).unwrap_or_default().iter().any(|token| matches!(token.text.as_str(), "|" | "\t"))
    };
    let taken = |from: usize, to: usize| {
        let next = others.partition_point(|(at, _)| *at < from);
        others.get(next).is_some_and(|(at, _)| *at < to)
    };
    let words = |from: usize, to: usize| {
        let between = tokens.get(from..to).unwrap_or_default();
        between.iter().filter(|token| token.kind == Kind::Word).count()
    };
    let mut base = Base::default();
    let mut end = last + 1;
    let behind = phrases.partition_point(|phrase| phrase.first <= last);
    for phrase in phrases.get(behind..).unwrap_or_default() {
        let here = sentence(phrase.first) == Some(own);
        let next = sentence(phrase.first) == Some(own + 1) && is_short(tokens, own + 1);
        if !here && !next
            || here && words(end, phrase.first) > BETWEEN
            || taken(end, phrase.first)
            || walled(end, phrase.first)
        {
            break;
        }
        // `yearly 1,040,000, monthly 86,667`: it is the next one's.
        let parted = tokens
            .get(end..phrase.first)
            .unwrap_or_default()
            .iter()
            .any(|token| matches!(token.text.as_str(), "," | "and" | "or" | "-" | "/" | "&"));
        if parted && taken(phrase.last + 1, phrase.last + 4) {
            break;
        }
        base.take(phrase);
        end = phrase.last + 1;
    }
    let mut begin = first;
    let before = phrases.partition_point(|phrase| phrase.last < first);
    for phrase in phrases.get(..before).unwrap_or_default().iter().rev() {
        let here = sentence(phrase.last) == Some(own);
        if !here
            || words(phrase.last + 1, begin) > BEFORE
            || taken(phrase.last + 1, begin)
            || walled(phrase.last, begin)
        {
            break;
        }
        // Behind another amount it is that one's, unless this one has none and a mark parts them.
        let parted = tokens
            .get(..phrase.first)
            .unwrap_or_default()
            .iter()
            .rev()
            .take_while(|token| token.sentence == own)
            .take(BETWEEN)
            .take_while(|token| !matches!(token.text.as_str(), "," | ":" | "-" | "and" | "(" | "or"))
            .count();
        if taken(phrase.first.saturating_sub(parted), phrase.first) {
            break;
        }
        base.take(phrase);
        begin = phrase.first;
    }
    (base != Base::default()).then_some(base)
}

/// So few words that it hangs on what stands before.
pub(super) fn is_short(tokens: &[Token], sentence: usize) -> bool {
    let start = tokens.partition_point(|token| token.sentence < sentence);
    let own = tokens.get(start..).unwrap_or_default().iter().take_while(|token| token.sentence == sentence);
    let mut words = 0;
    for token in own {
        match token.kind {
            Kind::Word => words += 1,
            Kind::Figure if token.text.len() > 3 => return false,
            _ => {}
        }
    }
    words < SHORT
}

impl Base {
    fn take(&mut self, phrase: &Phrase) {
        match &phrase.of {
            Of::Units(units) => {
                if self.units.is_none() {
                    self.units = Some(units.clone());
                }
            }
            // A rate says what it is; how long it goes on changes nothing.
            Of::Span(span) if self.span.is_none() || self.lasts && phrase.rate => {
                self.span = Some(span.clone());
                self.lasts = !phrase.rate;
            }
            Of::Span(_) => {}
            Of::Parts(parts) => self.parts = Some(parts.clone()),
            Of::Unknown => self.unknown = true,
            Of::Thing => self.thing = true,
        }
    }
}
