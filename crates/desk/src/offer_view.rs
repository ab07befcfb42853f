//! An offer as people compare it: every figure computed here from the verified payload.

use anp::payload::Offer;
use anp::time::Moment;
use deal::{
    Change, Comparison, Figures, LineChange, LineFigures, Period, Step, Terms, Wording, compare, figures,
};
use money::Amount;

use crate::beside_view::{Known, beside_view};
use crate::terms::terms_of;
use crate::view::{ChangeView, LineView, OfferView, RewordedView, StepView, WordingKind, WordingView};

/// An offer with what it is seen beside.
pub(crate) struct OfferSeen<'a> {
    pub(crate) offer: &'a Offer,
    /// The same side's last offer.
    pub(crate) last: Option<&'a Offer>,
    /// When it was appended.
    pub(crate) at: Moment,
    pub(crate) now: Moment,
    /// What it is held beside.
    pub(crate) known: &'a Known,
}

/// The offer for the window.
pub(crate) fn offer_view(seen: &OfferSeen<'_>) -> OfferView {
    let terms = terms_of(seen.offer);
    let last = seen.last.map(terms_of);
    let figures = figures(&terms);
    let comparison = compare(last.as_ref(), &terms);
    let expiry = seen.offer.expires();
    let conditions_new: Vec<String> =
        comparison.conditions_new.iter().filter_map(|place| terms.conditions.get(*place).cloned()).collect();
    OfferView {
        currency: terms.currency.as_str().to_owned(),
        term_months: terms.term_months,
        expires_at: terms.expires_at.clone(),
        expired: expiry <= seen.at || expiry <= seen.now,
        lines: lines(&terms, &figures, &comparison, last.as_ref()),
        annual_total: text(figures.annual_total.as_ref()),
        term_total: text(figures.term_total.as_ref()),
        stated_total: text(terms.total_annual.as_ref()),
        stated_differs_by: text(figures.stated_differs_by.as_ref()),
        mixed_currencies: figures.mixed_currencies,
        total_since: change(&comparison.total),
        term_since: change(&comparison.term),
        conditions_changed: reworded(&comparison.conditions_gone, &conditions_new),
        conditions_new,
        conditions_gone: comparison.conditions_gone.clone(),
        beside: beside_view(&terms, seen.known),
        working: figures.working.iter().map(|step| step_view(step, &terms)).collect(),
        conditions: terms.conditions,
        notes: terms.notes,
    }
}

fn text(amount: Option<&Amount>) -> Option<String> {
    amount.map(ToString::to_string)
}

fn lines(terms: &Terms, figures: &Figures, comparison: &Comparison, last: Option<&Terms>) -> Vec<LineView> {
    let mut views: Vec<LineView> = terms
        .lines
        .iter()
        .zip(&figures.lines)
        .zip(&comparison.lines)
        .map(|((line, figures), changed)| line_view(line, figures, changed))
        .collect();
    let Some(last) = last else { return views };
    let before = deal::figures(last);
    for place in &comparison.dropped {
        if let (Some(line), Some(figures)) = (last.lines.get(*place), before.lines.get(*place)) {
            let same = LineChange {
                matched: None,
                price: Change::Same,
                quantity: Change::Same,
                unit_changed: false,
            };
            views.push(LineView { dropped: true, ..line_view(line, figures, &same) });
        }
    }
    views
}

fn line_view(line: &deal::Line, figures: &LineFigures, changed: &LineChange) -> LineView {
    LineView {
        sku: line.sku.clone(),
        description: line.description.clone(),
        quantity: line.quantity.to_string(),
        unit: line.unit.clone(),
        unit_price: line.unit_price.to_string(),
        currency: line.currency.as_str().to_owned(),
        term_months: line.term_months,
        annual: figures.annual.to_string(),
        once: figures.period == Period::Once,
        over_term: figures.over_term.to_string(),
        price_since: change(&changed.price),
        quantity_since: change(&changed.quantity),
        dropped: false,
    }
}

fn change(change: &Change) -> ChangeView {
    match change {
        Change::First => ChangeView::First,
        Change::New => ChangeView::New,
        Change::Same => ChangeView::Same,
        Change::Up(moved) => ChangeView::Up {
            by: moved.by.to_string(),
            percent: text(moved.percent.as_ref()),
            from: moved.from.to_string(),
        },
        Change::Down(moved) => ChangeView::Down {
            by: moved.by.to_string(),
            percent: text(moved.percent.as_ref()),
            from: moved.from.to_string(),
        },
    }
}

/// How conditions were reworded, for people to see the word that matters.
fn reworded(gone: &[String], new: &[String]) -> Vec<RewordedView> {
    let olds: Vec<&str> = gone.iter().map(String::as_str).collect();
    let news: Vec<&str> = new.iter().map(String::as_str).collect();
    deal::reworded(&olds, &news)
        .into_iter()
        .filter_map(|pair| {
            Some(RewordedView {
                was: gone.get(pair.gone)?.clone(),
                now: new.get(pair.new)?.clone(),
                parts: pair.parts.into_iter().map(wording).collect(),
            })
        })
        .collect()
}

fn wording(part: Wording) -> WordingView {
    let (kind, text) = match part {
        Wording::Same(text) => (WordingKind::Same, text),
        Wording::Gone(text) => (WordingKind::Gone, text),
        Wording::New(text) => (WordingKind::New, text),
    };
    WordingView { kind, text }
}

fn step_view(step: &Step, terms: &Terms) -> StepView {
    match step {
        Step::Line { line, quantity, unit_price, a_year, gives, currency } => StepView::Line {
            line: *line,
            quantity: quantity.to_string(),
            unit_price: unit_price.to_string(),
            a_year: *a_year,
            gives: gives.to_string(),
            currency: currency.as_str().to_owned(),
        },
        Step::Term { line, months, annual, gives, currency, rounded_to } => StepView::Term {
            line: *line,
            months: *months,
            annual: annual.to_string(),
            gives: gives.to_string(),
            currency: currency.as_str().to_owned(),
            rounded_to: *rounded_to,
        },
        Step::Sum { annual, summands, lines, gives, currency } => StepView::Sum {
            annual: *annual,
            summands: summands.iter().map(ToString::to_string).collect(),
            lines: *lines,
            gives: gives.to_string(),
            currency: currency.as_str().to_owned(),
        },
        Step::Mixed => StepView::Mixed,
        Step::Stated { stated, computed, by, without_periods } => StepView::Stated {
            stated: stated.to_string(),
            computed: computed.to_string(),
            by: by.to_string(),
            without_periods: *without_periods,
            currency: terms.currency.as_str().to_owned(),
        },
    }
}
