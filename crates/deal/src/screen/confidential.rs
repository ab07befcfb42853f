//! The screen itself: secrets in any dress are blocked, quantities that cannot be traced are held.

use std::collections::HashSet;

use money::Amount;

use super::amounts::is_surely_money;
use super::arithmetic::{comes_to, multiplies_out};
use super::behind::{of_many_things, of_something};
use super::ciphers::{by_own_table, tells_how_to_read};
use super::codes::{between_letters, by_initials, dictated, list_lengths};
use super::context::Context;
use super::disguises::in_some_base;
use super::elsewhere::counts_on;
use super::figures::{Consequences, DealFigures, SecretFigures, at_home, denied, told};
use super::garbled::is_garbled;
use super::laid_out::laid_out;
use super::languages::in_figures;
use super::opaque::is_opaque;
use super::quantities::{Quantity, Sort, figures_said, quantities};
use super::rates::phrases;
use super::reason::{ReasonKind, ScreenReason};
use super::riddles::works_out;
use super::scales::said_later;
use super::scenario::Scenario;
use super::signs::tells_by_signs;
use super::talk::talk;
use super::tokens::{Token, tokens};
use super::tongues::{is_unreadable, speaks_of_limits};
use super::traced::{Trace, Yearly, yearly};
use super::typed::typed;
use super::views::{MAX_DEPTH, views, without_pictures};
use crate::plain::Plain;

/// Figures said before beyond these lift no hold: a list of all numbers must not become a licence.
const MOST_SAID: usize = 2000;
/// Terms of a deal that are compared.
const MOST_TERMS: usize = 20;
/// Reasons that are named; more add nothing.
const MOST_REASONS: usize = 32;

/// What may and must not be told of one deal, with all that follows, ready to judge texts.
pub struct Confidential {
    pub(super) told: Consequences,
    pub(super) denied: Consequences,
    /// The money of both in the deal's own currency.
    pub(super) home: (Vec<Amount>, Vec<Amount>),
    /// Totals per year and prices per unit and year, told and denied, for amounts on a base.
    pub(super) yearly: (Yearly, Yearly),
    /// The deal's currency, by its code.
    pub(super) currency: String,
    /// The deal's terms in months.
    pub(super) terms: Vec<u32>,
    /// Figures that were said openly before, as they stood.
    said: HashSet<Amount>,
}

impl std::fmt::Debug for Confidential {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Confidential")
    }
}

impl Confidential {
    /// Does the arithmetic once.
    pub fn new(deal: &DealFigures, secret: &SecretFigures) -> Self {
        let home = at_home(deal, secret);
        Self {
            told: told(deal),
            denied: denied(secret, deal),
            home,
            yearly: yearly(deal, secret),
            currency: deal.currency.to_ascii_uppercase(),
            terms: deal.terms_months.iter().copied().filter(|months| *months > 0).take(MOST_TERMS).collect(),
            said: HashSet::new(),
        }
    }

    /// The same with what was said openly in the deal.
    pub fn of(scenario: &Scenario) -> Self {
        let said = scenario.said.iter().flat_map(|text| figures_said(text)).take(MOST_SAID).collect();
        Self { said, ..Self::new(&scenario.deal, &scenario.secret) }
    }

    /// Everything that keeps a text from leaving; empty where it may.
    pub fn reasons(&self, text: &str) -> Vec<ScreenReason> {
        let mut reasons = Vec::new();
        self.read(text, 0, &mut reasons);
        if let Some(laid) = laid_out(text) {
            reasons.retain(|reason| reason.kind.blocks());
            self.read(&laid, 0, &mut reasons);
        }
        reasons.sort_by_key(|reason| (reason.kind, reason.start));
        reasons.dedup();
        reasons.truncate(MOST_REASONS);
        reasons
    }

