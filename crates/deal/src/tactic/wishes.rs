//! What the vendor wishes on top: small things after the agreement (nibbling), one slice after the other (salami).

use money::Amount;

use super::course::{Point, Step, steps};
use super::figures::{Figure, Sort};
use super::judge::{Hit, apart, evidence, sentences};
use super::marks::{Mark, Marked};
use super::thread::Message;
use super::{Evidence, Family, Tactic};

/// An addition beyond this share of the whole, in percent, is no slice.
const SLICE_PERCENT: u32 = 15;
/// So many words from a figure what lowers it stands beside it.
const BESIDE: usize = 4;
/// A price below it is one of a unit.
const UNIT_PRICE: u32 = 2_000;
/// A wish is one where two kinds of its marks meet.
const WISH: f64 = 0.6;

/// A message of the vendor that wishes something on top.
#[derive(Debug)]
struct Wish {
    at: usize,
    /// How surely, by its marks.
    weight: f64,
    /// True where it costs a figure that is told.
    priced: bool,
    /// True where the buyer gave in just before.
    after_yes: bool,
    /// True where the buyer gives in to it.
    granted: bool,
    passing: Passing,
    places: Vec<Hit>,
}

/// How a wish is put.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Passing {
    No,
    /// It is called small, or comes up by the way.
    Slight,
    /// It comes up by the way, and is called small or asked for.
    ByTheWay,
}

impl Wish {
    /// A price of its own, or a wish before or behind which the buyer gave in.
    fn is_slice(&self) -> bool {
        self.priced || self.after_yes || self.granted && self.weight >= WISH
    }
}

/// How far the two are.
#[derive(Debug, Clone, Copy)]
struct Agreement {
    at: usize,
    /// How much of it.
    of: Part,
}