    fn read(&self, text: &str, depth: u8, reasons: &mut Vec<ScreenReason>) {
        let whole = text.chars().count();
        let (text, pictures) = without_pictures(text);
        let text = text.as_ref();
        let place = |kind, (start, end)| ScreenReason { kind, start, end, decoded: depth > 0 };
        reasons.extend(self.figures(text).into_iter().map(|(kind, at)| place(kind, at)));
        let spelled = in_figures(text);
        if let Some(spelled) = &spelled {
            let found = self.figures(&spelled.text).into_iter();
            let own = found.filter_map(|(kind, (start, end))| Some((kind, spelled.place(start, end)?)));
            reasons.extend(own.map(|(kind, at)| place(kind, at)));
        }
        reasons.extend(talk(text).into_iter().map(|at| place(ReasonKind::LimitTalk, at)));
        let (row, counts_noughts) = dictated(text);
        let mut rows = between_letters(text).chain([row]).chain(by_own_table(text));
        let numbers: Vec<u64> = self.totals_in_digits().filter_map(|total| total.parse().ok()).collect();
        if rows.any(|row| self.totals_in_digits().any(|total| row.contains(&total)))
            || in_some_base(text, &numbers)
        {
            reasons.push(place(ReasonKind::SecretFigure, (0, whole)));
        }
        if by_initials(text).iter().any(|row| self.begins_a_total(row)) {
            reasons.push(place(ReasonKind::SecretFigure, (0, whole)));
        }
        if list_lengths(text).is_some_and(|row| self.begins_a_total(&row)) {
            reasons.push(place(ReasonKind::UntracedFigure, (0, whole)));
        }
        if counts_noughts || speaks_of_limits(text, spelled.as_ref().map(|spelled| spelled.text.as_str())) {
            reasons.push(place(ReasonKind::LimitTalk, (0, whole)));
        }
        if self.names_a_limit(text) || tells_how_to_read(text) && self.is_a_time_of_day(text) {
            reasons.push(place(ReasonKind::UntracedFigure, (0, whole)));
        }
        let (views, opaque) = views(text);
        if opaque
            || is_unreadable(spelled.as_ref().map_or(text, |spelled| &spelled.text))
            || tells_by_signs(text)
            || is_opaque(text)
            || is_garbled(text)
        {
            reasons.push(place(ReasonKind::Opaque, (0, whole)));
        }
        for view in views.into_iter().chain(pictures) {
            if view.exact_only {
                if self.holds_exactly(&view.text, view.words_only) {
                    reasons
                        .push(ScreenReason { decoded: true, ..place(ReasonKind::SecretFigure, (0, whole)) });
                }
            } else if depth < MAX_DEPTH && view.text != text {
                let mut inner = Vec::new();
                self.read(&view.text, depth + 1, &mut inner);
                reasons.extend(inner.into_iter().map(|reason| ScreenReason {
                    start: 0,
                    end: whole,
                    decoded: true,
                    ..reason
                }));
            }
        }
    }

    /// The figures of a text that keep it, with their places.
    fn figures(&self, text: &str) -> Vec<(ReasonKind, (usize, usize))> {
        let original: Vec<char> = text.chars().collect();
        let plain = Plain::of(text, usize::MAX);
        let tokens = tokens(&plain, &original);
        let typed = typed(&tokens);
        let context = Context::of(&tokens);
        let place = |first: usize, last: usize| {
            let start = tokens.get(first).and_then(|token| plain.at.get(token.start));
            let end = tokens.get(last).and_then(|token| plain.at.get(token.end.saturating_sub(1)));
            (start.map_or(0, |at| *at as usize), end.map_or(original.len(), |at| *at as usize + 1))
        };
        let mut quantities = quantities(&tokens, &typed);
        let loose = said_later(&mut quantities, &tokens);
        let phrases = phrases(&tokens);
        let places: Vec<(usize, usize)> =
            quantities.iter().map(|quantity| (quantity.first, quantity.last)).collect();
        let mut found: Vec<(ReasonKind, (usize, usize))> = quantities
            .iter()
            .filter(|quantity| {
                self.is_a_total(quantity) || !counts_on(quantity, &quantities, &tokens, &context)
            })
            .filter_map(|quantity| {
                let abroad = self.speaks_abroad(&context);
                let trace = self.on_its_base(quantity, &phrases, &places, &tokens, abroad);
                let kind = self.judge(quantity, trace, &tokens, &context).or_else(|| {
                    let stands = self.stands_in_full(quantity, &tokens)
                        || self.stands_in_millions(quantity, &tokens, &context)
                        || self.could_be_millions(quantity, &context)
                        || self.stands_as_a_gap(quantity, &tokens, &context);
                    stands.then_some(ReasonKind::UntracedFigure)
                })?;
                if kind == ReasonKind::UntracedFigure && self.was_said(quantity) {
                    return None;
                }
                Some((kind, place(quantity.first, quantity.last)))
            })
            .collect();
        // Counts and settings: what they come to together is chance, unless it is spelled out.
        let (aside, of_money): (Vec<&Quantity>, Vec<&Quantity>) = quantities.iter().partition(|quantity| {
            matches!(quantity.sort, Sort::Counted) && !context.of_the_deal(quantity.first)
                || self.is_of_something_else(quantity, &tokens, &context)
        });
        if let Some((first, last)) = comes_to(&self.secret_totals(), &self.told.money, &of_money, &tokens) {
            found.push((ReasonKind::SecretFigure, place(first, last)));
        }
        if let Some((first, last)) = multiplies_out(&self.secret_totals(), &quantities, &tokens) {
            found.push((ReasonKind::SecretFigure, place(first, last)));
        }
        if let Some((first, last)) = self.shares_out(&quantities, &tokens, &context) {
            found.push((ReasonKind::UntracedFigure, place(first, last)));
        }
        if let Some((first, last)) = self.says_in_slang(&tokens, &context) {
            found.push((ReasonKind::SecretFigure, place(first, last)));
        }
        if let Some((first, last)) = works_out(&self.secret_totals(), &quantities, &tokens) {
            found.push((ReasonKind::SecretFigure, place(first, last)));
        }
        let ratios = self.ratios(&quantities, &typed, &tokens, &context);
        found.extend(ratios.into_iter().map(|(kind, (first, last))| (kind, place(first, last))));
        if let Some((first, last)) = self.comes_with_tax(&quantities, &tokens) {
            found.push((ReasonKind::SecretFigure, place(first, last)));
        }
        if let Some((first, last)) = self.names_a_stretch(&quantities, &tokens, &context) {
            found.push((ReasonKind::UntracedFigure, place(first, last)));
        }
        if let Some((first, last)) = self.is_scaled_elsewhere(&quantities, &loose) {
            found.push((ReasonKind::SecretFigure, place(first, last)));
        }
        if let Some(at) = self.dresses_a_limit(&tokens, &typed, &context) {
            found.push((ReasonKind::UntracedFigure, place(at, at)));
        }
        let mut counted = typed.clone();
        for quantity in aside {
            counted
                .get_mut(quantity.first..=quantity.last)
                .into_iter()
                .flatten()
                .for_each(|mark| *mark = true);
        }
        if self.is_spread(&tokens, &typed, &counted) || self.hides_in_names(&tokens, &typed, &context) {
            found.push((ReasonKind::SecretFigure, (0, original.len())));
        }
        found
    }

    /// A secret total in full as it is likeliest read.
    pub(super) fn is_a_total(&self, quantity: &Quantity) -> bool {
        quantity.readings.first().is_some_and(|reading| {
            reading.value >= Amount::from(10_000_u32)
                && self.denied.totals.contains(&reading.value)
                && !self.told.totals.contains(&reading.value)
        })
    }

    /// A secret total by another reading than the likeliest; of five digits nobody meets it by chance.
    fn is_total_otherwise(&self, quantity: &Quantity) -> bool {
        quantity.readings.iter().skip(1).any(|reading| {
            reading.value >= Amount::from(10_000_u32)
                && self.denied.totals.contains(&reading.value)
                && !self.told.totals.contains(&reading.value)
        })
    }

    /// True where that very figure was said openly before.
    fn was_said(&self, quantity: &Quantity) -> bool {
        quantity.readings.first().is_some_and(|reading| self.said.contains(&reading.value))
    }