impl Agreement {
    /// In one message with it a wish comes in passing, or is a condition and none.
    fn is_before(&self, wish: &Wish) -> bool {
        let close = match self.of {
            Part::Papers => wish.passing != Passing::No,
            Part::Terms => wish.passing == Passing::ByTheWay,
            Part::Something => false,
        };
        wish.at > self.at || wish.at == self.at && close
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    /// Papers, orders or signatures were spoken of.
    Papers,
    /// The price or the terms.
    Terms,
    /// Something.
    Something,
}

/// Nibbling and salami, where they are played. What comes towards the buyer is no slice.
pub(super) fn wished(messages: &[Message<'_>], totals: &[Point], down: &[Step]) -> Vec<Tactic> {
    let agreement = agreement(messages);
    let found: Vec<Wish> = wishes(messages, totals);
    let is_down = |wish: &Wish| down.iter().any(|step| step.at == wish.at);
    let slices: Vec<&Wish> = found.iter().filter(|wish| wish.is_slice() && !is_down(wish)).collect();
    let late = |wish: &&Wish| agreement.is_some_and(|agreed| agreed.is_before(wish)) && wish.weight >= WISH;
    let after: Vec<&Wish> = found.iter().filter(late).collect();
    let earlier = slices.iter().filter(|slice| agreement.is_none_or(|agreed| slice.at < agreed.at)).count();
    let part = agreement.map(|agreed| agreed.of);
    let passes = |(at, message): &(usize, &Message<'_>)| yields(message, before(messages, *at));
    let let_pass = messages.iter().enumerate().filter(passes).count();
    let priced = slices.iter().filter(|slice| slice.priced).count();
    let put = found.iter().filter(|wish| wish.weight >= WISH && !is_down(wish)).count();
    let series = slices.len() > 2
        || put > 2 && part != Some(Part::Papers)
        || priced > 1 && (let_pass > 1 || earlier > 1 || part.is_none());
    let salami = series
        && match part {
            Some(Part::Papers) => earlier > 1 || slices.len() > 3,
            Some(Part::Terms) => earlier > 1 || slices.len() > 2 || slices.len() > 1 && let_pass > 2,
            Some(Part::Something) | None => true,
        };
    let mut named = Vec::new();
    if salami {
        let confidence = if slices.len() > 2 { 0.92 } else { 0.75 };
        named.push(shown(messages, Family::Salami, confidence, &slices));
    }
    let nibbles = match part {
        Some(Part::Papers) => !after.is_empty() && earlier < 2,
        Some(Part::Terms) => !after.is_empty() && !salami,
        Some(Part::Something) => !salami && matches!(after.len(), 1 | 2),
        None => false,
    };
    if nibbles {
        let surely = if part == Some(Part::Something) { 0.8 } else { 1.0 };
        named.push(shown(messages, Family::Nibble, surely * joined(&after), &after));
    }
    named
}

fn joined(wishes: &[&Wish]) -> f64 {
    let missing: f64 = wishes.iter().map(|wish| 1.0 - wish.weight).product();
    ((1.0 - missing).min(0.97) * 100.0).round() / 100.0
}

fn shown(messages: &[Message<'_>], family: Family, confidence: f64, wishes: &[&Wish]) -> Tactic {
    let of = |wish: &&Wish| -> Vec<Evidence> {
        let Some(message) = messages.get(wish.at) else { return Vec::new() };
        evidence(&message.said.text, &message.words, wish.places.clone(), message.place)
    };
    Tactic { family, confidence, evidence: wishes.iter().flat_map(of).collect() }
}

/// The first message by which most is agreed.
fn agreement(messages: &[Message<'_>]) -> Option<Agreement> {
    let says = |at: usize, mark: Mark| messages.get(at).is_some_and(|message| agrees(message, mark));
    let implied = |at: usize| {
        messages.get(at).is_some_and(|message| message.said.by_vendor && message.marks.has(Mark::Implied))
    };
    let answered = |at: usize| {
        let asked = before(messages, at);
        let proposed =
            asked.is_some_and(|before| before.marks.has(Mark::Closing) && !agrees(before, Mark::Closing));
        proposed && messages.get(at).is_some_and(|message| yields(message, asked))
    };
    let papers = (0..messages.len()).find(|at| says(*at, Mark::Closing) || answered(*at) || implied(*at));
    let terms = (0..messages.len()).find(|at| says(*at, Mark::Settled));
    let something = (0..messages.len()).find(|at| says(*at, Mark::Agreed));
    let agreed = |at: Option<usize>, of: Part| at.map(|at| Agreement { at, of });
    agreed(papers, Part::Papers)
        .or_else(|| agreed(terms, Part::Terms))
        .or_else(|| agreed(something, Part::Something))
}

/// True where a sentence says so that sets no condition and asks nothing.
fn agrees(message: &Message<'_>, mark: Mark) -> bool {
    message.marks.all(mark).any(|marked| {
        !message.marks.has_in(Mark::Unagreed, marked.sentence) && !message.asks(marked.sentence)
    })
}

/// `OK`, `Fine.`, `If it must be`: a sentence of the buyer's lets it pass, and none names a price of its own.
fn yields(message: &Message<'_>, before: Option<&Message<'_>>) -> bool {
    let known = |figure: &Figure| {
        before.is_some_and(|before| before.figures.iter().any(|other| other.value == figure.value))
    };
    let counters = message.figures.iter().any(|figure| figure.sort == Sort::Money && !known(figure));
    let lets = |marked: &Marked| {
        !message.marks.has_in(Mark::Refuses, marked.sentence) && !message.asks(marked.sentence)
    };
    let first = message.marks.all(Mark::Yields).any(|marked| marked.hit.first == 0);
    !message.said.by_vendor && !counters && (first || message.marks.all(Mark::Yields).any(lets))
}

fn wishes(messages: &[Message<'_>], totals: &[Point]) -> Vec<Wish> {
    let base = base(messages);
    let changes = steps(totals);
    let mut given = false;
    let mut countered = false;
    let mut found = Vec::new();
    for (at, message) in messages.iter().enumerate() {
        if !message.said.by_vendor {
            given = yields(message, before(messages, at));
            countered |= message.figures.iter().any(Figure::is_price);
            continue;
        }
        let change = changes.iter().find(|step| step.at == at).map(|step| &step.change);
        let whole = base.as_ref().map(|(_, whole)| whole);
        let rise = change.is_some_and(|change| change.is_positive() && is_small(change, whole));
        let falls = change.is_some_and(Amount::is_negative)
            && (countered || message.said.total_annual.is_some() || message.marks.has(Mark::Lower));
        let is_base = base.as_ref().is_some_and(|(first, _)| *first == at);
        // What comes behind an agreement in one message with the last step down is a wish all the same.
        let open = !falls || message.marks.has(Mark::Implied);
        if open && !was_asked(messages, at) {
            let granted = messages.get(at + 1).is_some_and(|next| yields(next, Some(message)));
            let wish = wish(message, at, whole.filter(|_| !is_base), rise, given);
            found.extend(wish.map(|wish| Wish { granted, ..wish }));
        }
        given = false;
    }
    found
}

fn before<'a, 'b>(messages: &'a [Message<'b>], at: usize) -> Option<&'a Message<'b>> {
    at.checked_sub(1).and_then(|before| messages.get(before))
}

/// The whole that a slice is small beside: the largest price of the first message that names one, and which
/// that is.
fn base(messages: &[Message<'_>]) -> Option<(usize, Amount)> {
    messages.iter().enumerate().find_map(|(at, message)| {
        let prices = message.figures.iter().filter(|figure| figure.is_price());
        let offered = message.said.total_annual.clone();
        let largest = prices.map(|figure| figure.value.clone()).chain(offered).max()?;
        Some((at, largest))
    })
}

fn is_small(figure: &Amount, base: Option<&Amount>) -> bool {
    base.is_some_and(|base| figure * Amount::from(100_u32) <= base * Amount::from(SLICE_PERCENT))
}

/// The marks of a message, weighed: each kind counts once, and only in sentences that speak of no daily work,
/// no gift and nothing that the buyer wished for.
fn wish(
    message: &Message<'_>,
    at: usize,
    base: Option<&Amount>,
    rise: bool,
    after_yes: bool,
) -> Option<Wish> {
    let barred = |marked: &Marked| {
        let sentence = marked.sentence;
        let costs =
            message.marks.has_in(Mark::Burden, sentence) && message.marks.has_in(Mark::OnTop, sentence);
        message.marks.has_in(Mark::Given, sentence)
            || message.marks.has_in(Mark::AsYouAsked, sentence)
            || message.marks.has_in(Mark::Admin, sentence) && !costs
    };
    let mut missing = 1.0;
    let mut places: Vec<Hit> = Vec::new();
    let mut kinds = Vec::new();
    for (mark, weight) in [
        (Mark::Burden, 0.45),
        (Mark::OnTop, 0.35),
        (Mark::Small, 0.45),
        (Mark::Aside, 0.4),
        (Mark::Request, 0.35),
        (Mark::Less, 0.35),
    ] {
        let hits: Vec<Hit> =
            message.marks.all(mark).filter(|marked| !barred(marked)).map(|marked| marked.hit).collect();
        if !hits.is_empty() {
            missing *= 1.0 - weight;
            kinds.push(mark);
            places.extend(hits);
        }
    }
    let sentences = sentences(&message.words);
    let off = |figure: &&Figure| {
        let sentence = sentences.get(figure.first).copied().unwrap_or_default();
        let lowered = message.marks.all(Mark::Lower).any(|marked| {
            marked.sentence == sentence
                && marked.hit.first.max(figure.last) - marked.hit.first.min(figure.last) <= BESIDE
        });
        lowered || message.marks.has_in(Mark::Given, sentence)
    };
    let costs: Vec<&Figure> =
        message.figures.iter().filter(|figure| is_cost(figure, base) && !off(figure)).collect();
    let in_money = costs.iter().any(|figure| figure.is_price());
    // A share alone may be anything; beside what is sliced off it is a slice.
    let shares = !costs.is_empty() && (kinds.contains(&Mark::Burden) || kinds.contains(&Mark::OnTop));
    let priced = rise || in_money || shares;
    if priced {
        missing *= 0.5;
        places.extend(
            costs.iter().map(|figure| Hit::shown_by_figure("thread/cost", figure.first, figure.last)),
        );
    }
    let weight = 1.0 - missing;
    let has = |mark: Mark| kinds.contains(&mark);
    let of_something = has(Mark::Burden) || priced || has(Mark::Less) || has(Mark::OnTop) && has(Mark::Small);
    // A figure or a wish right behind a yes needs no words that put it.
    let after_yes = after_yes && (has(Mark::Burden) || has(Mark::Less));
    let passing = match (has(Mark::Aside), has(Mark::Small), has(Mark::Request)) {
        (true, true, _) | (true, _, true) => Passing::ByTheWay,
        (true, ..) | (_, true, _) => Passing::Slight,
        _ => Passing::No,
    };
    let put = kinds.len() > 1 || priced || after_yes;
    (of_something && put && (weight >= WISH || priced || after_yes)).then(|| Wish {
        at,
        weight,
        priced,
        after_yes,
        granted: false,
        passing,
        places: apart(places),
    })
}

/// A figure that can be the price of a slice.
fn is_cost(figure: &Figure, base: Option<&Amount>) -> bool {
    match figure.sort {
        Sort::Percent => figure.value <= Amount::from(SLICE_PERCENT),
        // Beside the price of a unit other units cost what they cost.
        Sort::Money | Sort::Bare => {
            is_small(&figure.value, base) || base.is_some_and(|base| *base < Amount::from(UNIT_PRICE))
        }
        Sort::Count => false,
    }
}

/// True where the buyer's words before a message ask for more.
fn was_asked(messages: &[Message<'_>], at: usize) -> bool {
    before(messages, at).is_some_and(|message| {
        let asking = message.marks.all(Mark::Asking).any(|marked| message.asks(marked.sentence));
        !message.said.by_vendor && (asking || message.marks.has(Mark::Asked))
    })
}