    fn judge(
        &self,
        quantity: &Quantity,
        trace: Option<Trace>,
        tokens: &[Token],
        context: &Context<'_>,
    ) -> Option<ReasonKind> {
        if quantity.readings.iter().all(|reading| reading.value.is_zero()) {
            return None;
        }
        let first = quantity.first;
        if self.is_total_otherwise(quantity) {
            return Some(ReasonKind::SecretFigure);
        }
        if self.is_of_something_else(quantity, tokens, context) || self.is_beyond_the_deal(quantity, tokens) {
            return None;
        }
        if self.is_about_a_total(quantity, tokens) || self.is_a_gap_in_thousands(quantity, context) {
            return Some(ReasonKind::UntracedFigure);
        }
        let of_money = match quantity.sort {
            Sort::Money => true,
            Sort::Bare | Sort::Noun => {
                quantity.scaled
                    || context.speaks_of_sums(first)
                    || trace == Some(Trace::Secret) && is_surely_money(quantity, context)
            }
            Sort::Percent | Sort::Counted => false,
        };
        match trace.filter(|_| !context.only_foreign_money(first)) {
            Some(Trace::Secret) if of_money => return Some(ReasonKind::SecretFigure),
            Some(Trace::Told) if !self.is_a_total(quantity) && !self.is_held_at_home(quantity) => {
                return None;
            }
            _ => {}
        }
        if self.stands_for_nothing(quantity, context) {
            let told = self.is_total_in_thousands(quantity, context);
            return told.then_some(ReasonKind::UntracedFigure);
        }
        let on_base = trace.is_some();
        match quantity.sort {
            Sort::Percent => self.percent(quantity, context),
            Sort::Counted => self.buys_so_many(quantity, tokens, context),
            Sort::Money => self.money(quantity, context, true, on_base),
            Sort::Noun if self.could_be_a_total(quantity, tokens, context) => {
                self.money(quantity, context, false, on_base)
            }
            Sort::Noun => {
                if of_many_things(tokens, quantity.last) && !context.of_the_deal(first) {
                    return None;
                }
                let large = quantity.readings.first().is_some_and(|reading| {
                    reading.digits >= 3
                        || reading.value >= Amount::from(1_000_u32) && context.clearly_of_the_deal(first)
                });
                let told =
                    quantity.readings.first().is_some_and(|reading| self.told.money.contains(&reading.value));
                let secret = self.denies(quantity, true) && !told;
                // `A thousand apologies` counts nothing.
                let said = !quantity.in_words || quantity.readings.iter().any(|reading| reading.digits >= 2);
                let total = !of_many_things(tokens, quantity.last) && self.is_a_total(quantity);
                (secret && (large || quantity.scaled || total) && said).then_some(ReasonKind::UntracedFigure)
            }
            Sort::Bare if quantity.in_words && of_something(tokens, quantity.last) => None,
            Sort::Bare if quantity.scaled || quantity.spelled => {
                let counted = of_something(tokens, quantity.last);
                if counted { None } else { self.money(quantity, context, false, on_base) }
            }
            Sort::Bare => {
                let reading = quantity.readings.first()?;
                let text = tokens.get(first).map(|token| token.text.as_str()).unwrap_or_default();
                let year = text.len() == 4
                    && (Amount::from(1900_u32)..=Amount::from(2100_u32)).contains(&reading.value);
                let deal = context.of_the_deal(first);
                let small = reading.value < Amount::from(100_u32) && reading.value.is_whole();
                let middling = reading.value < Amount::from(1000_u32) && reading.value.is_whole();
                let broken = !reading.value.is_whole();
                let whole_secret = !small && self.denies_exactly(quantity);
                if whole_secret {
                    return self.money(quantity, context, false, on_base);
                }
                if year && !(deal && context.pointed_at(first) && self.denies(quantity, true)) {
                    return None;
                }
                let secret = self.denies(quantity, true);
                let pointed = context.pointed_at(first);
                let gap = context.compares(first, quantity.last)
                    && reading.value >= Amount::from(10_u32)
                    && self.denied.gaps.contains(&reading.value)
                    && !self.told.gaps.contains(&reading.value);
                let worth_asking = match (small, middling, broken) {
                    (true, ..) if deal && gap => true,
                    (true, ..) => deal && pointed && (secret || reading.value > Amount::from(10_u32)),
                    (_, true, _) => deal || secret && pointed,
                    (.., true) => deal || secret,
                    _ => true,
                };
                if worth_asking { self.money(quantity, context, false, on_base) } else { None }
            }
        }
    }
}
